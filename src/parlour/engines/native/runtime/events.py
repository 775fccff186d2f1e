"""What a run tells and draws, kept for the host: a chain of records, the newest first.

A record is a block of 8 slots: the record before it, 0 for a told line or 1 for a draw, then the text, the audience (a
list[int], 0: everybody) and the channel's number; or how many outcomes there were, the one drawn, and the weights (a
list[int], 0: all alike)."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, ld, st
from parlour.engines.native.layout import T_BLOCK, T_LIST_INT, State
from parlour.engines.native.runtime.lists import elements, list_length, list_of_width
from parlour.engines.native.runtime.memory import alloc

RECORD_SIZE = 80
TOLD = 0
DRAWN = 1


def note_event(a: int, what: int, first: int, second: int, third: int) -> int:
    event = alloc(a, RECORD_SIZE)
    st(a + event, T_BLOCK)
    st(a + event + 8, 8)
    st(a + event + 16, ld(a + State.EVENTS))
    st(a + event + 24, what)
    st(a + event + 32, first)
    st(a + event + 40, second)
    st(a + event + 48, third)
    st(a + State.EVENTS, event)
    return event


def numbers_of(a: int, items: int) -> int:
    """A copy of a list[int] as it is now; takes nothing from the budgets."""
    length = list_length(a, items)
    twin = list_of_width(a, T_LIST_INT, length, 1)
    copy(elements(a, twin), elements(a, items), 8 * length)
    return twin


def note_told(a: int, text: int, audience: int, has_audience: int, channel: int) -> int:
    to = 0
    if has_audience:
        to = numbers_of(a, audience)
    note_event(a, TOLD, text, to, channel)
    return 0


def note_drawn(a: int, n: int, value: int, weights: int) -> int:
    kept = 0
    if weights:
        kept = numbers_of(a, weights)
    note_event(a, DRAWN, n, value, kept)
    return 0
