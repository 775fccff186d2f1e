"""Tables of the native runtime, against Python's dicts as the Python engine uses them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.types import ANY, INT, STRING, ListType, ObjectType, TableType, TupleType, Type, slots
from parlour.engines.core.values import NAN, needs_kind
from parlour.engines.native.layout import Error
from parlour.engines.python import primitives

CARD = ObjectType("Card")
PAIR = TupleType((INT, STRING))
NUMBERS = ListType(INT)
ANYS = ListType(ANY)
TABLES = [
    TableType(INT, STRING),
    TableType(STRING, INT),
    TableType(ANY, ANY),
    TableType(PAIR, INT),
    TableType(CARD, INT),
    TableType(NUMBERS, INT),
]


class Both:
    """A table in the arena and the dict that it must be like."""

    def __init__(self, hand: Any, type_: TableType) -> None:
        self.hand = hand
        self.type = type_
        self.dict: dict[Any, Any] = {}
        self.table = hand.call("table_new", hand.number(type_))
        self.size = 8 * (slots(type_.key) + slots(type_.value))

    def key(self, key: Any) -> Any:
        return primitives.table_key(self.hand.run, key) if needs_kind(self.type.key) else key

    def set(self, key: Any, value: Any, at: tuple[int, int]) -> None:
        def python(run: Any) -> None:
            entry = (key, value) if needs_kind(self.type.key) else value
            primitives.table_set(run, self.dict, self.key(key), entry, self.size)

        self.hand.agree("table_set", [self.table, *at, self.size], python, [])

    def remove(self, key: Any, at: int) -> None:
        both = self.hand.agree("table_remove", [self.table, at], lambda run: self.dict.pop(self.key(key), None), [])
        assert both[0] == (both[1] is not None)

    def find(self, key: Any, at: int) -> None:
        both = self.hand.agree("table_find", [self.table, at], lambda run: self.dict.get(self.key(key)), [])
        wanted = both[1][1] if both[1] is not None and needs_kind(self.type.key) else both[1]
        assert (both[0] == 0) == (both[1] is None)
        if both[0]:
            assert show(self.hand.at(self.type.value, both[0])) == show(wanted)

    def check(self) -> None:
        assert self.hand.call("table_length", self.table) == len(self.dict)
        wraps = needs_kind(self.type.key)
        keys = [entry[0] for entry in self.dict.values()] if wraps else list(self.dict)
        values = [entry[1] for entry in self.dict.values()] if wraps else list(self.dict.values())
        for name, inner, wanted in (("table_keys", self.type.key, keys), ("table_values", self.type.value, values)):
            list_type = ListType(inner)
            number = self.hand.types.numbers[list_type]
            args = [self.table, number, 8 * slots(inner)]
            both = self.hand.agree(name, args, primitives.table_list, [wanted, 8 * slots(inner)])
            assert show(self.hand.value(list_type, both[0])) == show(wanted)


def show(value: Any) -> Any:
    """Something that compares by content, with objects by their creation number."""
    if isinstance(value, tuple | list):
        return [type(value).__name__, *map(show, value)]
    inner = getattr(value, "value", None)
    if inner is not None:
        return show(inner)
    return getattr(value, "serial", repr(value))


def keys_of(hand: Any, type_: Type) -> list[Any]:
    """Few keys, some of them easily confused."""
    if type_ == INT:
        return [0, 1, -1, 2**63 - 1, 8, 16, 24]
    if type_ == STRING:
        return ["", "a", "b", "ab", "😀", "\x00"]
    if type_ == PAIR:
        return [(0, ""), (1, "a"), (1, "b"), (-1, "a")]
    if type_ == CARD:
        return [hand.card(1), hand.card(1), hand.card(2, name="ace")]
    if type_ == NUMBERS:
        return [[], [1], [1], [1, 2], [2, 1]]
    card = hand.card(5)
    lists = [hand.box(NUMBERS, [1]), hand.box(ANYS, [1]), hand.box(ANYS, [True]), hand.box(ANYS, [card, "x"])]
    return [None, True, 1, 1.0, "1", 0, False, 0.0, NAN, 2**62, card, hand.box(PAIR, (1, "a")), *lists]


@pytest.mark.parametrize("type_", TABLES, ids=map(str, TABLES))
@given(seed=st.integers(0, 2**32))
def test_tables_change_as_dicts_do_and_keep_their_order(dealt: Any, type_: TableType, seed: int) -> None:
    dealt.deal(room=100_000)
    pick = random.Random(seed)
    both = Both(dealt, type_)
    keys = keys_of(dealt, type_.key)
    values = keys_of(dealt, type_.value)
    places = dealt.slots(*((type_.key, key) for key in keys), *((type_.value, value) for value in values))
    for _ in range(pick.randrange(40)):
        k, v = pick.randrange(len(keys)), pick.randrange(len(values))
        match pick.randrange(5):
            case 0 | 1 | 2:
                both.set(keys[k], values[v], (places[k], places[len(keys) + v]))
            case 3:
                both.remove(keys[k], places[k])
            case _:
                both.find(keys[k], places[k])
    if type_.value != ANY:
        both.check()


def test_a_table_grows_shrinks_and_grows_again(hand: Any) -> None:
    both = Both(hand, TableType(INT, STRING))
    (text,) = hand.slots((STRING, "x"))
    keys = hand.slots(*((INT, 7 * n) for n in range(300)))
    for n in range(300):
        both.set(7 * n, "x", (keys[n], text))
    for n in range(0, 300, 2):
        both.remove(7 * n, keys[n])
    for n in range(0, 300, 3):
        both.set(7 * n, "x", (keys[n], text))
    hand.call("table_copy", both.table, 24)
    assert hand.value(both.type, both.table) == both.dict
    assert list(hand.value(both.type, both.table)) == list(both.dict)


def test_a_copy_of_a_table_changes_on_its_own(hand: Any) -> None:
    type_ = TableType(STRING, INT)
    table = hand.put(type_, {"a": 1, "b": 2})
    both = hand.agree("table_copy", [table, 16], primitives.table_copy, [{"a": 1, "b": 2}, 16])
    hand.call("table_clear", table)
    assert hand.value(type_, table) == {}
    assert hand.value(type_, both[0]) == {"a": 1, "b": 2}


def test_a_key_is_found_by_what_it_was_when_it_was_entered(hand: Any) -> None:
    type_ = TableType(NUMBERS, INT)
    table = hand.call("table_new", hand.number(type_))
    (key,) = hand.slots((NUMBERS, [1, 2]))
    hand.call("table_set", table, key, hand.slots((INT, 5))[0], 16)
    items = hand.get(key - hand.a)
    hand.set(hand.get(items + 24) + 16, 9)
    was, is_now = hand.slots((NUMBERS, [1, 2]), (NUMBERS, [9, 2]))
    assert hand.at(INT, hand.call("table_find", table, was)) == 5
    assert hand.call("table_find", table, is_now) == 0
    # Setting it again keeps the entry and stores the new list.
    hand.call("table_set", table, was, hand.slots((INT, 6))[0], 16)
    keys = hand.call("table_keys", table, hand.number(ListType(NUMBERS)), 8)
    assert hand.value(ListType(NUMBERS), keys) == [[1, 2]]


def nested_key(hand: Any, depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = hand.box(ANYS, [value])
    return value


@pytest.mark.parametrize("depth", [10, 49, 50, 51, 200])
def test_keys_that_are_nested_too_deep_are_refused_by_both(hand: Any, depth: int) -> None:
    both = Both(hand, TableType(ANY, ANY))
    key = nested_key(hand, depth)
    at, value = hand.slots((ANY, key), (ANY, 1))
    both.set(key, 1, (at, value))
    assert hand.error[0] is (Error.NONE if depth <= 50 else Error.MEMORY)


def test_a_list_that_holds_itself_is_no_key(hand: Any) -> None:
    both = Both(hand, TableType(ANY, ANY))
    items: list[Any] = []
    items += [hand.box(ANYS, items)] * 2
    key = hand.box(ANYS, items)
    at, value = hand.slots((ANY, key), (ANY, 1))
    both.set(key, 1, (at, value))
    assert hand.error[0] is Error.MEMORY


@pytest.mark.parametrize("count", [65_534, 65_535])
def test_a_key_of_many_parts_costs_steps_and_may_be_too_much(hand: Any, count: int) -> None:
    both = Both(hand, TableType(NUMBERS, INT))
    key = list(range(count))
    at, value = hand.slots((NUMBERS, key), (INT, 1))
    both.set(key, 1, (at, value))
    assert hand.error[0] is Error.NONE
    assert hand.spent[0] < 1_000_000
    longer = [*key, 1]
    (at,) = hand.slots((NUMBERS, longer))
    both.set(longer, 1, (at, value))
    assert hand.error[0] is (Error.NONE if count == 65_534 else Error.MEMORY)
