"""Goals → outcome: every seat's score, and the seats by their scores."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.game.outcome import Outcome
from parlour.logic.rules import Compound

HIGHEST_SCORE = 100


def outcome_of(machine: Machine, state: State, seat_roles: Sequence[int]) -> Outcome:
    """How a match that came to this state ends; raises `GameTrouble` where the goals do not say."""
    return scored([single_score(machine.goals(state, role), machine.roles[role]) for role in seat_roles])


def scored(scores: Sequence[int]) -> Outcome:
    """The outcome by the scores of all seats."""
    return Outcome(ranking_of(scores), len(scores), tuple(map(float, scores)))


def single_score(values: Sequence[Compound], role: Compound) -> int:
    """The one value of a role's goal, which must be a whole number from 0 to 100."""
    if not values:
        raise GameTrouble("runtime", "no-goal", "the game is over, but {0} has no goal", "goal", role)
    if len(values) > 1:
        listed = ", ".join(f"{{{number}}}" for number in range(1, len(values) + 1))
        message = f"the game is over, but {{0}} has several goals ({listed})"
        raise GameTrouble("runtime", "several-goals", message, "goal", role, *values)
    score = whole_score(values[0])
    if score is None:
        message = "the goal of {0} is {1}, which is not a whole number from 0 to 100"
        raise GameTrouble("runtime", "bad-goal", message, "goal", role, values[0])
    return score


def whole_score(goal: Compound) -> int | None:
    """A goal as a number, if it is a whole one from 0 to 100."""
    text = goal.name
    if goal.arguments or not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= HIGHEST_SCORE):
        return None
    return int(text)


def ranking_of(scores: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
    """Seats by score, ties together. One seat alone has won when it has all that there is to have.

    >>> ranking_of([50, 100, 50]), ranking_of([100]), ranking_of([99])
    (((1,), (0, 2)), ((0,),), ())
    """
    if len(scores) < 2:
        return ((0,),) if scores and scores[0] == HIGHEST_SCORE else () if scores else None
    levels = sorted(set(scores), reverse=True)
    return tuple(tuple(seat for seat, score in enumerate(scores) if score == level) for level in levels)
