"""Records of words in memory that Python and low-level code share: each word by its name, as its place in bytes.

>>> class Point(Words):
...     X = auto()
...     Y = auto()
>>> class Circle(Words):
...     RADIUS = after(Point)
>>> Point.Y, Circle.RADIUS, after(Circle)
(<Point.Y: 8>, <Circle.RADIUS: 16>, 24)
"""

from __future__ import annotations

from enum import IntEnum, auto

__all__ = ["Words", "after", "auto"]


class Words(IntEnum):
    """Names for words one after the other, by their places in bytes."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return last_values[-1] + 8 if last_values else 0


def after(record: type[Words]) -> int:
    """Where a record ends, and the next one begins."""
    return max(record) + 8
