"""Drawing one of the answers that are left: all alike, or as a policy weighs them."""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import (
    copy,
    foreign,
    inline,
    ld,
    ld32,
    move,
    mulhi,
    st,
    st32,
    trailing_zeros,
    ult,
)
from parlour.engines.native.driver.answers import answer_at
from parlour.engines.native.driver.words import RECIPROCAL_COUNT, AskRow, Ending, Job
from parlour.engines.native.layout import HOST_SIZE, Host, State
from parlour.engines.native.runtime.chance import below, mix
from parlour.engines.native.runtime.program import COUNTS, Count

# A weight counts no more than this, so that no sum of weights is too large.
LARGEST_WEIGHT = 1 << 32


@inline
def draw_one(job: int, n: int) -> int:
    """One of 0 … n-1, as `Chance.below`: for small n without a division."""
    state = ld(job + Job.POLICY) + STEP
    bits = mix(state)
    if n >= RECIPROCAL_COUNT or not ult(bits, -n):
        return below(job + Job.POLICY, n)
    st(job + Job.POLICY, state)
    rest = bits - n * mulhi(bits, ld(ld(job + Job.RECIPROCALS) + 8 * n))
    # The reciprocal is rounded down, so the quotient may be one too small.
    return rest - n if rest >= n else rest


def list_all(job: int, count: int) -> int:
    """Nothing was tried yet."""
    left = ld(job + Job.LEFT)
    for number in range(count):
        st32(left + 4 * number, number)
    st(job + Job.LEFT_COUNT, count)
    st(job + Job.SPENT, 0)
    st(job + Job.BACK_COUNT, 0)
    st(job + Job.FAILING_COUNT, 0)
    return 0


def list_some(job: int, rest: int) -> int:
    """The candidates whose bits are set are left."""
    left = ld(job + Job.LEFT)
    count = 0
    while rest:
        st32(left + 4 * count, trailing_zeros(rest))
        rest &= rest - 1
        count += 1
    st(job + Job.LEFT_COUNT, count)
    return 0


def leave_out(job: int, number: int) -> int:
    """Takes an entry out of the list and gives the candidate it stands for."""
    at = ld(job + Job.LEFT) + 4 * number
    chosen = ld32(at)
    count = ld(job + Job.LEFT_COUNT) - 1
    move(at, at + 4, 4 * (count - number))
    st(job + Job.LEFT_COUNT, count)
    return chosen


@foreign
def parlour_weigh(a: int, address: int) -> int:
    raise NotImplementedError


def weigh(a: int, job: int, count: int) -> int:
    """Weighs all candidates, if the policy is for answers of this type; 0 if it is not."""
    if not ld(ld(job + Job.SITE_ROWS) + AskRow.ROW * ld(job + Job.SITE) + AskRow.WEIGHS):
        return 0
    weights = ld(job + Job.WEIGHTS)
    saved = ld(job + Job.SAVED)
    for number in range(count):
        # It runs above the frames, and all it does to the state is undone.
        st(a + State.BUMP, ld(a + State.FRAMES))
        st(a + State.STEPS, ld(job + Job.STEPS) // 10)
        st(a + State.ROOM, ld(job + Job.MEMORY))
        st(a + State.DEPTH, ld(a + State.DEPTH_LIMIT))
        weight = parlour_weigh(a, answer_at(a, job, number, count))
        copy(a + HOST_SIZE, saved, ld(COUNTS + Count.HEAP) - HOST_SIZE)
        if ld(a + Host.ERROR):
            st(job + Job.CODE, Ending.POLICY)
            return 0
        if weight < 0:
            weight = 0
        st(weights + 8 * number, LARGEST_WEIGHT if weight > LARGEST_WEIGHT else weight)
    return 1


def draw_weighted_one(job: int, count: int) -> int:
    """An entry of the candidates left, as likely as its weight; all alike if no weight is left."""
    weights = ld(job + Job.WEIGHTS)
    left = ld(job + Job.LEFT)
    total = 0
    for number in range(count):
        total += ld(weights + 8 * ld32(left + 4 * number))
    if total == 0:
        return draw_one(job, count)
    rest = below(job + Job.POLICY, total)
    for number in range(count):
        weight = ld(weights + 8 * ld32(left + 4 * number))
        if rest < weight:
            return number
        rest -= weight
    return 0
