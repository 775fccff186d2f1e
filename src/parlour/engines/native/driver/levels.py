"""The questions of a move: beginning one, going back to where another way can be tried, taking up an earlier question.

An answer that leads, without chance, to a question of the same seat that continues this one only begins a move: see
`engines/python/simulator.py`. What is known of the questions so far is kept in slots, one for each record of the chain
and one for the open question, whose state and lists are where the other modules expect them: `Rooms.SAVED`,
`Rooms.MIRROR` and the lists of `Tries` are those of the open question's slot.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, inline, ld, st
from parlour.engines.native.driver.answers import forget_candidates, note_site, top_frame
from parlour.engines.native.driver.chain import LONGEST_MOVE, cut_chain, forget_record
from parlour.engines.native.driver.job import is_changed, of_saved, restore, same_globals, saved_frames
from parlour.engines.native.driver.runs import count_answers
from parlour.engines.native.driver.tries import forget_refused, list_few, note_dead
from parlour.engines.native.driver.words import (
    KNOWN_SIZE,
    LISTS_SIZE,
    MOST_SLOTS,
    Asked,
    AskKind,
    AskRow,
    Chain,
    Draws,
    LevelRow,
    Levels,
    Listing,
    Orders,
    Rooms,
    Tries,
)
from parlour.engines.native.layout import State
from parlour.engines.native.runtime.program import COUNTS, Count


@inline
def row_at(job: int, level: int) -> int:
    """The row of a level, counted from the oldest question on."""
    return ld(job + Levels.ROWS) + LevelRow.ROW * ld(ld(job + Levels.SLOTS) + 8 * level)


@inline
def begun_row(job: int, number: int) -> int:
    """The row of a question of the move that is begun, counted from its first on. The open question need not continue
    it, so it may have no level now."""
    return ld(job + Levels.ROWS) + LevelRow.ROW * ld(ld(job + Levels.PATH) + 8 * number)


def begin_levels(job: int) -> int:
    """A game begins: its first question may continue others, which nobody has seen."""
    count = ld(job + Chain.COUNT)
    for level in range(count):
        st(row_at(job, level) + LevelRow.LEFT_COUNT, -1)
        st(row_at(job, level) + LevelRow.FEW, 0)
        st(row_at(job, level) + LevelRow.SPENT, 0)
    st(job + Levels.BEGUN, 0)
    st(job + Levels.LISTING, Listing.NOT_YET)
    st(job + Tries.FEW, 0)
    st(job + Tries.SPENT, 0)
    st(job + Tries.IS_RESUMED, 0)
    return open_level(job, count)


def open_level(job: int, level: int) -> int:
    """The open question has this level's slot."""
    row = row_at(job, level)
    st(job + Rooms.SAVED, ld(row + LevelRow.SAVED))
    st(job + Rooms.MIRROR, ld(row + LevelRow.MIRROR))
    st(job + Rooms.MIRRORED, ld(COUNTS + Count.HEAP))
    copy(job + Tries.LEFT, row + LevelRow.LEFT, LISTS_SIZE)
    return 0


def leave_level(job: int, level: int, chosen: int) -> int:
    """Writes down what is known of a question before the next one is open; its chain is that of `note_chain`."""
    row = row_at(job, level)
    copy(row + LevelRow.LEFT_COUNT, job + Tries.LEFT_COUNT, KNOWN_SIZE)
    st(row + LevelRow.SITE, ld(job + Asked.SITE))
    st(row + LevelRow.CHOSEN, chosen)
    st(row + LevelRow.POLICY, ld(job + Draws.POLICY))
    st(row + LevelRow.MIRROR_USED, ld(job + Rooms.MIRROR))
    if ld(job + Levels.BEGUN):
        st(row + LevelRow.SPENT, 0)
    return 0


def note_chain(job: int) -> int:
    """Before the chain of the next question is made: which questions the open one continues."""
    count = ld(job + Chain.COUNT)
    row = row_at(job, count)
    st(row + LevelRow.COUNT, count)
    st(row + LevelRow.HALF, ld(job + Chain.HALF))
    st(row + LevelRow.END, ld(job + Chain.END))
    copy(ld(row + LevelRow.RECORDS), ld(job + Rooms.CHAIN), 8 * count)
    return 0


# --------------------------------------------------------------------------------------------------- going on


@inline
def seat_in(row: int, frame: int) -> int:
    """Who is asked by the question whose frame lies at this address."""
    place = ld(row + AskRow.SEAT)
    seat = ld(row + AskRow.SEAT_NUMBER) if place < 0 else ld(frame + place)
    return -1 if seat < 0 else seat


def begins(a: int, job: int, before: int, now: int, continues_last: int) -> int:
    """The answer to the saved question (by the rows of both) has only begun a move."""
    saved = ld(job + Rooms.SAVED)
    if not continues_last or ld(a + State.CHANCE) != of_saved(saved, State.CHANCE):
        return 0
    if ld(job + Levels.BEGUN) >= LONGEST_MOVE:
        return 0
    if ld(before + AskRow.ITEM) or ld(now + AskRow.ITEM):
        return 0
    if not ld(job + Levels.BY_MOVE):
        if ld(before + AskRow.KIND) == AskKind.OPTIONS or ld(now + AskRow.KIND) == AskKind.OPTIONS:
            return 0
        if not ld(job + Orders.JUDGES):
            return 0
    return seat_in(before, saved_frames(saved)) == seat_in(now, top_frame(a))


