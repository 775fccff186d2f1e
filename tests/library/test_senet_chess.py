"""Chess of the library: known positions, and every rule that is an exception to the others."""

from __future__ import annotations

from functools import cache

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Position, Step
from parlour.game.view import Told


@cache
def chess() -> Game:
    entry = library.find("chess")
    assert entry is not None
    return parlour.load(entry.text, language="senet", name="chess")


def play(moves: str) -> tuple[Position, str]:
    """The position after moves such as `e2e4 e7e8q`, and what was said last."""
    position = chess().start()
    said = ""
    for move in moves.split():
        for character in move:
            step = position.answer(position.questions[0], character)
            assert isinstance(step, Step), (move, step)
            said = "".join(event.text for event in step.events if isinstance(event, Told))
    return position, said


def squares(position: Position) -> set[str]:
    """The squares that may be named now."""
    found = set()
    question = position.questions[0]
    for column in position.legal(question).options:
        there = position.copy()
        there.answer(there.questions[0], column.value)
        rows = there.legal(there.questions[0]).options
        found |= {column.label + row.label for row in rows}
    return found


def targets(position: Position, square: str) -> set[str]:
    there = position.copy()
    for character in square:
        assert isinstance(there.answer(there.questions[0], character), Step)
    return squares(there)


def test_white_begins_with_twenty_moves() -> None:
    position, _ = play("")
    movable = squares(position)
    assert movable == {f"{column}2" for column in "abcdefgh"} | {"b1", "g1"}
    assert sum(len(targets(position, square)) for square in movable) == 20


def test_a_pawn_goes_two_squares_only_at_first_and_takes_sideways() -> None:
    position, _ = play("e2e4 d7d5")
    assert targets(position, "e4") == {"e5", "d5"}
    assert targets(position, "d2") == {"d3", "d4"}


def test_a_pawn_is_taken_in_passing_at_once_or_never() -> None:
    position, _ = play("e2e4 a7a6 e4e5 d7d5")
    assert targets(position, "e5") == {"e6", "d6"}
    taken, _ = play("e2e4 a7a6 e4e5 d7d5 e5d6")
    assert taken.state()["board"].split("\n")[3] == ". . . . . . . ."  # type: ignore[attr-defined]
    later, _ = play("e2e4 a7a6 e4e5 d7d5 h2h3 h7h6")
    assert targets(later, "e5") == {"e6"}


OPEN = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 b1c3 b8c6 d2d3 d7d6 c1e3 c8e6 d1d2 d8d7"


def test_a_king_castles_to_either_side_and_its_rook_goes_with_it() -> None:
    position, _ = play(OPEN)
    assert {"g1", "c1"} < targets(position, "e1")
    short, _ = play(f"{OPEN} e1g1 e8c8")
    rows = str(short.state()["board"]).split("\n")
    assert (rows[7], rows[0]) == ("R . . . . R K .", ". . k r . . . r")


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (f"{OPEN} e1e2 a7a6 e2e1 a6a5", "the king has moved"),
        (f"{OPEN} h1g1 a7a6 g1h1 a6a5", "the rook has moved"),
        ("e2e4 e7e5 g1f3 b8c6", "a bishop is in the way"),
        ("e2e4 b7b6 g1f3 c8a6 f1d3 a6d3 a2a3 a7a6", "the king would pass an attacked square"),
        ("e2e4 e7e5 g1h3 d8h4 f1e2 h4f2", "the king is in check"),
    ],
)
def test_a_king_does_not_castle(moves: str, reason: str) -> None:
    position, _ = play(moves)
    assert "e1" not in squares(position) or "g1" not in targets(position, "e1"), reason


def test_a_man_that_shields_its_king_stays() -> None:
    position, _ = play("e2e4 e7e5 d2d4 f8b4")
    assert squares(position) == {"b1", "c1", "d1", "e1", "c2"}
    assert targets(position, "c2") == {"c3"}
    assert targets(position, "e1") == {"e2"}


def test_a_pawn_at_the_end_becomes_what_is_asked_for() -> None:
    moves = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8"
    position, said = play(moves)
    assert "what does the pawn become" in said
    assert {option.label for option in position.legal(position.questions[0]).options} == {"q", "r", "b", "n"}
    knight, _ = play(f"{moves}n")
    assert str(knight.state()["board"]).startswith("N n . q k b . r")
    assert knight.questions[0].seat == 1


def test_check_is_announced_and_has_to_be_answered() -> None:
    position, said = play("e2e4 f7f6 d2d4 g7g5 d1h5")
    assert "Checkmate: White wins." in said
    assert position.outcome is not None and position.outcome.ranking is not None
    assert tuple(map(tuple, position.outcome.ranking)) == ((0,), (1,))
    position, said = play("e2e4 f7f6 d1h5")
    assert "Check!" in said
    assert squares(position) == {"g7"}
    assert targets(position, "g7") == {"g6"}


def test_who_cannot_move_without_being_in_check_draws() -> None:
    """The shortest such game, by Sam Loyd."""
    moves = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6"
    position, said = play(moves)
    assert "Black cannot move: a draw." in said
    assert position.outcome is not None and position.outcome.ranking is not None
    assert tuple(map(tuple, position.outcome.ranking)) == ((0, 1),)


def test_fifty_quiet_moves_of_each_side_are_a_draw() -> None:
    around = "g1f3 g8f6 f3g1 f6g8 "
    position, _ = play(around * 24 + "g1f3 g8f6 f3g1")
    assert position.outcome is None
    _, said = play(around * 25)
    assert "Nobody will win any more: a draw." in said
