"""Measures, in one run, what Parlour promises about speed, and writes the numbers down.

Every figure is CPU time on this machine, the median of several rounds, and stands beside a peer measured in the same
run: ratios mean something, the figures alone do not. The table goes to `bench/results/`.

    make bench
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random

import pyspiel

import parlour
from parlour import library

ROUNDS = 5
RESULTS = Path(__file__).parent / "results"


def rates(*players: Callable[[int], None], seconds: float = 0.4) -> list[float]:
    """Games per CPU second of each: the median of some rounds, in which they take turns, so that a slow spell of the
    machine meets all of them."""
    counts = []
    for play in players:
        count = 20
        play(count)
        while (spent := _cpu(play, count)) < seconds / 2:
            count *= 2
        counts.append(max(1, round(count * seconds / spent)))
    rounds = [[count / _cpu(play, count) for play, count in zip(players, counts, strict=True)] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def _cpu(play: Callable[[int], None], count: int) -> float:
    start = time.process_time()
    play(count)
    return time.process_time() - start


def parlour_playouts(name: str) -> Callable[[int], None]:
    """Random playouts of a library game on the Python engine, every check on."""
    entry = library.find(name)
    assert entry is not None, name
    game = parlour.load(entry.text, language=entry.language, name=name)
    simulator = game.simulator(engine="python")
    seeds = iter(range(10**9))
    return lambda count: None if simulator.playouts(count, next(seeds)).games == count else sys.exit("a game was lost")


def open_spiel_playouts(name: str) -> Callable[[int], None]:
    """Random playouts of OpenSpiel's own game, driven from Python."""
    game = pyspiel.load_game(name)
    chance = Random(1)

    def play(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))

    return play


def start_up(*command: str) -> float:
    """CPU seconds of a whole process, the median of some runs."""
    times = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def measure() -> dict[str, object]:
    playouts = []
    for ours, theirs, least in (("tic-tac-toe", "tic_tac_toe", 0.1), ("connect-four", "connect_four", 0.05)):
        mine, peer = rates(parlour_playouts(ours), open_spiel_playouts(theirs))
        playouts.append({"game": ours, "parlour": mine, "peer": peer, "ratio": mine / peer, "at_least": least})
        print(f"{ours}: {mine:,.0f} playouts/s, OpenSpiel from Python {peer:,.0f}: {mine / peer:.3f}x", flush=True)
    executable = str(Path(sys.executable).parent / "parlour")
    source = Path(library.__file__).parent / "bogl" / "tic-tac-toe.bgl"
    python = start_up(sys.executable, "-c", "pass")
    starts = []
    for words in (("--version",), ("check", str(source))):
        spent = start_up(executable, *words)
        starts.append({"command": f"parlour {words[0]}", "seconds": spent, "python": python, "ratio": spent / python})
        print(f"parlour {words[0]}: {spent * 1000:.0f} ms of CPU, python -c pass {python * 1000:.0f} ms", flush=True)
    return {"playouts": playouts, "start_up": starts}


def machine() -> dict[str, str]:
    processor = platform.processor() or platform.machine()
    names = [line for line in _lines(Path("/proc/cpuinfo")) if line.startswith("model name")]
    if names:
        processor = names[0].partition(":")[2].strip()
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
        "processor": f"{processor}, {os.cpu_count()} CPUs",
        "python": platform.python_version(),
        "parlour": parlour.__version__,
        "open_spiel": version("open_spiel"),
    }


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def write(found: dict[str, object], where: dict[str, str]) -> Path:
    """The numbers as JSON for programs and as a table for people."""
    RESULTS.mkdir(exist_ok=True)
    name = RESULTS / f"{where['date']}-python-engine"
    name.with_suffix(".json").write_text(json.dumps({"machine": where, **found}, indent=2) + "\n")
    lines = ["# " + ", ".join(f"{key} {value}" for key, value in where.items()), ""]
    lines += ["Random playouts per CPU second, Python engine, median of five rounds.", ""]
    lines += ["| game | Parlour | OpenSpiel from Python | ratio | at least |", "|---|---|---|---|---|"]
    for row in found["playouts"]:  # type: ignore[attr-defined]
        lines.append(
            f"| {row['game']} | {row['parlour']:,.0f} | {row['peer']:,.0f} | {row['ratio']:.3f} | {row['at_least']} |"
        )
    lines += [
        "",
        "CPU time of a whole process.",
        "",
        "| command | ms | `python -c pass`, ms | ratio |",
        "|---|---|---|---|",
    ]
    for row in found["start_up"]:  # type: ignore[attr-defined]
        lines.append(
            f"| `{row['command']}` | {row['seconds'] * 1000:.0f} | {row['python'] * 1000:.0f} | {row['ratio']:.1f} |"
        )
    path = name.with_suffix(".md")
    path.write_text("\n".join(lines) + "\n")
    return path


def main() -> int:
    found = measure()
    path = write(found, machine())
    print(f"written to {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}")
    short = [row for row in found["playouts"] if row["ratio"] < row["at_least"]]  # type: ignore[attr-defined]
    for row in short:
        print(f"{row['game']} is below its mark: {row['ratio']:.3f} < {row['at_least']}", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
