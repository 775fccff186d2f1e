"""Which part of a board is drawn: all of it, or a window around the last move where there is no room for more.

>>> Window.around(64, [40], room=10)
Window(first=35, size=10, of=64)
"""

from __future__ import annotations

from collections.abc import Collection

from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """The columns (or rows) `first`, `first + 1`, … of `of` ones."""

    first: int
    size: int
    of: int

    @staticmethod
    def around(count: int, marks: Collection[int], room: int) -> Window:
        """As many as there is room for (at least one), with the middle of the marks in the middle."""
        size = max(1, min(count, room))
        middle = (min(marks) + max(marks)) // 2 if marks else 0
        return Window(max(0, min(middle - size // 2, count - size)), size, count)

    @property
    def is_whole(self) -> bool:
        return self.size == self.of

    @property
    def shown(self) -> range:
        return range(self.first, self.first + self.size)
