"""Heap memory, and the budgets of memory and steps."""

from __future__ import annotations

from parlour.engines.llvm.low.language import fail, inline, ld, move, poll, st
from parlour.engines.native.layout import T_BLOCK, Error, Host, State


@inline
def alloc(a: int, size: int) -> int:
    """The offset of so many bytes; what they hold is left over from before. Takes nothing from the budget."""
    at = ld(a + State.BUMP)
    end = at + ((size + 7) & -8)
    if size < 0 or end > ld(a + Host.LIMIT):
        no_memory(a)
    st(a + State.BUMP, end)
    return at


def alloc_beside_frames(a: int, size: int) -> int:
    """As `alloc`, also while the run is suspended: the frames move up, since they lie where the heap ends."""
    frames = ld(a + State.FRAMES)
    base = ld(a + State.FRAMES_BASE)
    if frames == base:
        return alloc(a, size)
    size = (size + 7) & -8
    if frames + size > ld(a + Host.LIMIT):
        fail(a, Error.MEMORY)
    move(a + base + size, a + base, frames - base)
    st(a + State.FRAMES, frames + size)
    st(a + State.FRAMES_BASE, base + size)
    at = ld(a + State.BUMP)
    st(a + State.BUMP, at + size)
    return at


def room_above(a: int, size: int) -> int:
    """The address of so many bytes above the heap that hold until something is allocated."""
    at = ld(a + State.BUMP)
    if size < 0 or at + size > ld(a + Host.LIMIT):
        fail(a, Error.MEMORY)
    return a + at


def no_memory(a: int) -> int:
    fail(a, Error.MEMORY)


def take(a: int, size: int) -> int:
    """Takes from the memory budget; before the memory is really used."""
    room = ld(a + State.ROOM) - size
    st(a + State.ROOM, room)
    if room < 0:
        fail(a, Error.MEMORY)
    return 0


def work(a: int, amount: int) -> int:
    """Takes from the step budget for moving or comparing so many elements."""
    steps = ld(a + State.STEPS) - (amount >> 4)
    st(a + State.STEPS, steps)
    if steps < 0:
        fail(a, Error.STEPS)
    if poll(a + Host.CANCEL):
        fail(a, Error.CANCELLED)
    return 0


def pay_string(a: int, length: int) -> int:
    """What a new string costs: a step for 16 code points, 16 bytes and one for each."""
    work(a, length)
    take(a, 16 + length)
    return 0


def block_new(a: int, slots: int) -> int:
    """A block for so many slots, which are not set."""
    block = alloc(a, 16 + 8 * slots)
    st(a + block, T_BLOCK)
    st(a + block + 8, slots)
    return block


def fill_slots(to: int, count: int, width: int, source: int) -> int:
    """The slots at `source` so many times."""
    if width == 1:
        word = ld(source)
        for number in range(count):
            st(to + 8 * number, word)
        return 0
    for _number in range(count):
        for slot in range(width):
            st(to, ld(source + 8 * slot))
            to += 8
    return 0
