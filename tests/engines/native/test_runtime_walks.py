"""Walks over what is alive: keys and sizes are those of the Python engine, and tidying up changes neither."""

from __future__ import annotations

import ctypes
import random
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
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
from parlour.engines.core.values import NAN, UNSET, Box
from parlour.engines.native.layout import Host, State
from parlour.engines.python import primitives
from parlour.engines.python.image import Images
from parlour.engines.python.keys import _head, _kept
from parlour.game.outcome import Outcome

NUMBERS = ListType(INT)
ANYS = ListType(ANY)
BY_ANY = TableType(ANY, ANY)
BY_TEXT = TableType(STRING, INT)
CARD = ObjectType("Card")
MAYBE = OptionalType(CARD)
PAIR = TupleType((INT, STRING))
LOOSE = TupleType((ANY, ANY))
LARGE = BoardType(SYMBOL, 8, 9)
SMALL = BoardType(SYMBOL, 3, 3)
FLAGS = BoardType(BOOL, 13, 7)
TEXTS = BoardType(STRING, 2, 2)
RICH = TupleType((OptionalType(INT), ANY, LARGE, OptionalType(STRING), FLOAT))
SYMBOLS = [Symbol("_"), Symbol("X"), Symbol("s19")]


class Suspended:
    """A state made at random, in both engines."""

    def __init__(self, hand: Any, seed: int) -> None:
        self.hand = hand
        self.pick = random.Random(seed)
        self.things: list[Any] = []
        for _ in range(self.pick.randrange(8)):
            self.things.append(self.thing())
        # Cycles, and things that several others hold.
        for thing in self.things:
            if isinstance(thing, Box) and isinstance(thing.value, list) and thing.type == hand.shared.number(ANYS):
                thing.value.append(self.any())
        hand.run.steps = hand.spent[0]
        frames = [self.frame() for _ in range(self.pick.randrange(4))]
        hand.run.seats = ["Ada", "Ben"][: self.pick.randrange(3)]
        for name in hand.run.seats:
            hand.call("new_seat", hand.put(STRING, name))
        if self.pick.random() < 0.5:
            self.finish()
        globals_ = [
            self.pick.choice([UNSET, [self.any() for _ in range(3)]]),
            self.pick.choice([UNSET, self.board(LARGE)]),
            self.pick.choice([UNSET, None, self.card()]),
            self.pick.choice([UNSET, self.any()]),
        ]
        for _ in range(self.pick.randrange(3)):
            hand.run.begin()
            self.write(globals_)
        hand.suspend(globals_, *frames)

    def card(self) -> Any:
        cards = [thing for thing in self.things if hasattr(thing, "serial")]
        return self.pick.choice(cards) if cards else self.hand.card(1)

    def thing(self) -> Any:
        hand, pick = self.hand, self.pick
        match pick.randrange(7):
            case 0:
                return hand.card(pick.randrange(9), None, pick.choice([UNSET, self.any()]), pick.choice([None, "ace"]))
            case 1:
                return hand.box(NUMBERS, [pick.randrange(5) for _ in range(pick.randrange(4))])
            case 2:
                return hand.box(ANYS, [self.any() for _ in range(pick.randrange(4))])
            case 3:
                keys = [self.leaf() for _ in range(4)]
                table = {primitives.table_key(hand.run, key): (key, self.any()) for key in keys}
                return hand.box(BY_ANY, table)
            case 4:
                return hand.box(LOOSE, (self.any(), self.any()))
            case 5:
                return hand.box(BY_TEXT, {pick.choice("abc"): 1 for _ in range(3)})
            case _:
                rich = (pick.choice([None, 4]), self.any(), self.board(LARGE), pick.choice([None, "中"]), 0.5)
                return hand.box(RICH, rich)

    def board(self, type_: BoardType) -> tuple[Any, ...]:
        return tuple(self.pick.choice(SYMBOLS) for _ in range(type_.cells))

    def leaf(self) -> Any:
        values = [None, True, 1, 2**62, -1.5, NAN, "", "a😀\ud800", SYMBOLS[2]]
        return self.pick.choice(values)

    def any(self) -> Any:
        if self.things and self.pick.random() < 0.6:
            return self.pick.choice(self.things)
        if self.pick.random() < 0.2:
            return self.hand.box(SMALL, self.board(SMALL))
        return self.leaf()

    def frame(self) -> tuple[Any, Any, Any]:
        number = self.hand.shared.number(NUMBERS)
        lists = [thing.value for thing in self.things if isinstance(thing, Box) and thing.type == number]
        return self.any(), self.pick.choice([UNSET, [1, 2], *lists]), self.pick.choice([None, self.card()])

    def finish(self) -> None:
        hand = self.hand
        ranking = [[seat] for seat in range(len(hand.run.seats))]
        scores = self.pick.choice([None, [1.0, -2.5]])
        ranks = hand.put(ListType(NUMBERS), ranking)
        points = hand.put(ListType(FLOAT), scores) if scores is not None else 0
        hand.call("finish", ranks, points, scores is not None, hand.put(STRING, "because"))
        hand.run.finish(ranking, scores, "because")
        hand.run.steps = hand.spent[0]

    def write(self, globals_: list[Any]) -> None:
        """What an attempt changes: things and a global."""
        run = self.hand.run
        run.globals = globals_
        for thing in self.pick.sample(self.things, min(2, len(self.things))):
            if isinstance(thing, Box) and isinstance(thing.value, list | dict):
                run.keep(thing.value, thing.type)
                thing.value.clear()
            elif hasattr(thing, "serial"):
                run.keep(thing, -1)
                thing.s0 = -1
        if self.pick.random() < 0.5:
            run.keep_global(2)
            globals_[2] = None

    # -------------------------------------------------------------------------------------- as Python sees it

    def slots(self) -> list[tuple[Type, Any]]:
        types = (ANY, NUMBERS, MAYBE)
        return [root for frame in self.hand.run.stack for root in zip(types, frame[2:], strict=True)]

    def globals(self) -> list[tuple[Type, Any]]:
        return list(zip((ANYS, LARGE, MAYBE, ANY), self.hand.run.globals, strict=True))

    def images(self) -> Images:
        images = Images(self.hand.program, self.hand.shared.types)
        images.tracks = True
        return images

    def key(self) -> bytes:
        run = self.hand.run
        roots = self.slots()
        live: set[int] = set()
        for frame in run.stack:
            live = {0, 1} if frame[1] == 3 else {2} | (live & {1})
        roots += [self.globals()[number] for number in sorted(live)]
        for journal in run.journals:
            for entry in journal.values():
                roots += _kept(self.hand, entry)
        return self.images().write(roots, _head(run))


