"""`parlour show GAME --flow`: for people, as a picture, and for programs."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tests.cli.conftest import Parlour


def test_phases_and_events_in_words(inside: Parlour) -> None:
    shown = inside("show", "briscolina", "--flow", "--ascii")
    assert (shown.code, shown.err) == (0, "")
    assert "  phase Lay waits for Seat.Lay\n    -> Lay, player.active() + 1 (default of Round)\n" in shown.out
    assert "event PlayedEvent\n  thrown by Seat.Lay\n  heard by Trick.Score; Trick.Finish, prio -5\n" in shown.out


def test_the_picture_is_a_document_of_its_own(inside: Parlour) -> None:
    shown = inside("show", "bridge", "--flow", "--svg")
    assert shown.code == 0
    assert ET.fromstring(shown.out).tag == "{http://www.w3.org/2000/svg}svg"


def test_json_is_one_object(inside: Parlour) -> None:
    [shown] = inside("show", "bridge", "--flow", "--json").events
    assert shown["event"] == "flow"
    assert [phase["name"] for phase in shown["turns"][0]["phases"]] == ["Build", "Judge"]
    assert shown["ends"] == ["phase Judge"]


def test_languages_without_phases_say_so(inside: Parlour) -> None:
    shown = inside("show", "connect-four", "--flow")
    assert (shown.code, shown.out) == (2, "")
    assert "BoGL games have no phases and events to show" in shown.err


def test_flow_is_of_the_text_not_of_a_position(inside: Parlour) -> None:
    shown = inside("show", "bridge", "--flow", "--after", "Build")
    assert shown.code == 2
    assert "--flow and --after do not go together" in shown.err
