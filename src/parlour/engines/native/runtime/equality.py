"""Deep equality, visiting the same parts in the same order and taking the same steps as the Python engine's `equal`.

The parts still to compare are frames in the working memory, one for each list, table, tuple or board that is being
compared, from its last part to its first::

    frame   type, what is compared on the left, on the right, parts left, bytes before the part that comes next

A frame of type -1 - t is one entry of a table of type t whose keys are compared too. Pairs of lists and tables that
were met before are not compared again: see `pairs.py`."""

from __future__ import annotations

from parlour.engines.llvm.low.language import fail, feq, ld, local, same_bytes, st
from parlour.engines.native.layout import Entry, Error, Host, Kind, Tag
from parlour.engines.native.runtime.anys import TAG_BITS, any_slots, any_type
from parlour.engines.native.runtime.boards import cell_at
from parlour.engines.native.runtime.entries import (
    ENTRY_HEAD,
    Compare,
    entries_find,
    entries_used,
    entry_at,
    is_removed,
)
from parlour.engines.native.runtime.frozen import entry_stride, key_compare
from parlour.engines.native.runtime.lists import elements
from parlour.engines.native.runtime.memory import work
from parlour.engines.native.runtime.pairs import PAIRS_HEAD, PAIRS_LIMIT, PAIRS_START, is_known_pair, pairs_begin
from parlour.engines.native.runtime.program import entry, item, kind, needs_kind, part_type, type_of, width
from parlour.engines.native.runtime.strings import same_text, string_equal

FRAME = 40
# Steps are taken for so many parts at a time, and for the rest at the end if the two are equal.
CHUNK = 0x10000


# ------------------------------------------------------------------------------------------------ plain values


def leaf_equal(a: int, what: int, left: int, right: int) -> int:
    """The slots at two addresses, of a kind that has no parts; costs nothing."""
    one = ld(left)
    other = ld(right)
    if one == other or what == Kind.NONE:
        return 1
    if what == Kind.STRING:
        return same_text(a, one, other)
    if what == Kind.FLOAT:
        return feq(one, other) or not (feq(one, one) or feq(other, other))
    return 0


def plain_equal(a: int, type_: int, left: int, right: int) -> int:
    """Values without lists, tables, floats and `any`, at two addresses; costs nothing. Goes as deep as the type."""
    what = kind(type_)
    if what == Kind.OPTIONAL:
        if ld(left) == 0 or ld(right) == 0:
            return ld(left) == ld(right)
        inner = item(type_)
        skip = 0 if entry(inner, Entry.POINTER) else 8
        return plain_equal(a, inner, left + skip, right + skip)
    if what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            part = part_type(type_, number)
            if not plain_equal(a, part, left, right):
                return 0
            left += 8 * width(part)
            right += 8 * width(part)
        return 1
    if what == Kind.BOARD:
        return board_equal(a, type_, ld(left), ld(right))
    return leaf_equal(a, what, left, right)


def board_equal(a: int, type_: int, left: int, right: int) -> int:
    """Heap boards with plain cells; costs nothing."""
    if left == right:
        return 1
    count = entry(type_, Entry.COUNT)
    cell = entry(type_, Entry.CELL)
    if cell:
        return same_bytes(a + left + 8, a + right + 8, count * cell)
    inner = item(type_)
    for number in range(count):
        place = 8 + 8 * width(inner) * number
        if not plain_equal(a, inner, a + left + place, a + right + place):
            return 0
    return 1


# ---------------------------------------------------------------------------------------------------- any value


def equal(a: int, type_: int, left: int, right: int) -> int:
    """Values at two addresses, whatever they hold."""
    base = ld(a + Host.SCRATCH)
    pairs_begin(base, base + ld(a + Host.SCRATCH_ROOM))
    floor = base + PAIRS_HEAD
    top = floor
    place = local(24)
    count = 0
    while True:
        # One part: `type_` and the addresses of its slots.
        count += 1
        what = kind(type_) if type_ >= 0 else Kind.TUPLE
        if what == Kind.OPTIONAL:
            there = ld(left) != 0
            if there != (ld(right) != 0):
                return 0
            what = Kind.NONE
            if there:
                type_ = item(type_)
                what = kind(type_)
                skip = 0 if entry(type_, Entry.POINTER) else 8
                left += skip
                right += skip
        if what == Kind.ANY:
            one = ld(left)
            other = ld(right)
            type_ = any_type(a, one)
            if type_ != any_type(a, other):
                return 0
            left = any_slots(a, one, place)
            right = any_slots(a, other, place + 8)
            what = kind(type_)
            if (one & TAG_BITS) == Tag.BOX:
                # What is in a box is a part of its own.
                if count % CHUNK == 0:
                    work(a, CHUNK)
                continue
        parts = 0
        if what in (Kind.LIST, Kind.TABLE):
            left = ld(left)
            right = ld(right)
            if left != right:
                if ld(a + left + 8) != ld(a + right + 8):
                    return 0
                st(base + PAIRS_START, top)
                if not is_known_pair(a, base, left, right):
                    if what == Kind.LIST:
                        parts = ld(a + left + 8)
                        left = elements(a, left)
                        right = elements(a, right)
                    else:
                        if not same_keys(a, left, right):
                            return 0
                        parts = entries_used(a, left)
        elif what == Kind.TUPLE:
            parts = entry(type_, Entry.COUNT) if type_ >= 0 else 2
        elif what in (Kind.BOARD, Kind.PACKED):
            if entry(type_, Entry.CELL):
                found = same_cells(a, type_, ld(left), ld(right), count)
                if found < 0:
                    return 0
                count = found
            else:
                parts = entry(type_, Entry.COUNT)
                left = a + ld(left) + 8
                right = a + ld(right) + 8
        elif what == Kind.STRING:
            if not string_equal(a, ld(left), ld(right)):
                return 0
        elif not leaf_equal(a, what, left, right):
            return 0
        if count % CHUNK == 0:
            work(a, CHUNK)
        if parts:
            if top + FRAME > ld(base + PAIRS_LIMIT):
                fail(a, Error.MEMORY)
            st(top, type_)
            st(top + 8, left)
            st(top + 16, right)
            st(top + 24, parts)
            st(top + 32, before_end(type_, parts))
            top += FRAME
        top = next_part(a, floor, top, place)
        if top < floor:
            work(a, count % CHUNK)
            return 1
        type_ = ld(place)
        left = ld(place + 8)
        right = ld(place + 16)


