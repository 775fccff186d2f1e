"""Lists: a header, length, capacity, and the offset of the block that holds the elements (0 while there is none).

`wide` is the number of slots of an element, `size` its abstract bytes. Charges and checks come in the order of the
Python engine's `engines/python/primitives.py`."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fail, inline, ld, move, st
from parlour.engines.native.layout import Error, State
from parlour.engines.native.runtime.memory import alloc, block_new, fill_slots, no_memory, take, work
from parlour.engines.native.runtime.program import item, type_of, width

LIST_SIZE = 32
BLOCK_HEAD = 16
# No budget allows more elements, and sizes in bytes stay within 64 bits.
MOST = 1 << 40


@inline
def list_length(a: int, items: int) -> int:
    return ld(a + items + 8)


@inline
def elements(a: int, items: int) -> int:
    """The address of the first element."""
    return a + ld(a + items + 24) + BLOCK_HEAD


def list_new(a: int, type_: int, count: int) -> int:
    """A list of so many elements that are still to be written; takes nothing from the budgets."""
    return list_of_width(a, type_, count, width(item(type_)))


def list_of_width(a: int, type_: int, count: int, wide: int) -> int:
    items = alloc(a, LIST_SIZE)
    st(a + items, type_)
    st(a + items + 8, count)
    st(a + items + 16, count)
    st(a + items + 24, 0)
    if count > 0:
        block = block_new(a, count * wide)
        st(a + items + 24, block)
    return items


def list_reserve(a: int, items: int, capacity: int, wide: int) -> int:
    """Makes room for so many elements in all."""
    if capacity > MOST:
        no_memory(a)
    old = ld(a + items + 24)
    slots = capacity * wide
    if old > 0 and old + BLOCK_HEAD + 8 * ld(a + old + 8) == ld(a + State.BUMP):
        # It lies at the end of the heap and grows where it is.
        alloc(a, 8 * (slots - ld(a + old + 8)))
        st(a + old + 8, slots)
    else:
        block = block_new(a, slots)
        if old != 0:
            copy(a + block + BLOCK_HEAD, a + old + BLOCK_HEAD, 8 * list_length(a, items) * wide)
        st(a + items + 24, block)
    st(a + items + 16, capacity)
    return 0


def list_grow(a: int, items: int, wide: int) -> int:
    """Makes room for at least one more element."""
    capacity = ld(a + items + 16)
    if capacity == 0:
        # The first room that a list gets: there is nothing to copy.
        st(a + items + 24, block_new(a, 4 * wide))
        st(a + items + 16, 4)
        return 0
    list_reserve(a, items, 4 if capacity < 4 else 2 * capacity, wide)
    return 0


def list_insert(a: int, items: int, index: int, source: int, wide: int, size: int) -> int:
    length = list_length(a, items)
    if not 0 <= index <= length:
        fail(a, Error.INDEX, index, length)
    work(a, length - index)
    take(a, size)
    if length == ld(a + items + 16):
        list_grow(a, items, wide)
    at = elements(a, items) + 8 * wide * index
    move(at + 8 * wide, at, 8 * wide * (length - index))
    copy(at, source, 8 * wide)
    st(a + items + 8, length + 1)
    return 0


def list_remove(a: int, items: int, index: int, to: int, wide: int) -> int:
    """Takes an element out and puts it at the address `to`."""
    length = list_length(a, items)
    if not 0 <= index < length:
        fail(a, Error.INDEX, index, length)
    work(a, length - index)
    at = elements(a, items) + 8 * wide * index
    copy(to, at, 8 * wide)
    move(at, at + 8 * wide, 8 * wide * (length - index - 1))
    st(a + items + 8, length - 1)
    return 0


def list_extend(a: int, items: int, more: int, wide: int, size: int) -> int:
    """Adds the elements of another list, or of itself."""
    count = list_length(a, more)
    work(a, count)
    take(a, size * count)
    length = list_length(a, items)
    capacity = ld(a + items + 16)
    if length + count > capacity:
        list_reserve(a, items, length + count if length + count > 2 * capacity else 2 * capacity, wide)
    copy(elements(a, items) + 8 * wide * length, elements(a, more), 8 * wide * count)
    st(a + items + 8, length + count)
    return 0


def list_copy(a: int, items: int, wide: int, size: int) -> int:
    length = list_length(a, items)
    work(a, length)
    take(a, 16 + size * length)
    return list_twin(a, items, wide)


def list_twin(a: int, items: int, wide: int) -> int:
    """A copy that takes nothing from the budgets."""
    length = list_length(a, items)
    twin = list_of_width(a, type_of(a, items), length, wide)
    copy(elements(a, twin), elements(a, items), 8 * wide * length)
    return twin


def list_slice(a: int, items: int, start: int, stop: int, wide: int, size: int) -> int:
    length = list_length(a, items)
    if not 0 <= start <= length:
        fail(a, Error.INDEX, start, length)
    if not start <= stop <= length:
        fail(a, Error.INDEX, stop, length)
    count = stop - start
    work(a, count)
    take(a, 16 + size * count)
    part = list_of_width(a, type_of(a, items), count, wide)
    copy(elements(a, part), elements(a, items) + 8 * wide * start, 8 * wide * count)
    return part


def list_fill(a: int, type_: int, count: int, source: int, wide: int, size: int) -> int:
    if count < 0:
        fail(a, Error.LENGTH, count)
    work(a, count)
    if count > MOST:
        no_memory(a)
    take(a, 16 + size * count)
    items = list_of_width(a, type_, count, wide)
    fill_slots(elements(a, items), count, wide, source)
    return items
