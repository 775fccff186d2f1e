"""Simulated seasons: closed forms, both engines alike, and what the report says."""

from __future__ import annotations

import pytest
from tests.languages.contest.seasons import ENGINES, season

from parlour.analysis.seasons import SeasonReport, UnfitSeason, drawing, rank_correlation, season_report
from parlour.analysis.simulation import Simulation, simulate
from parlour.analysis.statistics import wilson
from parlour.game.game import Game
from parlour.game.policy import Drawing

KNOCK_OUT = season(
    "team North: Ada, Ben; team South: Cleo, Dan; team East: Eve, Fay; team West: Gus, Hal",
    "competition between North. elimination of loser of competition. "
    "competition between South. elimination of loser of competition. "
    "competition between East. elimination of loser of competition. "
    "competition between West. elimination of loser of competition; "
    "merge North, South to Upper for everyone. merge East, West to Lower for everyone. "
    "competition between Upper. elimination of loser of competition. "
    "competition between Lower. elimination of loser of competition",
    "competition",
)
PAIR = season("Ada, Ben", "competition between everyone. elimination of loser of competition")
# Whoever is first to win three: of two, twice as strong wins each with 2/3.
FIRST_TO_THREE = season(
    "Ada, Ben all with counter called wins",
    "competition between everyone. increase wins by 1 for winner of competition repeated 5 times",
    "reach 3 wins",
)


def shares(game: Game, games: int, drawn: Drawing) -> dict[str, tuple[float, float]]:
    """Intervals that hold the true share in all but one of ten thousand reports."""
    tally = simulate(game, games, seed=7, jobs=1, engine="native", policy=drawn).tally
    return {name: wilson(seat.wins, games, z=3.9) for name, seat in tally.seats.items()}


def holds(interval: tuple[float, float], share: float) -> bool:
    return interval[0] <= share <= interval[1]


def test_a_fair_knock_out_of_eight_gives_everybody_an_eighth() -> None:
    found = shares(KNOCK_OUT, 40_000, drawing(KNOCK_OUT.info.seats or ()))
    assert all(holds(found[name], 1 / 8) for name in found if name != "host")


@pytest.mark.parametrize(
    ("game", "share"),
    [(KNOCK_OUT, 8 / 27), (PAIR, 2 / 3), (FIRST_TO_THREE, 64 / 81)],
    ids=["knock-out", "pair", "three"],
)
def test_one_player_of_strength_2_wins_as_often_as_is_known(game: Game, share: float) -> None:
    found = shares(game, 40_000, drawing(game.info.seats or (), {"Ada": 2.0}))
    assert holds(found["Ada"], share)


def test_losers_are_drawn_by_the_inverse_and_teams_by_the_mean_of_their_active_members() -> None:
    cast = "team Red: Ada, Ben; team Blue: Cleo"
    rounds = "elimination of Ben. team competition between everyone. elimination of winner of competition"
    found = shares(season(cast, rounds), 20_000, drawing(("Ada", "Ben", "Cleo", "host"), {"Ada": 3.0, "Ben": 9.0}))
    assert holds(found["Cleo"], 3 / 4)


def test_scores_are_uniform_at_strength_1_and_the_stronger_scores_more_as_it_wins() -> None:
    game = season("Ada, Ben", "scored competition between everyone. elimination of loser of competition")
    wide = shares(game, 20_000, drawing(game.info.seats or (), {"Ada": 2.0}, scores=(0, 9_999)))
    assert holds(wide["Ada"], 2 / 3)
    even = shares(game, 20_000, drawing(game.info.seats or (), {"Ada": 1.0}, scores=(0, 10)))
    assert holds(even["Ada"], 1 / 2)


@pytest.mark.parametrize(("habit", "share"), [("strongest", 2 / 3), ("weakest", 1 / 3), ("random", 1 / 2)])
def test_voters_choose_by_their_habit(habit: str, share: float) -> None:
    game = season("Ada, Ben, Cleo", "vote by Cleo between Ada, Ben. elimination of minority of vote, Cleo")
    found = shares(game, 20_000, drawing(game.info.seats or (), {"Ada": 2.0}, votes=habit))
    assert holds(found["Ada"], share)


