"""Boards: packed into a word, or on the heap with cells of 1 byte, 2 bytes or whole slots (`Entry.CELL`)."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fail, ld, ld8, ld16, lshr, st, st8, st16
from parlour.engines.native.layout import Entry, Error, Kind
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.memory import alloc
from parlour.engines.native.runtime.program import entry, item, kind, width


def cell_at(a: int, type_: int, board: int, index: int) -> int:
    """A cell of a board whose cells are smaller than a slot."""
    cell = entry(type_, Entry.CELL)
    if kind(type_) == Kind.PACKED:
        return lshr(board, index * cell) & ((1 << cell) - 1)
    if cell == 1:
        return ld8(a + board + 8 + index)
    return ld16(a + board + 8 + 2 * index)


def board_size(type_: int) -> int:
    """Bytes of a heap board, padded."""
    count = entry(type_, Entry.COUNT)
    cell = entry(type_, Entry.CELL)
    return 8 + ((count * cell + 7) & -8 if cell else 8 * count * width(item(type_)))


def board_new(a: int, type_: int) -> int:
    """A heap board whose cells are still to be written."""
    board = alloc(a, board_size(type_))
    st(a + board, type_)
    return board


def board_of(a: int, type_: int, items: int) -> int:
    """A board of the elements of a list; takes nothing from the budgets."""
    count = entry(type_, Entry.COUNT)
    cell = entry(type_, Entry.CELL)
    if list_length(a, items) != count:
        fail(a, Error.CELLS, list_length(a, items), count)
    first = elements(a, items)
    if kind(type_) == Kind.PACKED:
        word = 0
        for index in range(count):
            word |= ld(first + 8 * index) << (index * cell)
        return word
    board = board_new(a, type_)
    to = a + board + 8
    if cell == 1:
        for index in range(count):
            st8(to + index, ld(first + 8 * index))
    elif cell == 2:
        for index in range(count):
            st16(to + 2 * index, ld(first + 8 * index))
    else:
        copy(to, first, 8 * count * width(item(type_)))
    return board
