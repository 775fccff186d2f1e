"""Random playouts: ours on any engine, and those of the peers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

import pyspiel

import parlour
from parlour.game.game import Game

Play = Callable[[int], object]


def library_game(name: str) -> Game:
    return parlour.load(name)


def ours(name: str, engine: str, jobs: int = 1) -> Play:
    """Random playouts of a library game, every check on."""
    simulator = library_game(name).simulator(engine=engine)
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        if simulator.playouts(count, next(seeds), jobs=jobs).games != count:
            sys.exit("a game was lost")

    return play


def without_guards(name: str) -> Play:
    """The same on the native engine when no guard turns answers away (`core/passes/guards.py`): all are tried."""
    game = library_game(name)
    python = game.engines["python"]
    python.__dict__["guards"] = {}
    simulator = game.simulator(engine="native")
    seeds = iter(range(10**9))
    return lambda count: simulator.playouts(count, next(seeds), jobs=1)


def open_spiel_from_python(name: str) -> Play:
    """Random playouts of OpenSpiel's own game, driven from Python."""
    game = pyspiel.load_game(name)
    chance = Random(1)

    def play(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(_choice(state, chance))

    return play


def _choice(state: pyspiel.State, chance: Random) -> int:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return chance.choices(actions, weights)[0]
    return chance.choice(state.legal_actions())


def steps_per_game(name: str, games: int = 300) -> float:
    """How often a player chooses in a random game, on average; dealing is no choice."""
    game = pyspiel.load_game(name)
    chance = Random(2)
    steps = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(_choice(state, chance))
    return steps / games


def open_spiel_rollouts(name: str) -> Play:
    """OpenSpiel's own C++ rollouts: one simulation of its search bot, which rolls out so often once cards are dealt."""
    game = pyspiel.load_game(name)
    seeds = iter(range(1, 10**9))
    chance = Random(3)

    def play(count: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=next(seeds))
        bot = pyspiel.MCTSBot(
            game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
        )
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(_choice(state, chance))
        bot.step(state)

    return play
