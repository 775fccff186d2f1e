"""A game played many times: who wins how often, how else it ends, how long it takes, and how sure we are.

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
from dataclasses import asdict
from typing import Literal

from parlour.analysis.statistics import Spread, deviation, quantile, spread, wilson
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.game.outcome import DRAW, NOBODY, SeatTally, Tally
from parlour.game.policy import Drawing
from parlour.game.position import By
from parlour.game.question import Guess

# The columns of `Simulation.rows`: a row leaves those empty that it has nothing for.
COLUMNS = ("what", "name", "place", "games", "share", "low", "high", "mean", "median", "least", "most")


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the games; `low` and `high` hold the true share in 95 of 100 reports."""

    words: str
    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How a seat did: its wins (alone or with others), how often it took each place, from the first, how often it was
    left out of the ranking, and its scores where there are any. `mean_place` is that of the games that ranked it."""

    name: str
    wins: Share
    draws: int
    places: tuple[Share, ...]
    unranked: int
    mean_place: float | None
    score: Spread | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """What `simulate` found. All but `seconds` depends on game, number and seed alone. `guesses` are questions at which
    more may be answered than was drawn."""

    tally: Tally
    seed: int
    seconds: float
    guesses: tuple[Guess, ...] = ()

    @property
    def endings(self) -> tuple[Share, ...]:
        """By who has won, the most frequent first; those equally frequent by their words."""
        return self._ranked(self.tally.endings)

    @property
    def failures(self) -> tuple[Share, ...]:
        """Games that came to no end of their own: errors by their code, `stuck`, `unfinished`."""
        return self._ranked(self.tally.failed)

    @property
    def seats(self) -> tuple[SeatReport, ...]:
        """Every seat that was at the table, in their order; none where no game says who has won or scored."""
        seats = self.tally.seats_in_order
        last = max((place for seat in seats for place in seat.places), default=0)
        return tuple(self._seat(seat, last) for seat in seats)

    @property
    def draws(self) -> Share:
        return self.share(DRAW, self.tally.endings[DRAW] if self.tally.seats else 0)

    @property
    def nobody(self) -> Share:
        """Games that say that nobody has won."""
        return self.share(NOBODY, self.tally.endings[NOBODY] if self.tally.seats else 0)

    @property
    def numbers(self) -> Spread | None:
        """What the games came to, where that is always a number."""
        counts = self.tally.numbers
        return spread(counts) if counts.total() == self.tally.endings.total() else None

    @property
    def notices(self) -> list[str]:
        """What was not as it should be, and what is only known about."""
        counted = (self.tally.numbers, *(seat.scores for seat in self.tally.seats.values()))
        rounded = "there are so many different numbers that they are counted as rounded ones"
        return [*self.tally.notices, *([rounded] if any(numbers.is_rounded for numbers in counted) else [])]

    @property
    def length_unit(self) -> Literal["answers", "steps"]:
        """What `Tally.lengths` counts. Where everybody moves at once there are fewer steps than answers, and where
        somebody has no choice there are more."""
        total = sum(length * games for length, games in self.tally.lengths.items())
        return "answers" if total == self.tally.questions else "steps"

    @property
    def rate(self) -> float:
        """Games per second of wall time."""
        return self.tally.games / self.seconds if self.seconds > 0 else float("inf")

    def share(self, words: str, games: int) -> Share:
        of = self.tally.games
        return Share(words, games, games / of, *wilson(games, of))

    def _ranked(self, counts: dict[str, int]) -> tuple[Share, ...]:
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(self.share(words, games) for words, games in ordered)

    def _seat(self, seat: SeatTally, last: int) -> SeatReport:
        ranked = seat.places.total()
        places = sum(place * games for place, games in seat.places.items())
        return SeatReport(
            seat.name,
            self.share(seat.name, seat.wins),
            seat.draws,
            tuple(self.share(seat.name, seat.places[place]) for place in range(1, last + 1)),
            seat.games - ranked,
            places / ranked if ranked else None,
            spread(seat.scores),
        )

    def fields(self) -> dict[str, object]:
        """As plain data."""
        lengths = self.tally.lengths
        return {
            "games": self.tally.games,
            "seed": self.seed,
            "seats": [_seat_fields(seat) for seat in self.seats],
            "draws": _share_fields(self.draws),
            "nobody": _share_fields(self.nobody),
            "outcomes": [{"outcome": ending.words, **_share_fields(ending)} for ending in self.endings],
            "numbers": _spread_fields(self.numbers),
            "failures": [{"outcome": ending.words, **_share_fields(ending)} for ending in self.failures],
            "lengths": {
                "unit": self.length_unit,
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
            "counts": dict(sorted(self.tally.counts.items())),
            "guesses": [asdict(guess) for guess in self.guesses],
            "notices": self.notices,
            "seconds": self.seconds,
            "games_per_second": self.rate,
        }

    def rows(self) -> list[dict[str, object]]:
        """As rows for a spreadsheet, each with some of `COLUMNS`; `what` says what it is about."""
        found: list[dict[str, object]] = []
        for seat in self.seats:
            if self.tally.seats[seat.name].games:
                found.append({"what": "wins", "name": seat.name, **_share_fields(seat.wins)})
        if any(seat.games for seat in self.tally.seats.values()):
            found.append({"what": "draws", **_share_fields(self.draws)})
            found.append({"what": "nobody", **_share_fields(self.nobody)})
        for seat in self.seats:
            for place, share in enumerate(seat.places, start=1):
                found.append({"what": "place", "name": seat.name, "place": place, **_share_fields(share)})
        if any(seat.unranked for seat in self.seats):
            for seat in self.seats:
                found.append({"what": "no place", "name": seat.name, **_share_fields(self.share("", seat.unranked))})
        for seat in self.seats:
            if seat.score is not None:
                found.append({"what": "score", "name": seat.name, **asdict(seat.score)})
        for ending in self.endings:
            found.append({"what": "outcome", "name": ending.words, **_share_fields(ending)})
        if self.numbers is not None:
            found.append({"what": "number", **asdict(self.numbers)})
        for ending in self.failures:
            found.append({"what": "failure", "name": ending.words, **_share_fields(ending)})
        for name, count in sorted(self.tally.counts.items()):
            found.append({"what": "count", "name": name, "mean": count / self.tally.games})
        length = spread({float(length): games for length, games in self.tally.lengths.items()})
        assert length is not None
        found.append({"what": "length", "name": self.length_unit, **asdict(length)})
        return [{column: row[column] for column in COLUMNS if column in row} for row in found]


def _share_fields(share: Share) -> dict[str, object]:
    return {"games": share.games, "share": share.share, "low": share.low, "high": share.high}


def _spread_fields(found: Spread | None) -> dict[str, object] | None:
    return None if found is None else asdict(found)


def _seat_fields(seat: SeatReport) -> dict[str, object]:
    return {
        "seat": seat.name,
        "wins": _share_fields(seat.wins),
        "draws": seat.draws,
        "places": [share.games for share in seat.places],
        "unranked": seat.unranked,
        "mean_place": seat.mean_place,
        "score": _spread_fields(seat.score),
    }


def simulate(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    engine: str = "auto",
    policy: str | Drawing | None = None,
    by: By = "answer",
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Plays a game so many times by random legal answers. `progress` is told now and then how many are done."""
    simulator = game.simulator(engine=engine)
    start = time.perf_counter()
    tally = simulator.playouts(games, seed, jobs=jobs, policy=policy, by=by, progress=progress)
    return Simulation(tally, seed, time.perf_counter() - start, game.guesses(seed, policy))
