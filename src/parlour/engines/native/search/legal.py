"""All legal answers of the open question: `legal_answers` of `engines/core/probing.py` in compiled code.

Every candidate is tried, in order. One that leads to a question of the same seat that continues this one is legal if
an answer there is, and so on: a depth-first search over the levels of a move (`driver/levels.py`), which ends as soon
as one answer is not refused. The host may have to make candidates at any of these questions, so it goes on where it
was.
"""

from __future__ import annotations

from parlour.engines.core.probing import PROBING_SEED
from parlour.engines.llvm.low.language import copy, inline, ld, ld32, st, st32
from parlour.engines.llvm.streams import derive
from parlour.engines.native.driver.answers import (
    MOST_OPTIONS,
    answer_at,
    ask_row,
    ask_row_of,
    candidates,
    forget_candidates,
    lacks_candidates,
    note_site,
    open_index,
    options,
    top_frame,
)
from parlour.engines.native.driver.chain import LONGEST_MOVE, cut_chain, follow_chain
from parlour.engines.native.driver.guards import forget_found, lets_through
from parlour.engines.native.driver.job import restore, save, saved_frames
from parlour.engines.native.driver.levels import (
    begin_levels,
    go_back,
    leave_level,
    note_chain,
    open_next,
    row_at,
    seat_in,
    set_aside,
)
from parlour.engines.native.driver.question import attempt, judge, list_taken
from parlour.engines.native.driver.tries import TAKEN, add_dead, add_refused, count_try, forget_refused, may_try
from parlour.engines.native.driver.tries import note_guarded as note_turned_away
from parlour.engines.native.driver.words import (
    Answer,
    Asked,
    AskKind,
    AskRow,
    Chain,
    LevelRow,
    Levels,
    Orders,
    Rooms,
    Tries,
)
from parlour.engines.native.layout import HOST_SIZE, Host, State, Status
from parlour.engines.native.runtime.frames import asking_site
from parlour.engines.native.runtime.groups import group_count
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.search.states import ANEW, first_look
from parlour.engines.native.search.words import MOST_ASKED, AskedRow, Seek

# The stream that answers are tried out with.
PROBING = PROBING_SEED


def begin_asking(a: int, s: int) -> int:
    """At a node whose state lies in the arena: notes the questions that are answered there. Gives 0, or the `Answer`
    that says why not."""
    job = ld(s + Seek.JOB)
    st(s + Seek.ASKED_COUNT, 0)
    st(s + Seek.ASKED_NOW, 0)
    st(s + Seek.LISTED, 0)
    st(s + Seek.HAS_BEGUN, 0)
    st(a + Host.STRAIGHT, 0)
    st(a + Host.IN_PLACE, 0)
    row = ask_row(job)
    if not ld(row + AskRow.ITEM):
        add_asked(s, 0, seat_in(row, top_frame(a)))
        return 0
    seats = ld(top_frame(a) + ld(row + AskRow.SEATS))
    count = list_length(a, seats)
    if count > MOST_ASKED:
        return Answer.CANNOT
    for index in range(count):
        seat = ld(elements(a, seats) + 8 * index)
        if is_unanswered(a, index, ld(row + AskRow.WIDTH)) and not is_asked(s, seat):
            add_asked(s, index, seat)
    return 0


def is_unanswered(a: int, index: int, wide: int) -> int:
    """Nobody has answered the question with this place in the open group."""
    at = a + ld(a + State.GROUP) + 24
    for _number in range(group_count(a)):
        if ld(at) == index:
            return 0
        at += 8 + 8 * wide
    return 1


@inline
def role_of_seat(seat: int) -> int:
    return 0 if seat < 0 else seat + 1


def is_asked(s: int, seat: int) -> int:
    """A question of this seat is answered at the node already."""
    row = ld(s + Seek.ASKED)
    for _number in range(ld(s + Seek.ASKED_COUNT)):
        if ld(row + AskedRow.ROLE) == role_of_seat(seat):
            return 1
        row += AskedRow.ROW
    return 0


def add_asked(s: int, index: int, seat: int) -> int:
    count = ld(s + Seek.ASKED_COUNT)
    row = ld(s + Seek.ASKED) + AskedRow.ROW * count
    st(row + AskedRow.INDEX, index)
    st(row + AskedRow.ROLE, role_of_seat(seat))
    st(s + Seek.ASKED_COUNT, count + 1)
    return 0


