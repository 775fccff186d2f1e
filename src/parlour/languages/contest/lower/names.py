"""What things are called in core: functions, globals, kinds of questions, counts for reports.

A player is a number in the order of entry, a group and a counter one in the order of the checked season. The host sits
behind the players.
"""

from __future__ import annotations

from enum import IntEnum

from parlour.core.types import INT, ListType, TupleType

ENTRY = "season"
# The functions that ask, which the lowering writes by hand.
ASK_ONE, ASK_SCORE, ASK_YES, ASK_DIRECTION, ASK_BALLOTS, ASK_AMOUNTS = (
    "ask one",
    "ask score",
    "ask yes",
    "ask direction",
    "ask ballots",
    "ask amounts",
)
# What is shown beside an option, and what stands above a question.
LABEL, PROMPT = "label", "prompt"
# What this round has brought so far, in words.
RESULTS = "results"

# The answers of a directed vote.
FOR, AGAINST = "for", "against"

# The policy by which answers are drawn where strengths or habits of voting are given.
POLICY = "drawn"
WEIGH_OPTION, WEIGH_SCORE = f"{POLICY} of options", f"{POLICY} of scores"
# Data that a simulation may be given at its start.
STRENGTHS, HABIT, SCORES = "strengths", "voting habit", "score range"

# Strengths that weights can tell apart, and how many scores can be drawn from.
LEAST_STRENGTH, MOST_STRENGTH, MOST_SCORES = 0.001, 1000.0, 10_000

# What is offered and drawn where scores are asked for and nothing else is said.
LEAST_SCORE, MOST_SCORE = 0, 10


class Kind(IntEnum):
    """Kinds of questions whose answer is one of several people, or one of several teams."""

    WINNER = 0
    LOSER = 1
    TIE = 2
    VOTE = 3
    NOMINATE = 4
    TEAM_WINNER = 5
    TEAM_LOSER = 6
    TEAM_TIE = 7


# An option: its kind, the player who is asked (the host: as many as there are players), and who it stands for.
OPTION = TupleType((INT, INT, INT))
OPTIONS = ListType(OPTION)

# Counts for reports.
ROUNDS, LOTS, EMPTY_VOTES = "rounds", "drawn lots", "empty votes"


def tiebreaker_function(name: str) -> str:
    return f"tiebreaker {name}"


def tiebreaker_count(name: str) -> str:
    return f"tiebreaker {name} ran"


def leaving_count(player: str) -> str:
    """The rounds in which a player left, added up."""
    return f"round of leaving {player}"


def left_count(player: str) -> str:
    """How often a player left at all."""
    return f"left {player}"


def win_count(name: str) -> str:
    """How often this player or team was among the winners."""
    return f"wins {name}"
