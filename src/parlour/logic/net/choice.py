"""Choosing a move uniformly, as formulas: counting the legal ones, and finding the one with a given number.

A *selector* has slots. The number of open slots is counted by a tree of adders; somebody outside draws r below that
number, exactly uniformly; then the tree is walked down from the root, for all lanes at once: at every level the count
of the left branch is compared with r, which says left or right and what is left of r.

Where two roles are proven never to have a choice at the same time (each has a single *idle* move while the other
moves), they share one selector, which halves the work; where that is not proven each role has its own.
"""

from __future__ import annotations

from parlour.dataclass import dataclass
from parlour.logic.information import RANDOM
from parlour.logic.net.exclusion import Exclusions
from parlour.logic.net.graph import FALSE, TRUE, Graph, negate
from parlour.logic.net.net import Net

Bits = list[int]  # A number in binary, a literal a bit, lowest first.


@dataclass(frozen=True, slots=True)
class Selector:
    """`most[i]` are the bits of the largest r, `masks[i]` says whether r may have bit i or a higher one, and `drawn`
    are the inputs for r. Of this many bits nothing need be drawn if there are none."""

    roles: tuple[int, ...]
    most: tuple[int, ...]
    masks: tuple[int, ...]
    drawn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """`chosen[r][m]`: role r makes move m. `stuck`: some role has no move at all."""

    selectors: tuple[Selector, ...]
    chosen: tuple[tuple[int, ...], ...]
    stuck: int


def build_choice(net: Net) -> Choice:
    return _ChoiceBuilder(net).build()


@dataclass(frozen=True, slots=True)
class _Idler:
    """A role's idle move, and the facts that hold whenever it has any other."""

    move: int
    facts: frozenset[int]


class _ChoiceBuilder:
    def __init__(self, net: Net) -> None:
        self.net = net
        self.graph = net.graph
        self.exclusions = Exclusions(net)
        self.selectors: list[Selector] = []
        self.chosen: list[list[int]] = [[FALSE] * len(moves) for moves in net.moves]
        self.stuck: list[int] = []

    def build(self) -> Choice:
        idlers = [self.idler(role) for role in range(len(self.net.roles))]
        for group in self.groups(idlers):
            if len(group) == 1:
                self.alone(group[0])
            else:
                self.together({role: idler for role in group if (idler := idlers[role]) is not None})
        chosen = tuple(tuple(own) for own in self.chosen)
        return Choice(tuple(self.selectors), chosen, self.graph.disj(self.stuck))

    def idler(self, role: int) -> _Idler | None:
        """The move that is never legal together with another one of this role's. Chance stays by itself."""
        if self.net.roles[role].name == RANDOM:
            return None
        implied = [self.exclusions.implied(literal) for literal in self.net.legal[role]]
        counts: dict[int, int] = {}
        for facts in implied:
            for literal in facts:
                counts[literal] = counts.get(literal, 0) + 1
        for move, own in enumerate(implied):
            others = len(implied) - 1
            shared = frozenset(literal for literal, count in counts.items() if count - (literal in own) == others)
            if others and self.exclusions.exclude(own, shared) is not None:
                return _Idler(move, shared)
        return None

    def groups(self, idlers: list[_Idler | None]) -> list[list[int]]:
        """Roles of which at most one has a choice at any time."""
        groups: list[list[int]] = []
        for role, idler in enumerate(idlers):
            for group in groups:
                others = [idlers[other] for other in group]
                if idler is not None and all(
                    other is not None and self.exclusions.exclude(idler.facts, other.facts) for other in others
                ):
                    group.append(role)
                    break
            else:
                groups.append([role])
        return groups

    def alone(self, role: int) -> None:
        legal = self.net.legal[role]
        self.chosen[role], some = self.select([role], list(legal))
        self.stuck.append(negate(some))

    def together(self, idlers: dict[int, _Idler]) -> None:
        """One selector for several roles; moves of the same name share a slot, the others fill up."""
        graph, net = self.graph, self.net
        slots: dict[object, list[tuple[int, int]]] = {}
        for role, idler in idlers.items():
            for move, name in enumerate(net.moves[role]):
                if move != idler.move:
                    slots.setdefault(name, []).append((role, move))
        lists = _filled(list(slots.values()))
        opened = [graph.disj(net.legal[role][move] for role, move in members) for members in lists]
        selected, some = self.select(list(idlers), opened)
        for members, literal in zip(lists, selected, strict=True):
            for role, move in members:
                self.chosen[role][move] = literal if len(members) == 1 else graph.both(literal, net.legal[role][move])
        idle = [net.legal[role][idler.move] for role, idler in idlers.items()]
        for (role, idler), literal in zip(idlers.items(), idle, strict=True):
            self.chosen[role][idler.move] = literal
        # Whoever has a choice is not idle; so one role may lack its idle move if there is a choice, and none else.
        busy = [negate(literal) for literal in idle]
        two = graph.disj(graph.both(one, other) for place, one in enumerate(busy) for other in busy[:place])
        self.stuck += [two, graph.both(graph.disj(busy), negate(some))]

    def select(self, roles: list[int], slots: list[int]) -> tuple[list[int], int]:
        """The literals that say which slot is selected, and whether any is open."""
        graph = self.graph
        if len(slots) < 2:
            return slots, graph.disj(slots)
        tree = count_tree(graph, slots)
        most = _less_one(graph, tree.count)[: (len(slots) - 1).bit_length()]
        masks = [graph.disj(most[place:]) for place in range(len(most))]
        drawn = [graph.input() for _ in most]
        self.selectors.append(Selector(tuple(roles), tuple(most), tuple(masks), tuple(drawn)))
        return descend(graph, tree, drawn), graph.disj(tree.count)


def _filled(slots: list[list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """Slots that only one role uses are put together with slots of others."""
    roles = {role for members in slots for role, _ in members}
    full = [members for members in slots if len(members) == len(roles)]
    rest: list[list[tuple[int, int]]] = []
    taken: list[set[int]] = []
    # A slot that some roles have found taken stays taken for them: the search goes on where it was.
    homes: dict[frozenset[int], int] = {}
    for members in slots:
        if len(members) == len(roles):
            continue
        own = frozenset(role for role, _ in members)
        home = homes.get(own, 0)
        while home < len(taken) and not own.isdisjoint(taken[home]):
            home += 1
        homes[own] = home
        if home == len(taken):
            rest.append([])
            taken.append(set())
        rest[home] += members
        taken[home] |= own
    return full + rest


# -------------------------------------------------------------------------------------------------- arithmetic


@dataclass(frozen=True, slots=True)
class CountTree:
    """How many of some literals hold; a leaf is a single one."""

    count: Bits
    left: CountTree | None = None
    right: CountTree | None = None


def count_tree(graph: Graph, literals: list[int]) -> CountTree:
    if len(literals) == 1:
        return CountTree(literals)
    # The left branch is a full power of two, so that all leaves are at nearly the same depth.
    half = 1 << ((len(literals) - 1).bit_length() - 1)
    left, right = count_tree(graph, literals[:half]), count_tree(graph, literals[half:])
    return CountTree(_sum(graph, left.count, right.count)[: len(literals).bit_length()], left, right)


def descend(graph: Graph, tree: CountTree, number: Bits) -> list[int]:
    """For each leaf, whether it is the one with this number among those that hold (counted from 0)."""
    level: list[tuple[CountTree, int]] = [(tree, TRUE)]
    number = list(number)
    while any(node.left is not None for node, _ in level):
        inner = [(node.left, active) for node, active in level if node.left is not None]
        width = max(len(left.count) for left, _ in inner)
        before = [
            graph.disj(graph.both(active, left.count[bit]) for left, active in inner if bit < len(left.count))
            for bit in range(width)
        ]
        rest, goes_left = _minus(graph, number, before)
        below: list[tuple[CountTree, int]] = []
        for node, active in level:
            if node.left is None or node.right is None:
                below.append((node, active))
            else:
                below.append((node.left, graph.both(active, goes_left)))
                below.append((node.right, graph.both(active, negate(goes_left))))
        level = below
        needed = max(len(node.count) for node, _ in level)
        number = [
            graph.either(graph.both(goes_left, bit), graph.both(negate(goes_left), other))
            for bit, other in zip(number[:needed], rest[:needed], strict=True)
        ]
    return [active for _, active in level]


def _sum(graph: Graph, one: Bits, other: Bits) -> Bits:
    total: Bits = []
    carry = FALSE
    for place in range(max(len(one), len(other))):
        a = one[place] if place < len(one) else FALSE
        b = other[place] if place < len(other) else FALSE
        half = graph.differ(a, b)
        total.append(graph.differ(half, carry))
        carry = graph.either(graph.both(a, b), graph.both(half, carry))
    return [*total, carry]


def _less_one(graph: Graph, number: Bits) -> Bits:
    """One less; of zero, all ones."""
    borrow = TRUE
    result: Bits = []
    for bit in number:
        result.append(graph.differ(bit, borrow))
        borrow = graph.both(negate(bit), borrow)
    return result


def _minus(graph: Graph, one: Bits, other: Bits) -> tuple[Bits, int]:
    """The difference, and whether it is negative."""
    result: Bits = []
    borrow = FALSE
    for place in range(max(len(one), len(other))):
        a = one[place] if place < len(one) else FALSE
        b = other[place] if place < len(other) else FALSE
        half = graph.differ(a, b)
        result.append(graph.differ(half, borrow))
        borrow = graph.either(graph.both(negate(a), b), graph.both(negate(half), borrow))
    return result[: len(one)], borrow
