"""Recursion as deep as a program is, without Python's own stack.

Passes over nested blocks read best as recursive functions, but programs may nest deeper than Python allows calls to.
Such a function is written as a generator instead: it yields the call it wants made and receives its result, and `run`
keeps the calls that wait in a list.

    >>> def total(numbers):
    ...     return numbers[0] + (yield total(numbers[1:])) if numbers else 0
    >>> run(total([1] * 5000))
    5000
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

# A call that may be made deep inside others; T is its result.
Deep = Generator[Any, Any, T]


def run(call: Deep[T]) -> T:
    """Makes the call, and all those it yields, and gives its result."""
    waiting: list[Deep[Any]] = [call]
    result: Any = None
    while waiting:
        try:
            inner = waiting[-1].send(result)
        except StopIteration as done:
            waiting.pop()
            result = done.value
        else:
            waiting.append(inner)
            result = None
    return result  # type: ignore[no-any-return]  # the result of the last call left is that of the first
