"""Looking ahead: simulations of our compiled tree search against those of OpenSpiel's C++ `MCTSBot`."""

from __future__ import annotations

import time

import pyspiel
from measuring import Section, rates
from playing import Play, library_game

from parlour.engines.later import LaterEngine
from parlour.engines.net.engine import NetEngine
from parlour.engines.net.loader import MOST_COMPILED
from parlour.engines.net.tiers import Interpreted
from parlour.game.search import Settings
from parlour.players.search import search

# Our game, OpenSpiel's, and how many times faster ours is to be.
_NETS = (
    ("connect-four-gdl", "connect_four", 4),
    ("breakthrough", "breakthrough", 10),
    ("reversi-gdl", "othello", 50),
    ("draughts", "checkers", 5),
)

# Simulations of one search, at most: what a player may take for a move. Each begins with an empty tree.
_SEARCH = 10_000


def measure() -> list[Section]:
    columns = ("game", "Parlour", "OpenSpiel C++", "ratio", "at least")
    about = (
        "Simulations per CPU second, one thread, one random game for each leaf, from the first position, up to "
        f"{_SEARCH:,} for one tree; median of five rounds. OpenSpiel: `MCTSBot` with its own random rollouts."
    )
    section = Section("Search over nets", about, columns)
    for name, theirs, least in _NETS:
        mine, peer = rates(_ours(name), _open_spiel(theirs), least=_SEARCH)
        section.add(**dict(zip(columns, (name, mine, peer, mine / peer, least), strict=True)))
    return [section]


def _ours(name: str) -> Play:
    """Once its compiled code is there, as in any long run."""
    game = library_game(name)
    later = game.engines["net"]
    assert isinstance(later, LaterEngine) and isinstance(later.made, NetEngine)
    loader = later.made.loader
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        for done in range(0, count, _SEARCH):
            found = search(game, game.start(), 0, next(seeds), Settings())
            found.grow(min(_SEARCH, count - done))

    while loader.plan.size <= MOST_COMPILED and isinstance(loader.machine(loader.words), Interpreted):
        play(_SEARCH)
        time.sleep(0.1)
    return play


def _open_spiel(name: str) -> Play:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        for done in range(0, count, _SEARCH):
            seed = next(seeds)
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, min(_SEARCH, count - done), 1000, False, seed, False)
            bot.mcts_search(state)

    return play
