"""What each short cut of the native driver brings, alone: playouts with all of them, and with all but one.

Each side is a process with a cache of its own, and they play by turns, so that whatever else the machine does hits
both alike. A short cut pays where its best ratio is above a tenth; see `parlour/engines/native/driver/paths.py`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from measuring import ROUNDS, Section, installed

GAMES = (
    "tic-tac-toe",
    "connect-four",
    "connect-four-senet",
    "checkers",
    "game-of-the-amazons",
    "chess",
    "mancala",
    "crazy-eights",
    "uno",
    "house",
)

# Plays games on demand: a line names one and how many, the answer is the CPU time that they took.
_SERVE = """
import sys, time
from parlour.engines.native.driver import paths
for name in sys.argv[1:]:
    assert getattr(paths, name) == 1
    setattr(paths, name, 0)
import parlour
simulators = {}
for line in sys.stdin:
    name, count = line.split()
    if name not in simulators:
        simulators[name] = parlour.load(name).simulator(engine="native")
        simulators[name].playouts(64, 0, jobs=1)
    start = time.process_time()
    tally = simulators[name].playouts(int(count), 1, jobs=1)
    print(time.process_time() - start, tally.questions, tally.refused, flush=True)
"""


class Player:
    """A process that plays with some short cuts turned off."""

    def __init__(self, cache: str, *off: str) -> None:
        self.process = subprocess.Popen(
            (sys.executable, "-c", _SERVE, *off),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**installed(), "PARLOUR_CACHE": cache},
        )

    def play(self, name: str, count: int) -> tuple[float, str]:
        """The CPU time, and what the games came to."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{name} {count}\n")
        self.process.stdin.flush()
        seconds, _, came_to = self.process.stdout.readline().partition(" ")
        return float(seconds), came_to

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def names() -> list[str]:
    """All short cuts."""
    from parlour.engines.native.driver import paths

    return [name for name in vars(paths) if name.isupper()]


def measure(chosen: Sequence[str] = ()) -> list[Section]:
    """A row for each of the chosen short cuts, or for all."""
    section = Section(
        "Short cuts of the native driver",
        "CPU time without a short cut over the time with it, median of the rounds, for the games it helps most.",
        ("short cut", "helps most", "ratio", "at least", "median of all games"),
    )
    wanted = chosen or names()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("all", *wanted):
            os.mkdir(os.path.join(folder, name), mode=0o700)
        whole = Player(os.path.join(folder, "all"))
        counts = {game: _enough(whole, game) for game in GAMES}
        for name in wanted:
            without = Player(os.path.join(folder, name), name)
            ratios = {game: _ratio(whole, without, game, count) for game, count in counts.items()}
            without.stop()
            best = max(ratios, key=ratios.__getitem__)
            row = (name, best, ratios[best], 1.1, statistics.median(ratios.values()))
            section.add(**dict(zip(section.columns, row, strict=True)))
        whole.stop()
    return [section]


def _enough(player: Player, game: str) -> int:
    """How many games take about a tenth of a second."""
    count = 64
    while (seconds := player.play(game, count)[0]) < 0.05:
        count *= 2
    return int(count * 0.1 / seconds) + 1


def _ratio(whole: Player, without: Player, game: str, count: int) -> float:
    found: list[float] = []
    for _ in range(ROUNDS):
        one, other = whole.play(game, count), without.play(game, count)
        assert one[1] == other[1], f"{game} comes out otherwise"
        found.append(other[0] / one[0])
    return statistics.median(found)
