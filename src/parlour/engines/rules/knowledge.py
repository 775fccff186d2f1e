"""Who knows what: the possible histories of a game that uses `knows` (GDL-III).

A *world* is a state that the match may be in, together with what each role has seen on the way there. Histories that
lead to the same state and look the same to everybody are one world. A role knows what holds in all worlds that look to
it like the real one; what holds in every world reachable through any chain of such confusions is common knowledge.
Worlds that no such chain leads to are dropped: whoever can tell two worlds apart can do so for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from itertools import product
from typing import Any

from parlour.dataclass import dataclass
from parlour.engines.logic.machine import RANDOM, GameTrouble
from parlour.engines.rules.evaluator import Context, Evaluator, Facts, Purse

MOST_WORLDS = 20_000
MOST_HISTORIES = 50_000


@dataclass(frozen=True, slots=True)
class World:
    """`seen` has a digest for each role but `random` of all its moves and percepts so far."""

    facts: Facts
    seen: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds that somebody may confuse with the real one, and which of them is real."""

    worlds: tuple[World, ...]
    real: int


class Minds:
    """What follows from one set of worlds, whichever of them is real: who knows what, and which worlds come next. Each
    world has a context of its own, and all are paid from one purse."""

    def __init__(self, evaluator: Evaluator, worlds: tuple[World, ...], purse: Purse) -> None:
        self.evaluator = evaluator
        self.worlds = worlds
        self.purse = purse
        self._minds = {role: mind for mind, role in enumerate(thinking_roles(evaluator))}
        self._contexts: dict[int, Context] = {}
        self._answers: dict[tuple[Any, ...], bool] = {}

    @cached_property
    def look_alikes(self) -> dict[tuple[int, bytes], list[int]]:
        return _look_alikes(self.worlds)

    @cached_property
    def regions(self) -> list[int]:
        return _regions(self.worlds)

    def context(self, number: int) -> Context:
        found = self._contexts.get(number)
        if found is None:
            facts = self.worlds[number].facts
            found = self.evaluator.context(facts, knowledge=_Mind(self, number), purse=self.purse)
            self._contexts[number] = found
        return found

    def knows(self, number: int, quoted: tuple[Any, ...]) -> bool:
        *who, what = quoted[1:]
        if who:
            mind = self._minds.get(who[0])
            if mind is None:
                return False
            group: tuple[Any, ...] = (mind, self.worlds[number].seen[mind])
            members = self.look_alikes[group]
        else:
            group = (self.regions[number],)
            members = [other for other, region in enumerate(self.regions) if region == group[0]]
        asked = (group, what)
        if asked not in self._answers:
            self._answers[asked] = all(self.evaluator.holds(self.context(other), what) for other in members)
        return self._answers[asked]

    def following(self, number: int, moves: Sequence[int]) -> Worlds:
        """The world that comes next when these moves are made in a world, among those it may be confused with then."""
        return self._following[_next_world(self.evaluator, self.context(number), self.worlds[number], moves)]

    @cached_property
    def _following(self) -> dict[World, Worlds]:
        """Every world that can come next, among those that it may be confused with."""
        evaluator = self.evaluator
        found: dict[World, None] = {}
        tried = 0
        for number, world in enumerate(self.worlds):
            context = self.context(number)
            if evaluator.is_terminal(context):
                continue  # the match goes on, as everybody can see
            for joint in product(*(evaluator.legal_moves(context, role) for role in evaluator.roles)):
                tried += 1
                if tried > MOST_HISTORIES or len(found) > MOST_WORLDS:
                    message = "there are too many possible histories to work out who knows what"
                    raise GameTrouble("budget", "histories", message, "knows")
                found[_next_world(evaluator, context, world, joint)] = None
        by_region: dict[int, list[World]] = {}
        for world, region in zip(found, _regions(tuple(found)), strict=True):
            by_region.setdefault(region, []).append(world)
        together = map(tuple, by_region.values())
        return {world: Worlds(worlds, place) for worlds in together for place, world in enumerate(worlds)}


class _Mind:
    """`knows` as it is asked inside one world."""

    def __init__(self, minds: Minds, number: int) -> None:
        self.minds = minds
        self.number = number

    def knows(self, context: Context, quoted: tuple[Any, ...]) -> bool:
        return self.minds.knows(self.number, quoted)


def thinking_roles(evaluator: Evaluator) -> list[int]:
    """All roles but `random`: nobody asks what chance knows."""
    return [number for number, role in zip(evaluator.roles, evaluator.sheet.roles, strict=True) if role.name != RANDOM]


def first_worlds(evaluator: Evaluator, facts: Facts) -> Worlds:
    """At the beginning there is nothing to confuse."""
    return Worlds((World(facts, (b"",) * len(thinking_roles(evaluator))),), 0)


def _look_alikes(worlds: Sequence[World]) -> dict[tuple[int, bytes], list[int]]:
    """The worlds that look the same to somebody (counted among those who can know something)."""
    found: dict[tuple[int, bytes], list[int]] = {}
    for number, world in enumerate(worlds):
        for mind, seen in enumerate(world.seen):
            found.setdefault((mind, seen), []).append(number)
    return found


def _regions(worlds: Sequence[World]) -> list[int]:
    """For every world the number of the region it is in: worlds joined by any chain of confusions."""
    leader = list(range(len(worlds)))

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    for members in _look_alikes(worlds).values():
        for member in members[1:]:
            leader[find(member)] = find(members[0])
    return [find(number) for number in range(len(worlds))]


def _next_world(evaluator: Evaluator, context: Context, world: World, joint: Sequence[int]) -> World:
    moved = evaluator.with_moves(context, dict(zip(evaluator.roles, joint, strict=True)))
    seen = []
    for mind, role in enumerate(thinking_roles(evaluator)):
        terms = [evaluator.terms.term(item) for item in (moved[1][role], *evaluator.percepts(moved, role))]
        seen.append(sha256(world.seen[mind] + repr(list(map(str, terms))).encode()).digest())
    return World(evaluator.next_facts(moved), tuple(seen))
