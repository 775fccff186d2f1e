"""What lies on the table: the collections of a game, whose they are, and who may see what is in them.

A zone is a collection of objects: a variable of the game, or an attribute of an Actor, whose own it then is. Its cards
are seen

- by everybody, if the author says so in a note (`show`);
- by the seat of the Actor that holds them;
- by everybody, if they have an attribute `faceup` that is true, unless a note says `hide`;
- else by nobody: others see their backs, and how many there are.

A variable whose cards lie in another zone already is a note of the program, not a place on the table, and is left out;
so are collections of Actors, and of plain values, which the author can show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.dataclass import dataclass
from parlour.game.position import ObjectView, State
from parlour.game.scene import Piece
from parlour.game.table import Face
from parlour.languages.allhandsondeck.check.types import ACTOR, STACK
from parlour.languages.allhandsondeck.lower.names import ACTORS, ELEMENTS, SEAT
from parlour.languages.allhandsondeck.table.shown import Room, attributes, elements

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.context import Lowering

FACE_UP = "faceup"
DEEPEST = 100  # Collections of collections are taken apart so many times.


@dataclass(frozen=True, slots=True)
class Zone:
    """A collection on the table. `name` is the variable or attribute that holds it, `owner` the seat of its Actor;
    `is_part`: it is one of several in a collection."""

    id: str
    name: str
    title: str
    owner: int | None
    is_stack: bool
    cards: tuple[object, ...]
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class Zones:
    """What the table must know of a program. `lines` has every class with all it extends; `shows_things`: a note shows
    a variable that may hold a single thing, such as a card, with all it refers to."""

    state: tuple[str, ...]
    lines: dict[str, tuple[str, ...]]
    names: dict[str, str]
    shown: frozenset[str]
    hidden: frozenset[str]
    hides: bool
    shows_things: bool

    @staticmethod
    def of(low: Lowering) -> Zones:
        program, pragmas, bases = low.program, low.pragmas, low.bases
        places = {name: low.found.state[name] for name in program.state}
        for class_name, name in low.found.attributes:
            if bases.below[class_name] & low.acting.actors:
                places[name] = low.found.attributes[class_name, name]
        # Something can be hidden where a collection of anything but Actors is not shown to everybody.
        hides = any(
            place.bases & bases.collections and place.item.bases & ~low.acting.actors and name not in pragmas.shown
            for name, place in places.items()
        )
        lines = {name: program.line(name) for name in program.classes}
        names = {name: class_.shown for name, class_ in program.classes.items()}
        shown = 0
        for name in pragmas.shown & places.keys():
            shown |= places[name].bases
        shows_things = any(bases.class_names(shown & ~bases.collections & ~low.acting.actors))
        return Zones(program.state, lines, names, pragmas.shown, pragmas.hidden, hides, shows_things)

    # -------------------------------------------------------------------------------------------------- reading

    def is_a(self, value: object, class_name: str) -> bool:
        return isinstance(value, ObjectView) and class_name in self.lines.get(value.class_name, ())

    def is_collection(self, value: object) -> bool:
        return isinstance(value, ObjectView) and ELEMENTS in value.fields

    def actors(self, state: State) -> list[ObjectView]:
        """The Actors with a seat, by seat."""
        found = state.read(ACTORS)
        return [actor for actor in found if isinstance(actor, ObjectView)] if isinstance(found, list) else []

    def read(self, state: State) -> list[Zone]:
        """All zones; what Actors hold comes last, by seat."""
        held: list[Zone] = []
        met: set[int] = set()
        for actor in self.actors(state):
            held.extend(self._held(actor, state, met))
        placed = {card.number for zone in held for card in zone.cards if isinstance(card, ObjectView)}
        common: list[Zone] = []
        for name in self.state:
            for zone in self._zones(name, name, None, state.read(name), met):
                numbers = {card.number for card in zone.cards if isinstance(card, ObjectView)}
                if placed.isdisjoint(numbers):
                    placed |= numbers
                    common.append(zone)
        return [*common, *held]

    def _held(self, actor: ObjectView, state: State, met: set[int]) -> Iterator[Zone]:
        seat = actor.fields.get(SEAT)
        if not isinstance(seat, int) or not 0 <= seat < len(state.seats):
            return
        for name, value in attributes(actor).items():
            yield from self._zones(f"{seat}.{name}", name, seat, value, met)

    def _zones(self, id_: str, name: str, owner: int | None, value: object, met: set[int]) -> Iterator[Zone]:
        """A collection of cards is a zone; a collection of such collections is several, each of those `met` once."""
        waiting: list[tuple[tuple[int, ...], object]] = [((), value)]
        while waiting:
            path, value = waiting.pop()
            if not isinstance(value, ObjectView) or not self.is_collection(value):
                continue
            cards = elements(value)
            if cards and len(path) < DEEPEST and all(self.is_collection(card) for card in cards):
                for number, part in reversed(list(enumerate(cards, 1))):
                    if isinstance(part, ObjectView) and part.number not in met:
                        met.add(part.number)
                        waiting.append(((*path, number), part))
                continue
            # Plain values only say something when they are seen, and people are no cards.
            is_of_cards = all(isinstance(card, ObjectView) and not self.is_a(card, ACTOR) for card in cards)
            if name in self.shown or is_of_cards:
                title = " ".join((_words(name), *map(str, path[:1])))
                place = ".".join((id_, *map(str, path)))
                yield Zone(place, name, title, owner, self.is_a(value, STACK), tuple(cards), bool(path))

    # --------------------------------------------------------------------------------------------------- seeing

    def visible(self, viewer: int | None, zone: Zone, card: object) -> bool:
        """Whether a viewer (None: a spectator) may see a card of a zone."""
        if zone.name in self.shown or (zone.owner is not None and zone.owner == viewer):
            return True
        if zone.name in self.hidden or not isinstance(card, ObjectView):
            return False
        return bool(card.fields.get(FACE_UP))

    def faces(self, state: State, viewer: int | None) -> Iterator[Face]:
        """What a viewer sees of all cards; of a pile only the top can be looked at."""
        for zone in self.read(state):
            for number, card in enumerate(zone.cards):
                if isinstance(card, ObjectView):
                    is_seen = self.visible(viewer, zone, card) and not (zone.is_stack and number)
                    yield Face(card.number, zone.id, is_seen)

    def piece(self, viewer: int | None, zone: Zone, card: object, room: Room) -> Piece:
        """A card as a viewer sees it: of one that is hidden nothing is told."""
        if not self.visible(viewer, zone, card):
            return Piece("", is_hidden=True)
        return Piece(self.face(card, room))

    def face(self, card: object, room: Room) -> str:
        """What is written on a card: its name, or else its plain attributes without those that are true or false."""
        if not isinstance(card, ObjectView) or self.is_collection(card):
            return room.text(card, self.names)
        name = attributes(card).get("name")
        if isinstance(name, str):
            return room.text(name)
        plain = [part for part in attributes(card).values() if isinstance(part, str | int | float)]
        words = [room.text(part) for part in plain if not isinstance(part, bool)]
        return " ".join(words) or room.shown(card, self.names)


def _words(name: str) -> str:
    return name.replace("_", " ")
