"""The flow of a game, found in its text: what may follow what, and nothing that cannot."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tests.languages.tgdl.checking import checked

from parlour.game.flow import Hearer, Passing
from parlour.languages.tgdl.check.flow import flow_of
from parlour.present.flow import flow_lines
from parlour.present.layout.measure import length
from parlour.present.svg.picture import flow_svg

MARKET = """game "market"; players 3;
event SoldEvent { }
event LastSoldEvent : SoldEvent { }
event UnusedEvent { }
class Stall
{
    action Buy { trigger PlayerChoiceEvent { return turn.phase.active() == "Buy"; } effect { onward(); } }
    action Sell prio 2
    {
        trigger PlayerChoiceEvent { return true; }
        require { return !(turn.phase.active() == "Buy"); }
        effect { event.throw(new LastSoldEvent()); turn.pass(); }
    }
    action Count prio 4 { trigger SoldEvent { return true; } effect { turn.pass(player.active() - 1, "Buy"); } }
    action Cheer { trigger LastSoldEvent prio 9 { return true; } effect { turns.use("Night"); } }
    function onward { returns; effect { turn.pass(player.active(), "Sell"); } }
}
turn Day
{
    phase Buy;
    phase Sell;
    phase Count { effect { if(turn.phase.active() != "Count") { turn.pass(0, "Buy"); } } }
    default
    {
        if(turn.phase.active() == "Buy") { return player.active() + 1; }
        if(turn.phase.active() == "Sell") { turn.pass(player.active(), "Count"); }
        else { turn.pass(player.active() + 2, "Buy"); }
    }
}
turn Night { default { winner 0; } }
setup { Stall s = new Stall(); s.assign(0); turns.use("Day", "Sell"); }
"""


def day() -> dict[str | None, list[tuple[str | None, str | None, str, str]]]:
    flow = flow_of(checked(MARKET))
    return {
        phase.name: [(each.turn, each.phase, each.player, each.by) for each in phase.passes]
        for phase in flow.turns[0].phases
    }


def test_choices_are_those_whose_trigger_and_requires_may_hold_in_the_phase() -> None:
    flow = flow_of(checked(MARKET))
    assert [(phase.name, phase.is_automatic, phase.choices) for phase in flow.turns[0].phases] == [
        ("Buy", False, ("Stall.Buy",)),
        ("Sell", False, ("Stall.Sell",)),
        ("Count", True, ()),
    ]
    assert [(phase.name, phase.choices) for phase in flow.turns[1].phases] == [(None, ("Stall.Sell",))]


def test_a_pass_inside_a_function_belongs_to_the_action_that_calls_it() -> None:
    assert ("Day", "Sell", "player.active()", "Stall.Buy") in day()["Buy"]


def test_a_default_that_asks_for_the_phase_passes_from_that_phase_only() -> None:
    found = day()
    assert ("Day", "Buy", "player.active() + 1", "default of Day") in found["Buy"]
    assert [each for each in found["Sell"] if each[3] == "default of Day"] == [
        ("Day", "Count", "player.active()", "default of Day")
    ]
    assert found["Count"] == [("Day", "Buy", "player.active() + 2", "default of Day")]


def test_reactions_to_what_choices_throw_pass_too() -> None:
    assert ("Day", "Buy", "player.active() - 1", "Stall.Count") in day()["Sell"]
    assert ("Night", None, "player.active()", "Stall.Cheer") in day()["Sell"]
    assert not any(by == "Stall.Count" for *_, by in day()["Buy"])


def test_events_know_who_throws_and_hears_them_by_priority() -> None:
    sold, last, unused = flow_of(checked(MARKET)).events
    assert (sold.name, sold.thrown_by, sold.heard_by) == ("SoldEvent", ("Stall.Sell",), (Hearer("Stall.Count", 4.0),))
    assert last.heard_by == (Hearer("Stall.Cheer", 9.0), Hearer("Stall.Count", 4.0))
    assert (unused.thrown_by, unused.heard_by) == ((), ())


def test_the_beginning_and_the_ends() -> None:
    flow = flow_of(checked(MARKET))
    assert flow.begin == (Passing("Day", "Sell", "player.active()", "setup"),)
    assert flow.ends == ("default of Night",)


def test_the_flow_in_words() -> None:
    lines = flow_lines(flow_of(checked(MARKET)), arrow="->")
    assert lines[:5] == [
        "begin",
        "  -> Day.Sell, player.active() (setup)",
        "",
        "turn Day",
        "  phase Buy waits for Stall.Buy",
    ]
    assert "  phase Count runs by itself" in lines
    assert "    -> turn Night, player.active() (Stall.Cheer)" in lines
    assert lines[-4:] == ["  thrown by nobody", "  heard by nobody", "", "the game ends in default of Night"]


def test_the_picture_says_everything_that_the_words_say() -> None:
    picture = flow_svg(flow_of(checked(MARKET)), theme="light", title="<Market>")
    root = ET.fromstring(picture)
    texts = {each.text for each in root.iter() if each.tag.endswith("text")}
    assert {"<Market>", "turn Day", "Stall.Buy", "event SoldEvent", "Stall.Cheer, prio 9", "turn Night"} <= texts
    assert {"player.active() + 1 (default of Day)", "the game ends in default of Night"} <= texts
    # Every word lies inside the picture.
    width = float(root.attrib["viewBox"].split()[2])

    def within(element: ET.Element, shift: float) -> None:
        moved = element.attrib.get("transform", "translate(0 0)")[10:-1].split()
        shift += float(moved[0])
        if element.tag.endswith("}text"):
            is_bold = "font-weight" in element.attrib
            half = length(element.text or "", float(element.attrib["font-size"]), is_bold=is_bold)
            x = shift + float(element.attrib["x"])
            left, right = {"middle": (half / 2, half / 2), "start": (0.0, half), "end": (half, 0.0)}[
                element.attrib.get("text-anchor", "start")
            ]
            assert x - left >= 0 and x + right <= width, element.text
        for child in element:
            within(child, shift)

    within(root, 0.0)
