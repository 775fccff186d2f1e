"""A game played many times: how it ends, how long it takes, and how sure we are.

>>> import parlour
>>> from parlour.analysis.simulation import simulate
>>> text = "game G  type Player = {A, B}  type Input = {A, B}  play : Player  play = input"
>>> game = parlour.load(text, language="bogl")
>>> [(ending.words, ending.games) for ending in simulate(game, 10, seed=1, engine="python").endings]
[('B', 6), ('A', 4)]
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from parlour.analysis.statistics import deviation, quantile, wilson
from parlour.game.game import Game
from parlour.game.outcome import Tally
from parlour.game.policy import Drawing


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which games ended; `low` and `high` hold its true share in 95 of 100 reports."""

    words: str
    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """What `simulate` found. All but `seconds` depends on game, number and seed alone."""

    tally: Tally
    seed: int
    seconds: float

    @property
    def endings(self) -> tuple[Ending, ...]:
        """The most frequent first; those equally frequent by their words."""
        return _ranked(self.tally.endings, self.tally.games)

    @property
    def failures(self) -> tuple[Ending, ...]:
        """Games that came to no end of their own: errors by their code, `stuck`, `unfinished`."""
        return _ranked(self.tally.failed, self.tally.games)

    @property
    def rate(self) -> float:
        """Games per second of wall time."""
        return self.tally.games / self.seconds if self.seconds > 0 else float("inf")

    def fields(self) -> dict[str, object]:
        """As plain data."""
        lengths = self.tally.lengths
        return {
            "games": self.tally.games,
            "seed": self.seed,
            "outcomes": [_fields(ending) for ending in self.endings],
            "failures": [_fields(ending) for ending in self.failures],
            "lengths": {
                "mean": self.tally.mean_length,
                "deviation": deviation(lengths),
                "least": min(lengths),
                "quarter": quantile(lengths, 0.25),
                "median": quantile(lengths, 0.5),
                "three_quarters": quantile(lengths, 0.75),
                "most": max(lengths),
            },
            "answers": self.tally.questions,
            "answers_per_game": self.tally.questions / self.tally.games,
            "refused": self.tally.refused,
            "notices": list(self.tally.notices),
            "seconds": self.seconds,
            "games_per_second": self.rate,
        }


def _ranked(counts: dict[str, int], games: int) -> tuple[Ending, ...]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Ending(words, count, count / games, *wilson(count, games)) for words, count in ordered)


def _fields(ending: Ending) -> dict[str, object]:
    return {
        "outcome": ending.words,
        "games": ending.games,
        "share": ending.share,
        "low": ending.low,
        "high": ending.high,
    }


def simulate(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    engine: str = "auto",
    policy: str | Drawing | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Plays a game so many times by random legal answers. `progress` is told now and then how many are done."""
    simulator = game.simulator(engine=engine)
    start = time.perf_counter()
    tally = simulator.playouts(games, seed, jobs=jobs, policy=policy, progress=progress)
    return Simulation(tally, seed, time.perf_counter() - start)
