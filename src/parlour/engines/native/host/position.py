"""A position of the native engine: an immutable snapshot, from which everything else is worked out when it is needed.

Copies share the snapshot. Answering, keys and probes run compiled code in a borrowed arena. What is only looked at
(prompts, labels, scenes, candidates) is worked out by the Python engine, on a `Run` made from the snapshot.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from parlour.core import nodes
from parlour.core.chance import derive
from parlour.core.nodes import Const, Expr, Local
from parlour.core.passes.suspension import Site
from parlour.engines.core.blame import error_at
from parlour.engines.core.failures import ChanceNeeded
from parlour.engines.core.limits import WALK_AFTER
from parlour.engines.core.objects import faces_by_number, objects_of
from parlour.engines.core.position import Answered, CorePosition
from parlour.engines.core.probing import PROBING_SEED, Fingerprint
from parlour.engines.core.replaying import Deal
from parlour.engines.core.run import Run
from parlour.engines.core.values import UNSET
from parlour.engines.native.host.answers import Answering
from parlour.engines.native.host.arena import Arena
from parlour.engines.native.host.blame import failure, trace
from parlour.engines.native.host.decode import Snapshot
from parlour.engines.native.host.encode import Writer, signed
from parlour.engines.native.host.forms import Form, Forms
from parlour.engines.native.host.handover import Stop
from parlour.engines.native.layout import HOST_SIZE, Host, State
from parlour.engines.native.layout import Status as RunStatus
from parlour.game.position import Budget, Status, Step

if TYPE_CHECKING:
    from parlour.core.values import Plain

# Snapshots larger than this are collected first, if that may be worth while.
COLLECT_AFTER = 16 << 10

# So many questions may wait before it is worked out which of them continue which.
MOST_WAITING = 32


class Moment:
    """A question as it stood: what is live there and which questions it continues, worked out when somebody asks."""

    __slots__ = ("_chain", "_fingerprint", "before", "snapshot", "waiting")

    def __init__(self, snapshot: bytes, before: Moment | None, chain: list[Fingerprint] | None = None) -> None:
        self.snapshot = snapshot
        self.before = before
        self.waiting: int = 0 if before is None else before.waiting + 1
        self._chain = chain
        self._fingerprint: Fingerprint | None = None

    def fingerprint(self, write: Callable[[bytes], Fingerprint]) -> Fingerprint:
        if self._fingerprint is None:
            self._fingerprint = write(self.snapshot)
        return self._fingerprint

    def chain(self, write: Callable[[bytes], Fingerprint]) -> list[Fingerprint]:
        """The questions before this one that it continues, oldest first."""
        later: list[Moment] = []
        moment = self
        while moment._chain is None:
            assert moment.before is not None
            later.append(moment)
            moment = moment.before
        for after in reversed(later):
            assert moment._chain is not None
            after._chain = after.fingerprint(write).chain(moment._chain, moment.fingerprint(write))
            after.before, after.waiting = None, 0
            moment = after
        assert self._chain is not None
        return self._chain


class NativePosition(CorePosition):
    """See `parlour.game.position.Position`."""

    def __init__(self, forms: Forms, form: Form, snapshot: bytes, budget: Budget) -> None:
        super().__init__(forms.core, budget)
        self.forms = forms
        self.form = form
        self.snapshot = snapshot
        self.constants = form.machine.directory.constants
        self._run: Run | None = None
        self._found: dict[int, tuple[str, int]] | None = None
        self._moment = Moment(snapshot, None, [])
        self._result: Any = UNSET
        # Of a failed position: the question that was answered.
        self._answered_at: Moment | None = None

    @classmethod
    def start(cls, forms: Forms, seed: int, budget: Budget) -> NativePosition:
        """A new match, run to its first question."""
        return cls._started(forms, forms.play, seed, budget)

    @classmethod
    def opening(cls, forms: Forms, budget: Budget) -> NativePosition | None:
        """The first question for bulk work, if every game begins with it: nothing is drawn before it."""
        position = cls._started(forms, forms.bulk, 0, budget)
        place = State.CHANCE - HOST_SIZE
        drawn = forms.bulk.blank(0, budget)[place : place + 8] != position.snapshot[place : place + 8]
        return None if drawn or position.status is not Status.OPEN else position

    @classmethod
    def _started(
        cls, forms: Forms, form: Form, seed: int, budget: Budget, chance: Sequence[int] | None = None
    ) -> NativePosition:
        position = cls(forms, form, form.blank(seed, budget), budget)
        with form.arenas.lent(budget) as arena:
            arena.restore(position.snapshot)
            position._go(arena, "start", chance)
        return position

    @classmethod
    def adopt(cls, forms: Forms, other: CorePosition) -> NativePosition:
        """A position of another engine of core, as it stands."""
        form = forms.bulk if other.is_bulk else forms.play
        with form.arenas.lent(other.budget) as arena:
            form.handover.write(arena, other.run, other.result)
            position = cls(forms, form, arena.snapshot(), other.budget)
        position._liken(other)
        position._result = other.result
        position._moment = Moment(position.snapshot, None, list(other.chain))
        position.log, position.history = list(other.log), list(other.history)
        return position

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def run(self) -> Run:
        """The state as the Python engine would hold it, for those who look."""
        if self._run is None:
            self._run = self.read()
        return self._run

    def read(self) -> Run:
        return self.form.handover.read(self.memory, self.is_bulk)

    @property
    def memory(self) -> Snapshot:
        return Snapshot(self.constants, self.snapshot)

    @property
    def result(self) -> Any:
        if self._result is UNSET and self.status is Status.OVER:
            directory = self.form.machine.directory
            type_ = self.engine.program.functions[self.engine.entry].result
            memory = self.memory
            words = memory.read(directory.result_offset, self.form.handover.types.width(type_))
            self._result = self.form.handover.reader(memory).value(type_, iter(words))
        return self._result

    @property
    def is_bulk(self) -> bool:
        return self.form.machine.bulk

    @property
    def asking_stop(self) -> tuple[Stop, int]:
        """Where the innermost frame waits, and where its slots lie."""
        return list(self.form.handover.frames(self.memory))[-1]

    @property
    def site(self) -> Site:
        return self.asking_stop[0].site

    def resolve(self, expr: Expr, index: int | None = None) -> Any:
        if isinstance(expr, Const):
            return expr.value
        assert isinstance(expr, Local)
        memory = self.memory
        stop, frame = self.asking_stop
        slot = next(slot for slot in stop.slots if slot.name == expr.name)
        words = memory.read(frame + 8 * (slot.place + slot.may_be_unset), self.form.handover.types.width(slot.type))
        value = self.form.handover.reader(memory).value(slot.type, iter(words))
        return value if index is None else value[index]

    # ----------------------------------------------------------------------------------------------- answering

    def _take(self, index: int, value: Plain, chance: Sequence[int] | None = None) -> Step:
        stop, frame = self.asking_stop
        stmt = stop.site.stmt
        assert isinstance(stmt, nodes.Ask)
        answered = None
        if not self.is_bulk:
            question = next(item for item in self.questions if item.id == self.first_id + index)
            answered = Answered(question.seat, question.site, self._label(value, index))
        count = len(self.resolve(stmt.question.seat)) if stmt.group else 1
        with self.form.arenas.lent(self.budget) as arena:
            arena.restore(self.snapshot)
            writer = Writer(self.engine.program, self.form.handover.types, arena.get(State.BUMP))
            answering = Answering(arena, writer, stop, frame, self.resolve)
            words = answering.slots(stmt.question.domain, value, index if stmt.group else None)
            arena.holds = None
            if stmt.group:
                width = len(words)
                given = given_answers(arena, width)
                given[index] = words
                flat = [word for number in sorted(given) for word in given[number]]
                if len(given) < count:
                    group = [word for number in sorted(given) for word in (number, *given[number])]
                    arena.set(State.GROUP, writer.block([len(given), *group]))
                    writer.fill()
                    add_heap(arena, writer)
                    self._stay(arena, answered)
                    return self.last
                number = writer.types.number(_target_type(self.engine.program, stop))
                words = [writer.alloc([number, count, count, writer.block(flat)])]
                arena.set(State.GROUP, 0)
            writer.fill()
            add_heap(arena, writer)
            arena.write(self.form.machine.directory.answer_offset, words)
            arena.set(State.STEPS, self.budget.steps)
            arena.set(State.TOLD, self.budget.told)
            if self.is_restarted:
                arena.set(State.OUTCOME, 0)
            before = self._moment
            ids = self.first_id + count
            self._go(arena, "resume", chance, question=ids - 1, answered=answered)
        self.first_id = ids
        if self.status is Status.OPEN:
            self._moment = Moment(self.snapshot, before)
            if self._moment.waiting > MOST_WAITING:
                self._moment.chain(self._fingerprint_of)
        elif self.status is Status.FAILED:
            self._answered_at = before
        return self.last

    def _stay(self, arena: Arena, answered: Answered | None) -> None:
        """An answer to a group that is still open: nothing runs."""
        chain = self._moment.chain(self._fingerprint_of)
        self._forget()
        self.snapshot = arena.snapshot()
        self._moment = Moment(self.snapshot, None, chain)
        self.last = Step()
        if answered is not None:
            self.history.append(answered)

    def _forget(self) -> None:
        super()._forget()
        self._run = None
        self._found = None

    def _go(
        self,
        arena: Arena,
        door: str,
        chance: Sequence[int] | None,
        *,
        question: int | None = None,
        answered: Answered | None = None,
    ) -> None:
        """Runs to the next question, the end or an error; with outcomes of chance given, it draws those."""
        forced = None if chance is None else (ctypes.c_int64 * max(len(chance), 1))(*chance)
        arena.set(Host.FORCED, 0 if forced is None else ctypes.addressof(forced))
        arena.set(Host.FORCED_COUNT, 0 if chance is None else len(chance))
        arena.set(Host.RECORDING, int(not self.is_bulk))
        if chance is not None:
            arena.set(State.DRAWN, 0)
        status = arena.run(door)
        handover = self.form.handover
        error = None
        if status == RunStatus.FAILED:
            failed = failure(arena, handover.reader(arena), self.form.machine.directory.texts)
            chain = () if self.is_bulk else trace(arena, self.engine.program, self.form.machine)
            error = self.engine.table.reword(error_at(failed, chain, question))
            for field in (State.JOURNAL, State.GROUP):
                arena.set(field, 0)
            arena.set(State.FRAMES, arena.get(State.BUMP))
            arena.set(State.FRAMES_BASE, arena.get(State.BUMP))
        elif status == RunStatus.ASKING:
            _walk(arena, self.budget)
        events = handover.events(arena)
        arena.set(State.EVENTS, 0)
        # What a failed run has left stays where it was, for comparing.
        if status == RunStatus.ASKING and arena.end - HOST_SIZE > max(COLLECT_AFTER, 2 * len(self.snapshot)):
            arena.run("collect")
        self._forget()
        self.snapshot = arena.snapshot()
        self._moment = Moment(self.snapshot, None, [])
        self.error = error
        self.status = {RunStatus.DONE: Status.OVER, RunStatus.FAILED: Status.FAILED}.get(RunStatus(status), Status.OPEN)
        if answered is not None:
            self.history.append(answered)
        self._note(events)
        if len(self.snapshot) > COLLECT_AFTER:
            arena.tidy()

    # --------------------------------------------------------------------------------------- states as values

    @property
    def chain(self) -> list[Fingerprint]:
        return self._moment.chain(self._fingerprint_of)

    @property
    def fingerprint(self) -> Fingerprint:
        return self._moment.fingerprint(self._fingerprint_of)

    def _fingerprint_of(self, snapshot: bytes) -> Fingerprint:
        """What is live in a snapshot, root by root."""
        handover, program, plan = self.form.handover, self.engine.program, self.engine.plan
        directory = self.form.machine.directory
        with self.form.arenas.lent(self.budget) as arena:
            arena.restore(snapshot)
            roots: dict[tuple[Any, ...], object] = {}
            sites: list[tuple[str, int]] = []
            frames = list(handover.frames(arena))

            def image(offset: int, may_be_unset: bool, type_: Any) -> bytes:
                if may_be_unset and arena.get(offset) == 0:
                    return b"\0"
                place = arena.address + offset + 8 * may_be_unset
                return b"\1" + arena.written("root_image", handover.types.number(type_), place)

            for depth, (stop, frame) in enumerate(frames):
                function = stop.site.function
                sites.append((function, stop.site.number))
                for slot in stop.slots:
                    found = image(frame + 8 * slot.place, slot.may_be_unset, slot.type)
                    roots[depth, function, slot.name] = found
            for number in plan.live_globals(sites):
                roots[(number,)] = image(directory.global_offsets[number], True, program.globals[number].type)
            key = arena.written("key")
            return Fingerprint(tuple(sites), roots, self._seat(arena, *frames[-1]), key)

    @property
    def stream(self) -> int:
        return self.memory.get(State.CHANCE)

    @property
    def steps_left(self) -> int:
        return self.memory.get(State.STEPS)

    @property
    def was_taken(self) -> bool:
        moment = self._answered_at
        if moment is None or self.error is None or self.error.kind == "budget":
            return False
        asked = Snapshot(self.constants, moment.snapshot)
        base = asked.get(State.FRAMES_BASE)
        frames = asked.raw(base, asked.get(State.FRAMES) - base)
        with self.form.arenas.lent(self.budget) as arena:
            arena.restore(self.snapshot)
            arena.holds = None
            end = arena.get(State.BUMP)
            if end + len(frames) > arena.get(Host.LIMIT):
                return False
            arena.put(end, frames)
            arena.set(State.FRAMES_BASE, end)
            arena.set(State.FRAMES, end + len(frames))
            waiting = arena.snapshot()
        return self._fingerprint_of(waiting).roots != moment.fingerprint(self._fingerprint_of).roots

    def _seat(self, arena: Arena, stop: Stop, frame: int) -> int | None:
        """Who is asked: of a group the first who has not answered."""
        stmt = stop.site.stmt
        assert isinstance(stmt, nodes.Ask)
        expr = stmt.question.seat
        if isinstance(expr, Const):
            assert isinstance(expr.value, int)
            return expr.value if expr.value >= 0 else None
        assert isinstance(expr, Local)
        slot = next(slot for slot in stop.slots if slot.name == expr.name)
        seat = arena.get(frame + 8 * (slot.place + slot.may_be_unset))
        if stmt.group:
            width = self.form.handover.types.width(self.form.handover.answer_type(stop))
            given = given_answers(arena, width)
            count, _, block = arena.read(seat + 8, 3)
            seats = arena.read(block + 16, count)
            seat = next(seat for index, seat in enumerate(seats) if index not in given)
        return seat if seat >= 0 else None

    @property
    def key(self) -> bytes:
        if self.status is not Status.OPEN:
            return super().key
        with self.form.arenas.lent(self.budget) as arena:
            arena.restore(self.snapshot)
            return arena.written("key")

    # ------------------------------------------------------------------------------------------------- copies

    def copy(self, *, seed: int | None = None) -> NativePosition:
        return self._twin(self.form, self.budget, seed)

    def probe(self) -> NativePosition:
        probe = self._twin(self.forms.bulk, self.probing_budget, PROBING_SEED)
        probe.is_probe = True
        probe.outlook = self.outlook
        return probe

    def bulk_copy(self, budget: Budget, seed: int | None) -> NativePosition:
        return self._twin(self.forms.bulk, budget, seed)

    def _twin(self, form: Form, budget: Budget, seed: int | None) -> NativePosition:
        snapshot = self.snapshot
        if seed is not None:
            place = State.CHANCE - HOST_SIZE
            fresh = signed(derive(seed, 0)).to_bytes(8, "little", signed=True)
            snapshot = snapshot[:place] + fresh + snapshot[place + 8 :]
        twin = NativePosition(self.forms, form, snapshot, budget)
        twin._liken(self)
        twin._result = self._result
        twin._questions = self._questions
        twin.is_probe, twin.is_trial, twin.imaginer = self.is_probe, self.is_trial, self.imaginer
        twin._moment = self._moment
        if form is self.form:
            twin.log, twin.history = list(self.log), list(self.history)
            twin._share(self)
            twin._run = self._run
        return twin

    def fresh(self, seed: int, chance: Sequence[int]) -> NativePosition | None:
        try:
            return self._started(self.forms, self.forms.play, seed, self.budget, chance)
        except (ChanceNeeded, ValueError):
            return None

    def dealt(self, deal: Deal, *, seed: int | None = None) -> NativePosition:
        twin = self.copy(seed=seed)
        objects = self._objects
        words = memoryview(bytearray(twin.snapshot)).cast("q")
        old = self.memory.words
        for number, other in deal.items():
            if number != other and number in objects and other in objects:
                class_name, to = objects[number]
                start = objects[other][1]
                for place, width in self._face_words(class_name):
                    here, there = (to - HOST_SIZE >> 3) + place, (start - HOST_SIZE >> 3) + place
                    words[here : here + width] = old[there : there + width]
        twin._forget()
        twin.snapshot = words.tobytes()
        twin._moment = Moment(twin.snapshot, None, [])
        return twin

    def face_place(self, number: int) -> tuple[int, list[int]] | None:
        """Where the fields of an object begin, from the arena's base, and the words of its face among them, in bytes;
        None if it is not there."""
        found = self._objects.get(number)
        if found is None:
            return None
        class_name, offset = found
        words = self._face_words(class_name)
        return offset, [8 * place for first, width in words for place in range(first, first + width)]

    @property
    def _objects(self) -> dict[int, tuple[str, int]]:
        if self._found is None:
            self._found = self.form.handover.objects(self.memory)
        return self._found

    def _face_words(self, class_name: str) -> list[tuple[int, int]]:
        """Where the fields of a face lie among those of an object, and how many words each has."""
        types = self.form.handover.types
        fields = types.fields(class_name)
        widths = [types.width(field.type) + field.may_be_unset for field in fields]
        return [(sum(widths[:place]), widths[place]) for place in self.engine.faces[class_name]]

    def faces_by_number(self) -> dict[int, tuple[str, str]]:
        return faces_by_number(self.engine, objects_of(self.run))


def given_answers(arena: Arena, width: int) -> dict[int, list[int]]:
    """The slots of the answers given so far to the open group, by their places in it."""
    group = arena.get(State.GROUP)
    if group == 0:
        return {}
    count = arena.get(group + 16)
    rows = (arena.read(group + 24 + 8 * (1 + width) * place, 1 + width) for place in range(count))
    return {row[0]: row[1:] for row in rows}


def _target_type(program: nodes.Program, stop: Stop) -> Any:
    stmt = stop.site.stmt
    assert isinstance(stmt, nodes.Ask)
    function = program.functions[stop.function]
    return next(var.type for var in (*function.params, *function.locals) if var.name == stmt.target)


def add_heap(arena: Arena, writer: Writer) -> None:
    """Puts what a writer has built at the end of the heap, where the frames lie: they move up."""
    size = 8 * len(writer.heap)
    if size:
        bump, end = arena.get(State.BUMP), arena.get(State.FRAMES)
        frames = arena.raw(bump, end - bump)
        arena.put(bump, writer.heap.tobytes())
        arena.put(bump + size, frames)
        for field in (State.BUMP, State.FRAMES_BASE, State.FRAMES):
            arena.set(field, arena.get(field) + size)


def _walk(arena: Arena, budget: Budget) -> None:
    """Counts what is still alive, once much was allocated since the last time."""
    if budget.memory - arena.get(State.LIVE) - arena.get(State.ROOM) >= WALK_AFTER:
        live = arena.look("measure")
        arena.set(State.LIVE, live)
        arena.set(State.ROOM, budget.memory - live)
