"""Search for seats that do not see everything: one tree over what seats know (information-set MCTS).

Every iteration imagines a position that the seat cannot tell from the real one, and plays down from there. Statistics
do not belong to positions but to what the seat that searches knows there (`view_key`): whatever it cannot tell apart
shares them, so it never acts on what it does not know, and takes the others to answer alike whatever they hold. Which
answers there are depends on what was imagined; therefore an answer's bonus counts how often it could have been given,
not how often its node was met::

    imagine      a position, with a seed of its own for every iteration
    descend      each seat that is asked picks by the statistics of what is known, until there is something new
    guess        what one random game from there comes to
    climb        add that for every answer on the way

(Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, 2012; a single observer. With an observer
for every seat no node of another seat would be met twice in a game of cards: its hand is another in every iteration.)
Lines are answers: what a seat does next may depend on what it learns meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from time import monotonic

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.game.game import Game
from parlour.game.lines import first_questions, role_of
from parlour.game.logarithm import log_of
from parlour.game.position import Position, Status
from parlour.game.question import Move, Option
from parlour.game.search import Given, Line, Settings, Unsearchable, Wanted, always
from parlour.players.judging import Playouts
from parlour.players.player import Imagine

# With two answers that somebody may have given in secret, so many looks find it out but for one time in a hundred.
_TRIED = 8

# What is known is told apart by the seat that is asked and the key of the one that searches.
_Known = tuple[int | None, bytes]


class _Answer:
    """How often an answer was given, how often it could have been, and what it came to."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0

    @property
    def worth(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class _Node:
    """What is known of a question to a seat where the one that searches knows just this: its answers, by their
    labels."""

    __slots__ = ("answers",)

    def __init__(self) -> None:
        self.answers: dict[str, _Answer] = {}

    def pick(self, options: Sequence[Option], curiosity: float, low: float, width: float, chance: Chance) -> Option:
        """The answer that its seat is most curious about; one that was never given comes first."""
        known = [self.answers.setdefault(option.label, _Answer()) for option in options]
        for answer in known:
            answer.available += 1
        untried = [option for option, answer in zip(options, known, strict=True) if not answer.visits]
        if untried:
            return untried[chance.below(len(untried))]
        best, most = options[0], float("-inf")
        for option, answer in zip(options, known, strict=True):
            bonus = curiosity * sqrt(log_of(answer.available)) / sqrt(answer.visits)
            value = (answer.worth - low) / width + bonus
            if value > most:
                best, most = option, value
        return best


class InformationSearch:
    """See `parlour.game.search.Search`; `imagine` gives it all it ever sees."""

    def __init__(self, game: Game, imagine: Imagine, seat: int | None, seed: int, settings: Settings) -> None:
        first = imagine(derive(seed, 0))
        if first is None:
            raise Unsearchable("what this seat does not see cannot be imagined here")
        if first.status is not Status.OPEN or first.outcome is not None:
            raise Unsearchable("the match is over")
        question = next((asked for asked in first_questions(first) if asked.seat == seat), None)
        if question is None:
            raise Unsearchable("this seat is not asked anything")
        self.imagine = imagine
        self.seat = seat
        self.seed = seed
        self.settings = settings
        self.playouts = Playouts(game, settings.aim)
        self.playouts.check(first, derive(seed, 1))
        self.options = first.legal(question).options
        self.iterations = 0
        self.is_done = False
        self._root = self._known(first, seat)
        self._nodes: dict[_Known, _Node] = {self._root: _Node()}
        self._met: tuple[float, float] | None = None

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: Wanted = always,
    ) -> int:
        return repeat(self._iterate, is_wanted, iterations, deadline)

    def lines(self) -> tuple[Line, ...]:
        answers = self._nodes[self._root].answers
        found = []
        for option in self.options:
            answer = answers.get(option.label) or _Answer()
            found.append(Line(Move(self.seat, (option,)), answer.visits, answer.worth, None))
        found.sort(key=lambda line: (line.visits, line.worth), reverse=True)
        return tuple(found)

    def advance(self, answers: Sequence[Given]) -> bool:
        raise Unsearchable("what others did in secret is not known: a new search has to imagine it")

    def best(self) -> Plain:
        """The best answer to the question that is open."""
        return self.lines()[0].move.answers[0].value

    # ---- one iteration

    def _iterate(self) -> None:
        own = derive(self.seed, 2, self.iterations)
        self.iterations += 1
        position = self.imagine(derive(own, 0))
        if position is None:
            raise Unsearchable("what this seat does not see cannot be imagined here")
        chance = Chance(derive(own, 1))
        way: list[tuple[_Answer, int]] = []
        is_new = False
        while not is_new and self.playouts.ended(position) is None:
            is_new = self._step(position, chance, way)
        scores = self.playouts.worth(position, derive(own, 2))
        low, high = self._met or (scores[0], scores[0])
        self._met = min(low, *scores), max(high, *scores)
        for answer, role in way:
            answer.visits += 1
            answer.total += scores[role]

    def _step(self, position: Position, chance: Chance, way: list[tuple[_Answer, int]]) -> bool:
        """Everybody who is asked answers; whether somebody knew something new, or nothing can be listed."""
        low, high = self.playouts.span or self._met or (0.0, 1.0)
        width = high - low if high > low else 1.0
        is_new = False
        chosen: list[tuple[int, Plain]] = []
        for question in first_questions(position):
            options = position.legal(question).options
            if not options:
                return True
            if question.seat is None and position.seats:
                # Whoever is nobody in particular plays for nobody.
                chosen.append((question.id, options[chance.below(len(options))].value))
                continue
            node = self._node(self._known(position, question.seat))
            is_new = is_new or node is None
            # Who is new, or has no room any more, answers at random.
            option = (
                options[chance.below(len(options))]
                if node is None
                else node.pick(options, self.settings.curiosity, low, width, chance)
            )
            if node is not None:
                way.append((node.answers[option.label], role_of(question.seat)))
            chosen.append((question.id, option.value))
        for number, value in chosen:
            position.answer(number, value)
        return is_new

    def _node(self, known: _Known) -> _Node | None:
        """The node of what a seat knows; None, and a place for the next time if there is room, where it is new."""
        node = self._nodes.get(known)
        if node is None and len(self._nodes) < self.settings.nodes:
            self._nodes[known] = _Node()
        return node

    def _known(self, position: Position, seat: int | None) -> _Known:
        return (seat, position.key if self.seat is None else position.view_key(self.seat))


def sees_everything(imagine: Imagine, seed: int) -> bool:
    """Whether what a seat imagines is always the same, so that a tree over positions may be grown."""
    keys = set()
    for number in range(_TRIED):
        position = imagine(derive(seed, 5, number))
        if position is None:
            return False
        keys.add(position.key)
    return len(keys) == 1


def repeat(
    iterate: Callable[[], object], is_wanted: Callable[[], bool], iterations: int | None, deadline: float | None
) -> int:
    """Iterates as often as `Search.grow` says; how often that was."""
    if iterations is None and deadline is None:
        raise ValueError("a search grows by iterations, or until a deadline")
    done = 0
    while (iterations is None or done < iterations) and is_wanted():
        if deadline is not None and monotonic() >= deadline:
            break
        iterate()
        done += 1
    return done
