"""Memory that compiled code works in: reserved address space, of which only what is touched becomes real."""

from __future__ import annotations

import ctypes
import gc
import mmap
import platform
import sys

PAGE = mmap.PAGESIZE
# Python names it from 3.13 on. Without it a process that holds more blocks than the machine has memory cannot fork.
_NO_RESERVE = 0x4000 if sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64") else 0


class Block:
    """Reserved address space, readable as words and bytes."""

    def __init__(self, size: int) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", _NO_RESERVE)
        self.size = -(-size // PAGE) * PAGE
        try:
            self.map = mmap.mmap(-1, self.size, flags=flags)
        except OSError:
            # Games that nobody plays any more may still hold theirs: a game and its arenas refer to each other.
            gc.collect()
            try:
                self.map = mmap.mmap(-1, self.size, flags=flags)
            except OSError as problem:
                raise MemoryError(f"no {self.size:,} bytes of address space") from problem
        self.bytes = memoryview(self.map)
        self.words = self.bytes.cast("q")
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.map))

    def release(self, start: int) -> None:
        """Gives the memory from here on back to the system; it reads as zeros from now on."""
        start = -(-start // PAGE) * PAGE
        if start < self.size and hasattr(mmap, "MADV_DONTNEED"):
            self.map.madvise(mmap.MADV_DONTNEED, start, self.size - start)
