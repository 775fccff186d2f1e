"""Routines on lists: looking for values, new lists from old ones, sorting.

Those with a verb for a name (`sort`, `remove_value`) change the list they are given; the others leave it alone and
give a new one. Sorting is stable and works on whole numbers, floats and strings; other things are sorted by a list of
such keys.
"""

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
def count_of(xs: list[T], v: T) -> int:
    """How many elements equal v."""
    total = 0
    for x in xs:
        if x == v:
            total += 1
    return total


@routine(charge="len(xs)")
def smallest(xs: list[K]) -> K:
    """The least element, the first one among equals."""
    if len(xs) == 0:
        fail("empty", "An empty list has no smallest element")
    best = xs[0]
    for x in xs:
        if x < best:
            best = x
    return best


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


@routine(charge="len(xs)")
def sum_of(xs: list[int]) -> int:
    total = 0
    for x in xs:
        total += x
    return total


@routine(charge="len(xs)")
def sum_of_floats(xs: list[float]) -> float:
    """From left to right."""
    total = 0.0
    for x in xs:
        total += x
    return total


# ------------------------------------------------------------------------------------------------- new lists


@routine(charge="len(xs)")
def backwards(xs: list[T]) -> list[T]:
    """The same elements, the last one first."""
    result = xs.copy()
    last = len(xs) - 1
    for i in range(len(xs)):
        result[last - i] = xs[i]
    return result


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


@routine(charge="0")
def part_of(xs: list[T], start: int, stop: int) -> list[T]:
    """The elements from `start` up to, not including, `stop`, as far as there are such."""
    first = 0 if start < 0 else start if start < len(xs) else len(xs)
    last = len(xs) if stop > len(xs) else stop
    return xs[first:last] if first < last else xs[0:0]


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


# -------------------------------------------------------------------------------------------------- removing


@routine(charge="len(xs)")
def remove_value(xs: list[T], v: T) -> bool:
    """Takes out the first element equal to v; was there one?"""
    i = index_of(xs, v)
    if i < 0:
        return False
    del xs[i]
    return True


@routine(charge="2 * len(xs)")
def remove_all(xs: list[T], v: T) -> int:
    """Takes out all elements equal to v; how many there were."""
    kept: list[T] = []
    for x in xs:
        if x != v:
            kept.append(x)
    removed = len(xs) - len(kept)
    if removed > 0:
        xs.clear()
        xs.extend(kept)
    return removed


# --------------------------------------------------------------------------------------------------- sorting


@routine(charge="16 * len(keys)")
def order_of(keys: list[K], down: bool) -> list[int]:
    """The indexes of a list in the order of its elements, upwards or downwards; equal ones stay as they stand.

    A merge sort from runs of 1, 2, 4 … elements upwards."""
    n = len(keys)
    order: list[int] = []
    for i in range(n):
        order.append(i)
    merged = order.copy()
    size = 1
    while size < n:
        start = 0
        while start < n:
            middle = start + size if start + size < n else n
            end = middle + size if middle + size < n else n
            left = start
            right = middle
            for place in range(start, end):
                # The right one goes first only if it must: that keeps the sort stable.
                if left < middle and (
                    right >= end
                    or not (keys[order[right]] > keys[order[left]] if down else keys[order[right]] < keys[order[left]])
                ):
                    merged[place] = order[left]
                    left += 1
                else:
                    merged[place] = order[right]
                    right += 1
            start = end
        order = merged.copy()
        size *= 2
    return order


@routine(charge="len(order)")
def in_order(xs: list[T], order: list[int]) -> list[T]:
    """The elements with these indexes."""
    result: list[T] = []
    for i in order:
        result.append(xs[i])
    return result


@routine(charge="18 * len(xs)")
def sorted_list(xs: list[K], down: bool) -> list[K]:
    """The elements in order, upwards or downwards."""
    return in_order(xs, order_of(xs, down))


@routine(charge="18 * len(xs)")
def sorted_by(xs: list[T], keys: list[K], down: bool) -> list[T]:
    """The elements in the order of their keys, which stand in a list of the same length."""
    if len(xs) != len(keys):
        fail("range", f"{len(xs)} elements cannot be sorted by {len(keys)} keys")
    return in_order(xs, order_of(keys, down))


@routine(charge="20 * len(xs)")
def sort(xs: list[K], down: bool) -> None:
    """Puts the elements in order."""
    ordered = sorted_list(xs, down)
    for i in range(len(ordered)):
        xs[i] = ordered[i]
