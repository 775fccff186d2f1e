"""Deals of what lies face down, in compiled code: `Part.order` of `engines/core/belief.py`, draw for draw.

A deal is laid out in the arena, where the position that it belongs to was just copied: words of faces are taken from
the original, so nothing is lost however they are exchanged.
"""

from __future__ import annotations

from parlour.engines.core.belief import EXCHANGES, SHUFFLES
from parlour.engines.llvm.low.language import inline, ld, ld8, ld32, st, st32
from parlour.engines.llvm.streams import below
from parlour.engines.native.search.words import Informed, PartRow


def deal(a: int, f: int, stream: int) -> int:
    """Deals all parts anew, drawing from the stream at this address."""
    for number in range(ld(f + Informed.PART_COUNT)):
        part = ld(f + Informed.PARTS) + PartRow.ROW * number
        find_order(part, stream)
        lay_out(a, f, part)
    return 0


@inline
def find_order(part: int, stream: int) -> int:
    count = ld(part + PartRow.COUNT)
    order = ld(part + PartRow.ORDER)
    for number in range(count):
        st32(order + 4 * number, number)
    mask = ld(part + PartRow.MASK)
    if mask == 0:
        return shuffle_order(order, count, stream)
    if ld(part + PartRow.IS_LIKELY):
        for _time in range(SHUFFLES):
            shuffle_order(order, count, stream)
            if fits(mask, order, count):
                return 0
    first = ld(part + PartRow.FIRST)
    for number in range(count):
        st32(order + 4 * number, ld32(first + 4 * number))
    for _time in range(EXCHANGES * count):
        one = below(stream, count)
        other = below(stream, count)
        mine = ld32(order + 4 * one)
        theirs = ld32(order + 4 * other)
        if ld8(mask + count * one + theirs) and ld8(mask + count * other + mine):
            st32(order + 4 * one, theirs)
            st32(order + 4 * other, mine)
    return 0


def shuffle_order(order: int, count: int, stream: int) -> int:
    for place in range(count - 1, 0, -1):
        other = order + 4 * below(stream, place + 1)
        value = ld32(other)
        st32(other, ld32(order + 4 * place))
        st32(order + 4 * place, value)
    return 0


def fits(mask: int, order: int, count: int) -> int:
    for number in range(count):
        if not ld8(mask + count * number + ld32(order + 4 * number)):
            return 0
    return 1


def lay_out(a: int, f: int, part: int) -> int:
    """Every object gets its face, and the number of it."""
    order = ld(part + PartRow.ORDER)
    places = ld(part + PartRow.PLACES)
    size = ld(part + PartRow.PLACE_COUNT)
    for number in range(ld(part + PartRow.COUNT)):
        face = ld32(order + 4 * number)
        to = a + ld(ld(part + PartRow.TO) + 8 * number)
        source = ld(ld(part + PartRow.SOURCES) + 8 * face)
        for place in range(size):
            at = ld(places + 8 * place)
            st(to + at, ld(source + at))
        thing = ld(ld(part + PartRow.NUMBERS) + 8 * number)
        st(ld(f + Informed.FACES) + 8 * thing, ld(ld(part + PartRow.FACES) + 8 * face))
    return 0