def keep_levels(job: int, level: int) -> int:
    """The open question was answered, which had this level: of the levels up to it those stay that the next one
    continues."""
    kept = ld(job + Chain.KEPT)
    slots = ld(job + Levels.SLOTS)
    total = 0
    for number in range(level + 1):
        if kept >> number & 1:
            if total < number:
                slot = ld(slots + 8 * number)
                st(slots + 8 * number, ld(slots + 8 * total))
                st(slots + 8 * total, slot)
            total += 1
    return 0


def set_aside(job: int, level: int) -> int:
    """As `keep_levels`, when the answer has only begun a move: one may have to go back. Levels that the next question
    does not continue, but this one does, stay as they are in the last of the free slots."""
    begun = ld(job + Levels.BEGUN)
    st(ld(job + Levels.PATH) + 8 * begun, ld(ld(job + Levels.SLOTS) + 8 * level))
    st(job + Levels.BEGUN, begun + 1)
    kept = ld(job + Chain.KEPT)
    st(row_at(job, level) + LevelRow.KEPT, kept)
    number = level
    while number >= 0:
        if not kept >> number & 1:
            move_level(job, number, MOST_SLOTS - 1)
        number -= 1
    return 0


def take_back_in(job: int, row: int) -> int:
    """Undoes `set_aside`, by the row of the level that was left then."""
    for number in range(ld(row + LevelRow.COUNT)):
        if not ld(row + LevelRow.KEPT) >> number & 1:
            move_level(job, MOST_SLOTS - 1, number)
    return 0


def move_level(job: int, source: int, to: int) -> int:
    """Those between the two places move up."""
    slots = ld(job + Levels.SLOTS)
    slot = ld(slots + 8 * source)
    step = 1 if source < to else -1
    while source != to:
        st(slots + 8 * source, ld(slots + 8 * (source + step)))
        source += step
    st(slots + 8 * to, slot)
    return 0


def give_begun(job: int) -> int:
    """The answers that have begun a move are given. What they cost is their first one's."""
    begun = ld(job + Levels.BEGUN)
    if begun:
        count_answers(job, begun)
        st(begun_row(job, 0) + LevelRow.SPENT, ld(job + Tries.SPENT))
        st(job + Levels.BEGUN, 0)
        st(job + Tries.SPENT, 0)
    return 0


def stay_here(job: int) -> int:
    """The answers that have begun a move are given, and one goes on at the question after them. Its heap was kept in
    the mirror of one of theirs, whose slot may be free from now on: it is kept anew."""
    give_begun(job)
    st(job + Rooms.MIRROR, ld(row_at(job, ld(job + Chain.COUNT)) + LevelRow.MIRROR))
    st(job + Rooms.MIRRORED, ld(COUNTS + Count.HEAP))
    return 0


def open_next(a: int, job: int, level: int, is_begun: int) -> int:
    """Another question is open, and nothing was tried there. If the answer has only begun a move and the heap did not
    change, the mirror of the question before holds most of it."""
    saved = ld(job + Rooms.SAVED)
    mirror = ld(job + Rooms.MIRROR)
    open_level(job, level)
    if is_begun and not is_changed(a, saved):
        is_same = ld(a + State.SEATS) == of_saved(saved, State.SEATS) and same_globals(a, saved)
        st(job + Levels.IS_SAME, is_same)
        st(job + Rooms.MIRROR, mirror)
        st(job + Rooms.MIRRORED, of_saved(saved, State.BUMP))
    st(job + Tries.IS_RESUMED, 0)
    return 0


# --------------------------------------------------------------------------------------------------- going back


def go_back(a: int, job: int) -> int:
    """Back to the question before, as it stood when the answer was drawn that led here. Gives that answer."""
    st(job + Levels.BEGUN, ld(job + Levels.BEGUN) - 1)
    spent = ld(job + Tries.SPENT)
    row = row_at(job, ld(job + Chain.COUNT) - 1)
    take_back_in(job, row)
    resume(job, ld(row + LevelRow.COUNT))
    st(job + Tries.SPENT, spent)
    st(job + Rooms.MIRROR, ld(row + LevelRow.MIRROR_USED))
    st(job + Rooms.MIRRORED, of_saved(ld(job + Rooms.SAVED), State.BUMP))
    st(job + Draws.POLICY, ld(row + LevelRow.POLICY))
    copy(ld(job + Rooms.CHAIN), ld(row + LevelRow.RECORDS), 8 * ld(row + LevelRow.COUNT))
    cut_chain(job, ld(row + LevelRow.COUNT))
    st(job + Chain.HALF, ld(row + LevelRow.HALF))
    st(job + Chain.END, ld(row + LevelRow.END))
    note_site(job, ld(row + LevelRow.SITE))
    forget_candidates(job)
    restore(a, job, ld(job + Rooms.SAVED))
    return ld(row + LevelRow.CHOSEN)


def dead_end(a: int, job: int) -> int:
    """Everything is refused after a beginning."""
    return note_dead(job, go_back(a, job))


def resume(job: int, level: int) -> int:
    """The question of a level is open again, with the lists it had."""
    row = row_at(job, level)
    open_level(job, level)
    copy(job + Tries.LEFT_COUNT, row + LevelRow.LEFT_COUNT, KNOWN_SIZE)
    list_few(job)
    is_new = ld(job + Tries.LEFT_COUNT) < 0
    st(job + Tries.IS_RESUMED, not is_new)
    if is_new:
        forget_refused(job)
    return 0


def take_up(job: int, level: int) -> int:
    """An answer was given that leads back to the question of a level: one goes on with what is left there."""
    spent = ld(job + Tries.SPENT)
    resume(job, level)
    st(job + Tries.SPENT, ld(job + Tries.SPENT) + spent)
    cut_chain(job, level)
    return forget_record(job)
