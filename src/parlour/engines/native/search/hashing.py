"""A word that tells states at a question apart as their keys do: where keys are equal, so are hashes.

Most slots hold their value as it is, or boards of such values: these are mixed from where they lie. A state that holds
anything else (lists, objects, texts, answers of an open group) is hashed by the bytes of its key (`runtime/key.py`),
which takes several times as long.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import inline, ld, local, lshr, st
from parlour.engines.llvm.streams import mix
from parlour.engines.native.driver.words import Rooms
from parlour.engines.native.layout import Entry, Kind, State
from parlour.engines.native.runtime.effects import seat_count
from parlour.engines.native.runtime.frames import frame_base, frame_site
from parlour.engines.native.runtime.key import key
from parlour.engines.native.runtime.program import (
    COUNTS,
    PASSES,
    READS,
    Count,
    GlobalRow,
    SiteRow,
    SlotRow,
    entry,
    global_row,
    item,
    kind,
    part_type,
    site_row,
    slot_row,
    width,
)


def hash_of_state(a: int, job: int) -> int:
    """A hash of the open question, never 0; the game is not over there."""
    is_plain_state = local(8)
    st(is_plain_state, not ld(a + State.GROUP) and not ld(a + State.JOURNAL) and ld(COUNTS + Count.GLOBAL_WORDS) <= 1)
    found = hash_of_values(a, is_plain_state) if ld(is_plain_state) else 0
    if not ld(is_plain_state):
        found = hash_of_image(a, job)
    found = mix(found)
    return found + (found == 0)


def hash_of_values(a: int, is_plain_state: int) -> int:
    """Mixes what lies in the frames and in live globals. Where something is there that has to be looked into, `0` is
    written to this address, and what comes back means nothing."""
    words = ld(COUNTS + Count.GLOBAL_WORDS)
    found = seat_count(a)
    live = 0
    end = ld(a + State.FRAMES)
    while end > ld(a + State.FRAMES_BASE):
        site = frame_site(a, end)
        row = site_row(site)
        found = stir(found, site)
        if words:
            live = ld(READS + 8 * site) | (ld(PASSES + 8 * site) & live)
        end = frame_base(a, end)
        first = ld(row + SiteRow.FIRST)
        for number in range(ld(row + SiteRow.COUNT)):
            slot = slot_row(first + number)
            at = a + end + 8 * ld(slot + SlotRow.PLACE)
            found = stir_variable(
                a, found, ld(slot + SlotRow.TYPE), at, ld(slot + SlotRow.MAY_BE_UNSET), is_plain_state
            )
    for number in range(ld(COUNTS + Count.GLOBALS)):
        if lshr(live, number) & 1:
            row = global_row(number)
            found = stir_variable(a, found, ld(row + GlobalRow.TYPE), a + ld(row + GlobalRow.PLACE), 1, is_plain_state)
    return found


@inline
def stir(found: int, word: int) -> int:
    found = (found ^ word) * STEP
    return found ^ lshr(found, 29)


@inline
def is_word(what: int) -> int:
    """Values of this kind are told apart by their one slot."""
    return what in (Kind.INT, Kind.BOOL, Kind.FLOAT, Kind.SYMBOL, Kind.PACKED)


@inline
def stir_variable(a: int, found: int, type_: int, at: int, may_be_unset: int, is_plain_state: int) -> int:
    if may_be_unset:
        found = stir(found, ld(at))
        if ld(at) == 0:
            return found
        at += 8
    if is_word(kind(type_)):
        return stir(found, ld(at))
    return stir_parts(a, found, type_, at, is_plain_state)


def stir_parts(a: int, found: int, type_: int, at: int, is_plain_state: int) -> int:
    """The same for a value of several words; boards are where their slot says."""
    what = kind(type_)
    if what == Kind.BOARD:
        cell = entry(type_, Entry.CELL)
        at = a + ld(at) + 8
        if cell:
            return stir_bytes(found, at, entry(type_, Entry.COUNT) * cell)
        inner = item(type_)
        for _number in range(entry(type_, Entry.COUNT)):
            found = stir_parts(a, found, inner, at, is_plain_state)
            at += 8 * width(inner)
        return found
    if what == Kind.TUPLE:
        for number in range(entry(type_, Entry.COUNT)):
            part = part_type(type_, number)
            found = stir_parts(a, found, part, at, is_plain_state)
            at += 8 * width(part)
        return found
    if what == Kind.OPTIONAL:
        found = stir(found, ld(at) != 0)
        if ld(at) == 0:
            return found
        inner = item(type_)
        return stir_parts(a, found, inner, at if entry(inner, Entry.POINTER) else at + 8, is_plain_state)
    if is_word(what):
        return stir(found, ld(at))
    if what == Kind.NONE:
        return found
    st(is_plain_state, 0)
    return found


def stir_bytes(found: int, at: int, size: int) -> int:
    """What pads them to whole words belongs to nobody."""
    whole = size & -8
    for place in range(0, whole, 8):
        found = stir(found, ld(at + place))
    if size > whole:
        found = stir(found, ld(at + whole) & lshr(-1, 64 - 8 * (size - whole)))
    return found


def hash_of_image(a: int, job: int) -> int:
    place = ld(job + Rooms.KEY)
    size = key(a, place, ld(job + Rooms.KEY_ROOM))
    return stir_bytes(size, place, size)
