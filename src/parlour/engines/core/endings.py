"""How a game of core ended, as far as a tally wants to know."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from parlour.game.outcome import Outcome

if TYPE_CHECKING:
    from parlour.engines.core.position import CorePosition


def ending_of(position: CorePosition) -> Outcome:
    """Of a game that came to an end. Only where it does not say who has won its last words are looked for."""
    outcome, seats = position.run.outcome, len(position.run.seats)
    if outcome is not None and outcome.ranking is not None:
        return outcome if outcome.seats == seats else replace(outcome, seats=seats)
    return position.outcome or Outcome(None, seats)
