"""History and completion at a prompt, where the system has readline. Nothing here may ever stop a REPL.

The history is a file of the user's own (`$XDG_STATE_HOME/parlour/repl-history`, usually under `~/.local/state`) which
nobody else may read. Each line is added as it is typed, so that a terminal that is closed loses nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

_MOST_LINES = 1000

# What ends a word. A colon does not: commands begin with it.
_DELIMITERS = ' \t\n()[]{}+-*/%!=<>,&|#"`;?.'

# The line up to the cursor, the word before the cursor, and back what that word may become.
Completer = Callable[[str, str], Sequence[str]]


class History:
    """Lines of earlier sessions and of this one, kept in a file as far as that is possible."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def read(self) -> list[str]:
        """The last lines. A file that has grown too long is cut on this occasion."""
        if self._file is None:
            return []
        lines: list[str] = []
        with suppress(OSError):
            text = self._file.read_text(encoding="utf-8", errors="replace")
            lines = [line for line in text.split("\n") if line]
            if len(lines) > 2 * _MOST_LINES:
                self._write(lines[-_MOST_LINES:], os.O_TRUNC)
        return lines[-_MOST_LINES:]

    def add(self, line: str) -> None:
        if self._file is not None and line.strip():
            with suppress(OSError):
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._write([line], os.O_APPEND)

    def _write(self, lines: Sequence[str], how: int) -> None:
        assert self._file is not None
        handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | how, 0o600)
        try:
            self._file.chmod(0o600)  # a file that was there already may have been open to others
            os.write(handle, "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
        finally:
            os.close(handle)


def history_file() -> Path | None:
    """Where the history is kept; None for a user without a home."""
    folder = os.environ.get("XDG_STATE_HOME", "")
    # The XDG rules: a folder that is not absolute is to be ignored.
    if os.path.isabs(folder):
        return Path(folder) / "parlour" / "repl-history"
    try:
        return Path.home() / ".local" / "state" / "parlour" / "repl-history"
    except RuntimeError:
        return None


def set_up(history: History, complete: Completer) -> None:
    """Gives readline the earlier lines and lets Tab complete words; does nothing where there is no readline."""
    try:
        import readline
    except ImportError:
        return
    for line in history.read():
        readline.add_history(line)
    found: list[str] = []

    def next_completion(word: str, number: int) -> str | None:
        """Readline's way to ask: for completion 0, 1, 2, … until there are no more."""
        if number == 0:
            found[:] = complete(readline.get_line_buffer()[: readline.get_endidx()], word)
        return found[number] if number < len(found) else None

    readline.set_completer(next_completion)
    readline.set_completer_delims(_DELIMITERS)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    if not is_libedit:
        # Pasted lines come one by one, as if they were typed.
        readline.parse_and_bind("set enable-bracketed-paste off")


def complete_path(typed: str, word: str) -> list[str]:
    """What the last word of a path may become; folders end in a slash."""
    start = os.path.expanduser(typed)
    folder, _, name = start.rpartition("/")
    try:
        entries = sorted(os.scandir(folder + "/" if "/" in start else "."), key=lambda entry: entry.name)
    except OSError:
        return []
    fitting = [entry for entry in entries if entry.name.startswith(name) and (name or not entry.name.startswith("."))]
    rest = len(name) - len(word)
    return [entry.name[rest:] + ("/" if entry.is_dir() else "") for entry in fitting] if rest >= 0 else []
