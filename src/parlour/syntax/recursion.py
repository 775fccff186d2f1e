"""Python's own limit on nested calls, raised while somebody needs more of them and put back after the last.

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
from collections.abc import Iterator
from contextlib import ContextDecorator, contextmanager
from threading import Lock

# The deepest text that is read takes about 2,500 calls, those of the host not counted.
PASS_DEPTH = 10_000


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
