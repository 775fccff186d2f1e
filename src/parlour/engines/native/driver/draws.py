"""Drawing one of the answers that are left: all alike, or as a policy weighs them."""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import (
    foreign,
    inline,
    ld,
    ld32,
    lshr,
    st,
    trailing_zeros,
    ult,
    urem,
)
from parlour.engines.llvm.streams import below, derive, mix
from parlour.engines.native.driver.answers import answer_at
from parlour.engines.native.driver.paths import DIGITS, DRAWN_AHEAD
from parlour.engines.native.driver.words import Asked, AskRow, Draws, Orders, Rooms, Tries
from parlour.engines.native.layout import Host, State

# A weight counts no more than this, so that no sum of weights is too large.
LARGEST_WEIGHT = 1 << 32

# So many candidates fit into a set of bits, and so many into a word with four bits for each.
FEW = 64
FEWER = 16 * DIGITS
ALL_DIGITS = 0xFEDCBA9876543210


@inline
def begin_stream(job: int, own: int) -> int:
    """The stream that the answers of a game with this seed are drawn from."""
    st(job + Draws.POLICY, derive(own, 1))
    return 0


@inline
def draw_one(job: int, n: int) -> int:
    """One of 0 … n-1, as `Chance.below`."""
    return below(job + Draws.POLICY, n)


# ---------------------------------------------------------------------------------------------- one of a few


@inline
def begin_draws(job: int, total: int) -> int:
    """None of so many candidates, at most `FEW`, was tried yet."""
    st(job + Draws.FEW_LEFT, total)
    st(job + Draws.REST, ALL_DIGITS if total <= FEWER else lshr(-1, FEW - total))
    return 0


@inline
def look_ahead(job: int, total: int) -> int:
    """The next draw is worked out early: then there is nothing to wait for when it is needed."""
    ahead = mix(ld(job + Draws.POLICY) + STEP)
    st(job + Draws.AHEAD, ahead)
    st(job + Draws.AHEAD_NUMBER, remainder(ahead, total))
    return 0


@inline
def remainder(bits: int, n: int) -> int:
    """`bits` modulo n; anything if n is 0."""
    return urem(bits, n + (n == 0))


@inline
def draw_one_of_few(job: int, total: int, number: int) -> int:
    """Draws one of the candidates that are left, as `Chance.below`; gives its number among all. `number` is what the
    next bits of the stream come to."""
    left = ld(job + Draws.FEW_LEFT)
    stream = ld(job + Draws.POLICY) + STEP
    bits = ld(job + Draws.AHEAD) if DRAWN_AHEAD else mix(stream)
    if not DRAWN_AHEAD:
        number = remainder(bits, left)
    if not ult(bits, -left):
        # The last incomplete run of `left` numbers is drawn again.
        while not ult(bits, -urem(-left, left)):
            stream += STEP
            bits = mix(stream)
        number = remainder(bits, left)
    st(job + Draws.POLICY, stream)
    if DRAWN_AHEAD:
        ahead = mix(stream + STEP)
        st(job + Draws.AHEAD, ahead)
        st(job + Draws.AHEAD_NUMBER, remainder(ahead, left - 1))
    if total <= FEWER:
        st(job + Draws.DRAWN, number)
        return lshr(ld(job + Draws.REST), 4 * number) & 15
    chosen = bit_at(ld(job + Draws.REST), number)
    st(job + Draws.DRAWN, chosen)
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
    rest = ld(job + Draws.REST)
    if total <= FEWER:
        below = (1 << 4 * ld(job + Draws.DRAWN)) - 1
        st(job + Draws.REST, (rest & below) | (lshr(rest, 4) & ~below))
    else:
        st(job + Draws.REST, rest ^ (1 << ld(job + Draws.DRAWN)))
    left = ld(job + Draws.FEW_LEFT) - 1
    st(job + Draws.FEW_LEFT, left)
    return left


@inline
def drawn_last(job: int, total: int) -> int:
    """The number among all of the candidate that was drawn last."""
    drawn = ld(job + Draws.DRAWN)
    return lshr(ld(job + Draws.REST), 4 * drawn) & 15 if total <= FEWER else drawn


@inline
def few_left(count: int, rest: int, total: int) -> int:
    """A bit for each candidate that is left: there are so many, and `rest` is `Draws.REST`."""
    if total > FEWER:
        return rest
    bits = 0
    for _number in range(count):
        bits |= 1 << (rest & 15)
        rest = lshr(rest, 4)
    return bits


# ------------------------------------------------------------------------------------------------ as they weigh


@foreign
def parlour_weigh(a: int, address: int, member: int) -> int:
    raise NotImplementedError


def weigh(a: int, job: int, count: int) -> int:
    """Weighs all candidates, if the policy has a function for answers of this type; 0 if it has none."""
    member = ld(ld(job + Rooms.SITE_ROWS) + AskRow.ROW * ld(job + Asked.SITE) + AskRow.WEIGHS)
    if not member:
        return 0
    return weigh_above(a, job, count, member, ld(a + State.FRAMES)) >= 0


def weigh_above(a: int, job: int, count: int, member: int, free: int) -> int:
    """Weighs all candidates by a function of the policy, in the memory from this offset on. Gives the sum of their
    weights; -1 if the policy has failed."""
    weights = ld(job + Rooms.WEIGHTS)
    # A policy leaves no trace but these.
    bump = ld(a + State.BUMP)
    room = ld(a + State.ROOM)
    depth = ld(a + State.DEPTH)
    writes = ld(a + State.WRITES)
    serial = ld(a + State.SERIAL)
    total = 0
    for number in range(count):
        st(a + State.BUMP, free)
        st(a + State.STEPS, ld(job + Orders.STEPS) // 10)
        st(a + State.ROOM, ld(job + Orders.MEMORY))
        st(a + State.DEPTH, ld(a + State.DEPTH_LIMIT))
        weight = parlour_weigh(a, answer_at(a, job, number, count), member)
        if ld(a + Host.ERROR):
            total = -1
            break
        if weight < 0:
            weight = 0
        if weight > LARGEST_WEIGHT:
            weight = LARGEST_WEIGHT
        st(weights + 8 * number, weight)
        total += weight
    st(a + State.BUMP, bump)
    st(a + State.ROOM, room)
    st(a + State.DEPTH, depth)
    st(a + State.WRITES, writes)
    st(a + State.SERIAL, serial)
    return total


def draw_by_weight(job: int, total: int) -> int:
    """One of all candidates, as likely as its weight, where all weights come to this."""
    rest = below(job + Draws.POLICY, total)
    at = ld(job + Rooms.WEIGHTS)
    while rest >= ld(at):
        rest -= ld(at)
        at += 8
    return (at - ld(job + Rooms.WEIGHTS)) >> 3


def draw_weighted_one(job: int, count: int) -> int:
    """An entry of the candidates left, as likely as its weight; all alike if no weight is left."""
    weights = ld(job + Rooms.WEIGHTS)
    left = ld(job + Tries.LEFT)
    total = 0
    for number in range(count):
        total += ld(weights + 8 * ld32(left + 4 * number))
    if total == 0:
        return draw_one(job, count)
    rest = below(job + Draws.POLICY, total)
    for number in range(count):
        weight = ld(weights + 8 * ld32(left + 4 * number))
        if rest < weight:
            return number
        rest -= weight
    return 0
