"""Tidying up: everything alive is copied to the working memory and back, so that the heap holds nothing else.

This is Cheney's copier. Roots are the frames, all globals, open attempts, answers of an open group, the outcome, what
was told and drawn, and the seats. A heap object that was copied has its new offset, divided by 8, in the high half of
its old header. The copies are gone through in the order in which they lie; blocks belong to one list, table or record,
are copied with it and passed over here::

    working memory + (new offset - start of the heap):   copied and gone through │ copied │ free
                                                                                 ↑ scan   ↑ Host.SPARE

`b` is the base for new offsets, as `a` is for old ones (`Host.SPARE_2`)."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, export, fill, inline, ld, ld32, move, st, st32
from parlour.engines.native.layout import T_BLOCK, Entry, Host, Kind, State, Tag
from parlour.engines.native.runtime.anys import TAG_BITS
from parlour.engines.native.runtime.boards import board_size
from parlour.engines.native.runtime.entries import (
    ENTRY_HEAD,
    HOLDER_SIZE,
    entries_clear,
    entries_index,
    entries_length,
    entries_used,
    entry_at,
    hash_of_word,
    is_removed,
)
from parlour.engines.native.runtime.events import TOLD
from parlour.engines.native.runtime.frames import frame_base, frame_site
from parlour.engines.native.runtime.frozen import entry_stride
from parlour.engines.native.runtime.groups import GROUP_ANSWERS, group_count, group_type
from parlour.engines.native.runtime.journal import ENTRY_KEPT, ENTRY_KEY, JOURNAL_SIZE, JOURNAL_STRIDE, OUTER
from parlour.engines.native.runtime.lists import LIST_SIZE
from parlour.engines.native.runtime.program import (
    COUNTS,
    Count,
    GlobalRow,
    SiteRow,
    SlotRow,
    entry,
    global_row,
    holds_pointers,
    item,
    kind,
    object_width,
    part_may_be_unset,
    part_type,
    site_row,
    slot_row,
    type_of,
    width,
)

BLOCK_HEAD = 16


@export
def collect(a: int) -> int:
    """Gives where the heap ends now; 0, and nothing has changed, if the working memory is too small."""
    heap = ld(COUNTS + Count.HEAP)
    if ld(a + State.BUMP) - heap > ld(a + Host.SCRATCH_ROOM):
        return 0
    b = ld(a + Host.SCRATCH) - heap
    st(a + Host.SPARE, heap)
    st(a + Host.SPARE_2, b)
    move_variables(a)
    move_records(a, b)
    move_journals(a, b)
    scan = heap
    while scan < ld(a + Host.SPARE):
        scan += scan_object(a, b, scan)
    end = ld(a + Host.SPARE)
    copy(a + heap, b + heap, end - heap)
    frames = ld(a + State.FRAMES) - ld(a + State.FRAMES_BASE)
    move(a + end, a + ld(a + State.FRAMES_BASE), frames)
    st(a + State.BUMP, end)
    st(a + State.FRAMES_BASE, end)
    st(a + State.FRAMES, end + frames)
    return end


# ------------------------------------------------------------------------------------------------------ moving


@inline
def new_room(a: int, size: int) -> int:
    """The new offset of so many bytes."""
    at = ld(a + Host.SPARE)
    st(a + Host.SPARE, at + ((size + 7) & -8))
    return at


def object_size(a: int, thing: int) -> int:
    """Bytes of a heap object that is no block."""
    type_ = type_of(a, thing)
    what = kind(type_)
    if what == Kind.STRING:
        return 16 + 4 * ld(a + thing + 8)
    if what == Kind.LIST:
        return LIST_SIZE
    if what == Kind.TABLE:
        return HOLDER_SIZE
    if what == Kind.OBJECT:
        return 16 + 8 * object_width(type_)
    if what == Kind.BOARD:
        return board_size(type_)
    return 8 + 8 * width(type_)


def moved(a: int, thing: int) -> int:
    """The new offset of a heap object. Constants stay where they are."""
    if thing < ld(COUNTS + Count.HEAP):
        return thing
    known = ld32(a + thing + 4)
    if known:
        return known << 3
    size = object_size(a, thing)
    at = new_room(a, size)
    copy(ld(a + Host.SPARE_2) + at, a + thing, (size + 7) & -8)
    st32(a + thing + 4, at >> 3)
    return at


def moved_block(a: int, block: int) -> int:
    """The new offset of a block, which only its owner knows."""
    size = BLOCK_HEAD + 8 * ld(a + block + 8)
    at = new_room(a, size)
    copy(ld(a + Host.SPARE_2) + at, a + block, size)
    return at


def new_block(a: int, slots: int) -> int:
    block = new_room(a, BLOCK_HEAD + 8 * slots)
    st(ld(a + Host.SPARE_2) + block, T_BLOCK)
    st(ld(a + Host.SPARE_2) + block + 8, slots)
    return block


@inline
def move_slot(a: int, at: int) -> int:
    """The offset at an address, 0 or of a heap object."""
    if ld(at):
        st(at, moved(a, ld(at)))
    return 0


def move_value(a: int, type_: int, at: int) -> int:
    """The slots of a value at an address. Goes as deep as the type."""
    what = kind(type_)
    if entry(type_, Entry.POINTER):
        return move_slot(a, at)
    if what == Kind.ANY:
        value = ld(at)
        if (value & TAG_BITS) >= Tag.STRING:
            st(at, moved(a, value & ~TAG_BITS) | (value & TAG_BITS))
    elif what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            part = part_type(type_, number)
            move_value(a, part, at)
            at += 8 * width(part)
    elif what == Kind.OPTIONAL:
        if entry(item(type_), Entry.POINTER):
            return move_slot(a, at)
        if ld(at):
            return move_value(a, item(type_), at + 8)
    return 0


def move_values(a: int, type_: int, first: int, count: int) -> int:
    if holds_pointers(type_):
        for number in range(count):
            move_value(a, type_, first + 8 * width(type_) * number)
    return 0


# ------------------------------------------------------------------------------------------------------- roots


def move_variables(a: int) -> int:
    """Globals and the slots of frames."""
    for number in range(ld(COUNTS + Count.GLOBALS)):
        row = global_row(number)
        place = a + ld(row + GlobalRow.PLACE)
        if ld(place):
            move_value(a, ld(row + GlobalRow.TYPE), place + 8)
    end = ld(a + State.FRAMES)
    while end > ld(a + State.FRAMES_BASE):
        row = site_row(frame_site(a, end))
        end = frame_base(a, end)
        for number in range(ld(row + SiteRow.COUNT)):
            slot = slot_row(ld(row + SiteRow.FIRST) + number)
            at = a + end + 8 * ld(slot + SlotRow.PLACE)
            if not ld(slot + SlotRow.MAY_BE_UNSET):
                move_value(a, ld(slot + SlotRow.TYPE), at)
            elif ld(at):
                move_value(a, ld(slot + SlotRow.TYPE), at + 8)
    return 0


def move_records(a: int, b: int) -> int:
    """Seats, the outcome, events, and answers of an open group."""
    move_slot(a, a + State.SEATS)
    if ld(a + State.OUTCOME):
        outcome = moved_block(a, ld(a + State.OUTCOME))
        st(a + State.OUTCOME, outcome)
        move_slot(a, b + outcome + 16)
        move_slot(a, b + outcome + 24)
        move_slot(a, b + outcome + 40)
    place = a + State.EVENTS
    while ld(place):
        event = moved_block(a, ld(place))
        st(place, event)
        if ld(b + event + 24) == TOLD:
            move_slot(a, b + event + 32)
            move_slot(a, b + event + 40)
        else:
            move_slot(a, b + event + 48)
        place = b + event + 16
    count = group_count(a)
    if count:
        type_ = group_type(a)
        group = moved_block(a, ld(a + State.GROUP))
        st(a + State.GROUP, group)
        at = b + group + GROUP_ANSWERS
        for _number in range(count):
            move_value(a, type_, at + 8)
            at += 8 + 8 * width(type_)
    return 0


def move_journals(a: int, b: int) -> int:
    """Open attempts. Their entries go by offsets, so they get new hashes."""
    place = a + State.JOURNAL
    while ld(place):
        journal = new_block(a, JOURNAL_SIZE >> 3) + BLOCK_HEAD
        copy(b + journal, a + ld(place), JOURNAL_SIZE)
        st(place, journal)
        move_entries(a, b, journal, JOURNAL_STRIDE)
        for number in range(entries_length(b, journal)):
            kept = entry_at(b, journal, JOURNAL_STRIDE, number)
            key = ld(kept + ENTRY_KEY)
            if key >= 0:
                key = moved(a, key)
                st(kept + ENTRY_KEY, key)
                move_slot(a, kept + ENTRY_KEPT)
            else:
                move_global(a, b, -1 - key, kept + ENTRY_KEPT)
            st(kept, hash_of_word(key))
            entries_index(b, journal, hash_of_word(key), number)
        place = b + journal + OUTER
    return 0


def move_global(a: int, b: int, number: int, place: int) -> int:
    """What an attempt keeps of a global: a block with its flag and slots."""
    block = moved_block(a, ld(place))
    st(place, block)
    if ld(b + block + BLOCK_HEAD):
        move_value(a, ld(global_row(number) + GlobalRow.TYPE), b + block + BLOCK_HEAD + 8)
    return 0


# ------------------------------------------------------------------------------------------------------- scan


def scan_object(a: int, b: int, thing: int) -> int:
    """Moves what a copied object refers to; gives its size."""
    type_ = type_of(b, thing)
    if type_ == T_BLOCK:
        return BLOCK_HEAD + 8 * ld(b + thing + 8)
    what = kind(type_)
    if what == Kind.LIST:
        scan_list(a, b, item(type_), thing)
    elif what == Kind.TABLE:
        scan_table(a, b, type_, thing)
    elif what == Kind.OBJECT:
        scan_fields(a, type_, b + thing + 16)
    elif what == Kind.TUPLE:
        move_value(a, type_, b + thing + 8)
    elif what == Kind.BOARD and not entry(type_, Entry.CELL):
        move_values(a, item(type_), b + thing + 8, entry(type_, Entry.COUNT))
    return (object_size(b, thing) + 7) & -8


def scan_list(a: int, b: int, inner: int, thing: int) -> int:
    """Its elements, in a block without room to spare."""
    length = ld(b + thing + 8)
    old = ld(b + thing + 24)
    st(b + thing + 16, length)
    st(b + thing + 24, 0)
    if length:
        slots = width(inner) * length
        block = new_block(a, slots)
        copy(b + block + BLOCK_HEAD, a + old + BLOCK_HEAD, 8 * slots)
        st(b + thing + 24, block)
        move_values(a, inner, b + block + BLOCK_HEAD, length)
    return 0


def scan_fields(a: int, type_: int, at: int) -> int:
    for number in range(entry(type_, Entry.COUNT)):
        part = part_type(type_, number)
        is_set = 1
        if part_may_be_unset(type_, number):
            is_set = ld(at)
            at += 8
        if is_set:
            move_value(a, part, at)
        at += 8 * width(part)
    return 0


def scan_table(a: int, b: int, type_: int, thing: int) -> int:
    key = item(type_)
    value = entry(type_, Entry.OTHER)
    stride = entry_stride(type_)
    move_entries(a, b, thing, stride)
    for number in range(entries_length(b, thing)):
        found = entry_at(b, thing, stride, number)
        move_slot(a, found + 8)
        move_value(a, key, found + ENTRY_HEAD)
        move_value(a, value, found + ENTRY_HEAD + 8 * width(key))
        entries_index(b, thing, ld(found), number)
    return 0


def move_entries(a: int, b: int, holder: int, stride: int) -> int:
    """Entries that are not removed go into a new block; the index is there and empty."""
    length = entries_length(b, holder)
    used = entries_used(b, holder)
    old = a + ld(b + holder + 24) + BLOCK_HEAD
    if length == 0:
        return entries_clear(b, holder)
    block = new_block(a, (stride >> 3) * length)
    words = 4
    while words < length:
        words *= 2
    index = new_block(a, words)
    fill(b + index + BLOCK_HEAD, 0, 8 * words)
    to = b + block + BLOCK_HEAD
    for number in range(used):
        if not is_removed(old + stride * number):
            copy(to, old + stride * number, stride)
            to += stride
    st(b + holder + 16, length)
    st(b + holder + 24, block)
    st(b + holder + 32, index)
    return 0
