"""Questions answered in place: where a function asks the same question again, nothing has to stop.

A driver that lets a program go on from a question names itself in `Host.IN_PLACE`. When the program comes to the same
question while everything that waited below still waits (a call that waits, and one that has come back, wipe the name
out), it has written its frame down and calls `again`. If the question is the very one that was open, the answer was
refused and another is drawn; if something in its frame is different, the answer was taken and the question is a new
one. Either way the program goes on at once with an answer. Whatever is less plain is left to the driver: then the
program stops as usual, and the state saved is that of the last question that was answered.

This holds only for programs that change nothing older than a question, so there is no heap to put back.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.core.limits import LONGEST_GAME, WALK_AFTER
from parlour.engines.llvm.low.language import (
    copy,
    inline,
    ld,
    lshr,
    mulhi,
    poll,
    st,
    trailing_zeros,
    ult,
    urem,
)
from parlour.engines.native.driver.answers import LIST_HEAD
from parlour.engines.native.driver.job import fixed_size, of_saved, same_globals, saved_frames, spent_with_try
from parlour.engines.native.driver.words import AskRow, Job
from parlour.engines.native.layout import HOST_SIZE, Host, State
from parlour.engines.native.runtime.chance import mix
from parlour.engines.native.runtime.program import COUNTS, GLOBALS, Count, GlobalRow

# So many candidates fit into a set of bits, and so many into a word with four bits for each.
FEW = 64
FEWER = 16
ALL_DIGITS = 0xFEDCBA9876543210


# ----------------------------------------------------------------------------------------------------- drawing


@inline
def begin_draws(job: int, total: int) -> int:
    """None of so many candidates, at most `FEW`, was tried yet."""
    st(job + Job.FEW_LEFT, total)
    st(job + Job.SPENT, 0)
    st(job + Job.REST, ALL_DIGITS if total <= FEWER else lshr(-1, FEW - total))
    return 0


@inline
def look_ahead(job: int, total: int) -> int:
    """The next draw is worked out early: then there is nothing to wait for when it is needed."""
    ahead = mix(ld(job + Job.POLICY) + STEP)
    st(job + Job.AHEAD, ahead)
    st(job + Job.AHEAD_NUMBER, remainder(job, ahead, total))
    return 0


@inline
def remainder(job: int, bits: int, n: int) -> int:
    """`bits` modulo a small n; anything if n is 0."""
    rest = bits - n * mulhi(bits, ld(ld(job + Job.RECIPROCALS) + 8 * n))
    # The reciprocal is rounded down, so the quotient may be one too small.
    return rest - n if rest >= n else rest


@inline
def draw_one_of_few(job: int, total: int, number: int) -> int:
    """Draws one of the candidates that are left, as `Chance.below`; gives its number among all. `number` is what the
    next bits of the stream come to."""
    left = ld(job + Job.FEW_LEFT)
    stream = ld(job + Job.POLICY) + STEP
    bits = ld(job + Job.AHEAD)
    if not ult(bits, -left):
        # The last incomplete run of `left` numbers is drawn again.
        while not ult(bits, -urem(-left, left)):
            stream += STEP
            bits = mix(stream)
        number = remainder(job, bits, left)
    st(job + Job.POLICY, stream)
    ahead = mix(stream + STEP)
    st(job + Job.AHEAD, ahead)
    st(job + Job.AHEAD_NUMBER, remainder(job, ahead, left - 1))
    if total <= FEWER:
        st(job + Job.DRAWN, number)
        return lshr(ld(job + Job.REST), 4 * number) & 15
    chosen = bit_at(ld(job + Job.REST), number)
    st(job + Job.DRAWN, chosen)
    return chosen


@inline
def bit_at(rest: int, number: int) -> int:
    """The place of a set bit, counted among the set ones."""
    for _place in range(number):
        rest &= rest - 1
    return trailing_zeros(rest)


@inline
def leave_out_drawn(job: int, total: int) -> int:
    """The candidate drawn last is not drawn again. Gives how many are left."""
    rest = ld(job + Job.REST)
    if total <= FEWER:
        below = (1 << 4 * ld(job + Job.DRAWN)) - 1
        st(job + Job.REST, (rest & below) | (lshr(rest, 4) & ~below))
    else:
        st(job + Job.REST, rest ^ (1 << ld(job + Job.DRAWN)))
    left = ld(job + Job.FEW_LEFT) - 1
    st(job + Job.FEW_LEFT, left)
    return left


@inline
def drawn_last(job: int, total: int) -> int:
    """The number among all of the candidate that was drawn last."""
    drawn = ld(job + Job.DRAWN)
    return lshr(ld(job + Job.REST), 4 * drawn) & 15 if total <= FEWER else drawn


def few_left(job: int, total: int) -> int:
    """A bit for each candidate that is left."""
    if total > FEWER:
        return ld(job + Job.REST)
    bits = 0
    rest = ld(job + Job.REST)
    for _number in range(ld(job + Job.FEW_LEFT)):
        bits |= 1 << (rest & 15)
        rest = lshr(rest, 4)
    return bits


# ------------------------------------------------------------------------------------------- what may have changed


@inline
def restore_counts(a: int, saved: int) -> int:
    """Puts back what a run may change that comes back to the very same frames."""
    st(a + State.BUMP, of_saved(saved, State.BUMP))
    st(a + State.ROOM, of_saved(saved, State.ROOM))
    if ld(COUNTS + Count.DRAWS):
        st(a + State.CHANCE, of_saved(saved, State.CHANCE))
    if ld(COUNTS + Count.CLASSES):
        st(a + State.SERIAL, of_saved(saved, State.SERIAL))
    return 0


@inline
def left_globals(a: int, saved: int) -> int:
    """The same after a run in which setting a global is noted."""
    return not ld(a + Host.TOUCHED) or same_globals(a, saved)


@inline
def save_again(a: int, saved: int, base: int, top: int) -> int:
    """Brings a saved state up to date: only the frame on top is another one."""
    size = of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE)
    st(saved + State.BUMP - HOST_SIZE, base)
    st(saved + State.FRAMES_BASE - HOST_SIZE, base)
    st(saved + State.FRAMES - HOST_SIZE, base + size)
    st(saved + State.ROOM - HOST_SIZE, ld(a + State.ROOM))
    st(saved + State.WRITES - HOST_SIZE, ld(a + State.WRITES))
    if ld(COUNTS + Count.DRAWS):
        st(saved + State.CHANCE - HOST_SIZE, ld(a + State.CHANCE))
    if ld(COUNTS + Count.CLASSES):
        st(saved + State.SERIAL - HOST_SIZE, ld(a + State.SERIAL))
    frames = saved_frames(saved)
    for place in range(0, top, 8):
        st(frames + place, poll(a + base + place))
    if ld(COUNTS + Count.GLOBALS) and ld(a + Host.TOUCHED):
        first = ld(GLOBALS + GlobalRow.PLACE)
        copy(saved + first - HOST_SIZE, a + first, HOST_SIZE + fixed_size() - first)
    return 0


# ---------------------------------------------------------------------------------------------------------- again


@inline
def again(a: int, site: int, base: int, top: int, plain: int, wide: int) -> int:
    """The program has come to a question and written its frame of `top` bytes down at `base`, where its heap ends;
    `plain` has a bit for each of its slots that tells two values apart, `wide` are the slots of an answer. Gives the
    address of an answer to go on with, 0 if the program must stop."""
    job = ld(a + Host.IN_PLACE)
    if job == 0:
        return 0
    if site != ld(job + Job.SITE) or ld(a + State.OUTCOME):
        return 0
    saved = ld(job + Job.SAVED)
    now = a + base
    then = saved_frames(saved)
    is_equal = 1
    is_new = 0
    for place in range(0, top, 8):
        differs = ld(now + place) != ld(then + place)
        is_new |= differs & lshr(plain, place >> 3)
        is_equal &= 1 - differs
    candidates = ld(ld(job + Job.SITE_ROWS) + AskRow.ROW * site + AskRow.LIST)
    total = ld(candidates)
    if is_new & 1:
        length = ld(job + Job.LENGTH) + 1
        if length >= LONGEST_GAME or base > ld(job + Job.COLLECT_AT) or poll(a + Host.CANCEL):
            return 0
        if ld(job + Job.MEMORY) - ld(a + State.LIVE) - ld(a + State.ROOM) >= WALK_AFTER:
            return 0
        st(job + Job.LENGTH, length)
        st(job + Job.HAS_RECORD, 0)
        st(job + Job.FAILING_COUNT, 0)
        save_again(a, saved, base, top)
        begin_draws(job, total)
        number = remainder(job, ld(job + Job.AHEAD), total)
    elif is_equal and ld(job + Job.FEW_LEFT) > 1 and left_globals(a, saved):
        spent = spent_with_try(a, job)
        if spent >= ld(job + Job.MOST_TRIED):
            return 0
        st(job + Job.SPENT, spent)
        st(job + Job.REFUSED, ld(job + Job.REFUSED) + 1)
        restore_counts(a, saved)
        leave_out_drawn(job, total)
        number = ld(job + Job.AHEAD_NUMBER)
    else:
        return 0
    if ld(COUNTS + Count.GLOBALS):
        st(a + Host.TOUCHED, 0)
    st(a + State.STEPS, ld(job + Job.STEPS))
    st(a + State.TOLD, ld(job + Job.TOLD))
    return candidates + LIST_HEAD + 8 * wide * draw_one_of_few(job, total, number)
