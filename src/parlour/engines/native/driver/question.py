"""Answers any question in playouts, hard cases and all; `play.py` has a quicker way for most, and both draw alike."""

from __future__ import annotations

from parlour.engines.core.probing import COMPARING, MOST_MOVES, TRYING
from parlour.engines.llvm.low.language import copy, inline, ld, ld32, st, st32
from parlour.engines.native.driver.answers import (
    answer_at,
    ask_row,
    ask_row_of,
    candidates,
    give_answer,
    note_site,
)
from parlour.engines.native.driver.chain import (
    cut_chain,
    follow_chain,
    forget_record,
    has_changed_live,
    is_saved_key,
    need_record,
    place_in_chain,
)
from parlour.engines.native.driver.compare import UNKNOWN, YES, is_same
from parlour.engines.native.driver.draws import draw_one, draw_weighted_one, weigh
from parlour.engines.native.driver.guards import lets_through
from parlour.engines.native.driver.job import is_changed, notice_unchanged, of_saved, restore, same_globals
from parlour.engines.native.driver.levels import (
    begins,
    begun_row,
    dead_end,
    give_begun,
    go_back,
    keep_levels,
    leave_level,
    note_chain,
    open_next,
    row_at,
    set_aside,
    stay_here,
    take_up,
)
from parlour.engines.native.driver.paths import NOTICED_UNCHANGED, SLOT_BY_SLOT
from parlour.engines.native.driver.runs import count_answer, end_game, go_on, note_code, open_question, settle
from parlour.engines.native.driver.tries import (
    FAILS,
    FAILS_LATE,
    LEADS_BACK,
    SENT_BACK,
    TAKEN,
    add_dead,
    add_refused,
    count_try,
    leave_out,
    leave_out_dead,
    list_if_new,
    may_try,
    note_guarded,
    note_refused,
)
from parlour.engines.native.driver.words import (
    MOST_LEVELS,
    AskKind,
    AskRow,
    Chain,
    Ending,
    Game,
    LevelRow,
    Levels,
    Listing,
    Orders,
    Rooms,
    Tries,
)
from parlour.engines.native.layout import Error, Host, State, Status
from parlour.engines.native.runtime.frames import asking_site


def question(a: int, job: int) -> int:
    """Answers the open question, whose state is saved: draws, tries, and takes what was not refused."""
    saved = ld(job + Rooms.SAVED)
    total = candidates(a, job)
    if ld(job + Levels.LISTING) == Listing.GIVING:
        return give_next(a, job, total)
    weighs = ld(job + Orders.WEIGHS) and weigh(a, job, total)
    if ld(a + Host.ERROR):
        # The host finds the error where it is.
        return note_code(job, Ending.POLICY)
    if ld(job + Levels.BY_MOVE) and not ld(job + Levels.BEGUN) and not ld(job + Tries.IS_RESUMED):
        begin_listing(job)
    is_listing = ld(job + Levels.LISTING) == Listing.FINDING
    list_if_new(job, total)
    is_legal = lists_options(job) or not ld(job + Orders.JUDGES)
    guard = ld(ask_row(job) + AskRow.GUARD)
    while ld(job + Tries.LEFT_COUNT) > 0 and may_try(job):
        left = ld(job + Tries.LEFT_COUNT)
        number = 0
        if not is_listing:
            number = draw_weighted_one(job, left) if weighs else draw_one(job, left)
        chosen = leave_out(job, number)
        if guard and not lets_through(a, job, guard, answer_at(a, job, chosen, total)):
            note_guarded(job, chosen)
            continue
        status = attempt(a, job, chosen, total)
        verdict = TAKEN if is_legal else judge(a, job, status)
        if verdict == TAKEN:
            return proceed(a, job, status, chosen)
        count_try(a, job)
        note_refused(job, verdict, chosen)
        restore(a, job, saved)
    return nothing_left(a, job, total)


@inline
def lists_options(job: int) -> int:
    """The program itself says what may be answered to the open question."""
    return ld(ask_row(job) + AskRow.KIND) == AskKind.OPTIONS


