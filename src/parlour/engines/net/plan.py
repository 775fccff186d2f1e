"""What the machine does in a pass: the stages of a net and the places of everything they exchange.

    look    whether the game is over, and how many legal moves there are
    list    which ones, for those who want to know (random games do not)
    score   the goals, as a code of a few bits; where that is cheap, `look` does it and there is no such stage
    pick    the chosen moves, from the numbers drawn
    move    the next state; lanes that are over begin anew

A *code* says how a game ended: for each player the number of its goal value in binary, and whether it has none or
several. Equal bits of different roles are one plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from parlour.dataclass import dataclass
from parlour.engines.net import schedule as gates
from parlour.logic.grounding.grounding import GroundProgram, Ungrounded
from parlour.logic.information import RANDOM
from parlour.logic.net.choice import build_choice
from parlour.logic.net.graph import AND, FALSE, TRUE, XOR, Graph, negate
from parlour.logic.net.net import Net, build_net
from parlour.logic.rules import Compound

# Bits of a code that the machine sets itself: no legal move, given up. All must fit into one word.
FLAGS = 2
LONGEST_CODE = 60


@dataclass(frozen=True, slots=True)
class SelectorPlanes:
    """Scratch planes of a selector: `bits` planes from each of these on. `role` names it for the generator."""

    role: int
    bits: int
    most: int
    masks: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Plan:
    """`legal[r]` and `does[r]` are the first scratch planes of a role's moves; `parked` the references of what is kept
    of a finished game until it is counted. `score` has its own facts region (what was parked) when `is_late`."""

    net: Net
    passes: gates.Schedule
    score: gates.Schedule
    is_late: bool
    scratch: int
    over: int
    terminal: int
    reset: int
    legal: tuple[int, ...]
    does: tuple[int, ...]
    selectors: tuple[SelectorPlanes, ...]
    parked: tuple[int, ...]
    codes: int
    players: tuple[int, ...]
    code_bits: tuple[tuple[int, ...], ...]
    code_length: int

    @property
    def size(self) -> int:
        """Gates of a pass."""
        look, _, pick, move = self.passes.stages
        return sum(len(segment.gates) for stage in (look, pick, move) for segment in stage)

    def digest(self) -> bytes:
        """The same for plans with the same gates."""
        digest = sha256()
        for part in (self.passes, self.score):
            for stage in part.stages:
                for segment in stage:
                    digest.update(repr((segment.changed, part.first_free)).encode())
                digest.update(gates.records_of(stage).tobytes() + b"end of stage")
        return digest.digest()

    def is_question(self, selector: SelectorPlanes) -> bool:
        """Whether somebody is asked, and it is not chance that chooses."""
        return self.net.roles[selector.role].name != RANDOM

    def goals(self, code: int) -> list[Compound | Literal["several"] | None]:
        """The goal of each player by a code, in the order of `players`; None where there is none."""
        found: list[Compound | Literal["several"] | None] = []
        for bits, role in zip(self.code_bits, self.players, strict=True):
            *number, none, several = [code >> bit & 1 if bit >= 0 else -1 - bit for bit in bits]
            index = sum(bit << at for at, bit in enumerate(number))
            found.append("several" if several else None if none else self.net.goals[role][index][0])
        return found


def make_plan(program: GroundProgram) -> Plan | Ungrounded:
    net = build_net(program)
    if isinstance(net, Ungrounded):
        return net
    return _Planner(net).plan()


class _Planner:
    def __init__(self, net: Net) -> None:
        self.net = net
        self.graph = net.graph
        self.top = 0

    def planes(self, count: int) -> int:
        """The first of so many new scratch planes."""
        self.top += count
        return self.top - count

    def plan(self) -> Plan | Ungrounded:
        net, graph = self.net, self.graph
        choice = build_choice(net)
        over, terminal, reset = self.planes(1), self.planes(1), self.planes(1)
        legal = tuple(self.planes(len(moves)) for moves in net.moves)
        does = tuple(self.planes(len(moves)) for moves in net.moves)
        selectors = tuple(
            SelectorPlanes(
                selector.roles[0],
                len(selector.drawn),
                self.planes(len(selector.drawn)),
                self.planes(len(selector.drawn)),
                self.planes(len(selector.drawn)),
            )
            for selector in choice.selectors
        )
        players = tuple(number for number, role in enumerate(net.roles) if role.name != RANDOM)
        code_literals, code_bits = encode_goals(graph, net, players)
        if len(code_literals) > LONGEST_CODE:
            return Ungrounded(f"the goals of its {len(net.roles)} roles have too many values to count")
        codes = self.planes(FLAGS + len(code_literals))

        inputs = {node: gates.place(gates.FACTS, number) for number, node in enumerate(net.inputs)}
        reset_literal = graph.input()
        inputs[reset_literal] = gates.place(gates.SCRATCH, reset)
        alternatives: dict[int, list[int]] = {}
        for role, moves in enumerate(net.moves):
            alternatives[role] = [graph.input() for _ in moves]
            inputs |= {
                node: gates.place(gates.SCRATCH, does[role] + number) for number, node in enumerate(alternatives[role])
            }
        for selector, planes in zip(choice.selectors, selectors, strict=True):
            inputs |= {node: gates.place(gates.SCRATCH, planes.drawn + bit) for bit, node in enumerate(selector.drawn)}

        look: list[gates.Output] = [
            (net.terminal, gates.place(gates.SCRATCH, terminal)),
            (graph.either(net.terminal, choice.stuck), gates.place(gates.SCRATCH, over)),
        ]
        listed: list[gates.Output] = []
        for own, first in zip(net.legal, legal, strict=True):
            # Computed in any case; a stage that is left out must not compute what others use.
            look += [(literal, gates.ANYWHERE) for literal in own]
            listed += [(literal, gates.place(gates.SCRATCH, first + number)) for number, literal in enumerate(own)]
        for selector, planes in zip(choice.selectors, selectors, strict=True):
            look += [
                (literal, gates.place(gates.SCRATCH, planes.most + bit)) for bit, literal in enumerate(selector.most)
            ]
            look += [
                (literal, gates.place(gates.SCRATCH, planes.masks + bit)) for bit, literal in enumerate(selector.masks)
            ]
        score: list[gates.Output] = [
            (literal, gates.place(gates.SCRATCH, codes + FLAGS + bit)) for bit, literal in enumerate(code_literals)
        ]
        pick: list[gates.Output] = []
        for own, first in zip(choice.chosen, does, strict=True):
            pick += [(literal, gates.place(gates.SCRATCH, first + number)) for number, literal in enumerate(own)]
        move: list[gates.Output] = []
        for number, (literal, first) in enumerate(zip(net.next, net.init, strict=True)):
            after = graph.either(literal, reset_literal) if first else graph.both(literal, negate(reset_literal))
            move.append((after, gates.place(gates.NEXT, number)))

        support = sorted(self.support(code_literals), key=lambda literal: inputs[literal])
        own_gates = self.cone(code_literals) - self.cone([literal for literal, _ in look])
        # Parking a plane costs three operations. It is done in nearly every pass, but games are counted only now and
        # then.
        is_late = len(own_gates) + 3 * len(code_literals) > 3 * len(support)
        main = gates.schedule(
            graph, net.loops, inputs, alternatives, [look if is_late else look + score, listed, pick, move], self.top
        )
        if is_late:
            own_inputs = {literal: gates.place(gates.FACTS, number) for number, literal in enumerate(support)}
            late = gates.schedule(graph, net.loops, own_inputs, {}, [score], main.scratch)
            parked = tuple(inputs[literal] for literal in support)
        else:
            late = gates.Schedule((), main.scratch, main.scratch)
            parked = tuple(where for _, where in score)
        return Plan(
            net,
            main,
            late,
            is_late,
            max(main.scratch, late.scratch),
            over,
            terminal,
            reset,
            legal,
            does,
            selectors,
            parked,
            codes,
            players,
            code_bits,
            len(code_literals),
        )

    def cone(self, literals: list[int]) -> set[int]:
        """All gates some literals are made of."""
        kinds, left, right = self.graph.kinds, self.graph.left, self.graph.right
        loops = {literal >> 1: loop for loop in self.net.loops for literal in loop.variables}
        seen: set[int] = set()
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            kind = kinds[node]
            if kind is AND or kind is XOR:
                waiting += (left[node] >> 1, right[node] >> 1)
            elif node in loops:
                waiting += [literal >> 1 for literal in loops[node].results]
        return seen

    def support(self, literals: list[int]) -> list[int]:
        """The facts that some literals depend on."""
        cone = self.cone(literals)
        return [literal for literal in self.net.inputs if literal >> 1 in cone]


def encode_goals(graph: Graph, net: Net, players: Sequence[int]) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """The planes of the code, and for each player which of them its bits are (-1 and -2: always 0, always 1)."""
    literals: list[int] = []
    places: dict[int, int] = {FALSE: -1, TRUE: -2}
    roles: list[tuple[int, ...]] = []
    for player in players:
        values = net.goals[player]
        bits = [
            graph.disj(literal for number, (_, literal) in enumerate(values) if number >> bit & 1)
            for bit in range(max(len(values) - 1, 0).bit_length())
        ]
        some, two = FALSE, FALSE
        for _, literal in values:
            two = graph.either(two, graph.both(some, literal))
            some = graph.either(some, literal)
        own = []
        for literal in [*bits, negate(some), two]:
            if literal not in places:
                places[literal] = len(literals)
                literals.append(literal)
            own.append(places[literal])
        roles.append(tuple(own))
    return literals, tuple(roles)
