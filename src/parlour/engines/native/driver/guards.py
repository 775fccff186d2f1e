"""Guards: answers that are refused anyway are turned away without being tried (`core/passes/guards.py`)."""

from __future__ import annotations

from parlour.engines.core.probing import GUARD_STEPS
from parlour.engines.llvm.low.language import foreign, inline, ld, st
from parlour.engines.native.driver.answers import top_frame
from parlour.engines.native.driver.job import clear_error, of_saved
from parlour.engines.native.driver.words import Orders, Rooms
from parlour.engines.native.layout import Host, State


@foreign
def parlour_guard(a: int, frame: int, answer: int, number: int) -> int:
    raise NotImplementedError


@inline
def forget_found(job: int) -> int:
    """The state has changed: what searches have found does not count any more."""
    table = ld(job + Rooms.FOUND)
    st(table, ld(table) + 1)
    return 0


@inline
def lets_through(a: int, job: int, number: int, answer: int) -> int:
    """Whether the answer at this address may be taken, by a guard. One that fails knows nothing. It runs above the
    frames of the saved question, and all it may change is put back."""
    saved = ld(job + Rooms.SAVED)
    steps = ld(job + Orders.STEPS)
    st(a + Host.FOUND, ld(job + Rooms.FOUND))
    st(a + State.BUMP, ld(a + State.FRAMES))
    st(a + State.STEPS, steps if steps < GUARD_STEPS else GUARD_STEPS)
    st(a + State.ROOM, ld(job + Orders.MEMORY))
    st(a + State.DEPTH, ld(a + State.DEPTH_LIMIT))
    found = parlour_guard(a, top_frame(a), answer, number)
    st(a + State.BUMP, of_saved(saved, State.BUMP))
    st(a + State.ROOM, of_saved(saved, State.ROOM))
    st(a + State.DEPTH, of_saved(saved, State.DEPTH))
    st(a + State.SERIAL, of_saved(saved, State.SERIAL))
    if ld(a + Host.ERROR):
        clear_error(a)
        return 1
    return found