def nothing_left(a: int, job: int, total: int) -> int:
    """Every answer was refused: if a move has begun, its beginning is. Else one is given that leads to a dead end, or
    that the program takes before it fails, or that leads back, or that fails; or nobody can go on."""
    if ld(job + Levels.LISTING) == Listing.FINDING:
        return listed_all(a, job)
    if ld(job + Levels.BEGUN):
        if may_try(job):
            return dead_end(a, job)
        # Nobody can find out whether what was begun leads anywhere: it is given.
        stay_here(job)
        st(job + Tries.IS_RESUMED, 1)
        return 0
    sort_guarded(a, job, total)
    dead = ld(job + Tries.DEAD_COUNT)
    if dead:
        chosen = leave_out_dead(job, draw_one(job, dead))
        return give(a, job, attempt(a, job, chosen, total), chosen)
    taken = list_taken(a, job, total)
    if taken:
        chosen = ld32(ld(job + Tries.LEFT) + 4 * draw_one(job, taken))
        return give(a, job, attempt(a, job, chosen, total), chosen)
    backs = ld(job + Tries.BACK_COUNT)
    if backs:
        chosen = ld32(ld(job + Tries.BACK) + 4 * draw_one(job, backs))
        status = attempt(a, job, chosen, total)
        place = place_in_chain(a, job)
        count_answer(job)
        take_up(job, place - 1)
        note_site(job, asking_site(a))
        return settle(a, job, status)
    failures = ld(job + Tries.FAILING_COUNT)
    if failures:
        chosen = ld32(ld(job + Tries.FAILING) + 4 * draw_one(job, failures)) >> 1
        return give(a, job, attempt(a, job, chosen, total), chosen)
    count_answer(job)
    return end_game(job, Ending.STUCK)


def sort_guarded(a: int, job: int, total: int) -> int:
    """Tries the answers that a guard has turned away, to see what they come to."""
    for number in range(ld(job + Tries.GUARDED_COUNT)):
        chosen = ld32(ld(job + Tries.GUARDED) + 4 * number)
        verdict = judge(a, job, attempt(a, job, chosen, total))
        if verdict == TAKEN:
            add_dead(job, chosen)
        else:
            add_refused(job, verdict, chosen)
        restore(a, job, ld(job + Rooms.SAVED))
    st(job + Tries.GUARDED_COUNT, 0)
    return 0


def list_taken(a: int, job: int, total: int) -> int:
    """Puts the failing answers that the program had taken where those lay that are left, and counts them: as many as
    can be compared for what is left of all that tries may cost."""
    saved = ld(job + Rooms.SAVED)
    failing = ld(job + Tries.FAILING)
    taken = 0
    spent = ld(job + Tries.SPENT)
    for number in range(ld(job + Tries.FAILING_COUNT)):
        spent += COMPARING
        if spent > ld(job + Orders.MOST_TRIED):
            break
        entry = ld32(failing + 4 * number)
        if entry & 1:
            need_record(a, job)
            attempt(a, job, entry >> 1, total)
            if has_changed_live(a, job):
                st32(ld(job + Tries.LEFT) + 4 * taken, entry >> 1)
                taken += 1
            restore(a, job, saved)
    return taken


@inline
def attempt(a: int, job: int, chosen: int, total: int) -> int:
    """Gives an answer and runs to the next question; the answer to a group that stays open runs nothing."""
    if not give_answer(a, job, chosen, total):
        return Status.ASKING
    return go_on(a, job)


def judge(a: int, job: int, status: int) -> int:
    """What an answer came to: a verdict."""
    if status == Status.DONE:
        return TAKEN
    if status != Status.ASKING:
        return FAILS_LATE if may_have_changed(a, job) else FAILS
    if not ld(job + Orders.JUDGES) or ld(a + State.CHANCE) != of_saved(ld(job + Rooms.SAVED), State.CHANCE):
        return TAKEN
    if NOTICED_UNCHANGED:
        notice_unchanged(a, job)
    same = is_same(a, job, ld(job + Rooms.SAVED)) if SLOT_BY_SLOT else UNKNOWN
    if same == UNKNOWN:
        same = is_saved_key(a, job)
    if same == YES:
        return SENT_BACK
    return LEADS_BACK if place_in_chain(a, job) else TAKEN


def may_have_changed(a: int, job: int) -> int:
    """A run that has failed, and not by a budget, may have changed something that was live at the saved question."""
    error = ld(job + Game.CODE) >> 8 & 0xFF
    if error == Error.STEPS or error == Error.DEPTH or error == Error.MEMORY or error == Error.TOLD:
        return 0
    saved = ld(job + Rooms.SAVED)
    return is_changed(a, saved) or not same_globals(a, saved)


def proceed(a: int, job: int, status: int, chosen: int) -> int:
    """An answer was taken. It has begun a move, or it is given with those that have."""
    if ld(job + Levels.LISTING) == Listing.FINDING:
        return note_listed(a, job, status, chosen)
    if status != Status.ASKING or ld(a + State.OUTCOME):
        give_begun(job)
        return give(a, job, status, chosen)
    if not go_on_in_move(a, job, chosen):
        return settle(a, job, status)
    return open_question(job)


