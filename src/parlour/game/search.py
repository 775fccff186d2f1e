"""Looking ahead: what a search is to whoever wants to know which move is best.

A search belongs to one seat and one position that this seat cannot tell from the real one. It grows by iterations (one
more path is looked at in each), or until a deadline, and can be asked at any time what it has found::

    search = players.search(game, position, seat=0, seed=7)
    search.grow(iterations=1000)
    search.lines()[0].move.label          the best move so far
    search.advance([Given(0, 4)])         it was played: what is known of what comes now is kept

The same seed and the same iterations give the same lines, on every engine that plays the same and with any number of
jobs; a deadline does not.

What a seat strives for is a number, its *worth*:

- the score, where there is one seat or none. In a language whose scores have a best one (`Kind.best_score`; 100 in
  GDL), its share of that, however many seats there are;
- else the share of the other seats that it leaves behind, ties half; seats that the ranking leaves out are last.

>>> won = Outcome(((0,), (1, 2)), 3)
>>> worths(won)
(1.0, 0.25, 0.25)
>>> worths(Outcome(None, 2, value="42")) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, Protocol, runtime_checkable

from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import Refused
from parlour.game.outcome import UNRANKED, Outcome
from parlour.game.position import NeedsChance, Position, Status
from parlour.game.question import Move, Question

# What a seat strives for: its place, or its score.
Aim = Literal["rank", "score"]
# The worst a seat can come to is certain, or the best, or something between.
Proof = Literal["loss", "win", "known"]

Worths = tuple[float, ...]

# From a seed, a position this seat cannot tell from the real one; None where the engine cannot make one.
Imagine = Callable[[int], Position | None]

# Of searches over what is known: so many answers are kept for every node that may be, and so many positions where it
# takes long to imagine one.
ANSWERS_KEPT = 8
MOST_WORLDS = 1024


def tree_seed(seed: int, number: int) -> int:
    """What a tree over what is known draws from, of several of one search."""
    return derive(seed, 6, number) if number else seed


class Unsearchable(ValueError):
    """Why nobody can look ahead in this game, or from this position."""


class Uncompiled(Exception):
    """Why compiled code cannot search here; the reference can."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`aim`: what counts (None: as the module's text says). `curiosity`: how much seldom tried answers are preferred.
    `nodes`: more positions than these are not kept; then the search goes on without growing. `trees`: so many grow
    without knowing of each other and share iterations and nodes, so that several jobs have something to do. `batch`:
    the most leaves that are looked at together where an engine can (None: as many as it likes)."""

    aim: Aim | None = None
    curiosity: float = 0.7
    nodes: int = 400_000
    trees: int = 1
    batch: int | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search wants: how outcomes of a game become worths, and from which to which they go (`span`; None: nobody
    knows)."""

    aim: Aim | None = None
    best_score: float | None = None
    has_scores: bool = False
    span: tuple[float, float] | None = (0.0, 1.0)

    def scores(self, outcome: Outcome) -> Worths | None:
        """What an outcome is worth to the roles of a tree (see `by_role`); None where the game does not say."""
        found = worths(outcome, aim=self.aim, best_score=self.best_score, has_scores=self.has_scores)
        return None if found is None else by_role(found, outcome.seats)

    def worth(self, outcome: Outcome, seats: int) -> Worths:
        """The same; half of everything where the game does not say."""
        found = self.scores(outcome)
        return (0.5,) * (seats + 1) if found is None else found


def by_role(found: Worths, seats: int) -> Worths:
    """Role 0 of a tree is nobody in particular, role n + 1 is seat n. Nobody has the score where there are no seats,
    else nothing."""
    return (0.0, *found[:seats]) if seats else (found[0],)


