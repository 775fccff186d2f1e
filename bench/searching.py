"""Looking ahead: simulations of our compiled tree search against those of OpenSpiel's C++ `MCTSBot`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pyspiel
from measuring import ROUNDS, Section, rates
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


# A search in a process of its own: it gets ready, waits for a word, and says how many seconds it has taken.
_GROWING = """
import importlib, sys, time
sys.path.insert(0, sys.argv[1])
import measuring
grow = importlib.import_module(sys.argv[2]).growing(sys.argv[3], int(sys.argv[4]))
print("ready", flush=True)
for _ in range(measuring.ROUNDS):
    sys.stdin.readline()
    begin = time.monotonic()
    grow(int(sys.argv[5]))
    print(time.monotonic() - begin, flush=True)
"""
_SCALED = ("connect-four-gdl", 200_000)


def measure() -> list[Section]:
    return [_simulations(), by_two_jobs("Search over nets by two jobs", __name__, *_SCALED)]


def _simulations() -> Section:
    columns = ("game", "Parlour", "OpenSpiel C++", "ratio", "at least")
    about = (
        "Simulations per CPU second, one thread, one random game for each leaf, from the first position, up to "
        f"{_SEARCH:,} for one tree; median of five rounds. OpenSpiel: `MCTSBot` with its own random rollouts."
    )
    section = Section("Search over nets", about, columns)
    for name, theirs, least in _NETS:
        mine, peer = rates(_ours(name), open_spiel(theirs), least=_SEARCH)
        section.add(**dict(zip(columns, (name, mine, peer, mine / peer, least), strict=True)))
    return section


def by_two_jobs(title: str, module: str, name: str, iterations: int) -> Section:
    """Two trees in two threads of a process against two processes with a tree each, side by side. The module has a
    function `growing` as this one has."""
    columns = ("game", "two jobs", "two processes", "ratio", "at least")
    about = f"Seconds by the clock for {2 * iterations:,} simulations in two trees, median of {ROUNDS} rounds."
    section = Section(title, about, columns)
    processes = [_process(module, name, 1, iterations) for _ in range(2)]
    threads = _process(module, name, 2, 2 * iterations)
    together, apart = [], []
    for _ in range(ROUNDS):
        together.append(_round([threads]))
        apart.append(_round(processes))
    for process in (*processes, threads):
        process.communicate(timeout=60)
    jobs_s, processes_s = statistics.median(together), statistics.median(apart)
    row = (name, jobs_s, processes_s, processes_s / jobs_s, 0.8)
    section.add(**dict(zip(columns, row, strict=True)))
    return section


def _process(module: str, name: str, trees: int, iterations: int) -> subprocess.Popen[str]:
    here = str(Path(__file__).parent)
    command = [sys.executable, "-c", _GROWING, here, module, name, str(trees), str(iterations)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def _round(processes: Sequence[subprocess.Popen[str]]) -> float:
    """How long it takes until all of them are done."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return max(float(process.stdout.readline()) for process in processes if process.stdout is not None)


def growing(name: str, trees: int) -> Play:
    """A search of so many trees, with as many jobs; a new one every time."""
    game = library_game(name)
    _ours(name)
    seeds = iter(range(10**9))

    def grow(iterations: int) -> None:
        settings = Settings(trees=trees, nodes=trees * iterations)
        search(game, game.start(), 0, next(seeds), settings).grow(iterations, jobs=trees)

    grow(1_000)
    return grow


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


def open_spiel(name: str) -> Play:
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
