"""Memory of the native engine under guard: an access beside it ends the process, what was never written reads as noise.

Every block of memory lies between two pages that nobody may touch, and in an arena the page above its limit may not be
touched either. What is above the state when code begins to run is filled with noise, scratch memory is before its first
use: code that counts on zeros there, or on what an earlier run has left, comes to results of its own.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from parlour.engines.llvm.blocks import Block
from parlour.engines.native.driver import session
from parlour.engines.native.host import arena
from parlour.engines.native.host.arena import Arena
from parlour.engines.native.layout import Host

_PAGE = mmap.PAGESIZE
_NOISE = 0xA5
_NOISY = 1 << 18


class GuardedBlock(Block):
    """A block between two pages that nobody may touch."""

    def __init__(self, size: int) -> None:
        super().__init__(size + 2 * _PAGE)
        first = self.address
        self.size -= 2 * _PAGE
        self.bytes = self.bytes[_PAGE : _PAGE + self.size]
        self.words = self.bytes.cast("q")
        self.address = first + _PAGE
        protect(first)
        protect(self.address + self.size)

    def release(self, start: int) -> None:
        super().release(start + _PAGE)


class GuardedArena(Arena):
    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        protect(self.address + self.get(Host.LIMIT))
        ctypes.memset(self.scratch.address, _NOISE, min(_NOISY, self.scratch.size))
        ctypes.memset(self.out.address, _NOISE, min(_NOISY, self.out.size))

    def run(self, name: str, *args: int) -> int:
        # An arena that nothing was put into yet has no end; what the host has written there stays.
        first = max(self.end, self.machine.directory.heap_base)
        ctypes.memset(self.address + first, _NOISE, max(0, min(_NOISY, self.get(Host.LIMIT) - first)))
        return super().run(name, *args)


def protect(address: int) -> None:
    """From now on the page at this address can be neither read nor written."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(_PAGE), 0):
        raise OSError(ctypes.get_errno(), "the page cannot be guarded")


@contextmanager
def guarded() -> Iterator[None]:
    """All memory that the native engine takes meanwhile is guarded."""
    kept = [(module, name, getattr(module, name)) for module, name, _ in _GUARDED]
    install()
    try:
        yield
    finally:
        for module, name, usual in kept:
            setattr(module, name, usual)


def install() -> None:
    """All memory that the native engine takes in this process from now on is guarded."""
    for module, name, type_ in _GUARDED:
        setattr(module, name, type_)


_GUARDED: tuple[tuple[ModuleType, str, type], ...] = (
    (arena, Block.__name__, GuardedBlock),
    (session, Block.__name__, GuardedBlock),
    (arena, Arena.__name__, GuardedArena),
)
