"""The Python engine against OpenSpiel driven from Python, and how long commands take to start."""

from __future__ import annotations

import sys
from pathlib import Path

from measuring import Section, process_cpu, rates
from playing import open_spiel_from_python, ours

from parlour import library


def measure() -> list[Section]:
    playouts = Section(
        "Python engine",
        "Random playouts per CPU second, median of five rounds.",
        ("game", "Parlour", "OpenSpiel from Python", "ratio", "at least"),
    )
    for name, theirs, least in (("tic-tac-toe", "tic_tac_toe", 0.1), ("connect-four", "connect_four", 0.05)):
        mine, peer = rates(ours(name, "python"), open_spiel_from_python(theirs))
        row = {"game": name, "Parlour": mine, "OpenSpiel from Python": peer, "ratio": mine / peer, "at least": least}
        playouts.add(**row)
    starts = Section(
        "Starting", "CPU milliseconds of a whole process.", ("command", "ms", "python -c pass, ms", "ratio")
    )
    executable = str(Path(sys.executable).parent / "parlour")
    source = Path(library.__file__).parent / "bogl" / "tic-tac-toe.bgl"
    python = process_cpu(sys.executable, "-c", "pass")
    for words in (("--version",), ("check", str(source))):
        spent = process_cpu(executable, *words)
        row = {"command": f"parlour {words[0]}", "ms": spent * 1000, "python -c pass, ms": python * 1000}
        starts.add(**row, ratio=spent / python)
    return [playouts, starts]
