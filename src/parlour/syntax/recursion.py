"""Python's own limit on nested calls, raised while somebody needs more of them and put back after the last; and room
for them that is there already.

Texts may nest a hundred levels deep (`limits.py`). Every level costs those who go into a tree by recursion some calls,
and more in what the tree becomes: a language may write several nodes of core for one of its own. That is more than
Python allows by itself, above all where the host is deep in calls already.

>>> def depth(tree):
...     return 1 + max(map(depth, tree), default=0)
>>> tree = []
>>> for _ in range(2_000):
...     tree = [tree]
>>> with deep_passes():
...     depth(tree)
2001
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator, contextmanager
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# The deepest text that is read takes about 2,500 calls, those of the host not counted.
PASS_DEPTH = 10_000

# So many words of a thread's stack are taken at once, and about as many are left for the calls inside: ten thousand
# calls of a compiled function take less than half of them.
_ROOM = (1 << 20) + (1 << 10)


def with_room(function: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Calls a function with room for deep recursions, which is only used as far as they go.

    CPython takes the frames of Python functions from blocks of 16 KB, each mapped when a call needs it and unmapped
    when that call returns: every dive of ten thousand calls maps two hundred. The system takes a third of the time for
    that, and much more where others need the processors. A block is as large as the frame that it begins with wants it,
    rounded up to a power of two; this function's own frame wants a little over half of one, and leaves the rest."""
    return function(*args, **named)


with_room.__code__ = with_room.__code__.replace(co_stacksize=_ROOM)


class _Limit:
    def __init__(self) -> None:
        self.lock = Lock()
        self.users = 0
        self.before = 0


_limit = _Limit()


class recursion(ContextDecorator):
    """Allows so many nested calls; also a decorator."""

    __slots__ = ("wanted",)

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted

    def __enter__(self) -> None:
        with _limit.lock:
            now = sys.getrecursionlimit()
            if _limit.users == 0:
                _limit.before = now
            _limit.users += 1
            if self.wanted > now:
                sys.setrecursionlimit(self.wanted)

    def __exit__(self, *failure: object) -> None:
        with _limit.lock:
            _limit.users -= 1
            if _limit.users == 0:
                sys.setrecursionlimit(_limit.before)


@contextmanager
def deep_passes() -> Iterator[None]:
    """For passes over a text, its tree and what becomes of it; also a decorator."""
    with recursion(PASS_DEPTH):
        yield