def test_loyal_voters_never_choose_their_own_team_while_there_is_another_choice() -> None:
    cast = "team Red: Ada, Ben, Cleo; team Blue: Dan"
    game = season(cast, "vote by Ada between everyone. elimination of majority of vote")
    tally = simulate(game, 200, engine="python", policy=drawing(game.info.seats or (), votes="loyal")).tally
    assert tally.seats["Dan"].wins == 0
    alone = season(cast, "vote by Ada between Red. elimination of majority of vote")
    tally = simulate(alone, 200, engine="python", policy=drawing(game.info.seats or (), votes="loyal")).tally
    assert 50 < tally.seats["Ben"].wins < 150


@pytest.mark.parametrize("game", [KNOCK_OUT, FIRST_TO_THREE], ids=["knock-out", "three"])
def test_both_engines_simulate_alike_with_strengths_or_without(game: Game) -> None:
    for drawn in (drawing(game.info.seats or ()), drawing(game.info.seats or (), {"Ben": 0.5}, votes="strongest")):
        one, other = (simulate(game, 60, seed=3, engine=name, policy=drawn).tally for name in ENGINES)
        assert one == other


def test_strengths_that_cannot_be_are_refused() -> None:
    for strengths, words in (
        ({"Adda": 1.0}, "nobody in the cast is called Adda. Did you mean Ada"),
        ({"Ada": 0.0}, "0.001"),
    ):
        with pytest.raises(UnfitSeason, match=words):
            drawing(("Ada", "Ben", "host"), strengths)
    with pytest.raises(UnfitSeason, match="from a number to a higher one"):
        drawing(("Ada", "host"), scores=(5, 4))


def test_the_rank_correlation_is_spearmans() -> None:
    assert rank_correlation([1, 2, 3, 4], [1, 2, 3, 4]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [9, 8, 7, 6]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 2, 4], [1, 3, 2, 4]) == pytest.approx(0.9487, abs=1e-4)


# ---------------------------------------------------------------------------------------------------------- the report


def test_the_report_says_who_leaves_when_which_teams_win_and_what_happens() -> None:
    game = season(
        "team Red: Ada, Ben; team Blue: Cleo, Dan",
        "vote by everyone between everyone. elimination of majority of vote tiebroken by duel: "
        "competition between tied loser of competition repeated 2 times; vote by nominated between everyone",
        "team competition",
    )
    drawn = drawing(game.info.seats or (), {"Ada": 4.0})
    result = simulate(game, 300, engine="python", policy=drawn)
    assert isinstance(result, Simulation)
    report = season_report(game, result, drawn)
    assert (report.rounds, report.empty_votes, report.lots) == (3, 300, 0)
    assert report.lengths is not None and (report.lengths.least, report.lengths.most) == (3, 3)
    assert report.tiebreakers["duel"] > 100
    assert sum(team.games for team in report.teams) == 300
    assert sum(player.left for player in report.players) == 600
    assert all(1 <= (player.mean_round_of_leaving or 0) <= 2 for player in report.players)
    assert report.strongest is not None and report.strongest.words == "Ada"
    assert report.correlation is not None


def test_a_season_that_may_end_early_is_counted_by_its_rounds() -> None:
    cast = "Ada, Ben all with counter called gold"
    rounds = "competition between everyone. increase gold by 1 for winner of competition repeated 9 times"
    report = _report(season(cast, rounds, "reach 3 gold"))
    assert report.lengths is not None
    # First to three of a fair pair: 3, 4 or 5 rounds with 1/4, 3/8, 3/8.
    assert (report.lengths.least, report.lengths.median, report.lengths.most) == (3, 4, 5)
    assert report.lengths.mean == report.rounds == pytest.approx(4.125, abs=0.15)
    endless = _report(season(cast, rounds.replace("9", "1000000"), "reach 3 gold"))
    assert endless.lengths is None and endless.rounds == report.rounds


def _report(game: Game) -> SeasonReport:
    drawn = drawing(game.info.seats or ())
    return season_report(game, simulate(game, 300, engine="python", policy=drawn), drawn)
