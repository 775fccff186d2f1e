"""The native engine: against OpenSpiel's C++ rollouts, compiling, starting from the cache, threads and memory."""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from measuring import ROUNDS, Section, installed, rates
from playing import library_game, open_spiel_from_python, open_spiel_rollouts, ours, steps_per_game, without_guards
from seasons import seasons

from parlour import library

# Run in a fresh process: CPU seconds that a program takes to come to its first playout beyond importing LLVM.
_START = """
import json, sys, time
import llvmlite.binding
sys.path.insert(0, {here!r})
from playing import library_game
game = library_game({name!r})
import parlour.engines.native.engine
before = time.process_time()
game.simulator(engine="native").playouts(1, 0, jobs=1)
print(json.dumps(time.process_time() - before))
"""

_PLAY = """
import sys
sys.path.insert(0, {here!r})
from playing import library_game
simulator = library_game({name!r}).simulator(engine="native")
simulator.playouts(10, 0, jobs=1)
print("ready", flush=True)
sys.stdin.readline()
import time
start = time.perf_counter()
simulator.playouts({count}, 1, jobs=1)
print(time.perf_counter() - start, flush=True)
"""

# Our game, theirs, the least ratio, and what we aim for.
_RACES = (
    ("tic-tac-toe", "tic_tac_toe", 1.5, 4),
    ("connect-four", "connect_four", 2, 8),
    ("connect-four-senet", "connect_four", 1, 4),
    ("checkers", "checkers", "-", 1),
    ("filetto", "tic_tac_toe", 0.3, 1),
    ("chess-tgdl", "chess", "-", 0.1),
)

# Games that are read digit by digit, and playouts per second before moves were finished.
_READ_PIECE_BY_PIECE = (("brandubh", 396), ("lines-of-action", 675), ("game-of-the-amazons", 37))

_HERE = os.path.dirname(os.path.abspath(__file__))


def measure(names: Sequence[str] = ()) -> list[Section]:
    """The sections of these names, or all."""
    return [SECTIONS[name]() for name in names or SECTIONS]


def _rollouts() -> Section:
    columns = ("game", "Parlour", "OpenSpiel C++", "ratio", "at least", "aim")
    section = Section("Native engine", "Random playouts per CPU second, one thread, median of five rounds.", columns)
    for name, theirs, least, aim in _RACES:
        mine, peer = rates(ours(name, "native"), open_spiel_rollouts(theirs))
        section.add(**dict(zip(columns, (name, mine, peer, mine / peer, least, aim), strict=True)))
    return section


def _pieces() -> Section:
    """Games that read a move digit by digit, beside the same engine when guards turn nothing away. The last column is
    what the commit 0fddf0d came to on one machine, where a move was begun anew whenever its last digit was refused; of
    the games of the amazons it gave up four in ten. Ten times as fast as that commit was asked for, and is found by
    playing both in turn; the engine without guards has become faster since, so its ratio has no mark."""
    columns = ("game", "Parlour", "without guards", "ratio", "tried per answer given", "before, noted")
    section = Section("Moves read piece by piece", "Random playouts per CPU second, one thread.", columns)
    for name, before in _READ_PIECE_BY_PIECE:
        mine, plain = rates(ours(name, "native"), without_guards(name))
        tally = library_game(name).simulator(engine="native").playouts(200, 1, jobs=1)
        tried = (tally.questions + tally.refused) / tally.questions
        section.add(**dict(zip(columns, (name, mine, plain, mine / plain, tried, before), strict=True)))
    return section


def _cards() -> Section:
    """OpenSpiel counts its steps, we our answers: in both a player says one thing."""
    columns = ("game", "answers/s", "OpenSpiel C++, steps/s", "of C++", "OpenSpiel from Python, steps/s", "of Python")
    section = Section("Cards", "Answers per CPU second, one thread, median of five rounds.", columns)
    theirs = "crazy_eights"
    steps = steps_per_game(theirs)
    for name in ("crazy-eights", "briscolina"):
        simulator = library_game(name).simulator(engine="native")
        tally = simulator.playouts(2_000, 1, jobs=1)
        answers = tally.questions / tally.games
        mine, peer, slow = rates(ours(name, "native"), open_spiel_rollouts(theirs), open_spiel_from_python(theirs))
        found = (answers * mine, steps * peer, answers * mine / (steps * peer))
        section.add(**dict(zip(columns, (name, *found, steps * slow, answers * mine / (steps * slow)), strict=True)))
    return section


