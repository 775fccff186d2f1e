"""How a match ended, and what many matches came to.

>>> Outcome(((0,), (1,))).winners
(0,)
>>> Outcome(((0, 1),)).is_draw
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

# The reason of an outcome without ranks in which nobody wins; any other without ranks is unknown.
NOBODY_WINS = "nobody wins"


def ranks_of(ranking: Sequence[Sequence[int]], reason: str) -> tuple[tuple[int, ...], ...] | None:
    """The ranking of an outcome, from what a program says at its end."""
    return tuple(tuple(rank) for rank in ranking) if ranking or reason == NOBODY_WINS else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seats by rank, ties together; () where nobody wins, None where the game does not say. Scores by seat where the
    language has them.

    `value` is what the program came to in the language's own words (BoGL: the value of the expression)."""

    ranking: tuple[tuple[int, ...], ...] | None
    scores: tuple[float, ...] | None = None
    reason: str = ""
    value: str | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0] if self.ranking and len(self.ranking) > 1 else ()

    @property
    def is_draw(self) -> bool:
        return self.ranking is not None and len(self.ranking) == 1 and len(self.ranking[0]) > 1


@dataclass(slots=True)
class Tally:
    """What a number of playouts came to.

    `endings` counts by ranking, or by the final words where there is no ranking; `failed` counts the games that came to
    no end of their own, by the error's code, or `stuck`, or `unfinished`. `questions` counts the answers taken in all
    of them, `refused` the tries that the game sent back; `scores` adds up what each seat scored, where the language has
    scores. `counts` adds up what the program counted (`core.nodes.Count`) in games that came to an end of their own,
    the part before a given start included. `notices` are for whoever reads it: what was not as it should be with the
    way the games were played."""

    games: int = 0
    questions: int = 0
    refused: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    notices: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.questions += other.questions
        self.refused += other.refused
        self.endings.update(other.endings)
        self.failed.update(other.failed)
        self.lengths.update(other.lengths)
        self.scores.update(other.scores)
        self.counts.update(other.counts)
        self.notices += [notice for notice in other.notices if notice not in self.notices]

    @property
    def mean_length(self) -> float:
        return sum(length * count for length, count in self.lengths.items()) / max(self.games, 1)
