"""What a seat can conclude from what it saw: all states it may be in, or one of them drawn at random.

A history is possible for a role if it made the same moves there and was told the same at each step. Counting them all
is exact and soon too much, so both functions give up after a while and say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from parlour.core.chance import Chance
from parlour.engines.logic.history import Played, Seen
from parlour.engines.logic.machine import Machine, State
from parlour.logic.rules import Compound

# How many joint moves may be tried before an imagined history is given up.
MOST_TRIES = 20_000
# How many states, and how many joint moves in one step, are looked at to find out what a role may be in.
MOST_STATES = 300
MOST_MOVES = 4_000


def following_states(machine: Machine, role: int, states: Iterable[State], step: Seen) -> tuple[State, ...] | None:
    """Every state a role may be in after a step, if it was in one of these; None if that is too much to find out.

    It depends on what the role has seen and on nothing else, and so does whether it is given up."""
    following: dict[State, None] = {}
    tries = 0
    for state in states:
        if machine.is_terminal(state):
            continue  # the match went on, so this was not the state
        for moves in _joint_moves(machine, role, state, step.move):
            tries += 1
            if tries > MOST_MOVES or len(following) > MOST_STATES:
                return None
            if machine.percepts(state, moves, role) == step.percepts:
                following[machine.step(state, moves)] = None
    return tuple(following)


def _joint_moves(machine: Machine, role: int, state: State, own: Compound) -> Iterator[tuple[Compound, ...]]:
    if own not in machine.legal(state, role):
        return
    choices = [(own,) if number == role else machine.legal(state, number) for number in range(len(machine.roles))]
    yield from product(*choices)


def imagined_history(machine: Machine, role: int, seen: Sequence[Seen], chance: Chance) -> list[Played] | None:
    """A history that looks the same to the role, drawn step by step at random, with steps taken back where they lead
    nowhere; None if none was found in time. Not all histories are equally likely: earlier choices are not weighed by
    how many ways there are to go on."""
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
        if tries > MOST_TRIES:
            return None
        if machine.percepts(state, moves, role) != seen[len(history)].percepts:
            continue
        following = machine.step(state, moves)
        is_last = len(history) + 1 == len(seen)
        if not is_last and machine.is_terminal(following):
            continue
        told = tuple(machine.percepts(state, moves, number) for number in range(len(machine.roles)))
        history.append(Played(state, moves, told))
        state = following
    return history


def _limited(machine: Machine, role: int, state: State, own: Compound) -> list[tuple[Compound, ...]]:
    """Joint moves of a state, not more than can be tried anyway."""
    found = []
    for moves in _joint_moves(machine, role, state, own):
        found.append(moves)
        if len(found) >= MOST_TRIES:
            break
    return found


def _shuffled(items: list[tuple[Compound, ...]], chance: Chance) -> list[tuple[Compound, ...]]:
    for place in range(len(items) - 1, 0, -1):
        other = chance.below(place + 1)
        items[place], items[other] = items[other], items[place]
    return items
