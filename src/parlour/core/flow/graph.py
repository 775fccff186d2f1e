"""What flows where in a whole program: the fragments of its functions put together into one graph.

Calls lead from arguments to parameters and from results back. A routine is copied for each place that calls it, so
that comparing one thing by a library routine says nothing about another that is compared by the same routine; when
the copies become too many, and inside a cycle of routines, the callers share one. Then parts of collections that turn
out to be the same place become one (Steensgaard's unification: nearly linear).

Before: fragments with places of their own. After: places numbered through the program, each by one number only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import field

from parlour.core.flow import holders
from parlour.core.flow.function import fragment
from parlour.core.nodes import Program
from parlour.dataclass import dataclass

# So many places may copies of routines have in all.
MOST_COPIED = 20_000


@dataclass(slots=True)
class Graph(holders.Flows):
    """The flows of a program. `questions` has, for each (function, site) that asks, the places of its leaves."""

    questions: dict[tuple[str, int], tuple[int | None, ...]] = field(default_factory=dict)


def graph(program: Program) -> Graph:
    """All flows of a program."""
    building = _Building(program)
    building.run()
    return _unified(building.graph)


@dataclass(frozen=True, slots=True)
class _Instance:
    """A fragment in the graph: place p of it is place `base + p` there. `within` are the routines it was copied for."""

    fragment: holders.Fragment
    base: int
    within: frozenset[str]

    def place(self, place: int) -> int:
        return ~place if place < 0 else self.base + place

    def value(self, value: holders.Value) -> holders.Value:
        match value:
            case int():
                return self.place(value)
            case tuple():
                return tuple(map(self.value, value))
        return None


class _Building:
    """Adds instance after instance to the graph; those whose calls are still to be followed wait in a queue."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions = {function.name: function for function in program.functions}
        self.shared = holders.Shared(program)
        self.graph = Graph(holds=list(self.shared.holds))
        self.fragments: dict[str, holders.Fragment] = {}
        self.common: dict[str, _Instance] = {}
        self.waiting: deque[_Instance] = deque()
        self.copied = 0

    def run(self) -> None:
        for function in self.program.functions:
            if not function.is_routine:
                self.only_instance(function.name)
        while self.waiting:
            instance = self.waiting.popleft()
            for call in instance.fragment.calls:
                for name in call.functions:
                    self.call(instance, call, self.callee(instance, name))

    def callee(self, caller: _Instance, name: str) -> _Instance:
        if not self.functions[name].is_routine or name in caller.within:
            return self.only_instance(name)
        size = len(self.fragment(name).holds)
        if self.copied + size > MOST_COPIED:
            return self.only_instance(name)
        self.copied += size
        return self.add(name, caller.within | {name})

    def only_instance(self, name: str) -> _Instance:
        """The instance that all callers share."""
        if name not in self.common:
            self.common[name] = self.add(name, frozenset((name,)))
        return self.common[name]

    def fragment(self, name: str) -> holders.Fragment:
        if name not in self.fragments:
            self.fragments[name] = fragment(self.functions[name], self.shared)
        return self.fragments[name]

    def add(self, name: str, within: frozenset[str]) -> _Instance:
        part = self.fragment(name)
        whole = self.graph
        instance = _Instance(part, len(whole.holds), within)
        at = instance.place
        whole.holds.extend(part.holds)
        for way in part.ways:
            by = None if way.by is None else at(way.by)
            whole.ways.append(holders.Way(at(way.source), at(way.target), way.how, by))
        whole.alike.extend((at(one), at(other)) for one, other in part.alike)
        whole.parts.extend(holders.Part(at(item.whole), item.label, at(item.place)) for item in part.parts)
        whole.constants.extend((at(place), value) for place, value in part.constants)
        whole.unknown.extend(map(at, part.unknown))
        whole.reckonings.extend(holders.Reckoning(r.op, tuple(map(at, r.args)), at(r.result)) for r in part.reckonings)
        whole.comparisons.extend(holders.Comparison(c.how, at(c.left), at(c.right)) for c in part.comparisons)
        whole.indexes.extend(index._replace(place=at(index.place)) for index in part.indexes)
        for site, leaf_places in part.questions.items():
            whole.questions[name, site] = tuple(None if place is None else at(place) for place in leaf_places)
        self.waiting.append(instance)
        return instance

    def call(self, caller: _Instance, call: holders.Passing, callee: _Instance) -> None:
        for arg, param in zip(call.args, callee.fragment.params, strict=True):
            self.pass_on(caller.value(arg), callee.value(param))
        self.pass_on(callee.value(callee.fragment.result), caller.value(call.result))

    def pass_on(self, source: holders.Value, target: holders.Value) -> None:
        """Both have the same static type, so they have the same form."""
        holds = self.graph.holds
        for (_, one), (_, other) in zip(holders.leaves(source), holders.leaves(target), strict=True):
            self.graph.ways.append(holders.Way(one, other, "copy"))
            if holds[one] and holds[other]:
                self.graph.alike.append((one, other))


# ---------------------------------------------------------------------------------------------------- unification


class _Forest:
    """Union-find: which of the numbers from 0 stand for the same thing."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))

    def find(self, number: int) -> int:
        parent = self.parent
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    def join(self, one: int, other: int) -> None:
        self.parent[self.find(other)] = self.find(one)


def _unified(flows: Graph) -> Graph:
    """The same graph with one number for each place."""
    find = _same_places(len(flows.holds), flows.alike, flows.parts).find
    ways = {
        holders.Way(find(way.source), find(way.target), way.how, None if way.by is None else find(way.by)): None
        for way in flows.ways
    }
    return Graph(
        holds=flows.holds,
        ways=[way for way in ways if way.how != "copy" or way.source != way.target],
        constants=[(find(place), value) for place, value in flows.constants],
        unknown=list(map(find, flows.unknown)),
        reckonings=[holders.Reckoning(r.op, tuple(map(find, r.args)), find(r.result)) for r in flows.reckonings],
        comparisons=[holders.Comparison(c.how, find(c.left), find(c.right)) for c in flows.comparisons],
        indexes=[index._replace(place=find(index.place)) for index in flows.indexes],
        questions={
            site: tuple(None if place is None else find(place) for place in leaf_places)
            for site, leaf_places in flows.questions.items()
        },
    )


def _same_places(size: int, alike: Iterable[tuple[int, int]], parts: Iterable[holders.Part]) -> _Forest:
    """Places that hold the same parts, and parts of the same place under the same label, are each one place."""
    same, wholes = _Forest(size), _Forest(size)
    contents: dict[int, dict[holders.Label, int]] = {}
    # Pairs still to be joined: what they hold, and if `is_same` they themselves too.
    todo: list[tuple[int, int, bool]] = [(one, other, False) for one, other in alike]
    for part in parts:
        known = contents.setdefault(part.whole, {}).setdefault(part.label, part.place)
        todo.append((known, part.place, True))
    while todo:
        one, other, is_same = todo.pop()
        if is_same:
            same.join(one, other)
        one, other = wholes.find(one), wholes.find(other)
        if one == other:
            continue
        wholes.join(one, other)
        mine = contents.setdefault(one, {})
        for label, place in contents.pop(other, {}).items():
            todo.append((mine.setdefault(label, place), place, True))
    return same