def written(hand: Any, name: str, *args: int) -> bytes:
    out = ctypes.create_string_buffer(1 << 20)
    size = hand.call(name, *args, ctypes.addressof(out), len(out))
    assert size > 0
    return out.raw[:size]


@given(seed=st.integers(0, 2**32))
def test_the_key_is_that_of_the_python_engine(dealt: Any, seed: int) -> None:
    dealt.deal()
    state = Suspended(dealt, seed)
    wanted = state.key()
    assert written(dealt, "key") == wanted
    assert written(dealt, "key") == wanted, "the first walk left nothing behind"


@given(seed=st.integers(0, 2**32))
def test_what_is_alive_is_measured_as_the_python_engine_does(dealt: Any, seed: int) -> None:
    dealt.deal()
    state = Suspended(dealt, seed)
    assert dealt.call("measure") == state.images().measure([*state.slots(), *state.globals()])


@given(seed=st.integers(0, 2**32))
def test_tidying_up_keeps_all_that_is_alive_and_nothing_else(dealt: Any, seed: int) -> None:
    dealt.deal()
    state = Suspended(dealt, seed)
    with dealt.running():
        dealt.call("tell", dealt.put(STRING, "told"), dealt.put(NUMBERS, [0]), 1, 3)
    key, size = state.key(), dealt.call("measure")
    place = dealt.a + dealt.global_offsets[0] + 8
    things = written(dealt, "root_image", dealt.number(ANYS), place) if is_set(dealt) else b""
    end = dealt.call("collect")
    assert 0 < end == dealt.get(State.BUMP) == dealt.get(State.FRAMES_BASE)
    assert written(dealt, "key") == key
    assert dealt.call("measure") == size
    if is_set(dealt):
        assert written(dealt, "root_image", dealt.number(ANYS), place) == things
    event = dealt.read(dealt.get(State.EVENTS), 7)
    assert (dealt.value(STRING, event[4]), dealt.value(NUMBERS, event[5]), event[6]) == ("told", [0], 3)
    # A second time there is nothing to tidy up; the tables still find their keys.
    assert dealt.call("collect") == end
    if is_set(dealt):
        find_all_keys(dealt)


