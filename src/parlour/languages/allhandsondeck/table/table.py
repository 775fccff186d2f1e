"""How AllHandsOnDeck meets people: lines of text go in, and the table has piles, hands and counters.

Everything that is drawn goes through `zones.py`, which alone decides what a viewer may see. Counters are the plain
attributes of an Actor, which only its own seat sees unless a note shows them, and the variables that a note shows.
"""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.core import nodes
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.values import Plain
from parlour.game.error import GameError, Refused
from parlour.game.position import ObjectView, State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Counter, Hand, Pile, Scene, SceneItem
from parlour.languages.allhandsondeck.check.types import ACTOR
from parlour.languages.allhandsondeck.lower.asking import ASKED, OFFERED
from parlour.languages.allhandsondeck.lower.names import SEAT
from parlour.languages.allhandsondeck.table.shown import Room, attributes
from parlour.languages.allhandsondeck.table.zones import Zone, Zones

__all__ = ["CardTable", "Zones"]

_INT = re.compile(r"[+-]?[0-9]+")
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_RANGE_SUM = re.compile(r"([^.]+)(\.\.\.?)([^.]+ [+-] [^.]+)")
_TRUTHS = {"True": True, "False": False}

_HINTS = {
    "steps": "is there a loop that never ends without asking anybody?",
    "depth": "does an ACTION or helper call itself without end?",
    "memory": "does something grow without end?",
    "overflow": "an int has 64 bits: it goes up to 9223372036854775807",
}


