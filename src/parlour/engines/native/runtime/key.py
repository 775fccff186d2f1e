"""The key of a suspended state: the bytes that `engines/python/keys.py` writes; `engines/python/image.py` says
what they are."""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, fill, inline, ld, local, lshr, st
from parlour.engines.native.layout import T_INT, Kind, State
from parlour.engines.native.runtime.effects import seat_count
from parlour.engines.native.runtime.entries import entries_used, entry_at
from parlour.engines.native.runtime.frames import frame_base, frame_site, frames_count
from parlour.engines.native.runtime.groups import GROUP_ANSWERS, group_count, group_type
from parlour.engines.native.runtime.journal import ENTRY_KEPT, ENTRY_KEY, JOURNAL_STRIDE, OUTER
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.program import (
    COUNTS,
    PASSES,
    READS,
    Count,
    GlobalRow,
    SiteRow,
    SlotRow,
    global_row,
    kind,
    site_row,
    slot_row,
    type_of,
    width,
)
from parlour.engines.native.runtime.sorting import sort_pairs
from parlour.engines.native.runtime.walk import (
    Purpose,
    Short,
    Walk,
    meet,
    put8,
    put32,
    put64,
    put_any,
    thing_at,
    walk_begin,
    walk_end,
    walk_fields,
    walk_set,
    walk_things,
    walk_value,
    walk_variable,
)

ABSENT = 0xFFFFFFFF


@export
def key(a: int, out: int, room: int) -> int:
    """Writes the key and gives its length; 0 if there is too little room, -1 if there is too little working memory."""
    walk = walk_begin(a, Purpose.WRITE, out, room)
    put_head(a, walk)
    walk_frames(a, walk)
    walk_live_globals(a, walk)
    put_group(a, walk)
    put_journals(a, walk)
    return close_image(a, walk, out)


@export
def root_image(a: int, type_: int, at: int, out: int, room: int) -> int:
    """Writes the image of one value, without the byte that says it is set; gives its length, 0 or -1 as `key` does."""
    walk = walk_begin(a, Purpose.WRITE, out, room)
    walk_value(a, walk, type_, at)
    return close_image(a, walk, out)


def close_image(a: int, walk: int, out: int) -> int:
    """The contents of all things, and the order of the objects' creation where it matters."""
    walk_things(a, walk)
    if ld(COUNTS + Count.TRACKED):
        put_order(a, walk)
    short = walk_end(a, walk)
    if short:
        return 0 if short == Short.OUTPUT else -1
    return ld(walk + Walk.OUT) - out


def put_order(a: int, walk: int) -> int:
    """The objects among the things, counted from 0, in the order of their creation."""
    count = 0
    things = ld(walk + Walk.THINGS)
    pairs = ld(walk + Walk.FIRST) + 8 * things
    if pairs + 32 * things > ld(walk + Walk.STACK):
        st(walk + Walk.SHORT, Short.WORK)
        return 0
    for number in range(things):
        thing = thing_at(walk, number)
        if kind(type_of(a, thing)) == Kind.OBJECT:
            st(pairs + 16 * count, ld(a + thing + 8))
            st(pairs + 16 * count + 8, count)
            count += 1
    pairs = sort_pairs(pairs, count, pairs + 16 * things)
    for number in range(count):
        put32(walk, ld(pairs + 16 * number + 8))
    return 0


# -------------------------------------------------------------------------------------------------------- head


def put_head(a: int, walk: int) -> int:
    """Where the frames wait, how many seats there are, the outcome; and on the way, which globals are live."""
    words = ld(COUNTS + Count.GLOBAL_WORDS)
    live = walk + Walk.LIVE
    fill(live, 0, 8 * words)
    put32(walk, frames_count(a))
    end = ld(a + State.FRAMES)
    while end > ld(a + State.FRAMES_BASE):
        site = frame_site(a, end)
        row = site_row(site)
        put32(walk, ld(row + SiteRow.FUNCTION))
        put32(walk, ld(row + SiteRow.NUMBER))
        for word in range(words):
            place = 8 * (words * site + word)
            st(live + 8 * word, ld(READS + place) | (ld(PASSES + place) & ld(live + 8 * word)))
        end = frame_base(a, end)
    put32(walk, seat_count(a))
    return put_outcome(a, walk)


