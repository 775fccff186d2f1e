"""Which relation depends on which: strata, cycles, and what depends on the state or on the moves.

A relation is known by its name and the number of its arguments, written `cell/3`.

    >>> a, b = Compound("a"), Compound("b")
    >>> found = Dependencies([Rule(a, (Literal(b, False),))])
    >>> found.components
    [(('b', 0),), (('a', 0),)]
    >>> found.strata[("b", 0)], found.strata[("a", 0)]
    (0, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from parlour.dataclass import dataclass
from parlour.logic.components import components
from parlour.logic.rules import Compound, Literal, Rule

Predicate = tuple[str, int]

TRUE: Predicate = ("true", 1)
DOES: Predicate = ("does", 2)
KNOWS = "knows"


def predicate(atom: Compound) -> Predicate:
    return atom.name, len(atom.arguments)


def written(relation: Predicate) -> str:
    return f"{relation[0]}/{relation[1]}"


@dataclass(frozen=True, slots=True)
class Edge:
    """A rule for `head` mentions `body`. Strict: `body` must be settled before (it is negated or known)."""

    head: Predicate
    body: Predicate
    is_strict: bool
    rule: Rule
    literal: Literal


class Dependencies:
    """The relations of some rules: `components` from the bottom up, each a set of relations that need each other."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules: dict[Predicate, list[Rule]] = {}
        self.edges: dict[Predicate, list[Edge]] = {}
        for rule in rules:
            head = predicate(rule.head)
            self.rules.setdefault(head, []).append(rule)
            edges = self.edges.setdefault(head, [])
            for literal in rule.body:
                if isinstance(literal, Literal):
                    for body, is_strict in mentioned(literal):
                        edges.append(Edge(head, body, is_strict, rule, literal))
                        self.edges.setdefault(body, [])
        found = components(self.edges, lambda relation: [edge.body for edge in self.edges[relation]])
        self.components = list(map(tuple, found))
        self.component_of = {item: number for number, part in enumerate(self.components) for item in part}

    def is_recursive(self, relation: Predicate) -> bool:
        part = self.components[self.component_of[relation]]
        return len(part) > 1 or any(edge.body == relation for edge in self.edges[relation])

    def has_inner_negation(self, part: Sequence[Predicate]) -> bool:
        """Whether relations that need each other do so through a negation."""
        return any(self.inner_negations(part))

    def inner_negations(self, part: Sequence[Predicate]) -> Iterator[Edge]:
        inside = set(part)
        for relation in part:
            for edge in self.edges[relation]:
                if edge.is_strict and edge.body in inside:
                    yield edge

    def reaching(self, *targets: Predicate) -> set[Predicate]:
        """All relations that depend on one of these, themselves included."""
        above: dict[Predicate, list[Predicate]] = {}
        for edges in self.edges.values():
            for edge in edges:
                above.setdefault(edge.body, []).append(edge.head)
        found = set(targets)
        waiting = list(targets)
        while waiting:
            for relation in above.get(waiting.pop(), ()):
                if relation not in found:
                    found.add(relation)
                    waiting.append(relation)
        return found

    def below(self, *targets: Predicate) -> set[Predicate]:
        """All relations that these depend on, themselves included."""
        found = set(targets)
        waiting = list(targets)
        while waiting:
            for edge in self.edges.get(waiting.pop(), ()):
                if edge.body not in found:
                    found.add(edge.body)
                    waiting.append(edge.body)
        return found

    def chain(self, start: Predicate, goal: Predicate) -> list[Edge]:
        """The shortest way down from one relation to another."""
        came: dict[Predicate, Edge] = {}
        waiting = [start]
        for relation in waiting:
            for edge in self.edges.get(relation, ()):
                if edge.body not in came and edge.body != start:
                    came[edge.body] = edge
                    waiting.append(edge.body)
            if goal in came:
                break
        path: list[Edge] = []
        at = goal
        while at in came:
            path.append(came[at])
            at = came[at].head
            if at == start:
                break
        return path[::-1]

    @cached_property
    def strata(self) -> dict[Predicate, int]:
        """How many negations a relation stands above the lowest ones."""
        found: dict[Predicate, int] = {}
        for part in self.components:
            inside = set(part)
            level = 0
            for relation in part:
                for edge in self.edges[relation]:
                    if edge.body not in inside:
                        level = max(level, found[edge.body] + edge.is_strict)
            found.update(dict.fromkeys(part, level))
        return found


def mentioned(literal: Literal) -> Iterator[tuple[Predicate, bool]]:
    """The relations a condition names, and whether they must be settled before: the inside of `knows` too."""
    atom, is_strict = literal.atom, not literal.is_positive
    yield predicate(atom), is_strict
    while atom.name == KNOWS and atom.arguments and isinstance(atom.arguments[-1], Compound):
        atom = atom.arguments[-1]
        yield predicate(atom), True
