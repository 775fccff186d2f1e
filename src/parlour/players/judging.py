"""A judge of any game for the search tree: states are positions, moves are answers, guesses are random playouts.

Seats are asked one question at a time: role 0 of the tree is nobody in particular, role n + 1 is seat n, and each has
the options of the first question that is open for it. Those that are asked together choose together. Questions to
nobody in particular are answered by chance where there are seats, and by whoever plays where there are none.

A guess is one playout of the engine's simulator with a seed of its own, so whatever plays the same playouts comes to
the same tree. A game that fails is worth nothing to anybody, and one that does not end half of everything.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.game.lines import NOBODY, first_questions, role_of
from parlour.game.outcome import UNRANKED, Outcome, Tally
from parlour.game.position import Position, Status
from parlour.game.search import Aim, Goal, Unsearchable, is_by_score
from parlour.players.tree import Prospect, Scores, Span
from parlour.syntax.display import visible

# Who is asked what in the place of those who are asked nothing.
_NOTHING: tuple[Plain, ...] = (0,)
# Playouts to find out what a game comes to.
TRIALS = 8


@dataclass(frozen=True, slots=True)
class Standing:
    """A state of the tree: a position, and whether chance has led to it."""

    position: Position
    is_drawn: bool = False


class Playouts:
    """Random games of a game, and what they are worth to the roles. `span` is from which worth to which (None: scores
    have no bounds), as far as the games tell that were played by `check`."""

    def __init__(self, game: Game, aim: Aim | None = None) -> None:
        self.aim = aim
        self.kind = game.info.kind
        self.span: Span | None = (0.0, 1.0)
        # Core plays alike on both engines. The rules and the net draw their moves in different ways, and for one game
        # at a time the rules are quicker.
        reference = next(iter(game.engines))
        self._simulator = game.simulator(engine="auto" if reference == "python" else reference)

    def scores(self, outcome: Outcome) -> Scores | None:
        """What an outcome is worth to the roles; None where the game does not say."""
        return self.goal.scores(outcome)

    @property
    def goal(self) -> Goal:
        return Goal(self.aim, self.kind.best_score, self.kind.has_scores, self.span)

    def play(self, position: Position, seed: int) -> Scores | None:
        """What one random game from here comes to; None where the game does not say."""
        return self._worth(position, self._simulator.playouts(1, seed, jobs=1, start=(position,)))

    def worth(self, position: Position, seed: int) -> Scores:
        """The same, or what it is worth already; half of everything where the game does not say."""
        scores = self.ended(position)
        if scores is None:
            scores = self.play(position, seed)
        return even(len(position.seats), 0.5) if scores is None else scores

    def ended(self, position: Position) -> Scores | None:
        """What a position is worth that is over; None where it is not."""
        if position.status is Status.FAILED:
            return even(len(position.seats), 0.0)
        outcome = position.outcome
        if outcome is None:
            return None
        scores = self.scores(outcome)
        return even(outcome.seats, 0.5) if scores is None else scores

    def _worth(self, position: Position, tally: Tally) -> Scores | None:
        seats = max([len(position.seats), *(seat.number + 1 for seat in tally.seats.values())])
        if tally.failed:
            return even(seats, 0.5 if "unfinished" in tally.failed else 0.0)
        return self.scores(_only_outcome(tally, seats))

    def check(self, position: Position, seed: int) -> None:
        """Finds out what games from here come to; raises `Unsearchable` where they say neither who has won nor a score.
        What nobody can list, nobody can look through."""
        for question in position.questions:
            if not position.legal(question).options:
                wanted = visible(question.domain.type)
                raise Unsearchable(f"the possible answers cannot be listed here: {wanted} is wanted")
        for number in range(TRIALS):
            tally = self._simulator.playouts(1, derive(seed, number), jobs=1, start=(position,))
            if not tally.failed and self._worth(position, tally) is not None:
                seats = max([len(position.seats), *(seat.number + 1 for seat in tally.seats.values())])
                outcome = _only_outcome(tally, seats)
                is_free = is_by_score(outcome, self.aim, self.kind.best_score, self.kind.has_scores)
                self.span = None if is_free and self.kind.best_score is None else (0.0, 1.0)
                return
            if tally.failed:
                continue
            says = {"score": "no score", "rank": "not who has won", None: "neither who has won nor a score"}
            raise Unsearchable(f"this game says {says[self.aim]}, so no move is better than another")


def even(seats: int, worth: float) -> Scores:
    """The same for everybody."""
    return (worth,) * (seats + 1)


def _only_outcome(tally: Tally, seats: int) -> Outcome:
    """How the one game of a tally ended."""
    value = next(iter(tally.endings), None)
    places: dict[int, list[int]] = {}
    scores: dict[int, float] = {}
    for seat in tally.seats.values():
        for place in seat.places:
            if place != UNRANKED:
                places.setdefault(place, []).append(seat.number)
        for score in seat.scores:
            scores[seat.number] = score
    is_ranked = any(seat.games for seat in tally.seats.values())
    ranking = tuple(tuple(sorted(places[place])) for place in sorted(places)) if is_ranked else None
    known = tuple(scores[number] for number in range(seats)) if scores and len(scores) >= seats else None
    return Outcome(ranking, seats, known, value=value)


class PositionJudge:
    """See `players.tree.Judge`."""

    def __init__(self, playouts: Playouts, seed: int) -> None:
        self.playouts = playouts
        self.chance = Chance(seed)
        self.chance_roles: frozenset[int] = frozenset()

    @property
    def span(self) -> Span | None:
        return self.playouts.span

    def enter(self, position: Position) -> Standing:
        if position.seats:
            self.chance_roles = frozenset({NOBODY})
        return Standing(position)

    def step(self, states: Sequence[Standing], joint_moves: Sequence[Sequence[Plain]]) -> list[Standing]:
        return [self._step(state.position, moves) for state, moves in zip(states, joint_moves, strict=True)]

    def _step(self, position: Position, moves: Sequence[Plain]) -> Standing:
        following = position.copy(seed=self.chance.next64())
        is_drawn = False
        for question in first_questions(position):
            following.answer(question, moves[role_of(question.seat)])
            is_drawn = is_drawn or following.last.has_drawn
        return Standing(following, is_drawn)

    def is_drawn(self, state: Standing) -> bool:
        return state.is_drawn

    def key(self, state: Standing) -> bytes:
        return state.position.key

    def look(self, states: Sequence[Standing]) -> list[Prospect[Plain]]:
        return [Prospect(None, self.playouts.ended(state.position)) for state in states]

    def open(self, state: Standing) -> Prospect[Plain]:
        position = state.position
        roles: list[tuple[Plain, ...]] = [_NOTHING] * (len(position.seats) + 1)
        for question in first_questions(position):
            options = position.legal(question).options
            if not options:
                # What cannot be listed cannot be searched, and where nothing goes on nobody wins.
                return Prospect(None, even(len(position.seats), 0.5))
            roles[role_of(question.seat)] = tuple(option.value for option in options)
        return Prospect(tuple(roles))

    def guess(self, states: Sequence[Standing], seed: int) -> list[Scores | None]:
        return [self.playouts.worth(state.position, derive(seed, number)) for number, state in enumerate(states)]
