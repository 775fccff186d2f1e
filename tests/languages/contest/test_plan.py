"""The plan of a season in canonical words: section 10, form by form; and two spellings of one meaning give one plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from tests.languages.contest.generated import spelled_twice
from tests.languages.contest.reading import checked, whole

from parlour.languages.contest.plan import plan_of


def plan(text: str) -> Mapping[str, Any]:
    return plan_of(checked(text)).fields


def phase(text: str) -> str:
    """The one phase of a season, after what it refers to, in canonical words."""
    [block] = plan(whole(f"scored competition between everyone. vote by Ada between Ben. {text}"))["rounds"]
    return str(block["phases"][-1])


def test_players_have_groups_and_counters_and_what_all_have() -> None:
    text = whole(players="Ada with counter called gold with minimum of 0, Ben all with score called pts starting at 2")
    assert plan(text)["players"] == [
        {
            "name": "Ada",
            "groups": [],
            "counters": {
                "gold": {"start": 0, "min": 0, "max": None},
                "pts": {"start": 2, "min": None, "max": None},
            },
        },
        {"name": "Ben", "groups": [], "counters": {"pts": {"start": 2, "min": None, "max": None}}},
    ]


def test_teams_and_what_the_players_are_divided_into() -> None:
    assert (plan(whole())["teams"], plan(whole())["divided"]) == ([], None)
    divided = plan(whole("merge Reef, Dune to Lagoon for Ada", players="randomly divide Ada, Ben into Reef, Dune"))
    assert (divided["teams"], divided["divided"]) == (["Reef", "Dune", "Lagoon"], ["Reef", "Dune"])


def test_rounds_are_in_playing_order_after_modifications_equal_neighbours_together() -> None:
    rounds = (
        "add x for Ada repeated 0 times; add x for Ada repeated 4 times with modifications:"
        " from round 3 after phase 1 insert add y for Ada; add x for Ada"
    )
    assert plan(whole(rounds))["rounds"] == [
        {"from": 1, "to": 2, "phases": ["add x for Ada"]},
        {"from": 3, "to": 4, "phases": ["add x for Ada", "add y for Ada"]},
        {"from": 5, "to": 5, "phases": ["add x for Ada"]},
    ]


def test_rounds_stay_together_where_only_more_is_asked() -> None:
    rounds = "competition between everyone. elimination of loser of competition repeated 3 times"
    [block] = plan(whole(rounds, win="winner of competition"))["rounds"]
    assert (block["from"], block["to"]) == (1, 3)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("elimination for Ada", "elimination of Ada"),
        ("add red of Ada", "add red for Ada"),
        ("elimination of most pts", "elimination of highest pts"),
        ("elimination of least pts (red)", "elimination of lowest pts (red)"),
        ("elimination of highest pts (everyone)", "elimination of highest pts"),
        ("elimination of chance (everyone)", "elimination of chance"),
        ("elimination of chance 1 (everyone * 2)", "elimination of chance (everyone * 2)"),
        ("elimination of Ada * 1 except nominee", "elimination of Ada except nominated"),
        ("merge red to merged for everyone", "merge red for everyone"),
        ("elimination of most pts tiebroken by a: Ada", "elimination of highest pts tiebroken by a"),
        ("elimination of most pts tiebroken by chance (tied)", "elimination of highest pts tiebroken by tiebreaker 1"),
        ("SET pts TO results of competition OF Ada", "set pts to results of competition for Ada"),
        ("uses? Ada then (elimination for Ada.) otherwise (add red of Ada. add red of Ben)",
         "uses? Ada then (elimination of Ada) otherwise (add red for Ada. add red for Ben)"),
        ("directed vote by Ada between Ben including self", "directed vote by Ada between Ben including self"),
        ("nomination of 2 by Ada between majority of vote 1", "nomination of 2 by Ada between majority of vote 1"),
        ("allocation of pts by everyone", "allocation of pts by everyone"),
        ("number preserving swap red for everyone", "number preserving swap red for everyone"),
        ("swap red adding blue, green for everyone", "swap red adding blue, green for everyone"),
    ],
)  # fmt: skip
def test_phases_are_in_canonical_words(written: str, canonical: str) -> None:
    assert phase(written) == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("for team competition", "team competition"),
        ("team competition", "team competition"),
        ("competition", "competition"),
        ("reach 3 pts, -1 pts for team", "reach 3 pts, -1 pts for team"),
        ("most pts (everyone) for team", "highest pts for team"),
        ("3 MEMBER jury vote", "3 member jury vote"),
        ("Survive", "survive"),
    ],
)
def test_the_win_is_in_canonical_words(written: str, canonical: str) -> None:
    assert plan(whole(win=written))["win"] == canonical


def test_tiebreakers_have_names_and_phases_in_order_of_first_use() -> None:
    rounds = "elimination of most pts tiebroken by b: vote by Ada between tied majority of vote tiebroken by a"
    season = whole(rounds, win="least pts tiebroken by chance", more="Tiebreaker: a most pts (tied)")
    assert plan(season)["tiebreakers"] == [
        {"name": "b", "phases": ["vote by Ada between tied", "majority of vote tiebroken by a"]},
        {"name": "a", "phases": ["highest pts (tied)"]},
        {"name": "tiebreaker 1", "phases": ["chance"]},
    ]


@given(spelled_twice())
def test_two_spellings_of_one_meaning_give_one_plan(spellings: tuple[str, str]) -> None:
    plain, other = spellings
    assert plan(plain) == plan(other)
