"""Plain values from the bytes of their image (see `engines/python/image.py`), while the run is suspended: answers."""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, ld8, ld16, ld32, ld64, local, st, st8, st16
from parlour.engines.native.layout import T_FLOAT, T_INT, T_STRING, Entry, Kind, Tag
from parlour.engines.native.runtime.boards import board_size
from parlour.engines.native.runtime.memory import alloc_beside_frames
from parlour.engines.native.runtime.program import entry, item, kind, part_type, width
from parlour.engines.native.runtime.strings import characters
from parlour.engines.native.runtime.utf8 import count_utf8, read_utf8


@export
def read_plain(a: int, type_: int, source: int, to: int) -> int:
    """Builds the value and puts its slots at the address `to`; gives how many bytes were read. Goes as deep as the
    type."""
    what = kind(type_)
    if what in (Kind.INT, Kind.FLOAT):
        st(to, ld64(source))
        return 8
    if what == Kind.BOOL:
        st(to, ld8(source))
        return 1
    if what == Kind.SYMBOL:
        st(to, ld16(source))
        return 2
    if what == Kind.STRING:
        return read_text(a, source, to)
    if what == Kind.TUPLE:
        size = 0
        for number in range(entry(type_, Entry.COUNT)):
            part = part_type(type_, number)
            size += read_plain(a, part, source + size, to)
            to += 8 * width(part)
        return size
    if what in (Kind.BOARD, Kind.PACKED):
        return read_board(a, type_, source, to)
    if what == Kind.OPTIONAL:
        for slot in range(width(type_)):
            st(to + 8 * slot, 0)
        if ld8(source) == 0:
            return 1
        inner = item(type_)
        if not entry(inner, Entry.POINTER):
            st(to, 1)
            to += 8
        return 1 + read_plain(a, inner, source + 1, to)
    if what == Kind.ANY:
        return read_any(a, source, to)
    st(to, 0)
    return 0


def read_text(a: int, source: int, to: int) -> int:
    size = ld32(source)
    length = count_utf8(source + 4, size)
    text = alloc_beside_frames(a, 16 + 4 * length)
    st(a + text, T_STRING)
    st(a + text + 8, length)
    read_utf8(source + 4, size, characters(a, text))
    st(to, text)
    return 4 + size


def read_board(a: int, type_: int, source: int, to: int) -> int:
    count = entry(type_, Entry.COUNT)
    cell = entry(type_, Entry.CELL)
    inner = item(type_)
    size = 0
    slot = local(8)
    if kind(type_) == Kind.PACKED:
        word = 0
        for number in range(count):
            size += read_plain(a, inner, source + size, slot)
            word |= ld64(slot) << (number * cell)
        st(to, word)
        return size
    board = alloc_beside_frames(a, board_size(type_))
    st(a + board, type_)
    st(to, board)
    at = a + board + 8
    for _number in range(count):
        if cell:
            size += read_plain(a, inner, source + size, slot)
            if cell == 1:
                st8(at, ld64(slot))
            else:
                st16(at, ld64(slot))
            at += cell
        else:
            size += read_plain(a, inner, source + size, at)
            at += 8 * width(inner)
    return size


def read_any(a: int, source: int, to: int) -> int:
    what = ld8(source)
    value = local(8)
    if what == Kind.INT:
        number = ld64(source + 1)
        st(to, number << 3 | Tag.INT)
        if (number << 3) >> 3 != number:
            st(to, box_beside(a, T_INT, number))
        return 9
    if what == Kind.FLOAT:
        st(to, box_beside(a, T_FLOAT, ld64(source + 1)))
        return 9
    if what == Kind.BOOL:
        st(to, ld8(source + 1) << 3 | Tag.BOOL)
        return 2
    if what == Kind.SYMBOL:
        st(to, ld16(source + 1) << 3 | Tag.SYMBOL)
        return 3
    if what == Kind.STRING:
        size = read_text(a, source + 1, value)
        st(to, ld64(value) | Tag.STRING)
        return 1 + size
    if what == Kind.NONE:
        st(to, 0)
        return 1
    type_ = boxed_type(ld16(source + 1))
    if kind(type_) == Kind.BOARD:
        size = read_board(a, type_, source + 3, value)
        st(to, ld64(value) | Tag.BOX)
        return 3 + size
    box = alloc_beside_frames(a, 8 + 8 * width(type_))
    st(a + box, type_)
    st(to, box | Tag.BOX)
    return 3 + read_plain(a, type_, source + 3, a + box + 8)


def box_beside(a: int, type_: int, bits: int) -> int:
    """A number in a box."""
    box = alloc_beside_frames(a, 16)
    st(a + box, type_)
    st(a + box + 8, bits)
    return box | Tag.NUMBER


def boxed_type(number: int) -> int:
    """The type to which images give this number."""
    type_ = 0
    while entry(type_, Entry.BOXED) != number:
        type_ += 1
    return type_
