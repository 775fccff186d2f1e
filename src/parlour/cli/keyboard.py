"""Where a person's answers come from: a terminal with line editing, or any other standard input, line by line."""

from __future__ import annotations

import sys

from parlour.cli.answers import LONGEST_BYTES, Answers
from parlour.game.error import Refused


class Keyboard:
    """Asks for a line. On a terminal there is a prompt, and readline edits the line; elsewhere nobody sees one."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()
        self._answers = Answers(None if sys.stdin is None else sys.stdin.buffer)
        if self.is_terminal:
            try:
                import readline
            except ImportError:  # not every system has it; lines can then be typed but not edited
                return
            readline.set_history_length(1000)

    def ask(self, prompt: str) -> str | Refused | None:
        """The next line; why it cannot be an answer; None at the end of the input."""
        if not self.is_terminal:
            return self._answers.next()
        try:
            line = input(prompt)
        except EOFError:
            return None
        except UnicodeDecodeError:
            return Refused("form", "this is not UTF-8 text")
        if len(line.encode("utf-8", "surrogateescape")) > LONGEST_BYTES:
            return Refused("too-long", "this answer is longer than 64 KB")
        return line
