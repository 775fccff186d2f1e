"""Looks for texts and programs that break Parlour, by chance, and writes down what was found.

    make fuzz                                   # everything: programs, events, mutants, texts, sockets
    python fuzz/run.py texts --texts 500        # one part, with a count of its own
    python fuzz/run.py --seed 7 --jobs 1

Without `--seed` every run is another one; the seed is printed and repeats it. The result goes to `fuzz/results/`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping
from secrets import randbits

import mutants
import programs
import sockets
import texts
from mutate import Input
from results import RESULTS, place, write
from stages import Finding

PARTS = ("programs", "events", "mutants", "texts", "sockets")


def main() -> int:
    chosen = _arguments()
    seed = randbits(32) if chosen.seed is None else chosen.seed
    parts = chosen.parts or list(PARTS)
    print(f"seed {seed}, {chosen.jobs} jobs", flush=True)
    results: dict[str, object] = {}
    found: list[str] = []
    for part in parts:
        start = time.monotonic()
        counts, faults = _run(part, getattr(chosen, part), seed, chosen.jobs)
        results[part] = {"seconds": round(time.monotonic() - start), **counts, "found": faults}
        found += [f"{part}: {fault}" for fault in faults]
        print(f"{part}: " + ", ".join(f"{name} {value}" for name, value in counts.items()), flush=True)
        write(RESULTS, "-".join(parts), {"seed": seed, "jobs": chosen.jobs, **place(), **results})
    for fault in found:
        print("found:", fault, file=sys.stderr)
    print("nothing found" if not found else f"{len(found)} found")
    return 1 if found else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Looks for texts and programs that break Parlour.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS) + " (all)")
    parser.add_argument("--programs", type=int, default=10_000, metavar="N", help="generated programs of core (10000)")
    parser.add_argument("--events", type=int, default=500, metavar="N", help="generated games full of events (500)")
    parser.add_argument("--mutants", type=int, default=100, metavar="N", help="mutants of each game (100)")
    parser.add_argument("--texts", type=int, default=20_000, metavar="N", help="mutated texts (20000)")
    parser.add_argument("--sockets", type=int, default=20_000, metavar="N", help="messages of sockets (20000)")
    parser.add_argument("--seed", type=int, metavar="N", help="where chance begins (another one each time)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="children at a time")
    chosen = parser.parse_args()
    for part in chosen.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}; there is {', '.join(PARTS)}")
    return chosen


def _run(part: str, count: int, seed: int, jobs: int) -> tuple[Mapping[str, int], list[str]]:
    """What was counted, and what was found, in words."""
    match part:
        case "programs" | "events":
            lines: list[str] = []

            def tell(line: str) -> None:
                _say(f"FOUND {line}")
                lines.append(line.partition("\n")[0])

            of = "core" if part == "programs" else part
            return programs.run(count, seed, jobs, tell, progress=_say, of=of), lines
        case "mutants":
            tried, faults = mutants.run(count, seed, jobs, say=_say)
            return tried, [_keep(given, finding) for given, finding in faults]
        case "sockets":
            return sockets.run(count, seed, _say)
    total = texts.run(count, seed, jobs, say=_say)
    return {"texts": count, **dict(sorted(total.counts.items()))}, [
        f"{name} ({times} times)" for name, times in total.times.most_common()
    ]


def _say(line: str) -> None:
    """At once: a run takes hours."""
    print(line, flush=True)


def _keep(given: Input | mutants.Job, finding: Finding) -> str:
    """Keeps what can be kept, and says what was found."""
    path = texts.keep_whatever(texts.FOUND, given) if isinstance(given, Input) else None
    name = given.name if isinstance(given, Input) else f"{given.game} mutant {given.number}"
    first = finding.detail.partition("\n")[0][:200]
    return f"{name}: {finding.stage}: {finding.what}: {first}" + (f", kept as {path.name}" if path else "")


if __name__ == "__main__":
    sys.exit(main())
