"""What the runtime knows about the program: the tables that its compiled module defines, and how to read them.

The words of a type's entry are said in `layout.Entry`. Everything else has rows of a fixed number of words::

    SITES    function, site in it, first slot, slots, width of the frame, type of the answer or -1, group, attempts
    SLOTS    type, may it be unset, place in the frame, number of the local
    GLOBALS  type, offset of the flag that says it is set (the value follows), presentation, count
    READS, PASSES    for each site as many words as COUNTS says, a bit for every global
    COUNTS   globals, words of a set of globals, sites, start of the heap, place of the answer, of the result,
             type of the result, does the program use `Tracked`, does it draw, how many classes has it
"""

from __future__ import annotations

from enum import IntEnum

from parlour.engines.llvm.low.language import Table, inline, ld
from parlour.engines.native.layout import ENTRY_WORDS, Entry, Kind

TYPES = Table("TYPES")
PARTS = Table("PARTS")
SITES = Table("SITES")
SLOTS = Table("SLOTS")
GLOBALS = Table("GLOBALS")
READS = Table("READS")
PASSES = Table("PASSES")
COUNTS = Table("COUNTS")


class Count(IntEnum):
    """Places in `COUNTS`, in bytes."""

    GLOBALS = 0
    GLOBAL_WORDS = 8
    HEAP = 16
    ANSWER = 24
    RESULT = 32
    RESULT_TYPE = 40
    TRACKED = 48
    DRAWS = 56
    CLASSES = 64


class SiteRow(IntEnum):
    """Places in a row of `SITES`, in bytes."""

    FUNCTION = 0
    NUMBER = 8
    FIRST = 16
    COUNT = 24
    WIDTH = 32
    ANSWER = 40
    SIZE = 48


class SlotRow(IntEnum):
    """Places in a row of `SLOTS`, in bytes."""

    TYPE = 0
    MAY_BE_UNSET = 8
    PLACE = 16
    LOCAL = 24
    SIZE = 32


class GlobalRow(IntEnum):
    """Places in a row of `GLOBALS`, in bytes."""

    TYPE = 0
    PLACE = 8
    PRESENTATION = 16
    SIZE = 24


@inline
def entry(type_: int, word: int) -> int:
    """A word of a type's entry."""
    return ld(TYPES + 8 * (ENTRY_WORDS * type_ + word))


@inline
def kind(type_: int) -> int:
    return entry(type_, Entry.KIND)


@inline
def width(type_: int) -> int:
    """Slots of a value."""
    return entry(type_, Entry.WIDTH)


@inline
def item(type_: int) -> int:
    """The type of elements, cells, keys, or of an optional's value."""
    return entry(type_, Entry.ITEM)


@inline
def part_type(type_: int, number: int) -> int:
    """The type of a tuple's part or an object's field."""
    return ld(PARTS + 16 * (entry(type_, Entry.FIRST) + number))


@inline
def part_may_be_unset(type_: int, number: int) -> int:
    return ld(PARTS + 16 * (entry(type_, Entry.FIRST) + number) + 8) & 1


@inline
def part_is_hint(type_: int, number: int) -> int:
    """A field that is outside of keys."""
    return ld(PARTS + 16 * (entry(type_, Entry.FIRST) + number) + 8) >> 1


@inline
def type_of(a: int, thing: int) -> int:
    """The type in the header of a heap object."""
    return ld(a + thing) & 0xFFFFFFFF


@inline
def site_row(site: int) -> int:
    return SITES + SiteRow.SIZE * site


@inline
def slot_row(slot: int) -> int:
    return SLOTS + SlotRow.SIZE * slot


@inline
def global_row(number: int) -> int:
    return GLOBALS + GlobalRow.SIZE * number


def is_class_below(type_: int, wanted: int) -> int:
    """A class is another one or derived from it; both by their types."""
    while type_ != wanted:
        type_ = entry(type_, Entry.PARENT)
        if type_ < 0:
            return 0
    return 1


def object_width(type_: int) -> int:
    """Slots of an object's fields, flags included."""
    total = 0
    for number in range(entry(type_, Entry.COUNT)):
        total += width(part_type(type_, number)) + part_may_be_unset(type_, number)
    return total


def holds_pointers(type_: int) -> int:
    """Some slot of a value of this type is, or may be, the offset of a heap object."""
    what = kind(type_)
    if what == Kind.OPTIONAL:
        return holds_pointers(item(type_))
    if what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            if holds_pointers(part_type(type_, number)):
                return 1
        return 0
    return what == Kind.ANY or entry(type_, Entry.POINTER)


def needs_kind(type_: int) -> int:
    """A key of this type holds floats, `any`, lists or tables: see `needs_kind` of the Python engine."""
    what = kind(type_)
    if what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            if needs_kind(part_type(type_, number)):
                return 1
        return 0
    if what in (Kind.BOARD, Kind.PACKED, Kind.OPTIONAL):
        return needs_kind(item(type_))
    return what in (Kind.LIST, Kind.TABLE, Kind.ANY, Kind.FLOAT)


def is_plain(type_: int) -> int:
    """No value of this type holds a list, a table, an object or an `any`."""
    what = kind(type_)
    if what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            if not is_plain(part_type(type_, number)):
                return 0
        return 1
    if what in (Kind.BOARD, Kind.PACKED, Kind.OPTIONAL):
        return is_plain(item(type_))
    return what not in (Kind.ANY, Kind.LIST, Kind.TABLE, Kind.OBJECT)
