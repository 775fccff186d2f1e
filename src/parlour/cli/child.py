"""Work in a process of its own: machine code that crashes takes nothing down but that process.

    child = Child(work)                begins at once
    result = child.result(progress)    what `work` came to, or how the process died

The process is forked, so `work` needs no import and no pickling; what it returns or raises comes back through a pipe,
and so does what it tells of its progress. Whoever stops waiting (Ctrl-C) ends the process. It notices by itself when
nobody is there any more: then its progress can no longer be told.
"""

from __future__ import annotations

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from typing import Generic, NoReturn, TypeVar, cast

from parlour.dataclass import dataclass

T = TypeVar("T")

Progress = Callable[[int], object]

# Not every system can fork; there, work is done in the process that wants it.
CAN_FORK = hasattr(os, "fork")


@dataclass(frozen=True, slots=True)
class Died:
    """The process ended before its work did. `how` is the name of the signal, or says which exit code it left."""

    how: str


@dataclass(frozen=True, slots=True)
class _Returned:
    value: object


@dataclass(frozen=True, slots=True)
class _Raised:
    error: Exception


class Child(Generic[T]):
    """A process that does `work`, which is handed a function to tell its progress."""

    def __init__(self, work: Callable[[Progress], T]) -> None:
        inlet, outlet = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(inlet)
            _live(work, outlet)
        os.close(outlet)
        self._messages = open(inlet, "rb")  # noqa: SIM115 - closed by `result`

    def result(self, progress: Progress | None = None) -> T | Died:
        """Waits for the end of the work, and raises what it raised."""
        ended: _Returned | _Raised | None = None
        try:
            while ended is None:
                message = pickle.load(self._messages)
                if isinstance(message, int):
                    if progress is not None:
                        progress(message)
                else:
                    ended = message
        except (EOFError, pickle.UnpicklingError):  # the process died, perhaps in the middle of a word
            pass
        finally:
            self._messages.close()
            if ended is None:
                os.kill(self.pid, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        match ended:
            case None:
                return Died(signal.Signals(-status).name if status < 0 else f"exit code {status}")
            case _Raised(error):
                raise error
            case _Returned(value):
                return cast("T", value)


def _live(work: Callable[[Progress], object], outlet: int) -> NoReturn:
    """The life of the process. It never comes back into the code of its parent, whatever happens."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, and ends this process
        with open(outlet, "wb") as messages:

            def tell(message: object) -> None:
                messages.write(pickle.dumps(message))
                messages.flush()

            try:
                ended: _Returned | _Raised = _Returned(work(tell))
            except Exception as error:
                ended = _Raised(_portable(error))
            tell(ended)
        code = 0
    finally:
        os._exit(code)


def _portable(error: Exception) -> Exception:
    """The error as it can be sent: its traceback does not travel, but the text of it does."""
    story = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever an exception's own way to be pickled raises
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(story)
    return error
