"""Routines on boards: runs of equal pieces, and where they are.

Cells are numbered row by row; a step to the right is 1, a step down is the width. Shapes are constants when these are
compiled, so bounds of loops and steps are too.
"""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import (
    Board,
    cells,
    count,
    fail,
    height,
    where,
    width,
    without_first_column,
    without_last_column,
)

T = TypeVar("T")


@routine(charge="cells(b)")
def in_a_row(n: int, v: T, b: Board[T]) -> bool:
    """Whether n or more cells in a row, a column or a diagonal hold v; always for n <= 0."""
    if n <= 0:
        return True
    if count(b, v) < n:
        return False
    if n == 1:
        return True
    # From here on 2 <= n <= cells(b), and nothing below can overflow.
    if cells(b) <= 63:
        # All beginnings of lines are looked at together: a bit stays where the next cell's bit did.
        own = where(b, v)
        before_last = own & without_last_column(b)
        after_first = own & without_first_column(b)
        across = own
        down = own
        falling = own
        rising = own
        for _ in range(n - 1):
            across = before_last & (across >> 1)
            down = own & (down >> width(b))
            falling = before_last & (falling >> width(b) + 1)
            rising = after_first & (rising >> width(b) - 1)
            if across | down | falling | rising == 0:
                return False
        return True
    # A line is looked at from its upper or left end; most are ruled out by a look at the other one.
    reach = n - 1
    last_x = width(b) - n
    last_y = height(b) - n
    down = reach * width(b)
    down_right = down + reach
    down_left = down - reach
    for i in range(cells(b)):
        if b[i] == v:
            x = i % width(b)
            if x <= last_x and b[i + reach] == v and _between(v, b, i, 1, i + reach):
                return True
            if i // width(b) <= last_y:
                if b[i + down] == v and _between(v, b, i, width(b), i + down):
                    return True
                if x <= last_x and b[i + down_right] == v and _between(v, b, i, width(b) + 1, i + down_right):
                    return True
                if x >= reach and b[i + down_left] == v and _between(v, b, i, width(b) - 1, i + down_left):
                    return True
    return False


@routine(charge="cells(b)")
def _between(v: T, b: Board[T], start: int, step: int, stop: int) -> bool:
    """Whether all cells between two others, which lie whole steps apart, hold v."""
    i = start + step
    while i < stop:
        if b[i] != v:
            return False
        i += step
    return True


@routine(charge="cells(b)")
def longest_row(v: T, b: Board[T]) -> int:
    """The length of the longest run of v along a row; 0 if there is none."""
    best = 0
    run = 0
    for i in range(cells(b)):
        if i % width(b) == 0:
            run = 0
        if b[i] == v:
            run += 1
            if run > best:
                best = run
        else:
            run = 0
    return best


@routine(charge="cells(b)")
def longest_column(v: T, b: Board[T]) -> int:
    """The length of the longest run of v along a column; 0 if there is none."""
    best = 0
    for x in range(width(b)):
        run = 0
        for y in range(height(b)):
            if b[y * width(b) + x] == v:
                run += 1
                if run > best:
                    best = run
            else:
                run = 0
    return best


@routine(charge="4 * cells(b)")
def longest_diagonal(v: T, b: Board[T]) -> int:
    """The length of the longest run of v along a diagonal of either direction; 0 if there is none."""
    best = 0
    for i in range(cells(b)):
        if b[i] == v:
            # Runs are measured from their upper ends only: what has v above it on the diagonal is no end.
            x = i % width(b)
            y = i // width(b)
            if x == 0 or y == 0 or b[i - width(b) - 1] != v:
                run = 1
                while x + run < width(b) and y + run < height(b) and b[i + run * (width(b) + 1)] == v:
                    run += 1
                if run > best:
                    best = run
            if x == width(b) - 1 or y == 0 or b[i - width(b) + 1] != v:
                run = 1
                while x - run >= 0 and y + run < height(b) and b[i + run * (width(b) - 1)] == v:
                    run += 1
                if run > best:
                    best = run
    return best


@routine(charge="width(b)")
def count_in_row(v: T, b: Board[T], y: int) -> int:
    """How many cells of row y, counted from 1, hold v."""
    if y < 1 or y > height(b):
        fail("index", f"There is no row {y}: the board has {height(b)} rows, counted from 1")
    total = 0
    start = (y - 1) * width(b)
    for i in range(start, start + width(b)):
        if b[i] == v:
            total += 1
    return total


@routine(charge="height(b)")
def count_in_column(v: T, b: Board[T], x: int) -> int:
    """How many cells of column x, counted from 1, hold v."""
    if x < 1 or x > width(b):
        fail("index", f"There is no column {x}: the board has {width(b)} columns, counted from 1")
    total = 0
    for y in range(height(b)):
        if b[y * width(b) + x - 1] == v:
            total += 1
    return total


@routine(charge="cells(b)")
def positions_of(v: T, b: Board[T]) -> list[tuple[int, int]]:
    """The places (x, y), counted from 1, of all cells that hold v, row by row."""
    found: list[tuple[int, int]] = []
    for i in range(cells(b)):
        if b[i] == v:
            found.append((i % width(b) + 1, i // width(b) + 1))
    return found
