"""What holds whenever a formula does, as far as its shape shows.

A conjunction implies its parts and what they imply; a disjunction what all its parts imply.

    >>> graph = Graph()
    >>> a, b, c = graph.input(), graph.input(), graph.input()
    >>> found = Implications(graph).of(graph.disj([graph.conj([a, b]), graph.conj([a, c])]))
    >>> a in found, b in found
    (True, False)
"""

from __future__ import annotations

from parlour.logic.net.graph import Graph

# A formula that implies more than this is taken to imply nothing but itself.
MOST_IMPLIED = 500


class Implications:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[int, frozenset[int]] = {}

    def of(self, literal: int) -> frozenset[int]:
        """Literals that hold whenever this one does, itself included (not all of them, but only such)."""
        found = self._found
        for top, parts in self.graph.below(literal, found):
            own: frozenset[int] = frozenset()
            if parts is not None:
                first, second = found[parts[0]], found[parts[1]]
                own = first & second if top & 1 else first | second
            found[top] = own | {top} if len(own) < MOST_IMPLIED else frozenset([top])
        return found[literal]
