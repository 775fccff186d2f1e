"""Routines for collections, their ends and their slices.

Indexes are compared with `n - n` instead of 0. Parlour guesses what somebody may answer from the numbers that a program
compares the answer with, and a 0 written here would make it think of -1, 0 and 1 wherever an answer is an index.
"""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import fail, join

T = TypeVar("T")


@routine(charge="0")
def place_of(i: int, n: int) -> int:
    """The place that an index means among n elements; negative ones count from the end."""
    place = i + n if i < n - n else i
    if place < n - n or place >= n:
        fail("index", f"index {i} is outside: there {'is' if n == 1 else 'are'} {n} element{'' if n == 1 else 's'}")
    return place


@routine(charge="0")
def item_at(xs: list[T], i: int) -> T:
    return xs[place_of(i, len(xs))]


@routine(charge="0")
def put_at(xs: list[T], i: int, v: T) -> None:
    xs[place_of(i, len(xs))] = v


@routine(charge="0")
def letter_at(s: str, i: int) -> str:
    return s[place_of(i, len(s))]


@routine(charge="0")
def delete_at(xs: list[T], i: int) -> T:
    return xs.pop(place_of(i, len(xs)))


@routine(charge="len(xs) + 2 * len(ys)")
def insert_all(xs: list[T], i: int, ys: list[T]) -> None:
    """Puts elements before an index from 0 to the size; negative ones count from the end."""
    n = len(xs)
    place = i + n if i < n - n else i
    if place < n - n or place > n:
        fail("index", f"index {i} is outside: elements go before 0 to {n}")
    given = ys.copy()
    rest = xs[place:n]
    while len(xs) > place:
        xs.pop()
    xs.extend(given)
    xs.extend(rest)


@routine(charge="0")
def too_few(wanted: int, n: int, what: str) -> None:
    """More is to be taken than there is."""
    if n == 0:
        fail("empty", f"cannot take {wanted} of 0 elements: the {what} is empty")
    fail("empty", f"cannot take {wanted} of {n} elements: the {what} has no more")


@routine(charge="0")
def check_take(wanted: int, n: int, what: str) -> None:
    if wanted > n:
        too_few(wanted, n, what)
    if wanted < n - n:
        fail("range", f"cannot take {wanted} elements")


@routine(charge="0")
def pop_first(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs.pop(0)


@routine(charge="0")
def pop_last(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs.pop()


@routine(charge="0")
def first_of(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs[0]


@routine(charge="0")
def last_of(xs: list[T], what: str) -> T:
    if len(xs) == 0:
        too_few(1, 0, what)
    return xs[len(xs) - 1]


@routine(charge="0")
def first_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    check_take(wanted, len(xs), what)
    return xs[0:wanted]


@routine(charge="len(xs)")
def last_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    """From the last one inwards."""
    check_take(wanted, len(xs), what)
    found = xs[0:0]
    for k in range(wanted):
        found.append(xs[len(xs) - 1 - k])
    return found


@routine(charge="len(xs)")
def pop_first_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    found = first_ones(xs, wanted, what)
    rest = xs[wanted : len(xs)]
    xs.clear()
    xs.extend(rest)
    return found


@routine(charge="len(xs)")
def pop_last_ones(xs: list[T], wanted: int, what: str) -> list[T]:
    found = last_ones(xs, wanted, what)
    for _ in range(wanted):
        xs.pop()
    return found


@routine(charge="len(xs) + 2 * len(ys)")
def push_first(xs: list[T], ys: list[T]) -> None:
    """One after the other, so that the last one comes to stand first."""
    given = ys.copy()
    rest = xs.copy()
    xs.clear()
    k = len(given) - 1
    while k >= 0:
        xs.append(given[k])
        k -= 1
    xs.extend(rest)


@routine(charge="0")
def push_last(xs: list[T], ys: list[T]) -> None:
    xs.extend(ys.copy())


@routine(charge="0")
def slice_bound(given: int | None, n: int, step: int, is_start: bool) -> int:
    """A bound as Python takes it: missing ones are ends, negative ones count from the end, all are cut off."""
    low = 0 if step > 0 else -1
    high = n if step > 0 else n - 1
    if given is None:
        return low if (step > 0) == is_start else high
    bound = given
    if bound < 0:
        bound = bound + n
        return low if bound < low else bound
    return high if bound > high else bound


@routine(charge="0")
def slice_step(step: int | None) -> int:
    if step is None:
        return 1
    if step == 0:
        fail("range", "the step of a slice cannot be 0")
    return step


@routine(charge="len(xs)")
def slice_items(xs: list[T], start: int | None, stop: int | None, step: int | None) -> list[T]:
    by = slice_step(step)
    i = slice_bound(start, len(xs), by, True)
    end = slice_bound(stop, len(xs), by, False)
    found = xs[0:0]
    while (i < end) if by > 0 else (i > end):
        found.append(xs[i])
        # A step beyond the end must not overflow.
        if (end - i <= by) if by > 0 else (end - i >= by):
            return found
        i += by
    return found


@routine(charge="len(s)")
def slice_text(s: str, start: int | None, stop: int | None, step: int | None) -> str:
    by = slice_step(step)
    i = slice_bound(start, len(s), by, True)
    end = slice_bound(stop, len(s), by, False)
    found: list[str] = []
    while (i < end) if by > 0 else (i > end):
        found.append(s[i])
        if (end - i <= by) if by > 0 else (end - i >= by):
            return join(found)
        i += by
    return join(found)


@routine(charge="2 * len(xs)")
def delete_slice(xs: list[T], start: int | None, stop: int | None, step: int | None) -> list[T]:
    """Takes out the elements of a slice and gives them in the slice's order."""
    by = slice_step(step)
    i = slice_bound(start, len(xs), by, True)
    found = slice_items(xs, start, stop, step)
    if len(found) == 0:
        return found
    # The same places upwards.
    first = i if by > 0 else i + (len(found) - 1) * by
    stride = by if by > 0 else -by
    kept = xs[0:0]
    taken = 0
    for k in range(len(xs)):
        if taken < len(found) and k == first + taken * stride:
            taken += 1
        else:
            kept.append(xs[k])
    xs.clear()
    xs.extend(kept)
    return found
