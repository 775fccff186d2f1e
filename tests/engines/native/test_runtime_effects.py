"""Undoing, drawing, telling and finishing in the native runtime, against the Python engine's `Run`."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.types import ANY, FLOAT, INT, STRING, ListType, ObjectType, OptionalType, TableType
from parlour.engines.core.failures import ChanceNeeded, GameFailure
from parlour.engines.core.values import UNSET
from parlour.engines.native.layout import Error, Host, State
from parlour.engines.python import primitives
from parlour.game.position import TELLING

NUMBERS = ListType(INT)
ANYS = ListType(ANY)
BY_TEXT = TableType(STRING, INT)
CARD = ObjectType("Card")
MAYBE = OptionalType(CARD)
RANKS = ListType(NUMBERS)


class Undo:
    """A list, a table, an object and a global of both engines, which attempts change."""

    def __init__(self, hand: Any) -> None:
        self.hand = hand
        self.list: list[int] = [1, 2, 3]
        self.dict = {"a": 1, "b": 2}
        self.object = hand.card(7)
        hand.suspend([self.list_in_any(), UNSET, None, UNSET])
        ((self.items,), (self.table,), (self.card,)) = hand.put_all(
            [(NUMBERS, self.list), (BY_TEXT, self.dict), (CARD, self.object)]
        )
        self.keys = hand.slots(*((STRING, name) for name in "abc"))

    def list_in_any(self) -> list[Any]:
        return [1]

    def change(self, pick: random.Random) -> None:
        hand, run = self.hand, self.hand.run
        value = pick.randrange(100)
        match pick.randrange(5):
            case 0:
                hand.agree("keep", [self.items], lambda run: run.keep(self.list, 0), [])
                (at,) = hand.slots((INT, value))
                place = pick.randrange(len(self.list) + 1)
                args = [self.items, place, at, 1, 8]
                hand.agree("list_insert", args, primitives.list_insert, [self.list, place, value, 8])
            case 1 if self.list:
                hand.agree("keep", [self.items], lambda run: run.keep(self.list, 0), [])
                (at,) = hand.slots((INT, 0))
                hand.agree("list_remove", [self.items, 0, at, 1], primitives.list_remove, [self.list, 0])
            case 2:
                hand.agree("keep", [self.table], lambda run: run.keep(self.dict, 1), [])
                key = pick.randrange(3)
                if pick.random() < 0.4:
                    hand.call("table_remove", self.table, self.keys[key])
                    self.dict.pop("abc"[key], None)
                else:
                    (at,) = hand.slots((INT, value))
                    args = [self.table, self.keys[key], at, 16]
                    hand.agree("table_set", args, primitives.table_set, [self.dict, "abc"[key], value, 16])
            case 3:
                hand.agree("keep", [self.card], lambda run: run.keep(self.object, -1), [])
                hand.set(self.card + 16, value)
                self.object.s0 = value
            case _:
                hand.agree("keep_global", [2], lambda run: run.keep_global(2), [])
                hand.set(hand.global_offsets[2] + 8, self.card)
                run.globals[2] = self.object

    def check(self) -> None:
        hand = self.hand
        assert hand.value(NUMBERS, self.items) == self.list
        found = hand.value(BY_TEXT, self.table)
        assert list(found.items()) == list(self.dict.items())
        assert hand.get(self.card + 16) == self.object.s0
        assert (hand.get(hand.global_offsets[2] + 8) != 0) == (hand.run.globals[2] is not None)


@given(seed=st.integers(0, 2**32))
def test_attempts_put_back_what_the_python_engine_puts_back(dealt: Any, seed: int) -> None:
    dealt.deal()
    pick = random.Random(seed)
    both = Undo(dealt)
    depth = 0
    for _ in range(30):
        match pick.randrange(6):
            case 0 if depth < 4:
                dealt.call("begin")
                dealt.run.begin()
                depth += 1
            case 1 if depth:
                count = pick.randint(1, depth)
                dealt.call("commit", count)
                dealt.run.commit(count)
                depth -= count
            case 2 if depth:
                dealt.call("rollback")
                dealt.run.rollback()
                depth -= 1
            case _:
                both.change(pick)
        both.check()


@given(seed=st.integers(0, 2**32))
def test_after_a_speculation_everything_lies_where_it_was(dealt: Any, seed: int) -> None:
    dealt.deal()
    pick = random.Random(seed)
    both = Undo(dealt)
    dealt.call("new_seat", dealt.put(STRING, "Ada"))
    dealt.run.new_seat("Ada")
    end = dealt.get(State.BUMP)
    # The list of seats has room for three more.
    dealt.words[end - 24 >> 3 : end >> 3] = [0, 0, 0]
    before = dealt.raw(dealt.heap, end - dealt.heap)
    state = dealt.raw(State.ROOM, State.WRITES - State.ROOM)
    save = ctypes.create_string_buffer(64)
    dealt.call("speculate", ctypes.addressof(save))
    kept = dealt.run.speculate()
    for _ in range(10):
        both.change(pick)
    for name in ("Ben", "Cleo", "Dan", "Eve"):
        dealt.call("new_seat", dealt.put(STRING, name))
        dealt.run.new_seat(name)
    dealt.call("draw", 6)
    dealt.run.draw(6)
    text = dealt.put(STRING, "psst")
    dealt.call("tell", text, 0, 0, 0)
    dealt.run.tell("psst", None, "")
    dealt.call("finish", dealt.put(RANKS, [[1], [0]]), 0, 0, text)
    dealt.run.finish([[1], [0]], None, "psst")
    dealt.call("unspeculate", ctypes.addressof(save))
    dealt.run.unspeculate(kept)
    both.check()
    # Room for more seats may hold what was written into it.
    seats = dealt.get(State.SEATS)
    for place in range(dealt.get(seats + 8), dealt.get(seats + 16)):
        dealt.set(dealt.get(seats + 24) + 16 + 8 * place, 0)
    assert dealt.raw(dealt.heap, end - dealt.heap) == before
    assert dealt.raw(State.ROOM, State.WRITES - State.ROOM) == state
    assert dealt.get(State.ROOM) == dealt.run.room


# ------------------------------------------------------------------------------------------------------- chance


@given(st.integers(0, 2**64 - 1), st.lists(st.one_of(st.integers(1, 100), st.integers(1, 2**63 - 1)), max_size=20))
def test_draws_are_those_of_the_documented_generator(dealt: Any, seed: int, counts: list[int]) -> None:
    dealt.deal()
    dealt.set(State.CHANCE, (seed + 2**63) % 2**64 - 2**63)
    dealt.run.chance.state = seed
    for n in counts:
        assert dealt.call("draw", n) == dealt.run.draw(n)
    assert dealt.get(State.CHANCE) % 2**64 == dealt.run.chance.state


@given(st.integers(0, 2**32), st.lists(st.integers(0, 9), min_size=1, max_size=20).filter(any))
def test_weighted_draws_too(dealt: Any, seed: int, weights: list[int]) -> None:
    dealt.deal(seed=seed)
    items = dealt.put(NUMBERS, weights)
    for _ in range(5):
        both = dealt.agree("draw_weighted", [items], lambda run: run.draw_weighted(weights), [])
        assert both[0] == both[1]


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [2**62, 2**62], [-1]])
def test_weights_that_make_no_sense_are_refused(hand: Any, weights: list[int]) -> None:
    items = hand.put(NUMBERS, weights)
    assert hand.agree("draw_weighted", [items], lambda run: run.draw_weighted(weights), []) is None
    assert hand.error[:2] == (Error.WEIGHTS, items)


def test_nothing_is_drawn_of_nothing(hand: Any) -> None:
    hand.call("draw", 0)
    assert hand.error[:2] == (Error.DRAW, 0)


def test_outcomes_given_beforehand_are_used_up_in_order(hand: Any) -> None:
    outcomes = (ctypes.c_int64 * 3)(2, 0, 5)
    hand.set(Host.FORCED, ctypes.addressof(outcomes))
    hand.set(Host.FORCED_COUNT, 3)
    hand.run.forced = [2, 0, 5]
    items = hand.put(NUMBERS, [1, 0])
    assert hand.call("draw", 3) == hand.run.draw(3) == 2
    assert hand.call("draw_weighted", items) == hand.run.draw_weighted([1, 0]) == 0
    hand.call("draw", 5)
    assert hand.error == (Error.NO_OUTCOME, 5, 5)
    with pytest.raises(ValueError, match="5 is not among the 5"):
        hand.run.draw(5)
    assert hand.call("draw", 6) == 5
    hand.call("draw_weighted", items)
    assert hand.error == (Error.CHANCE_NEEDED, 2, items)
    hand.run.drawn = 3
    with pytest.raises(ChanceNeeded):
        hand.run.draw_weighted([1, 0])


# ------------------------------------------------------------------------------------------------- the outside


def events(hand: Any) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    event = hand.get(State.EVENTS)
    while event:
        _, _, event, kind, one, two, three = hand.read(event, 7)
        if kind == 0:
            found.append(("told", hand.value(STRING, one), hand.value(NUMBERS, two) if two else None, three))
        else:
            found.append(("drawn", one, two, hand.value(NUMBERS, three) if three else None))
    found.reverse()
    return found


def test_what_is_told_and_drawn_is_kept_in_order(hand: Any) -> None:
    text, audience = hand.put(STRING, "héllo 😀"), hand.put(NUMBERS, [0, 2])
    hand.call("tell", text, 0, 0, 4)
    drawn = hand.call("draw", 6)
    hand.call("tell", text, audience, 1, 5)
    weighted = hand.call("draw_weighted", hand.put(NUMBERS, [0, 1]))
    hand.set(audience + 8, 0)
    assert events(hand) == [
        ("told", "héllo 😀", None, 4),
        ("drawn", 6, drawn, None),
        ("told", "héllo 😀", [0, 2], 5),
        ("drawn", 2, weighted, [0, 1]),
    ]
    assert hand.get(State.TOLD) == 1_000_000 - 2 * (TELLING + len("héllo 😀".encode()))


def test_telling_too_much_is_an_error(hand: Any) -> None:
    hand.set(State.TOLD, 3)
    hand.call("tell", hand.put(STRING, "😀"), 0, 0, 0)
    assert hand.error[0] is Error.TOLD


RANKINGS = st.lists(st.lists(st.integers(-1, 3), max_size=3), max_size=3)


@given(RANKINGS, st.one_of(st.none(), st.lists(st.sampled_from([0.0, 1.5, -2.0]), max_size=3)))
def test_an_outcome_is_recorded_or_refused(dealt: Any, ranking: list[list[int]], scores: list[float] | None) -> None:
    dealt.deal()
    for name in ("Ada", "Ben", "Cleo"):
        assert dealt.call("new_seat", dealt.put(STRING, name)) == dealt.run.new_seat(name)
    ranks = dealt.put(RANKS, ranking)
    points = dealt.put(ListType(FLOAT), scores) if scores is not None else 0
    args = [ranks, points, scores is not None, dealt.put(STRING, "won")]
    if dealt.agree("finish", args, lambda run: run.finish(ranking, scores, "won"), []) is None:
        assert dealt.error[:2] == (Error.RANKING, ranks)
        return
    # The record holds copies.
    dealt.set(ranks + 8, 0)
    order, kept, has_scores, reason = dealt.read(dealt.get(State.OUTCOME) + 16, 4)
    wanted = dealt.run.outcome
    found = dealt.value(RANKS, order) if order else None
    assert found == (None if wanted.ranking is None else [list(rank) for rank in wanted.ranking])
    assert (tuple(dealt.value(ListType(FLOAT), kept)) if has_scores else None) == wanted.scores
    assert dealt.value(STRING, reason) == "won"


@given(seed=st.integers(0, 2**32))
def test_tracked_objects_are_those_that_globals_reach(dealt: Any, seed: int) -> None:
    dealt.deal()
    pick = random.Random(seed)
    cards: list[Any] = []
    for number in range(8):
        owner = pick.choice([None, *cards])
        inside = pick.choice([UNSET, 5, *cards, dealt.box(ANYS, cards[:2])])
        cards.append(dealt.card(number, owner, inside, pick.choice([None, "ace"])))
    pick.shuffle(cards)
    things = [dealt.box(ANYS, cards[:2]), cards[2], dealt.box(TableType(ANY, ANY), {})]
    for card in cards[3:5]:
        things[2].value[primitives.table_key(dealt.run, card)] = (card, 1)
    dealt.run.steps = dealt.spent[0]
    globals_ = [pick.sample(things, 2), UNSET, pick.choice([None, cards[5]]), cards[7]]
    dealt.suspend(globals_)
    for name in ("Card", "Ace"):
        kind = dealt.shared.classes[name]
        args = [dealt.number(ObjectType(name)), dealt.number(ListType(CARD))]
        both = dealt.agree("tracked", args, primitives.tracked, [kind, frozenset({3})])
        found = dealt.value(ListType(CARD), both[0])
        assert [card.serial for card in found] == [card.serial for card in both[1]]


def test_a_failure_stops_a_run_for_good(hand: Any) -> None:
    hand.deal(steps=0)
    with pytest.raises(GameFailure):
        hand.run.work(16)
    hand.call("work", 16)
    assert hand.error[0] is Error.STEPS
    hand.deal()
    hand.set(Host.CANCEL, 1)
    hand.call("work", 0)
    assert hand.error[0] is Error.CANCELLED
