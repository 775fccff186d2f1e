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

from parlour.engines.core.limits import LONGEST_GAME, WALK_AFTER
from parlour.engines.llvm.low.language import (
    copy,
    inline,
    ld,
    lshr,
    poll,
    st,
)
from parlour.engines.native.driver.answers import LIST_HEAD
from parlour.engines.native.driver.chain import forget_record
from parlour.engines.native.driver.draws import begin_draws, draw_one_of_few, leave_out_drawn, remainder
from parlour.engines.native.driver.job import fixed_size, of_saved, same_globals, saved_frames
from parlour.engines.native.driver.runs import count_answer
from parlour.engines.native.driver.tries import count_refused, count_try, forget_refused, spent_with_try
from parlour.engines.native.driver.words import Asked, AskRow, Draws, Game, Orders, Rooms, Tries
from parlour.engines.native.layout import HOST_SIZE, Host, State
from parlour.engines.native.runtime.program import COUNTS, GLOBALS, Count, GlobalRow

# ------------------------------------------------------------------------------------------- what may have changed


@inline
def restore_counts(a: int, saved: int) -> int:
    """Undoes a refused answer where the frames are as they were: all that the run may have changed besides."""
    st(a + State.BUMP, of_saved(saved, State.BUMP))
    st(a + State.ROOM, of_saved(saved, State.ROOM))
    if ld(COUNTS + Count.DRAWS):
        st(a + State.CHANCE, of_saved(saved, State.CHANCE))
    if ld(COUNTS + Count.CLASSES):
        st(a + State.SERIAL, of_saved(saved, State.SERIAL))
    return 0


@inline
def left_globals(a: int, saved: int) -> int:
    """Whether a run has left all globals as they are in the saved state; if it has set none, nothing is compared."""
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
    if site != ld(job + Asked.SITE) or ld(a + State.OUTCOME):
        return 0
    saved = ld(job + Rooms.SAVED)
    now = a + base
    then = saved_frames(saved)
    is_equal = 1
    is_new = 0
    for place in range(0, top, 8):
        differs = ld(now + place) != ld(then + place)
        is_new |= differs & lshr(plain, place >> 3)
        is_equal &= 1 - differs
    candidates = ld(ld(job + Rooms.SITE_ROWS) + AskRow.ROW * site + AskRow.LIST)
    total = ld(candidates)
    if is_new & 1:
        if ld(job + Game.LENGTH) + 1 >= LONGEST_GAME or base > ld(job + Game.COLLECT_AT) or poll(a + Host.CANCEL):
            return 0
        if ld(job + Orders.MEMORY) - ld(a + State.LIVE) - ld(a + State.ROOM) >= WALK_AFTER:
            return 0
        count_answer(job)
        forget_record(job)
        forget_refused(job)
        st(job + Tries.SPENT, 0)
        save_again(a, saved, base, top)
        begin_draws(job, total)
        number = remainder(ld(job + Draws.AHEAD), total)
    elif is_equal and ld(job + Draws.FEW_LEFT) > 1 and left_globals(a, saved):
        if ld(COUNTS + Count.DRAWS) and ld(a + State.CHANCE) != of_saved(saved, State.CHANCE):
            return 0
        if spent_with_try(a, job) >= ld(job + Orders.MOST_TRIED):
            return 0
        count_try(a, job)
        count_refused(job)
        restore_counts(a, saved)
        leave_out_drawn(job, total)
        number = ld(job + Draws.AHEAD_NUMBER)
    else:
        return 0
    if ld(COUNTS + Count.GLOBALS):
        st(a + Host.TOUCHED, 0)
    st(a + State.STEPS, ld(job + Orders.STEPS))
    st(a + State.TOLD, ld(job + Orders.TOLD))
    return candidates + LIST_HEAD + 8 * wide * draw_one_of_few(job, total, number)
