"""What the two engines of a game disagree about: a random match on both, tallies, walks through the states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from time import process_time

import numpy as np
from mutate import pick

from parlour.core.chance import Chance
from parlour.engines.later import LaterEngine
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host import loading as native_loading
from parlour.engines.net.bulk import Bulk, States
from parlour.engines.net.engine import NetEngine
from parlour.engines.python.engine import PythonEngine
from parlour.engines.rules.engine import RulesEngine
from parlour.game.game import Game
from parlour.game.position import Budget
from parlour.logic.rules import Compound
from parlour.testing.agreement import play_side_by_side

BUDGET = Budget(steps=100_000, depth=500, told=100_000, memory=8_000_000)
QUESTIONS = 12
GAMES = 20
# How long the slower engine may play; the other one plays as many games.
PATIENCE_S = 0.5
WALKS, STEPS = 6, 25
# Of so many games one is optimised by LLVM.
OPTIMISED_EVERY = 10
USUAL = native_loading.OPTIMISATION


def disagreements(game: Game, seed: int, *, is_simulated: bool = True) -> Iterator[str]:
    """What differs in a match by the question and, for which it must be compiled once more, in the tally of some games;
    of a rule sheet, in random walks."""
    engines = [engine.made if isinstance(engine, LaterEngine) else engine for engine in game.engines.values()]
    match engines:
        case [PythonEngine() as python, NativeEngine() as native]:
            optimise(seed)
            yield from play_side_by_side(python, native, seed, BUDGET, QUESTIONS)
            if is_simulated:
                yield from _tallies(python, native, seed)
        case [RulesEngine() as reference, NetEngine() as net]:
            if net.notice:
                yield net.notice
            elif net.ungrounded is None:
                yield from walk(reference.machine(), net.bulk(), Chance(seed))


def optimise(seed: int) -> None:
    """From here on programs are compiled as quickly as can be, and now and then as everybody has them."""
    native_loading.OPTIMISATION = USUAL if seed % OPTIMISED_EVERY == 0 else 0


def _tallies(python: PythonEngine, native: NativeEngine, seed: int) -> Iterator[str]:
    one, other = python.simulator(), native.simulator()
    one.budget = other.budget = BUDGET
    expected = one.playouts(GAMES, seed, patience_s=PATIENCE_S)
    # The reference may have been told to give games up earlier (`stages.py`).
    if expected.games and "unfinished" not in expected.failed:
        counted = other.playouts(expected.games, seed, jobs=1)
        if counted != expected:
            yield f"tallies of {expected.games} games: {expected} and {counted}"


def walk(
    machine: Machine, bulk: Bulk, chance: Chance, walks: int = WALKS, steps: int = STEPS, patience_s: float = inf
) -> Iterator[str]:
    """Random walks on both, and what they say of each state; no further step after so much CPU time."""
    moves = bulk.plan.net.moves
    end = process_time() + patience_s
    for _ in range(walks):
        state, packed = machine.initial(), bulk.first
        for step in range(steps):
            if process_time() > end:
                return
            try:
                legal = [machine.legal(state, role) for role in range(len(machine.roles))]
                found = list(_compare(machine, bulk, state, packed, legal))
                if found:
                    yield from (f"step {step}: {line}" for line in found)
                    return
                if machine.is_terminal(state) or not all(legal):
                    break
                chosen = [pick(chance, own) for own in legal]
                state = machine.step(state, chosen)
            except GameTrouble:
                break
            joint = [[moves[role].index(move) for role, move in enumerate(chosen)]]
            packed = bulk.step(packed, np.array(joint))


def _compare(
    machine: Machine, bulk: Bulk, state: State, packed: States, legal: Sequence[Sequence[Compound]]
) -> Iterator[str]:
    looked = bulk.look(packed)
    if bulk.facts(packed[0]) != frozenset(machine.facts(state)):
        yield "other facts"
    if bool(looked.is_terminal[0]) != machine.is_terminal(state):
        yield "over for one of them"
    for role, names in enumerate(bulk.plan.net.moves):
        if {names[place] for place in np.flatnonzero(looked.legal[role][0])} != set(legal[role]):
            yield f"other legal moves for {machine.roles[role]}"
    goals = bulk.plan.goals(bulk.codes(packed)[0])
    for player, goal in zip(bulk.plan.players, goals, strict=True):
        values = machine.goals(state, player)
        if goal != (None if not values else values[0] if len(values) == 1 else "several"):
            yield f"another goal for {machine.roles[player]}: {values} and {goal}"
