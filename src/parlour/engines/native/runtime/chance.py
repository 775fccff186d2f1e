"""Chance: the draws of a running program, or outcomes that the host gives beforehand."""

from __future__ import annotations

from parlour.core.chance import DRAWING
from parlour.engines.llvm.low.language import fail, ld, st
from parlour.engines.llvm.streams import below
from parlour.engines.native.layout import Error, Host, State
from parlour.engines.native.runtime.events import note_drawn
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.memory import work


def draw(a: int, n: int) -> int:
    work(a, DRAWING)
    if n < 1:
        fail(a, Error.DRAW, n)
    if ld(a + Host.FORCED):
        value = forced(a, n, 0)
    else:
        value = below(a + State.CHANCE, n)
    if ld(a + Host.RECORDING):
        note_drawn(a, n, value, 0)
    return value


def draw_weighted(a: int, weights: int) -> int:
    """An index of the list, as likely as its weight."""
    count = list_length(a, weights)
    work(a, DRAWING + count)
    total = 0
    for index in range(count):
        weight = ld(elements(a, weights) + 8 * index)
        total += weight
        # Weights are not negative, so a sum that leaves 63 bits becomes negative at that very place.
        if weight < 0 or total < 0:
            fail(a, Error.WEIGHTS, weights)
    if total == 0:
        fail(a, Error.WEIGHTS, weights)
    if ld(a + Host.FORCED):
        value = forced(a, count, weights)
    else:
        value = under(a, weights, below(a + State.CHANCE, total))
    if ld(a + Host.RECORDING):
        note_drawn(a, count, value, weights)
    return value


def under(a: int, weights: int, left: int) -> int:
    """The first index whose weight and those before it exceed `left`."""
    index = 0
    while True:
        weight = ld(elements(a, weights) + 8 * index)
        if left < weight:
            return index
        left -= weight
        index += 1


def forced(a: int, n: int, weights: int) -> int:
    """The next of the outcomes that the host gave."""
    drawn = ld(a + State.DRAWN)
    if drawn == ld(a + Host.FORCED_COUNT):
        fail(a, Error.CHANCE_NEEDED, n, weights)
    value = ld(ld(a + Host.FORCED) + 8 * drawn)
    if not 0 <= value < n or (weights != 0 and ld(elements(a, weights) + 8 * value) == 0):
        fail(a, Error.NO_OUTCOME, value, n)
    st(a + State.DRAWN, drawn + 1)
    return value
