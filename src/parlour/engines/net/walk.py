"""A net beside the rules: the same random games on both, state by state, until something differs.

Several games are walked at once, in the lanes of plain Python's planes (`plain.py`). The net draws the moves as it does
in playouts, so its choice is looked at as well as its states. What a machine of logic says is taken for right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from parlour.core.chance import Chance
from parlour.dataclass import dataclass
from parlour.engines.logic.machine import GameTrouble, State
from parlour.engines.net.plain import Plain, evaluate
from parlour.engines.net.plan import FLAGS, Plan
from parlour.engines.net.schedule import REGION_SHIFT
from parlour.logic.rules import Compound

LANES = 4

Joint = tuple[Compound, ...]


class Witness(Protocol):
    """What is taken for right: the part of a machine (`parlour.engines.logic.machine.Machine`) that a walk needs."""

    def initial(self) -> State: ...

    def facts(self, state: State) -> tuple[Compound, ...]: ...

    def is_terminal(self, state: State) -> bool: ...

    def legal(self, state: State, role: int) -> tuple[Compound, ...]: ...

    def goals(self, state: State, role: int) -> tuple[Compound, ...]: ...

    def step(self, state: State, moves: Sequence[Compound]) -> State: ...


@dataclass(frozen=True, slots=True)
class Difference:
    """What the net says otherwise than the rules, and the moves of all roles that lead to where it does."""

    what: str
    after: tuple[Joint, ...]

    def __str__(self) -> str:
        moves = len(self.after)
        where = "in the first state" if not moves else f"after {moves} step{'s' * (moves > 1)}"
        return f"{where}, {self.what}"


class Walk:
    """Some games on their way through a net and through the rules. `states` counts those that were looked at,
    `ended` the games that came to their end."""

    def __init__(self, plan: Plan, machine: Witness, seed: int, lanes: int = LANES) -> None:
        self.plan = plan
        self.machine = machine
        self.chance = Chance(seed)
        self.tier = Plain(plan)
        self.ones = (1 << lanes) - 1
        self.planes = [0] * (self.tier.parked + FLAGS + len(plan.parked))
        for number, holds in enumerate(plan.net.init):
            self.planes[number] = self.ones if holds else 0
        self.first = machine.initial()
        self.now: list[State] = [self.first] * lanes
        self.way: list[tuple[Joint, ...]] = [()] * lanes
        self.states = 0
        self.ended = 0

    def difference(self, goes_on: Callable[[], bool]) -> Difference | None:
        """The first that is found while it goes on, which is asked before every state. Where the rules fail in a state
        there is nothing to compare, and its game begins anew."""
        while goes_on():
            self._look()
            again = 0
            self._draw()
            for lane in range(len(self.now)):
                if not goes_on():
                    return None
                try:
                    what, joint = self._compare(lane)
                    if what is None and joint is not None:
                        self.now[lane] = self.machine.step(self.now[lane], joint)
                        self.way[lane] += (joint,)
                except GameTrouble:
                    what = joint = None
                if what is not None:
                    return Difference(what, self.way[lane])
                if joint is None:
                    again |= 1 << lane
                    self.now[lane], self.way[lane] = self.first, ()
            self._move(again)
        return None

    # ---------------------------------------------------------------------------------------------- the net

    def _look(self) -> None:
        tier, planes = self.tier, self.planes
        evaluate(tier.look, planes, self.ones)
        evaluate(tier.listed, planes, self.ones)
        if self.plan.is_late:
            for place, reference in enumerate(self.plan.parked, tier.parked + FLAGS):
                planes[place] = planes[reference & ((1 << REGION_SHIFT) - 1)]
            evaluate(tier.score, planes, self.ones)

    def _draw(self) -> None:
        """A number for every selector in every lane, and the moves that follow from them."""
        planes, first = self.planes, self.tier.scratch
        for row in self.plan.selectors:
            planes[first + row.drawn : first + row.drawn + row.bits] = [0] * row.bits
            for lane in range(len(self.now)):
                most = sum((planes[first + row.most + bit] >> lane & 1) << bit for bit in range(row.bits))
                drawn = self.chance.below(most + 1)
                for bit in range(row.bits):
                    planes[first + row.drawn + bit] |= (drawn >> bit & 1) << lane
        evaluate(self.tier.pick, planes, self.ones)

    def _move(self, again: int) -> None:
        tier, planes = self.tier, self.planes
        planes[tier.scratch + self.plan.reset] = again
        evaluate(tier.move, planes, self.ones)
        planes[: tier.scratch] = planes[tier.following : tier.parked]

    def _members(self, first: int, names: tuple[Compound, ...], lane: int) -> set[Compound]:
        planes = self.planes[first : first + len(names)]
        return {name for name, plane in zip(names, planes, strict=True) if plane >> lane & 1}

    # ---------------------------------------------------------------------------------------------- comparing

    def _compare(self, lane: int) -> tuple[str | None, Joint | None]:
        """What differs in a lane's state, if something does, and the moves that the net makes, if the game goes on."""
        plan, machine, state = self.plan, self.machine, self.now[lane]
        net, scratch = plan.net, self.tier.scratch
        self.states += 1
        facts = set(machine.facts(state))
        is_over = machine.is_terminal(state)
        legal = [set(machine.legal(state, role)) for role in range(len(net.roles))]
        goals = [_settled(machine.goals(state, player)) for player in plan.players]
        self.ended += is_over
        found = [_differing("the facts", facts, self._members(0, net.facts, lane) | net.constant)]
        if bool(self.planes[scratch + plan.terminal] >> lane & 1) != is_over:
            found.append(f"the game is {'over' if is_over else 'not over'} by the rules alone")
        for role, own in enumerate(legal):
            moves = self._members(scratch + plan.legal[role], net.moves[role], lane)
            found.append(_differing(f"the moves of {net.roles[role]}", own, moves))
        ends = is_over or not all(legal)
        if bool(self.planes[scratch + plan.over] >> lane & 1) != ends:
            found.append("the net takes somebody without a move for one who has some, or the other way round")
        code = sum(
            (self.planes[scratch + plan.codes + FLAGS + bit] >> lane & 1) << bit for bit in range(plan.code_length)
        )
        for player, ours, theirs in zip(plan.players, plan.goals(code), goals, strict=True):
            if ours != theirs:
                found.append(f"the goal of {net.roles[player]} is {theirs} by the rules and {ours} by the net")
        chosen = [
            self._members(scratch + first, moves, lane) for first, moves in zip(plan.does, net.moves, strict=True)
        ]
        if not ends and not all(len(one) == 1 and one <= own for one, own in zip(chosen, legal, strict=True)):
            found.append("the net chooses no legal move, or several at once")
        what = next((item for item in found if item), None)
        return what, None if ends or what else tuple(move for one in chosen for move in one)


def _settled(values: tuple[Compound, ...]) -> Compound | str | None:
    """A role's goal as `Plan.goals` says it."""
    return None if not values else values[0] if len(values) == 1 else "several"


def _differing(what: str, theirs: set[Compound], ours: set[Compound]) -> str | None:
    if theirs == ours:
        return None
    lacking, extra = (sorted(map(str, found)) for found in (theirs - ours, ours - theirs))
    said = [f"{len(lacking)} are missing ({lacking[0]})"] if lacking else []
    said += [f"{len(extra)} are too many ({extra[0]})"] if extra else []
    return f"of {what} {' and '.join(said)}"
