"""Is the state the same as one saved before, and does the question continue that one? Asked after every try.

Both answers are about images (see `engines/python/image.py`), but most of the time there is a shorter way: a plain slot
that differs decides at once, and so do equal frames when nothing was written since. `saved` is a saved state as in
`words.py`; its heap is not looked at.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import inline, ld, ld8, st, trailing_zeros
from parlour.engines.native.driver.job import is_changed, of_saved, same_words, saved_frames
from parlour.engines.native.driver.words import Orders, Rooms
from parlour.engines.native.layout import HOST_SIZE, State
from parlour.engines.native.runtime.equality import plain_equal
from parlour.engines.native.runtime.program import (
    COUNTS,
    GLOBALS,
    PASSES,
    READS,
    Count,
    GlobalRow,
    SiteRow,
    SlotRow,
    global_row,
    site_row,
    slot_row,
    width,
)

NO = 0
YES = 1
UNKNOWN = 2
# Of continuing: yes, but nothing that was live then is live now.
APART = 3


def alike(a: int, job: int, saved: int, type_: int, may_be_unset: int, one: int, other: int) -> int:
    """Whether two variables hold the same, as far as can be seen without looking through references."""
    if may_be_unset:
        if ld(one) != ld(other):
            return NO
        if ld(one) == 0:
            return YES
        one += 8
        other += 8
    is_equal = same_words(one, other, 8 * width(type_))
    if ld8(ld(job + Rooms.PLAIN) + type_):
        return is_equal or plain_equal(a, type_, one, other)
    return YES if is_equal and not is_changed(a, saved) else UNKNOWN


def frames_alike(a: int, job: int, saved: int, site: int, one: int, other: int) -> int:
    """Two frames of one site, by the addresses of their slots."""
    row = site_row(site)
    slot = slot_row(ld(row + SiteRow.FIRST))
    result = YES
    for _number in range(ld(row + SiteRow.COUNT)):
        place = 8 * ld(slot + SlotRow.PLACE)
        may_be_unset = ld(slot + SlotRow.MAY_BE_UNSET)
        found = alike(a, job, saved, ld(slot + SlotRow.TYPE), may_be_unset, one + place, other + place)
        if found == NO:
            return NO
        if found == UNKNOWN:
            result = UNKNOWN
        slot += SlotRow.SIZE
    return result


@inline
def live_after(live: int, site: int, place: int) -> int:
    """A word of the set of live globals, with one more frame on top."""
    words = ld(COUNTS + Count.GLOBAL_WORDS)
    at = 8 * (words * site + place)
    return ld(READS + at) | (ld(PASSES + at) & live)


def live_globals(start: int, end: int, sets: int) -> int:
    """Writes the set of the globals that are live in these frames, from the outermost on."""
    words = ld(COUNTS + Count.GLOBAL_WORDS)
    for place in range(words):
        st(sets + 8 * place, 0)
    while end > start:
        site = ld(end - 8)
        for place in range(words):
            st(sets + 8 * place, live_after(ld(sets + 8 * place), site, place))
        end -= 8 + 8 * ld(site_row(site) + SiteRow.WIDTH)
    return 0


@inline
def is_member(sets: int, number: int) -> int:
    return (ld(sets + 8 * (number >> 6)) >> (number & 63)) & 1


def globals_alike(a: int, job: int, saved: int, sets: int) -> int:
    """Whether the globals of a set hold the same now as in the saved state."""
    result = YES
    row = global_row(0)
    for number in range(ld(COUNTS + Count.GLOBALS)):
        if is_member(sets, number):
            place = ld(row + GlobalRow.PLACE)
            found = alike(a, job, saved, ld(row + GlobalRow.TYPE), 1, a + place, saved + place - HOST_SIZE)
            if found == NO:
                return NO
            if found == UNKNOWN:
                result = UNKNOWN
        row += GlobalRow.SIZE
    return result


@inline
def globals_untouched(a: int, saved: int) -> int:
    """Whether all globals hold the very words of the saved state."""
    if ld(COUNTS + Count.GLOBALS) == 0:
        return 1
    first = ld(GLOBALS + GlobalRow.PLACE)
    size = ld(COUNTS + Count.HEAP) - first
    return not is_changed(a, saved) and same_words(a + first, saved + first - HOST_SIZE, size)


@inline
def given(a: int, group: int) -> int:
    """How many answers of an open group there are."""
    return ld(a + group + 16) if group else 0


def is_same(a: int, job: int, saved: int) -> int:
    """Whether the question that is open now is the saved one again. The outcome is not known at either of them."""
    base = ld(a + State.FRAMES_BASE)
    size = ld(a + State.FRAMES) - base
    if ld(a + State.OUTCOME) or size != of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE):
        return NO
    if given(a, ld(a + State.GROUP)) != given(a, of_saved(saved, State.GROUP)):
        return NO
    now = a + base
    then = saved_frames(saved)
    result = stacks_alike(a, job, saved, now, then, size)
    if result == NO:
        return NO
    if ld(a + State.JOURNAL) or of_saved(saved, State.JOURNAL) or ld(a + State.GROUP):
        return UNKNOWN
    if ld(job + Orders.NAMES_SEATS) and is_changed(a, saved):
        return UNKNOWN
    if globals_untouched(a, saved):
        return result
    sets = ld(job + Rooms.SETS)
    live_globals(now, now + size, sets)
    found = globals_alike(a, job, saved, sets)
    return found if found != YES else result


def stacks_alike(a: int, job: int, saved: int, now: int, then: int, size: int) -> int:
    """Two stacks of the same size in bytes."""
    result = YES
    end = size
    while end > 0:
        site = ld(now + end - 8)
        if site != ld(then + end - 8):
            return NO
        wide = 8 * ld(site_row(site) + SiteRow.WIDTH)
        end -= 8 + wide
        if is_changed(a, saved) or not same_words(now + end, then + end, wide):
            found = frames_alike(a, job, saved, site, now + end, then + end)
            if found == NO:
                return NO
            if found == UNKNOWN:
                result = UNKNOWN
    return result


@inline
def read_at_both(site: int, before: int, place: int) -> int:
    """A word of the set of globals that both functions read that ask, after their questions: they are live at both,
    whoever waits for these functions."""
    words = ld(COUNTS + Count.GLOBAL_WORDS)
    return ld(READS + 8 * (words * site + place)) & ld(READS + 8 * (words * before + place))


@inline
def read_both(site: int, before: int) -> int:
    """Whether there is one."""
    for place in range(ld(COUNTS + Count.GLOBAL_WORDS)):
        if read_at_both(site, before, place):
            return 1
    return 0


def reads_another(a: int, job: int, saved: int, site: int, before: int) -> int:
    """Whether a global that is read at both questions has surely changed; the saved one was asked at `before`."""
    for word in range(ld(COUNTS + Count.GLOBAL_WORDS)):
        both = read_at_both(site, before, word)
        while both:
            row = global_row(64 * word + trailing_zeros(both))
            both &= both - 1
            place = ld(row + GlobalRow.PLACE)
            if alike(a, job, saved, ld(row + GlobalRow.TYPE), 1, a + place, saved + place - HOST_SIZE) == NO:
                return 1
    return 0


def continues(a: int, job: int, saved: int, site: int, before: int) -> int:
    """Whether everything live at the saved question has the same value now or is dead. `site` is where the open one is
    asked, `before` where the saved one was; -1: nobody has said it."""
    is_untouched = globals_untouched(a, saved)
    # Most of the time the two functions that ask tell enough.
    if not is_untouched and before >= 0 and reads_another(a, job, saved, site, before):
        return NO
    now = a + ld(a + State.FRAMES_BASE)
    now_end = a + ld(a + State.FRAMES)
    then = saved_frames(saved)
    then_end = then + of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE)
    result = APART
    one = now_end
    other = then_end
    while one > now and other > then:
        here = ld(one - 8)
        there = ld(other - 8)
        one -= 8 + 8 * ld(site_row(here) + SiteRow.WIDTH)
        other -= 8 + 8 * ld(site_row(there) + SiteRow.WIDTH)
        is_common = ld(site_row(here) + SiteRow.FUNCTION) == ld(site_row(there) + SiteRow.FUNCTION)
        if is_common and ld(site_row(here) + SiteRow.COUNT) and ld(site_row(there) + SiteRow.COUNT):
            found = common_alike(a, job, saved, here, one, there, other)
            if found == NO:
                return NO
            result = found if result == APART or found == UNKNOWN else result
    # Where something else is shared it does not matter which globals are.
    if is_untouched and result != APART:
        return result
    if is_untouched and before >= 0 and read_both(site, before):
        return YES
    words = ld(COUNTS + Count.GLOBAL_WORDS)
    sets = ld(job + Rooms.SETS)
    earlier = sets + 8 * words
    live_globals(now, now_end, sets)
    live_globals(then, then_end, earlier)
    shared = 0
    for place in range(words):
        both = ld(sets + 8 * place) & ld(earlier + 8 * place)
        st(sets + 8 * place, both)
        shared |= both
    if shared == 0:
        return result
    found = globals_alike(a, job, saved, sets)
    return result if found == YES and result == UNKNOWN else found


def common_alike(a: int, job: int, saved: int, site: int, one: int, before: int, other: int) -> int:
    """The locals that are live at both sites of a function, `APART` if there are none; slots come in the order of the
    locals."""
    row = site_row(site)
    if site == before and not is_changed(a, saved) and same_words(one, other, 8 * ld(row + SiteRow.WIDTH)):
        return YES if ld(row + SiteRow.COUNT) else APART
    slot = slot_row(ld(row + SiteRow.FIRST))
    end = slot + SlotRow.SIZE * ld(row + SiteRow.COUNT)
    row = site_row(before)
    earlier = slot_row(ld(row + SiteRow.FIRST))
    earlier_end = earlier + SlotRow.SIZE * ld(row + SiteRow.COUNT)
    result = APART
    while slot < end and earlier < earlier_end:
        difference = ld(slot + SlotRow.LOCAL) - ld(earlier + SlotRow.LOCAL)
        if difference == 0:
            found = alike(
                a,
                job,
                saved,
                ld(slot + SlotRow.TYPE),
                ld(slot + SlotRow.MAY_BE_UNSET),
                one + 8 * ld(slot + SlotRow.PLACE),
                other + 8 * ld(earlier + SlotRow.PLACE),
            )
            if found == NO:
                return NO
            result = found if result == APART or found == UNKNOWN else result
        if difference <= 0:
            slot += SlotRow.SIZE
        if difference >= 0:
            earlier += SlotRow.SIZE
    return result
