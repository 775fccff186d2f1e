"""Answers any question in playouts, hard cases and all; `play.py` has a quicker way for most, and both draw alike."""

from __future__ import annotations

from parlour.engines.core.probing import COMPARING
from parlour.engines.llvm.low.language import inline, ld, ld32, st32
from parlour.engines.native.driver.answers import ask_row, candidates, give_answer, note_site
from parlour.engines.native.driver.chain import (
    follow_chain,
    forget_record,
    has_changed_live,
    is_saved_key,
    need_record,
    place_in_chain,
)
from parlour.engines.native.driver.compare import UNKNOWN, YES, is_same
from parlour.engines.native.driver.draws import draw_one, draw_weighted_one, weigh
from parlour.engines.native.driver.job import is_changed, notice_unchanged, restore, same_globals
from parlour.engines.native.driver.paths import NOTICED_UNCHANGED, SLOT_BY_SLOT
from parlour.engines.native.driver.runs import count_answer, end_game, go_on, note_code, settle
from parlour.engines.native.driver.tries import (
    FAILS,
    FAILS_LATE,
    LEADS_BACK,
    SENT_BACK,
    TAKEN,
    count_try,
    forget_earlier,
    leave_out,
    list_if_new,
    may_try,
    note_refused,
    put_aside,
    take_up,
)
from parlour.engines.native.driver.words import AskKind, AskRow, Chain, Ending, Game, Orders, Rooms, Tries
from parlour.engines.native.layout import Error, Host, State, Status
from parlour.engines.native.runtime.frames import asking_site


def question(a: int, job: int) -> int:
    """Answers the open question, whose state is saved: draws, tries, and takes what was not refused."""
    saved = ld(job + Rooms.SAVED)
    total = candidates(a, job)
    weighs = ld(job + Orders.WEIGHS) and weigh(a, job, total)
    if ld(a + Host.ERROR):
        # The host finds the error where it is.
        return note_code(job, Ending.POLICY)
    list_if_new(job, total)
    is_legal = lists_options(job)
    while ld(job + Tries.LEFT_COUNT) > 0 and may_try(job):
        left = ld(job + Tries.LEFT_COUNT)
        number = draw_weighted_one(job, left) if weighs else draw_one(job, left)
        chosen = leave_out(job, number)
        status = attempt(a, job, chosen, total)
        if is_legal:
            return proceed(a, job, status)
        verdict = judge(a, job, status)
        if verdict == TAKEN:
            return proceed(a, job, status)
        count_try(a, job)
        note_refused(job, verdict, chosen)
        restore(a, job, saved)
    return nothing_left(a, job, total)


@inline
def lists_options(job: int) -> int:
    """The program itself says what may be answered to the open question."""
    return ld(ask_row(job) + AskRow.KIND) == AskKind.OPTIONS


def nothing_left(a: int, job: int, total: int) -> int:
    """Every answer was refused: one is given that the program takes before it fails, else one that leads back, else one
    that fails, else nobody can go on."""
    taken = list_taken(a, job, total)
    if taken:
        chosen = ld32(ld(job + Tries.LEFT) + 4 * draw_one(job, taken))
        return proceed(a, job, attempt(a, job, chosen, total))
    backs = ld(job + Tries.BACK_COUNT)
    if backs:
        chosen = ld32(ld(job + Tries.BACK) + 4 * draw_one(job, backs))
        status = attempt(a, job, chosen, total)
        is_last = status == Status.ASKING and place_in_chain(a, job) == ld(job + Chain.COUNT)
        if not is_last or not ld(job + Tries.HAS_EARLIER):
            return proceed(a, job, status)
        proceed(a, job, status)
        return take_up(job)
    failures = ld(job + Tries.FAILING_COUNT)
    if failures:
        chosen = ld32(ld(job + Tries.FAILING) + 4 * draw_one(job, failures)) >> 1
        return proceed(a, job, attempt(a, job, chosen, total))
    count_answer(job)
    return end_game(job, Ending.STUCK)


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
    if not ld(job + Orders.JUDGES):
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


def proceed(a: int, job: int, status: int) -> int:
    """An answer was taken."""
    count_answer(job)
    if status == Status.ASKING:
        forget_earlier(job)
        if ld(a + State.GROUP):
            forget_record(job)
        elif ld(job + Orders.JUDGES) and follow_chain(a, job):
            put_aside(job)
        note_site(job, asking_site(a))
    return settle(a, job, status)
