"""How things are measured: CPU time, medians of rounds in which all take turns, ratios to a peer of the same run."""

from __future__ import annotations

import datetime
import os
import platform
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROUNDS = 5


@dataclass(frozen=True)
class Section:
    """A table of the report: a title, what was measured, the names of the columns and the rows."""

    title: str
    about: str
    columns: Sequence[str]
    rows: list[dict[str, object]] = field(default_factory=list)

    def add(self, **values: object) -> None:
        """A row; said aloud, because a run takes minutes."""
        self.rows.append(values)
        print(f"{self.title}: " + ", ".join(f"{name} {_shown(value)}" for name, value in values.items()), flush=True)

    def lines(self) -> list[str]:
        head = [
            "## " + self.title,
            "",
            self.about,
            "",
            "| " + " | ".join(self.columns) + " |",
            "|---" * len(self.columns) + "|",
        ]
        return head + ["| " + " | ".join(_shown(row[name]) for name in self.columns) + " |" for row in self.rows] + [""]

    def misses(self) -> list[str]:
        """Rows that fall short of what stands beside them."""
        found = []
        for row in self.rows:
            for name, mark, is_least in _MARKS:
                if isinstance(row.get(mark), int | float):
                    value, bound = float(str(row[name])), float(str(row[mark]))
                    if (value < bound) if is_least else (value > bound):
                        found.append(f"{self.title}, {row[self.columns[0]]}: {name} {value:.3g}, {mark} {bound:.3g}")
        return found


# What is measured, the column that says how it should be, and whether that is the least or the most.
_MARKS = (
    ("ratio", "at least", True),
    ("compiled", "at most", False),
    ("from the cache", "at most, cached", False),
    ("seconds", "at most, seconds", False),
)


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def rates(*players: Callable[[int], object], seconds: float = 0.4, least: int = 1) -> list[float]:
    """Games per CPU second of each: the median of some rounds, in which they take turns, so that a slow spell of the
    machine meets all of them. The first one plays so many games at `least`."""
    counts = []
    for play in players:
        count = 1 if counts else least
        play(count)
        while (spent := cpu(play, count)) < seconds / 2:
            count *= 2
        counts.append(max(1, round(count * seconds / spent)))
    rounds = [[count / cpu(play, count) for play, count in zip(players, counts, strict=True)] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def cpu(play: Callable[[int], object], count: int) -> float:
    start = time.process_time()
    play(count)
    return time.process_time() - start


_BYTECODE = tempfile.TemporaryDirectory(prefix="parlour-bench-")


def installed() -> dict[str, str]:
    """The environment of a process that finds Python's bytecode in place, as in whatever was installed, once another
    one has written it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": _BYTECODE.name}


def process_cpu(*command: str) -> float:
    """CPU seconds of a whole process, the median of some runs. The first one writes Python's bytecode and does not
    count."""
    times = []
    for _ in range(1 + ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, env=installed())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times[1:])


def machine() -> dict[str, str]:
    processor = platform.processor() or platform.machine()
    names = [line for line in _lines(Path("/proc/cpuinfo")) if line.startswith("model name")]
    if names:
        processor = names[0].partition(":")[2].strip()
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"),
        "processor": f"{processor}, {os.cpu_count()} CPUs",
        "load at the start": f"{os.getloadavg()[0]:.1f}",
        "python": platform.python_version(),
        **{name: _version(name) for name in ("parlour", "llvmlite", "numpy", "open_spiel")},
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "-"


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []
