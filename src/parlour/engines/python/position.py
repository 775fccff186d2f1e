"""A position of the Python engine: a run between two questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parlour.core import nodes
from parlour.core.chance import Chance, derive
from parlour.core.flow.candidates import Candidates, enumerate_domain
from parlour.core.nodes import Chars, Const, Domain, Each, Either, Expr, Local, Options
from parlour.core.passes.suspension import Site
from parlour.core.questions import answer_type
from parlour.core.types import ANY
from parlour.core.values import Plain, Symbol
from parlour.engines.core.admission import admit
from parlour.engines.core.probing import Fingerprint, legal_answers, whole_moves
from parlour.engines.core.values import UNSET
from parlour.engines.python.blame import game_error
from parlour.engines.python.image import Copier, longest_list
from parlour.engines.python.keys import fingerprint, live_roots
from parlour.engines.python.run import WALK_AFTER, ChanceNeeded, Frame, GameFailure, Run, deep_calls
from parlour.engines.python.state import RunState
from parlour.game.error import GameError, Refused
from parlour.game.outcome import Outcome
from parlour.game.pictured import PicturedPosition
from parlour.game.position import Budget, NeedsChance, Seat, Status, Step
from parlour.game.question import LARGEST_ANSWER, Legal, Moves, Option, Question
from parlour.game.question import Domain as QuestionDomain
from parlour.game.view import OpenQuestion, Told, View

if TYPE_CHECKING:
    from parlour.engines.python.compiled import Code
    from parlour.engines.python.engine import PythonEngine


@dataclass(slots=True)
class _Answered:
    """One entry of what seats know: who was asked what, and what they said."""

    seat: int | None
    site: str
    label: str


class PythonPosition(PicturedPosition):
    """See `parlour.game.position.Position`."""

    def __init__(self, engine: PythonEngine, code: Code, run: Run, budget: Budget) -> None:
        self.engine = engine
        self.code = code
        self.run = run
        self._open(budget)

    def _open(self, budget: Budget) -> None:
        """A position that nothing has happened to yet."""
        self.budget = budget
        self.status = Status.OPEN
        self.error: GameError | None = None
        self.last = Step()
        self.log: list[Told] = []
        self.first_id = 1
        self.result: Any = UNSET
        # The questions before the open one that it continues, oldest first.
        self.chain: list[Fingerprint] = []
        self.history: list[Told | _Answered] = []
        self._questions: tuple[Question, ...] | None = None
        self._fingerprint: Fingerprint | None = None
        self._legal: dict[int, Legal] = {}
        # Of a failed position: the frames of the question that was answered, and what was live there.
        self._answered: tuple[list[Frame], Fingerprint] | None = None

    @classmethod
    def begin(cls, engine: PythonEngine, seed: int, budget: Budget, *, bulk: bool = False) -> PythonPosition:
        code = engine.bulk_code if bulk else engine.code
        position = cls(engine, code, engine.new_run(seed, budget), budget)
        position._go((engine.entry, 0))
        return position

    @property
    def is_bulk(self) -> bool:
        return self.code is not self.engine.code

    @property
    def tries_answers(self) -> bool:
        return self.engine.tries_answers

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(number, name) for number, name in enumerate(self.run.seats))

    @property
    def outcome(self) -> Outcome | None:
        outcome = self.run.outcome
        if self.status is Status.OVER:
            ending = self.engine.table.ending(RunState(self))
            value = None if ending is None else str(ending["text"])
            if outcome is None:
                return Outcome(None, value=value)
            return Outcome(outcome.ranking, outcome.scores, outcome.reason, value)
        return outcome if self.status is Status.OPEN else None

    @property
    def top(self) -> Frame:
        return self.run.stack[-1]

    @property
    def site(self) -> Site:
        function, number = self.top[:2]
        site: Site = self.engine.plan.sites[self.engine.program.functions[function].name][number - 1]
        return site

    @property
    def asked(self) -> nodes.Question:
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        return stmt.question

    @property
    def questions(self) -> tuple[Question, ...]:
        if self._questions is None:
            self._questions = self._make_questions() if self.status is Status.OPEN else ()
        return self._questions

    def _make_questions(self) -> tuple[Question, ...]:
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        seats = self.resolve(stmt.question.seat)
        state = RunState(self)
        prompt = "" if stmt.question.prompt is None else str(state.call(stmt.question.prompt))
        domain = self.engine.table.domain(stmt.question)
        name = f"{self.site.function}.{self.site.number}"
        found = []
        for index, seat in enumerate(seats if stmt.group else [seats]):
            if self.run.group is None or index not in self.run.group:
                who = seat if seat >= 0 else None
                ended = self.run.outcome is not None
                form = self._form(domain, stmt.question.domain, index)
                found.append(Question(self.first_id + index, who, stmt.question.kind, prompt, form, name, ended))
        return tuple(found)

    def _form(self, domain: QuestionDomain, asked: Domain, index: int) -> QuestionDomain:
        """What the language says about an answer, and what only the running program knows."""
        if isinstance(asked, Chars):
            return replace(domain, length=self._resolver(index)(asked.count))
        return domain

    @property
    def is_restarted(self) -> bool:
        """The game began again since the last answer: what came out before is history with the next one."""
        return any(isinstance(event, Told) and event.channel == "restart" for event in self.last.events)

    def resolve(self, expr: Expr, index: int | None = None) -> Any:
        """The value of an expression of the open question; in a group, of the question with this index."""
        if isinstance(expr, Const):
            return expr.value
        assert isinstance(expr, Local)
        value = self.top[2 + self.site.slots.index(expr.name)]
        return value if index is None else value[index]

    def _index(self, question: Question | int) -> int | None:
        """The place of an open question among those asked together; None if it is not open."""
        number = question if isinstance(question, int) else question.id
        return number - self.first_id if any(item.id == number for item in self.questions) else None

    def _resolver(self, index: int) -> Any:
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        return lambda expr: self.resolve(expr, index if stmt.group else None)

    # ------------------------------------------------------------------------------------------------ answering

    def read_answer(self, question: Question | int, text: str) -> Plain | Refused:
        index = self._index(question)
        if index is None:
            return self._not_open()
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST_ANSWER:
            return Refused("too-long", "an answer may have 64 KB at most")
        if isinstance(self.asked.domain, Options):
            labels = {option.label: option.value for option in self._options(index)}
            if text.strip() in labels:
                return labels[text.strip()]
            return Refused("not-an-option", f"choose one of: {', '.join(labels)}")
        value = self.engine.table.read(self.asked, text)
        if isinstance(value, Refused):
            return value
        return admit(self.asked.domain, value, self._resolver(index)) or value

    def label(self, question: Question | int, value: Plain) -> str | Refused:
        index = self._index(question)
        if index is None:
            return self._not_open()
        return admit(self.asked.domain, value, self._resolver(index)) or self._label(value, index)

    def _not_open(self) -> Refused:
        if self.status is Status.OPEN:
            return Refused("not-open", "this question is not open")
        return Refused("over", "the match is over: nothing is asked any more")

    def answer(
        self, question: Question | int, value: Plain, *, chance: Sequence[int] | None = None
    ) -> Step | NeedsChance | Refused:
        index = self._index(question)
        if index is None:
            return self._not_open()
        refused = admit(self.asked.domain, value, self._resolver(index))
        if refused is not None:
            return refused
        if chance is None:
            return self._take(index, value)
        trial = self.copy()
        trial.run.forced, trial.run.drawn = list(chance), 0
        try:
            step = trial._take(index, value)
        except ChanceNeeded as need:
            return NeedsChance(need.n, need.weights)
        trial.run.forced = None
        for name in self.__dict__:
            setattr(self, name, getattr(trial, name))
        return step

    def _take(self, index: int, value: Plain) -> Step:
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        if not self.is_bulk:
            question = next(item for item in self.questions if item.id == self.first_id + index)
            self.history.append(_Answered(question.seat, question.site, self._label(value, index)))
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
            before = self.fingerprint
            self.run.group = None
            self.first_id += count
        else:
            before = self.fingerprint
            self.first_id += 1
        self._forget()
        if self.is_restarted:
            self.run.outcome = None
        self.run.value = core
        self.run.refill(self.budget)
        frames = list(self.run.stack)
        self._go(self.run.stack.pop())
        if self.status is Status.OPEN:
            self.chain = self.fingerprint.chain(self.chain, before)
        elif self.status is Status.FAILED:
            self._answered = (frames, before)
        return self.last

    def _core_value(self, domain: Domain, value: Any, index: int | None) -> Any:
        """An admitted answer as the program holds it."""
        match domain:
            case Options(list=items):
                return self.resolve(items, index)[value]
            case Each(parts):
                return tuple(self._core_value(part, item, index) for part, item in zip(parts, value, strict=True))
            case Either(parts):
                for part in parts:
                    if admit(part, value, lambda expr: self.resolve(expr, index)) is None:
                        core = self._core_value(part, value, index)
                        return self.engine.shared.as_any(core, answer_type(part, group=index is not None) or ANY)
        return value

    def _forget(self) -> None:
        self._questions = None
        self._fingerprint = None
        self._legal = {}

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
            program, plan = self.engine.program, self.engine.plan
            error = game_error(failure, program, plan, self.code.places, run.stack, question)
            self.error = self.engine.table.reword(error)
            failure.__traceback__ = None
        else:
            if is_open:
                count_live(self.engine, run, self.budget)
            else:
                self.status = Status.OVER
                self.result = run.value
        events = run.events or []
        self.last = Step(tuple(events))
        told = [event for event in events if isinstance(event, Told)]
        self.log.extend(told)
        self.history.extend(told)

    # --------------------------------------------------------------------------------------- states as values

    @property
    def fingerprint(self) -> Fingerprint:
        """What is live here, root by root: for comparing positions and finding out which question continues which."""
        if self._fingerprint is None:
            stmt = self.site.stmt
            assert isinstance(stmt, nodes.Ask)
            seat = self.questions[0].seat if self.questions else None
            self._fingerprint = fingerprint(self.engine, self.run, stmt, seat)
        return self._fingerprint

    @property
    def key(self) -> bytes:
        if self.status is Status.OPEN:
            return self.fingerprint.key
        return str(self.status.value).encode() + repr((self.run.outcome, str(self.error or ""))).encode()

    def copy(self, *, seed: int | None = None) -> PythonPosition:
        return self._copy(self.code, self.budget, seed)

    def probe(self) -> PythonPosition:
        """A copy for trying an answer out: nothing is displayed or told, and it may take a tenth of the steps."""
        return self._copy(self.engine.bulk_code, self.budget.tenth(), None)

    def bulk_copy(self, budget: Budget, seed: int | None) -> PythonPosition:
        return self._copy(self.engine.bulk_code, budget, seed)

    def _copy(self, code: Code, budget: Budget, seed: int | None) -> PythonPosition:
        run = self.run
        copier = Copier()
        chance = run.chance.copy() if seed is None else Chance(derive(seed, 0))
        plain = self.engine.plain_frames
        globals_ = [
            value if is_plain else copier.copy(value)
            for value, is_plain in zip(run.globals, self.engine.plain_globals, strict=True)
        ]
        twin = Run(globals_, list(run.seats), chance)
        twin.stack = [frame if plain[frame[0]][frame[1] - 1] else copier.copy(frame) for frame in run.stack]
        twin.group = None if run.group is None else {key: copier.copy(value) for key, value in run.group.items()}
        twin.journals = copier.journals(run.journals)
        twin.outcome, twin.serial, twin.live, twin.room = run.outcome, run.serial, run.live, run.room
        twin.steps, twin.told, twin.depth, twin.depth_limit = run.steps, run.told, run.depth, run.depth_limit
        position = PythonPosition(self.engine, code, twin, budget)
        position.status, position.error, position.last = self.status, self.error, self.last
        position.result = copier.copy(self.result)
        position.first_id = self.first_id
        position.chain = list(self.chain)
        position._fingerprint = self._fingerprint
        position._questions = self._questions
        if code is self.code:
            position.log, position.history = list(self.log), list(self.history)
            position._legal = dict(self._legal)
        return position

    # ---------------------------------------------------------------------------------------------- legal answers

    @property
    def move_depth(self) -> int:
        if self.status is not Status.OPEN or len(self.questions) != 1:
            return 0
        seat = self.questions[0].seat
        count = 0
        for earlier in reversed(self.chain):
            if earlier.seat != seat:
                break
            count += 1
        return count

    def legal(self, question: Question | int) -> Legal:
        index = self._index(question)
        if index is None:
            return Legal((), "exact")
        if index not in self._legal:
            if isinstance(self.asked.domain, Options):
                self._legal[index] = Legal(tuple(self._options(index)), "exact")
            else:
                self._legal[index] = legal_answers(self, index)
        return self._legal[index]

    def candidates(self, index: int) -> Candidates:
        """Answers worth trying, from the form of the question and what the program does with the answer."""
        function, number = self.site.function, self.site.number
        # Whether an answer is the index of a list does not matter for characters, nor where there are no lists.
        is_free = self.engine.all_plain or isinstance(self.asked.domain, Chars)
        return enumerate_domain(
            self.asked.domain,
            self.engine.evidence[function, number],
            self._resolver(index),
            longest=0 if is_free else longest_list([*self.run.globals, *self.run.stack]),
            board_sides=self.engine.board_sides,
        )

    def core_answers(self, index: int, values: Sequence[Plain]) -> list[Any]:
        """Answers to the open question with this index, as the program holds them."""
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        place = index if stmt.group else None
        return [self._core_value(stmt.question.domain, value, place) for value in values]

    def place(self, number: int) -> int:
        return self.questions[number].id - self.first_id

    def give(self, index: int, value: Plain) -> Step:
        """An answer that is known to be of the right form."""
        return self._take(index, value)

    @property
    def steps_left(self) -> int:
        return self.run.steps

    @property
    def was_taken(self) -> bool:
        if self._answered is None or self.error is None or self.error.kind == "budget":
            return False
        frames, before = self._answered
        return live_roots(self.engine, self.run, frames) != before.roots

    def moves(self, seat: int | None, limit: int = 10_000) -> Moves:
        return whole_moves(self, seat, limit)

    def _options(self, index: int) -> list[Option]:
        domain = self.asked.domain
        assert isinstance(domain, Options)
        count = len(self._resolver(index)(domain.list))
        return list(self.options(range(count), index))

    def options(self, values: Sequence[Plain], index: int) -> tuple[Option, ...]:
        anchors = self.engine.table.anchors(self.asked, values, RunState(self, index))
        return tuple(
            Option(value, self._label(value, index), places) for value, places in zip(values, anchors, strict=True)
        )

    def _label(self, value: Plain, index: int) -> str:
        domain = self.asked.domain
        if isinstance(domain, Options) and isinstance(value, int):
            element = self._resolver(index)(domain.list)[value]
            if domain.label is not None:
                return str(RunState(self).call_with(domain.label, element))
            return element.name if isinstance(element, Symbol) else str(element)
        return self.engine.table.label(self.asked, value)

    # ------------------------------------------------------------------------------------------------------ views

    def view(self, viewer: int | None) -> View:
        state = RunState(self)
        own: list[OpenQuestion] = []
        for question in self.questions:
            if question.seat is None or question.seat == viewer:
                legal = self.legal(question)
                own.append(OpenQuestion(question, legal.options, legal.sure))
        awaited = sorted({item.seat for item in self.questions if item.seat is not None})
        return View(
            viewer=viewer,
            scene=self.engine.table.scene(state, viewer),
            log=tuple(told for told in self.log if told.reaches(viewer)),
            questions=tuple(own),
            awaited=tuple(awaited),
            outcome=self.outcome,
        )

    def view_key(self, seat: int) -> bytes:
        known: list[list[object]] = []
        for entry in self.history:
            if isinstance(entry, Told):
                if entry.reaches(seat):
                    known.append(["told", entry.channel, entry.text])
            elif entry.seat == seat or entry.seat is None or not self.engine.is_hidden:
                known.append(["answered", entry.seat, entry.site, entry.label])
        known.extend(["asked", item.id, item.site] for item in self.questions if item.seat in (seat, None))
        return json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    def imagine(self, seat: int, seed: int) -> PythonPosition | None:
        """Where everybody sees everything only chance to come is unknown."""
        return None if self.engine.is_hidden or self.run.group else self.copy(seed=seed)

    def state(self) -> dict[str, object]:
        return self.engine.table.state(RunState(self))

    def asking(self) -> dict[str, object]:
        """What the language's own tool shows at a prompt."""
        return self.engine.table.asking(RunState(self))

    def ending(self) -> dict[str, object] | None:
        """What the program came to; None while it runs."""
        return self.engine.table.ending(RunState(self)) if self.status is Status.OVER else None


def count_live(engine: PythonEngine, run: Run, budget: Budget) -> None:
    """At a question: counts what is still alive, once much was allocated since the last time."""
    if run.allocated(budget) >= WALK_AFTER:
        types = engine.slot_types
        slots = (pair for frame in run.stack for pair in zip(types[frame[0]][frame[1] - 1], frame[2:], strict=True))
        globals_ = zip((var.type for var in engine.program.globals), run.globals, strict=True)
        run.live = engine.images.measure([*slots, *globals_])
        run.room = budget.memory - run.live
