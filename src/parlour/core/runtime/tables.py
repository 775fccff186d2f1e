"""Routines on tables, which keep their entries in the order of insertion."""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.lists import contains, sorted_list
from parlour.core.runtime.words import fail, keys, values

K = TypeVar("K")
V = TypeVar("V")
Ordered = TypeVar("Ordered", int, float, str)


@routine(charge="0")
def value_or(t: dict[K, V], k: K, otherwise: V) -> V:
    """The value of a key, or another one if it is not there."""
    if k in t:
        return t[k]
    return otherwise


@routine(charge="0")
def add_to(t: dict[K, int], k: K, amount: int) -> int:
    """Adds to the number of a key, which counts from 0; the new number."""
    total = amount
    if k in t:
        total = t[k] + amount
    t[k] = total
    return total


@routine(charge="2 * len(t)")
def entries(t: dict[K, V]) -> list[tuple[K, V]]:
    """The entries as pairs, in their order."""
    result: list[tuple[K, V]] = []
    for k in keys(t):
        result.append((k, t[k]))
    return result


@routine(charge="len(t)")
def has_value(t: dict[K, V], v: V) -> bool:
    """Whether some key has this value."""
    return contains(values(t), v)


@routine(charge="2 * len(other)")
def merge(t: dict[K, V], other: dict[K, V]) -> None:
    """Adds all entries of another table; where both have a key the other one's value counts."""
    for k in keys(other):
        t[k] = other[k]


@routine(charge="len(ks)")
def table_of(ks: list[K], vs: list[V]) -> dict[K, V]:
    """A table from two lists of the same length; of a key that comes twice the last value counts."""
    if len(ks) != len(vs):
        fail("range", f"{len(ks)} keys and {len(vs)} values do not make a table")
    result: dict[K, V] = {}
    for i in range(len(ks)):
        result[ks[i]] = vs[i]
    return result


@routine(charge="20 * len(t)")
def sorted_keys(t: dict[Ordered, V]) -> list[Ordered]:
    """The keys, upwards."""
    return sorted_list(keys(t), False)
