"""A walk over values and all they refer to: for writing them down, measuring them, or finding objects.

Lists, tables and objects are *things*: a walk numbers them from 1 as it meets them, puts the number into the high half
of their header, and goes through their contents later, in the order of their numbers. What lies inside a value (parts
of tuples, cells, what is boxed in an `any`) comes at once, by frames on a stack. The record of a walk lies at the
beginning of the working memory::

    Walk …, live globals, the things …   →   free   ←   … frames: type, address of the next part, parts left
"""

from __future__ import annotations

from enum import IntEnum

from parlour.engines.llvm.low.language import inline, ld, ld32, local, st, st8, st16, st32, st64
from parlour.engines.native.layout import Entry, Host, Kind, Tag
from parlour.engines.native.runtime.anys import TAG_BITS, any_slots, any_type, thing_in
from parlour.engines.native.runtime.boards import cell_at
from parlour.engines.native.runtime.entries import ENTRY_HEAD, entries_length, entries_used, entry_at, is_removed
from parlour.engines.native.runtime.frozen import entry_stride
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.program import (
    COUNTS,
    Count,
    entry,
    is_plain,
    item,
    kind,
    part_is_hint,
    part_may_be_unset,
    part_type,
    type_of,
    width,
)
from parlour.engines.native.runtime.strings import characters, string_length
from parlour.engines.native.runtime.utf8 import utf8_length, write_utf8

FRAME = 24
ANY_OBJECT = 6  # how an image says that an `any` holds an object


class Walk(IntEnum):
    """Words of the record, in bytes."""

    PURPOSE = 0
    OUT = 8  # where the next byte goes
    END = 16  # where they must end
    THINGS = 24  # how many were met
    FIRST = 32  # address of their offsets
    STACK = 40  # address of the lowest frame
    SHORT = 48  # a `Short`
    TOTAL = 56  # abstract bytes
    SPILL = 64  # takes what there is no room for
    LIVE = 72  # the set of live globals


class Purpose(IntEnum):
    WRITE = 0
    MEASURE = 1
    TRACK = 2


class Short(IntEnum):
    """What there was too little of."""

    NOTHING = 0
    OUTPUT = 1
    WORK = 2


def walk_begin(a: int, purpose: int, out: int, room: int) -> int:
    """The address of the record of a new walk."""
    walk = ld(a + Host.SCRATCH)
    st(walk + Walk.PURPOSE, purpose)
    st(walk + Walk.OUT, out)
    st(walk + Walk.END, out + room)
    st(walk + Walk.THINGS, 0)
    st(walk + Walk.FIRST, walk + Walk.LIVE + 8 * ld(COUNTS + Count.GLOBAL_WORDS))
    st(walk + Walk.STACK, (walk + ld(a + Host.SCRATCH_ROOM)) & -8)
    st(walk + Walk.SHORT, Short.NOTHING)
    st(walk + Walk.TOTAL, 0)
    return walk


def walk_end(a: int, walk: int) -> int:
    """The marks are gone. What there was too little of."""
    for number in range(ld(walk + Walk.THINGS)):
        st32(a + thing_at(walk, number) + 4, 0)
    return ld(walk + Walk.SHORT)


@inline
def thing_at(walk: int, number: int) -> int:
    """The offset of a thing, counted from 0."""
    return ld(ld(walk + Walk.FIRST) + 8 * number)


def meet(a: int, walk: int, thing: int) -> int:
    """The number of a thing."""
    number = ld32(a + thing + 4)
    if number == 0:
        number = ld(walk + Walk.THINGS) + 1
        place = ld(walk + Walk.FIRST) + 8 * number - 8
        if place + 8 > ld(walk + Walk.STACK):
            st(walk + Walk.SHORT, Short.WORK)
            return 0
        st(place, thing)
        st(walk + Walk.THINGS, number)
        st32(a + thing + 4, number)
    return number


# ------------------------------------------------------------------------------------------------------ output


@inline
def space(walk: int, size: int) -> int:
    """Where so many bytes, 8 at most, are to be written."""
    at = ld(walk + Walk.OUT)
    if at + size > ld(walk + Walk.END):
        st(walk + Walk.SHORT, ld(walk + Walk.SHORT) | Short.OUTPUT)
        return walk + Walk.SPILL
    st(walk + Walk.OUT, at + size)
    return at


@inline
def put8(walk: int, value: int) -> int:
    st8(space(walk, 1), value)
    return 0


@inline
def put16(walk: int, value: int) -> int:
    st16(space(walk, 2), value)
    return 0


@inline
def put32(walk: int, value: int) -> int:
    st32(space(walk, 4), value)
    return 0


@inline
def put64(walk: int, value: int) -> int:
    st64(space(walk, 8), value)
    return 0


def put_text(a: int, walk: int, text: int) -> int:
    """Most texts are ASCII, so they are written as if they were before their bytes are counted."""
    length = string_length(a, text)
    start = ld(walk + Walk.OUT)
    if start + 4 + length <= ld(walk + Walk.END):
        first = characters(a, text)
        place = 0
        while place < length and ld32(first + 4 * place) < 0x80:
            st8(start + 4 + place, ld32(first + 4 * place))
            place += 1
        if place == length:
            st32(start, length)
            st(walk + Walk.OUT, start + 4 + length)
            return 0
    return put_wide_text(a, walk, text)


