"""Handing a suspended match from the Python engine to this one and back, without playing it again.

Both engines lay frames out by `core/suspend.py`, so a state is the same data in both: `write` puts a `Run` into an
arena, `read` makes a `Run` from a snapshot. Values go slot by slot by their types (see `layout.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance
from parlour.core.nodes import Ask, Program
from parlour.core.questions import answer_type
from parlour.core.suspend import Plan, Site
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
from parlour.engines.native.arena import Arena
from parlour.engines.native.decode import Memory, Reader, bits_of
from parlour.engines.native.hashing import Freezer, hash_of_units, hash_of_word, is_word
from parlour.engines.native.layout import (
    T_BLOCK,
    T_FLOAT,
    T_INT,
    T_LIST_FLOAT,
    T_LIST_INT,
    T_LIST_LIST_INT,
    T_LIST_STRING,
    T_STRING,
    State,
    Tag,
)
from parlour.engines.native.types import Types
from parlour.engines.python.run import Run
from parlour.engines.python.values import UNSET, Box, Object, needs_kind
from parlour.game.outcome import Outcome
from parlour.game.position import Drawn
from parlour.game.view import Told

if TYPE_CHECKING:
    from parlour.engines.native.machine import Machine

_SPAN = 1 << 64
_HALF = 1 << 63

LISTS_OF_INTS = ListType(ListType(INT))


def signed(word: int) -> int:
    """A word of 64 bits as memory views want it."""
    return word - _SPAN if word >= _HALF else word


@dataclass(frozen=True, slots=True)
class Slot:
    """A local that is kept at a site: where it stands in the frame (its flag, if it may be unset)."""

    name: str
    type: Type
    may_be_unset: bool
    place: int


@dataclass(frozen=True, slots=True)
class Stop:
    """A site as this engine knows it: its number among all, and how its frame is laid out."""

    number: int
    function: int
    site: Site
    slots: tuple[Slot, ...]
    width: int


class Stops:
    """All sites of a program, numbered through in the order of its functions."""

    def __init__(self, program: Program, plan: Plan, types: Types) -> None:
        self.all: list[Stop] = []
        self.by_frame: dict[tuple[int, int], Stop] = {}
        for number, function in enumerate(program.functions):
            variables = {var.name: var for var in (*function.params, *function.locals)}
            for site in plan.sites.get(function.name, ()):
                slots: list[Slot] = []
                place = 0
                for name in site.slots:
                    var = variables[name]
                    slots.append(Slot(name, var.type, var.may_be_unset, place))
                    place += types.width(var.type) + var.may_be_unset
                stop = Stop(len(self.all), number, site, tuple(slots), place)
                self.all.append(stop)
                self.by_frame[number, site.number] = stop


class Handover:
    """Between runs of the Python engine and arenas of one compiled program."""

    def __init__(self, program: Program, plan: Plan, machine: Machine) -> None:
        self.program = program
        self.layout = machine.layout
        self.types: Types = machine.types
        self.stops = Stops(program, plan, self.types)
        self.result_type = next(each.result for each in program.functions if each.name == program.entry)

    # ------------------------------------------------------------------------------------------------- writing

    def write(self, arena: Arena, run: Run, result: Any = UNSET) -> None:
        """Puts a suspended run into an arena, or one that has not begun, or one that is over with its result."""
        arena.holds = None
        writer = Writer(self.program, self.types, self.layout.heap_base)
        state = {
            State.STEPS: run.steps,
            State.ROOM: run.room,
            State.DEPTH: run.depth,
            State.DEPTH_LIMIT: run.depth_limit,
            State.TOLD: run.told,
            State.LIVE: run.live,
            State.CHANCE: signed(run.chance.state),
            State.DRAWN: run.drawn,
            State.SERIAL: run.serial,
            State.EVENTS: 0,
            State.WRITES: 0,
            State.SEATS: writer.list_of(T_LIST_STRING, STRING, run.seats),
            State.OUTCOME: 0 if run.outcome is None else writer.outcome(run.outcome),
        }
        for offset, variable, value in zip(self.layout.global_offsets, self.program.globals, run.globals, strict=True):
            arena.write(offset, writer.variable(variable.type, True, value))
        frames: list[int] = []
        for frame in reversed(run.stack):
            stop = self.stops.by_frame[frame[0], frame[1]]
            for slot, value in zip(stop.slots, frame[2:], strict=True):
                frames.extend(writer.variable(slot.type, slot.may_be_unset, value))
            frames.append(stop.number)
        state[State.GROUP] = 0 if run.group is None else self._write_group(writer, run)
        state[State.JOURNAL] = writer.journals(run.journals)
        if result is not UNSET:
            arena.write(self.layout.result_offset, writer.slots(self.result_type, result))
        writer.fill()
        bump = self.layout.heap_base + 8 * len(writer.heap)
        state[State.BUMP] = state[State.FRAMES_BASE] = bump
        state[State.FRAMES] = bump + 8 * len(frames)
        arena.put(self.layout.heap_base, writer.heap.tobytes())
        arena.write(bump, frames)
        for field, word in state.items():
            arena.set(field, word)

    def _write_group(self, writer: Writer, run: Run) -> int:
        type_ = self.answer_type(self.stops.by_frame[run.stack[-1][:2]])
        words = [len(run.group or {})]
        for index, value in sorted((run.group or {}).items()):
            words += [index, *writer.slots(type_, value)]
        return writer.block(words)

    def answer_type(self, stop: Stop) -> Type:
        """The type of an answer to one question of the group that is asked here."""
        stmt = stop.site.stmt
        assert isinstance(stmt, Ask)
        return answer_type(stmt.question.domain, group=True) or INT

    # ------------------------------------------------------------------------------------------------- reading

    def frames(self, memory: Memory) -> Iterator[tuple[Stop, int]]:
        """The sites where the frames wait and the offsets of their slots, outermost first."""
        base, end = memory.get(State.FRAMES_BASE), memory.get(State.FRAMES)
        while end > base:
            stop = self.stops.all[memory.get(end - 8)]
            end -= 8 * (stop.width + 1)
            yield stop, end

    def reader(self, memory: Memory) -> Reader:
        return Reader(memory, self.program, self.types)

    def read(self, memory: Memory, bulk: bool) -> Run:
        """The run that lies here, as the Python engine would hold it."""
        reader = self.reader(memory)
        seats = self.seats(reader)
        globals_ = [
            reader.variable(var.type, True, iter(memory.read(offset, 1 + self.types.width(var.type))))
            for offset, var in zip(self.layout.global_offsets, self.program.globals, strict=True)
        ]
        run = Run(globals_, seats, Chance(memory.get(State.CHANCE)))
        for stop, offset in self.frames(memory):
            words = iter(memory.read(offset, stop.width))
            slots = [reader.variable(slot.type, slot.may_be_unset, words) for slot in stop.slots]
            run.stack.append((stop.function, stop.site.number, *slots))
        if memory.get(State.GROUP):
            run.group = self._read_group(reader, memory.get(State.GROUP), run)
        run.outcome = self.outcome(reader)
        if memory.get(State.JOURNAL):
            run.journals = reader.journals(memory.get(State.JOURNAL))
        reader.fill()
        run.bulk = bulk
        run.events = None
        run.steps, run.told = memory.get(State.STEPS), memory.get(State.TOLD)
        run.room, run.live = memory.get(State.ROOM), memory.get(State.LIVE)
        run.depth_limit = memory.get(State.DEPTH_LIMIT)
        run.depth = run.depth_limit - sum(stop.site.counts for stop, _ in self.frames(memory))
        run.serial, run.drawn = memory.get(State.SERIAL), memory.get(State.DRAWN)
        return run

    def _read_group(self, reader: Reader, offset: int, run: Run) -> dict[int, Any]:
        type_ = self.answer_type(self.stops.by_frame[run.stack[-1][:2]])
        count = reader.memory.get(offset + 16)
        words = iter(reader.memory.read(offset + 24, count * (1 + self.types.width(type_))))
        return {next(words): reader.value(type_, words) for _ in range(count)}

    def seats(self, reader: Reader) -> list[str]:
        names: list[str] = reader.value(ListType(STRING), iter((reader.memory.get(State.SEATS),)))
        return names

    def outcome(self, reader: Reader) -> Outcome | None:
        offset = reader.memory.get(State.OUTCOME)
        if offset == 0:
            return None
        ranking, scores, has_scores, reason = reader.memory.read(offset + 16, 4)
        ranks = reader.value(LISTS_OF_INTS, iter((ranking,))) if ranking else None
        points = reader.value(ListType(FLOAT), iter((scores,))) if has_scores else None
        return Outcome(
            tuple(map(tuple, ranks)) if ranks else None,
            None if points is None else tuple(points),
            reader.text(reason),
        )

    def events(self, memory: Memory) -> tuple[Told | Drawn, ...]:
        """What was told and drawn, oldest first."""
        reader = self.reader(memory)
        found: list[Told | Drawn] = []
        event = memory.get(State.EVENTS)
        ints = ListType(INT)
        while event:
            event, kind, first, second, third = memory.read(event + 16, 5)
            if kind == 0:
                audience = tuple(reader.value(ints, iter((second,)))) if second else None
                found.append(Told(reader.text(first), audience, self.layout.texts[third]))
            else:
                weights = tuple(reader.value(ints, iter((third,)))) if third else None
                found.append(Drawn(first, second, weights))
        return tuple(reversed(found))


class Writer:
    """Builds the heap of one state. Things are met first and filled later, so that no nesting is too deep."""

    def __init__(self, program: Program, types: Types, base: int) -> None:
        self.types = types
        self.base = base
        self.program = program
        self.symbols = {Symbol(name): number for number, name in enumerate(program.symbols)}
        self.heap = array("q")
        self.freezer = Freezer(types, self.symbols)
        self.texts: dict[str, int] = {}
        # The thing is kept beside its place so that its id() cannot be given to something else meanwhile.
        self.things: dict[int, tuple[Any, int]] = {}
        self.waiting: list[Callable[[], None]] = []

    def fill(self) -> None:
        while self.waiting:
            self.waiting.pop()()

    def alloc(self, words: Sequence[int]) -> int:
        """A heap object of these words, its header first; its offset."""
        offset = self.base + 8 * len(self.heap)
        self.heap.extend(words)
        return offset

    def patch(self, offset: int, words: Sequence[int]) -> None:
        first = offset - self.base >> 3
        for place, word in enumerate(words, first):
            self.heap[place] = word

    def block(self, words: Sequence[int]) -> int:
        return self.alloc([T_BLOCK, len(words), *words])

    def text(self, text: str) -> int:
        found = self.texts.get(text)
        if found is None:
            raw = text.encode("utf-32-le", "surrogatepass")
            found = self.texts[text] = self.alloc([T_STRING, len(text)])
            self.heap.frombytes(raw + bytes(-len(raw) % 8))
        return found

    # --------------------------------------------------------------------------------------------------- slots

    def variable(self, type_: Type, may_be_unset: bool, value: Any) -> list[int]:
        if value is UNSET:
            return [0] * (1 + self.types.width(type_))
        return [1, *self.slots(type_, value)] if may_be_unset else self.slots(type_, value)

    def slots(self, type_: Type, value: Any) -> list[int]:
        """The slots of a value; `fill` is to be called at the end."""
        match type_:
            case TupleType(items):
                return [word for item, part in zip(items, value, strict=True) for word in self.slots(item, part)]
            case BoardType():
                return [self.board(type_, value)]
            case OptionalType(item=item):
                if self.types.is_pointer(item):
                    return [0] if value is None else self.slots(item, value)
                return [0] * (1 + self.types.width(item)) if value is None else [1, *self.slots(item, value)]
            case ListType() | TableType() | ObjectType():
                return [self.thing(type_, value)]
        if type_ == INT:
            return [value]
        if type_ == BOOL:
            return [int(value)]
        if type_ == FLOAT:
            return [bits_of(value)]
        if type_ == SYMBOL:
            return [self.symbols[value]]
        if type_ == STRING:
            return [self.text(value)]
        return [self.any(value)] if type_ == ANY else [0]

    def any(self, value: Any) -> int:
        match value:
            case None:
                return int(Tag.NONE)
            case bool():
                return value << 3 | Tag.BOOL
            case int():
                if -(1 << 60) <= value < 1 << 60:
                    return value << 3 | Tag.INT
                return self.alloc([T_INT, value]) | Tag.NUMBER
            case float():
                return self.alloc([T_FLOAT, bits_of(value)]) | Tag.NUMBER
            case str():
                return self.text(value) | Tag.STRING
            case Symbol():
                return self.symbols[value] << 3 | Tag.SYMBOL
            case Object():
                return self.thing(ANY, value) | Tag.OBJECT
            case Box():
                return self.boxed(self.types.shared.types[value.type], value.value) | Tag.BOX
        raise AssertionError(f"{value!r} is no value of core")

    def boxed(self, type_: Type, value: Any) -> int:
        """What the `any` of a boxed value points to."""
        words = self.slots(type_, value)
        if isinstance(type_, TupleType) or self.types.packed(type_):
            return self.alloc([self.types.number(type_), *words])
        (offset,) = words
        return offset

    def board(self, type_: BoardType, cells: tuple[Any, ...]) -> int:
        bits = self.types.packed(type_)
        size = self.types.cell(type_)
        if bits or size:
            numbers = [int(cell) for cell in cells] if type_.item == BOOL else [self.symbols[cell] for cell in cells]
            if bits:
                return signed(sum(number << bits * place for place, number in enumerate(numbers)))
            raw = array("BH"[size - 1], numbers).tobytes()
            offset = self.alloc([self.types.number(type_)])
            self.heap.frombytes(raw + bytes(-len(raw) % 8))
            return offset
        words = [word for cell in cells for word in self.slots(type_.item, cell)]
        return self.alloc([self.types.number(type_), *words])

    # -------------------------------------------------------------------------------------------------- things

    def thing(self, type_: Type, value: Any) -> int:
        found = self.things.get(id(value))
        if found is not None:
            return found[1]
        match type_:
            case ListType():
                offset = self.alloc([self.types.number(type_), 0, 0, 0])
                self.waiting.append(lambda: self.fill_list(offset, type_.item, value))
            case TableType():
                offset = self.new_table(type_, value)
            case _:
                name = self.program.classes[value.number].name
                offset = self.alloc(
                    [self.types.number(ObjectType(name)), value.serial, *[0] * self.types.object_width(name)]
                )
                self.waiting.append(lambda: self.fill_object(offset, name, value))
        self.things[id(value)] = (value, offset)
        return offset

    def fill_list(self, offset: int, item: Type, values: Sequence[Any]) -> None:
        words = [word for value in values for word in self.slots(item, value)]
        self.patch(offset + 8, [len(values), len(values), self.block(words) if words else 0])

    def new_table(self, type_: TableType, table: dict[Any, Any]) -> int:
        """See `runtime/entries.py`."""
        offset = self.alloc([self.types.number(type_), 0, 0, 0, 0])
        self.waiting.append(lambda: self.fill_table(offset, type_, table))
        return offset

    def fill_table(self, offset: int, type_: TableType, table: dict[Any, Any]) -> None:
        entries: list[list[int]] = []
        for key, entry in table.items():
            seen, value = entry if needs_kind(type_.key) else (key, entry)
            slots = self.slots(type_.key, seen)
            frozen = 0
            if is_word(type_.key):
                hash_ = hash_of_word(seen.serial if isinstance(seen, Object) else slots[0])
            elif type_.key == STRING:
                hash_ = hash_of_units(seen.encode("utf-32-le", "surrogatepass"))
            else:
                units = self.freezer.units(type_.key, key)
                hash_, frozen = hash_of_units(units), self.alloc([T_STRING, len(units) >> 2])
                self.heap.frombytes(units + bytes(-len(units) % 8))
            entries.append([hash_, frozen, *slots, *self.slots(type_.value, value)])
        self.fill_entries(offset, entries)

    def fill_entries(self, offset: int, entries: list[list[int]]) -> None:
        """Entries and their index, for a table or a journal."""
        if not entries:
            return
        words = 4
        while words < len(entries):
            words *= 2
        cells = array("I", bytes(8 * words))
        mask = 2 * words - 1
        for number, entry in enumerate(entries, 1):
            cell = entry[0] & mask
            while cells[cell]:
                cell = cell + 1 & mask
            cells[cell] = number
        block = self.block([word for entry in entries for word in entry])
        index = self.alloc([T_BLOCK, words])
        self.heap.frombytes(cells.tobytes())
        self.patch(offset + 8, [len(entries), len(entries), block, index])

    def journals(self, journals: list[dict[Any, tuple[Any, ...]]]) -> int:
        """What open attempts would put back (see `runtime/journal.py`): the innermost, which knows those outside."""
        outer = 0
        for journal in journals:
            offset = self.alloc([T_BLOCK, 0, 0, 0, 0, outer])
            self.waiting.append(partial(self.fill_journal, offset, journal))
            outer = offset
        return outer

    def fill_journal(self, offset: int, journal: dict[Any, tuple[Any, ...]]) -> None:
        entries: list[list[int]] = []
        for container, kept, number in journal.values():
            if container is None:
                type_ = self.program.globals[number].type
                key, old = -1 - number, self.block(self.variable(type_, True, kept))
            elif isinstance(container, Object):
                key, old = self.thing(ANY, container), self.twin_object(container, kept)
            else:
                type_ = self.types.shared.types[number]
                key, old = self.thing(type_, container), self.thing(type_, kept)
            entries.append([hash_of_word(key), 0, key, old])
        self.fill_entries(offset, entries)

    def twin_object(self, thing: Object, kept: list[Any]) -> int:
        """An object of the same class with other fields."""
        name = self.program.classes[thing.number].name
        words = [self.types.number(ObjectType(name)), thing.serial]
        for variable, value in zip(self.types.fields(name), kept, strict=True):
            words += self.variable(variable.type, variable.may_be_unset, value)
        return self.alloc(words)

    def fill_object(self, offset: int, class_name: str, value: Object) -> None:
        words: list[int] = []
        for place, variable in enumerate(self.types.fields(class_name)):
            words += self.variable(variable.type, variable.may_be_unset, getattr(value, f"s{place}"))
        self.patch(offset + 16, words)

    def list_of(self, number: int, item: Type, values: Sequence[Any]) -> int:
        """A list that is a root of its own, of one of the types that every program has."""
        offset = self.alloc([number, 0, 0, 0])
        self.fill_list(offset, item, values)
        return offset

    def outcome(self, outcome: Outcome) -> int:
        ranking = 0
        if outcome.ranking is not None:
            offsets = [self.list_of(T_LIST_INT, INT, rank) for rank in outcome.ranking]
            ranking = self.alloc([T_LIST_LIST_INT, len(offsets), len(offsets), 0])
            self.patch(ranking + 24, [self.block(offsets)])
        scores = 0 if outcome.scores is None else self.list_of(T_LIST_FLOAT, FLOAT, outcome.scores)
        return self.block([ranking, scores, int(outcome.scores is not None), self.text(outcome.reason), 0, 0, 0, 0])
