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
from parlour.game.position import Position, Status


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
    return [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]


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
