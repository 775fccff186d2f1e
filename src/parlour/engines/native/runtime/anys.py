"""`any`: one word whose low three bits say what it is (`layout.Tag`)."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, inline, st
from parlour.engines.native.layout import (
    T_BOOL,
    T_FLOAT,
    T_INT,
    T_NONE,
    T_STRING,
    T_SYMBOL,
    Entry,
    Tag,
)
from parlour.engines.native.runtime.memory import alloc
from parlour.engines.native.runtime.program import entry, type_of
from parlour.engines.native.runtime.strings import text_compare

TAG_BITS = 7


def box_int(a: int, value: int) -> int:
    """Within the word if 61 bits are enough."""
    if (value << 3) >> 3 == value:
        return value << 3 | Tag.INT
    return box_number(a, T_INT, value)


def box_float(a: int, bits: int) -> int:
    return box_number(a, T_FLOAT, bits)


def box_number(a: int, type_: int, bits: int) -> int:
    box = alloc(a, 16)
    st(a + box, type_)
    st(a + box + 8, bits)
    return box | Tag.NUMBER


def box_slots(a: int, type_: int, source: int, width: int) -> int:
    """A tuple or a packed board."""
    box = alloc(a, 8 + 8 * width)
    st(a + box, type_)
    copy(a + box + 8, source, 8 * width)
    return box | Tag.BOX


@inline
def thing_in(value: int) -> int:
    """The offset in an `any` that has one."""
    return value & ~TAG_BITS


def any_type(a: int, value: int) -> int:
    """The type of what is inside; of an object its class."""
    tag = value & TAG_BITS
    if tag == Tag.NONE:
        return T_NONE
    if tag == Tag.INT:
        return T_INT
    if tag == Tag.BOOL:
        return T_BOOL
    if tag == Tag.SYMBOL:
        return T_SYMBOL
    if tag == Tag.STRING:
        return T_STRING
    return type_of(a, thing_in(value))


@inline
def any_compare(a: int, left: int, right: int) -> int:
    """Whether two of them are equal: 0, 1, or 2 where only their boxes can say, or where finding out takes steps."""
    tag = left & TAG_BITS
    if tag != right & TAG_BITS:
        return 0
    if tag == Tag.STRING:
        return text_compare(a, thing_in(left), thing_in(right))
    if tag in (Tag.BOX, Tag.NUMBER):
        return 2
    return left == right


def any_slots(a: int, value: int, place: int) -> int:
    """The address of the slots of what is inside; `place` is a word to put them in where they are nowhere else."""
    tag = value & TAG_BITS
    if tag == Tag.NUMBER or (tag == Tag.BOX and not entry(type_of(a, thing_in(value)), Entry.POINTER)):
        return a + thing_in(value) + 8
    if tag in (Tag.INT, Tag.BOOL, Tag.SYMBOL):
        st(place, value >> 3)
    else:
        st(place, thing_in(value))
    return place
