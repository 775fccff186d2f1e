"""Where a command writes: results to stdout (or `--output`), everything said to people to stderr.

One `Console` belongs to one run of the executable. It knows whether colour and characters beyond ASCII are
welcome, and it is the gate at which text of strangers (programs, names of files) becomes safe for a terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Literal, TextIO

from parlour.cli.exits import Failure, bad_file
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.display import visible, wrap
from parlour.syntax.render import render

ColorChoice = Literal["auto", "always", "never"]

# More than anybody reads of one text; a text that is none can have an error at every character.
MOST_SHOWN = 1_000

_STYLES = {"bold": "1", "red": "1;31", "yellow": "1;33", "green": "32", "cyan": "1;36"}


class Console:
    """The streams of a command, and how to write to them."""

    def __init__(self) -> None:
        self._standard_out = _usable(sys.stdout)
        self.err = _usable(sys.stderr)
        self.color: ColorChoice = "auto"
        self.is_quiet = False
        self.is_ascii = not _speaks_utf8(self._standard_out)
        self._output_path: str | None = None
        self._output: TextIO | None = None

    # Results

    @property
    def out(self) -> TextIO:
        """Where results go. A file named by `--output` is opened when there is something to write, not before: a
        command line that turns out to be wrong must not empty it."""
        if self._output_path is None:
            return self._standard_out
        if self._output is None:
            try:
                self._output = open(  # noqa: SIM115 - stays open for the whole command; `close` closes it
                    self._output_path, "w", encoding="utf-8", errors="backslashreplace", newline="\n"
                )
            except OSError as problem:
                reason = problem.strerror or "it cannot be opened"
                raise bad_file(f"cannot write to {self._output_path}: {reason}") from problem
        return self._output

    def send_output_to(self, path: str) -> None:
        self._output_path = path

    def print(self, text: str = "") -> None:
        """Writes a line made for reading; what came from a program must have gone through `visible` already."""
        self.out.write(text + "\n")

    def write_from_program(self, text: str) -> None:
        """Writes what a program printed: exactly, except that a terminal is not handed over to it."""
        self.out.write(visible(text, keep="\n\t") if self.out.isatty() else text)
        self.out.flush()

    def event(self, name: str, /, **fields: object) -> None:
        """Writes one JSON object on a line of its own. Non-ASCII text is escaped, so a line is safe on any terminal."""
        self.out.write(json.dumps({"event": name, **fields}) + "\n")
        self.out.flush()

    # Messages

    def say(self, text: str = "") -> None:
        """Tells people something; `--quiet` leaves it out."""
        if not self.is_quiet:
            self.insist(text)

    def insist(self, text: str) -> None:
        """Tells people something they must hear, also when `--quiet`."""
        # What was written before belongs before it on a screen that shows both streams.
        self._standard_out.flush()
        self.err.write(text + "\n")
        self.err.flush()

    def fail(self, failure: Failure) -> None:
        paint = self.paint_err
        self.insist(f"{paint('red', 'error:')} {visible(failure.message, keep=chr(10))}")
        if failure.hint:
            columns = max(self.width - 7, 40)
            lines = [part for line in failure.hint.split("\n") for part in wrap(visible(line), columns)]
            self.insist(f" {paint('cyan', 'hint:')} " + "\n       ".join(lines))

    def show_diagnostics(self, found: Sequence[Diagnostic]) -> None:
        for diagnostic in found[:MOST_SHOWN]:
            self.insist(render(diagnostic, color=self.err_has_color, width=self.width) + "\n")
        if len(found) > MOST_SHOWN:
            self.insist(f"and {len(found) - MOST_SHOWN:,} more like these\n")

    # What the terminal can do

    @property
    def out_has_color(self) -> bool:
        return self._has_color(self.out)

    @property
    def err_has_color(self) -> bool:
        return self._has_color(self.err)

    def paint_out(self, style: str, text: str) -> str:
        return _painted(style, text) if self.out_has_color else text

    def paint_err(self, style: str, text: str) -> str:
        return _painted(style, text) if self.err_has_color else text

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((100, 24)).columns

    def _has_color(self, stream: TextIO) -> bool:
        if self.color != "auto":
            return self.color == "always"
        # https://no-color.org: set and not empty, whatever the value.
        return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()

    # The end

    def close(self) -> None:
        """Hands everything written to the system; raises what goes wrong in doing so (a full disk, a closed pipe)."""
        if self._output is not None:
            self._output.close()
        self._standard_out.flush()
        self.err.flush()

    def abandon(self) -> None:
        """The reader is gone: whatever is still buffered goes nowhere, also when Python shuts down."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (self._standard_out, self.err):
            try:
                stream.flush()
            except OSError:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _painted(style: str, text: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if text else text


def _usable(stream: TextIO | None) -> TextIO:
    """A stream that never fails on a character, whatever its encoding; nothing at all becomes /dev/null."""
    if stream is None:  # closed by the caller of the process: `parlour … >&-`
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _speaks_utf8(stream: TextIO) -> bool:
    """Whether line-drawing characters will be seen as such: the stream and the user's locale must both say so.

    Python writes UTF-8 even where the locale is plain C, which says nothing about the terminal."""
    if (stream.encoding or "").lower().replace("-", "") != "utf8":
        return False
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), None)
    return locale is None or "utf8" in locale.lower().replace("-", "")
