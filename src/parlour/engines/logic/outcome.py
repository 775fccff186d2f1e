"""Goals → outcome: every seat's score, and the seats by their scores."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.game.outcome import Outcome
from parlour.logic.rules import Compound


def outcome_of(machine: Machine, state: State, seat_roles: Sequence[int]) -> Outcome:
    """How a match that came to this state ends; raises `GameTrouble` where the goals do not say."""
    scores = [score_of(machine, state, role) for role in seat_roles]
    return Outcome(ranking_of(scores), tuple(float(score) for score in scores))


def score_of(machine: Machine, state: State, role: int) -> int:
    """The score of a role at the end."""
    try:
        return single_score(machine.goals(state, role), machine.roles[role].name)
    except GameTrouble as trouble:
        facts = list(map(str, machine.facts(state)))
        shown = f"{' '.join(facts[:30])}{' …' if len(facts) > 30 else ''}"
        raise GameTrouble(trouble.kind, trouble.code, f"{trouble}, in this state: {shown}", "goal") from None


def single_score(values: Sequence[Compound], name: str) -> int:
    """The one value of a role's goal, which must be a whole number from 0 to 100."""
    if not values:
        raise GameTrouble("runtime", "no-goal", f"the game is over, but {name} has no goal", "goal")
    if len(values) > 1:
        listed = ", ".join(map(str, values))
        raise GameTrouble(
            "runtime", "several-goals", f"the game is over, but {name} has several goals ({listed})", "goal"
        )
    text = values[0].name
    if values[0].arguments or not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100):
        message = f"the goal of {name} is {values[0]}, which is not a whole number from 0 to 100"
        raise GameTrouble("runtime", "bad-goal", message, "goal")
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
