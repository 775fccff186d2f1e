"""From formulas to a list of operations on planes: what is computed when, and where it is kept.

A *plane* is one bit of every lane: a fact, a legal move, a bit of a count. Planes live in three regions of memory: the
facts of the current state, a scratch area, and the facts of the next state; a reference is the region and a number in
it. Each node of the graph is stored either as it is or complemented, whichever needs no extra *not*: then every gate
is one instruction (and, or, and-not, xor).

A pass over all lanes has several *stages*, run in a fixed order, and values of one stage are used by the later ones. A
stage is a list of segments; a segment with a `changed` plane is a loop, repeated until that plane is empty.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import IntEnum

from parlour.dataclass import dataclass
from parlour.logic.net.graph import AND, FALSE, PICK, TRUE, XOR, Graph
from parlour.logic.net.net import Loop

FACTS, SCRATCH, NEXT = 0, 1, 2
REGION_SHIFT = 28


class Op(IntEnum):
    AND = 0
    OR = 1
    AND_NOT = 2
    XOR = 3
    NOT = 4
    COPY = 5
    ZERO = 6
    ONES = 7


Gate = tuple[int, int, int, int]  # target, left, right, Op; the first three are references


def place(region: int, number: int) -> int:
    return region << REGION_SHIFT | number


_SCRATCH, _NEXT = place(SCRATCH, 0), place(NEXT, 0)
# Looked up for every gate: until Python 3.12 a member of an enumeration is found by a call.
_AND, _OR, _AND_NOT, _XOR = Op.AND, Op.OR, Op.AND_NOT, Op.XOR


@dataclass(slots=True)
class Segment:
    """`changed` is the scratch plane that ends a loop when it is empty; None: the gates run once."""

    gates: list[Gate] = field(default_factory=list)
    changed: int | None = None


def records_of(segments: Sequence[Segment]) -> array[int]:
    """The gates, four 32-bit numbers each."""
    return array("I", [number for segment in segments for gate in segment.gates for number in gate])


# What a stage must leave behind: a literal, and where; `ANYWHERE` if a later stage will write it.
Output = tuple[int, int]
ANYWHERE = -1


@dataclass(frozen=True, slots=True)
class Schedule:
    """`stages[i]` computes the i-th list of outputs; the scratch area needs `scratch` planes in all, of which those
    before `first_free` are the caller's."""

    stages: tuple[tuple[Segment, ...], ...]
    scratch: int
    first_free: int

    @property
    def size(self) -> int:
        return sum(len(segment.gates) for stage in self.stages for segment in stage)


def schedule(
    graph: Graph,
    loops: Sequence[Loop],
    inputs: Mapping[int, int],
    alternatives: Mapping[int, Sequence[int]],
    stages: Sequence[Sequence[Output]],
    first_free: int,
) -> Schedule:
    """`inputs` says where input nodes (by literal) are kept, `alternatives` which inputs a chooser's moves are; scratch
    planes from `first_free` on may be used as the scheduler likes."""
    order = _Order(graph, loops, inputs, alternatives)
    return _Slots(order, [order.stage(outputs) for outputs in stages], first_free).assign()


# ------------------------------------------------------------------------------------------------------- order

# A step of the order: compute a node, or write a literal to a reference, or update a loop's variable from a literal.
_NODE, _OUT, _UPDATE = 0, 1, 2
_Step = tuple[int, int, int]


class _Stretch:
    def __init__(self, loop: int | None = None) -> None:
        self.steps: list[_Step] = []
        self.loop = loop


