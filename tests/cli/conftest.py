"""A real `parlour` process for every test that cares about streams and exit codes."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
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
    kept = {name: value for name, value in os.environ.items() if not _changes_output(name)}
    kept.pop("NO_COLOR", None)
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "100", **extra}


def _changes_output(name: str) -> bool:
    return name.startswith(("LC_", "PARLOUR")) and name not in (
        "PARLOUR_CACHE",
        "PARLOUR_GAMES",
        "PARLOUR_LESSONS",
    )


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Parlour:
    """The same in this process, where streams and exit codes of a real one do not matter: much faster."""
    from parlour.cli.app import invoke

    def run(*args: str | Path, stdin: str = "", env: Mapping[str, str] | None = None) -> Ended:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode())))
        for name in list(filter(_changes_output, os.environ)):
            monkeypatch.delenv(name)
        for name, value in {"COLUMNS": "100", "LANG": "C.UTF-8", "NO_COLOR": "", **(env or {})}.items():
            monkeypatch.setenv(name, value)
        code = invoke([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ended(code, out, err)

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file into the folder in which `parlour` runs."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


class Terminal:
    """A `parlour` process at a terminal of its own: type lines, wait for what should appear."""

    def __init__(self, args: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        self.seen = ""
        self._decoder = getincrementaldecoder("utf-8")()
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(sys.executable, [sys.executable, "-m", "parlour", *args], environment({"TERM": "xterm", **env}))

    def wait_for(self, text: str) -> str:
        """Everything shown from the last time up to and with this text."""
        while text not in self.seen:
            more = self._read()
            assert more, f"the process ended or stopped without showing {text!r}; it showed {self.seen!r}"
        shown, _, self.seen = self.seen.partition(text)
        return shown + text

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C, and the end. Python misses one that comes just before it begins to wait for a key, so it is pressed
        again if nothing happens, as a person would."""
        self.type("\x03")
        while not self._has_ended(patience_s=5):
            self.type("\x03")
        return self.end()

    def interrupt_to(self, text: str) -> str:
        """Ctrl-C, pressed again as in `interrupt`, and everything shown up to and with this text."""
        self.type("\x03")
        while text not in self.seen:
            more = self._read(patience_s=5)
            assert more != b"", f"the process ended without showing {text!r}; it showed {self.seen!r}"
            if more is None:
                self.type("\x03")
        return self.wait_for(text)

    def end(self) -> tuple[int, str]:
        """The exit code, and the rest of what was shown."""
        assert self._has_ended(patience_s=60), f"nothing happened for a minute after {self.seen!r}"
        _, status = os.waitpid(self.pid, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status), self.seen

    def _has_ended(self, patience_s: float) -> bool:
        """Reads on; whether the process ended before nothing happened for so long."""
        while (more := self._read(patience_s)) is not None:
            if not more:
                return True
        return False

    def _read(self, patience_s: float = 60) -> bytes | None:
        """What is shown next; nothing at the end of the process; None when nothing happens."""
        ready, _, _ = select.select([self.screen], [], [], patience_s)
        if not ready:
            return None
        try:
            more = os.read(self.screen, 65536)
        except OSError:  # how Linux says that the other side was closed
            more = b""
        self.seen += self._decoder.decode(more)
        return more


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[..., Terminal]:
    def start(*args: str, env: Mapping[str, str] | None = None) -> Terminal:
        return Terminal(args, tmp_path, env or {})

    return start
