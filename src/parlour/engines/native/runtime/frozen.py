"""Frozen keys: what a table remembers of a key that is more than a number, an object or a string.

The content as it is when the key is used, written into a string of 4-byte units; two keys are the same when their
strings are. Objects go by their creation number, 1, 1.0 and True differ. Where the Python engine makes such keys too
(`needs_kind`), a step is taken for 16 parts, and a key of too many or too deep parts is too much memory."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, inline, ld, local, st, st32, st64
from parlour.engines.native.layout import T_STRING, Entry, Host, Kind, State, Tag
from parlour.engines.native.runtime.anys import TAG_BITS, any_slots, any_type
from parlour.engines.native.runtime.boards import cell_at
from parlour.engines.native.runtime.entries import ENTRY_HEAD, Compare, entries_length, entry_at, is_removed
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.memory import alloc, no_memory, work
from parlour.engines.native.runtime.program import entry, item, kind, needs_kind, part_type, type_of, width
from parlour.engines.native.runtime.strings import characters, string_length

MOST_PARTS = 0x10000
DEEPEST = 100
# Where keys of this type cost nothing: so far below the limit that its own nesting cannot reach it.
FREE = -(1 << 30)


def key_compare(type_: int) -> int:
    """How a table with keys of this type tells them apart."""
    what = kind(type_)
    if what in (Kind.INT, Kind.BOOL, Kind.SYMBOL, Kind.OBJECT):
        return Compare.WORD
    return Compare.TEXT if what == Kind.STRING else Compare.FROZEN


def entry_stride(table_type: int) -> int:
    """Bytes of a table's entry."""
    return ENTRY_HEAD + 8 * (width(item(table_type)) + width(entry(table_type, Entry.OTHER)))


def freeze(a: int, type_: int, key: int) -> int:
    """The offset of the frozen key of the slots at `key`. It lies above the heap until `keep_frozen` is called."""
    text = ld(a + State.BUMP)
    first = a + text + 16
    depth = 0 if needs_kind(type_) else FREE
    st(a + Host.SPARE_2, 0)
    end = freeze_value(a, type_, key, first, depth)
    if depth == 0:
        work(a, ld(a + Host.SPARE_2))
    st(a + text, T_STRING)
    st(a + text + 8, (end - first) >> 2)
    return text


def keep_frozen(a: int, text: int) -> int:
    """The heap grows over the frozen key that lies above it."""
    alloc(a, 16 + 4 * string_length(a, text))
    return 0


@inline
def reserve(a: int, to: int, size: int) -> int:
    """There is room for so many bytes at the address `to`."""
    if to + size + 8 > a + ld(a + Host.LIMIT):
        no_memory(a)
    return 0


@inline
def count_parts(a: int, parts: int, depth: int) -> int:
    """So many more parts at this depth."""
    total = ld(a + Host.SPARE_2) + parts
    st(a + Host.SPARE_2, total)
    if depth >= 0 and (total > MOST_PARTS or depth > DEEPEST):
        no_memory(a)
    return 0


def freeze_value(a: int, type_: int, at: int, to: int, depth: int) -> int:
    """Writes the slots at `at`; gives where the writing ended. Goes no deeper than `DEEPEST` or the type itself."""
    count_parts(a, 1, depth)
    reserve(a, to, 16)
    what = kind(type_)
    if what == Kind.OPTIONAL:
        type_ = item(type_)
        st32(to, ld(at) != 0)
        to += 4
        if ld(at) == 0:
            return to
        if not entry(type_, Entry.POINTER):
            at += 8
        what = kind(type_)
    if what == Kind.ANY:
        place = local(8)
        value = ld(at)
        type_ = any_type(a, value)
        at = any_slots(a, value, place)
        what = kind(type_)
        st32(to, type_)
        to += 4
        if (value & TAG_BITS) == Tag.BOX:
            return freeze_value(a, type_, at, to, depth + 1)
    if what == Kind.NONE:
        return to
    if what in (Kind.BOOL, Kind.SYMBOL):
        st32(to, ld(at))
        return to + 4
    if what in (Kind.INT, Kind.FLOAT):
        st64(to, ld(at))
        return to + 8
    if what == Kind.OBJECT:
        st64(to, ld(a + ld(at) + 8))
        return to + 8
    if what == Kind.STRING:
        return freeze_text(a, ld(at), to)
    if what == Kind.LIST:
        length = list_length(a, ld(at))
        st32(to, length)
        return freeze_run(a, item(type_), elements(a, ld(at)), length, to + 4, depth + 1)
    if what == Kind.TABLE:
        return freeze_table(a, ld(at), to, depth + 1)
    if what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            part = part_type(type_, number)
            to = freeze_value(a, part, at, to, depth + 1)
            at += 8 * width(part)
        return to
    if entry(type_, Entry.CELL):
        return freeze_cells(a, type_, ld(at), to, depth + 1)
    return freeze_run(a, item(type_), a + ld(at) + 8, entry(type_, Entry.COUNT), to, depth + 1)


def freeze_text(a: int, text: int, to: int) -> int:
    length = string_length(a, text)
    reserve(a, to, 4 * length)
    st32(to, length)
    copy(to + 4, characters(a, text), 4 * length)
    return to + 4 + 4 * length


def freeze_run(a: int, type_: int, first: int, count: int, to: int, depth: int) -> int:
    """Values one after the other."""
    for number in range(count):
        to = freeze_value(a, type_, first + 8 * width(type_) * number, to, depth)
    return to


def freeze_cells(a: int, type_: int, board: int, to: int, depth: int) -> int:
    """A board whose cells are smaller than a slot."""
    count = entry(type_, Entry.COUNT)
    count_parts(a, count, depth)
    reserve(a, to, 4 * count)
    for number in range(count):
        st32(to + 4 * number, cell_at(a, type_, board, number))
    return to + 4 * count


def freeze_table(a: int, table: int, to: int, depth: int) -> int:
    """Its entries in their order: the key as it was when it was entered, as it is now where it may have changed, and
    the value."""
    type_ = type_of(a, table)
    key = item(type_)
    value = entry(type_, Entry.OTHER)
    stride = entry_stride(type_)
    compare = key_compare(key)
    changes = needs_kind(key)
    st32(to, entries_length(a, table))
    to += 4
    for number in range(ld(a + table + 16)):
        found = entry_at(a, table, stride, number)
        if is_removed(found):
            continue
        at = found + ENTRY_HEAD
        if compare == Compare.FROZEN:
            to = freeze_text(a, ld(found + 8), to)
        else:
            to = freeze_value(a, key, at, to, FREE)
        if changes:
            count_parts(a, 1, depth)
            to = freeze_value(a, key, at, to, depth + 1)
            to = freeze_value(a, value, at + 8 * width(key), to, depth + 1)
        else:
            to = freeze_value(a, value, at + 8 * width(key), to, depth)
    return to
