"""How arguments reach a function: in registers, and where a tail call is involved what is left over in the arena.

A function that makes a tail call, or that one leads to, has no argument on the machine's stack. There caller and
callee share one place for arguments, however many each has, and LLVM must move its frame about: LLVM 22 for x86-64
leaves out arguments that lie there and comes back with the stack out of balance (its issue 199224). What the registers
do not hold goes through a fixed place of the arena instead, as wide results do on their way back: written right before
the call, read first thing in the function called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Program, TailCall
from parlour.core.passes.call_graph import targets
from parlour.core.walk import walk_block
from parlour.dataclass import dataclass
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import DOUBLE

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Registers:
    """How many arguments go in registers: of words, the arena and the site to go on at among them, and of floats.
    `are_shared`: the n-th argument takes the n-th register of either sort."""

    words: int
    floats: int
    are_shared: bool = False


def registers_of(triple: str) -> Registers:
    """Of the machines that we know. What goes through the arena without need costs little, so others have the least.

    >>> registers_of("x86_64-unknown-linux-gnu"), registers_of("x86_64-pc-windows-msvc")
    (Registers(words=6, floats=8, are_shared=False), Registers(words=4, floats=4, are_shared=True))
    >>> registers_of("arm64-apple-darwin23.0.0") == registers_of("aarch64-unknown-linux-gnu")
    True
    """
    machine, _, system = triple.partition("-")
    if machine in ("aarch64", "arm64"):
        return Registers(8, 8)
    if machine == "x86_64" and "windows" not in system:
        return Registers(6, 8)
    return Registers(4, 4, are_shared=True)


@dataclass(frozen=True, slots=True)
class Passing:
    """The kinds of the arguments of one function, and which of them go through the arena."""

    kinds: tuple[ir.Type, ...]
    is_left_over: tuple[bool, ...]

    def given(self, parts: Sequence[T]) -> list[T]:
        """What LLVM passes."""
        return [part for part, is_left in zip(parts, self.is_left_over, strict=True) if not is_left]

    def left_over(self, parts: Sequence[T]) -> list[T]:
        """What goes through the arena."""
        return [part for part, is_left in zip(parts, self.is_left_over, strict=True) if is_left]

    def joined(self, given: Sequence[T], left_over: Sequence[T]) -> list[T]:
        """All of them again, in their order."""
        sources = {False: iter(given), True: iter(left_over)}
        return [next(sources[is_left]) for is_left in self.is_left_over]


def passing(kinds: Sequence[ir.Type], words: int, triple: str, *, is_linked: bool) -> Passing:
    """How arguments of these kinds are passed after so many words, on the machine of this triple; `is_linked`: tail
    calls are involved."""
    registers = registers_of(triple)
    floats = 0
    is_left_over: list[bool] = []
    for kind in kinds:
        if kind == DOUBLE:
            floats += 1
        else:
            words += 1
        if registers.are_shared:
            is_full = words + floats > registers.words
        else:
            is_full = floats > registers.floats if kind == DOUBLE else words > registers.words
        is_left_over.append(is_linked and is_full)
    return Passing(tuple(kinds), tuple(is_left_over))


def tail_linked(program: Program) -> frozenset[str]:
    """The functions that make tail calls, and those that tail calls lead to. Before: tails are marked."""
    hierarchy = Hierarchy(program.classes)
    found: set[str] = set()
    for function in program.functions:
        for stmt in walk_block(function.body):
            if isinstance(stmt, TailCall):
                found |= {function.name, *targets(hierarchy, stmt.call)}
    return frozenset(found)
