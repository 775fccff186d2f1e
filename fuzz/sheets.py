"""Rule sheets of somebody else's collection: whatever `rules` plays must be the same game on the net.

    python fuzz/sheets.py FOLDER…
    python fuzz/sheets.py FOLDER --seconds 900 --only chess amazons
    python fuzz/sheets.py FOLDER --continue               # those that no walk has judged yet

Every `.kif` under the folders is walked on both engines side by side up to the end of its games (facts, legal moves,
goals, the end), and then played at random on both: endings, scores and lengths must have the same shares. What takes
too long at first is tried again at the end with all the time it may have. The counts, and the sheets that have no net
or are refused with the reason, go to `fuzz/results/sheets.json` after every sheet, so that a walk can be ended and
continued; the file says how many sheets there are in all, and which walk has judged how many on which commit.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from math import sqrt
from pathlib import Path
from time import process_time

from children import RAISED, Children, Died, own_cache
from results import RESULTS, place, write
from side_by_side import walk
from stages import fault_in

from parlour import pipeline
from parlour.core.chance import Chance
from parlour.engines.later import LaterEngine
from parlour.engines.net.engine import NetEngine
from parlour.engines.rules.engine import RulesEngine
from parlour.game.outcome import Tally
from parlour.languages.frontend import NothingToRun
from parlour.syntax.diagnostic import Diagnostics

# What a sheet may take at first, what it may take at the end, and how much memory.
SECONDS, LAST_SECONDS = 40.0, 900.0
MEMORY_BYTES = 6 << 30
# So long the reference engine walks and plays; the net plays this many games.
WALK_S, PLAY_S = 3.0, 3.0
WALKS, STEPS = 40, 400
MOST_GAMES, NET_GAMES = 400, 4_096
# Two shares of chance differ by more standard deviations than this once in a million comparisons.
DEVIATIONS = 5.0

KINDS = ("agree", "differ", "without a net", "refused", "too long", "broke")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file, and what it is called in the report."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Verdict:
    """One of `KINDS`, and why."""

    kind: str
    reason: str = ""


def judge(sheet: Sheet, at: Callable[[str], None]) -> Verdict:
    """What becomes of one sheet; inside a child."""
    at("reading")
    try:
        game = pipeline.load(sheet.path)
    except Diagnostics as reported:
        first = next(each for each in reported.found if each.is_error)
        return Verdict("refused", f"{first.code}: {first.title}")
    except NothingToRun as nothing:
        return Verdict("refused", str(nothing))
    engines = [engine.made if isinstance(engine, LaterEngine) else engine for engine in game.engines.values()]
    rules, net = engines
    assert isinstance(rules, RulesEngine)
    assert isinstance(net, NetEngine)
    at("building")
    if net.notice:
        return Verdict("differ", net.notice)
    if net.ungrounded is not None:
        return Verdict("without a net", net.ungrounded.reason)
    at("walking")
    found = list(walk(rules.machine(), net.bulk(), Chance(1), WALKS, STEPS, WALK_S))
    at("playing")
    found += different_shares(_played(rules), net.simulator().playouts(NET_GAMES, 1, jobs=1))
    return Verdict("differ", "; ".join(found)) if found else Verdict("agree")


def _played(rules: RulesEngine) -> Tally:
    """What random games on the reference engine come to, as many as it plays in a while."""
    simulator = rules.simulator()
    total = Tally()
    began = process_time()
    for seed in count():
        total.add(simulator.playouts(1, seed))
        if total.games >= MOST_GAMES or process_time() - began > PLAY_S:
            return total
    raise AssertionError


def different_shares(one: Tally, other: Tally) -> Iterator[str]:
    """Which endings, failures, scores and lengths are not equally frequent in two samples.

    >>> even = Tally(100, endings=Counter(a=50, b=50), lengths=Counter({9: 60, 7: 40}))
    >>> list(different_shares(even, Tally(100, endings=Counter(a=45, b=55), lengths=Counter({9: 70, 7: 30}))))
    []
    >>> list(different_shares(even, Tally(100, endings=Counter(a=10, b=90), lengths=Counter({9: 100}))))
    ['a: 50 of 100 and 10 of 100', 'b: 50 of 100 and 90 of 100', 'mean length 8.20 and 9.00']
    """
    for ours, theirs in ((one.endings, other.endings), (one.failed, other.failed)):
        for name in sorted(ours | theirs):
            pooled = (ours[name] + theirs[name]) / (one.games + other.games)
            deviation = sqrt(pooled * (1 - pooled) * (1 / one.games + 1 / other.games))
            if abs(ours[name] / one.games - theirs[name] / other.games) > DEVIATIONS * deviation:
                yield f"{name}: {ours[name]} of {one.games} and {theirs[name]} of {other.games}"
    if one.games > 1:
        spread = _variance(one.lengths + other.lengths) * (1 / one.games + 1 / other.games)
        if abs(one.mean_length - other.mean_length) > DEVIATIONS * sqrt(spread) + 1e-9:
            yield f"mean length {one.mean_length:.2f} and {other.mean_length:.2f}"


def _variance(lengths: Counter[int]) -> float:
    games = sum(lengths.values())
    mean = sum(length * times for length, times in lengths.items()) / games
    return sum(times * (length - mean) ** 2 for length, times in lengths.items()) / games


def run(sheets: Iterable[Sheet], seconds: float, jobs: int) -> Iterator[tuple[Sheet, Verdict]]:
    """What becomes of each sheet, in the order in which it is known."""
    with own_cache(), Children(judge, jobs, cpu_seconds=seconds, memory_bytes=MEMORY_BYTES) as children:
        for sheet, result in children.do(sheets):
            match result:
                case Died(stage, "time" | "no answer", _):
                    yield sheet, Verdict("too long", stage)
                case Died(stage, how, said):
                    yield sheet, Verdict("broke", f"{stage}: {fault_in(said) if how == RAISED else how}")
                case _:
                    yield sheet, result


class Account:
    """What is known of all sheets so far, as it is written down."""

    def __init__(self, folder: Path, sheets: int) -> None:
        self.folder = folder
        self.sheets = sheets
        self.verdicts: dict[str, Verdict] = {}
        self.walks: list[dict[str, object]] = []

    def read(self) -> None:
        """Takes over what earlier walks have found out; what took them too long is open again."""
        before = json.loads((self.folder / "sheets.json").read_text())
        self.walks = before["walks"]
        self.verdicts = {name: Verdict("agree") for name in before["agreed"]}
        for kind, reasons in before["reasons"].items():
            if kind != "too long":
                self.verdicts |= {name: Verdict(kind, reason) for name, reason in reasons.items()}

    def begin(self) -> None:
        """Another walk begins."""
        self.walks.append({**place(), "judged": 0})

    def note(self, sheet: Sheet, verdict: Verdict) -> None:
        walk = self.walks[-1]
        if sheet.name not in self.verdicts:
            walk["judged"] = int(str(walk["judged"])) + 1
        self.verdicts[sheet.name] = verdict
        self.write()

    def counts(self) -> dict[str, int]:
        return {kind: len(self._of(kind)) for kind in KINDS}

    def _of(self, kind: str) -> dict[str, str]:
        return {name: verdict.reason for name, verdict in sorted(self.verdicts.items()) if verdict.kind == kind}

    def write(self) -> None:
        judged = {"sheets": self.sheets, "judged": len(self.verdicts)}
        reasons = {kind: self._of(kind) for kind in KINDS if kind != "agree"}
        found = {**judged, **self.counts(), "walks": self.walks, "reasons": reasons, "agreed": list(self._of("agree"))}
        write(self.folder, "sheets", found)


def main() -> int:
    parser = argparse.ArgumentParser(description="Walks rule sheets on the net beside the rules.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="sheets whose path holds one of these words")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="not the N smallest ones")
    parser.add_argument("--continue", action="store_true", dest="goes_on", help="not those that earlier walks judged")
    parser.add_argument("--seconds", type=float, default=LAST_SECONDS, help="CPU seconds of a stage at most (900)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="children at a time (1)")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where the counts go")
    given = parser.parse_args()
    paths = [(path, folder) for folder in given.folders for path in sorted(folder.rglob("*.kif"))]
    # Small ones first.
    paths.sort(key=lambda each: each[0].stat().st_size)
    account = Account(given.results, len(paths))
    if given.goes_on:
        account.read()
    sheets = [Sheet(str(path.relative_to(folder)), path.resolve()) for path, folder in paths[given.skip :]]
    if given.only:
        sheets = [sheet for sheet in sheets if any(word in sheet.name for word in given.only)]
    left = [sheet for sheet in sheets if sheet.name not in account.verdicts]
    account.begin()
    for seconds in sorted({min(SECONDS, given.seconds), given.seconds}):
        for done, (sheet, verdict) in enumerate(run(left, seconds, given.jobs), start=1):
            account.note(sheet, verdict)
            print(f"{done}/{len(left)} {sheet.name}: {verdict.kind} {verdict.reason[:300]}", flush=True)
        left = [sheet for sheet in left if account.verdicts[sheet.name].kind == "too long"]
    counts = account.counts()
    print(", ".join(f"{number} {kind}" for kind, number in counts.items()))
    return 1 if counts["differ"] or counts["broke"] or counts["too long"] else 0


if __name__ == "__main__":
    sys.exit(main())
