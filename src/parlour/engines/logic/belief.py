"""What a seat can conclude from what it saw: all states it may be in and how likely they are, or one way there.

A history is possible for a role if it made the same moves there and was told the same at each step. A `Belief` counts
them all, joined where they come to the same state, and is soon too much; then a history can still be searched for.
Either depends on what the role has seen and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product

from parlour.core.chance import Chance
from parlour.dataclass import dataclass
from parlour.engines.logic.history import Played, Seen
from parlour.engines.logic.machine import Machine, State
from parlour.logic.rules import Compound

# How many joint moves may be tried before an imagined history is given up.
MOST_TRIES = 20_000
# How many states, and how many joint moves in one step, are looked at to find out what a role may be in.
MOST_STATES = 300
MOST_MOVES = 4_000

# How many steps finding out may take, for each step of the match or for a whole imagined history.
MOST_WORK = 10_000_000

# Whether a state may be the last one of an imagined history.
Fits = Callable[[State], bool]
Wanted = Callable[[], bool]

_DRAWS = 1 << 64


@dataclass(frozen=True, slots=True)
class Way:
    """Moves that lead from one state to another, and how likely it is that just this happened."""

    before: State
    moves: tuple[Compound, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Belief:
    """Every state a role may be in, with its weight if all others draw their moves, and the ways there from the states
    it may have been in before. The weights add up to 1."""

    weights: dict[State, float]
    ways: dict[State, list[Way]]
    earlier: Belief | None

    @staticmethod
    def first(machine: Machine) -> Belief:
        return Belief({machine.initial(): 1.0}, {}, None)

    def after(self, machine: Machine, role: int, step: Seen, is_wanted: Wanted = lambda: True) -> Belief | None:
        """What the role believes after a step; None if that is too much to find out, or not wanted any more. Raises
        `GameTrouble` where the rules fail in a state it may be in, or take too long over all of them."""
        machine = machine.with_purse(MOST_WORK)
        ways: dict[State, list[Way]] = {}
        tries = 0
        for before, weight in self.weights.items():
            if machine.is_terminal(before):
                continue  # the match went on, so this was not the state
            choices = _choices(machine, role, before, step.move)
            share = weight
            for own in choices:
                share /= max(len(own), 1)
            for moves in product(*choices):
                tries += 1
                if tries > MOST_MOVES or len(ways) > MOST_STATES or not is_wanted():
                    return None
                if machine.percepts(before, moves, role) == step.percepts:
                    ways.setdefault(machine.step(before, moves), []).append(Way(before, moves, share))
        sums = {state: sum(way.weight for way in found) for state, found in ways.items()}
        whole = sum(sums.values())
        return Belief({state: weight / whole for state, weight in sums.items()}, ways, self)

    def draw_state(self, chance: Chance, fits: Fits) -> State | None:
        """One of the states that fit, as likely as it is; None if none does."""
        fitting = [state for state in self.weights if fits(state)]
        return fitting[_drawn([self.weights[state] for state in fitting], chance)] if fitting else None

    def draw_history(self, machine: Machine, chance: Chance, fits: Fits) -> list[Played] | None:
        """A history to one of the states that fit, as likely as it is; None if none does."""
        state = self.draw_state(chance, fits)
        if state is None:
            return None
        history: list[Played] = []
        belief = self
        while belief.earlier is not None:
            ways = belief.ways[state]
            way = ways[_drawn([item.weight for item in ways], chance)]
            history.append(_played(machine, way.before, way.moves))
            state, belief = way.before, belief.earlier
        return history[::-1]


def _drawn(weights: Sequence[float], chance: Chance) -> int:
    """A place, as likely as its weight."""
    left = chance.next64() / _DRAWS * sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return len(weights) - 1  # what rounding has left over


def _choices(machine: Machine, role: int, state: State, own: Compound) -> list[tuple[Compound, ...]]:
    """The moves of each role that may have been made in a state in which a role has made this one."""
    if own not in machine.legal(state, role):
        return [()]
    return [(own,) if number == role else machine.legal(state, number) for number in range(len(machine.roles))]


def _played(machine: Machine, before: State, moves: tuple[Compound, ...]) -> Played:
    roles = range(len(machine.roles))
    return Played(before, moves, tuple(machine.percepts(before, moves, role) for role in roles))


def found_history(
    machine: Machine,
    role: int,
    seen: Sequence[Seen],
    chance: Chance,
    fits: Fits,
    is_wanted: Wanted = lambda: True,
) -> list[Played] | None:
    """A history that looks the same to the role and ends in a state that fits, drawn step by step at random, with steps
    taken back where they lead nowhere; None if none was found in time. For where a belief is too much: histories are
    not as likely as they should be, because earlier choices are not weighed by how many ways there are to go on."""
    machine = machine.with_purse(MOST_WORK)
    history: list[Played] = []
    waiting: list[list[tuple[Compound, ...]]] = []
    state = machine.initial()
    tries = 0
    while len(history) < len(seen):
        if len(waiting) == len(history):
            waiting.append(_shuffled(_limited(machine, role, state, seen[len(history)].move), chance))
        if not waiting[-1]:
            waiting.pop()
            if not history:
                return None
            state = history.pop().before
            continue
        moves = waiting[-1].pop()
        tries += 1
        if tries > MOST_TRIES or not is_wanted():
            return None
        if machine.percepts(state, moves, role) != seen[len(history)].percepts:
            continue
        following = machine.step(state, moves)
        is_last = len(history) + 1 == len(seen)
        if not fits(following) if is_last else machine.is_terminal(following):
            continue
        history.append(_played(machine, state, moves))
        state = following
    return history if seen or fits(state) else None


def _limited(machine: Machine, role: int, state: State, own: Compound) -> list[tuple[Compound, ...]]:
    """Joint moves of a state, not more than can be tried anyway."""
    return list(islice(product(*_choices(machine, role, state, own)), MOST_TRIES))


def _shuffled(items: list[tuple[Compound, ...]], chance: Chance) -> list[tuple[Compound, ...]]:
    for place in range(len(items) - 1, 0, -1):
        other = chance.below(place + 1)
        items[place], items[other] = items[other], items[place]
    return items
