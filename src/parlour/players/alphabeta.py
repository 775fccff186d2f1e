"""Alpha-beta search for two seats that move in turn: iterative deepening, a transposition table, expectimax at chance.

Values are worths of the seat that searches; the other seat is taken to want the opposite. Depth is counted in answers.
Below the depth a position is worth what the author's function says (`players/evaluation.py`), or else what some random
games from it come to, with seeds that come from its key: the same position is worth the same wherever it is met.
Answers are tried best first, as the last depth has found them.

Where something is drawn all that can come of it is weighed, as long as it is few; else some of it is sampled. What
nobody in particular is asked is drawn, too, and takes nothing from the depth.
"""

from __future__ import annotations

from hashlib import blake2b
from time import monotonic
from typing import Literal

from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.game.lines import role_of
from parlour.game.position import NeedsChance, Position
from parlour.game.question import Question
from parlour.game.search import Aim, Unsearchable, imagined
from parlour.game.view import OpenQuestion, View
from parlour.players.evaluation import Evaluator
from parlour.players.judging import Playouts
from parlour.players.player import Imagine, NoOptions

DEPTH = 4
PLAYOUTS = 16
# So many outcomes of one answer are weighed; of more, so many are sampled.
MOST_OUTCOMES = 64
SAMPLES = 12

