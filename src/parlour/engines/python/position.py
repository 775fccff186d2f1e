"""A position of the Python engine: a run between two questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from parlour.core import nodes
from parlour.core.chance import Chance, derive
from parlour.core.passes.suspension import Site
from parlour.core.questions import answer_type
from parlour.core.types import ANY
from parlour.core.values import Plain
from parlour.engines.core.admission import admit
from parlour.engines.core.blame import Where, error_at
from parlour.engines.core.failures import ChanceNeeded, GameFailure
from parlour.engines.core.limits import WALK_AFTER
from parlour.engines.core.objects import faces_by_number, objects_of
from parlour.engines.core.position import Answered, CorePosition
from parlour.engines.core.probing import PROBING_SEED, Fingerprint, Glance
from parlour.engines.core.replaying import Deal
from parlour.engines.core.run import Frame, Run
from parlour.engines.core.values import ATOMS, UNSET, Object
from parlour.engines.python.blame import chain_of
from parlour.engines.python.driver import deep_calls
from parlour.engines.python.glances import PROBING, glances
from parlour.engines.python.image import NOTHING, Copier
from parlour.engines.python.keys import fingerprint, key_of, live_roots
from parlour.game.policy import NOTHING_GIVEN, Given
from parlour.game.position import Budget, Status, Step

if TYPE_CHECKING:
    from parlour.engines.python.compiled import Code
    from parlour.engines.python.engine import PythonEngine


class PythonPosition(CorePosition):
    """See `parlour.game.position.Position`."""

    engine: PythonEngine
    run: Run
    result: Any
    chain: list[Fingerprint]

    def __init__(self, engine: PythonEngine, code: Code, run: Run, budget: Budget) -> None:
        super().__init__(engine, budget)
        self.code = code
        self.run = run
        self.result = UNSET
        self.chain = []
        self._fingerprint: Fingerprint | None = None
        # What globals and frames lead to.
        self._found: dict[int, Object] | None = None
        # Of a failed position: the frames of the question that was answered, and what was live there.
        self._answered: tuple[list[Frame], Fingerprint] | None = None

    @classmethod
    def begin(
        cls,
        engine: PythonEngine,
        seed: int,
        budget: Budget,
        *,
        bulk: bool = False,
        given: Given = NOTHING_GIVEN,
        chance: Sequence[int] | None = None,
    ) -> PythonPosition:
        code = engine.bulk_code if bulk else engine.code
        position = cls(engine, code, engine.new_run(seed, budget, given), budget)
        position.run.forced = None if chance is None else list(chance)
        position._go((engine.entry, 0))
        position.run.forced = None
        return position

    @classmethod
    def adopt(cls, engine: PythonEngine, other: CorePosition) -> PythonPosition:
        """A position of another engine of core, as it stands."""
        position = cls(engine, engine.bulk_code if other.is_bulk else engine.code, other.read(), other.budget)
        position._liken(other)
        position.result, position.chain = other.result, list(other.chain)
        position.log, position.history = list(other.log), list(other.history)
        return position

    def read(self) -> Run:
        return self.copy().run

    @property
    def is_bulk(self) -> bool:
        return self.code is not self.engine.code

    @property
    def top(self) -> Frame:
        return self.run.stack[-1]

    @property
    def site(self) -> Site:
        frame = self.run.stack[-1]
        site: Site = self.engine.sites[frame[0]][frame[1] - 1]
        return site

    def resolve(self, expr: nodes.Expr, index: int | None = None) -> Any:
        if isinstance(expr, nodes.Const):
            return expr.value
        assert isinstance(expr, nodes.Local)
        value = self.top[2 + self.site.slots.index(expr.name)]
        return value if index is None else value[index]

    def _take(self, index: int, value: Plain, chance: Sequence[int] | None = None) -> Step:
        if chance is None:
            return self._run_on(index, value)
        trial = self.copy()
        trial.run.forced, trial.run.drawn = list(chance), 0
        step = trial._run_on(index, value)
        trial.run.forced = None
        for name in self.__dict__:
            setattr(self, name, getattr(trial, name))
        return step

    def _run_on(self, index: int, value: Plain) -> Step:
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        if not self.is_bulk:
            question = next(item for item in self.questions if item.id == self.first_id + index)
            self.history.append(Answered(question.seat, question.site, self._label(value, index)))
        core = self._core_value(stmt.question.domain, value, index if stmt.group else None)
        if stmt.group:
            group = dict(self.run.group or {})
            group[index] = core
            count = len(self.resolve(stmt.question.seat))
            if len(group) < count:
                self.run.group = group
                self._forget()
                self.last = Step()
                return self.last
            core = [group[number] for number in range(count)]
            before = self.fingerprint if self.keeps_chain else None
            self.run.group = None
            self.first_id += count
        else:
            before = self.fingerprint if self.keeps_chain else None
            self.first_id += 1
        self._forget()
        if self.is_restarted:
            self.run.outcome = None
        self.run.value = core
        self.run.refill(self.budget)
        frames = list(self.run.stack)
        self._go(self.run.stack.pop())
        if before is None:
            self.chain = []
        elif self.status is Status.OPEN:
            self.chain = self.fingerprint.chain(self.chain, before)
        elif self.status is Status.FAILED:
            self._answered = (frames, before)
        return self.last

    def _core_value(self, domain: nodes.Domain, value: Any, index: int | None) -> Any:
        """An admitted answer as the program holds it."""
        match domain:
            case nodes.Options(list=items):
                return self.resolve(items, index)[value]
            case nodes.Each(parts):
                return tuple(self._core_value(part, item, index) for part, item in zip(parts, value, strict=True))
            case nodes.Either(parts):
                for part in parts:
                    if admit(part, value, lambda expr: self.resolve(expr, index)) is None:
                        core = self._core_value(part, value, index)
                        return self.engine.shared.as_any(core, answer_type(part, group=index is not None) or ANY)
        return value

    def _forget(self) -> None:
        super()._forget()
        self._fingerprint = None
        self._found = None

    def _go(self, frame: Frame) -> None:
        """Runs to the next question, the end or an error."""
        run = self.run
        run.events = None if self.is_bulk else []
        try:
            with deep_calls(self.budget.depth):
                is_open = self.code.driver.drive(run, frame)
        except (GameFailure, RecursionError, MemoryError) as failure:
            self.status = Status.FAILED
            question = self.first_id - 1 or None
            self.error = self.engine.table.reword(error_at(failure, self._chain(failure), question))
            failure.__traceback__ = None
        else:
            if is_open:
                count_live(self.engine, run, self.budget)
            else:
                self.status = Status.OVER
                self.result = run.value
        self._note(run.events or ())

    def _chain(self, failure: BaseException) -> Sequence[Where]:
        """The calls that led to a failure. Nobody looks at them where answers are only tried, and a runaway recursion
        has ten thousand of them for each answer."""
        if self.is_bulk:
            return ()
        return chain_of(failure, self.engine.program, self.engine.plan, self.code.places, self.run.stack)

    # --------------------------------------------------------------------------------------- states as values

    @property
    def fingerprint(self) -> Fingerprint:
        if self._fingerprint is None:
            stmt = self.site.stmt
            assert isinstance(stmt, nodes.Ask)
            self._fingerprint = fingerprint(self.engine, self.run, stmt, self.first_asked)
        return self._fingerprint

    @property
    def key(self) -> bytes:
        if self.is_trial and self._fingerprint is None and self.status is Status.OPEN:
            # Nobody asks what continues it.
            return key_of(self.engine, self.run, self.site.stmt)
        return super().key

    def copy(self, *, seed: int | None = None) -> PythonPosition:
        return self._copy(self.code, self.budget, seed, self._copier())

    def _copier(self, instead: Mapping[int, Object] = NOTHING) -> Copier:
        # An open attempt may put back what it wrote when things were made.
        return Copier(NOTHING if self.run.journals else self.engine.lasting, instead)

    def probe(self) -> PythonPosition:
        probe = self._copy(self.engine.bulk_code, self.probing_budget, PROBING_SEED, self._copier())
        probe.is_probe = True
        probe.outlook = self.outlook
        return probe

    def glances(self) -> Callable[[Plain], Glance | None] | None:
        return glances(self)

    def bulk_copy(self, budget: Budget, seed: int | None) -> PythonPosition:
        return self._copy(self.engine.bulk_code, budget, seed, self._copier())

    def _copy(self, code: Code, budget: Budget, seed: int | None, copier: Copier) -> PythonPosition:
        run = self.run
        chance = run.chance.copy() if seed is None else Chance(PROBING if seed == PROBING_SEED else derive(seed, 0))
        plain = self.engine.plain_frames
        is_shared = self.engine.plain_globals if code is self.engine.code else self.engine.shared_globals
        globals_ = [
            value if shared else copier.copy(value) for value, shared in zip(run.globals, is_shared, strict=True)
        ]
        twin = Run(globals_, list(run.seats), chance)
        twin.stack = [frame if plain[frame[0]][frame[1] - 1] else copier.copy(frame) for frame in run.stack]
        twin.group = None if run.group is None else {key: copier.copy(value) for key, value in run.group.items()}
        twin.journals = copier.journals(run.journals)
        twin.outcome, twin.serial, twin.live, twin.room = run.outcome, run.serial, run.live, run.room
        twin.steps, twin.told, twin.depth, twin.depth_limit = run.steps, run.told, run.depth, run.depth_limit
        position = PythonPosition(self.engine, code, twin, budget)
        position._liken(self)
        position.result = copier.copy(self.result)
        position.chain = list(self.chain)
        position._fingerprint = self._fingerprint
        position._questions = self._questions
        position.is_probe, position.is_trial, position.imaginer = self.is_probe, self.is_trial, self.imaginer
        if code is self.code:
            position.log, position.history = list(self.log), list(self.history)
            position._share(self)
        return position

    def core_answers(self, index: int, values: Sequence[Plain]) -> list[Any]:
        """Answers to the open question with this index, as the program holds them."""
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        place = index if stmt.group else None
        return [self._core_value(stmt.question.domain, value, place) for value in values]

    @property
    def stream(self) -> int:
        return self.run.chance.state

    @property
    def steps_left(self) -> int:
        return self.run.steps

    @property
    def was_taken(self) -> bool:
        if self._answered is None or self.error is None or self.error.kind == "budget":
            return False
        frames, before = self._answered
        return live_roots(self.engine, self.run, frames) != before.roots

    def fresh(self, seed: int, chance: Sequence[int]) -> PythonPosition | None:
        try:
            return PythonPosition.begin(self.engine, seed, self.budget, chance=chance)
        except (ChanceNeeded, ValueError):
            return None

    def dealt(self, deal: Deal, *, seed: int | None = None) -> PythonPosition:
        objects = self._objects
        faced = [
            (objects[number], objects[other])
            for number, other in deal.items()
            if number != other and number in objects and other in objects
        ]
        instead: dict[int, Object] = {}
        copier = self._copier(instead)
        for thing, _ in faced:
            if copier.lasts(thing):
                instead[id(thing)] = _another(thing)
        twin = self._copy(self.code, self.budget, seed, copier)
        twin._forget()
        twin.chain = []
        for thing, other in faced:
            copied = instead.get(id(thing)) or copier.copy(thing)
            for name in self.engine.face_slots[type(thing)]:
                part = getattr(other, name)
                setattr(copied, name, part if type(part) in ATOMS else copier.copy(part))
        return twin

    @property
    def _objects(self) -> dict[int, Object]:
        if self._found is None:
            self._found = objects_of(self.run)
        return self._found

    def faces_by_number(self) -> dict[int, tuple[str, str]]:
        return faces_by_number(self.engine, self._objects)


def _another(thing: Object) -> Object:
    """The same thing once more."""
    made = type(thing).__new__(type(thing))
    made.serial = thing.serial
    for name in type(thing).names:
        setattr(made, name, getattr(thing, name))
    return made


def count_live(engine: PythonEngine, run: Run, budget: Budget) -> None:
    """At a question: counts what is still alive, once much was allocated since the last time."""
    if run.allocated(budget) >= WALK_AFTER:
        types = engine.slot_types
        slots = (pair for frame in run.stack for pair in zip(types[frame[0]][frame[1] - 1], frame[2:], strict=True))
        globals_ = zip((var.type for var in engine.program.globals), run.globals, strict=True)
        run.live = engine.images.measure([*slots, *globals_])
        run.room = budget.memory - run.live
