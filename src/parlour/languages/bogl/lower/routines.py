"""What BoGL adds to the library of routines: looking at a board and placing on it, with its own words for errors."""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.boards import longest_column, longest_diagonal, longest_row
from parlour.core.runtime.words import Board, fail, height, width, with_cell

T = TypeVar("T")


@routine(charge="1")
def look_up(b: Board[T], x: int, y: int) -> T:
    """The content at column x and row y, both from 1."""
    if x < 1 or x > width(b) or y < 1 or y > height(b):
        fail("off-board", f"({x},{y}) is outside the board, which is {width(b)} wide and {height(b)} high")
    return b[(y - 1) * width(b) + x - 1]


@routine(charge="1")
def put(v: T, b: Board[T], x: int, y: int) -> Board[T]:
    """The board with the content at column x and row y replaced."""
    if x < 1 or x > width(b) or y < 1 or y > height(b):
        fail("off-board", f"({x},{y}) is outside the board, which is {width(b)} wide and {height(b)} high")
    return with_cell(b, (y - 1) * width(b) + x - 1, v)


@routine(charge="1 + len(shown)")
def displayed(shown: list[Board[T]], before: Board[T], after: Board[T], most: int) -> list[Board[T]]:
    """The display list after `place` made one board from another: the new one at the end, its predecessor gone.

    Of more than `most` boards the oldest goes."""
    kept: list[Board[T]] = []
    first = len(shown) - most + 1
    for i in range(0 if first < 0 else first, len(shown)):
        if shown[i] != before and shown[i] != after:
            kept.append(shown[i])
    kept.append(after)
    return kept


@routine(charge="width(b) * height(b)")
def longest_run(v: T, b: Board[T]) -> int:
    """The length of the longest run of v in any direction."""
    row = longest_row(v, b)
    column = longest_column(v, b)
    diagonal = longest_diagonal(v, b)
    longest = row if row > column else column
    return longest if longest > diagonal else diagonal