def before_end(type_: int, parts: int) -> int:
    """Bytes of all parts of what a frame compares."""
    if type_ < 0:
        return 0
    what = kind(type_)
    if what == Kind.TUPLE:
        return 8 * width(type_)
    return 0 if what == Kind.TABLE else 8 * width(item(type_)) * parts


def next_part(a: int, floor: int, top: int, place: int) -> int:
    """The next part of the innermost frame that has one: type, left and right address at `place`. Gives the new top
    of the frames, less than `floor` when nothing is left."""
    while top > floor:
        frame = top - FRAME
        number = ld(frame + 24) - 1
        if number < 0:
            top = frame
            continue
        st(frame + 24, number)
        type_ = ld(frame)
        left = ld(frame + 8)
        right = ld(frame + 16)
        if type_ < 0:
            # An entry of a table: first its value, then its key.
            table = -1 - type_
            inner = entry(table, Entry.OTHER) if number else item(table)
            offset = 8 * width(item(table)) if number else 0
        elif kind(type_) == Kind.TABLE:
            stride = entry_stride(type_)
            mine = entry_at(a, left, stride, number)
            if is_removed(mine):
                continue
            left = mine + ENTRY_HEAD
            right = twin_entry(a, right, mine, stride, key_compare(item(type_))) + ENTRY_HEAD
            wraps = needs_kind(item(type_))
            inner = -1 - type_ if wraps else entry(type_, Entry.OTHER)
            offset = 0 if wraps else 8 * width(item(type_))
        else:
            inner = part_type(type_, number) if kind(type_) == Kind.TUPLE else item(type_)
            offset = ld(frame + 32) - 8 * width(inner)
            st(frame + 32, offset)
        st(place, inner)
        st(place + 8, left + offset)
        st(place + 16, right + offset)
        return top
    return floor - 1


def twin_entry(a: int, table: int, mine: int, stride: int, compare: int) -> int:
    """The entry of a table that has the key of an entry of another table, or 0."""
    word = ld(mine + 8) if compare == Compare.FROZEN else ld(mine + ENTRY_HEAD)
    return entries_find(a, table, compare, stride, ld(mine), word)


def same_keys(a: int, left: int, right: int) -> int:
    """All keys of one table are in another of the same length."""
    type_ = type_of(a, left)
    stride = entry_stride(type_)
    compare = key_compare(item(type_))
    for number in range(entries_used(a, left)):
        mine = entry_at(a, left, stride, number)
        if not is_removed(mine) and not twin_entry(a, right, mine, stride, compare):
            return 0
    return 1


def same_cells(a: int, type_: int, left: int, right: int, count: int) -> int:
    """Boards with cells smaller than a slot: the number of parts compared by now, or -1 if two cells differ."""
    number = entry(type_, Entry.COUNT)
    if number > 0 and count % CHUNK == 0:
        work(a, CHUNK)
    while number > 0:
        number -= 1
        if cell_at(a, type_, left, number) != cell_at(a, type_, right, number):
            return -1
        count += 1
        if number > 0 and count % CHUNK == 0:
            work(a, CHUNK)
    return count


def same(a: int, left: int, right: int) -> int:
    """Two `any`: the same list, table or object, or other values of the same content."""
    type_ = any_type(a, left)
    if type_ != any_type(a, right):
        return 0
    what = kind(type_)
    if what in (Kind.LIST, Kind.TABLE):
        return left == right
    place = local(16)
    one = any_slots(a, left, place)
    other = any_slots(a, right, place + 8)
    is_deep = what == Kind.STRING or (left & TAG_BITS) == Tag.BOX
    return equal(a, type_, one, other) if is_deep else leaf_equal(a, what, one, other)


def bits_equal(a: int, type_: int, board: int, value: int) -> int:
    """Which cells of a heap board equal the slots at `value`, as bits."""
    inner = item(type_)
    bits = 0
    for number in range(entry(type_, Entry.COUNT)):
        bits |= equal(a, inner, a + board + 8 + 8 * width(inner) * number, value) << number
    return bits


def count_equal(a: int, type_: int, board: int, value: int) -> int:
    """How many cells of a heap board equal the slots at `value`."""
    inner = item(type_)
    total = 0
    for number in range(entry(type_, Entry.COUNT)):
        total += equal(a, inner, a + board + 8 + 8 * width(inner) * number, value)
    return total
