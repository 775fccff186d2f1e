"""What a program does to the world: telling, ending the game, new seats; and undoing all of it after a speculation."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fail, fill, ld, ld8, st, st8
from parlour.engines.native.layout import (
    T_BLOCK,
    T_LIST_FLOAT,
    T_LIST_LIST_INT,
    T_LIST_STRING,
    Error,
    Host,
    State,
)
from parlour.engines.native.runtime.events import note_told, numbers_of
from parlour.engines.native.runtime.journal import begin, rollback
from parlour.engines.native.runtime.lists import LIST_SIZE, elements, list_grow, list_length, list_of_width
from parlour.engines.native.runtime.memory import alloc, block_new, room_above, work
from parlour.engines.native.runtime.utf8 import utf8_length
from parlour.game.position import TELLING

OUTCOME_SIZE = 80
FEW_SEATS = 64


def tell(a: int, text: int, audience: int, has_audience: int, channel: int) -> int:
    if has_audience:
        work(a, list_length(a, audience))
    pay_told(a, utf8_length(a, text))
    if ld(a + Host.RECORDING):
        note_told(a, text, audience, has_audience, channel)
    return 0


def pay_told(a: int, size: int) -> int:
    """So many bytes are told at once."""
    told = ld(a + State.TOLD) - size - TELLING
    st(a + State.TOLD, told)
    if told < 0:
        fail(a, Error.TOLD)
    return 0


def finish(a: int, ranking: int, scores: int, has_scores: int, reason: int) -> int:
    """The outcome is known. The record of it is a block of 8 slots: ranking (0 if there is none), scores, whether there
    are scores, reason; its lists are copies."""
    ranks = list_length(a, ranking) if ranking else 0
    seats = 0
    for number in range(ranks):
        seats += list_length(a, ld(elements(a, ranking) + 8 * number))
    points = list_length(a, scores) if has_scores else 0
    work(a, ranks + seats + points)
    order = 0
    if ranking:
        if not is_ranking(a, ranking):
            fail(a, Error.RANKING, ranking)
        order = list_of_width(a, T_LIST_LIST_INT, ranks, 1)
        for number in range(ranks):
            rank = numbers_of(a, ld(elements(a, ranking) + 8 * number))
            st(elements(a, order) + 8 * number, rank)
    kept = 0
    if has_scores:
        kept = list_of_width(a, T_LIST_FLOAT, points, 1)
        copy(elements(a, kept), elements(a, scores), 8 * points)
    outcome = alloc(a, OUTCOME_SIZE)
    st(a + outcome, T_BLOCK)
    st(a + outcome + 8, 8)
    st(a + outcome + 16, order)
    st(a + outcome + 24, kept)
    st(a + outcome + 32, has_scores)
    st(a + outcome + 40, reason)
    st(a + State.OUTCOME, outcome)
    return 0


def is_ranking(a: int, ranking: int) -> int:
    """It names seats that exist, and none twice."""
    count = seat_count(a)
    # A bit for each of the first seats; the others, if there are so many, have a byte each.
    few = 0
    named = 0
    if count > FEW_SEATS:
        named = room_above(a, count)
        fill(named, 0, count)
    for number in range(list_length(a, ranking)):
        rank = ld(elements(a, ranking) + 8 * number)
        for place in range(list_length(a, rank)):
            seat = ld(elements(a, rank) + 8 * place)
            if not 0 <= seat < count:
                return 0
            if seat < FEW_SEATS:
                if few >> seat & 1:
                    return 0
                few |= 1 << seat
            else:
                if ld8(named + seat):
                    return 0
                st8(named + seat, 1)
    return 1


def new_seat(a: int, name: int) -> int:
    """The number of a seat that is added now."""
    seats = ld(a + State.SEATS)
    if seats == 0:
        seats = list_of_width(a, T_LIST_STRING, 0, 1)
        st(a + State.SEATS, seats)
    count = list_length(a, seats)
    if count == ld(a + seats + 16):
        list_grow(a, seats, 1)
    st(elements(a, seats) + 8 * count, name)
    st(a + seats + 8, count + 1)
    st(a + State.WRITES, ld(a + State.WRITES) + 1)
    return count


def seat_count(a: int) -> int:
    return list_length(a, ld(a + State.SEATS)) if ld(a + State.SEATS) else 0


def speculate(a: int, save: int) -> int:
    """Begins a call that leaves no trace; 8 words at `save` remember what no journal does. Afterwards everything is as
    it was and lies where it was, so that the heap may end again where it ended before the call."""
    begin(a)
    seats = ld(a + State.SEATS)
    kept = block_new(a, 4)
    st(a + kept + 16, seats)
    if seats:
        copy(a + kept + 24, a + seats + 8, LIST_SIZE - 8)
    st(save, ld(a + State.ROOM))
    st(save + 8, ld(a + State.EVENTS))
    st(save + 16, ld(a + State.TOLD))
    st(save + 24, ld(a + State.CHANCE))
    st(save + 32, ld(a + State.DRAWN))
    st(save + 40, ld(a + State.SERIAL))
    st(save + 48, ld(a + State.OUTCOME))
    st(save + 56, kept)
    return 0


def unspeculate(a: int, save: int) -> int:
    """Everything is as it was, also after a failure."""
    rollback(a)
    st(a + State.ROOM, ld(save))
    st(a + State.EVENTS, ld(save + 8))
    st(a + State.TOLD, ld(save + 16))
    st(a + State.CHANCE, ld(save + 24))
    st(a + State.DRAWN, ld(save + 32))
    st(a + State.SERIAL, ld(save + 40))
    st(a + State.OUTCOME, ld(save + 48))
    kept = ld(save + 56)
    seats = ld(a + kept + 16)
    st(a + State.SEATS, seats)
    if seats:
        copy(a + seats + 8, a + kept + 24, LIST_SIZE - 8)
    return 0
