"""Low-level functions made callable, and memory made by hand for them to work on."""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
import pytest

from parlour.core.chance import Chance
from parlour.core.nodes import Class, Function, GlobalVariable, Program, Variable
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
from parlour.engines.core.failures import GameFailure
from parlour.engines.core.run import Run
from parlour.engines.core.values import UNSET, Shared
from parlour.engines.llvm import streams
from parlour.engines.llvm.low.language import Low, emit, functions
from parlour.engines.native.compile.types import Types
from parlour.engines.native.host.decode import Reader
from parlour.engines.native.host.encode import Writer
from parlour.engines.native.layout import STATE_END, Error, Host, State
from parlour.engines.native.runtime import modules

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


class Loaded:
    """Compiled functions. `call(name)` takes and gives signed numbers of 64 bits."""

    def __init__(self, library: Mapping[str, Low], tables: Mapping[str, Sequence[int]], *, level: int = 1) -> None:
        text = emit([name for name, low in library.items() if not low.is_foreign], library)
        module = llvm.parse_assembly(text)
        rows = (
            f"@{name} = constant [{len(words)} x i64] [{', '.join(f'i64 {word}' for word in words)}], align 8"
            for name, words in tables.items()
        )
        module.link_in(llvm.parse_assembly("\n".join(rows)))
        module.verify()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=level)
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
        builder.getModulePassManager().run(module, builder)
        self.library = library
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        self.functions: dict[str, Callable[..., int]] = {}

    def call(self, name: str) -> Callable[..., int]:
        found = self.functions.get(name)
        if found is None:
            low = self.library[name]
            kind: Any = ctypes.CFUNCTYPE(ctypes.c_int64, *([ctypes.c_int64] * len(low.params)))
            found = self.functions[name] = kind(self.engine.get_function_address(low.symbol))
        return found