@dataclass(frozen=True, slots=True)
class CardTable:
    """See `parlour.game.table.Table`."""

    zones: Zones

    # ------------------------------------------------------------------------------------------------- answers

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        match question.domain:
            case nodes.Whole():
                found = text.strip()
                if _INT.fullmatch(found) is None or len(found) > 20 or not INT_MIN <= int(found) <= INT_MAX:
                    return Refused("form", f"'{text}' is not a valid int")
                return int(found)
            case nodes.YesNo():
                if text.strip() not in _TRUTHS:
                    return Refused("form", f"'{text}' is not a valid bool")
                return _TRUTHS[text.strip()]
        if question.kind == "number":
            if _FLOAT.fullmatch(text.strip()) is None:
                return Refused("form", f"'{text}' is not a valid float")
            return text.strip()
        return text

    def label(self, question: nodes.Question, value: Plain) -> str:
        return str(value)

    def domain(self, question: nodes.Question) -> Domain:
        match question.domain:
            case nodes.Whole():
                return Domain("an int", example="0")
            case nodes.YesNo():
                return Domain("True or False", example="True")
            case nodes.Options():
                return Domain("one of the options")
        return Domain("a float", example="0.5") if question.kind == "number" else Domain("a line of text")

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        """Of an option that is a card, the card; of an index, that place in what the one who is asked holds."""
        zones = self.zones.read(state)
        numbers = [value if isinstance(value, int) and not isinstance(value, bool) else -1 for value in values]
        if isinstance(question.domain, nodes.Options):
            read, places = state.read(OFFERED), _places(zones)
            offered: list[object] = read if isinstance(read, list) else []
            cards = [offered[number] if 0 <= number < len(offered) else None for number in numbers]
            return [tuple(places.get(card.number, ())) if isinstance(card, ObjectView) else () for card in cards]
        asked = state.read(ASKED)
        held = [zone for zone in zones if zone.owner is not None and zone.owner == asked]
        if not isinstance(question.domain, nodes.Whole) or len(held) != 1:
            return [() for _ in values]
        size = len(held[0].cards)
        return [(Anchor(held[0].id, (number,)),) if 0 <= number < size else () for number in numbers]

    # --------------------------------------------------------------------------------------------------- table

    def scene(self, state: State, viewer: int | None) -> Scene:
        zones, room = self.zones.read(state), Room()
        items: list[SceneItem] = [*self._counters(state, room)]
        held = Counted(zone.owner for zone in zones)
        items.extend(self._draw(zone, held, state, viewer, room) for zone in zones)
        items.extend(self._scores(state, viewer, room))
        # Piles stand together, then what lies open, then hands.
        order = {Counter: 0, Pile: 1, Hand: 2}
        return Scene(tuple(sorted(items, key=lambda item: order[type(item)])))

    def _draw(self, zone: Zone, held: Counted[int | None], state: State, viewer: int | None, room: Room) -> SceneItem:
        title = zone.title
        if zone.owner is not None:
            name = state.seats[zone.owner].name
            alone = held[zone.owner] == 1
            title = name if alone else f"{name}, {title}"
        if zone.is_stack:
            top = self.zones.piece(viewer, zone, zone.cards[0], room) if zone.cards else None
            return Pile(zone.id, title, len(zone.cards), top)
        pieces = tuple(self.zones.piece(viewer, zone, card, room) for card in zone.cards)
        return Hand(zone.id, title, pieces, zone.owner)

    def _counters(self, state: State, room: Room) -> Iterator[Counter]:
        """Variables that everybody may see, and that are not drawn as piles or hands."""
        for name in self.zones.state:
            value = state.read(name) if name in self.zones.shown else None
            if value is not None and not self.zones.is_collection(value):
                yield Counter(name.replace("_", " "), self._word(value, room))

    def _scores(self, state: State, viewer: int | None, room: Room) -> Iterator[Counter]:
        """What is plain about an Actor: for its own eyes, or for everybody's if the author shows it."""
        for actor in self.zones.actors(state):
            seat = actor.fields.get(SEAT)
            if not isinstance(seat, int) or not 0 <= seat < len(state.seats):
                continue
            for name, value in attributes(actor).items():
                if name == "name" or not isinstance(value, str | int | float):
                    continue
                if seat == viewer or name in self.zones.shown:
                    yield Counter(f"{state.seats[seat].name}, {name.replace('_', ' ')}", room.text(value), seat)

    def _word(self, value: object, room: Room) -> str:
        """An Actor by its name, a card by its face."""
        if isinstance(value, ObjectView):
            name = value.fields.get("name") if self.zones.is_a(value, ACTOR) else None
            return room.text(name) if isinstance(name, str) else self.zones.face(value, room)
        return room.text(value, self.zones.names)

    # -------------------------------------------------------------------------------------------------- telling

    def state(self, state: State) -> dict[str, object]:
        """The game's variables, objects and collections as they print; those without a value are left out."""
        found: dict[str, object] = {}
        room = Room()
        for name in self.zones.state:
            value = state.read(name)
            if isinstance(value, str):
                found[name] = room.text(value)
            elif value is None or isinstance(value, int | float):
                found[name] = value
            else:
                found[name] = room.shown(value, self.zones.names)
        return found

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, state: State) -> dict[str, object] | None:
        return None

    def reword(self, error: GameError) -> GameError:
        hint = error.hint or _HINTS.get(error.code, "")
        match error.code:
            case "type":
                return replace(error, kind="type", hint=hint or _range_hint(error))
            case "none":
                what = "" if error.span is None else f"`{' '.join(error.span.text.split())}` is "
                return replace(error, kind="type", message=f"{what}None, where a value is needed", hint=hint)
        return replace(error, hint=hint)


def _range_hint(error: GameError) -> str:
    """Dots bind tighter than `+` and `-`, so `0...n - 1` takes 1 from a range."""
    written = None if error.span is None else _RANGE_SUM.fullmatch(" ".join(error.span.text.split()))
    if written is None or "Range" not in error.message:
        return ""
    return f"dots bind tighter than + and -: write {written[1]}{written[2]}({written[3]})"


def _places(zones: list[Zone]) -> dict[int, list[Anchor]]:
    """Where each card lies, by its number: its place in a hand, or the pile of which it is the top."""
    found: dict[int, list[Anchor]] = {}
    for zone in zones:
        for number, card in enumerate(zone.cards):
            if isinstance(card, ObjectView) and (number == 0 or not zone.is_stack):
                anchor = Anchor(zone.id) if zone.is_stack else Anchor(zone.id, (number,))
                found.setdefault(card.number, []).append(anchor)
    return found
