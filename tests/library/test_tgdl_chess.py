"""Chess in TGDL: as many moves as everybody counts (perft), from the start and from two positions that test the rules.

Castling, taking en passant and promotion are in the counts: 48 are those of the position that is called Kiwipete, 44
those of a position in which a pawn promotes with a capture. The deeper counts take minutes: `make slow`."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour import library
from parlour.game.position import Position

LIBRARY = Path(library.__file__).parent / "tgdl"


both_engines = pytest.mark.parametrize("engine", ["python", "native"])


def start(name: str, engine: str) -> Position:
    return parlour.load(LIBRARY / name).start(1, engine=engine)


def positions_after(position: Position, depth: int) -> int:
    """How many positions whole moves lead to: a move lasts until the other side is asked."""
    if depth == 0:
        return 1
    seat = position.questions[0].seat if position.questions else None
    count, waiting = 0, [position] if position.questions else []
    while waiting:
        here = waiting.pop()
        question = here.questions[0]
        for option in here.legal(question):
            after = here.copy()
            after.answer(question, option.value)
            assert after.error is None
            is_same_move = bool(after.questions) and after.questions[0].seat == seat
            if is_same_move:
                waiting.append(after)
            else:
                count += positions_after(after, depth - 1)
    return count


@both_engines
@pytest.mark.parametrize(
    ("name", "count"), [("chess.tgdl", 20), ("chess/kiwipete.tgdl", 48), ("chess/promotion.tgdl", 44)]
)
def test_the_first_moves_are_all_there(name: str, count: int, engine: str) -> None:
    moves = start(name, engine).moves(0)
    assert moves.complete and len(moves.moves) == count
    assert positions_after(start(name, engine), 1) == count


def test_after_one_move_of_each_there_are_400_positions() -> None:
    assert positions_after(start("chess.tgdl", "python"), 2) == 400


@pytest.mark.slow
@both_engines
@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [
        ("chess.tgdl", 2, 400),
        ("chess.tgdl", 3, 8_902),
        ("chess/kiwipete.tgdl", 2, 2_039),
        ("chess/promotion.tgdl", 2, 1_486),
    ],
)
def test_deeper_counts(name: str, depth: int, count: int, engine: str) -> None:
    assert positions_after(start(name, engine), depth) == count
