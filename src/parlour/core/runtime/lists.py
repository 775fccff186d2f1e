"""Routines on lists: looking for values, and new lists from old ones. None changes the list it is given."""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import fail

T = TypeVar("T")
K = TypeVar("K", int, float, str)


# --------------------------------------------------------------------------------------------------- looking


@routine(charge="len(xs)")
def index_of(xs: list[T], v: T) -> int:
    """The first index of v; -1 if it is not there."""
    for i in range(len(xs)):
        if xs[i] == v:
            return i
    return -1


@routine(charge="len(xs)")
def contains(xs: list[T], v: T) -> bool:
    return index_of(xs, v) >= 0


@routine(charge="len(xs)")
def largest(xs: list[K]) -> K:
    """The greatest element, the first one among equals."""
    if len(xs) == 0:
        fail("empty", "An empty list has no largest element")
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best


# ------------------------------------------------------------------------------------------------- new lists


@routine(charge="0")
def concat(xs: list[T], ys: list[T]) -> list[T]:
    """The elements of the one, then those of the other."""
    result = xs.copy()
    result.extend(ys)
    return result


@routine(charge="64")
def repeat_list(xs: list[T], n: int) -> list[T]:
    """The elements n times over; none if n is 0 or less."""
    # By doubling: few turns, however large n is.
    result: list[T] = []
    piece = xs.copy()
    left = n
    while left > 0:
        if left % 2 == 1:
            result.extend(piece)
        left //= 2
        if left > 0:
            piece.extend(piece)
    return result


@routine(charge="len(xs)")
def distinct(xs: list[T]) -> list[T]:
    """Each element once, where it first stood."""
    seen: dict[T, bool] = {}
    result: list[T] = []
    for x in xs:
        if x not in seen:
            seen[x] = True
            result.append(x)
    return result
