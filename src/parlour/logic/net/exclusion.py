"""Facts that are never true together, proven by induction over steps (inductive invariants), and what follows.

Candidates are pairs of facts of the same small family (`control white`, `control black`). A pair is dropped when both
hold at first, or when both can hold after a step from a state in which no remaining pair does; this is repeated until
nothing is dropped. What remains holds in every state that can be reached. The proof of a step is a small search for a
contradiction with a bounded number of cases; where it does not find one the pair is dropped, so the result may be
incomplete but is never wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.logic.net.graph import AND, FALSE, PICK, TRUE, Graph
from parlour.logic.net.net import Net

LARGEST_FAMILY = 12
MOST_CASES = 64

Pair = tuple[int, int]

_NOTHING: frozenset[int] = frozenset()


class Exclusions:
    """`pairs` are literals of facts that are never true together, the smaller one first."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.graph = net.graph
        self._implied: dict[int, frozenset[int]] = {}
        self._facts = frozenset(net.inputs)
        self.pairs: set[Pair] = self._candidates()
        following = dict(zip(net.inputs, net.next, strict=True))
        while True:
            broken = {pair for pair in self.pairs if not self.refutes([following[pair[0]], following[pair[1]]])}
            if not broken:
                break
            self.pairs -= broken

    def _candidates(self) -> set[Pair]:
        families: dict[tuple[str, int], list[tuple[int, bool]]] = {}
        for fact, node, first in zip(self.net.facts, self.net.inputs, self.net.init, strict=True):
            families.setdefault((fact.name, len(fact.arguments)), []).append((node, first))
        return {
            (min(one, other), max(one, other))
            for family in families.values()
            if len(family) <= LARGEST_FAMILY
            for number, (one, first) in enumerate(family)
            for other, second in family[:number]
            if not (first and second)
        }

    def exclude(self, some: Iterable[int], others: Iterable[int]) -> Pair | None:
        """Of literals that all hold and others that all hold, two that cannot hold together."""
        others = list(others)
        for one in some:
            for other in others:
                if one ^ other == 1 or (min(one, other), max(one, other)) in self.pairs:
                    return one, other
        return None

    def implied(self, literal: int) -> frozenset[int]:
        """Literals of facts that hold whenever this literal does (not all of them, but only such)."""
        implied = self._implied
        for top, parts in self.graph.below(literal, implied):
            if parts is None:
                implied[top] = frozenset([top]) if top & ~1 in self._facts else _NOTHING
                continue
            first, second = implied[parts[0]], implied[parts[1]]
            if first and second:
                implied[top] = first & second if top & 1 else first | second
            else:
                # As most are; no new set is made then.
                implied[top] = _NOTHING if top & 1 else first or second
        return implied[literal]

    # ----------------------------------------------------------------------------------------------- refuting

    def refutes(self, literals: list[int]) -> bool:
        """True only if the literals cannot all hold where no pair does."""
        self._cases = MOST_CASES
        return self._refutes(literals, set())

    def _refutes(self, literals: list[int], known: set[int]) -> bool:
        """Everything the literals say, then cases of an open *or*."""
        graph = self.graph
        known = set(known)
        chosen: dict[int, int] = {}
        for literal in known:
            if graph.kinds[literal >> 1] is PICK:
                _narrow(graph, chosen, literal)
        waiting = list(literals)
        while waiting:
            literal = waiting.pop()
            if literal == FALSE or literal ^ 1 in known:
                return True
            if literal == TRUE or literal in known:
                continue
            known.add(literal)
            node = literal >> 1
            if graph.kinds[node] is AND and not literal & 1:
                waiting += [graph.left[node], graph.right[node]]
            elif graph.kinds[node] is PICK:
                if not _narrow(graph, chosen, literal):
                    return True
                role, only = graph.left[node], graph.picked(literal)
                if only.bit_count() == 1:
                    # A move that is made is legal.
                    waiting.append(self.net.legal[role][only.bit_length() - 1])
        facts = sorted(literal for literal in known if literal in self._facts)
        if any((one, other) in self.pairs for one in facts for other in facts):
            return True
        open_or = None
        for literal in sorted(known):
            node = literal >> 1
            if literal & 1 and graph.kinds[node] is AND:
                one, other = graph.left[node] ^ 1, graph.right[node] ^ 1
                if one in known or other in known:
                    continue
                if one ^ 1 in known or other ^ 1 in known:
                    return self._refutes([other if one ^ 1 in known else one], known)
                open_or = open_or or (one, other)
        if open_or is None or self._cases == 0:
            return False
        self._cases -= 1
        return all(self._refutes([case], known) for case in open_or)


def _narrow(graph: Graph, chosen: dict[int, int], literal: int) -> int:
    """Takes a pick into the sets of alternatives that are left of each chooser; what is left of its own."""
    chooser = graph.left[literal >> 1]
    left = graph.picked(literal) & chosen.get(chooser, -1)
    chosen[chooser] = left
    return left
