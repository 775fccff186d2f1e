"""Routines that draw from the match's chance."""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import draw, fail

T = TypeVar("T")


@routine(charge="len(xs)")
def shuffle(xs: list[T]) -> None:
    """Puts the elements in random order: from the last place down, each is exchanged with one not yet placed.

    This is the shuffle of Fisher and Yates: all orders are equally likely, and n elements take n - 1 draws."""
    i = len(xs) - 1
    while i > 0:
        j = draw(i + 1)
        kept = xs[i]
        xs[i] = xs[j]
        xs[j] = kept
        i -= 1


@routine(charge="len(xs)")
def shuffled(xs: list[T]) -> list[T]:
    """The elements in random order, in a new list."""
    result = xs.copy()
    shuffle(result)
    return result


@routine(charge="0")
def pick(xs: list[T]) -> T:
    """One of the elements, all equally likely."""
    if len(xs) == 0:
        fail("empty", "Nothing can be drawn from an empty list")
    return xs[draw(len(xs))]
