"""Equality of the native runtime: the same answer and the same steps as the Python engine's."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    SYMBOL,
    BoardType,
    ListType,
    ObjectType,
    OptionalType,
    TableType,
    TupleType,
    Type,
)
from parlour.core.values import Symbol
from parlour.engines.core.values import NAN, needs_kind
from parlour.engines.native.layout import Error
from parlour.engines.python import primitives
from parlour.engines.python.image import Copier

ANYS = ListType(ANY)
BY_ANY = TableType(ANY, ANY)
LOOSE = TupleType((ANY, ANY))
LARGE = BoardType(SYMBOL, 8, 9)
SMALL = BoardType(SYMBOL, 3, 3)
TEXTS = BoardType(STRING, 2, 2)
NUMBERS = ListType(INT)
RICH = TupleType((OptionalType(INT), ANY, LARGE, OptionalType(STRING), FLOAT))
BOXED = [NUMBERS, ANYS, BY_ANY, LOOSE, LARGE, SMALL, TEXTS, RICH]


class Maker:
    """Values of a type, out of few so that many are equal; some are shared."""

    def __init__(self, hand: Any, seed: int) -> None:
        self.hand = hand
        self.random = random.Random(seed)
        self.lists: list[Any] = []
        self.cards = [hand.card(n) for n in range(2)]

    def make(self, type_: Type, depth: int = 0) -> Any:
        pick = self.random
        match type_:
            case TupleType(items):
                return tuple(self.make(item, depth) for item in items)
            case BoardType(item=item):
                return tuple(self.make(item, depth) for _ in range(type_.cells))
            case OptionalType(item=item):
                return None if pick.random() < 0.4 else self.make(item, depth)
            case ObjectType():
                return pick.choice(self.cards)
            case ListType(item=item):
                return [self.make(item, depth + 1) for _ in range(pick.randrange(3))]
            case TableType(key, value):
                table: dict[Any, Any] = {}
                for _ in range(pick.randrange(3)):
                    name, entry = self.make(key, depth + 1), self.make(value, depth + 1)
                    if needs_kind(key):
                        table[primitives.table_key(self.hand.run, name)] = (name, entry)
                    else:
                        table[name] = entry
                return table
        if type_ == ANY:
            return self.any(depth)
        choices: dict[Type, tuple[Any, ...]] = {
            INT: (0, 1, -1, 2**62, -(2**63)),
            BOOL: (True, False),
            FLOAT: (0.0, 1.0, NAN, -2.5),
            STRING: ("", "a", "😀"),
            SYMBOL: (Symbol("_"), Symbol("X")),
            NONE: (None,),
        }
        return pick.choice(choices[type_])

    def any(self, depth: int) -> Any:
        pick = self.random
        if self.lists and pick.random() < 0.2:
            return pick.choice(self.lists)
        if depth > 3 or pick.random() < 0.5:
            return self.make(pick.choice([INT, BOOL, FLOAT, STRING, SYMBOL, NONE, ObjectType("Card")]), depth)
        type_ = pick.choice(BOXED)
        boxed = self.hand.box(type_, self.make(type_, depth + 1))
        if isinstance(boxed.value, list | dict):
            self.lists.append(boxed)
        return boxed

    def changed(self, value: Any) -> Any:
        """A copy, in which something may be different."""
        twin = Copier().copy(value)
        holder = twin
        while isinstance(holder, list) and holder and isinstance(holder[-1], list):
            holder = holder[self.random.randrange(len(holder))]
        if isinstance(holder, list) and holder and self.random.random() < 0.5:
            holder[self.random.randrange(len(holder))] = self.random.choice(holder)
        return twin


TYPES = [ANYS, ListType(RICH), BY_ANY, LOOSE, OptionalType(TupleType((INT, STRING))), ListType(SMALL), FLOAT, ANY]


@pytest.mark.parametrize("type_", TYPES, ids=map(str, TYPES))
@given(seed=st.integers(0, 2**32))
def test_equality_and_its_steps_are_those_of_the_python_engine(dealt: Any, type_: Type, seed: int) -> None:
    dealt.deal()
    maker = Maker(dealt, seed)
    left = maker.make(type_)
    right = left if seed % 7 == 0 else maker.changed(left) if seed % 3 else maker.make(type_)
    dealt.run.steps = dealt.spent[0]
    x, y = dealt.slots((type_, left), (type_, right))
    both = dealt.agree("equal", [dealt.number(type_), x, y], primitives.equal, [left, right])
    assert both[0] == both[1]


def test_a_list_that_holds_itself_equals_another_one_that_does(hand: Any) -> None:
    first: list[Any] = [1]
    second: list[Any] = [1]
    first.append(hand.box(ANYS, first))
    second.append(hand.box(ANYS, second))
    x, y = hand.slots((ANYS, first), (ANYS, second))
    assert hand.agree("equal", [hand.number(ANYS), x, y], primitives.equal, [first, second]) == (1, True)
    second[0] = 2
    x, y = hand.slots((ANYS, first), (ANYS, second))
    assert hand.agree("equal", [hand.number(ANYS), x, y], primitives.equal, [first, second]) == (0, False)


@pytest.mark.parametrize("differ", [None, 0, 10, 40_000, 99_998])
def test_long_lists_are_paid_for_in_chunks(hand: Any, differ: int | None) -> None:
    left = list(range(100_000))
    right = list(left)
    if differ is not None:
        right[differ] = -1
    x, y = hand.slots((NUMBERS, left), (NUMBERS, right))
    both = hand.agree("equal", [hand.number(NUMBERS), x, y], primitives.equal, [left, right])
    assert both == (differ is None, differ is None)
    assert hand.spent[0] < 1_000_000 or differ in (40_000, 99_998)


def test_boards_in_long_lists_count_cell_by_cell(hand: Any) -> None:
    board = tuple(Symbol("X") for _ in range(9))
    left = [board] * 7_000
    right = [(Symbol("_"), *board[1:]), *left[1:]]
    for other in (left[:], right):
        x, y = hand.slots((ListType(SMALL), left), (ListType(SMALL), other))
        both = hand.agree("equal", [hand.number(ListType(SMALL)), x, y], primitives.equal, [left, other])
        assert both[0] == both[1]


def test_equality_stops_when_the_steps_are_used_up(hand: Any) -> None:
    hand.deal(steps=5_000)
    left = list(range(100_000))
    x, y = hand.slots((NUMBERS, left), (NUMBERS, left[:]))
    assert hand.agree("equal", [hand.number(NUMBERS), x, y], primitives.equal, [left, left[:]]) is None
    assert hand.error[0] is Error.STEPS


def test_lists_nested_deeply_take_no_machine_stack(hand: Any) -> None:
    def nested() -> Any:
        value: Any = 1
        for _ in range(20_000):
            value = hand.box(ANYS, [value])
        return value

    left, right = nested(), nested()
    x, y = hand.slots((ANY, left), (ANY, right))
    assert hand.agree("equal", [hand.number(ANY), x, y], primitives.equal, [left, right]) == (1, True)


@given(seed=st.integers(0, 2**32))
def test_same_is_identity_of_references_and_content_of_the_rest(dealt: Any, seed: int) -> None:
    dealt.deal()
    maker = Maker(dealt, seed)
    left = maker.any(0)
    right = left if seed % 5 == 0 else Copier().copy(left) if seed % 2 else maker.any(0)
    dealt.run.steps = dealt.spent[0]
    (x,), (y,) = dealt.put_all([(ANY, left), (ANY, right)])
    both = dealt.agree("same", [x, y], primitives.same, [left, right])
    assert both[0] == both[1]


@given(seed=st.integers(0, 2**32))
def test_plain_values_are_compared_for_nothing(dealt: Any, seed: int) -> None:
    dealt.deal()
    maker = Maker(dealt, seed)
    type_ = maker.random.choice([OptionalType(TupleType((INT, STRING))), TupleType((INT, STRING)), TEXTS, LARGE, SMALL])
    left, right = maker.make(type_), maker.make(type_)
    for other in (right, Copier().copy(left)):
        x, y = dealt.slots((type_, left), (type_, other))
        assert dealt.call("plain_equal", dealt.number(type_), x, y) == (left == other)
    assert dealt.spent == (dealt.run.steps, dealt.run.room)


@given(st.lists(st.sampled_from(["", "a", "b"]), min_size=4, max_size=4), st.sampled_from(["", "a"]))
def test_cells_equal_to_a_value_are_counted(dealt: Any, cells: list[str], wanted: str) -> None:
    dealt.deal()
    board = dealt.put(TEXTS, tuple(cells))
    (value,) = dealt.slots((STRING, wanted))
    both = dealt.agree(
        "count_equal", [dealt.number(TEXTS), board, value], primitives.count_equal, [tuple(cells), wanted]
    )
    assert both == (cells.count(wanted), cells.count(wanted))
