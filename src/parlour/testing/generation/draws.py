"""Random choices, all from one source of numbers, so that a program follows from its seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Source(Protocol):
    """Where numbers come from: `parlour.core.chance.Chance`, or hypothesis."""

    def below(self, n: int) -> int:
        """One of 0 … n-1."""


class Draws:
    """The choices a generator makes."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def below(self, n: int) -> int:
        return self.source.below(n)

    def between(self, low: int, high: int) -> int:
        """Both bounds included."""
        return low + self.source.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.source.below(len(items))]

    def weighted(self, items: Sequence[tuple[int, T]]) -> T:
        left = self.source.below(sum(weight for weight, _ in items))
        for weight, item in items:
            left -= weight
            if left < 0:
                return item
        raise AssertionError("a draw below the sum of the weights lies under one of them")

    def percent(self, chance: int) -> bool:
        """True in so many cases of a hundred."""
        return self.source.below(100) < chance

    def some(self, items: Sequence[T]) -> list[T]:
        """At least one of the items, in their order."""
        kept = [item for item in items if self.percent(50)]
        return kept or [self.pick(items)]
