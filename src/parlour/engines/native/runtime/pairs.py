"""Pairs of lists and tables that a comparison has met: a hash set at the far end of the working memory.

    working memory   address of the set or 0, cells, pairs in it, where the frames end, where the set begins, frames …

A cell is two offsets, 0 when empty. A set that is half full is made anew, twice as large, below itself."""

from __future__ import annotations

from parlour.engines.llvm.low.language import fail, fill, ld, st
from parlour.engines.native.layout import Error
from parlour.engines.native.runtime.entries import hash_of_word

PAIRS_HEAD = 40
PAIRS_START = 24  # where the frames end
PAIRS_LIMIT = 32  # where the set, or the working memory, begins and the frames must end
FIRST_CELLS = 16


def pairs_begin(base: int, end: int) -> int:
    """No pair was met; a set is made when the first comes."""
    st(base, 0)
    st(base + 8, 0)
    st(base + 16, 0)
    st(base + PAIRS_LIMIT, end)
    return 0


def is_known_pair(a: int, base: int, left: int, right: int) -> int:
    """Whether the pair was met before; it is from now on."""
    if 2 * ld(base + 16) >= ld(base + 8):
        pairs_grow(a, base)
    cell = pair_cell(ld(base), ld(base + 8), left, right)
    if ld(cell) != 0:
        return 1
    st(cell, left)
    st(cell + 8, right)
    st(base + 16, ld(base + 16) + 1)
    return 0


def pair_cell(cells: int, count: int, left: int, right: int) -> int:
    """The address of the cell that holds the pair, or of the empty one where it belongs."""
    number = hash_of_word((left << 32) ^ right) & (count - 1)
    while True:
        cell = cells + 16 * number
        if ld(cell) == 0 or (ld(cell) == left and ld(cell + 8) == right):
            return cell
        number = (number + 1) & (count - 1)


def pairs_grow(a: int, base: int) -> int:
    old = ld(base)
    count = ld(base + 8)
    larger = 2 * count if count else FIRST_CELLS
    cells = ld(base + PAIRS_LIMIT) - 16 * larger
    if cells < ld(base + PAIRS_START):
        fail(a, Error.MEMORY)
    fill(cells, 0, 16 * larger)
    for number in range(count):
        left = ld(old + 16 * number)
        if left != 0:
            right = ld(old + 16 * number + 8)
            cell = pair_cell(cells, larger, left, right)
            st(cell, left)
            st(cell + 8, right)
    st(base, cells)
    st(base + 8, larger)
    st(base + PAIRS_LIMIT, cells)
    return 0
