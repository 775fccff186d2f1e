"""Sorting pairs of words by the first of them."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, ld


def sort_pairs(pairs: int, count: int, spare: int) -> int:
    """Sorts pairs at an address, merging runs that double; gives where they are now: there or at `spare`."""
    run = 1
    while run < count:
        start = 0
        while start < count:
            middle = start + run if start + run < count else count
            end = middle + run if middle + run < count else count
            merge(pairs + 16 * start, pairs + 16 * middle, pairs + 16 * end, spare + 16 * start)
            start = end
        pairs, spare = spare, pairs
        run *= 2
    return pairs


def merge(left: int, middle: int, end: int, to: int) -> int:
    """Merges two sorted runs that lie one after the other."""
    right = middle
    while left < middle or right < end:
        if right == end or (left < middle and ld(left) <= ld(right)):
            copy(to, left, 16)
            left += 16
        else:
            copy(to, right, 16)
            right += 16
        to += 16
    return 0
