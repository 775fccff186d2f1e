"""Goals → outcome: every seat's score, and the seats by their scores."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.game.outcome import Outcome
from parlour.logic.rules import Compound


def outcome_of(machine: Machine, state: State, seat_roles: Sequence[int]) -> Outcome:
    """How a match that came to this state ends; raises `GameTrouble` where the goals do not say."""
    scores = [single_score(machine.goals(state, role), machine.roles[role]) for role in seat_roles]
    return Outcome(ranking_of(scores), tuple(float(score) for score in scores))


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
    if goal.arguments or not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100):
        return None
    return int(text)


def ranking_of(scores: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
    """Seats by score, ties together.

    >>> ranking_of([50, 100, 50])
    ((1,), (0, 2))
    """
    if not scores:
        return None
    levels = sorted(set(scores), reverse=True)
    return tuple(tuple(seat for seat, score in enumerate(scores) if score == level) for level in levels)
