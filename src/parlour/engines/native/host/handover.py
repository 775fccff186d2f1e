"""Handing a suspended match from the Python engine to this one and back, without playing it again.

Both engines lay frames out by `core/passes/suspension.py`, so a state is the same data in both: `write` puts a `Run`
into an arena, `read` makes a `Run` from a snapshot. Values go slot by slot by their types (see `layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance
from parlour.core.nodes import Ask, Program
from parlour.core.passes.suspension import Plan, Site
from parlour.core.questions import answer_type
from parlour.core.types import (
    FLOAT,
    INT,
    STRING,
    ListType,
    Type,
)
from parlour.dataclass import dataclass
from parlour.engines.core.run import Run
from parlour.engines.core.values import UNSET, Object
from parlour.engines.native.compile.types import Types
from parlour.engines.native.host.arena import Arena
from parlour.engines.native.host.decode import Memory, Reader
from parlour.engines.native.host.encode import LISTS_OF_INTS, Writer, signed
from parlour.engines.native.layout import (
    T_LIST_STRING,
    State,
)
from parlour.game.outcome import Outcome
from parlour.game.position import Drawn
from parlour.game.view import Told

if TYPE_CHECKING:
    from parlour.engines.native.host.loading import Machine


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
        self.directory = machine.directory
        self.types: Types = machine.types
        self.stops = Stops(program, plan, self.types)
        self.result_type = next(each.result for each in program.functions if each.name == program.entry)

    # ------------------------------------------------------------------------------------------------- writing

    def write(self, arena: Arena, run: Run, result: Any = UNSET) -> None:
        """Puts a suspended run into an arena, or one that has not begun, or one that is over with its result."""
        arena.holds = None
        writer = Writer(self.program, self.types, self.directory.heap_base)
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
        for offset, variable, value in zip(
            self.directory.global_offsets, self.program.globals, run.globals, strict=True
        ):
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
            arena.write(self.directory.result_offset, writer.slots(self.result_type, result))
        writer.fill()
        bump = self.directory.heap_base + 8 * len(writer.heap)
        state[State.BUMP] = state[State.FRAMES_BASE] = bump
        state[State.FRAMES] = bump + 8 * len(frames)
        arena.put(self.directory.heap_base, writer.heap.tobytes())
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
        return self._read(self.reader(memory), memory, bulk)

    def objects(self, memory: Memory) -> dict[int, tuple[str, int]]:
        """The objects that lie here, by their numbers: their classes, and where each has its first field."""
        reader = self.reader(memory)
        self._read(reader, memory, bulk=True)
        return {
            thing.serial: (self.program.classes[type(thing).number].name, offset + 16)
            for offset, thing in reader.things.items()
            if isinstance(thing, Object)
        }

    def _read(self, reader: Reader, memory: Memory, bulk: bool) -> Run:
        seats = self.seats(reader)
        globals_ = [
            reader.variable(var.type, True, iter(memory.read(offset, 1 + self.types.width(var.type))))
            for offset, var in zip(self.directory.global_offsets, self.program.globals, strict=True)
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
            None if ranks is None else tuple(map(tuple, ranks)),
            len(self.seats(reader)),
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
                found.append(Told(reader.text(first), audience, self.directory.texts[third]))
            else:
                weights = tuple(reader.value(ints, iter((third,)))) if third else None
                found.append(Drawn(first, second, weights))
        return tuple(reversed(found))
