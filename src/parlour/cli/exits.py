"""How a command can end: the exit codes, and the exception that carries one with its message.

| code | meaning |
|---|---|
| 0 | fine |
| 1 | the program text has errors |
| 2 | the command line is wrong |
| 3 | the program failed after it started |
| 4 | answers ended at an open question |
| 5 | a file cannot be read or written |
| 70 | a bug in Parlour |
| 130 | interrupted |
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    FINE = 0
    TEXT = 1
    USAGE = 2
    FAILED = 3
    WAITING = 4
    FILE = 5
    BUG = 70
    INTERRUPTED = 130


class Failure(Exception):
    """A command cannot go on: what is wrong in one sentence, what to try, and the exit code.

    Raised anywhere below a verb and shown by `app.py`; the text need not be safe to print, showing makes it so."""

    def __init__(self, code: Exit, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


def wrong_usage(message: str, hint: str = "") -> Failure:
    return Failure(Exit.USAGE, message, hint)


def bad_file(message: str, hint: str = "") -> Failure:
    return Failure(Exit.FILE, message, hint)
