"""Deep recursions: what they cost the system."""

from __future__ import annotations

import resource
from collections.abc import Callable

from parlour.syntax.recursion import recursion, with_room


def fresh_pages(function: Callable[[], object]) -> int:
    """How many pages of memory the system has to give to this process meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    function()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def dive(depth: int = 10_000) -> int:
    return 1 + dive(depth - 1) if depth else 0


def dives() -> None:
    for _ in range(20):
        dive()


def test_a_dive_after_another_gets_no_memory_anew() -> None:
    with recursion(12_000):
        assert fresh_pages(lambda: with_room(dives)) < fresh_pages(dives) / 5


def test_what_comes_back_goes_through() -> None:
    assert with_room(divmod, 7, 2) == (3, 1)
    assert with_room(sorted, [1, 2], reverse=True) == [2, 1]
