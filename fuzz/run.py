"""Looks for texts and programs that break Parlour, by chance, and writes down what was found.

    make fuzz                                   # everything: programs, events, mutants, texts, sockets
    python fuzz/run.py texts --texts 500        # one part, with a count of its own
    python fuzz/run.py --seed 7 --jobs 1
    python fuzz/run.py mutants --continue       # on from where the last run of this part was ended
    python fuzz/run.py texts --again            # what was found, once more; what passes now is struck

Without `--seed` every run is another one; the seed is printed and repeats it. What was tried goes to `fuzz/results/`
after every batch, a file for each part, with the commit of every run that had a share in it: a run takes hours, and may
be ended at any time.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from secrets import randbits

import mutants
import programs
import sockets
import texts
from children import own_cache
from mutate import Input
from results import RESULTS, Account
from stages import Finding

# The parts, and after how many inputs each writes down how far it has come (of mutants: one of every game). What
# atheris finds out while it tries messages is lost at the end of a batch.
BATCHES = {"programs": 100, "events": 50, "mutants": 1, "texts": 100, "sockets": 20_000}


# Of what the programs of a part are made.
_KINDS = {"programs": "core", "events": "events"}

# Between a fault and the file that has it.
KEPT = ", kept as "


def main() -> int:
    chosen = _arguments()
    given = randbits(32) if chosen.seed is None else chosen.seed
    # What all programs share is compiled once.
    with own_cache():
        return _run_all(chosen, given)


def _run_all(chosen: argparse.Namespace, given: int) -> int:
    found: list[str] = []
    for part in chosen.parts or list(BATCHES):
        folder: Path = chosen.results
        goes_on = chosen.goes_on or chosen.again
        account = Account.continued(folder, part, given) if goes_on else Account(part, given)
        if chosen.again:
            _try_again(account, folder)
            found += [f"{part}: {fault}" for fault in account.found]
            continue
        wanted: int = getattr(chosen, part)
        print(f"{part}: seed {account.seed}, {chosen.jobs} jobs, {account.tried:,} of {wanted:,} tried", flush=True)
        account.begin(chosen.jobs)
        while account.tried < wanted:
            start, count = time.monotonic(), min(BATCHES[part], wanted - account.tried)
            counts, faults = _run(account, count, chosen.jobs)
            account.note(count, time.monotonic() - start, counts, faults)
            account.write(folder)
            shown = ", ".join(f"{name} {value:,}" for name, value in sorted(account.counts.items()))
            print(f"{part}: {account.tried:,} tried: {shown}; {len(account.found)} found", flush=True)
        found += [f"{part}: {fault}" for fault in account.found]
    for fault in found:
        print("found:", fault, file=sys.stderr)
    print("nothing found" if not found else f"{len(found)} found")
    return 1 if found else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Looks for texts and programs that break Parlour.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(BATCHES) + " (all)")
    parser.add_argument("--programs", type=int, default=10_000, metavar="N", help="generated programs of core (10000)")
    parser.add_argument("--events", type=int, default=500, metavar="N", help="generated games full of events (500)")
    parser.add_argument("--mutants", type=int, default=100, metavar="N", help="mutants of each game (100)")
    parser.add_argument("--texts", type=int, default=20_000, metavar="N", help="mutated texts (20000)")
    parser.add_argument("--sockets", type=int, default=20_000, metavar="N", help="messages of sockets (20000)")
    parser.add_argument("--seed", type=int, metavar="N", help="where chance begins (another one each time)")
    parser.add_argument("--continue", action="store_true", dest="goes_on", help="on from the last run, with its seed")
    parser.add_argument("--again", action="store_true", help="only what was found; what passes now is struck")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="children at a time")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where the counts go")
    chosen = parser.parse_args()
    for part in chosen.parts:
        if part not in BATCHES:
            parser.error(f"there is no part {part}; there is {', '.join(BATCHES)}")
    return chosen


def _run(account: Account, count: int, jobs: int) -> tuple[Mapping[str, int], list[str]]:
    """Tries so many more inputs: what was counted, and what was found, in words."""
    part, first, seed = account.part, account.tried, account.seed
    match part:
        case "programs" | "events":
            lines: list[str] = []

            def tell(line: str) -> None:
                _say(f"FOUND {line}")
                lines.append(line.partition("\n")[0])

            return programs.run(count, seed + first, jobs, tell, of=_KINDS[part]), lines
        case "mutants":
            tried, faults = mutants.run(range(first, first + count), seed, jobs, say=_say)
            return tried, [_keep(given, finding) for given, finding in faults]
        case "sockets":
            return sockets.run(count, seed, _say)
    known = {fault.partition(KEPT)[0] for fault in account.found}
    total = texts.run(count, seed, jobs, first=first, known=known, say=_say)
    kept = [f"{fault}{KEPT}{path.name}" for fault, path in total.kept.items()]
    return {"texts": count, **dict(sorted(total.counts.items()))}, kept


def _try_again(account: Account, folder: Path) -> None:
    """Tries what was found once more, by its seed or the file that it is kept in. What passes is struck, with the
    commit; what is not kept stays."""
    for fault in list(account.found):
        seed, file = re.match(r"seed (\d+)", fault), texts.FOUND / fault.partition(KEPT)[2]
        if seed is not None:
            passes = programs.run(1, int(seed[1]), 1, _say, of=_KINDS[account.part]).get("agree") == 1
        elif file.is_file():
            passes = not any(findings for _, findings in texts.try_files([file]))
        else:
            _say(f"{account.part}: {fault}: cannot be tried again")
            continue
        _say(f"{account.part}: {fault}: {'passes' if passes else 'still there'}")
        if passes:
            account.strike(fault)
        account.write(folder)


def _say(line: str) -> None:
    """At once: a run takes hours."""
    print(line, flush=True)


def _keep(given: Input | mutants.Job, finding: Finding) -> str:
    """Keeps what can be kept, and says what was found."""
    path = texts.keep_whatever(texts.FOUND, given) if isinstance(given, Input) else None
    name = given.name if isinstance(given, Input) else f"{given.game} mutant {given.number}"
    first = finding.detail.partition("\n")[0][:200]
    return f"{name}: {finding.stage}: {finding.what}: {first}" + (f"{KEPT}{path.name}" if path else "")


if __name__ == "__main__":
    sys.exit(main())
