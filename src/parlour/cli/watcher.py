"""Somebody who is still there when the process has died: says what it can no longer say itself.

A process that is killed, or whose machine code crashes, has no last word. So a tiny shell waits at the other end of a
pipe: each line that is written to it behind a plus sign is what would have to be said if the process died now; nothing
behind it takes that back. Into the same pipe Python writes that a fault of machine code is about to end the process:
then a few words more are said. When the pipe is closed, which the system does however the process ends, the shell says
the last line and is gone. It belongs to no terminal, so that Ctrl-C, Ctrl-Z and the exit code are the business of the
process alone.
"""

from __future__ import annotations

import faulthandler
import os
from contextlib import suppress

# `trap`: where the shell could not be given a session of its own, it hears the signals of the terminal.
_SCRIPT = r"""trap '' INT QUIT TSTP HUP TERM
while IFS= read -r line; do
    case $line in
        +*) words=${line#+} ;;
        'Fatal Python error'*) fault=$2 ;;
    esac
done
[ -z "$words" ] || printf '%s%s%s\n' "$1" "$words" "$fault" >&2"""


class Watcher:
    """Says the last words of this process on its standard error if it dies before `dismiss`; and `after_fault` behind
    them, if machine code was at fault."""

    def __init__(self, after_fault: str) -> None:
        self.after_fault = after_fault
        self._hears_faults = False
        self._pid: int | None = None
        self._pipe = -1

    def expect(self, words: str) -> None:
        """From now on these are the last words, on one line."""
        if self._pid is None and not self._start():
            return
        try:
            os.write(self._pipe, f"+{words}\n".encode("utf-8", "backslashreplace"))
        except OSError:  # somebody killed the shell
            self.dismiss()

    def dismiss(self) -> None:
        """Nothing needs to be said any more."""
        if self._pid is None:
            return
        with suppress(OSError):  # somebody killed the shell
            os.write(self._pipe, b"+\n")
        if self._hears_faults:
            faulthandler.disable()
        os.close(self._pipe)
        with suppress(ChildProcessError):  # whoever started us may have said that nobody waits for children
            os.waitpid(self._pid, 0)
        self._pid = None

    def _start(self) -> bool:
        """Whether there is such a shell; not every system has one."""
        if not hasattr(os, "posix_spawn"):
            return False
        outlet, self._pipe = os.pipe()
        # Behind the prompt at which a person was sitting, the words begin on a line of their own.
        before = "\n" if os.isatty(2) else ""
        files = [(os.POSIX_SPAWN_DUP2, outlet, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
        command = ["sh", "-c", _SCRIPT, "sh", before, self.after_fault]
        try:
            try:
                self._pid = os.posix_spawn("/bin/sh", command, dict(os.environ), file_actions=files, setsid=True)
            except NotImplementedError:
                self._pid = os.posix_spawn("/bin/sh", command, dict(os.environ), file_actions=files)
        except OSError:
            os.close(self._pipe)
            return False
        finally:
            os.close(outlet)
        self._hears_faults = not faulthandler.is_enabled()  # else somebody else does
        if self._hears_faults:
            faulthandler.enable(self._pipe, all_threads=False)
        return True
