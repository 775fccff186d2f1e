"""One recorded match of every game of the library, played again: the same moves, the same end, the same last table.

A record in `playthroughs/` was played by a random player (`play_out`, `save`), or is a solution of the puzzle, or a
famous game; beside it, in `NAME.txt`, stands the table at its end.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour import library
from parlour.match import Record, load, record_of, replay, write_text
from parlour.match.record.record import UNFINISHED
from parlour.present.text import draw

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

every_game = pytest.mark.parametrize("entry", library.all(), ids=lambda entry: entry.name)


def recorded(name: str) -> Record:
    """The record without the hash of the game's text: its comments may change."""
    return replace(load(PLAYTHROUGHS / f"{name}.match"), sources=())


@every_game
def test_a_recorded_match_is_the_same_when_it_is_played_again(entry: library.LibraryGame) -> None:
    record = recorded(entry.name)
    assert record.result != UNFINISHED
    game = parlour.load(entry)
    match = replay(game, record)
    assert match.is_over and match.error is None
    again = record_of(match)
    assert again.rounds == record.rounds
    assert again.result == record.result
    names = [seat.name for seat in match.position.seats]
    table = draw(match.scene(None), color=False, ascii=False, width=80, seat_names=names)
    assert table + "\n" == (PLAYTHROUGHS / f"{entry.name}.txt").read_text(encoding="utf-8")


@every_game
def test_the_file_of_a_recorded_match_is_as_it_would_be_written_today(entry: library.LibraryGame) -> None:
    path = PLAYTHROUGHS / f"{entry.name}.match"
    game = parlour.load(entry)
    lines = write_text(replay(game, recorded(entry.name))).splitlines()
    changes = ("[Source ", "[Check ")  # with every comment of the game
    assert [line for line in lines if not line.startswith(changes)] == [
        line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(changes)
    ]


def test_nothing_is_recorded_of_games_that_are_not_there() -> None:
    names = {entry.name for entry in library.all()}
    assert {path.stem for path in PLAYTHROUGHS.iterdir()} == names
    assert {path.suffix for path in PLAYTHROUGHS.iterdir()} == {".match", ".txt"}
