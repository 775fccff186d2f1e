"""The document itself: every production of its grammar is read at least once, and so are the four seasons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.languages.contest.reading import checked, found_in, read, warnings, whole, words

from parlour.languages.contest.check import meaning

DOCUMENTS = Path(__file__).parents[2] / "documents"
GRAMMAR = (DOCUMENTS / "contest.txt").read_text(encoding="utf-8")
SEASONS = sorted((DOCUMENTS / "contest").glob("*.contest"))

V, E = "vote by Ada between Ben", "elimination of "

# Texts in which a production is used, each in all of its forms.
PRODUCTIONS = {
    "game": [whole()],
    "teamList": [
        whole(players="team Lynx: Ada, team Otter: Ben"),
        whole(players="Ada, Ben"),
        whole(players="randomly divide Ada, Ben into Lynx, Otter"),
        whole(players="Ada all with affiliation called red"),
    ],
    "team": [whole(players="team Lynx: Ada, Ben")],
    "playerList": [whole(players="Ada"), whole(players="Ada, Ben, Cleo")],
    "player": [whole(players="Ada"), whole(players="Ada with affiliation called red")],
    "attributeList": [whole(players="Ada with affiliation called red, affiliation called blue")],
    "attribute": [
        whole(players=f"Ada with {attribute}")
        for attribute in (
            "affiliation called red",
            "score called pts",
            "resource called pts",
            "counter called pts",
            "counter called pts starting at 3",
            "counter called pts with minimum of -1",
            "counter called pts with maximum of 1",
            "counter called pts, starting at 3, with minimum of 0, with maximum of 9",
        )
    ],
    "roundList": [whole(V), whole(f"{V}; {V}")],
    "round": [
        whole(V),
        whole(f"{V} repeated 3 times"),
        whole(f"{V} repeated 3 times with modifications: just round 1 before phase 1 insert {V}"),
    ],
    "modifierList": [
        whole(f"{V} repeated 3 times with modifications: round 1 before phase 1 insert {V}."),
        whole(
            f"{V} repeated 3 times with modifications:"
            f" round 1 before phase 1 insert {V}. round 2 before phase 1 insert {V}"
        ),
    ],
    "modifier": [
        whole(f"{V} repeated 3 times with modifications: {extent} round 2 {place} phase 1 insert {V}")
        for extent in ("just", "from", "")
        for place in ("before", "after", "instead of")
    ],
    "roundReference": [whole(f"{V} repeated 3 times with modifications: round 3 before phase 1 insert {V}")],
    "phaseReference": [whole(f"{V}. {V} repeated 3 times with modifications: round 3 before phase 2 insert {V}")],
    "phase": [whole(V), whole("elimination of Ada")],
    "phaseList": [whole(V), whole(f"{V}. {V}"), whole(f"{V}.")],
    "action": [whole(V), whole("competition between everyone")],
    "competition": [
        whole(f"{scored} {team} competition between everyone") for scored in ("scored", "") for team in ("team", "")
    ],
    "decision": [
        whole("vote by Ada between Ben including self"),
        whole("nomination of 2 by Ada between Ben"),
        whole("nomination of 2 by Ada between Ben including self"),
        whole("allocation of pts by Ada"),
        whole("directed vote by Ada between Ben"),
        whole("directed vote by Ada between Ben including self"),
        whole(f"uses? Ada then ({V})"),
        whole(f"uses? Ada then ({V}) otherwise ({V}. {V})"),
    ],
    "progression": [whole("elimination of Ada"), whole("elimination for Ada"), whole("increase pts by 1 of Ada")],
    "affiliationUpdate": [
        whole(f"{update} for everyone")
        for update in (
            "elimination",
            "add blue",
            "remove red",
            "number preserving swap red",
            "swap red adding blue, green",
            "change red to blue",
            "merge red",
            "merge red to blue",
        )
    ],
    "counterUpdate": [
        whole(f"{update} for Ada") for update in ("increase pts by 1", "decrease pts by 1", "set pts to 1")
    ],
    "value": [whole(f"{V}. set pts to {value} for Ada") for value in ("-3", "pts", "results of vote")],
    "identifierList": [whole(f"{E}Ada"), whole(f"{E}Ada, Ben except Cleo, Dan")],
    "idList": [whole(f"{E}Ada except Ben"), whole(f"{E}Ada except Ben, Cleo")],
    "idValList": [whole(f"{E}Ada"), whole(f"{E}Ada * 2, Ben")],
    "identifierVal": [whole(f"{E}Ada"), whole(f"{E}Ada * pts")],
    "identifier": [
        whole(f"competition between everyone. {V}. {E}{one}")
        for one in (
            "everyone",
            "Ada",
            "chance (everyone)",
            "nominated",
            "most pts (red) tiebroken by a: tied",
            "eliminated",
            "winner of competition",
            "loser of competition",
            "majority of vote",
            "minority of vote tiebroken by a: Ada",
            "highest pts (everyone)",
            "lowest pts (everyone)",
            "most pts (everyone)",
            "least pts (everyone) tiebroken by a: Ada",
        )
    ],
    "compReference": [whole(f"competition between everyone. {E}winner of competition{n}") for n in ("", " 1")],
    "allocateReference": [
        whole(f"allocation of pts by Ada. set pts to results of allocation{n} for Ada") for n in ("", " 1")
    ],
    "voteReference": [whole(f"{V}. {E}majority of vote{n}") for n in ("", " 1")],
    "tiebreaker": [
        whole(f"{E}most pts tiebroken by duel competition between tied winner of competition"),
        whole(f"{E}most pts tiebroken by lots chance (tied)"),
    ],
    "name": [whole(players="R2D2, Ada, a, Z")],
    "nameList": [whole("merge red for everyone"), whole("add blue for Ada. merge red, blue for everyone")],
    "number": [whole("set pts to 0 for Ada"), whole("set pts to -12 for Ada")],
    "winCondition": [
        whole(win=win)
        for win in (
            "reach 3 pts",
            "reach 3 pts for team",
            "competition",
            "team competition",
            "everyone",
            "red for team",
            "3 member jury vote",
            "survive",
        )
    ],
    "goal": [whole(win="reach -3 pts")],
    "goalList": [whole(win="reach 3 pts, 4 pts")],
}


def test_all_productions_of_the_document_are_here() -> None:
    named = re.findall(r"^\s*(?:\$?\s*)?\\?\$?\\langle (\w+) \\rangle ::=", GRAMMAR, re.MULTILINE)
    assert len(named) > 30
    assert set(PRODUCTIONS) == set(named)


@pytest.mark.parametrize("production", PRODUCTIONS)
def test_every_production_is_read_and_means_something(production: str) -> None:
    for text in PRODUCTIONS[production]:
        read(text)
        checked(text)


@pytest.mark.parametrize("path", SEASONS, ids=lambda path: path.stem)
def test_the_four_seasons_make_sense(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [item.title for item in found_in(text) if item.is_error] == []
    # The joker of the league is never asked about: the language has no condition on counters.
    assert [title for _, title, _ in warnings(text)] == (["nothing reads joker"] if "league" in path.stem else [])


def asked(name: str) -> list[list[tuple[bool, bool]]]:
    """What the competitions of each stretch of rounds are asked for."""
    [path] = [path for path in SEASONS if path.stem.endswith(name)]
    season = checked(path.read_text(encoding="utf-8"))
    return [
        [(phase.uses_winner, phase.uses_loser) for phase in each.phases if isinstance(phase, meaning.Competition)]
        for each in season.rounds
    ]


def test_the_island_asks_for_the_tribe_that_lost_and_later_for_the_winner() -> None:
    assert asked("island") == [[(False, True)]] * 3 + [[(True, False)]] * 2


def test_the_house_asks_for_winners() -> None:
    assert asked("house") == [[(True, False), (True, False)], [(True, False)]]


def test_the_league_needs_both_places() -> None:
    assert asked("league") == [[(True, True)], [(True, True)]]


def test_the_knock_out_asks_who_lost() -> None:
    assert asked("knock-out") == [[(False, True)] * 4, [(False, True)] * 2]


def test_the_league_counts_points_twice_from_round_3_on() -> None:
    [path] = [path for path in SEASONS if path.stem.endswith("league")]
    points = "increase points by results of competition for everyone"
    season = checked(path.read_text(encoding="utf-8"))
    assert [(first, last, phases.count(points)) for first, last, phases in words(season)] == [(1, 2, 1), (3, 4, 2)]
    assert isinstance(season.win, meaning.Chosen) and season.win.is_for_team