class _Order:
    """Which node is computed when: depth first from the outputs, loops as soon as something needs them."""

    def __init__(
        self,
        graph: Graph,
        loops: Sequence[Loop],
        inputs: Mapping[int, int],
        alternatives: Mapping[int, Sequence[int]],
    ) -> None:
        self.graph = graph
        self.loops = loops
        self.inputs = {literal >> 1: where for literal, where in inputs.items()}
        self.alternatives = {chooser: list(moves) for chooser, moves in alternatives.items()}
        self.trees: dict[tuple[int, int, int], int] = {}
        self.aliases: dict[int, int] = {}
        self.loop_of = {literal >> 1: number for number, loop in enumerate(loops) for literal in loop.variables}
        self.ready: set[int] = {0, *self.inputs}
        self.stretches: list[_Stretch] = []
        self.inner = self._inner_loops() if loops else {}

    def _inner_loops(self) -> dict[int, int]:
        """The last loop (counted from 1) on whose variables a node depends; absent: on none."""
        graph = self.graph
        found = {node: number + 1 for node, number in self.loop_of.items()}
        for node in range(len(graph)):
            if graph.kinds[node] in (AND, XOR):
                last = max(found.get(graph.left[node] >> 1, 0), found.get(graph.right[node] >> 1, 0))
                if last:
                    found[node] = last
        return found

    def parts(self, node: int) -> tuple[int, ...]:
        """The nodes that a node is made of."""
        graph = self.graph
        kind = graph.kinds[node]
        if kind is PICK:
            if node not in self.aliases:
                self.aliases[node] = graph.expand(node * 2, self.alternatives, self.trees)
            return (self.aliases[node] >> 1,)
        if kind is AND or kind is XOR:
            return (graph.left[node] >> 1, graph.right[node] >> 1)
        return ()

    def stage(self, outputs: Iterable[Output]) -> list[_Stretch]:
        self.stretches = [_Stretch()]
        for literal, where in outputs:
            self.need(literal >> 1)
            if where != ANYWHERE:
                self.stretches[-1].steps.append((_OUT, literal, where))
        return [stretch for stretch in self.stretches if stretch.steps]

    def need(self, node: int) -> None:
        """Computes a node and what it is made of. Every gate of a net comes through this loop before a game starts, so
        it looks gates up itself instead of asking `parts`."""
        ready, loop_of, graph = self.ready, self.loop_of, self.graph
        if node in ready:
            return
        kinds, left, right = graph.kinds, graph.left, graph.right
        steps = self.stretches[-1].steps
        waiting = [node]
        while waiting:
            top = waiting[-1]
            if top in ready:
                waiting.pop()
                continue
            if top in loop_of:
                self.run_loop(loop_of[top])
                steps = self.stretches[-1].steps
                waiting.pop()
                continue
            kind = kinds[top]
            if kind is AND or kind is XOR:
                one, other = left[top] >> 1, right[top] >> 1
                missing = one not in ready
                if missing:
                    waiting.append(one)
                if other not in ready:
                    waiting.append(other)
                elif not missing:
                    steps.append((_NODE, top, 0))
                    ready.add(top)
                    waiting.pop()
            else:
                behind = [part for part in self.parts(top) if part not in ready]
                waiting += behind
                if not behind:
                    ready.add(top)
                    waiting.pop()

    def run_loop(self, number: int) -> None:
        loop = self.loops[number]
        for literal in loop.results:
            self.hoist(literal >> 1, number + 1)
        self.stretches.append(_Stretch(loop=number))
        self.ready.update(variable >> 1 for variable in loop.variables)
        for variable, literal in zip(loop.variables, loop.results, strict=True):
            self.need(literal >> 1)
            self.stretches[-1].steps.append((_UPDATE, literal, variable >> 1))
        self.stretches.append(_Stretch())

    def hoist(self, root: int, loop: int) -> None:
        """Computes before a loop what does not depend on it."""
        seen: set[int] = set()
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node in seen or node in self.ready:
                continue
            seen.add(node)
            if self.inner.get(node, 0) < loop:
                self.need(node)
            else:
                waiting += self.parts(node)


# ------------------------------------------------------------------------------------------------------- slots


