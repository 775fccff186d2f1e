"""What tests want to know of tallies."""

from __future__ import annotations

from math import fsum

from parlour.game.outcome import SeatTally


def mean_score(seat: SeatTally) -> float:
    """Of the games in which the seat had a score; the same to the last digit in whichever order they were counted."""
    return fsum(score * games for score, games in seat.scores.items()) / max(seat.scores.total(), 1)
