"""Rule sheets of somebody else's collection: whatever `rules` plays must be the same game on the net.

    python fuzz/sheets.py FOLDER…
    python fuzz/sheets.py FOLDER --seconds 900 --only chess amazons

Every `.kif` under the folders is walked on both engines side by side up to the end of its games (facts, legal moves,
goals, the end), and then played at random on both: endings, scores and lengths must have the same shares. What takes
too long at first is tried again at the end with all the time it may have. The counts, and the sheets that have no net
or are refused with the reason, go to `fuzz/results/sheets.json`.
"""

from __future__ import annotations

import argparse
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


def main() -> int:
    parser = argparse.ArgumentParser(description="Walks rule sheets on the net beside the rules.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="sheets whose path holds one of these words")
    parser.add_argument("--seconds", type=float, default=LAST_SECONDS, help="CPU seconds of a stage at most (900)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="children at a time (1)")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help="where the counts go")
    given = parser.parse_args()
    paths = [(path, folder) for folder in given.folders for path in sorted(folder.rglob("*.kif"))]
    # Small ones first.
    paths.sort(key=lambda each: each[0].stat().st_size)
    sheets = [Sheet(str(path.relative_to(folder)), path.resolve()) for path, folder in paths]
    if given.only:
        sheets = [sheet for sheet in sheets if any(word in sheet.name for word in given.only)]
    verdicts: dict[str, Verdict] = {}
    left = sheets
    for seconds in sorted({min(SECONDS, given.seconds), given.seconds}):
        for done, (sheet, verdict) in enumerate(run(left, seconds, given.jobs), start=1):
            verdicts[sheet.name] = verdict
            print(f"{done}/{len(left)} {sheet.name}: {verdict.kind} {verdict.reason[:300]}", flush=True)
        left = [sheet for sheet in left if verdicts[sheet.name].kind == "too long"]
    counts = {kind: sum(verdict.kind == kind for verdict in verdicts.values()) for kind in KINDS}
    reasons = {
        kind: {name: verdict.reason for name, verdict in sorted(verdicts.items()) if verdict.kind == kind}
        for kind in KINDS
        if kind != "agree"
    }
    write(given.results, "sheets", {**place(), "sheets": len(verdicts), **counts, "reasons": reasons})
    print(", ".join(f"{number} {kind}" for kind, number in counts.items()))
    return 1 if counts["differ"] or counts["broke"] or counts["too long"] else 0


if __name__ == "__main__":
    sys.exit(main())
