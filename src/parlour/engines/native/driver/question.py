"""Answers any question in playouts, hard cases and all; `play.py` has a quicker way for most, and both draw alike."""

from __future__ import annotations

from parlour.engines.core.probing import COMPARING
from parlour.engines.llvm.low.language import inline, ld, ld32, st, st32
from parlour.engines.native.driver.answers import ask_row, candidates, give_answer
from parlour.engines.native.driver.chain import (
    follow_chain,
    has_changed_live,
    is_saved_key,
    make_record,
    place_in_chain,
)
from parlour.engines.native.driver.compare import UNKNOWN, YES, is_same
from parlour.engines.native.driver.draws import draw_one, draw_weighted_one, leave_out, list_all, weigh
from parlour.engines.native.driver.job import is_changed, notice_unchanged, restore, same_globals, spent_with_try
from parlour.engines.native.driver.runs import end_game, go_on, settle
from parlour.engines.native.driver.words import AskKind, AskRow, Ending, Job
from parlour.engines.native.layout import Error, Host, State, Status
from parlour.engines.native.runtime.frames import asking_site

# What an answer comes to.
TAKEN = 0
SENT_BACK = 1
LEADS_BACK = 2
FAILS = 3
FAILS_LATE = 4  # and something may have changed by then


def question(a: int, job: int) -> int:
    """Answers the open question, whose state is saved: draws, tries, and takes what was not refused."""
    saved = ld(job + Job.SAVED)
    if ld(job + Job.IS_EAGER) and not ld(job + Job.HAS_RECORD):
        make_record(a, job, ld(job + Job.BEFORE))
        st(job + Job.HAS_RECORD, 1)
    total = candidates(a, job)
    weighs = ld(job + Job.WEIGHS) and weigh(a, job, total)
    if ld(a + Host.ERROR):
        # The host finds the error where it is.
        return 0
    if not ld(job + Job.IS_RESUMED):
        list_all(job, total)
    st(job + Job.IS_RESUMED, 0)
    is_legal = lists_options(job)
    while ld(job + Job.LEFT_COUNT) > 0 and may_try(job):
        left = ld(job + Job.LEFT_COUNT)
        number = draw_weighted_one(job, left) if weighs else draw_one(job, left)
        chosen = leave_out(job, number)
        status = attempt(a, job, chosen, total)
        if is_legal:
            return proceed(a, job, status)
        verdict = judge(a, job, status)
        if verdict == TAKEN:
            return proceed(a, job, status)
        st(job + Job.SPENT, spent_with_try(a, job))
        note_refused(job, verdict, chosen)
        restore(a, job, saved)
    return nothing_left(a, job, total)


@inline
def may_try(job: int) -> int:
    """The tries at the open question have not cost all they may."""
    return ld(job + Job.SPENT) < ld(job + Job.MOST_TRIED)


@inline
def lists_options(job: int) -> int:
    """The program itself says what may be answered to the open question."""
    return ld(ask_row(job) + AskRow.KIND) == AskKind.OPTIONS


def note_refused(job: int, verdict: int, chosen: int) -> int:
    st(job + Job.REFUSED, ld(job + Job.REFUSED) + 1)
    if verdict == LEADS_BACK:
        backs = ld(job + Job.BACK_COUNT)
        st32(ld(job + Job.BACK) + 4 * backs, chosen)
        st(job + Job.BACK_COUNT, backs + 1)
    elif verdict != SENT_BACK:
        failures = ld(job + Job.FAILING_COUNT)
        st32(ld(job + Job.FAILING) + 4 * failures, chosen << 1 | (verdict == FAILS_LATE))
        st(job + Job.FAILING_COUNT, failures + 1)
    return 0