def put_wide_text(a: int, walk: int, text: int) -> int:
    size = utf8_length(a, text)
    put32(walk, size)
    at = ld(walk + Walk.OUT)
    if at + size > ld(walk + Walk.END):
        st(walk + Walk.SHORT, ld(walk + Walk.SHORT) | Short.OUTPUT)
        return 0
    write_utf8(characters(a, text), string_length(a, text), at)
    st(walk + Walk.OUT, at + size)
    return 0


def put_leaf(a: int, walk: int, what: int, at: int) -> int:
    if what in (Kind.INT, Kind.FLOAT):
        put64(walk, ld(at))
    elif what == Kind.SYMBOL:
        put16(walk, ld(at))
    elif what == Kind.BOOL:
        put8(walk, ld(at))
    elif what == Kind.STRING:
        put_text(a, walk, ld(at))
    return 0


def put_cells(a: int, walk: int, type_: int, board: int) -> int:
    """A board whose cells are smaller than a slot: symbols or bools."""
    is_symbol = kind(item(type_)) == Kind.SYMBOL
    for number in range(entry(type_, Entry.COUNT)):
        if is_symbol:
            put16(walk, cell_at(a, type_, board, number))
        else:
            put8(walk, cell_at(a, type_, board, number))
    return 0


# ------------------------------------------------------------------------------------------------------ values


def walk_value(a: int, walk: int, type_: int, at: int) -> int:
    """Goes through the value whose slots are at an address, up to the things it refers to. Most values have no parts
    and are done with at once."""
    what = kind(type_)
    value = ld(at)
    is_written = ld(walk + Walk.PURPOSE) == Purpose.WRITE
    if what in (Kind.LIST, Kind.TABLE, Kind.OBJECT):
        return walk_thing(a, walk, value, is_written)
    if what == Kind.STRING:
        return walk_text(a, walk, value, is_written)
    if what == Kind.ANY:
        tag = value & TAG_BITS
        if tag == Tag.OBJECT:
            if is_written:
                put8(walk, ANY_OBJECT)
            return walk_thing(a, walk, thing_in(value), is_written)
        if tag == Tag.STRING:
            if is_written:
                put8(walk, Kind.STRING)
            return walk_text(a, walk, thing_in(value), is_written)
        if tag == Tag.INT:
            if is_written:
                put8(walk, Kind.INT)
                put64(walk, value >> 3)
            return 0
    elif what <= Kind.SYMBOL:
        return put_leaf(a, walk, what, at) if is_written else 0
    return walk_parts(a, walk, type_, at)


@inline
def walk_thing(a: int, walk: int, thing: int, is_written: int) -> int:
    number = meet(a, walk, thing)
    return put32(walk, number) if is_written else 0


@inline
def walk_text(a: int, walk: int, text: int, is_written: int) -> int:
    if is_written:
        return put_text(a, walk, text)
    st(walk + Walk.TOTAL, ld(walk + Walk.TOTAL) + 16 + string_length(a, text))
    return 0


def walk_parts(a: int, walk: int, type_: int, at: int) -> int:
    """As `walk_value`, for any value."""
    purpose = ld(walk + Walk.PURPOSE)
    floor = ld(walk + Walk.STACK)
    place = local(8)
    while True:
        what = kind(type_)
        if what == Kind.OPTIONAL:
            there = ld(at) != 0
            if purpose == Purpose.WRITE:
                put8(walk, there)
            what = Kind.NONE
            if there:
                type_ = item(type_)
                what = kind(type_)
                if not entry(type_, Entry.POINTER):
                    at += 8
        if what == Kind.ANY:
            value = ld(at)
            type_ = any_type(a, value)
            at = any_slots(a, value, place)
            what = kind(type_)
            if purpose == Purpose.WRITE:
                put_any(walk, type_)
            elif what == Kind.TUPLE:
                charge(walk, entry(type_, Entry.SLOTS))
        parts = 0
        if what in (Kind.LIST, Kind.TABLE, Kind.OBJECT):
            number = meet(a, walk, ld(at))
            if purpose == Purpose.WRITE:
                put32(walk, number)
        elif what == Kind.TUPLE:
            parts = entry(type_, Entry.COUNT)
        elif what in (Kind.BOARD, Kind.PACKED):
            inner = item(type_)
            charge(walk, entry(inner, Entry.SLOTS) * entry(type_, Entry.COUNT))
            if entry(type_, Entry.CELL):
                if purpose == Purpose.WRITE:
                    put_cells(a, walk, type_, ld(at))
            elif purpose == Purpose.WRITE or looks_into_cells(inner):
                parts = entry(type_, Entry.COUNT)
                at = a + ld(at) + 8
        elif purpose == Purpose.WRITE:
            put_leaf(a, walk, what, at)
        elif what == Kind.STRING:
            st(walk + Walk.TOTAL, ld(walk + Walk.TOTAL) + 16 + string_length(a, ld(at)))
        frame = ld(walk + Walk.STACK)
        if parts:
            frame -= FRAME
            if frame < ld(walk + Walk.FIRST) + 8 * ld(walk + Walk.THINGS):
                st(walk + Walk.SHORT, Short.WORK)
                frame += FRAME
            else:
                st(frame, type_)
                st(frame + 8, at)
                st(frame + 16, parts)
        while frame < floor and ld(frame + 16) == 0:
            frame += FRAME
        st(walk + Walk.STACK, frame)
        if frame == floor:
            return 0
        # The next part of the innermost frame.
        left = ld(frame + 16)
        type_ = ld(frame)
        at = ld(frame + 8)
        type_ = part_type(type_, entry(type_, Entry.COUNT) - left) if kind(type_) == Kind.TUPLE else item(type_)
        st(frame + 8, at + 8 * width(type_))
        st(frame + 16, left - 1)


