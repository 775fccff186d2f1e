"""Measures, in one run, what Parlour promises about speed, and writes the numbers down.

Every figure is CPU time on this machine, unless a table says otherwise, and stands beside a peer measured in the same
run: ratios mean something, the figures alone do not. The tables go to `bench/results/`.

    make bench                      # everything
    python bench/run.py native      # one part
    python bench/run.py native:pieces   # one of its sections
    python bench/run.py paths:DIGITS    # of the short cuts of the native driver, one
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import arena_searching
import contest_seasons
import fast_paths
import native_engine
import net_engine
import python_engine
import searching
import web_server
from measuring import Section, machine

RESULTS = Path(__file__).parent / "results"

PARTS = {
    "python": python_engine.measure,
    "native": native_engine.measure,
    "paths": fast_paths.measure,
    "net": net_engine.measure,
    "contest": contest_seasons.measure,
    "web": web_server.measure,
    "search": searching.measure,
    "arenas": arena_searching.measure,
    "knowledge": arena_searching.measure_knowledge,
}


def write(parts: list[str], sections: list[Section], where: dict[str, str]) -> Path:
    """The numbers as JSON for programs and as tables for people."""
    RESULTS.mkdir(exist_ok=True)
    name = RESULTS / f"{where['date']}-{'-'.join(parts).replace(':', '-')}"
    found = {section.title: section.rows for section in sections}
    name.with_suffix(".json").write_text(json.dumps({"machine": where, **found}, indent=2) + "\n")
    lines = ["# " + ", ".join(f"{key} {value}" for key, value in where.items()), ""]
    for section in sections:
        lines += section.lines()
    path = name.with_suffix(".md")
    path.write_text("\n".join(lines).rstrip() + "\n")
    return path


def main() -> int:
    parts = sys.argv[1:] or list(PARTS)
    known = PARTS | {f"paths:{name}": partial(fast_paths.measure, [name]) for name in fast_paths.names()}
    known |= {f"native:{name}": partial(native_engine.measure, [name]) for name in native_engine.SECTIONS}
    known |= {f"web:{name}": partial(web_server.measure, [name]) for name in web_server.SECTIONS}
    for part in parts:
        if part not in known:
            sys.exit(f"there is no part {part}; there is {', '.join(known)}")
    where = machine()
    sections = [section for part in parts for section in known[part]()]
    print("written to", write(parts, sections, where).name)
    misses = [miss for section in sections for miss in section.misses()]
    for miss in misses:
        print("short of its mark:", miss, file=sys.stderr)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