@dataclass(frozen=True, slots=True)
class Line:
    """What was found out about a whole move: how often it was tried, what it seems to be worth, what of that is
    certain, and how the match would go on if everybody played as well as the search can. A beginning that the search
    has not been beyond stands for all moves that begin with it."""

    move: Move
    visits: int
    worth: float
    proof: Proof | None
    continuation: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given in the match: by whom, and what was drawn until the next question."""

    seat: int | None
    value: Plain
    chance: tuple[int, ...] = ()


@runtime_checkable
class Imagined(Protocol):
    """A position that a seat imagines, of an engine that says what answers are whatever was imagined. Below it things
    go by what they are, if they are older than the number `first_new`, and else by their own numbers."""

    @property
    def is_certain(self) -> bool:
        """The seat sees everything, so nothing had to be imagined but chance to come."""

    @property
    def is_dealt(self) -> bool:
        """What is imagined differs only in what lies where face down, so another deal is laid out in no time."""

    @property
    def first_new(self) -> int: ...

    def names(self, question: Question, first_new: int) -> Sequence[Hashable]:
        """What each legal answer is: the same in two positions if the same is answered."""


Wanted = Callable[[], bool]


def always() -> bool:
    return True


class Search(Protocol):
    """What one seat finds out about one position and those that may follow."""

    @property
    def iterations(self) -> int:
        """How many it has made from where it is now."""

    @property
    def is_done(self) -> bool:
        """Nothing more can be learned: what this seat can come to is certain."""

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: Wanted = always,
    ) -> int:
        """So many iterations, or until a time of the `monotonic` clock, or until nobody wants any more; how many there
        were. `jobs` are threads at most, and change nothing but the time."""

    def best(self) -> Plain:
        """The best answer to the question that the seat is asked; any, where nothing is known."""

    def lines(self) -> tuple[Line, ...]:
        """Every whole move of the seat, the best first."""

    def advance(self, answers: Sequence[Given]) -> bool:
        """Goes on to where these answers lead, and forgets the rest; False if nothing was known of it, and it begins
        anew from there."""


def imagined(imagine: Imagine, seed: int) -> Position:
    """What a seat imagines, where it can."""
    position = imagine(seed)
    if position is None:
        raise Unsearchable("what this seat does not see cannot be imagined here")
    return position


def question_to(position: Position, seat: int | None) -> Question:
    """What a seat is asked where a search begins: the first of its open questions."""
    if position.status is not Status.OPEN or position.outcome is not None:
        raise Unsearchable("the match is over")
    for question in position.questions:
        if question.seat == seat:
            return question
    raise Unsearchable("this seat is not asked anything")


def give(position: Position, answers: Sequence[Given]) -> None:
    """Goes on in a position as a match went on; raises ValueError if it cannot have gone on so."""
    for given in answers:
        question = next((asked for asked in position.questions if asked.seat == given.seat), None)
        if question is None:
            raise ValueError("this seat is not asked anything")
        step = position.answer(question, given.value, chance=given.chance)
        if isinstance(step, Refused | NeedsChance):
            raise ValueError("this is not what was answered, or not what was drawn")


class Compiling(Protocol):
    """Begins searches in code that may have to be compiled first, as soon as that pays."""

    def begin(self, position: Position, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search | None:
        """A search that comes to the very lines of the reference; None where it would take longer than that, or there
        is none, for the reason that `reason` gives then."""

    def begin_imagined(
        self, imagine: Imagine, seat: int | None, seed: int, settings: Settings, goal: Goal
    ) -> Search | None:
        """The same for a seat that does not see everything."""

    @property
    def goals(self) -> dict[Aim | None, Goal]:
        """What searches want, by what counts, as far as that was found out."""

    def note(self, spent_s: float) -> None:
        """The reference has taken so long meanwhile, in seconds of a processor."""

    @property
    def reason(self) -> str | None:
        """Why there is none for this game, as far as anybody knows."""

    def refuse(self, reason: str) -> None:
        """A search has come to something that only the reference can do: from now on there is none."""


def worths(
    outcome: Outcome, *, aim: Aim | None = None, best_score: float | None = None, has_scores: bool = False
) -> Worths | None:
    """What an outcome is worth to each seat; where there are no seats, to whoever plays. None where the game does not
    say. `has_scores`: a final value that is a number is a score."""
    if is_by_score(outcome, aim, best_score, has_scores):
        scores = _scores(outcome, has_scores)
        if scores is None or len(scores) < outcome.seats:
            return None
        return scores if best_score is None else tuple(score / best_score for score in scores)
    return _shares(outcome)


def is_by_score(outcome: Outcome, aim: Aim | None, best_score: float | None, has_scores: bool) -> bool:
    """Whether it is the score that counts."""
    if aim is not None or _scores(outcome, has_scores) is None:
        return aim == "score"
    return best_score is not None or outcome.seats <= 1 or outcome.ranking is None


def _scores(outcome: Outcome, has_scores: bool) -> Worths | None:
    scores = outcome.scores
    if scores is None and has_scores and outcome.value is not None and outcome.seats == 0:
        try:
            scores = (float(outcome.value),)
        except ValueError:
            return None
    # What is no number, or no finite one, cannot be compared.
    return scores if scores and all(abs(score) < float("inf") for score in scores) else None


def _shares(outcome: Outcome) -> Worths | None:
    """The share of other seats that each leaves behind."""
    if outcome.ranking is None or outcome.seats == 0:
        return None
    places = outcome.places
    if outcome.seats == 1:
        return (0.0 if places[0] == UNRANKED else 1.0,)
    last = outcome.seats + 1
    ranks = [last if place == UNRANKED else place for place in places]
    found = []
    for own in ranks:
        behind, ties = sum(rank > own for rank in ranks), ranks.count(own) - 1
        found.append((behind + ties / 2) / (outcome.seats - 1))
    return tuple(found)
