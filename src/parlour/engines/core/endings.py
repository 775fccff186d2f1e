"""How a game ended, in the few words by which a tally tells endings apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.game.outcome import NOBODY_WINS, Outcome

if TYPE_CHECKING:
    from parlour.engines.core.position import CorePosition


def ending_text(position: CorePosition) -> str:
    """Of a game that came to an end: its ranking, or its last words."""
    outcome = position.run.outcome
    if outcome is not None and outcome.ranking is not None:
        return ranking_text(outcome, position.run.seats)
    final = position.outcome
    return final.value or "over" if final is not None else "over"


def ranking_text(outcome: Outcome, seats: Sequence[str]) -> str:
    """`A > B`, or `A = B` for a tie."""
    if outcome.ranking == ():
        return NOBODY_WINS
    return " > ".join(" = ".join(seats[seat] for seat in rank) for rank in outcome.ranking or ())
