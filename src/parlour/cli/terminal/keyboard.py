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
        self._can_edit = self.is_terminal and _has_line_editing()

    def ask(self, prompt: str, *, is_bold: bool = False) -> str | Refused | None:
        """The next line; why it cannot be an answer; None at the end of the input."""
        if not self.is_terminal:
            return self._answers.next()
        if is_bold and self._can_edit:
            # \001 and \002 tell readline what takes no room on the screen; without them it miscounts long lines.
            prompt = f"\001\x1b[1m\002{prompt}\001\x1b[0m\002"
        try:
            line = input(prompt)
        except EOFError:
            return None
        except UnicodeDecodeError:
            return Refused("form", "this is not UTF-8 text")
        if len(line.encode("utf-8", "surrogateescape")) > LONGEST_BYTES:
            return Refused("too-long", "this answer is longer than 64 KB")
        return line

    def forget(self) -> None:
        """The next person cannot call back what was typed before."""
        if self._can_edit:
            import readline

            readline.clear_history()


def _has_line_editing() -> bool:
    """Not every system has readline; without it lines can be typed but not edited."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_auto_history(True)
    return True
