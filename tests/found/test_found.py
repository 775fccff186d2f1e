"""Texts that once broke Parlour, cut down: each goes through every stage of `make fuzz` and must end clean."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FUZZ = HERE.parents[1] / "fuzz" / "texts.py"
FILES = sorted(path for path in HERE.iterdir() if path.suffix not in (".py", ".pyc") and path.is_file())


@pytest.fixture(scope="module")
def findings() -> dict[str, list[str]]:
    """By the name of a file, what is wrong with it: all are tried in one go, in children that may crash."""
    done = subprocess.run([sys.executable, str(FUZZ), "--json", *map(str, FILES)], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_was_found_once_stays_mended(path: Path, findings: dict[str, list[str]]) -> None:
    assert findings[path.name] == []


def test_a_text_that_breaks_something_is_noticed(tmp_path: Path) -> None:
    """A child that hangs, one that waits, one that crashes and one that fails are all found: else everything would be
    clean. One that computes for longer than one may wait is none of them."""
    script = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
import children
from children import Children, Died
children.WALL_SECONDS = 0.5
def work(job, at):
    at("begin")
    if job == "hang":
        while True: pass
    if job == "wait":
        time.sleep(60)
    if job == "compute":
        end = time.process_time() + 0.9
        while time.process_time() < end: pass
    if job == "crash":
        os.kill(os.getpid(), 11)
    if job == "fail":
        raise KeyError(job)
    return "done"
with Children(work, 1, cpu_seconds=1.2) as given:
    for job, result in given.do(["hang", "wait", "compute", "crash", "fail", "fine"]):
        print(job, result.how if isinstance(result, Died) else result)
"""
    command = [sys.executable, "-c", script, str(FUZZ.parent)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    died = ["hang time", "wait no answer", "crash signal 11", "fail exit 99"]
    assert done.stdout.splitlines() == [*died[:2], "compute done", *died[2:], "fine done"], done.stderr