def _seasons() -> Section:
    """Endings are told apart by their winners: eight players do not make 40,320 of them."""
    columns = ("players", "answers/s", "ratio", "at least")
    about = "Answers per CPU second of seasons in which everybody takes a place, one thread; the ratio to two players."
    section = Section("Places", about, columns)
    two, eight = rates(seasons(2), seasons(8), least=1_000)
    section.add(**dict(zip(columns, (2, two, 1.0, "-"), strict=True)))
    section.add(**dict(zip(columns, (8, eight, eight / two, 0.9), strict=True)))
    return section


def _first_playout(name: str, cache: str) -> float:
    script = _START.format(here=_HERE, name=name)
    done = subprocess.run(
        (sys.executable, "-c", script),
        check=True,
        capture_output=True,
        text=True,
        env={**installed(), "PARLOUR_CACHE": cache},
    )
    return float(json.loads(done.stdout))


def _compiling() -> Section:
    columns = ("game", "compiled", "at most")
    about = (
        "CPU seconds to the first playout in a new process, LLVM and the engine imported before; the median of three. "
        "The first row also compiles what all programs share, once for a machine."
    )
    section = Section("Compiling", about, columns)
    with tempfile.TemporaryDirectory() as shared:
        first = _first_playout("nim", shared)
        section.rows.append({"game": "nim, and what all share", "compiled": first, "at most": "-"})
        for entry in library.all():
            if entry.language != "gdl" and entry.name != "nim":
                times = [_compiled_anew(entry.name, shared) for _ in range(3)]
                section.add(**dict(zip(columns, (entry.name, statistics.median(times), 1.0), strict=True)))
    return section


def _compiled_anew(name: str, shared: str) -> float:
    """With a cache that holds what all programs share, and not this one."""
    with tempfile.TemporaryDirectory() as folder:
        cache = shutil.copytree(shared, Path(folder) / "cache")
        return _first_playout(name, str(cache))


def _starting() -> Section:
    columns = ("game", "from the cache", "at most, cached")
    section = Section("Starting from the cache", "CPU seconds, as above; the median of five.", columns)
    with tempfile.TemporaryDirectory() as cache:
        for name in ("tic-tac-toe", "connect-four", "uno"):
            _first_playout(name, cache)
            warm = statistics.median(_first_playout(name, cache) for _ in range(ROUNDS))
            section.add(**dict(zip(columns, (name, warm, 0.02), strict=True)))
    return section


def _threads() -> Section:
    columns = ("game", "two jobs / one", "two processes / one")
    about = "Throughput by wall time: two threads of one process, and two processes with one thread each."
    section = Section("Two jobs", about, columns)
    for name, count in (("tic-tac-toe", 1_000_000), ("connect-four", 200_000)):
        jobs, processes = [], []
        for _ in range(ROUNDS):
            one, two = (_wall(name, count, jobs) for jobs in (1, 2))
            jobs.append(one / two)
            processes.append(2 * _processes(name, count, 1) / _processes(name, count, 2))
        section.add(**dict(zip(columns, (name, statistics.median(jobs), statistics.median(processes)), strict=True)))
    return section


def _wall(name: str, count: int, jobs: int) -> float:
    simulator = library_game(name).simulator(engine="native")
    simulator.playouts(10, 0, jobs=jobs)
    start = time.perf_counter()
    simulator.playouts(count, 1, jobs=jobs)
    return time.perf_counter() - start


def _processes(name: str, count: int, number: int) -> float:
    """The wall time until so many processes, let go at once, have all played `count` games each."""
    script = _PLAY.format(here=_HERE, name=name, count=count)
    running = [
        subprocess.Popen((sys.executable, "-c", script), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(number)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return max(float(process.communicate()[0]) for process in running)


def _memory() -> Section:
    columns = ("game", "MB after 10,000 games", "MB after 1,010,000 games")
    section = Section("Memory", "Most memory of the process so far, before and after a million more playouts.", columns)
    simulator = library_game("connect-four").simulator(engine="native")
    simulator.playouts(10_000, 0, jobs=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    simulator.playouts(1_000_000, 1, jobs=1)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    section.add(**dict(zip(columns, ("connect-four", before, after), strict=True)))
    return section


SECTIONS = {
    "rollouts": _rollouts,
    "pieces": _pieces,
    "cards": _cards,
    "places": _seasons,
    "compiling": _compiling,
    "starting": _starting,
    "threads": _threads,
    "memory": _memory,
}
