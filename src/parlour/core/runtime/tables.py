"""Routines on tables, which keep their entries in the order of insertion."""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import keys

K = TypeVar("K")
V = TypeVar("V")


@routine(charge="2 * len(t)")
def entries(t: dict[K, V]) -> list[tuple[K, V]]:
    """The entries as pairs, in their order."""
    result: list[tuple[K, V]] = []
    for k in keys(t):
        result.append((k, t[k]))
    return result


@routine(charge="2 * len(other)")
def merge(t: dict[K, V], other: dict[K, V]) -> None:
    """Adds all entries of another table; where both have a key the other one's value counts."""
    for k in keys(other):
        t[k] = other[k]