def is_set(hand: Any) -> bool:
    return bool(hand.get(hand.global_offsets[0]))


def find_all_keys(hand: Any) -> None:
    """Every key of the tables in the first global is found in the arena."""
    items = hand.get(hand.global_offsets[0] + 8)
    words = hand.read(hand.get(items + 24) + 16, hand.get(items + 8))
    for word, value in zip(words, hand.value(ANYS, items), strict=True):
        if isinstance(value, Box) and value.type == hand.shared.number(BY_ANY):
            for key, _ in value.value.values():
                with hand.running():
                    (at,) = hand.slots((ANY, key))
                    assert hand.call("table_find", word & ~7, at) != 0


def test_attempts_can_be_taken_back_after_tidying_up(hand: Any) -> None:
    items, table = [1, 2], {"a": 1}
    card = hand.card(5)
    things = [hand.box(NUMBERS, items), hand.box(BY_TEXT, table), card]
    hand.suspend([things, UNSET, card, UNSET], (None, UNSET, None))
    with hand.running():
        block = hand.get(hand.get(hand.global_offsets[0] + 8) + 24)
        numbers, texts, object_ = (word & ~7 for word in hand.read(block + 16, 3))
        hand.call("begin")
        for thing in (numbers, texts, object_):
            hand.call("keep", thing)
        hand.set(numbers + 8, 0)
        hand.call("table_clear", texts)
        hand.set(object_ + 16, 6)
        hand.call("keep_global", 2)
        hand.set(hand.global_offsets[2] + 8, 0)
    hand.call("collect")
    found = hand.value(ANYS, hand.get(hand.global_offsets[0] + 8))
    assert (found[0].value, found[1].value, found[2].s0) == ([], {}, 6)
    # What was changed before is known to be kept already.
    with hand.running():
        block = hand.get(hand.get(hand.global_offsets[0] + 8) + 24)
        for word in hand.read(block + 16, 3):
            hand.call("keep", word & ~7)
        hand.call("keep_global", 2)
    hand.call("rollback")
    found = hand.value(ANYS, hand.get(hand.global_offsets[0] + 8))
    assert (found[0].value, found[1].value, found[2].s0) == ([1, 2], {"a": 1}, 5)
    assert hand.value(MAYBE, hand.get(hand.global_offsets[2] + 8)).s0 == 5


def test_a_key_that_does_not_fit_is_not_written(hand: Any) -> None:
    hand.suspend([[hand.box(NUMBERS, [1, 2, 3])], UNSET, None, UNSET], ("a text", UNSET, None))
    size = len(written(hand, "key"))
    out = ctypes.create_string_buffer(b"\xee" * (size + 8), size + 8)
    for room in range(size):
        assert hand.call("key", ctypes.addressof(out), room) == 0
        assert out.raw[room:] == b"\xee" * (size + 8 - room)
    assert hand.call("key", ctypes.addressof(out), size) == size


def test_too_little_working_memory_is_noticed(hand: Any) -> None:
    things = [hand.box(NUMBERS, []) for _ in range(200)]
    hand.suspend([things, UNSET, None, UNSET], (None, UNSET, None))
    before = hand.raw(hand.heap, hand.get(State.FRAMES) - hand.heap)
    out = ctypes.create_string_buffer(1 << 16)
    hand.set(Host.SCRATCH_ROOM, 600)
    assert hand.call("key", ctypes.addressof(out), len(out)) == -1
    assert hand.call("measure") == -1
    assert hand.call("collect") == 0
    assert hand.raw(hand.heap, hand.get(State.FRAMES) - hand.heap) == before


def test_values_nested_deeply_take_no_machine_stack(hand: Any) -> None:
    hand.suspend([[1], UNSET, None, UNSET], (None, UNSET, None))
    slots = (ctypes.c_int64 * 2)()
    with hand.running():
        for _ in range(20_000):
            slots[0] = hand.call("box_slots", hand.number(LOOSE), ctypes.addressof(slots), 2)
    hand.set(hand.get(hand.get(hand.global_offsets[0] + 8) + 24) + 16, slots[0])
    assert hand.call("measure") > 20_000 * 32
    key = written(hand, "key")
    assert hand.call("collect") > 0
    assert written(hand, "key") == key


