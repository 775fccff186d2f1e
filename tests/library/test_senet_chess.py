"""Senet's chess reads squares character by character; its whole moves are those of the game: 20, 400, 8,902."""

from __future__ import annotations

import pytest

import parlour
from parlour.game.position import Position


def lines(position: Position, depth: int) -> int:
    """How many ways there are to make so many moves (perft)."""
    found = position.moves(position.questions[0].seat).moves
    if depth == 1:
        return len(found)
    total = 0
    for move in found:
        after = position.copy()
        for option in move.answers:
            after.answer(after.questions[0], option.value)
        total += lines(after, depth - 1)
    return total


def test_whole_moves_from_the_start_are_20_and_400() -> None:
    start = parlour.load("chess").start(engine="native")
    labels = [move.label for move in start.moves(0).moves]
    assert len(labels) == 20 and "e2e4" in labels and "g1f3" in labels
    assert lines(start, 2) == 400


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["python", "native"])
def test_whole_moves_three_deep_are_8902(engine: str) -> None:
    assert lines(parlour.load("chess").start(engine=engine), 3) == 8_902
