"""Games of our own for trying matches out, written as Python generators that speak the protocol of a position.

A rule is a generator: it yields the questions it asks together (`Ask`), the draws it needs (`Draw`) and what it says
(`Told`), and returns an `Outcome`. A position is the list of answers so far; copying one plays them again. It is as
slow and as obvious as an engine can be.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from parlour.core.chance import Chance
from parlour.core.values import Plain
from parlour.game.error import GameError, Refused
from parlour.game.game import Game, GameInfo, Kind
from parlour.game.outcome import Outcome
from parlour.game.position import Budget, Drawn, NeedsChance, Position, Seat, Simulator, Status, Step
from parlour.game.question import Domain, Legal, Moves, Option, Question
from parlour.game.scene import Scene
from parlour.game.view import OpenQuestion, Told, View
from parlour.match.notation import plain_text


@dataclass(frozen=True)
class Ask:
    """A question to a seat: one of these values; labels are the values' own text unless given."""

    seat: int | None
    values: tuple[Plain, ...]
    depth: int = 0
    after_end: bool = False
    labels: tuple[str, ...] | None = None

    def label(self, value: Plain) -> str:
        return self.labels[self.values.index(value)] if self.labels else str(value)

    def offers(self, value: Plain) -> bool:
        return plain_text(value) in map(plain_text, self.values)


@dataclass(frozen=True)
class Draw:
    of: int


Rules = Callable[[Mapping[str, object]], Generator[Any, Any, Outcome]]


class Played:
    """A position: the answers so far, and the questions the generator stands at after them."""

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        seed: int,
        options: Mapping[str, object],
        answers: Sequence[tuple[int, Plain]],
        reseeds: Mapping[int, int],
    ) -> None:
        self._reseeds = dict(reseeds)  # by how many answers there were when chance began anew
        self._origin = (rules, tuple(names), seed, dict(options))
        self.seats = tuple(Seat(number, name) for number, name in enumerate(names))
        self.outcome: Outcome | None = None
        self.error: GameError | None = None
        self._chance = Chance(seed)
        self._run = rules(options)
        self._answers: list[tuple[int, Plain]] = []
        self._asked: dict[int, Ask] = {}
        self._given: dict[int, Plain] = {}
        self._count = 0
        self.last = Step(tuple(self._go(None)))
        for question, value in answers:
            self._begin_anew()
            self.answer(question, value)
        self._begin_anew()

    def _begin_anew(self) -> None:
        seed = self._reseeds.get(len(self._answers))
        if seed is not None:
            self._chance = Chance(seed)

    def _go(self, sent: Any) -> list[Told | Drawn]:
        happened: list[Told | Drawn] = []
        self._asked, self._given = {}, {}
        try:
            while True:
                wanted = self._run.send(sent)
                sent = None
                if isinstance(wanted, Draw):
                    sent = self._chance.below(wanted.of)
                    happened.append(Drawn(wanted.of, sent))
                elif isinstance(wanted, Outcome):
                    self.outcome = wanted
                elif isinstance(wanted, Told):
                    happened.append(wanted)
                else:
                    asks = [wanted] if isinstance(wanted, Ask) else wanted
                    self._asked = {self._count + index: ask for index, ask in enumerate(asks, start=1)}
                    self._count += len(asks)
                    return happened
        except StopIteration as end:
            self.outcome = end.value
        except ZeroDivisionError:
            self.error = GameError("runtime", "zero", "Division by zero")
        return happened

    @property
    def status(self) -> Status:
        if self.error is not None:
            return Status.FAILED
        return Status.OPEN if self._asked else Status.OVER

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(
            Question(number, ask.seat, "choice", "?", Domain("choice"), "here", ask.after_end)
            for number, ask in self._asked.items()
            if number not in self._given
        )

    @property
    def key(self) -> bytes:
        return repr((self._answers, self._asked, self.outcome, self.error)).encode()

    @property
    def move_depth(self) -> int:
        return max((ask.depth for ask in self._asked.values()), default=0)

    def legal(self, question: Question | int) -> Legal:
        ask = self._asked[_number(question)]
        return Legal(tuple(Option(value, ask.label(value)) for value in ask.values), "exact")

    def is_listed(self, question: Question | int) -> bool:
        return bool(self.legal(question).options)

    def moves(self, seat: int | None, limit: int = 10_000) -> Moves:
        return Moves((), False)

    def read_answer(self, question: Question | int, text: str) -> Plain | Refused:
        if _number(question) not in self._asked:
            return Refused("not-open", "not open")
        for option in self.legal(question):
            if option.label == text:
                return option.value
        return Refused("not-an-option", f"{text} is no option")

    def label(self, question: Question | int, value: Plain) -> str | Refused:
        ask = self._asked[_number(question)]
        return ask.label(value) if ask.offers(value) else Refused("form", "there is no such option")

    def answer(
        self, question: Question | int, value: Plain, *, chance: Sequence[int] | None = None
    ) -> Step | NeedsChance | Refused:
        number = _number(question)
        if number not in self._asked or number in self._given:
            return Refused("not-open", "not open")
        if not self._asked[number].offers(value):
            return Refused("not-an-option", f"{value} is no option")
        self._answers.append((number, value))
        self._given[number] = value
        if len(self._given) < len(self._asked):
            self.last = Step()
        else:
            values = [self._given[asked] for asked in sorted(self._given)]
            self.last = Step(tuple(self._go(values[0] if len(values) == 1 else values)))
        return self.last

    def copy(self, *, seed: int | None = None) -> Position:
        reseeds = self._reseeds if seed is None else {**self._reseeds, len(self._answers): seed}
        return Played(*self._origin, self._answers, reseeds)

    def scene(self, viewer: int | None) -> Scene:
        return Scene()

    def view(self, viewer: int | None) -> View:
        mine = tuple(
            OpenQuestion(question, self.legal(question).options, "exact")
            for question in self.questions
            if question.seat == viewer
        )
        others = tuple(q.seat for q in self.questions if q.seat is not None and q.seat != viewer)
        return View(viewer, Scene(), (), mine, others, self.outcome)

    def view_key(self, seat: int) -> bytes:
        return self.key

    def imagine(self, seat: int, seed: int) -> Position | None:
        return None

    def state(self) -> dict[str, object]:
        return {}


