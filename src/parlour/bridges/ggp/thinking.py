"""How our player chooses a move: it plays random games from each of its moves for as long as it may, and takes the one
with the best mean score."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from parlour.core.chance import Chance
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.logic.rules import Compound

# A random game that has gone on so long says nothing any more.
LONGEST_GAME = 2_000


def choose(machine: Machine, state: State, role: int, chance: Chance, deadline: float) -> Compound | None:
    """A legal move; None if there is none. Takes no longer than one random game beyond the deadline."""
    moves = machine.legal(state, role)
    if len(moves) <= 1:
        return moves[0] if moves else None
    totals = [0.0] * len(moves)
    games = [0] * len(moves)
    number = 0
    while monotonic() < deadline:
        place = number % len(moves)
        number += 1
        score = _try(machine, state, role, moves[place], chance, deadline)
        if score is not None:
            totals[place] += score
            games[place] += 1
    means = [total / count if count else -1.0 for total, count in zip(totals, games, strict=True)]
    best = [place for place, mean in enumerate(means) if mean == max(means)]
    return moves[best[chance.below(len(best))]]


def _try(machine: Machine, state: State, role: int, move: Compound, chance: Chance, deadline: float) -> float | None:
    """The score of one random game after this move; None if it came to no end."""
    try:
        state = machine.step(state, _joint(machine, state, chance, role, move))
        for _ in range(LONGEST_GAME):
            if machine.is_terminal(state):
                value = machine.goals(state, role)
                return float(value[0].name) if len(value) == 1 and value[0].name.isdigit() else None
            if monotonic() > deadline:
                return None
            state = machine.step(state, _joint(machine, state, chance, None, None))
    except GameTrouble:
        return None
    return None


def _joint(
    machine: Machine, state: State, chance: Chance, role: int | None, move: Compound | None
) -> Sequence[Compound]:
    joint = []
    for number in range(len(machine.roles)):
        if number == role and move is not None:
            joint.append(move)
        else:
            legal = machine.legal(state, number)
            if not legal:
                raise GameTrouble("runtime", "no-legal-move", "a role has no legal move", "legal")
            joint.append(legal[chance.below(len(legal))])
    return joint
