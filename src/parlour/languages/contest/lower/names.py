"""What things are called in core: functions, globals, kinds of questions.

What a report looks up is in `game/season.py`.

A player is a number in the order of entry, a group and a counter one in the order of the checked season. The host sits
behind the players.
"""

from __future__ import annotations

from parlour.core.types import INT, ListType, TupleType
from parlour.game import season

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

# What begins the line of a vote and that of a scored competition, and the line of a vote in which nobody got one.
VOTES, SCORES = "Votes", "Scores"
NO_VOTES = f"{VOTES}: none"

# The answers of a directed vote.
FOR, AGAINST = "for", "against"

# The two weights of the policy of a season, for options and for scores.
WEIGH_OPTION, WEIGH_SCORE = f"{season.POLICY} of options", f"{season.POLICY} of scores"

# What is offered and drawn where scores are asked for and nothing else is said.
LEAST_SCORE, MOST_SCORE = 0, 10


# Kinds of questions whose answer is one of several people; where it is one of several teams they are so much higher.
WINNER, LOSER, TIE, CAST, NOMINATE = 0, 1, 2, 3, 4
OF_TEAMS = 5

# An option: its kind, the player who is asked (the host: as many as there are players), and who it stands for.
OPTION = TupleType((INT, INT, INT))
OPTIONS = ListType(OPTION)


def shown_counter(name: str) -> str:
    """A counter as it is told: one that is called like a vote or a score says that it is none.

    >>> shown_counter("gold"), shown_counter("Votes")
    ('gold', 'counter Votes')
    """
    return f"counter {name}" if name in (VOTES, SCORES) else name


def tiebreaker_function(name: str) -> str:
    return f"tiebreaker {name}"
