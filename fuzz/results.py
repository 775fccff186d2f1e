"""Where runs write what came of them: by the run, never by hand."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def place() -> dict[str, str]:
    """When, where and on what."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit,
        "machine": f"{platform.machine()}, {os.cpu_count()} CPUs, {platform.system()}",
        "python": platform.python_version(),
    }


def write(folder: Path, name: str, result: dict[str, object]) -> None:
    """Always the last run of this name."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")


@dataclass(slots=True)
class Account:
    """What one part has tried, in one run or in several that went on with it, as it is written down."""

    part: str
    seed: int
    tried: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    runs: list[dict[str, object]] = field(default_factory=list)
    # What was found and passed when it was tried again, with the commit on which it did.
    mended: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def continued(cls, folder: Path, part: str, seed: int) -> Account:
        """That of the last run, whose seed it has; a new one if there is none."""
        path = folder / f"{part}.json"
        if not path.exists():
            return cls(part, seed)
        before = json.loads(path.read_text())
        counts, mended = Counter(before["counts"]), before.get("mended", [])
        return cls(part, before["seed"], before["tried"], counts, before["found"], before["runs"], mended)

    def begin(self, jobs: int) -> None:
        """Another run goes on from here."""
        self.runs.append({**place(), "jobs": jobs, "seconds": 0, "tried": 0})

    def note(self, tried: int, seconds: float, counts: Mapping[str, int], found: Iterable[str]) -> None:
        """So many more were tried."""
        run = self.runs[-1]
        run["tried"] = int(str(run["tried"])) + tried
        run["seconds"] = int(str(run["seconds"])) + round(seconds)
        self.tried += tried
        self.counts.update(counts)
        self.found.extend(fault for fault in found if fault not in self.found)

    def strike(self, fault: str) -> None:
        """What was found has been tried again, and passed."""
        self.found.remove(fault)
        self.mended.append({"found": fault, **place()})

    def write(self, folder: Path) -> None:
        result = {"seed": self.seed, "tried": self.tried, "counts": dict(sorted(self.counts.items()))}
        write(folder, self.part, {**result, "found": self.found, "mended": self.mended, "runs": self.runs})