class _Slots:
    """Where values are kept: a scratch plane is free again after the last use of what it holds."""

    def __init__(self, order: _Order, stages: list[list[_Stretch]], first_free: int) -> None:
        self.order = order
        self.graph = order.graph
        self.stages = stages
        self.free: list[int] = []
        self.first_free = self.top = first_free
        self.first_own = place(SCRATCH, first_free)
        self.where: dict[int, tuple[int, int]] = {0: (0, 0)}  # node -> reference, 1 if stored complemented
        self.where.update({node: (reference, 0) for node, reference in order.inputs.items()})
        self.last: dict[int, int] = {}

    def assign(self) -> Schedule:
        self.find_last_uses()
        dying = self.dying
        time = 0
        stages: list[tuple[Segment, ...]] = []
        for stretches in self.stages:
            segments: list[Segment] = []
            for stretch in stretches:
                if stretch.loop is not None:
                    segments.append(self.loop_start(stretch.loop))
                    segment = Segment(changed=self.new_plane())
                    segment.gates.append((place(SCRATCH, segment.changed or 0), 0, 0, Op.ZERO))
                else:
                    segment = Segment()
                segments.append(segment)
                for kind, subject, target in stretch.steps:
                    if kind == _NODE:
                        self.compute(subject, segment)
                    elif kind == _OUT:
                        self.write(self.resolve(subject), target, segment)
                    else:
                        self.update(self.resolve(subject), target, segment)
                    if time in dying:
                        for node in dying[time]:
                            self.release(node)
                    time += 1
            stages.append(tuple(segment for segment in segments if segment.gates))
        return Schedule(tuple(stages), self.top, self.first_free)

    def find_last_uses(self) -> None:
        time = 0
        made: dict[int, int] = {}
        last, aliases = self.last, self.order.aliases
        left, right = self.graph.left, self.graph.right
        for stretches in self.stages:
            for stretch in stretches:
                begin, end = time, time + len(stretch.steps) - 1
                is_loop = stretch.loop is not None
                for time, (kind, subject, target) in enumerate(stretch.steps, begin):
                    if kind == _NODE:
                        made[subject] = time
                        one, other = left[subject] >> 1, right[subject] >> 1
                    else:
                        one = subject >> 1
                        other = target if kind == _UPDATE else one
                    if one in aliases:
                        one = self.resolve(one * 2) >> 1
                    if other in aliases:
                        other = self.resolve(other * 2) >> 1
                    # Time only goes on. What was made before a loop is wanted again in its next turn.
                    last[one] = end if is_loop and made.get(one, -1) < begin else time
                    last[other] = end if is_loop and made.get(other, -1) < begin else time
                time = end + 1
        self.dying: dict[int, list[int]] = {}
        for node, when in self.last.items():
            if node not in self.order.inputs:
                self.dying.setdefault(when, []).append(node)

    def resolve(self, literal: int) -> int:
        """The literal behind a pick."""
        while (alias := self.order.aliases.get(literal >> 1)) is not None:
            literal = alias ^ (literal & 1)
        return literal

    def new_plane(self) -> int:
        if self.free:
            return self.free.pop()
        self.top += 1
        return self.top - 1

    def release(self, node: int) -> None:
        found = self.where.get(node)
        if found is not None and self.first_own <= found[0] < _NEXT:
            self.free.append(found[0] - _SCRATCH)

    def release_plane(self, reference: int) -> None:
        if self.is_own(reference):
            self.free.append(reference - _SCRATCH)

    def is_own(self, reference: int) -> bool:
        return self.first_own <= reference < _NEXT

    def loop_start(self, number: int) -> Segment:
        segment = Segment()
        for variable in self.order.loops[number].variables:
            reference = place(SCRATCH, self.new_plane())
            self.where[variable >> 1] = (reference, 0)
            segment.gates.append((reference, 0, 0, Op.ZERO))
        return segment

    def value(self, literal: int) -> tuple[int, int]:
        """Where a literal is kept, and whether what is there is its complement."""
        if literal >> 1 in self.order.aliases:
            literal = self.resolve(literal)
        reference, sign = self.where[literal >> 1]
        return reference, sign ^ (literal & 1)

    def compute(self, node: int, segment: Segment) -> None:
        where, aliases = self.where, self.order.aliases
        one, other = self.graph.left[node], self.graph.right[node]
        if one >> 1 in aliases:
            one = self.resolve(one)
        if other >> 1 in aliases:
            other = self.resolve(other)
        left, left_sign = where[one >> 1]
        right, right_sign = where[other >> 1]
        left_sign ^= one & 1
        right_sign ^= other & 1
        target = _SCRATCH | (self.free.pop() if self.free else self.new_plane())
        if self.graph.kinds[node] is XOR:
            segment.gates.append((target, left, right, _XOR))
            where[node] = (target, left_sign ^ right_sign)
        elif left_sign and right_sign:
            # Neither is there, so neither of their complements: the complement of the and is an or.
            segment.gates.append((target, left, right, _OR))
            where[node] = (target, 1)
        elif left_sign:
            segment.gates.append((target, right, left, _AND_NOT))
            where[node] = (target, 0)
        else:
            segment.gates.append((target, left, right, _AND_NOT if right_sign else _AND))
            where[node] = (target, 0)

    def write(self, literal: int, target: int, segment: Segment) -> None:
        if literal not in (FALSE, TRUE):
            reference, sign = self.value(literal)
            if segment.gates and segment.gates[-1][0] == reference and not sign and self.is_own(reference):
                # Made just now: let it be made where it is wanted.
                self.release_plane(reference)
                segment.gates[-1] = (target, *segment.gates[-1][1:])
                self.where[literal >> 1] = (target, literal & 1)
                return
        segment.gates.append(self.copy(literal, target))

    def copy(self, literal: int, target: int) -> Gate:
        if literal in (FALSE, TRUE):
            return (target, 0, 0, Op.ONES if literal else Op.ZERO)
        reference, sign = self.value(literal)
        return (target, reference, reference, Op.NOT if sign else Op.COPY)

    def update(self, literal: int, variable: int, segment: Segment) -> None:
        """A loop's variable takes its new value, and the loop goes on if that is another one."""
        kept, _ = self.where[variable]
        changed = place(SCRATCH, segment.changed or 0)
        fresh, difference = place(SCRATCH, self.new_plane()), place(SCRATCH, self.new_plane())
        segment.gates += [
            self.copy(literal, fresh),
            (difference, fresh, kept, Op.XOR),
            (changed, changed, difference, Op.OR),
            (kept, fresh, fresh, Op.COPY),
        ]
        self.release_plane(fresh)
        self.release_plane(difference)
