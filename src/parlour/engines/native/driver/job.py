"""The job of a driver: what the host wants played, what it knows, and where it keeps things while it plays.

A job is a block of words beside an arena; `words.py` names them. The state at a question is *saved* before answers are
tried out, and put back after each that is refused::

    saved: state, answer, result, globals │ frames

Many programs change nothing that is older than the question, so their heap need not be copied: what a try allocates is
above the end of the heap as it was saved, and is given up by putting that end back. For the others there is a *mirror*,
a copy of the heap with everything at the same offset.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fail, inline, ld, poll, same_bytes, st
from parlour.engines.native.driver.words import Orders, Rooms
from parlour.engines.native.layout import HOST_SIZE, Error, Host, State
from parlour.engines.native.runtime.program import COUNTS, GLOBALS, Count, GlobalRow


@inline
def fixed_size() -> int:
    """Bytes of state, answer, result and globals."""
    return ld(COUNTS + Count.HEAP) - HOST_SIZE


@inline
def of_saved(saved: int, field: int) -> int:
    """A word of a saved state."""
    return ld(saved + field - HOST_SIZE)


@inline
def saved_frames(saved: int) -> int:
    return saved + fixed_size()


@inline
def save(a: int, job: int, saved: int) -> int:
    """Saves the state."""
    fixed = fixed_size()
    base = ld(a + State.FRAMES_BASE)
    frames = ld(a + State.FRAMES) - base
    if fixed + frames + ld(a + State.BUMP) > ld(job + Rooms.SAVED_ROOM):
        fail(a, Error.MEMORY)
    if ld(job + Orders.MUTATES):
        save_heap(a, job)
    copy(saved, a + HOST_SIZE, fixed)
    copy_words(saved + fixed, a + base, frames)
    return 0


def save_heap(a: int, job: int) -> int:
    start = ld(job + Rooms.MIRRORED)
    copy(ld(job + Rooms.MIRROR) + start, a + start, ld(a + State.BUMP) - start)
    return 0


@inline
def copy_words(to: int, source: int, size: int) -> int:
    """Few words, most of the time: LLVM would make a call of memcpy of plain loads, which takes longer."""
    for place in range(0, size, 8):
        st(to + place, poll(source + place))
    return 0


@inline
def same_words(one: int, other: int, size: int) -> int:
    """Few words, most of the time: no call is worth it."""
    for place in range(0, size, 8):
        if ld(one + place) != ld(other + place):
            return 0
    return 1


@inline
def is_changed(a: int, saved: int) -> int:
    """Something in the heap that is older than the saved state may have changed."""
    return ld(a + State.WRITES) != of_saved(saved, State.WRITES) or of_saved(saved, State.JOURNAL) != 0


def notice_unchanged(a: int, job: int) -> int:
    """After a run that has written: if everything older than the saved question has the bytes that it had then, nothing
    has changed, and the count of writes is put back to say so."""
    saved = ld(job + Rooms.SAVED)
    if ld(a + State.WRITES) == of_saved(saved, State.WRITES) or ld(a + State.SEATS) != of_saved(saved, State.SEATS):
        return 0
    if ld(job + Orders.MUTATES):
        heap = ld(COUNTS + Count.HEAP)
        if not same_bytes(a + heap, ld(job + Rooms.MIRROR) + heap, of_saved(saved, State.BUMP) - heap):
            return 0
    st(a + State.WRITES, of_saved(saved, State.WRITES))
    return 0


@inline
def same_globals(a: int, saved: int) -> int:
    """Every global holds the very words that it held then."""
    if ld(COUNTS + Count.GLOBALS) == 0:
        return 1
    first = ld(GLOBALS + GlobalRow.PLACE)
    return same_bytes(a + first, saved + first - HOST_SIZE, ld(COUNTS + Count.HEAP) - first)


@inline
def restore(a: int, job: int, saved: int) -> int:
    """Puts a saved state back, into the arena it was saved in."""
    fixed = fixed_size()
    base = of_saved(saved, State.FRAMES_BASE)
    frames = of_saved(saved, State.FRAMES) - base
    if ld(job + Orders.MUTATES) and is_changed(a, saved):
        restore_heap(a, job, saved)
    copy(a + HOST_SIZE, saved, fixed)
    copy_words(a + base, saved + fixed, frames)
    return 0


def restore_heap(a: int, job: int, saved: int) -> int:
    heap = ld(COUNTS + Count.HEAP)
    copy(a + heap, ld(job + Rooms.MIRROR) + heap, of_saved(saved, State.BUMP) - heap)
    return 0


@inline
def end_of(a: int) -> int:
    """Where the state ends."""
    frames = ld(a + State.FRAMES)
    bump = ld(a + State.BUMP)
    return frames if frames > bump else bump


@inline
def clear_error(a: int) -> int:
    st(a + Host.ERROR, 0)
    st(a + Host.TRACE_COUNT, 0)
    return 0
