"""A run of `make fuzz` that is ended can be gone on with, and says which runs have tried what."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[2] / "fuzz" / "run.py"


def look(folder: Path, *options: str) -> tuple[list[str], dict[str, Any]]:
    command = [sys.executable, str(SCRIPT), "programs", "--jobs", "1", "--results", str(folder), *options]
    ended = subprocess.run(command, text=True, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines(), json.loads((folder / "programs.json").read_text())


def test_a_run_goes_on_where_the_last_one_was_ended(tmp_path: Path) -> None:
    said, result = look(tmp_path, "--programs", "2", "--seed", "320")
    assert said[0] == "programs: seed 320, 1 jobs, 0 of 2 tried"
    assert (result["seed"], result["tried"], result["counts"]) == (320, 2, {"agree": 2, "programs": 2})
    said, result = look(tmp_path, "--programs", "3", "--seed", "9", "--continue")
    assert said[0] == "programs: seed 320, 1 jobs, 2 of 3 tried"
    assert said[-1] == "nothing found"
    assert (result["seed"], result["tried"], result["counts"]) == (320, 3, {"agree": 3, "programs": 3})
    assert [run["tried"] for run in result["runs"]] == [2, 1]
    assert all(run["commit"] for run in result["runs"])


def test_without_being_told_to_go_on_a_run_begins_anew(tmp_path: Path) -> None:
    look(tmp_path, "--programs", "1", "--seed", "320")
    _, result = look(tmp_path, "--programs", "1", "--seed", "321")
    assert (result["seed"], result["tried"], len(result["runs"])) == (321, 1, 1)
