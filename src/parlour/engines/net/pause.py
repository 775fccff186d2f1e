"""Python's search for garbage in cycles, paused while a net is built and put back after the last who wanted it so.

A net is a great many small tuples, none of them garbage and none in a cycle. The more there are, the more often and the
longer Python looks through all of them: up to a quarter of the time that a large net takes to build.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class _Pause:
    def __init__(self) -> None:
        self.lock = Lock()
        self.users = 0
        self.was_enabled = False


_pause = _Pause()


@contextmanager
def no_collection() -> Iterator[None]:
    with _pause.lock:
        if _pause.users == 0:
            _pause.was_enabled = gc.isenabled()
        _pause.users += 1
        gc.disable()
    try:
        yield
    finally:
        with _pause.lock:
            _pause.users -= 1
            if _pause.users == 0 and _pause.was_enabled:
                gc.enable()