# ----------------------------------------------------------------------------------------------------- answers

PLAIN: list[tuple[Type, Any]] = [
    (INT, -(2**63)),
    (FLOAT, -1.5),
    (BOOL, True),
    (SYMBOL, SYMBOLS[2]),
    (STRING, "a\u07ff中😀\ud800"),
    (PAIR, (4, "é")),
    (SMALL, tuple(SYMBOLS * 3)),
    (LARGE, tuple(SYMBOLS * 24)),
    (FLAGS, (True, False, True, True, False, False, False) * 13),
    (TEXTS, ("", "a", "中", "😀")),
    (OptionalType(INT), None),
    (OptionalType(INT), 0),
    (OptionalType(STRING), None),
    (OptionalType(STRING), ""),
    (OptionalType(PAIR), (1, "x")),
]


@pytest.mark.parametrize(("type_", "value"), PLAIN, ids=[f"{type_} {n}" for n, (type_, _) in enumerate(PLAIN)])
@pytest.mark.parametrize("as_any", [False, True])
def test_a_plain_value_is_read_from_its_image(hand: Any, type_: Type, value: Any, as_any: bool) -> None:
    if as_any:
        type_, value = ANY, hand.box(type_, value)
    image = Images(hand.program, hand.shared.types).write([(type_, value)])[1:]
    hand.suspend([UNSET, UNSET, None, UNSET], ("a frame", [1, 2], None))
    frames = hand.read(hand.get(State.FRAMES_BASE), 5)
    key = written(hand, "key")
    source = ctypes.create_string_buffer(image, len(image))
    slots = (ctypes.c_int64 * 8)(*[-1] * 8)
    assert hand.call("read_plain", hand.number(type_), ctypes.addressof(source), ctypes.addressof(slots)) == len(image)
    found = hand.value(type_, *slots[: hand.types.width(type_)])
    assert show(found) == show(value)
    # The frames have moved and are still there.
    assert hand.read(hand.get(State.FRAMES_BASE), 5) == frames
    assert written(hand, "key") == key


def show(value: Any) -> Any:
    return (value.type, value.value) if isinstance(value, Box) else value


def test_answers_of_a_group_are_kept_by_their_places_and_become_a_list(hand: Any) -> None:
    hand.suspend([UNSET, UNSET, None, UNSET], (None, UNSET, None))
    answers = {2: "c", 0: hand.box(NUMBERS, [7]), 1: 5}
    for place, value in answers.items():
        with hand.running():
            source = (ctypes.c_int64 * 1)(hand.put(ANY, value))
        hand.call("group_give", place, ctypes.addressof(source))
    run = hand.run
    typed = [root for index, value in sorted(answers.items()) for root in ((INT, index), (ANY, value))]
    images = Images(hand.program, hand.shared.types)
    images.tracks = True
    roots = [(ANY, None), (NUMBERS, UNSET), (MAYBE, None), (ANYS, UNSET), (LARGE, UNSET), *typed]
    wanted = images.write(roots, _head(run))
    assert written(hand, "key") == wanted
    hand.call("collect")
    assert written(hand, "key") == wanted
    items = hand.value(ANYS, hand.call("group_close"))
    assert (items[0].value, items[1:]) == ([7], [5, "c"])
    assert hand.get(State.GROUP) == 0


def test_the_head_of_a_key_says_where_frames_wait_and_how_it_ended(hand: Any) -> None:
    hand.suspend([UNSET, UNSET, None, UNSET], (None, UNSET, None), (None, UNSET, None))
    with hand.running():
        hand.call("new_seat", hand.put(STRING, "Ada"))
    head = struct.pack("<6IB", 2, 7, 3, 7, 4, 1, 0)
    assert written(hand, "key").startswith(head)
    hand.run.seats = ["Ada"]
    assert _head(hand.run) == head
    hand.run.outcome = Outcome(((0,),), 1, (2.5,), "")
    ended = struct.pack("<6IBIIIId", 2, 7, 3, 7, 4, 1, 1, 1, 1, 0, 1, 2.5)
    assert _head(hand.run) == ended
