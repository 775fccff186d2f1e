"""`parlour show season.contest`: the plan, round by round after modifications, for people and for programs."""

from __future__ import annotations

from tests.cli.conftest import Parlour

SEASON = """// Short
Players: Ada, Ben, Cleo all with score called pts
Rounds: elimination of most pts repeated 2 times;
Win: survive
"""
RESPELLED = """// Short
players: Ada, Ben, Cleo all with counter called pts, starting at 0
rounds: elimination for highest pts (everyone). repeated 2 times;
win: survive
"""


def test_the_plan_is_shown_to_people(inside: Parlour, write) -> None:
    write("season.contest", SEASON)
    shown = inside("show", "season.contest")
    assert shown.code == 0
    assert "Rounds 1 to 2\n  1  elimination of highest pts\n\nThe win\n  survive\n" in shown.out


def test_json_is_one_object_which_two_spellings_share(inside: Parlour, write) -> None:
    write("season.contest", SEASON)
    [shown] = inside("show", "season.contest", "--json").events
    counters = {"pts": {"start": 0, "min": None, "max": None}}
    assert shown["title"] == "Short"
    assert shown["players"] == [{"name": name, "groups": [], "counters": counters} for name in ("Ada", "Ben", "Cleo")]
    assert (shown["teams"], shown["divided"], shown["win"], shown["tiebreakers"]) == ([], None, "survive", [])
    assert shown["rounds"] == [{"from": 1, "to": 2, "phases": ["elimination of highest pts"]}]
    write("season.contest", RESPELLED)
    assert inside("show", "season.contest", "--json").events == [shown]
