"""Answers: lines of text as values, what may be answered, and where on the table an answer lies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.values import Plain
from parlour.game.error import Refused
from parlour.game.position import ObjectView, State
from parlour.game.question import Anchor, Domain
from parlour.languages.allhandsondeck.lower.asking import ASKED, OFFERED
from parlour.languages.allhandsondeck.table.shown import Room
from parlour.languages.allhandsondeck.table.zones import Zone, Zones

_INT = re.compile(r"[+-]?[0-9]+")
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TRUTHS = {"True": True, "False": False}
MOST_SHOWN = 60


def read_answer(question: nodes.Question, text: str) -> Plain | Refused:
    match question.domain:
        case nodes.Whole():
            found = text.strip()
            if _INT.fullmatch(found) is None or len(found) > 20 or not INT_MIN <= int(found) <= INT_MAX:
                return Refused("form", f"'{_shown(text)}' is not a valid int")
            return int(found)
        case nodes.YesNo():
            if text.strip() not in _TRUTHS:
                return Refused("form", f"'{_shown(text)}' is not a valid bool")
            return _TRUTHS[text.strip()]
    if question.kind == "number":
        if _FLOAT.fullmatch(text.strip()) is None:
            return Refused("form", f"'{_shown(text)}' is not a valid float")
        return text.strip()
    return text


def _shown(text: str) -> str:
    """What was typed, as far as anybody wants to read it again."""
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def domain_of(question: nodes.Question) -> Domain:
    match question.domain:
        case nodes.Whole():
            return Domain("an int", example="0")
        case nodes.YesNo():
            return Domain("True or False", example="True")
        case nodes.Options():
            return Domain("one of the options")
    return Domain("a float", example="0.5") if question.kind == "number" else Domain("a line of text")


def anchors_of(
    zones: Zones, question: nodes.Question, values: Sequence[Plain], state: State
) -> Sequence[tuple[Anchor, ...]]:
    """Of an option that is a card, the card; of one that is the name of a card, every card so called that the one who
    is asked holds; of an index, that place in what they hold."""
    on_table = zones.read(state)
    asked = state.read(ASKED)
    held = [zone for zone in on_table if zone.owner is not None and zone.owner == asked]
    numbers = [value if isinstance(value, int) and not isinstance(value, bool) else -1 for value in values]
    if isinstance(question.domain, nodes.Options):
        read, places = state.read(OFFERED), _places(on_table)
        offered: list[object] = read if isinstance(read, list) else []
        named = _named(zones, held)
        found = [offered[number] if 0 <= number < len(offered) else None for number in numbers]
        return [
            tuple(places.get(each.number, ()))
            if isinstance(each, ObjectView)
            else tuple(named.get(each, ()) if isinstance(each, str) else ())
            for each in found
        ]
    # A bid is a number and no card.
    if not isinstance(question.domain, nodes.Whole) or len(held) != 1 or not state.wants_index:
        return [() for _ in values]
    size = len(held[0].cards)
    return [(Anchor(held[0].id, (number,)),) if 0 <= number < size else () for number in numbers]


def _places(zones: list[Zone]) -> dict[int, list[Anchor]]:
    """Where each card lies, by its number: its place in a hand, or the pile of which it is the top."""
    found: dict[int, list[Anchor]] = {}
    for zone in zones:
        for number, card in enumerate(zone.cards):
            if isinstance(card, ObjectView) and (number == 0 or not zone.is_stack):
                anchor = Anchor(zone.id) if zone.is_stack else Anchor(zone.id, (number,))
                found.setdefault(card.number, []).append(anchor)
    return found


def _named(zones: Zones, held: list[Zone]) -> dict[str, list[Anchor]]:
    """Where cards lie that somebody holds side by side, by what is written on them."""
    found: dict[str, list[Anchor]] = {}
    room = Room()
    for zone in held:
        for number, card in enumerate(zone.cards if not zone.is_stack else ()):
            found.setdefault(zones.face(card, room), []).append(Anchor(zone.id, (number,)))
    return found
