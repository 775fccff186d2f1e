"""What holds whenever a formula does, as far as its shape shows.

A conjunction implies its parts and what they imply; a disjunction what all its parts imply.

    >>> graph = Graph()
    >>> a, b, c = graph.input(), graph.input(), graph.input()
    >>> found = Implications(graph).of(graph.disj([graph.conj([a, b]), graph.conj([a, c])]))
    >>> a in found, b in found
    (True, False)
"""

from __future__ import annotations

from parlour.logic.net.graph import AND, Graph

# A formula that implies more than this is taken to imply nothing but itself.
MOST_IMPLIED = 500


class Implications:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._found: dict[int, frozenset[int]] = {}

    def of(self, literal: int) -> frozenset[int]:
        """Literals that hold whenever this one does, itself included (not all of them, but only such)."""
        graph, found = self.graph, self._found
        # Without recursion: nets can be deeper than Python's stack.
        waiting = [literal]
        while waiting:
            top = waiting[-1]
            node = top >> 1
            if top in found:
                waiting.pop()
            elif graph.kinds[node] is AND:
                sign = top & 1
                one, other = graph.left[node] ^ sign, graph.right[node] ^ sign
                first, second = found.get(one), found.get(other)
                if first is None:
                    waiting.append(one)
                if second is None:
                    waiting.append(other)
                if first is not None and second is not None:
                    own = first & second if sign else first | second
                    found[top] = own | {top} if len(own) < MOST_IMPLIED else frozenset([top])
                    waiting.pop()
            else:
                found[top] = frozenset([top])
                waiting.pop()
        return found[literal]