def put_outcome(a: int, walk: int) -> int:
    outcome = ld(a + State.OUTCOME)
    put8(walk, outcome != 0)
    if outcome == 0:
        return 0
    ranking = ld(a + outcome + 16)
    put32(walk, list_length(a, ranking) if ranking else ABSENT)
    if ranking:
        for number in range(list_length(a, ranking)):
            rank = ld(elements(a, ranking) + 8 * number)
            put32(walk, list_length(a, rank))
            for place in range(list_length(a, rank)):
                put32(walk, ld(elements(a, rank) + 8 * place))
    scores = ld(a + outcome + 24)
    has_scores = ld(a + outcome + 32)
    put32(walk, list_length(a, scores) if has_scores else ABSENT)
    if has_scores:
        for number in range(list_length(a, scores)):
            put64(walk, ld(elements(a, scores) + 8 * number))
    return 0


# ------------------------------------------------------------------------------------------------------- roots


def walk_frames(a: int, walk: int) -> int:
    """What is kept in the frames, the outermost first."""
    end = ld(a + State.FRAMES)
    while end > ld(a + State.FRAMES_BASE):
        row = site_row(frame_site(a, end))
        end = frame_base(a, end)
        first = ld(row + SiteRow.FIRST)
        for number in range(ld(row + SiteRow.COUNT)):
            slot = slot_row(first + number)
            at = a + end + 8 * ld(slot + SlotRow.PLACE)
            if ld(slot + SlotRow.MAY_BE_UNSET):
                walk_variable(a, walk, ld(slot + SlotRow.TYPE), at)
            else:
                walk_set(a, walk, ld(slot + SlotRow.TYPE), at)
    return 0


def walk_live_globals(a: int, walk: int) -> int:
    for number in range(ld(COUNTS + Count.GLOBALS)):
        if lshr(ld(walk + Walk.LIVE + 8 * (number >> 6)), number & 63) & 1:
            row = global_row(number)
            walk_variable(a, walk, ld(row + GlobalRow.TYPE), a + ld(row + GlobalRow.PLACE))
    return 0


def put_group(a: int, walk: int) -> int:
    """Answers already given to a group that is still open: the place of each and the answer."""
    count = group_count(a)
    if count == 0:
        return 0
    type_ = group_type(a)
    at = a + ld(a + State.GROUP) + GROUP_ANSWERS
    for _number in range(count):
        walk_set(a, walk, T_INT, at)
        walk_set(a, walk, type_, at + 8)
        at += 8 + 8 * width(type_)
    return 0


def put_journals(a: int, walk: int) -> int:
    """What open attempts would put back, the outermost first. The chain begins with the innermost: it is turned round
    on the stack."""
    floor = ld(walk + Walk.STACK)
    stack = floor
    journal = ld(a + State.JOURNAL)
    while journal:
        stack -= 8
        if stack < ld(walk + Walk.FIRST) + 8 * ld(walk + Walk.THINGS):
            st(walk + Walk.SHORT, Short.WORK)
            return 0
        st(stack, journal)
        journal = ld(a + journal + OUTER)
    while stack < floor:
        # Values are walked below what is still to come.
        st(walk + Walk.STACK, stack)
        journal = ld(stack)
        for number in range(entries_used(a, journal)):
            kept = entry_at(a, journal, JOURNAL_STRIDE, number)
            put_kept(a, walk, ld(kept + ENTRY_KEY), ld(kept + ENTRY_KEPT))
        stack += 8
    st(walk + Walk.STACK, floor)
    return 0


def put_kept(a: int, walk: int, thing: int, kept: int) -> int:
    """A thing or global, and what it held."""
    if thing < 0:
        number = local(8)
        st(number, -1 - thing)
        walk_set(a, walk, T_INT, number)
        return walk_variable(a, walk, ld(global_row(-1 - thing) + GlobalRow.TYPE), a + kept + 16)
    type_ = type_of(a, thing)
    put_reference(a, walk, type_, thing)
    if kind(type_) == Kind.OBJECT:
        return walk_fields(a, walk, type_, kept)
    return put_reference(a, walk, type_, kept)


@inline
def put_reference(a: int, walk: int, type_: int, thing: int) -> int:
    """A thing as an `any`."""
    put8(walk, 1)
    put_any(walk, type_)
    return put32(walk, meet(a, walk, thing))
