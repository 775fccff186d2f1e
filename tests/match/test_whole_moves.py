"""Records of games that read a move character by character: whole moves are written, and both forms are read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour import __version__
from parlour.game.game import Game
from parlour.match import Match, load, read_record, record_of, replay, save, write_json, write_text
from parlour.match.record.record import Said, WrongRecord


@cache
def chess() -> Game:
    return parlour.load("chess")


def played(characters: str) -> Match:
    match = Match.start(chess())
    for character in characters:
        match.answer_text(match.questions[0], character)
    return match


def moves_in(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("1. "))


def test_a_move_is_written_as_it_is_typed() -> None:
    match = played("e2e4e7e5g1")
    assert moves_in(write_text(match)) == "1. White: e2e4   2. Black: e7e5   3. White: g1"
    assert '"answers": [{"label": "e2e4"}]' in write_json(match)


@pytest.mark.parametrize("characters", ["", "e", "e2e4", "e2e4e7e5g1f"])
def test_both_forms_replay_to_the_same_match(characters: str) -> None:
    match = played(characters)
    for text in (write_text(match), write_json(match)):
        again = replay(chess(), read_record(text))
        assert again.events == match.events and again.position.key == match.position.key
        assert write_text(again) == write_text(match)


def test_a_record_with_every_character_by_itself_is_read_as_before() -> None:
    whole = write_text(played("e2e4e7e5")).split("[Check")[0]
    apart = whole.replace("e2e4", "e 2 e 4").replace("e7e5", "e 7 e5")
    match = replay(chess(), read_record(apart))
    assert write_text(match).split("[Check")[0] == whole


def test_a_refused_move_is_named_whole_with_what_was_replayed() -> None:
    text = write_text(played("e2e4e7e5")).split("[Check")[0].replace("e7e5", "e7e5x")
    with pytest.raises(WrongRecord, match=r"move 2 \(Black: x\).*1 of 2 answers were replayed"):
        replay(chess(), read_record(text))


def test_a_match_goes_on_in_its_file_from_the_middle_of_a_move_and_from_the_old_form(tmp_path: Path) -> None:
    path = tmp_path / "chess.match"
    for characters in ("e2", "e2e4e", "e2e4e7e5"):
        save(played(characters), path)
    apart = write_text(played("e2e4")).split("[Check")[0].replace("e2e4", "e 2 e 4")
    path.write_text(apart)
    save(played("e2e4e7e5"), path)
    other = read_record(write_text(played("e2e3")))
    assert not other.starts_like(record_of(played("e2e4")))


def test_labels_know_their_answers_but_are_equal_without(tmp_path: Path) -> None:
    (answer,) = record_of(played("e2e4")).answers
    assert answer.answer == Said("e2e4") and isinstance(answer.answer, Said)
    assert answer.answer.parts == ("e", "2", "e", "4")


@pytest.mark.parametrize("suffix", ["match", "json"])
def test_a_file_says_which_version_wrote_it_and_another_text_is_refused_with_it(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"one.{suffix}"
    save(played("e2e4"), path)
    assert load(path).version == __version__
    text = path.read_text().split("[Check")[0].replace(f'"{__version__}"', '"0.0.7"')
    digest = next(iter(chess().info.sources.values()))
    other = read_record(text.replace(digest, "0" * 64))
    with pytest.raises(WrongRecord, match=rf"written by Parlour 0\.0\.7 \(this is {__version__}\).*take the lines"):
        replay(chess(), other)
    unsigned = read_record(write_text(played("e2e4")).split("[Check")[0].replace(digest, "0" * 64))
    with pytest.raises(WrongRecord, match="a Parlour that does not say its version"):
        replay(chess(), unsigned)
    # As the message says.
    lines = [part for part in write_text(played("e2e4")).split("[") if not part.startswith(("Source", "Check"))]
    assert len(replay(chess(), read_record("[".join(lines))).events) == 4
