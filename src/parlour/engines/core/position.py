"""A position: a run between two questions, whichever engine runs it.

Here is what both engines of core do alike: looking at a position, reading answers, finding legal ones, views. An engine
adds how a state is held (`run`, `site`, `resolve`, `result`), how it goes on (`_take`), how it is copied, and what it
is to those who compare it with others (`fingerprint`, `key`, `chain`).
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Self

from parlour.core import nodes
from parlour.core.chance import Chance, derive
from parlour.core.flow.candidates import Candidates, enumerate_domain
from parlour.core.nodes import Chars, Domain, Expr, Local, Options, Whole
from parlour.core.passes.suspension import Site
from parlour.core.types import INT
from parlour.core.values import Plain, Symbol
from parlour.core.walk import domain_expressions
from parlour.dataclass import dataclass
from parlour.engines.core import probing
from parlour.engines.core.admission import admit
from parlour.engines.core.belief import Belief, Part, Trial
from parlour.engines.core.failures import ChanceNeeded, GameFailure
from parlour.engines.core.ground import Begun, Secret
from parlour.engines.core.objects import lasting_face
from parlour.engines.core.replaying import Deal, told_to
from parlour.engines.core.run import Run
from parlour.engines.core.state import RunState
from parlour.engines.core.values import Box, Object, longest_list
from parlour.game.error import GameError, Refused
from parlour.game.outcome import Outcome
from parlour.game.pictured import PicturedPosition
from parlour.game.position import Budget, Drawn, NeedsChance, Seat, Status, Step
from parlour.game.question import LARGEST_ANSWER, Legal, Moves, Option, Question, told_apart
from parlour.game.question import Domain as QuestionDomain
from parlour.game.scene import Scene
from parlour.game.table import Blaming, Concealing, Explaining, Face
from parlour.game.view import OpenQuestion, Told, View

if TYPE_CHECKING:
    from parlour.engines.core.engine import CoreEngine


# So many deals are tried until one leads to the same place.
MOST_IMAGINED = 200


class Seen:
    """One entry of what seats know: a question as it stood before somebody answered, and what each seat saw of it,
    worked out when somebody asks. `asked` is who was, `index` which of the questions asked together, `value` what came;
    `trials` is what was found out about it by trying other faces, `secrets` what of it seats cannot know."""

    __slots__ = ("_digests", "_faces", "asked", "index", "position", "secrets", "trials", "value")

    def __init__(self, position: CorePosition, index: int, value: Plain) -> None:
        self.position = position
        self.index = index
        self.value = value
        self.asked = next(item.seat for item in position.questions if item.id == position.first_id + index)
        self.trials: dict[int, Trial] = {}
        self.secrets: dict[int, Secret] = {}
        self._digests: dict[int, str] = {}
        self._faces: dict[int, Sequence[Face]] = {}

    @property
    def label(self) -> str:
        """What was answered, in the words of the game."""
        return self.position._label(self.value, self.index)

    def faces(self, seat: int) -> Sequence[Face]:
        found = self._faces.get(seat)
        if found is None:
            found = self._faces[seat] = self.position.faces(seat)
        return found

    def digest(self, seat: int) -> str:
        found = self._digests.get(seat)
        if found is None:
            found = self._digests[seat] = self.position.sight(seat)
        return found


@dataclass(slots=True)
class Answered:
    """One entry of what seats know: who was asked what, and what they said."""

    seat: int | None
    site: str
    label: str


@dataclass(slots=True)
class Remembered:
    """The first entry of an imagined position: all that the seat which imagines it knows. Nobody else knows anything of
    what was before."""

    seat: int
    known: str


class CorePosition(PicturedPosition):
    """See `parlour.game.position.Position`."""

    def __init__(self, engine: CoreEngine, budget: Budget) -> None:
        """A position that nothing has happened to yet."""
        self.engine = engine
        self.budget = budget
        self.status = Status.OPEN
        self.error: GameError | None = None
        self.last = Step()
        self.log: list[Told] = []
        self.first_id = 1
        self.history: list[Told | Answered | Seen | Remembered] = []
        self._beliefs: dict[int, Belief] = {}
        # Whether seats know everything here but faces, as far as that was found out (`ground.py`).
        self.grounds: dict[int, bool] = {}
        # And at the first question what of the chance until then seats cannot know.
        self.begun: dict[int, Begun] = {}
        self._sights: dict[int, str] = {}
        self._questions: tuple[Question, ...] | None = None
        self._legal: dict[int, Legal] = {}
        self._listed: dict[int, bool] = {}
        self._named: dict[int, list[str]] = {}
        self._scenes: dict[int | None, Scene] = {}
        self._moves: dict[tuple[int | None, int], Moves] = {}
        # What is known of the answers to the open question, if nothing else is asked with it.
        self.outlook: probing.Outlook | None = None
        # It was made for trying answers out.
        self.is_probe = False
        # It is played to see whether one comes there again: nobody asks what it was, or what continues what.
        self.is_trial = False
        # The seat that imagines it, if any, and how others that it imagines are laid out here, if that is all.
        self.imaginer: int | None = None
        self.deals: Sequence[Part] | None = None

    # ------------------------------------------------------------------------------- what an engine has its own way for

    if TYPE_CHECKING:
        # One engine holds these, the other works them out.
        @property
        def run(self) -> Run:
            """The state as the Python engine holds it."""

        @property
        def result(self) -> Any:
            """What the entry function came to; UNSET while it runs."""

        @property
        def chain(self) -> list[probing.Fingerprint]:
            """The questions before the open one that it continues, oldest first."""

    @abstractmethod
    def read(self) -> Run:
        """The state as a run of its own, which another engine may go on from."""

    @property
    @abstractmethod
    def is_bulk(self) -> bool:
        """Nothing is told, displayed or remembered."""

    @property
    @abstractmethod
    def site(self) -> Site:
        """Where the innermost frame waits."""

    @abstractmethod
    def resolve(self, expr: Expr, index: int | None = None) -> Any:
        """The value of an expression of the open question; in a group, of the question with this index."""

    @property
    @abstractmethod
    def fingerprint(self) -> probing.Fingerprint:
        """What is live here, root by root: for comparing positions and finding out which question continues which."""

    @abstractmethod
    def _take(self, index: int, value: Plain, chance: Sequence[int] | None = None) -> Step:
        """Goes on with an admitted answer; raises `ChanceNeeded`, and has changed nothing then."""

    @abstractmethod
    def copy(self, *, seed: int | None = None) -> Self: ...

    @abstractmethod
    def probe(self) -> Self:
        """A copy for trying an answer out: nothing is displayed or told, its chance is no match's, and it may take a
        tenth of the steps that a match may; so may a copy of such a copy."""

    @abstractmethod
    def bulk_copy(self, budget: Budget, seed: int | None) -> Self: ...

    @property
    @abstractmethod
    def stream(self) -> int:
        """See `Probed.stream`."""

    @property
    @abstractmethod
    def steps_left(self) -> int:
        """See `Probed.steps_left`."""

    @property
    @abstractmethod
    def was_taken(self) -> bool:
        """See `Probed.was_taken`."""

    @abstractmethod
    def fresh(self, seed: int, chance: Sequence[int]) -> Self | None:
        """A new match of the same game, at its first question, until which this was drawn; None if that needs more."""

    @abstractmethod
    def dealt(self, deal: Deal, *, seed: int | None = None) -> Self:
        """A copy in which objects have the faces of others, as far as both are there; of an open question that begins a
        move."""

    @abstractmethod
    def faces_by_number(self) -> dict[int, tuple[str, str]]:
        """Of every object whose class has faces its class and its face, in words that are the same for equal ones."""

    # ------------------------------------------------------------------------------------------------- trying

    @property
    def tries_answers(self) -> bool:
        return self.engine.tries_answers

    @property
    def most_tried(self) -> int:
        return probing.most_tried(self.budget) * (10 if self.is_probe else 1)

    @property
    def lists_options(self) -> bool:
        return isinstance(self.asked.domain, Options)

    def guard(self) -> Callable[[Plain], bool] | None:
        site = self.site
        found = None if self.is_group else self.engine.guards.get((site.function, site.number))
        if found is None:
            return None
        given = [self.resolve(Local(name, INT)) for name in found.wanted]
        looking = RunState(self).looking()

        def lets_through(value: Plain) -> bool:
            looking.steps = min(probing.GUARD_STEPS, self.budget.steps)
            looking.depth, looking.room = looking.depth_limit, self.budget.memory
            try:
                return bool(self.engine.call(found.function, looking, (*given, value)))
            except (GameFailure, RecursionError, MemoryError):
                return True

        return lets_through

    def glances(self) -> Callable[[Plain], probing.Glance | None] | None:
        return None

    @property
    def keeps_chain(self) -> bool:
        """Whether it is noted which question continues which."""
        return not self.is_trial

    @property
    def is_group(self) -> bool:
        """Several are asked at once, or might be."""
        stmt = self.site.stmt
        return isinstance(stmt, nodes.Ask) and stmt.group

    @property
    def probing_budget(self) -> Budget:
        return self.budget if self.is_probe else self.budget.tenth()

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(number, name) for number, name in enumerate(self.run.seats))

    @property
    def outcome(self) -> Outcome | None:
        if self.status is Status.OVER:
            ending = self.ending()
            value = None if ending is None else str(ending["text"])
            return replace(self._said or Outcome(None, len(self.run.seats)), value=value)
        return self._said if self.status is Status.OPEN else None

    @property
    def _said(self) -> Outcome | None:
        """What the program said of the end, for all seats that there are now: some may have appeared since."""
        outcome = self.run.outcome
        return None if outcome is None else replace(outcome, seats=len(self.run.seats))

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
                number, kind = self.first_id + index, stmt.question.kind
                found.append(Question(number, who, kind, prompt, form, name, ended, stmt.span))
        return tuple(found)

    @property
    def first_asked(self) -> int | None:
        """The seat of the first open question, without making the questions; None for one to nobody in particular."""
        stmt = self.site.stmt
        assert isinstance(stmt, nodes.Ask)
        found = self.resolve(stmt.question.seat)
        if stmt.group:
            given = self.run.group or {}
            found = next((seat for index, seat in enumerate(found) if index not in given), -1)
        return found if found >= 0 else None

    def _form(self, domain: QuestionDomain, asked: Domain, index: int) -> QuestionDomain:
        """What the language says about an answer, and what only the running program knows."""
        resolve = self._resolver(index)
        match asked:
            case Chars(count):
                return replace(domain, length=resolve(count))
            case Whole(low, high) if low is not None or high is not None:
                bounds = (None if bound is None else resolve(bound) for bound in (low, high))
                return replace(domain, low=next(bounds), high=next(bounds))
        return domain

    @property
    def is_restarted(self) -> bool:
        """The game began again since the last answer: what came out before is history with the next one."""
        return any(isinstance(event, Told) and event.channel == "restart" for event in self.last.events)

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
        try:
            return self._take_and_look(index, value, chance)
        except ChanceNeeded as need:
            return NeedsChance(need.n, need.weights)

    def _note(self, events: Sequence[Told | Drawn]) -> None:
        """What came out of a run belongs to the last step, the log and what seats know."""
        self.last = Step(tuple(events))
        told = [event for event in events if isinstance(event, Told)]
        self.log.extend(told)
        self.history.extend(told)
        table = self.engine.table
        if self.error is not None and not self.is_bulk and isinstance(table, Blaming):
            self.error = table.blamed(self.error, RunState(self))

    def _liken(self, other: CorePosition) -> None:
        """Takes over what another position says of a state that both hold."""
        self.status, self.error, self.last, self.first_id = other.status, other.error, other.last, other.first_id

    def _share(self, other: CorePosition) -> None:
        """Has what is found out about this state in common with another position that holds the same, for as long as
        neither goes on."""
        self._legal, self._moves, self._scenes = other._legal, other._moves, other._scenes
        self._listed = other._listed

    def _forget(self) -> None:
        self._questions = None
        self._legal = {}
        self._listed = {}
        self._named = {}
        self._scenes = {}
        self._moves = {}
        self._beliefs = {}
        self._sights = {}
        self.grounds, self.begun = {}, {}
        self.outlook = None

    @property
    def key(self) -> bytes:
        if self.status is Status.OPEN:
            return self.fingerprint.key
        return str(self.status.value).encode() + repr((self._said, str(self.error or ""))).encode()

    # ---------------------------------------------------------------------------------------------- legal answers

    @property
    def move_depth(self) -> int:
        if self.status is not Status.OPEN or len(self.questions) != 1:
            return 0
        return probing.answers_before(self.questions[0].seat, self.chain)

    def legal(self, question: Question | int) -> Legal:
        index = self._index(question)
        if index is None:
            return Legal((), "exact")
        if index not in self._legal:
            if isinstance(self.asked.domain, Options):
                self._legal[index] = Legal(tuple(self._options(index)), "exact")
            else:
                self._legal[index] = probing.legal_answers(self, index)
        return self._legal[index]

    def is_listed(self, question: Question | int) -> bool:
        index = self._index(question)
        if index is None:
            return False
        if index not in self._listed:
            is_known = index in self._legal or isinstance(self.asked.domain, Options)
            is_proved = not is_known and probing.has_proved(self, index)
            self._listed[index] = is_proved or bool(self.legal(question).options)
        return self._listed[index]

    def candidates(self, index: int) -> Candidates:
        """Answers worth trying, from the form of the question and what the program does with the answer."""
        engine, site = self.engine, (self.site.function, self.site.number)
        known = engine.candidates.get(site)
        if known is not None:
            return known
        # Whether an answer is the index of a list does not matter for characters, nor where there are no lists.
        is_free = engine.all_plain or isinstance(self.asked.domain, Chars)
        found = enumerate_domain(
            self.asked.domain,
            engine.evidence[site],
            self._resolver(index),
            longest=0 if is_free else longest_list([*self.run.globals, *self.run.stack]),
            board_sides=engine.board_sides,
        )
        if is_free and all(isinstance(expr, nodes.Const) for expr in domain_expressions(self.asked.domain)):
            engine.candidates[site] = found
        return found

    def place(self, number: int) -> int:
        return self.questions[number].id - self.first_id

    def is_admitted(self, index: int, value: Plain) -> bool:
        return admit(self.asked.domain, value, self._resolver(index)) is None

    def give(self, index: int, value: Plain) -> Step:
        """An answer that is known to be of the right form."""
        return self._take_and_look(index, value)

    def _take_and_look(self, index: int, value: Plain, chance: Sequence[int] | None = None) -> Step:
        """Goes on; what was found out about the rest of a move holds as long as it is that move."""
        outlook = self.outlook
        ahead = None if outlook is None else outlook.after(value)
        known = len(self.history)
        if not self.is_bulk and not self.is_trial:
            still = self.copy()
            still.log, still.history, still._sights = [], [], self._sights
            still.grounds, still.begun = self.grounds, self.begun
            self.history.append(Seen(still, index, value))
        try:
            step = self._take(index, value, chance)
        except ChanceNeeded:
            del self.history[known:]
            raise
        if (
            ahead is None
            and outlook is not None
            and probing.Verdict.GUARDED in outlook.verdicts
            and self.status is Status.OPEN
        ):
            ahead = outlook.at(self.key)
        self.outlook = ahead if self.status is Status.OPEN else None
        return step

    def moves(self, seat: int | None, limit: int = 10_000) -> Moves:
        found = self._moves.get((seat, limit))
        if found is None:
            found = self._moves[seat, limit] = probing.whole_moves(self, seat, limit)
        return found

    def _options(self, index: int) -> list[Option]:
        domain = self.asked.domain
        assert isinstance(domain, Options)
        count = len(self._resolver(index)(domain.list))
        return list(self.options(range(count), index))

    def options(self, values: Sequence[Plain], index: int) -> tuple[Option, ...]:
        # Who imagines a position does not point at what others may answer there.
        asked = next((item.seat for item in self.questions if item.id == self.first_id + index), None)
        is_pointed_at = self.imaginer is None or asked == self.imaginer
        state = RunState(self, index)
        anchors = self.engine.table.anchors(self.asked, values, state) if is_pointed_at else [()] * len(values)
        is_run = isinstance(self.asked.domain, Chars)
        return tuple(
            Option(value, self._label(value, index), places, is_run)
            for value, places in zip(values, anchors, strict=True)
        )

    def _label(self, value: Plain, index: int) -> str:
        domain = self.asked.domain
        if isinstance(domain, Options) and isinstance(value, int):
            return self._labels(domain, index)[value]
        return self.engine.table.label(self.asked, value)

    def options_of(self, domain: Options, index: int) -> list[Any]:
        """What the program offers at a question, as the engine holds it."""
        return list(self._resolver(index)(domain.list))

    def labels(self, index: int) -> list[str]:
        """What the options of an open question are called, where the program lists them."""
        domain = self.asked.domain
        assert isinstance(domain, Options)
        return self._labels(domain, index)

    def _labels(self, domain: Options, index: int) -> list[str]:
        """What all options of a question are called; no two of them read alike."""
        found = self._named.get(index)
        if found is None:
            elements = self.options_of(domain, index)
            if domain.label is None:
                words = [item.name if isinstance(item, Symbol) else str(item) for item in elements]
            else:
                state, label = RunState(self), domain.label
                words = [str(state.call_with(label, element)) for element in elements]
            found = self._named[index] = told_apart(words)
        return found

    # ------------------------------------------------------------------------------------------------------ views

    def scene(self, viewer: int | None) -> Scene:
        if not self.engine.conceals:
            viewer = None
        found = self._scenes.get(viewer)
        if found is None:
            found = self._scenes[viewer] = self.engine.table.scene(RunState(self), viewer)
        return found

    def view(self, viewer: int | None) -> View:
        own: list[OpenQuestion] = []
        for question in self.questions:
            if question.seat is None or question.seat == viewer:
                legal = self.legal(question)
                own.append(OpenQuestion(question, legal.options, legal.sure))
        awaited = sorted({item.seat for item in self.questions if item.seat is not None})
        return View(
            viewer=viewer,
            scene=self.scene(viewer),
            log=tuple(told for told in self.log if told.reaches(viewer)),
            questions=tuple(own),
            awaited=tuple(awaited),
            outcome=self.outcome,
        )

    def sight(self, seat: int) -> str:
        """What a seat sees here, in few characters: two that differ are different."""
        found = self._sights.get(seat)
        if found is None:
            view = self.view(seat)
            seen = (view.scene, view.questions, view.awaited, view.outcome)
            found = blake2b(repr(seen).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
            self._sights[seat] = found
        return found

    def view_key(self, seat: int) -> bytes:
        """What others have answered is in it only as far as the seat has seen what came of it; so an answer to a group
        that is still open is in nobody's but its giver's."""
        known = f"[{self._known(seat)}{_written('sees', self.sight(seat))}]"
        return known.encode("utf-8", "surrogatepass")

    def _known(self, seat: int) -> str:
        """What a seat has been told, saw and answered, each with a comma behind it."""
        known: list[str] = []
        for entry in self.history:
            match entry:
                case Told() if entry.reaches(seat):
                    known += (_written("told", entry.channel, entry.text), ",")
                case Seen():
                    known += (_written("saw", entry.digest(seat)), ",")
                case Answered() if entry.seat == seat or entry.seat is None:
                    known += (_written("answered", entry.site, entry.label), ",")
                case Remembered(seat=whose, known=remembered) if whose == seat:
                    known.append(remembered)
        return "".join(known)

    # -------------------------------------------------------------------------------------------------- imagining

    def faces(self, seat: int) -> Sequence[Face]:
        """What a seat sees of all that may be hidden from somebody."""
        table = self.engine.table
        return table.faces(RunState(self), seat) if isinstance(table, Concealing) else ()

    @property
    def face_fields(self) -> Mapping[str, tuple[int, ...]]:
        return self.engine.faces

    def steps(self) -> list[Seen]:
        """The questions that were answered so far; of an imagined position, since then."""
        return [entry for entry in self.history if isinstance(entry, Seen)]

    def imagine(self, seat: int, seed: int) -> Self | None:
        """Where everybody sees everything only chance to come is unknown. Else what the seat does not know is dealt
        anew at the last position of which it knew everything but faces, and the match is made again from there."""
        if not (self.engine.is_hidden or self.run.group):
            return self._alike(seed)
        if self.status is not Status.OPEN:
            return None
        belief = self._beliefs.get(seat)
        if belief is None:
            belief = self._beliefs[seat] = Belief(self, seat)
        if not belief.is_whole:
            return None
        for number in range(MOST_IMAGINED):
            own = derive(seed, number)
            chance = Chance(derive(own, 1))
            deal = belief.deal(chance)
            world = belief.ground.world(deal, own, chance)
            if world is not None:
                break
        else:
            return None
        world.imaginer = seat
        world.deals = belief.seen_from(deal)
        world.history = [Remembered(seat, self._known(seat))]
        world.log = [told for told in self.log if told.reaches(seat)]
        world.last = Step(tuple(told_to(seat, self.last)))
        return world  # type: ignore[return-value]  # a match is played on one engine

    def _alike(self, seed: int) -> Self:
        """A copy with other chance to come. Whoever imagines compares keys and reads questions, and copies share
        what is known of them."""
        if self.status is Status.OPEN:
            self.key  # noqa: B018
            self.questions  # noqa: B018
        return self.copy(seed=seed)

    @property
    def is_certain(self) -> bool:
        """See `parlour.game.search.Imagined`."""
        return self.imaginer is None

    @property
    def is_dealt(self) -> bool:
        return self.deals is not None

    @property
    def first_new(self) -> int:
        return self.run.serial

    def names(self, question: Question, first_new: int) -> Sequence[Hashable]:
        """Things go by their faces: a card may be another object in another deal."""
        options = self.legal(question).options
        index = self._index(question)
        if index is None or not isinstance(self.asked.domain, Options):
            return [_name(self.engine, option.value, option.label, first_new) for option in options]
        elements = self.options_of(self.asked.domain, index)
        return [
            _name(self.engine, elements[option.value], option.label, first_new)
            for option in options
            if isinstance(option.value, int)
        ]

    def state(self) -> dict[str, object]:
        return self.engine.table.state(RunState(self))

    def asking(self) -> dict[str, object]:
        """What the language's own tool shows at a prompt."""
        return self.engine.table.asking(RunState(self))

    def ending(self) -> dict[str, object] | None:
        """What the program came to; None while it runs."""
        return self.engine.table.ending(RunState(self).result) if self.status is Status.OVER else None

    def why(self, seat: int, words: str) -> tuple[str, ...] | None:
        table = self.engine.table
        return table.why(RunState(self), seat, words) if isinstance(table, Explaining) else None


def _name(engine: CoreEngine, value: Any, label: str, first_new: int) -> Hashable:
    """What an answer is; where that is a list or something as involved, what it is called."""
    if isinstance(value, Object):
        face = lasting_face(engine, value) if value.serial < first_new else None
        return ("thing", value.serial) if face is None else face
    if isinstance(value, tuple):
        return tuple(_name(engine, part, label, first_new) for part in value)
    if isinstance(value, Box | list | dict):
        return ("called", label)
    return type(value).__name__, value


def _written(*words: str) -> str:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))
