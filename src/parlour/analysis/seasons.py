"""A season played many times: is the format fair, how long does it run, does the best one win?

`drawing` says how results and votes are drawn; `season_report` puts what was counted in order, by the names of
`game/season.py`.

>>> drawing(["Ada", "Ben", "host"], {"Ada": 2.0}).given
{'strengths': [2.0, 1.0]}
>>> rank_correlation([3.0, 1.0, 2.0], [30.0, 10.0, 20.0]), rank_correlation([1.0, 1.0], [3.0, 4.0])
(1.0, None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite, sqrt

from parlour.analysis.simulation import Share, Simulation
from parlour.analysis.statistics import Spread, spread
from parlour.dataclass import dataclass
from parlour.engines.core.engine import CoreEngine
from parlour.game import season
from parlour.game.game import Game
from parlour.game.policy import Datum, Drawing
from parlour.syntax.suggest import did_you_mean

# How voters and nominators choose, by the number that the program knows it by.
HABITS = {"random": 0, "strongest": 1, "weakest": 2, "loyal": 3}


class UnfitSeason(ValueError):
    """A strength, habit or range that a season cannot be simulated with."""


def drawing(
    seats: Sequence[str],
    strengths: Mapping[str, float] | None = None,
    votes: str = "random",
    scores: tuple[int, int] | None = None,
) -> Drawing:
    """How answers are drawn: all alike where nothing else is said. Raises `UnfitSeason`."""
    players = [name for name in seats if name != season.HOST]
    given: dict[str, Datum] = {}
    for name, strength in (strengths or {}).items():
        if name not in players:
            hint = did_you_mean(name, players)
            raise UnfitSeason(f"nobody in the cast is called {name}. {hint}".rstrip())
        if not isfinite(strength) or not season.LEAST_STRENGTH <= strength <= season.MOST_STRENGTH:
            raise UnfitSeason(
                f"the strength of {name} must be between {season.LEAST_STRENGTH:g} and {season.MOST_STRENGTH:g}"
            )
    if strengths:
        given[season.STRENGTHS] = [float(strengths.get(name, 1.0)) for name in players]
    if HABITS[votes]:
        given[season.HABIT] = HABITS[votes]
    is_weighed = bool(given)
    if scores is not None:
        if not scores[0] <= scores[1] < scores[0] + season.MOST_SCORES:
            raise UnfitSeason(f"scores go from a number to a higher one, {season.MOST_SCORES:,} of them at most")
        given[season.SCORES] = list(scores)
    return Drawing(season.POLICY if is_weighed else None, given)


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """`left`: in how many seasons the player left, and in which round on average."""

    name: str
    strength: float
    wins: Share
    mean_place: float | None
    left: int
    mean_round_of_leaving: float | None


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """`tiebreakers` by name, how often each ran; `strongest` is the share of seasons that the strongest players win,
    `correlation` Spearman's, of strength with wins; both None where all are alike. `rounds` is how many a season has on
    average, `lengths` more of that, None where there may be too many of them to count each. All of it, but for wins and
    questions, is said of the `ended` seasons: of those that failed nothing is kept."""

    players: tuple[PlayerReport, ...]
    teams: tuple[Share, ...]
    strongest: Share | None
    correlation: float | None
    rounds: float
    lengths: Spread | None
    questions: float
    tiebreakers: dict[str, int]
    lots: int
    empty_votes: int
    ended: int

    @property
    def games(self) -> int:
        """What is counted is shared among so many."""
        return max(self.ended, 1)

    def fields(self) -> dict[str, object]:
        """As plain data."""
        return {
            "players": [
                {
                    "name": each.name,
                    "strength": each.strength,
                    **_fields(each.wins),
                    "mean_place": each.mean_place,
                    "left": each.left,
                    "mean_round_of_leaving": each.mean_round_of_leaving,
                }
                for each in self.players
            ],
            "teams": [{"name": team.words, **_fields(team)} for team in self.teams],
            "strongest": None if self.strongest is None else _fields(self.strongest),
            "correlation": self.correlation,
            "rounds": {"mean": self.rounds, **({} if self.lengths is None else asdict(self.lengths))},
            "ended": self.ended,
            "questions": self.questions,
            "tiebreakers": {name: count / self.games for name, count in self.tiebreakers.items()},
            "drawn_lots": self.lots / self.games,
            "empty_votes": self.empty_votes / self.games,
        }

    def rows(self) -> list[dict[str, object]]:
        """As rows for a spreadsheet, in the columns of `Simulation.rows`."""
        found: list[dict[str, object]] = []
        for each in self.players:
            found.append({"what": "strength", "name": each.name, "mean": each.strength})
            if each.mean_round_of_leaving is not None:
                row = {"what": "round of leaving", "name": each.name, "games": each.left}
                found.append({**row, "mean": each.mean_round_of_leaving})
        found += [{"what": "team wins", "name": team.words, **_columns(team)} for team in self.teams]
        if self.strongest is not None:
            found.append({"what": "strongest wins", "name": self.strongest.words, **_columns(self.strongest)})
        if self.correlation is not None:
            found.append({"what": "rank correlation", "mean": self.correlation})
        more = {} if self.lengths is None else {key: getattr(self.lengths, key) for key in ("median", "least", "most")}
        found.append({"what": "rounds", "mean": self.rounds, **more})
        for name, count in self.events:
            found.append({"what": "a season", "name": name, "mean": count / self.games})
        return found

    @property
    def events(self) -> list[tuple[str, int]]:
        """What can happen in a season, and how often it did."""
        ran = [(f"tiebreaker {name}", count) for name, count in self.tiebreakers.items()]
        return [*ran, ("drawn lots", self.lots), ("empty votes", self.empty_votes)]


def season_report(game: Game, result: Simulation, drawn: Drawing) -> SeasonReport:
    """What a simulation of a season says about its format."""
    engine = game.engines["python"]
    assert isinstance(engine, CoreEngine)
    tally, seats = result.tally, [name for name in game.info.seats or () if name != season.HOST]
    counts, reports = tally.counts, {seat.name: seat for seat in result.seats}
    strengths = drawn.given.get(season.STRENGTHS, [1.0] * len(seats))
    assert isinstance(strengths, list)
    players: list[PlayerReport] = []
    for name, strength in zip(seats, strengths, strict=True):
        left = counts[season.left_count(name)]
        rounds = counts[season.leaving_count(name)] / left if left else None
        seat = reports.get(name)
        wins = result.share(name, 0) if seat is None else seat.wins
        place = None if seat is None else seat.mean_place
        players.append(PlayerReport(name, float(strength), wins, place, left, rounds))
    known = [name.removeprefix(season.win_count("")) for name in engine.counts if name.startswith(season.win_count(""))]
    teams = [result.share(name, counts[season.win_count(name)]) for name in known if name not in seats]
    ran = {
        tiebreaker: counts[count]
        for count in engine.counts
        if (tiebreaker := season.counted_tiebreaker(count)) is not None
    }
    played: dict[float, int] = {}
    for name in engine.counts:
        rounds_ = season.counted_rounds(name)
        if rounds_ is not None and counts[name]:
            played[rounds_] = counts[name]
    strongest = _strongest(result, players)
    ended = tally.games - tally.failed.total()
    correlation = rank_correlation([each.strength for each in players], [each.wins.share for each in players])
    return SeasonReport(
        tuple(players),
        tuple(teams),
        strongest,
        correlation,
        counts[season.ROUNDS] / max(ended, 1),
        spread(played),
        tally.questions / max(tally.games, 1),
        ran,
        counts[season.LOTS],
        counts[season.EMPTY_VOTES],
        ended,
    )


def _strongest(result: Simulation, players: Sequence[PlayerReport]) -> Share | None:
    """How often one of the strongest players wins; with several winners at a time they may come to more than all."""
    most = max((each.strength for each in players), default=1.0)
    best = [each for each in players if each.strength == most]
    if len(best) == len(players):
        return None
    wins = min(sum(each.wins.games for each in best), result.tally.games)
    return result.share(" and ".join(each.name for each in best), wins)


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's: Pearson's of the ranks, ties in the middle of their places; None where one side is all alike."""
    ranks = [_ranks(values) for values in (one, other)]
    means = [sum(values) / max(len(values), 1) for values in ranks]
    spans = [[rank - mean for rank in values] for values, mean in zip(ranks, means, strict=True)]
    size = sqrt(sum(a * a for a in spans[0]) * sum(b * b for b in spans[1]))
    return sum(a * b for a, b in zip(*spans, strict=True)) / size if size else None


def _ranks(values: Sequence[float]) -> list[float]:
    return [sum(other < value for other in values) + sum(other == value for other in values) / 2 for value in values]


def _fields(share: Share) -> dict[str, object]:
    return {"wins": share.games, "share": share.share, "low": share.low, "high": share.high}


def _columns(share: Share) -> dict[str, object]:
    return {"games": share.games, "share": share.share, "low": share.low, "high": share.high}
