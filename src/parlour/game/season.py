"""What a program that is a season has agreed with those who simulate it: the names of what it counts and can be given.

A season is a game of players who leave one by one or win together, and a host, who knows the results. Its lowering
writes these names, `analysis/seasons.py` looks them up; neither needs to know the other.

>>> left_count("Ada"), win_count("Ada")
('left Ada', 'wins Ada')
"""

from __future__ import annotations

# The seat that answers for what happens outside: who won, what was scored.
HOST = "host"

# The policy by which answers are drawn where strengths or habits of voting are given.
POLICY = "drawn"
# Data that a simulation may be given at its start.
STRENGTHS, HABIT, SCORES = "strengths", "voting habit", "score range"

# Strengths that weights can tell apart, and how many scores can be drawn from.
LEAST_STRENGTH, MOST_STRENGTH, MOST_SCORES = 0.001, 1000.0, 10_000

# Counts for reports.
ROUNDS, LOTS, EMPTY_VOTES = "rounds", "drawn lots", "empty votes"
_TIEBREAKER, _RAN = "tiebreaker ", " ran"
_ROUNDS_PLAYED = "seasons of rounds "

# Seasons that may end early are counted by their rounds up to this many.
MOST_COUNTED = 100


def tiebreaker_count(name: str) -> str:
    """How often this tiebreaker ran."""
    return f"{_TIEBREAKER}{name}{_RAN}"


def counted_tiebreaker(count: str) -> str | None:
    """The tiebreaker that a count of this name is about, if it is about one.

    >>> counted_tiebreaker(tiebreaker_count("coin")), counted_tiebreaker(ROUNDS)
    ('coin', None)
    """
    is_one = count.startswith(_TIEBREAKER) and count.endswith(_RAN)
    return count.removeprefix(_TIEBREAKER).removesuffix(_RAN) if is_one else None


def rounds_count(rounds: int) -> str:
    """How many seasons had so many rounds."""
    return f"{_ROUNDS_PLAYED}{rounds}"


def counted_rounds(count: str) -> int | None:
    """The rounds of the seasons that a count of this name is about, if it is about any.

    >>> counted_rounds(rounds_count(7)), counted_rounds(ROUNDS)
    (7, None)
    """
    return int(count.removeprefix(_ROUNDS_PLAYED)) if count.startswith(_ROUNDS_PLAYED) else None


def leaving_count(player: str) -> str:
    """The rounds in which a player left, added up."""
    return f"round of leaving {player}"


def left_count(player: str) -> str:
    """How often a player left at all."""
    return f"left {player}"


def win_count(name: str) -> str:
    """How often this player or team was among the winners."""
    return f"wins {name}"