def nothing_left(a: int, job: int, total: int) -> int:
    """Every answer was refused: one is given that the program takes before it fails, else one that leads back, else one
    that fails, else nobody can go on."""
    taken = list_taken(a, job, total)
    if taken:
        chosen = ld32(ld(job + Job.LEFT) + 4 * draw_one(job, taken))
        return proceed(a, job, attempt(a, job, chosen, total))
    backs = ld(job + Job.BACK_COUNT)
    if backs:
        chosen = ld32(ld(job + Job.BACK) + 4 * draw_one(job, backs))
        status = attempt(a, job, chosen, total)
        is_last = status == Status.ASKING and place_in_chain(a, job) == ld(job + Job.CHAIN_COUNT)
        if not is_last or not ld(job + Job.HAS_EARLIER):
            return proceed(a, job, status)
        # Back at the question just before: one goes on with what is left there.
        proceed(a, job, status)
        exchange_lists(job)
        st(job + Job.SPENT, ld(job + Job.SPENT) + ld(job + Job.EARLIER_SPENT))
        st(job + Job.HAS_EARLIER, 0)
        st(job + Job.IS_RESUMED, 1)
        return 0
    failures = ld(job + Job.FAILING_COUNT)
    if failures:
        chosen = ld32(ld(job + Job.FAILING) + 4 * draw_one(job, failures)) >> 1
        return proceed(a, job, attempt(a, job, chosen, total))
    st(job + Job.LENGTH, ld(job + Job.LENGTH) + 1)
    return end_game(job, Ending.STUCK)


def list_taken(a: int, job: int, total: int) -> int:
    """Puts the failing answers that the program had taken where those lay that are left, and counts them: as many as
    can be compared for what is left of all that tries may cost."""
    saved = ld(job + Job.SAVED)
    failing = ld(job + Job.FAILING)
    taken = 0
    spent = ld(job + Job.SPENT)
    for number in range(ld(job + Job.FAILING_COUNT)):
        spent += COMPARING
        if spent > ld(job + Job.MOST_TRIED):
            break
        entry = ld32(failing + 4 * number)
        if entry & 1:
            if not ld(job + Job.HAS_RECORD):
                make_record(a, job, ld(job + Job.BEFORE))
                st(job + Job.HAS_RECORD, 1)
            attempt(a, job, entry >> 1, total)
            if has_changed_live(a, job):
                st32(ld(job + Job.LEFT) + 4 * taken, entry >> 1)
                taken += 1
            restore(a, job, saved)
    return taken


def exchange_lists(job: int) -> int:
    """What is left at the open question becomes what is left at the question before, and the other way round."""
    for place in range(3):
        exchange(job + lists_place(place), job + Job.EARLIER_LEFT + 8 * place)
        exchange(job + Job.LEFT_COUNT + 8 * place, job + Job.EARLIER_LEFT_COUNT + 8 * place)
    exchange(job + Job.SPENT, job + Job.EARLIER_SPENT)
    return 0


@inline
def lists_place(place: int) -> int:
    return Job.LEFT + 8 * place


@inline
def exchange(one: int, other: int) -> int:
    word = ld(one)
    st(one, ld(other))
    st(other, word)
    return 0


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
    if not ld(job + Job.JUDGES):
        return TAKEN
    notice_unchanged(a, job)
    same = is_same(a, job, ld(job + Job.SAVED))
    if same == UNKNOWN:
        st(job + Job.IS_EAGER, 1)
        same = is_saved_key(a, job)
    if same == YES:
        return SENT_BACK
    return LEADS_BACK if place_in_chain(a, job) else TAKEN


def may_have_changed(a: int, job: int) -> int:
    """A run that has failed, and not by a budget, may have changed something that was live at the saved question."""
    error = ld(job + Job.CODE) >> 8 & 0xFF
    if error == Error.STEPS or error == Error.DEPTH or error == Error.MEMORY or error == Error.TOLD:
        return 0
    saved = ld(job + Job.SAVED)
    return is_changed(a, saved) or not same_globals(a, saved)


def proceed(a: int, job: int, status: int) -> int:
    """An answer was taken."""
    st(job + Job.LENGTH, ld(job + Job.LENGTH) + 1)
    if status == Status.ASKING:
        st(job + Job.HAS_EARLIER, 0)
        if ld(a + State.GROUP):
            st(job + Job.HAS_RECORD, 0)
        elif ld(job + Job.JUDGES) and follow_chain(a, job):
            exchange_lists(job)
            st(job + Job.HAS_EARLIER, 1)
        st(job + Job.SITE, asking_site(a))
    return settle(a, job, status)