def list_asked(a: int, s: int) -> int:
    """Finds the legal answers of all questions that were noted; gives 0, or an `Answer` before it can go on."""
    job = ld(s + Seek.JOB)
    while ld(s + Seek.ASKED_NOW) < ld(s + Seek.ASKED_COUNT):
        row = ld(s + Seek.ASKED) + AskedRow.ROW * ld(s + Seek.ASKED_NOW)
        if not ld(s + Seek.HAS_BEGUN):
            st(job + Asked.INDEX, ld(row + AskedRow.INDEX))
            if lacks_candidates(a, job, ask_row(job)):
                return Answer.NEEDS_CANDIDATES
            st(row + AskedRow.TOTAL, candidates(a, job))
            st(row + AskedRow.COUNT, candidates(a, job))
            st(row + AskedRow.FIRST, -1)
            if ld(ask_row(job) + AskRow.KIND) == AskKind.OPTIONS:
                if list_length(a, options(a, job, ask_row(job))) > MOST_OPTIONS:
                    return Answer.CANNOT
            elif ld(job + Orders.JUDGES) and not is_one_of_several(a, job):
                st(row + AskedRow.FIRST, ld(s + Seek.LISTED))
                begin_list(a, s, 1)
        if ld(s + Seek.HAS_BEGUN):
            needed = list_on(a, s)
            if needed:
                return needed
            st(row + AskedRow.COUNT, ld(s + Seek.LISTED) - ld(row + AskedRow.FIRST))
            # Most of the time all are legal, and there is nothing to keep.
            if ld(row + AskedRow.COUNT) == ld(row + AskedRow.TOTAL) and is_in_order(s, row):
                st(s + Seek.LISTED, ld(row + AskedRow.FIRST))
                st(row + AskedRow.FIRST, -1)
        forget_candidates(job)
        st(s + Seek.ASKED_NOW, ld(s + Seek.ASKED_NOW) + 1)
    return 0


def is_in_order(s: int, row: int) -> int:
    at = ld(s + Seek.LISTS) + 4 * ld(row + AskedRow.FIRST)
    for number in range(ld(row + AskedRow.COUNT)):
        if ld32(at + 4 * number) != number:
            return 0
    return 1


def is_one_of_several(a: int, job: int) -> int:
    """Others are asked with this question, so its answer runs nothing, and whatever it is leads on."""
    row = ask_row(job)
    if not ld(row + AskRow.ITEM):
        return 0
    seats = ld(top_frame(a) + ld(row + AskRow.SEATS))
    return list_length(a, seats) - group_count(a) > 1


# ---------------------------------------------------------------------------------------------------- one question


def begin_list(a: int, s: int, asks_guards: int) -> int:
    """Nothing was tried at the open question."""
    job = ld(s + Seek.JOB)
    st(s + Seek.HAS_BEGUN, 1)
    st(s + Seek.ASKS_GUARDS, asks_guards)
    st(job + Orders.STEPS, ld(s + Seek.TRY_STEPS))
    st(a + State.CHANCE, derive(PROBING, 0))
    begin_levels(job)
    return open_list(a, job)


@inline
def open_list(a: int, job: int) -> int:
    """The state of the question that is open now is kept for all tries. The number of the next candidate to try is
    where playouts count those that are left."""
    save(a, job, ld(job + Rooms.SAVED))
    st(job + Tries.LEFT_COUNT, 0)
    return forget_refused(job)


def list_on(a: int, s: int) -> int:
    """Goes on finding the legal answers of the question; gives 0 when all are found."""
    job = ld(s + Seek.JOB)
    while True:
        row = ask_row(job)
        if ld(row + AskRow.ITEM):
            st(job + Asked.INDEX, open_index(a, ld(row + AskRow.WIDTH)))
        if lacks_candidates(a, job, row):
            return Answer.NEEDS_CANDIDATES
        total = candidates(a, job)
        begun = ld(job + Levels.BEGUN)
        is_open = ld(ld(job + Asked.CANDIDATES) + 8)
        if is_open and (begun or total == 0):
            # Whatever somebody may think of leads on; at the first question nobody can list it.
            if begun == 0:
                return finish_list(s)
            note_legal(a, s, go_back_all(a, job))
            continue
        chosen = ld(job + Tries.LEFT_COUNT)
        if chosen >= total or not may_try(job):
            if begun == 0:
                if not needs_another_look(a, s, total):
                    return finish_list(s)
                continue
            is_whole = chosen >= total
            first = go_back(a, job)
            if not is_whole:
                note_legal(a, s, first if begun == 1 else go_back_all(a, job))
            elif begun == 1:
                add_dead(job, first)
            continue
        st(job + Tries.LEFT_COUNT, chosen + 1)
        try_one(a, s, row, chosen, total)
        if ld(a + Host.ERROR):
            return Answer.FAILED


@inline
def note_legal(a: int, s: int, chosen: int) -> int:
    count = ld(s + Seek.LISTED)
    st32(ld(s + Seek.LISTS) + 4 * count, chosen)
    st(s + Seek.LISTED, count + 1)
    return 0


def go_back_all(a: int, job: int) -> int:
    """Back to the first question of the move; gives its answer."""
    chosen = 0
    while ld(job + Levels.BEGUN):
        chosen = go_back(a, job)
    return chosen