def _number(question: Question | int) -> int:
    return question if isinstance(question, int) else question.id


class Generators:
    """The engine: starts positions of one rule."""

    name = "generators"

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self._rules = rules
        self._names = names

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> Position:
        return Played(self._rules, self._names, seed, options, (), {})

    def simulator(self) -> Simulator:
        raise NotImplementedError


def game_of(
    rules: Rules,
    names: Sequence[str],
    *,
    title: str = "Duel",
    kind: Kind | None = None,
    sources: Mapping[str, str] | None = None,
    loaded: Mapping[str, object] | None = None,
) -> Game:
    info = GameInfo(title, "Python", tuple(names), kind or Kind(), loaded or {}, sources or {})
    return Game(info, {"generators": Generators(rules, names)})


def duel(options: Mapping[str, object]) -> Generator[Any, Any, Outcome]:
    """Steps in turn (each a place to leave and one to reach, with a die), then a vote of all at once, until somebody
    has 12 points."""
    yield Told("welcome\n")
    goal = options.get("goal", 12)
    assert isinstance(goal, int)
    points = [(yield Draw(3)), 0]
    turn = 0
    while max(points) < goal:
        source = yield Ask(turn, (1, 2, 3))
        target = yield Ask(turn, tuple(place for place in (1, 2, 3, 4) if place != source), depth=1)
        points[turn] += abs(target - source) + (yield Draw(2))
        turn = 1 - turn
        if turn == 0:
            votes = yield [Ask(0, ("Ada", "Ben")), Ask(1, ("Ada", "Ben")), Ask(1, ("Ada", "Ben"))]
            points[0] += votes.count("Ada")
    ranked = ((0,), (1,)) if points[0] > points[1] else ((1,), (0,)) if points[0] < points[1] else ((0, 1),)
    yield Outcome(ranked, 2)
    again = yield Ask(0, ("yes", "no"), after_end=True)
    return Outcome(ranked, 2, reason=again)


@dataclass(frozen=True)
class Games:
    """What a test may build games from."""

    game: Callable[..., Game]
    ask: type[Ask]
    draw: type[Draw]
    duel: Game


@pytest.fixture(scope="session")
def games() -> Games:
    return Games(game_of, Ask, Draw, game_of(duel, ("Ada", "Ben"), sources={"games/duel.py": "ab" * 32}))