def put_any(walk: int, type_: int) -> int:
    """What is in an `any`: its kind up to 6, or 7 and the number of a boxed type."""
    what = kind(type_)
    if what == Kind.OBJECT:
        put8(walk, ANY_OBJECT)
    elif what <= Kind.SYMBOL:
        put8(walk, what)
    else:
        put8(walk, 7)
        put16(walk, entry(type_, Entry.BOXED))
    return 0


@inline
def charge(walk: int, slots: int) -> int:
    """Abstract bytes of something with so many slots."""
    st(walk + Walk.TOTAL, ld(walk + Walk.TOTAL) + 16 + 8 * slots)
    return 0


def looks_into_cells(type_: int) -> int:
    """Cells of this type hold something that measuring has to see."""
    return kind(type_) in (Kind.STRING, Kind.TUPLE, Kind.OPTIONAL) or not is_plain(type_)


# ---------------------------------------------------------------------------------------------------- contents


def walk_things(a: int, walk: int) -> int:
    """Goes through the contents of all things, and of those met on the way."""
    number = 0
    while number < ld(walk + Walk.THINGS):
        walk_contents(a, walk, thing_at(walk, number))
        number += 1
    return 0


def walk_contents(a: int, walk: int, thing: int) -> int:
    type_ = type_of(a, thing)
    what = kind(type_)
    if what == Kind.LIST:
        return walk_list(a, walk, type_, thing)
    if what == Kind.TABLE:
        return walk_table(a, walk, type_, thing)
    return walk_object(a, walk, type_, thing)


def walk_list(a: int, walk: int, type_: int, thing: int) -> int:
    inner = item(type_)
    length = list_length(a, thing)
    charge(walk, entry(inner, Entry.SLOTS) * length)
    if ld(walk + Walk.PURPOSE) == Purpose.WRITE:
        put32(walk, length)
    elif kind(inner) in (Kind.INT, Kind.BOOL, Kind.FLOAT, Kind.SYMBOL):
        return 0
    at = elements(a, thing)
    for _number in range(length):
        walk_value(a, walk, inner, at)
        at += 8 * width(inner)
    return 0


def walk_table(a: int, walk: int, type_: int, thing: int) -> int:
    key = item(type_)
    value = entry(type_, Entry.OTHER)
    length = entries_length(a, thing)
    charge(walk, (entry(key, Entry.SLOTS) + entry(value, Entry.SLOTS)) * length)
    if ld(walk + Walk.PURPOSE) == Purpose.WRITE:
        put32(walk, length)
    stride = entry_stride(type_)
    for number in range(entries_used(a, thing)):
        found = entry_at(a, thing, stride, number)
        if not is_removed(found):
            walk_value(a, walk, key, found + ENTRY_HEAD)
            walk_value(a, walk, value, found + ENTRY_HEAD + 8 * width(key))
    return 0


def walk_object(a: int, walk: int, type_: int, thing: int) -> int:
    charge(walk, entry(type_, Entry.SLOTS))
    if ld(walk + Walk.PURPOSE) == Purpose.WRITE:
        put16(walk, entry(type_, Entry.CLASS))
    return walk_fields(a, walk, type_, thing)


def walk_fields(a: int, walk: int, type_: int, thing: int) -> int:
    at = a + thing + 16
    for number in range(entry(type_, Entry.COUNT)):
        part = part_type(type_, number)
        if part_may_be_unset(type_, number):
            walk_variable(a, walk, part, at)
            at += 8
        elif not part_is_hint(type_, number):
            walk_set(a, walk, part, at)
        at += 8 * width(part)
    return 0


@inline
def walk_set(a: int, walk: int, type_: int, at: int) -> int:
    """A variable that has a value."""
    if ld(walk + Walk.PURPOSE) == Purpose.WRITE:
        put8(walk, 1)
    return walk_value(a, walk, type_, at)


def walk_variable(a: int, walk: int, type_: int, at: int) -> int:
    """A variable that may be unset: a flag, then its value."""
    if ld(at):
        return walk_set(a, walk, type_, at + 8)
    if ld(walk + Walk.PURPOSE) == Purpose.WRITE:
        put8(walk, 0)
    return 0
