"""Every formula once, however often it is asked for: an and-inverter graph (edges can be complemented).

A *literal* is twice the number of a node, plus one if it is negated; so `edge ^ 1` is *not*. Node 0 is *false*, hence
`FALSE` and `TRUE`. The nodes:

    input      a value from outside: a fact, a random bit, a variable of a loop
    and, xor   of two literals
    pick       some of a chooser's alternatives is the one chosen; a set of bits instead of a tree of *or*s

A chooser chooses exactly one of its alternatives (a role makes exactly one move), so the set of all of them is `TRUE`,
the complement of a set is its negation, and two disjoint sets exclude each other. Picks become trees in the end
(`expand`), always over the smaller half, and equal parts of different sets are shared.

    >>> graph = Graph()
    >>> a, b = graph.input(), graph.input()
    >>> graph.conj([a, b]) == graph.conj([b, TRUE, a, b]), graph.conj([a, negate(a)]) == FALSE
    (True, True)
    >>> seat = graph.chooser(3)
    >>> graph.disj([graph.pick(seat, 0b001), graph.pick(seat, 0b110)]) == TRUE
    True
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import IntEnum

FALSE = 0
TRUE = 1


class Kind(IntEnum):
    CONSTANT = 0
    INPUT = 1
    AND = 2
    XOR = 3
    PICK = 4


# Looked up for every gate of a net: until Python 3.12 a member of an enumeration is found by a call.
AND, XOR, PICK = Kind.AND, Kind.XOR, Kind.PICK


def negate(literal: int) -> int:
    return literal ^ 1


class Graph:
    """Nodes are only added; a node's parts come before it."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = [Kind.CONSTANT]
        self.left: list[int] = [0]
        self.right: list[int] = [0]
        self.sizes: list[int] = []
        self._found: dict[tuple[Kind, int, int], int] = {}

    def __len__(self) -> int:
        return len(self.kinds)

    def _node(self, kind: Kind, left: int, right: int) -> int:
        key = (kind, left, right)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = len(self.kinds) * 2
            self.kinds.append(kind)
            self.left.append(left)
            self.right.append(right)
        return found

    def input(self) -> int:
        self.kinds.append(Kind.INPUT)
        self.left.append(0)
        self.right.append(0)
        return len(self.kinds) * 2 - 2

    def below(self, literal: int, known: Container[int]) -> Iterator[tuple[int, tuple[int, int] | None]]:
        """The literals that this one is made of and that are not known yet, it last of all; those of conjunctions and
        disjunctions with their two parts, which come before them. Whoever is given one makes it known."""
        # Without recursion: nets can be deeper than Python's stack.
        waiting = [literal]
        while waiting:
            top = waiting.pop()
            if top in known:
                continue
            node, sign = top >> 1, top & 1
            if self.kinds[node] is not AND:
                yield top, None
                continue
            parts = self.left[node] ^ sign, self.right[node] ^ sign
            missing = [part for part in parts if part not in known]
            if missing:
                waiting += (top, *missing)
            else:
                yield top, parts

    # ----------------------------------------------------------------------------------------- two literals

    def both(self, one: int, other: int) -> int:
        if one > other:
            one, other = other, one
        if one <= TRUE:
            return other if one else FALSE
        if one == other:
            return one
        if one ^ other == 1:
            return FALSE
        kinds = self.kinds
        # One level down: x and (x and y), x and not (x and y), and the same with the negation of x inside.
        for edge, node in ((one, other), (other, one)):
            number = node >> 1
            if kinds[number] is AND:
                parts = (self.left[number], self.right[number])
                if edge in parts:
                    if not node & 1:
                        return node
                    return self.both(edge, negate(parts[0] if parts[1] == edge else parts[1]))
                if edge ^ 1 in parts:
                    return edge if node & 1 else FALSE
        return self._node(AND, one, other)

    def either(self, one: int, other: int) -> int:
        return negate(self.both(negate(one), negate(other)))

    def differ(self, one: int, other: int) -> int:
        """Exclusive or."""
        sign = (one ^ other) & 1
        one, other = one & ~1, other & ~1
        if one > other:
            one, other = other, one
        if one == other:
            return FALSE ^ sign
        if one == FALSE:
            return other ^ sign
        return self._node(XOR, one, other) ^ sign

    # -------------------------------------------------------------------------------------------- choosers

    def chooser(self, size: int) -> int:
        """Something that chooses exactly one of `size` alternatives."""
        self.sizes.append(size)
        return len(self.sizes) - 1

    def pick(self, chooser: int, chosen: int) -> int:
        """The chosen one is in the set whose bits are `chosen`."""
        everything = (1 << self.sizes[chooser]) - 1
        if chosen == 0:
            return FALSE
        if chosen == everything:
            return TRUE
        rest = everything ^ chosen
        count, others = chosen.bit_count(), rest.bit_count()
        if (count, chosen) > (others, rest):
            return negate(self._node(PICK, chooser, _set_kept(rest)))
        return self._node(PICK, chooser, _set_kept(chosen))

    def pick_one(self, chooser: int, alternative: int) -> int:
        """The same for a single alternative, without a set as large as there are alternatives."""
        if self.sizes[chooser] <= 2:
            return self.pick(chooser, 1 << alternative)
        return self._node(PICK, chooser, ~alternative)

    def picked(self, literal: int) -> int:
        """The set of a pick, its sign included."""
        chosen = _set_of(self.right[literal >> 1])
        return chosen ^ ((1 << self.sizes[self.left[literal >> 1]]) - 1) if literal & 1 else chosen

    # -------------------------------------------------------------------------------------- many literals

    def disj(self, literals: Iterable[int]) -> int:
        return negate(self.conj([literal ^ 1 for literal in literals]))

    def conj(self, literals: Iterable[int]) -> int:
        """All of them. Sets of one chooser are intersected first."""
        parts = set(literals)
        if FALSE in parts:
            return FALSE
        parts.discard(TRUE)
        kinds = self.kinds
        if len(parts) < 3:
            # Most have few parts.
            if len(parts) < 2:
                return parts.pop() if parts else TRUE
            one, other = parts
            if kinds[one >> 1] is not PICK or kinds[other >> 1] is not PICK:
                return self.both(one, other)
        picked = [part for part in parts if kinds[part >> 1] is PICK]
        if len(picked) > 1:
            parts.difference_update(picked)
            picks: dict[int, int] = {}
            for literal in picked:
                chooser = self.left[literal >> 1]
                chosen = self.picked(literal)
                picks[chooser] = picks[chooser] & chosen if chooser in picks else chosen
            for chooser, chosen in picks.items():
                literal = self.pick(chooser, chosen)
                if literal == FALSE:
                    return FALSE
                parts.add(literal)
        if not parts:
            return TRUE
        # A literal and its negation have neighbouring numbers.
        ordered = sorted(parts)
        before = FALSE
        for literal in ordered:
            if literal ^ 1 == before:
                return FALSE
            before = literal
        return self._tree(ordered)

    def _tree(self, literals: list[int]) -> int:
        """Split where the numbers first differ, so that sets that are nearly equal share whole branches."""
        if len(literals) == 1:
            return literals[0]
        if len(literals) == 2:
            return self.both(literals[0], literals[1])
        bit = 1 << ((literals[0] ^ literals[-1]).bit_length() - 1)
        low = [literal for literal in literals if not literal & bit]
        high = [literal for literal in literals if literal & bit]
        return self.both(self._tree(low), self._tree(high))

    def expand(self, literal: int, alternatives: dict[int, list[int]], done: dict[tuple[int, int, int], int]) -> int:
        """A pick as a tree over the literals of its alternatives, shared through `done`; any other literal as it is."""
        node = literal >> 1
        if self.kinds[node] is not PICK:
            return literal
        chooser, kept = self.left[node], self.right[node]
        if kept < 0:
            return alternatives[chooser][~kept] ^ (literal & 1)
        return self._or_tree(chooser, 0, kept, alternatives, done) ^ (literal & 1)

    def _or_tree(
        self,
        chooser: int,
        first: int,
        chosen: int,
        alternatives: dict[int, list[int]],
        done: dict[tuple[int, int, int], int],
    ) -> int:
        """Bit 0 of `chosen` is alternative `first`."""
        skipped = (chosen & -chosen).bit_length() - 1
        first += skipped
        chosen >>= skipped
        if chosen == 1:
            return alternatives[chooser][first]
        found = done.get((chooser, first, chosen))
        if found is None:
            last = first + chosen.bit_length() - 1
            # The largest aligned block that splits the set: near-equal sets meet in the same blocks.
            width = (first ^ last).bit_length() - 1
            border = last >> width << width
            low, high = chosen & ((1 << border - first) - 1), chosen >> border - first
            found = done[chooser, first, chosen] = self.either(
                self._or_tree(chooser, first, low, alternatives, done),
                self._or_tree(chooser, border, high, alternatives, done),
            )
        return found


# Nearly all sets that a large graph keeps have one member, and a set is as long as its highest member is high: those of
# one are kept as the member, turned negative. (With a hundred thousand alternatives they would take a gigabyte.)


def _set_kept(chosen: int) -> int:
    return chosen if chosen & (chosen - 1) else ~(chosen.bit_length() - 1)


def _set_of(kept: int) -> int:
    return kept if kept >= 0 else 1 << ~kept
