"""What was tried at the open question: the candidates that are left, those that lead back, to a dead end or fail."""

from __future__ import annotations

from parlour.engines.core.probing import GUARDING, TRYING
from parlour.engines.llvm.low.language import inline, ld, ld32, move, st, st32, trailing_zeros
from parlour.engines.native.driver.draws import few_left
from parlour.engines.native.driver.words import Orders, Tries
from parlour.engines.native.layout import State

# What an answer comes to.
TAKEN = 0
SENT_BACK = 1
LEADS_BACK = 2
FAILS = 3
FAILS_LATE = 4  # and something may have changed by then


@inline
def forget_refused(job: int) -> int:
    """At a question whose candidates are kept elsewhere as long as none is left out for good."""
    st(job + Tries.BACK_COUNT, 0)
    st(job + Tries.FAILING_COUNT, 0)
    st(job + Tries.DEAD_COUNT, 0)
    st(job + Tries.GUARDED_COUNT, 0)
    st(job + Tries.FEW, 0)
    return 0


def list_all(job: int, count: int) -> int:
    """Nothing was tried yet."""
    left = ld(job + Tries.LEFT)
    for number in range(count):
        st32(left + 4 * number, number)
    st(job + Tries.LEFT_COUNT, count)
    return forget_refused(job)


def list_some(job: int, rest: int) -> int:
    """The candidates whose bits are set are left."""
    left = ld(job + Tries.LEFT)
    count = 0
    while rest:
        st32(left + 4 * count, trailing_zeros(rest))
        rest &= rest - 1
        count += 1
    st(job + Tries.LEFT_COUNT, count)
    return 0


@inline
def keep_few(job: int, count: int, rest: int, total: int) -> int:
    """Of `total` candidates so many are left, which `rest` says (`draws.few_left`): listed only if one comes back."""
    st(job + Tries.LEFT_COUNT, count)
    st(job + Tries.FEW_REST, rest)
    st(job + Tries.FEW, total)
    return 0


def list_few(job: int) -> int:
    """One has come back."""
    total = ld(job + Tries.FEW)
    if total:
        list_some(job, few_left(ld(job + Tries.LEFT_COUNT), ld(job + Tries.FEW_REST), total))
        st(job + Tries.FEW, 0)
    return 0


def leave_out(job: int, number: int) -> int:
    """Takes an entry out of the list and gives the candidate it stands for."""
    at = ld(job + Tries.LEFT) + 4 * number
    chosen = ld32(at)
    count = ld(job + Tries.LEFT_COUNT) - 1
    move(at, at + 4, 4 * (count - number))
    st(job + Tries.LEFT_COUNT, count)
    return chosen


def note_refused(job: int, verdict: int, chosen: int) -> int:
    count_refused(job)
    return add_refused(job, verdict, chosen)


def add_refused(job: int, verdict: int, chosen: int) -> int:
    if verdict == LEADS_BACK:
        backs = ld(job + Tries.BACK_COUNT)
        st32(ld(job + Tries.BACK) + 4 * backs, chosen)
        st(job + Tries.BACK_COUNT, backs + 1)
    elif verdict != SENT_BACK:
        failures = ld(job + Tries.FAILING_COUNT)
        st32(ld(job + Tries.FAILING) + 4 * failures, chosen << 1 | (verdict == FAILS_LATE))
        st(job + Tries.FAILING_COUNT, failures + 1)
    return 0


@inline
def count_refused(job: int) -> int:
    st(job + Tries.REFUSED, ld(job + Tries.REFUSED) + 1)
    return 0


# ------------------------------------------------------------------------------------------------ what tries cost


@inline
def spent_with_try(a: int, job: int) -> int:
    """What the tries have cost, with the one that has just run: see `cost_of_try`."""
    left = ld(a + State.STEPS)
    return ld(job + Tries.SPENT) + TRYING + ld(job + Orders.STEPS) - (left if left > 0 else 0)


@inline
def count_try(a: int, job: int) -> int:
    st(job + Tries.SPENT, spent_with_try(a, job))
    return 0


@inline
def may_try(job: int) -> int:
    """The tries since the last answer given have not cost all they may."""
    return ld(job + Tries.SPENT) < ld(job + Orders.MOST_TRIED)


def list_if_new(job: int, total: int) -> int:
    """Nothing was tried yet at the open question, unless one has come back to it."""
    if not ld(job + Tries.IS_RESUMED):
        list_all(job, total)
    st(job + Tries.IS_RESUMED, 0)
    return 0


def add_dead(job: int, chosen: int) -> int:
    count = ld(job + Tries.DEAD_COUNT)
    st32(ld(job + Tries.DEAD) + 4 * count, chosen)
    st(job + Tries.DEAD_COUNT, count + 1)
    return 0


def note_dead(job: int, chosen: int) -> int:
    """An answer has led to a dead end."""
    count_refused(job)
    add_dead(job, chosen)
    st(job + Tries.SPENT, ld(job + Tries.SPENT) + TRYING)
    return 0


def note_guarded(job: int, chosen: int) -> int:
    """A guard has turned an answer away."""
    count = ld(job + Tries.GUARDED_COUNT)
    st32(ld(job + Tries.GUARDED) + 4 * count, chosen)
    st(job + Tries.GUARDED_COUNT, count + 1)
    st(job + Tries.SPENT, ld(job + Tries.SPENT) + GUARDING)
    return 0


def leave_out_dead(job: int, number: int) -> int:
    """Takes an entry out of the list of dead ends and gives the candidate it stands for."""
    at = ld(job + Tries.DEAD) + 4 * number
    chosen = ld32(at)
    count = ld(job + Tries.DEAD_COUNT) - 1
    move(at, at + 4, 4 * (count - number))
    st(job + Tries.DEAD_COUNT, count)
    return chosen
