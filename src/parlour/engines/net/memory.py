"""Planes in memory: aligned for vector instructions, and seen from Python as 64-bit words.

The standard library's arrays and whole numbers: loading more would take longer than grounding most games.

    >>> planes = Planes(2, 4)
    >>> planes[1] = 5
    >>> planes[1], list(planes.words[4:]), planes.address % ALIGNMENT
    (5, [5, 0, 0, 0], 0)
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

ALIGNMENT = 128
LANES = 64


class Planes:
    """`count` planes of `width` words each, all empty at first. Lane i is bit i of a plane taken as one number."""

    __slots__ = ("address", "count", "width", "words")

    def __init__(self, count: int, width: int) -> None:
        self.count = count
        self.width = width
        memory = array("Q", bytes(count * width * 8 + ALIGNMENT))
        start, _ = memory.buffer_info()
        offset = -start % ALIGNMENT
        self.address = start + offset
        self.words = memoryview(memory)[offset // 8 :][: count * width]

    def __getitem__(self, plane: int) -> int:
        words = self.words[plane * self.width : (plane + 1) * self.width]
        return int.from_bytes(words.tobytes(), "little")

    def __setitem__(self, plane: int, value: int) -> None:
        raw = memoryview(value.to_bytes(self.width * 8, "little")).cast("Q")
        self.words[plane * self.width : (plane + 1) * self.width] = raw

    def part(self, start: int, width: int) -> Planes:
        """A copy of some words of every plane; what lies beyond the last word is empty."""
        found = Planes(self.count, width)
        taken = min(width, self.width - start)
        for plane in range(self.count):
            source = plane * self.width + start
            found.words[plane * width : plane * width + taken] = self.words[source : source + taken]
        return found


class Numbers:
    """Signed 64-bit numbers that machine code reads and writes."""

    __slots__ = ("address", "values")

    def __init__(self, values: Sequence[int] | int) -> None:
        """So many zeros, or these values."""
        memory = array("q", bytes(8 * values) if isinstance(values, int) else values)
        self.address, _ = memory.buffer_info()
        self.values = memoryview(memory)
