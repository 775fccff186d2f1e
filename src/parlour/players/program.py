r"""A player that is another program, spoken to in lines of JSON over its standard input and output.

It is started without a shell and is shown a view, nothing else. A line goes in for every question, a line comes out::

    → {"parlour": 1, "seat": 0, "seed": 7, "question": {"id": 3, "kind": "literal", "prompt": "", "options":
       ["(1, 1)", "(1, 2)"], "sure": "exact", "wanted": "…"}, "table": "…", "log": ["…"], "awaited": [0]}
    ← {"answer": "(1, 1)"}

`parlour` is the version of the protocol. `options` are labels, empty where they cannot be listed; `answer` is one of
them, or any text of the wanted form. `table` is the table as text.

Whatever it does, the match goes on: a program that is missing or dies, says nothing in time, or says something else is
a *mishap*, and somebody else answers in its place (`PlayerFailed`).
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import subprocess
from contextlib import suppress
from time import monotonic

from parlour.game.question import LARGEST_ANSWER
from parlour.game.view import OpenQuestion, View
from parlour.players.player import Imagine, PlayerFailed, Typed
from parlour.present.text import draw

VERSION = 1
ANSWERING_S = 10.0
# A line holds one answer, and JSON may write six characters for one.
LONGEST_LINE = 8 * LARGEST_ANSWER
_SHOWN = 80
_CHUNK = 65_536
# The table is drawn so wide.
_WIDTH = 100


class ProgramPlayer:
    """`command` is the program and its arguments, taken apart as a shell would. It is started at the first question and
    again if it has failed."""

    def __init__(self, command: str, seed: int, answering_s: float = ANSWERING_S) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self.command = shlex.split(command)
        except ValueError as problem:
            raise ValueError(f"cmd:{command}: {str(problem).lower()}") from None
        if not self.command:
            raise ValueError("cmd: needs a program: for example cmd:./my-player")
        self.seed = seed
        self.answering_s = answering_s
        self._rest = b""

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Typed:
        deadline = monotonic() + self.answering_s
        try:
            process = self._running()
            self._write(process, _message(view, question, self.seed), deadline)
            line = self._read(process, deadline)
            return Typed(_answer(line))
        except PlayerFailed:
            self.close()
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
            except OSError as problem:
                raise PlayerFailed("unreachable", f"{self.command[0]}: {problem.strerror or problem}") from None
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                os.set_blocking(pipe.fileno(), False)
            self._rest = b""
        return self._process

    def _write(self, process: subprocess.Popen[bytes], line: bytes, deadline: float) -> None:
        assert process.stdin is not None
        left = memoryview(line)
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while left:
                if not selector.select(max(deadline - monotonic(), 0)):
                    raise PlayerFailed("late", "it does not read what it is asked")
                try:
                    left = left[os.write(process.stdin.fileno(), left[:_CHUNK]) :]
                except OSError:
                    raise PlayerFailed("unreachable", self._how_it_ended(process)) from None

    def _read(self, process: subprocess.Popen[bytes], deadline: float) -> bytes:
        """A line; what comes behind it is kept for the next one."""
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if len(self._rest) > LONGEST_LINE:
                    raise PlayerFailed("garbage", f"more than {LONGEST_LINE:,} bytes without the end of a line")
                if not selector.select(max(deadline - monotonic(), 0)):
                    raise PlayerFailed("late", f"no answer in {self.answering_s:g} s")
                more = os.read(process.stdout.fileno(), _CHUNK)
                if not more:
                    raise PlayerFailed("unreachable", self._how_it_ended(process))
                self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _how_it_ended(self, process: subprocess.Popen[bytes]) -> str:
        try:
            return f"the program ended with code {process.wait(0.5)}"
        except subprocess.TimeoutExpired:
            return "the program closed its side"

    def close(self) -> None:
        """Ends the program."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
        process.kill()
        process.wait()

    def __del__(self) -> None:
        self.close()


def _message(view: View, question: OpenQuestion, seed: int) -> bytes:
    """One line, built field by field from what the seat may know."""
    asked = question.question
    fields = {
        "parlour": VERSION,
        "seat": asked.seat,
        "seed": seed,
        "question": {
            "id": asked.id,
            "kind": asked.kind,
            "prompt": asked.prompt,
            "options": [option.label for option in question.options],
            "sure": question.sure,
            "wanted": asked.domain.type,
        },
        "table": draw(view.scene, color=False, ascii=True, width=_WIDTH),
        "log": [told.text for told in view.log],
        "awaited": list(view.awaited),
    }
    return json.dumps(fields).encode("ascii") + b"\n"


def _answer(line: bytes) -> str:
    shown = line[:_SHOWN].decode("utf-8", "replace")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise PlayerFailed("garbage", f"not a line of JSON: {shown}") from None
    answer = found.get("answer") if isinstance(found, dict) else None
    if not isinstance(answer, str):
        raise PlayerFailed("garbage", f'not {{"answer": "…"}}: {shown}')
    return answer
