"""A line from a terminal that also tells of clicks: `parlour play --mouse`.

While a line is awaited the terminal reports clicks (xterm's SGR reports, which all common terminals know) and says once
in which row the prompt is. Lines are edited only by wiping out what was typed last.
"""

from __future__ import annotations

import os
import re
import sys
import termios
import tty
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager

from parlour.cli.terminal.pointing import Click
from parlour.syntax.display import width as width_of

_REPORTS_ON, _REPORTS_OFF, _WHERE = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l", "\x1b[6n"
_REPORT = re.compile(r"\x1b\[(?:<(\d{1,4});(\d{1,4});(\d{1,4})([Mm])|(\d{1,4});(\d{1,4})R|[0-?]*[ -/]*[@-~])")
_UNFINISHED = re.compile(r"\x1b(\[[0-?]*[ -/]*)?")
_LONGEST = 64 * 1024
_WIPE = ("\x7f", "\x08")


class Mouse:
    """Asks for a line or a click."""

    def __init__(self) -> None:
        self._in = sys.stdin.fileno()
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._read = ""  # what was read and not used

    def ask(self, prompt: str, *, is_bold: bool, width: int) -> str | Click | None:
        """The next line or click; None at the end of the input."""
        further = max(0, width_of(prompt) - 1) // width  # rows of a prompt that takes more than one
        with self._reporting():
            shown = f"\x1b[1m{prompt}\x1b[0m" if is_bold else prompt
            self._write(_REPORTS_ON + shown + _WHERE)
            try:
                return self._line(further)
            finally:
                self._write(_REPORTS_OFF)

    def _line(self, further: int) -> str | Click | None:
        line, row = "", None
        while True:
            key = self._key()
            if key is None or (key == "\x04" and not line):
                self._write("\n")
                return None
            if key in ("\r", "\n"):
                self._write("\n")
                return line
            if key in _WIPE and line:
                line = line[:-1]
                self._write("\x08 \x08")
            elif report := _REPORT.fullmatch(key):
                button, column, at, how, own_row, _ = report.groups()
                if own_row is not None:
                    row = int(own_row) - further
                elif button == "0" and how == "M" and row is not None:
                    self._write("\n")
                    return Click(row - int(at), int(column) - 1)
            elif key.isprintable() and len(line) < _LONGEST:
                line += key
                self._write(key)

    def _key(self) -> str | None:
        """The next character, or a report of the terminal as a whole; None at the end."""
        while not self._read or _UNFINISHED.fullmatch(self._read):
            data = os.read(self._in, 1024)
            if not data:
                return None
            self._read += self._decoder.decode(data)
        report = _REPORT.match(self._read)
        end = report.end() if report is not None else 1
        key, self._read = self._read[:end], self._read[end:]
        return key

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Characters one by one, not shown by the terminal itself; Ctrl-C stays what it is."""
        before = termios.tcgetattr(self._in)
        try:
            tty.setcbreak(self._in)
            yield
        finally:
            termios.tcsetattr(self._in, termios.TCSADRAIN, before)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
