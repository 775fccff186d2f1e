"""Journals: whatever was played is on disk, at every moment and cut off at any place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.game.position import Step
from parlour.match import DamagedRecord, Journal, Match, broke_off, load, read_record, record_of, replay

PICKS = st.lists(st.integers(0, 1000), max_size=25)


def pick(match: Match, number: int) -> tuple[Any, Any]:
    question = match.questions[number % len(match.questions)]
    options = match.position.legal(question).options
    return question, options[number // 7 % len(options)].value


def play(match: Match, journal: Journal, picks: list[int]) -> None:
    """Answers, and takes back every now and then."""
    for number in picks:
        if number % 5 == 0 and match.can_undo:
            match.undo()
        elif number % 11 == 1:
            match.seat("Ben", f"level:{number % 8 + 1}" if number % 2 else "")
        elif number % 13 == 1 and match.can_redo:
            match.redo()
        elif not match.is_over:
            question, value = pick(match, number)
            journal.intend(match, question, value)
            assert isinstance(match.answer(question, value), Step)
        journal.keep_up(match)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PICKS)
def test_a_journal_is_replayed_to_the_match_it_was_written_for(games: Any, tmp_path: Path, picks: list[int]) -> None:
    path = tmp_path / "journal.match"
    path.unlink(missing_ok=True)
    match = Match.start(games.duel, seed=4, seats={"Ada": "human"}, options={"goal": 9})
    journal = Journal.begin(match, path)
    play(match, journal, picks)
    journal.close()
    record = load(path)
    assert record.is_journal and record.unrun is None
    again = replay(games.duel, record)
    assert again.events == match.events and again.position.key == match.position.key
    assert again.fresh == match.fresh and again.seatings == match.seatings
    # The record of the match goes on where the journal ended, so that it may take its place.
    assert record.starts_like(record_of(match))


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PICKS, st.data())
def test_a_journal_that_was_cut_off_anywhere_has_all_that_was_written_in_whole_lines(
    games: Any, tmp_path: Path, picks: list[int], data: Any
) -> None:
    path = tmp_path / "journal.match"
    path.unlink(missing_ok=True)
    match = Match.start(games.duel, seed=4)
    journal = Journal.begin(match, path)
    head = len(path.read_bytes())
    play(match, journal, picks)
    journal.close()
    content = path.read_bytes()
    cut = content[: data.draw(st.integers(head, len(content)))]
    record = read_record(cut.decode("utf-8", "ignore"))
    again = replay(games.duel, record)
    # What is left of the journal is what the match was at some moment: going on with it is the same in either case.
    path.write_bytes(cut)
    goes_on = Journal.take_over(again, path)
    play(again, goes_on, [1, 2, 3])
    goes_on.close()
    assert replay(games.duel, load(path)).events == again.events


def test_an_answer_that_is_about_to_be_run_is_known_by_its_question_and_value(games: Any, tmp_path: Path) -> None:
    match = Match.start(games.duel, seed=4)
    journal = Journal.begin(match, tmp_path / "a.match")
    question, value = pick(match, 1)
    journal.intend(match, question, value)
    record = load(tmp_path / "a.match")
    assert record.rounds == () and record.unrun is not None
    assert record.unrun.seat == "Ada" and record.unrun.answers[0].question == question.id
    assert record.unrun.answers[0].answer.value == value
    journal.keep_up(match)  # it came to nothing
    assert load(tmp_path / "a.match").unrun is None
    journal.close()


def test_a_match_that_is_being_played_can_be_told_from_one_that_broke_off(games: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    match = Match.start(games.duel, seed=4)
    journal = Journal.begin(match, path)
    assert not broke_off(path)
    with pytest.raises(BlockingIOError):
        Journal.take_over(match, path)
    with pytest.raises(FileExistsError):
        Journal.begin(match, path)
    journal.close()
    assert broke_off(path)
    (tmp_path / "b.match").write_text('[Game "G"]')
    assert not broke_off(tmp_path / "b.match") and not broke_off(tmp_path / "c.match") and not broke_off(tmp_path)


def test_an_empty_file_that_nobody_has_open_is_free(games: Any, tmp_path: Path) -> None:
    """Who was ended between making a journal and writing its first line has played nothing."""
    path = tmp_path / "a.match"
    path.touch()
    match = Match.start(games.duel, seed=4)
    journal = Journal.begin(match, path)
    journal.close()
    assert replay(games.duel, load(path)).events == match.events
    (tmp_path / "b.match").write_text("mine")
    with pytest.raises(FileExistsError):
        Journal.begin(match, tmp_path / "b.match")
    assert (tmp_path / "b.match").read_text() == "mine"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('[Back "1"]', "of 0 events so many cannot remain"),
        ('[Back "-1"]', "of 0 events so many cannot remain"),
        ('[Result "*"]', "expected an event of the journal, but here is"),
        ("2. Ada: 1", "expected move 1, but here is move 2"),
        ("? ", "expected an answer, but the text ends here"),
    ],
)
def test_damage_in_a_journal_is_told(lines: str, message: str) -> None:
    with pytest.raises(DamagedRecord, match=message.replace("(", r"\(")):
        read_record(f'[Journal "x"]\n[Game "G"]  [Language "L"]\n{lines}\n')
