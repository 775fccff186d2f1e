"""Lists and boards of the native runtime, against the Python engine's primitives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.types import BOOL, INT, STRING, SYMBOL, BoardType, ListType, TupleType
from parlour.core.values import Symbol
from parlour.engines.native.layout import Error, State
from parlour.engines.python import primitives

PAIR = TupleType((INT, STRING))
PAIRS = ListType(PAIR)
SIZE = 16
PAIR_VALUES = st.tuples(st.integers(-5, 5), st.sampled_from(["", "a", "😀"]))

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.integers(-1, 12), PAIR_VALUES),
        st.tuples(st.just("remove"), st.integers(-1, 12)),
        st.tuples(st.just("extend"), st.booleans()),
        st.tuples(st.just("slice"), st.integers(-1, 12), st.integers(-1, 12)),
        st.tuples(st.just("fill"), st.integers(-1, 5), PAIR_VALUES),
        st.tuples(st.just("copy")),
    ),
    max_size=12,
)


@given(STEPS)
def test_lists_change_as_python_lists_do(dealt: Any, steps: list[tuple[Any, ...]]) -> None:
    """The list that is worked on, and another one that the steps make."""
    dealt.deal()
    mine: list[Any] = []
    other: list[Any] = [(7, "b")]
    here, there = dealt.put(PAIRS, mine), dealt.put(PAIRS, other)
    (room,) = dealt.slots((PAIR, (0, "")))
    for step in steps:
        match step:
            case ("insert", index, value):
                (source,) = dealt.slots((PAIR, value))
                dealt.agree(
                    "list_insert", [here, index, source, 2, SIZE], primitives.list_insert, [mine, index, value, SIZE]
                )
            case ("remove", index):
                both = dealt.agree("list_remove", [here, index, room, 2], primitives.list_remove, [mine, index])
                if both is not None:
                    assert dealt.at(PAIR, room) == both[1]
            case ("extend", itself):
                more, source = (mine, here) if itself else (other, there)
                if len(mine) < 1000:
                    args = [here, source, 2, SIZE]
                    dealt.agree("list_extend", args, primitives.list_extend, [mine, list(more), SIZE])
            case ("slice", start, stop):
                args = [here, start, stop, 2, SIZE]
                both = dealt.agree("list_slice", args, primitives.list_slice, [mine, start, stop, SIZE])
                if both is not None:
                    there, other = both
            case ("fill", count, value):
                (source,) = dealt.slots((PAIR, value))
                args = [dealt.number(PAIRS), count, source, 2, SIZE]
                both = dealt.agree("list_fill", args, primitives.list_fill, [count, value, SIZE])
                if both is not None:
                    there, other = both
            case _:
                there, other = dealt.agree("list_copy", [here, 2, SIZE], primitives.list_copy, [mine, SIZE])
        assert dealt.value(PAIRS, here) == mine
        assert dealt.value(PAIRS, there) == other


def test_a_list_grows_by_doubling_and_keeps_its_elements(hand: Any) -> None:
    items = hand.call("list_new", hand.number(ListType(INT)), 0)
    for value in range(100):
        if hand.get(items + 8) == hand.get(items + 16):
            hand.call("list_grow", items, 1)
        hand.set(hand.get(items + 24) + 16 + 8 * value, value)
        hand.set(items + 8, value + 1)
    assert hand.value(ListType(INT), items) == list(range(100))
    assert hand.get(items + 16) == 128


def test_a_list_at_the_end_of_the_heap_grows_where_it_is(hand: Any) -> None:
    items = hand.call("list_new", hand.number(ListType(INT)), 4)
    block = hand.get(items + 24)
    hand.call("list_grow", items, 1)
    assert hand.get(items + 24) == block
    hand.put(STRING, "between")
    hand.call("list_grow", items, 1)
    assert hand.get(items + 24) > block


@pytest.mark.parametrize("name", ["steps", "room"])
def test_more_elements_than_the_budget_allows_are_refused(hand: Any, name: str) -> None:
    hand.deal(**{name: 100})
    (source,) = hand.slots((INT, 1))
    args = [hand.number(ListType(INT)), 10_000, source, 1, 8]
    assert hand.agree("list_fill", args, primitives.list_fill, [10_000, 1, 8]) is None
    assert hand.error[0] is (Error.STEPS if name == "steps" else Error.MEMORY)


def test_physical_memory_ends_in_an_error_not_in_a_crash(hand: Any) -> None:
    before = hand.get(State.BUMP)
    hand.call("alloc", hand.ROOM)
    assert hand.error[0] is Error.MEMORY
    hand.call("list_new", hand.number(ListType(INT)), 1 << 20)
    assert hand.error[0] is Error.MEMORY
    assert hand.get(State.BUMP) < before + 64


SYMBOLS = [Symbol("_"), Symbol("X"), Symbol("O"), Symbol("s19")]
BOARDS: list[tuple[BoardType, list[Any]]] = [
    (BoardType(SYMBOL, 3, 3), SYMBOLS),
    (BoardType(SYMBOL, 8, 9), SYMBOLS),
    (BoardType(BOOL, 13, 7), [True, False]),
    (BoardType(STRING, 2, 2), ["", "a", "中😀"]),
]


@pytest.mark.parametrize(("type_", "cells"), BOARDS, ids=[str(type_) for type_, _ in BOARDS])
def test_a_board_is_made_of_a_list(hand: Any, type_: BoardType, cells: list[Any]) -> None:
    items = [cells[(5 * n + n // 3) % len(cells)] for n in range(type_.cells)]
    inner = ListType(type_.item)
    if inner not in hand.types.numbers:
        # Only the elements matter here, and a bool's slot looks like an int's.
        given = hand.put(ListType(INT), [int(item) if type_.item == BOOL else symbol_number(item) for item in items])
    else:
        given = hand.put(inner, items)
    board = hand.call("board_of", hand.number(type_), given)
    assert hand.value(type_, board) == tuple(items)
    hand.set(given + 8, type_.cells - 1)
    hand.call("board_of", hand.number(type_), given)
    assert hand.error == (Error.CELLS, type_.cells - 1, type_.cells)


def symbol_number(symbol: Symbol) -> int:
    return {"_": 0, "X": 1, "O": 2, "s19": 22}[symbol.name]
