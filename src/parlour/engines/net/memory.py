"""Planes in memory: aligned for vector instructions, and seen from Python as 64-bit words.

Plain `ctypes` and whole numbers, no array library: loading one takes longer than grounding most games.

    >>> planes = Planes(2, 4)
    >>> planes[1] = 5
    >>> planes[1], list(planes.words[4:]), planes.address % ALIGNMENT
    (5, [5, 0, 0, 0], 0)
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

ALIGNMENT = 128
LANES = 64


class Planes:
    """`count` planes of `width` words each, all empty at first. Lane i is bit i of a plane taken as one number."""

    __slots__ = ("_memory", "address", "count", "width", "words")

    def __init__(self, count: int, width: int) -> None:
        self.count = count
        self.width = width
        size = count * width * 8
        self._memory = (ctypes.c_char * (size + ALIGNMENT))()
        offset = -ctypes.addressof(self._memory) % ALIGNMENT
        self.address = ctypes.addressof(self._memory) + offset
        self.words = memoryview(self._memory).cast("B")[offset : offset + size].cast("Q")

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

    __slots__ = ("_memory", "address", "values")

    def __init__(self, values: Sequence[int] | int) -> None:
        """So many zeros, or these values."""
        count = values if isinstance(values, int) else len(values)
        self._memory = (ctypes.c_int64 * max(count, 1))()
        self.address = ctypes.addressof(self._memory)
        self.values = memoryview(self._memory).cast("B").cast("q")
        if not isinstance(values, int):
            for place, value in enumerate(values):
                self.values[place] = value