@pytest.fixture(scope="session")
def low_sample() -> ModuleType:
    path = Path(__file__).with_name("low_sample.py")
    spec = importlib.util.spec_from_file_location("low_sample", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def sample(low_sample: ModuleType) -> Loaded:
    return Loaded(functions([low_sample]), {"NUMBERS": [3, 1, 4, 1, 5]}, level=2)


# ------------------------------------------------------------------------------------------- memory made by hand

CARD = ObjectType("Card")
HAND = ListType(ObjectType("Card"))
PAIR = TupleType((INT, STRING))
LOOSE = TupleType((ANY, ANY))
SMALL = BoardType(SYMBOL, 3, 3)
LARGE = BoardType(SYMBOL, 8, 9)
FLAGS = BoardType(BOOL, 13, 7)
TEXTS = BoardType(STRING, 2, 2)
NUMBERS = ListType(INT)
LISTS = ListType(ListType(INT))
ANYS = ListType(ANY)
BY_TEXT = TableType(STRING, INT)
BY_INT = TableType(INT, STRING)
BY_ANY = TableType(ANY, ANY)
BY_PAIR = TableType(PAIR, INT)
BY_CARD = TableType(CARD, INT)

TYPES: dict[str, Type] = {
    "none": NONE,
    "int": INT,
    "bool": BOOL,
    "float": FLOAT,
    "string": STRING,
    "symbol": SYMBOL,
    "any": ANY,
    "card": CARD,
    "ace": ObjectType("Ace"),
    "hand": HAND,
    "pair": PAIR,
    "loose": LOOSE,
    "small": SMALL,
    "large": LARGE,
    "flags": FLAGS,
    "texts": TEXTS,
    "numbers": NUMBERS,
    "lists": LISTS,
    "anys": ANYS,
    "strings": ListType(STRING),
    "floats": ListType(FLOAT),
    "pairs": ListType(PAIR),
    "boards": ListType(SMALL),
    "by_text": BY_TEXT,
    "by_int": BY_INT,
    "by_any": BY_ANY,
    "by_pair": BY_PAIR,
    "by_card": BY_CARD,
    "by_list": TableType(NUMBERS, INT),
    "maybe_int": OptionalType(INT),
    "maybe_text": OptionalType(STRING),
    "maybe_card": OptionalType(CARD),
    "maybe_pair": OptionalType(PAIR),
    "rich": TupleType((OptionalType(INT), ANY, LARGE, OptionalType(STRING), FLOAT)),
    "riches": ListType(TupleType((OptionalType(INT), ANY, LARGE, OptionalType(STRING), FLOAT))),
}

PROGRAM = Program(
    "by hand",
    # A function that mentions all types.
    (Function("main", (), NONE, (), tuple(Variable(name, type_) for name, type_ in TYPES.items())),),
    "main",
    globals=(
        GlobalVariable("things", ANYS),
        GlobalVariable("board", LARGE),
        GlobalVariable("card", OptionalType(CARD)),
        GlobalVariable("shown", ANY, is_presentation=True),
    ),
    classes=(
        Class("Card", None, (Variable("value", INT), Variable("owner", OptionalType(CARD)), Variable("x", ANY, True))),
        Class("Ace", "Card", (Variable("name", STRING),)),
    ),
    symbols=tuple("_XO") + tuple(f"s{n}" for n in range(20)),
)


class Hand:
    """An arena with what a test puts into it, and a run of the Python engine with the same budgets."""

    ROOM = 8 << 20

    def __init__(self) -> None:
        self.program = PROGRAM
        self.shared = Shared(PROGRAM)
        for type_ in TYPES.values():
            self.shared.number(type_)
        self.types = Types(PROGRAM, self.shared)
        table, parts = self.types.tables
        place = STATE_END + 64
        rows: list[int] = []
        self.global_offsets: list[int] = []
        for variable in PROGRAM.globals:
            self.global_offsets.append(place)
            rows += [self.types.number(variable.type), place, int(variable.is_presentation)]
            place += 8 + 8 * self.types.width(variable.type)
        self.heap = place
        # Two sites that keep an `any`, a list that may be unset and a card. From the first on, the first two globals
        # are read; from the second on the third is read, the second and the last are left alone.
        slots = [(ANY, 0), (NUMBERS, 1), (OptionalType(CARD), 0)]
        place = 0
        slot_rows: list[int] = []
        for number, (type_, may_be_unset) in enumerate(slots):
            slot_rows += [self.types.number(type_), may_be_unset, place, number]
            place += may_be_unset + self.types.width(type_)
        self.frame_slots = slots
        counts = [len(PROGRAM.globals), 1, self.heap, STATE_END, STATE_END, self.types.number(INT), 1]
        self.loaded = Loaded(
            functions((streams, *modules())),
            {
                "TYPES": table,
                "PARTS": parts,
                "SITES": [word for n in (3, 4) for word in (7, n, 0, len(slots), place, self.types.number(ANYS))],
                "SLOTS": slot_rows,
                "GLOBALS": rows,
                "READS": [0b0011, 0b0100],
                "PASSES": [0, 0b1010],
                "COUNTS": counts,
            },
        )
        self.memory = ctypes.create_string_buffer(self.ROOM + 8)
        self.scratch = ctypes.create_string_buffer(self.ROOM)
        self.a = ctypes.addressof(self.memory) + 7 & -8
        self.words = (ctypes.c_int64 * (self.ROOM // 8)).from_address(self.a)
        self.deal()

    def deal(self, *, steps: int = 1_000_000, room: int = 1_000_000, seed: int = 1) -> None:
        """An empty arena and a new run."""
        ctypes.memset(self.a, 0, self.heap + 64)
        self.set(Host.LIMIT, self.ROOM - 64)
        self.set(Host.SCRATCH, ctypes.addressof(self.scratch) + 7 & -8)
        self.set(Host.SCRATCH_ROOM, self.ROOM - 64)
        self.set(Host.RECORDING, 1)
        for field in (State.BUMP, State.FRAMES, State.FRAMES_BASE):
            self.set(field, self.heap)
        self.set(State.STEPS, steps)
        self.set(State.ROOM, room)
        self.set(State.TOLD, 1_000_000)
        self.set(State.CHANCE, seed)
        self.run = Run([], [], Chance(seed))
        self.run.steps, self.run.room, self.run.told = steps, room, 1_000_000

    def get(self, offset: int) -> int:
        return self.words[offset >> 3]

    def set(self, offset: int, value: int) -> None:
        self.words[offset >> 3] = value

    def read(self, offset: int, count: int) -> list[int]:
        return self.words[offset >> 3 : (offset >> 3) + count]

    def raw(self, offset: int, count: int) -> bytes:
        return ctypes.string_at(self.a + offset, count)

    def card(self, value: int, owner: Any = None, x: Any = UNSET, name: str | None = None) -> Any:
        """A new object of class Card, or Ace if it has a name."""
        card = self.shared.classes["Card" if name is None else "Ace"]()
        card.serial = self.run.serial
        self.run.serial += 1
        card.s0, card.s1, card.s2 = value, owner, x  # type: ignore[attr-defined]
        if name is not None:
            card.s3 = name  # type: ignore[attr-defined]
        return card

    def box(self, type_: Type, value: Any) -> Any:
        """A value as an `any`."""
        return self.shared.as_any(value, type_)

    def suspend(self, globals_: Sequence[Any], *frames: Sequence[Any]) -> None:
        """Sets the globals and leaves a suspended run with these frames, the outermost first: at the first site, every
        other at the second."""
        self.run.globals = list(globals_)
        self.run.stack = [(7, 3 + number % 2, *frame) for number, frame in enumerate(frames)]
        writer = Writer(PROGRAM, self.types, self.get(State.BUMP))
        words: list[int] = []
        for number, frame in reversed(list(enumerate(frames))):
            for (type_, may_be_unset), value in zip(self.frame_slots, frame, strict=True):
                words += writer.variable(type_, bool(may_be_unset), value)
            words.append(number % 2)
        for variable, value, place in zip(PROGRAM.globals, globals_, self.global_offsets, strict=True):
            for number, word in enumerate(writer.variable(variable.type, True, value)):
                self.set(place + 8 * number, word)
        journal = writer.journals(self.run.journals)
        writer.fill()
        self.set(State.JOURNAL, journal)
        raw = writer.heap.tobytes()
        ctypes.memmove(self.a + writer.base, raw, len(raw))
        base = writer.base + len(raw)
        for number, word in enumerate(words):
            self.set(base + 8 * number, word)
        self.set(State.BUMP, base)
        self.set(State.FRAMES_BASE, base)
        self.set(State.FRAMES, base + 8 * len(words))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Things are allocated meanwhile, and the frames lie above them again afterwards."""
        base, end = self.get(State.FRAMES_BASE), self.get(State.FRAMES)
        frames = self.read(base, end - base >> 3)
        self.set(State.FRAMES_BASE, base)
        self.set(State.FRAMES, base)
        yield
        base = self.get(State.BUMP)
        for number, word in enumerate(frames):
            self.set(base + 8 * number, word)
        self.set(State.FRAMES_BASE, base)
        self.set(State.FRAMES, base + 8 * len(frames))

    def number(self, type_: Type) -> int:
        return self.types.numbers[type_]

    def put_all(self, values: Sequence[tuple[Type, Any]]) -> list[list[int]]:
        """Slots of values that the Python engine holds, in the arena with all they refer to."""
        writer = Writer(PROGRAM, self.types, self.get(State.BUMP))
        found = [writer.slots(type_, value) for type_, value in values]
        writer.fill()
        raw = writer.heap.tobytes()
        ctypes.memmove(self.a + writer.base, raw, len(raw))
        for field in (State.BUMP, State.FRAMES, State.FRAMES_BASE):
            self.set(field, writer.base + len(raw))
        return found

    def put(self, type_: Type, value: Any) -> int:
        """The one slot of a value."""
        ((slot,),) = self.put_all([(type_, value)])
        return slot

    def slots(self, *values: tuple[Type, Any]) -> list[int]:
        """Addresses of the slots of values."""
        addresses = []
        for words in self.put_all(values):
            place = self.get(State.BUMP)
            for number, word in enumerate(words):
                self.set(place + 8 * number, word)
            for field in (State.BUMP, State.FRAMES, State.FRAMES_BASE):
                self.set(field, place + 8 * len(words))
            addresses.append(self.a + place)
        return addresses

    def value(self, type_: Type, *words: int) -> Any:
        """The value of slots, as the Python engine would hold it."""
        return Reader(self, PROGRAM, self.types).value(type_, iter(words))

    def at(self, type_: Type, address: int) -> Any:
        return self.value(type_, *self.read(address - self.a, self.types.width(type_)))

    def call(self, name: str, *args: int) -> int:
        """Calls a runtime function on the arena."""
        self.set(Host.ERROR, 0)
        return self.loaded.call(name)(self.a, *args)

    @property
    def error(self) -> tuple[Error, int, int]:
        return Error(self.get(Host.ERROR)), self.get(Host.ERROR_A), self.get(Host.ERROR_B)

    @property
    def spent(self) -> tuple[int, int]:
        return self.get(State.STEPS), self.get(State.ROOM)

    def agree(self, name: str, args: Sequence[int], function: Callable[..., Any], given: Sequence[Any]) -> Any:
        """Calls both; they take the same from the budgets, and fail together. Gives both results, or None."""
        result = self.call(name, *args)
        try:
            wanted = function(self.run, *given)
        except GameFailure as failure:
            assert self.error[0] is not Error.NONE, f"{failure.code} only in Python"
            return None
        assert self.error[0] is Error.NONE
        assert self.spent == (self.run.steps, self.run.room)
        return result, wanted


@pytest.fixture(scope="session")
def dealt() -> Hand:
    return Hand()


@pytest.fixture
def hand(dealt: Hand) -> Hand:
    dealt.deal()
    return dealt