def try_one(a: int, s: int, row: int, chosen: int, total: int) -> int:
    job = ld(s + Seek.JOB)
    guard = ld(row + AskRow.GUARD) if ld(s + Seek.ASKS_GUARDS) and not ld(row + AskRow.ITEM) else 0
    if guard:
        forget_found(job)
    if guard and not lets_through(a, job, guard, answer_at(a, job, chosen, total)):
        return note_turned_away(job, chosen)
    status = attempt(a, job, chosen, total)
    count_try(a, job)
    # Most answers lead to the same question at another moment, or back to it.
    if status == Status.ASKING and not ld(a + State.GROUP):
        seen = first_look(a, job)
        if seen:
            restore(a, job, ld(job + Rooms.SAVED))
            return note_legal(a, s, chosen) if seen == ANEW else 0
    verdict = judge(a, job, status)
    if verdict != TAKEN:
        if ld(job + Levels.BEGUN) == 0:
            add_refused(job, verdict, chosen)
        return restore(a, job, ld(job + Rooms.SAVED))
    return look_on(a, s, status, chosen)


def look_on(a: int, s: int, status: int, chosen: int) -> int:
    """An answer was not refused. It leads on, or to a question that continues this one: then one goes on there."""
    job = ld(s + Seek.JOB)
    level = ld(job + Chain.COUNT)
    saved = ld(job + Rooms.SAVED)
    is_dead = 0
    if status == Status.ASKING and not ld(a + State.GROUP) and not has_drawn(a, saved):
        before = ask_row(job)
        site = asking_site(a)
        now = ask_row_of(job, site)
        note_chain(job)
        leave_level(job, level, chosen)
        continues_last = follow_chain(a, job, site)
        is_alike = continues_last and not ld(before + AskRow.ITEM) and not ld(now + AskRow.ITEM)
        if is_alike and seat_in(before, saved_frames(saved)) == seat_in(now, top_frame(a)):
            if ld(now + AskRow.KIND) == AskKind.OPTIONS:
                is_dead = list_length(a, ld(top_frame(a) + ld(now + AskRow.PLACE))) == 0
            elif ld(job + Levels.BEGUN) + 1 < LONGEST_MOVE:
                set_aside(job, level)
                open_next(a, job, ld(job + Chain.COUNT), 1)
                note_site(job, site)
                forget_candidates(job)
                return open_list(a, job)
        row = row_at(job, level)
        copy(ld(job + Rooms.CHAIN), ld(row + LevelRow.RECORDS), 8 * level)
        cut_chain(job, level)
        st(job + Chain.HALF, ld(row + LevelRow.HALF))
        st(job + Chain.END, ld(row + LevelRow.END))
    if is_dead:
        if ld(job + Levels.BEGUN) == 0:
            add_dead(job, chosen)
        return restore(a, job, saved)
    restore(a, job, saved)
    note_legal(a, s, go_back_all(a, job) if ld(job + Levels.BEGUN) else chosen)
    return 0


@inline
def has_drawn(a: int, saved: int) -> int:
    return ld(a + State.CHANCE) != ld(saved + State.CHANCE - HOST_SIZE)


# ----------------------------------------------------------------------------------------- where all are refused


def needs_another_look(a: int, s: int, total: int) -> int:
    """Everything was tried. If nothing is legal: what guards have turned away is tried, too, and then those are legal
    that lead to a dead end, or that the program took before it failed, or that lead back, or that fail. Gives 1 if the
    list begins anew."""
    job = ld(s + Seek.JOB)
    row = ld(s + Seek.ASKED) + AskedRow.ROW * ld(s + Seek.ASKED_NOW)
    if ld(s + Seek.LISTED) > ld(row + AskedRow.FIRST):
        return 0
    if ld(job + Tries.GUARDED_COUNT):
        begin_list(a, s, 0)
        return 1
    if ld(job + Tries.DEAD_COUNT):
        take_all(a, s, ld(job + Tries.DEAD), ld(job + Tries.DEAD_COUNT), 0)
        return 0
    taken = list_taken(a, job, total)
    if taken:
        take_all(a, s, ld(job + Tries.LEFT), taken, 0)
    elif ld(job + Tries.BACK_COUNT):
        take_all(a, s, ld(job + Tries.BACK), ld(job + Tries.BACK_COUNT), 0)
    else:
        take_all(a, s, ld(job + Tries.FAILING), ld(job + Tries.FAILING_COUNT), 1)
    return 0


def take_all(a: int, s: int, numbers: int, count: int, shift: int) -> int:
    for place in range(count):
        note_legal(a, s, ld32(numbers + 4 * place) >> shift)
    return 0


def finish_list(s: int) -> int:
    job = ld(s + Seek.JOB)
    st(s + Seek.HAS_BEGUN, 0)
    st(job + Orders.STEPS, ld(s + Seek.STEPS))
    return 0
