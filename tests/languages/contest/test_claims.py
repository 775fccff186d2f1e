"""What the language document says of its four seasons holds at every question, and every season of the library has
winners; `make slow` looks at thousands of runs."""

from __future__ import annotations

import pytest
from tests.languages.contest.claims import CLAIMS, Followed, document

import parlour
from parlour import library
from parlour.analysis.simulation import simulate
from parlour.game.outcome import DRAW, NOBODY

# The fewest and the most questions of 10,000 seasons of seed 0.
QUESTIONS = {
    "double-elimination": (14, 14),
    "house": (26, 33),
    "island": (30, 41),
    "knock-out": (7, 7),
    "league": (16, 21),
    "relay": (9, 10),
    "swiss": (12, 13),
    "talent-show": (54, 66),
    "wolves": (21, 39),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_the_claims_of_the_document_hold_at_every_question(name: str) -> None:
    game = document(name)
    for engine, seeds in (("python", range(60)), ("native", range(60, 65))):
        for seed in seeds:
            CLAIMS[name](Followed(game, seed, engine))


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_the_claims_hold_in_a_thousand_runs(name: str) -> None:
    game = document(name)
    for seed in range(1000):
        CLAIMS[name](Followed(game, seed, "native" if seed % 10 == 0 else "python"))


@pytest.mark.parametrize("name", CLAIMS)
def test_a_question_that_is_another_one_is_noticed(name: str) -> None:
    season = Followed(document(name), 1, "python")
    del season.asked[len(season.asked) // 2]
    with pytest.raises((AssertionError, ValueError, IndexError)):
        CLAIMS[name](season)


def test_every_season_of_the_library_is_played() -> None:
    assert [entry.name for entry in library.all() if entry.language == "contest"] == list(QUESTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
def test_ten_thousand_seasons_of_the_library_end_with_winners(name: str) -> None:
    tally = simulate(parlour.load(name), 10_000, seed=0, jobs=1).tally
    assert (tally.games, tally.failed, tally.endings[NOBODY], tally.endings[DRAW]) == (10_000, {}, 0, 0)
    assert (min(tally.lengths), max(tally.lengths)) == QUESTIONS[name]