_Bound = Literal["exact", "least", "most"]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known of a position that was searched so deep: its value, or a bound of it, and the best answer;
    `is_whole`: nothing below it was guessed."""

    depth: int
    value: float
    bound: _Bound
    best: Plain | None
    is_whole: bool = False


class _TimeIsUp(Exception):
    pass


class AlphaBetaPlayer:
    """Takes the answer that minimax finds best within its depth."""

    def __init__(
        self,
        game: Game,
        seed: int,
        depth: int = DEPTH,
        playouts: int = PLAYOUTS,
        time_s: float | None = None,
        aim: Aim | None = None,
        worth: str | None = None,
    ) -> None:
        seats = game.info.seats
        if game.info.kind.is_hidden:
            raise Unsearchable("seats of this game have secrets, and alphabeta would look at them")
        if seats is not None and len(seats) != 2:
            raise Unsearchable(f"alphabeta is for two seats, and this game has {len(seats)}")
        if game.info.kind.is_simultaneous:
            raise Unsearchable("seats of this game are asked at the same time, and alphabeta is for turns")
        self.seed = seed
        self.depth = depth
        self.count = playouts
        self.time_s = time_s
        self.playouts = Playouts(game, aim)
        self.evaluator = None if worth is None else Evaluator(game, worth)
        self.nodes = 0

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        if len(question.options) == 1:
            return question.options[0].value
        try:
            return self.best(imagined(imagine, derive(self.seed, 0)), question.question.seat)
        except Unsearchable as reason:
            raise NoOptions(str(reason)) from None

    def best(self, position: Position, seat: int | None) -> Plain:
        """The best answer to the question that is open; raises `Unsearchable`."""
        if len(position.seats) != 2:
            raise Unsearchable(f"alphabeta is for two seats, and there are {len(position.seats)} here")
        if seat is None:
            raise Unsearchable("this is asked of nobody in particular, for whom no answer is better than another")
        self.playouts.check(position, derive(self.seed, 1))
        self._role = role_of(seat)
        self._deadline = float("inf") if self.time_s is None else monotonic() + self.time_s
        self._table: dict[bytes, _Entry] = {}
        if self.evaluator is not None and self.playouts.span is None:
            raise Unsearchable("the score counts in this game, and a function says who is better off, not by how much")
        low, high = self.playouts.span or (float("-inf"), float("inf"))
        options = position.legal(position.questions[0]).options
        best: Plain = options[0].value
        for depth in range(1, self.depth + 1):
            self._is_whole = True
            try:
                self._search(position, depth, low, high)
            except _TimeIsUp:
                break
            entry = self._table[position.key]
            best = entry.best if entry.best is not None else best
            if self._is_whole:
                break
        return best

    def _search(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        self.nodes += 1
        if monotonic() >= self._deadline:
            raise _TimeIsUp
        if position.outcome is not None or not position.questions:
            return self._leaf(position)
        if len(position.questions) > 1:
            raise Unsearchable("seats of this game are asked at the same time, and alphabeta is for turns")
        key = position.key
        known = self._table.get(key)
        # Where nothing was guessed a value holds at every depth.
        if known is not None and (known.is_whole or known.depth >= depth):
            self._is_whole = self._is_whole and known.is_whole
            if known.bound == "exact":
                return known.value
            if known.bound == "least":
                alpha = max(alpha, known.value)
            else:
                beta = min(beta, known.value)
            if alpha >= beta:
                return known.value
        question = position.questions[0]
        if question.seat is None:
            return self._mean_of(position, question, depth)
        if depth == 0:
            return self._leaf(position)
        return self._best_of(position, key, depth, alpha, beta, None if known is None else known.best)

    def _best_of(
        self, position: Position, key: bytes, depth: int, alpha: float, beta: float, first: Plain | None
    ) -> float:
        question = position.questions[0]
        values = [option.value for option in position.legal(question)]
        if not values:
            return self._leaf(position)
        values.sort(key=lambda value: value != first)
        is_own = role_of(question.seat) == self._role
        was_whole, self._is_whole = self._is_whole, True
        low, high = alpha, beta
        found, best = (float("-inf"), values[0]) if is_own else (float("inf"), values[0])
        for value in values:
            worth = self._after(position, question, value, depth, alpha, beta)
            if (worth > found) if is_own else (worth < found):
                found, best = worth, value
            if is_own:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        bound: _Bound = "most" if found <= low else "least" if found >= high else "exact"
        self._table[key] = _Entry(depth, found, bound, best, self._is_whole)
        self._is_whole = self._is_whole and was_whole
        return found

    def _mean_of(self, position: Position, question: Question, depth: int) -> float:
        """Nobody in particular is asked: every answer is as likely as the others."""
        values = [option.value for option in position.legal(question)]
        if not values:
            return self._leaf(position)
        low, high = self.playouts.span or (float("-inf"), float("inf"))
        return sum(self._after(position, question, value, depth + 1, low, high) for value in values) / len(values)

    def _after(
        self, position: Position, question: Question, value: Plain, depth: int, alpha: float, beta: float
    ) -> float:
        """What an answer is worth: where something is drawn, on average."""
        sure = position.copy()
        if not isinstance(sure.answer(question, value, chance=()), NeedsChance):
            return self._search(sure, depth - 1, alpha, beta)
        outcomes = _outcomes(position, question, value)
        if outcomes is None:
            self._is_whole = False
            outcomes = [(self._sampled(position, question, value, number), 1.0) for number in range(SAMPLES)]
        # An average is only known whole: nothing is cut off below it.
        low, high = self.playouts.span or (float("-inf"), float("inf"))
        total = sum(weight for _, weight in outcomes)
        return sum(weight * self._search(after, depth - 1, low, high) for after, weight in outcomes) / total

    def _sampled(self, position: Position, question: Question, value: Plain, number: int) -> Position:
        after = position.copy(seed=derive(self.seed, 2, number))
        after.answer(question, value)
        return after

    def _leaf(self, position: Position) -> float:
        scores = self.playouts.ended(position)
        if scores is not None:
            return scores[self._role]
        self._is_whole = False
        if self.evaluator is not None and position.questions:
            worth = self.evaluator.worth(position)
            return worth if role_of(position.questions[0].seat) == self._role else 1.0 - worth
        known = self._table.get(b"leaf" + position.key)
        if known is not None:
            return known.value
        digest = int.from_bytes(blake2b(position.key, digest_size=8).digest())
        total = 0.0
        for number in range(self.count):
            total += self.playouts.worth(position, derive(self.seed, digest, number))[self._role]
        self._table[b"leaf" + position.key] = _Entry(0, total / self.count, "exact", None)
        return total / self.count


def _outcomes(position: Position, question: Question, value: Plain) -> list[tuple[Position, float]] | None:
    """What can come of an answer, each with its weight; None if that is too much."""
    found: list[tuple[Position, float]] = []
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        if len(found) + len(waiting) > MOST_OUTCOMES:
            return None
        drawn, weight = waiting.pop()
        after = position.copy()
        step = after.answer(question, value, chance=drawn)
        if not isinstance(step, NeedsChance):
            found.append((after, weight))
            continue
        if step.n > MOST_OUTCOMES:
            return None
        weights = step.weights or (1,) * step.n
        total = sum(weights)
        waiting += [((*drawn, number), weight * each / total) for number, each in enumerate(weights) if each]
    return found
