"""Mutated texts through every verb: `python fuzz/texts.py FILE…` tries files that are kept, without mutations.

A text with a new fault is cut down by itself and kept in `tests/found/`, where the tests try it for ever.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from children import CPU_SECONDS, RAISED, Children, Died, own_cache
from cutting import cut_down
from mutate import Input, mutated
from stages import Finding, fault_in, try_input

FOUND = Path(__file__).parents[1] / "tests" / "found"
# A text is cut down for so long; what is left then is kept.
CUTTING_SECONDS = 120.0
# A kept text may take so many times as long as one that is tried for the first time: whether it still hangs is to be
# told, not how fast the machine is.
KEPT_TIMES = 30.0


@dataclass(slots=True)
class Found:
    """What a run has found: each fault once, with the text that has it."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: dict[str, tuple[Finding, Input]] = field(default_factory=dict)
    # The files that have them.
    kept: dict[str, Path] = field(default_factory=dict)

    def add(self, given: Input, finding: Finding) -> bool:
        """Whether it is new."""
        name = f"{finding.stage}: {finding.what}"
        if name in self.faults:
            return False
        self.faults[name] = finding, given
        return True


def findings_of(result: tuple[list[Finding], Counter[str]] | Died) -> list[Finding]:
    if isinstance(result, Died):
        what = fault_in(result.said) if result.how == RAISED else result.how
        return [Finding(result.stage, what, result.said)]
    return result[0]


def run(
    count: int,
    seed: int,
    jobs: int,
    *,
    first: int = 0,
    keep: Path | None = FOUND,
    known: Collection[str] = (),
    say: Callable[[str], None] = print,
) -> Found:
    """Tries so many inputs of this seed. Texts with faults that are `known` are not kept."""
    total = Found()
    with own_cache(), Children(try_input, jobs) as children:
        inputs = (mutated(seed, number) for number in range(first, first + count))
        for given, result in children.do(inputs):
            if not isinstance(result, Died):
                total.counts.update(result[1])
            for finding in findings_of(result):
                if total.add(given, finding):
                    say(f"FOUND {finding.stage}: {finding.what}  ({given.name})")
    for name, (finding, given) in total.faults.items():
        if keep is not None and name not in known:
            total.kept[name] = keep_text(keep, given, finding)
            say(f"kept as {total.kept[name].name}: {name}")
    return total


def keep_text(folder: Path, given: Input, finding: Finding, seconds: float = CUTTING_SECONDS) -> Path:
    """Cuts a text down to what still has the fault, and writes it to a file."""
    with own_cache(), Children(try_input, 1) as children:

        def has_it(data: bytes) -> bool:
            trial = Input(given.name, given.ending, data, given.seed)
            for _, result in children.do([trial]):
                return any((other.stage, other.what) == (finding.stage, finding.what) for other in findings_of(result))
            return False

        data = cut_down(given.data, has_it, seconds)
    folder.mkdir(exist_ok=True)
    words = "-".join(re.findall(r"[a-z0-9]+", f"{finding.stage} {finding.what}".lower()))[:70].strip("-")
    number = 1
    while (path := folder / f"{words}-{number}.{given.seed}{given.ending}").exists():
        number += 1
    path.write_bytes(data)
    return path


def keep_whatever(folder: Path, given: Input) -> Path | None:
    """Keeps a text for the first fault that it has; None if it has none here."""
    with own_cache(), Children(try_input, 1) as children:
        found = [finding for _, result in children.do([given]) for finding in findings_of(result)]
    return keep_text(folder, given, found[0]) if found else None


def kept(path: Path) -> Input:
    """The input that a kept file is: `name.SEED.ending`."""
    seed = path.stem.rpartition(".")[2]
    return Input(path.name, path.suffix, path.read_bytes(), int(seed) if seed.isdecimal() else 0)


def try_files(paths: Iterable[Path]) -> Iterator[tuple[str, list[Finding]]]:
    """What is wrong with each of these files. What took a stage nearly all its time when it was kept must not be called
    hanging by a machine that has others to serve: one took over ten times as long as it does elsewhere."""
    with own_cache(), Children(try_input, 1, cpu_seconds=KEPT_TIMES * CPU_SECONDS) as children:
        for given, result in children.do(kept(path) for path in paths):
            yield given.name, findings_of(result)


def main() -> int:
    """Tries files; with `--json`, all that was found is one object, by the names of the files."""
    files = [word for word in sys.argv[1:] if word != "--json"]
    found: dict[str, list[str]] = {}
    for name, findings in try_files(map(Path, files)):
        found[name] = [f"{finding.stage}: {finding.what}\n{finding.detail}" for finding in findings]
        if "--json" not in sys.argv:
            print(f"{name}: clean" if not findings else f"{name}:\n" + "\n".join(found[name]), flush=True)
    if "--json" in sys.argv:
        print(json.dumps(found))
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
