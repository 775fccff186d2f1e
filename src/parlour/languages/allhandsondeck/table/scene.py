"""The scene: piles, hands and counters as a viewer sees them.

Everything that is drawn goes through `zones.py`, which alone decides what a viewer may see. Counters are the plain
attributes of an Actor, which only its own seat sees unless a note shows them, and the variables that a note shows. Of
what is true or false only what is true is told.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator

from parlour.game.position import ObjectView, State
from parlour.game.scene import Counter, Hand, Pile, Scene, SceneItem
from parlour.languages.allhandsondeck.check.types import ACTOR
from parlour.languages.allhandsondeck.lower.names import SEAT
from parlour.languages.allhandsondeck.table.shown import Room, attributes
from parlour.languages.allhandsondeck.table.zones import Zone, Zones


def draw(zones: Zones, state: State, viewer: int | None) -> Scene:
    on_table, room = zones.read(state), Room()
    items: list[SceneItem] = [*_counters(zones, state, room)]
    held = Counted(zone.owner for zone in on_table)
    items.extend(_zone(zones, zone, held, state, viewer, room) for zone in on_table)
    items.extend(_scores(zones, state, viewer, room))
    # Piles stand together, then what lies open, then hands.
    order = {Counter: 0, Pile: 1, Hand: 2}
    return Scene(tuple(sorted(items, key=lambda item: order[type(item)])))


def _zone(
    zones: Zones, zone: Zone, held: Counted[int | None], state: State, viewer: int | None, room: Room
) -> SceneItem:
    title = zone.title
    if zone.owner is not None:
        name = state.seats[zone.owner].name
        alone = held[zone.owner] == 1
        title = name if alone else f"{name}, {title}"
    if zone.is_stack:
        top = zones.piece(viewer, zone, zone.cards[0], room) if zone.cards else None
        return Pile(zone.id, title, len(zone.cards), top)
    pieces = tuple(zones.piece(viewer, zone, card, room) for card in zone.cards)
    return Hand(zone.id, title, pieces, zone.owner, is_column=zone.is_part and zone.owner is None)


def _counters(zones: Zones, state: State, room: Room) -> Iterator[Counter]:
    """Variables that everybody may see, and that are not drawn as piles or hands."""
    for name in zones.state:
        value = state.read(name) if name in zones.shown else None
        if value is not None and not zones.is_collection(value):
            words = name.replace("_", " ")
            if not isinstance(value, bool):
                yield Counter(words, _word(zones, value, room))
            elif value:
                yield Counter("", words)


def _scores(zones: Zones, state: State, viewer: int | None, room: Room) -> Iterator[Counter]:
    """What is plain about an Actor: for its own eyes, or for everybody's if the author shows it."""
    for actor in zones.actors(state):
        seat = actor.fields.get(SEAT)
        if not isinstance(seat, int) or not 0 <= seat < len(state.seats):
            continue
        for name, value in attributes(actor).items():
            if name == "name" or not isinstance(value, str | int | float):
                continue
            words = name.replace("_", " ")
            if seat != viewer and name not in zones.shown:
                continue
            if not isinstance(value, bool):
                yield Counter(f"{state.seats[seat].name}, {words}", room.text(value), seat)
            elif value:
                yield Counter(state.seats[seat].name, words, seat)


def _word(zones: Zones, value: object, room: Room) -> str:
    """An Actor by its name, a card by its face."""
    if isinstance(value, ObjectView):
        name = value.fields.get("name") if zones.is_a(value, ACTOR) else None
        return room.text(name) if isinstance(name, str) else zones.face(value, room)
    return room.text(value, zones.names)
