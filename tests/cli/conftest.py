"""A real `parlour` process for every test that cares about streams and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True, slots=True)
class Ended:
    """What a process left behind."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Parlour = Callable[..., Ended]


@pytest.fixture
def parlour(tmp_path: Path) -> Parlour:
    """Runs `parlour ARGS` in an empty folder of its own; stdin is empty unless given."""

    def run(*args: str | Path, stdin: str | bytes = b"", env: Mapping[str, str] | None = None) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "parlour", *map(str, args)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(env or {}),
            timeout=120,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without what would change the output by accident."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PARLOUR"))}
    kept.pop("NO_COLOR", None)
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "100", **extra}
