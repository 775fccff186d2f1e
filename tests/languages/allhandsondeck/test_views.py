"""The law of hidden information: exchange what a viewer cannot see, and its view stays the same, byte for byte."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import parlour
from parlour.engines.core.state import RunState
from parlour.engines.core.values import UNSET, Box, Object
from parlour.engines.python.position import PythonPosition
from parlour.game.position import ObjectView, Status
from parlour.languages.allhandsondeck.table.table import CardTable
from parlour.library import all as library

HIDDEN = [game for game in library() if game.language == "allhandsondeck"]


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.name)
def test_a_view_does_not_change_with_what_the_viewer_cannot_see(game: Any) -> None:
    loaded = parlour.load(game.text, language="allhandsondeck", name=f"{game.name}.ah")
    if not loaded.info.kind.is_hidden:
        pytest.skip("nothing is hidden in this game")
    random = Random(game.name)
    exchanged = 0
    for seed in (1, 2):
        position = loaded.start(seed, engine="python")
        assert isinstance(position, PythonPosition)
        for _ in range(12):
            if position.status is not Status.OPEN:
                break
            # In the middle of a move the way back leads to a position that was not exchanged: begin with the move.
            viewers = () if position.chain else (None, *(seat.number for seat in position.seats))
            others = {viewer: exchange(position, viewer, random) for viewer in viewers}
            twins = {viewer: other for viewer, other in others.items() if other is not None}
            exchanged += len(twins)
            for viewer, other in twins.items():
                assert repr(other.view(viewer)) == repr(position.view(viewer)), (seed, viewer)
            options = position.legal(position.questions[0]).options
            if not options:
                break
            value = random.choice(options).value
            position.answer(position.questions[0], value)
            if position.move_depth == 0:
                continue
            # The same move goes on, and nothing has happened yet that could tell anything.
            for viewer, other in twins.items():
                other.answer(other.questions[0], value)
                assert repr(other.view(viewer)) == repr(position.view(viewer)), (seed, viewer)
    assert exchanged > 3


def exchange(position: PythonPosition, viewer: int | None, random: Random) -> PythonPosition | None:
    """A copy in which the hidden cards have changed their places: what is written on them is dealt out anew."""
    twin = position.copy()
    table = twin.engine.table
    assert isinstance(table, CardTable)
    zones = table.zones.read(RunState(twin))
    seen = {
        card.number
        for zone in zones
        for card in zone.cards
        if isinstance(card, ObjectView) and table.zones.visible(viewer, zone, card)
    }
    hidden = {card.number for zone in zones for card in zone.cards if isinstance(card, ObjectView)} - seen
    kinds: dict[type, list[Object]] = {}
    for thing in objects(twin):
        if thing.serial in hidden:
            kinds.setdefault(type(thing), []).append(thing)
    changed = False
    for cards in kinds.values():
        faces = [[getattr(card, f"s{slot}") for slot in range(type(card).width)] for card in cards]
        dealt = faces.copy()
        random.shuffle(dealt)
        changed = changed or dealt != faces
        for card, face in zip(cards, dealt, strict=True):
            for slot, value in enumerate(face):
                setattr(card, f"s{slot}", value)
    twin._forget()  # what was worked out before the exchange
    return twin if changed else None


def objects(position: PythonPosition) -> list[Object]:
    """All objects that a position holds, each once."""
    found: dict[int, Object] = {}
    stack: list[Any] = [*position.run.globals, *position.run.stack]
    seen: set[int] = set()
    while stack:
        value = stack.pop()
        if isinstance(value, Box):
            value = value.value
        if value is UNSET or not isinstance(value, list | tuple | dict | Object) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Object):
            found[value.serial] = value
            stack.extend(getattr(value, f"s{slot}") for slot in range(type(value).width))
        else:
            stack.extend(value.values() if isinstance(value, dict) else value)
    return list(found.values())