def go_on_in_move(a: int, job: int, chosen: int) -> int:
    """Another question is open: which ones it continues, and whether the answer has only begun a move."""
    level = ld(job + Chain.COUNT)
    before = ask_row(job)
    continues_last = 0
    site = asking_site(a)
    if ld(a + State.GROUP):
        # The chain of a group is that of its first question.
        forget_record(job)
        give_begun(job)
        count_answer(job)
        st(job + Tries.SPENT, 0)
        st(job + Tries.IS_RESUMED, 0)
        note_site(job, site)
        return 0
    if ld(job + Orders.JUDGES) or ld(job + Levels.BY_MOVE):
        note_chain(job)
        leave_level(job, level, chosen)
        continues_last = follow_chain(a, job, site)
    else:
        st(job + Chain.KEPT, 0)
    is_begun = begins(a, job, before, ask_row_of(job, site), continues_last)
    if is_begun:
        set_aside(job, level)
    else:
        give_begun(job)
        count_answer(job)
        st(row_at(job, level) + LevelRow.SPENT, ld(job + Tries.SPENT))
        st(job + Tries.SPENT, 0)
        keep_levels(job, level)
    open_next(a, job, ld(job + Chain.COUNT), is_begun)
    note_site(job, site)
    return is_begun


def give(a: int, job: int, status: int, chosen: int) -> int:
    """An answer is given, whatever it comes to."""
    if status == Status.ASKING and not ld(a + State.OUTCOME):
        go_on_in_move(a, job, chosen)
        stay_here(job)
    else:
        count_answer(job)
    return settle(a, job, status)


# ------------------------------------------------------------------------------------------------ by whole moves


def begin_listing(job: int) -> int:
    """At a question where nothing was tried: all moves are found first, unless there are none."""
    if ld(job + Levels.LISTING) == Listing.NOT_YET:
        st(job + Levels.LISTING, Listing.FINDING)
        st(job + Levels.MOVE_COUNT, 0)
    elif ld(job + Levels.LISTING) == Listing.WITHOUT:
        st(job + Levels.LISTING, Listing.NOT_YET)
    return 0


def note_listed(a: int, job: int, status: int, chosen: int) -> int:
    """An answer was taken while moves are found: the next piece is looked for, or the move is whole."""
    st(job + Tries.SPENT, ld(job + Tries.SPENT) + TRYING)
    level = ld(job + Chain.COUNT)
    if status == Status.ASKING and not ld(a + State.OUTCOME) and not ld(a + State.GROUP):
        before = ask_row(job)
        note_chain(job)
        leave_level(job, level, chosen)
        site = asking_site(a)
        continues_last = follow_chain(a, job, site)
        if begins(a, job, before, ask_row_of(job, site), continues_last):
            set_aside(job, level)
            open_next(a, job, ld(job + Chain.COUNT), 1)
            note_site(job, site)
            return open_question(job)
        row = row_at(job, level)
        copy(ld(job + Rooms.CHAIN), ld(row + LevelRow.RECORDS), 8 * level)
        cut_chain(job, level)
        st(job + Chain.HALF, ld(row + LevelRow.HALF))
        st(job + Chain.END, ld(row + LevelRow.END))
    begun = ld(job + Levels.BEGUN)
    at = ld(job + Levels.MOVES) + 8 * MOST_LEVELS * ld(job + Levels.MOVE_COUNT)
    st(at, begun + 1)
    for number in range(begun):
        st(at + 8 + 8 * number, ld(begun_row(job, number) + LevelRow.CHOSEN))
    st(at + 8 + 8 * begun, chosen)
    st(job + Levels.MOVE_COUNT, ld(job + Levels.MOVE_COUNT) + 1)
    if ld(job + Levels.MOVE_COUNT) >= MOST_MOVES:
        st(job + Tries.SPENT, ld(job + Orders.MOST_TRIED))
    restore(a, job, ld(job + Rooms.SAVED))
    st(job + Tries.IS_RESUMED, 1)
    return 0


def listed_all(a: int, job: int) -> int:
    """All answers were tried here while moves are found."""
    if ld(job + Levels.BEGUN):
        go_back(a, job)
        return 0
    count = ld(job + Levels.MOVE_COUNT)
    if count == 0:
        st(job + Levels.LISTING, Listing.WITHOUT)
        return 0
    st(job + Levels.GIVEN, ld(job + Levels.MOVES) + 8 * MOST_LEVELS * draw_one(job, count))
    st(job + Levels.GIVEN_COUNT, 0)
    st(job + Levels.LISTING, Listing.GIVING)
    return 0


def give_next(a: int, job: int, total: int) -> int:
    """Gives the next answer of the move that was drawn."""
    at = ld(job + Levels.GIVEN)
    given = ld(job + Levels.GIVEN_COUNT) + 1
    st(job + Levels.GIVEN_COUNT, given)
    if given == ld(at):
        st(job + Levels.LISTING, Listing.NOT_YET)
    chosen = ld(at + 8 * given)
    # Who is led back here finds all moves anew.
    st(job + Tries.LEFT_COUNT, -1)
    status = attempt(a, job, chosen, total)
    if given == ld(at) or status != Status.ASKING:
        return give(a, job, status, chosen)
    go_on_in_move(a, job, chosen)
    stay_here(job)
    return open_question(job)
