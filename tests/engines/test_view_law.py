"""The view law, by exchange: where a seat cannot see that two hidden cards have changed places, nothing that it is
asked or offered shows it either.

Two cards of different piles and hands change places in a copy of a position. If the scene of the seat that is asked is
the same as before, the whole view has to be: the questions, their options, whom everybody waits for, and the key."""

from __future__ import annotations

from itertools import combinations

import pytest

import parlour
from parlour.core.chance import Chance
from parlour.engines.python.position import PythonPosition
from parlour.game.position import Position, Status, Step
from parlour.game.scene import Board, Hand, Pile
from parlour.match import Match
from parlour.match.standing import Snapshots


def zones(position: PythonPosition) -> list[list[object]]:
    """Every list of two or more objects of one kind that the program holds, in a fixed order."""
    found: dict[int, list[object]] = {}
    met: set[int] = set()
    waiting: list[object] = [position.run.globals]
    while waiting:
        value = waiting.pop(0)
        if id(value) in met or isinstance(value, str | int | float | bool | None):
            continue
        met.add(id(value))
        inside = list(value) if isinstance(value, list | tuple) else [getattr(value, name) for name in slots(value)]
        if isinstance(value, list) and value and slots(value[0]) and value is not position.run.globals:
            found[id(value)] = value
        waiting += inside
    return list(found.values())


def slots(value: object) -> list[str]:
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    # How tables see a thing is no part of the state.
    return [name for name in names if name != "shown"]


def exchanges(position: PythonPosition, chance: Chance, most: int) -> list[tuple[int, int, int, int]]:
    """Some pairs of places in different zones that hold different objects of one class."""
    held = zones(position)
    found = []
    for (a, one), (b, other) in combinations(enumerate(held), 2):
        if type(one[0]) is not type(other[0]):
            continue
        for _ in range(2):
            i, j = chance.below(len(one)), chance.below(len(other))
            if one[i] is not other[j]:
                found.append((a, i, b, j))
    return [found[chance.below(len(found))] for _ in range(most)] if found else []


def exchanged(position: PythonPosition, places: tuple[int, int, int, int]) -> PythonPosition:
    after = position.copy()
    held = zones(after)
    a, i, b, j = places
    held[a][i], held[b][j] = held[b][j], held[a][i]
    after._forget()  # what was found out about the state before
    return after


def step(position: Position, chance: Chance) -> None:
    question = position.questions[0]
    options = position.legal(question).options
    position.answer(question, options[chance.below(len(options))].value)


@pytest.mark.parametrize("name", ["go-fish", "crazy-eights", "hearts", "love-note", "old-maid"])
def test_what_is_offered_does_not_show_an_exchange_that_is_not_seen(name: str) -> None:
    position = parlour.load(name).start(seed=4, engine="python")
    assert isinstance(position, PythonPosition)
    chance, unseen, seen = Chance(7), 0, 0
    for _ in range(6):
        if position.status is not Status.OPEN:
            break
        for places in exchanges(position, chance, 4):
            other = exchanged(position, places)
            for seat in position.seats:
                before, after = position.view(seat.number), other.view(seat.number)
                if before.scene != after.scene:
                    seen += 1
                    continue
                unseen += 1
                assert after.questions == before.questions
                assert (after.awaited, after.outcome) == (before.awaited, before.outcome)
                assert other.view_key(seat.number) == position.view_key(seat.number)
        step(position, chance)
    assert unseen > 10 and seen > 10


@pytest.mark.parametrize("name", ["go-fish", "crazy-eights", "hearts", "old-maid"])
def test_the_ids_of_pieces_and_the_right_to_undo_show_no_exchange_that_is_not_seen(name: str) -> None:
    """The match goes on with other cards below the table: as long as a viewer sees the same, its pieces have the same
    ids, and taking a move back takes the same."""
    chance, compared = Chance(7), 0
    game = parlour.load(name)
    first = game.start(seed=4, engine="python")
    assert isinstance(first, PythonPosition)
    for places in exchanges(first, chance, 5):
        match, other = (Match.start(game, seed=4, engine="python") for _ in range(2))
        other._standing.position = exchanged(first, places)
        other._snapshots = Snapshots.first(other._standing)
        viewers: list[int | None] = [None, *(seat.number for seat in first.seats)]
        for _ in range(8):
            viewers = [viewer for viewer in viewers if match.scene(viewer) == other.scene(viewer)]
            for viewer in viewers:
                compared += 1
                assert ids_of(match, viewer) == ids_of(other, viewer)
                assert match.undoing(viewer) == other.undoing(viewer)
            if match.is_over or not viewers:
                break
            question = match.questions[0]
            value = match.position.legal(question).options[0].value
            if not isinstance(match.answer(question, value), Step) or not isinstance(
                other.answer(question, value), Step
            ):
                break
            if match.questions != other.questions:
                break  # what was exchanged has come to light
    assert compared > 50


def ids_of(match: Match, viewer: int | None) -> list[str]:
    found = []
    for item in match.followed(viewer).items:
        if isinstance(item, Hand):
            found += [piece.id for piece in item.pieces]
        elif isinstance(item, Pile) and item.top is not None:
            found.append(item.top.id)
        elif isinstance(item, Board):
            found += [piece.id for piece in item.all_pieces]
    return found
