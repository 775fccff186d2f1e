"""Hypothesis strategies for those who test with Parlour; hypothesis itself is imported only when one is asked for.

from hypothesis import given
from parlour.testing.strategies import programs

@given(programs())
def test_my_pass(program): ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.chance import Chance
from parlour.core.nodes import Program
from parlour.testing.generate import random_program

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def programs(largest: int = 6) -> SearchStrategy[Program]:
    """Core programs as `random_program` makes them, of sizes up to `largest`.

    A program follows from a seed and a size, which a failing test reports; it shrinks by its size. Drawing every single
    choice from hypothesis would shrink better, but a program takes thousands of them."""
    from hypothesis import strategies

    def build(seed: int, size: int) -> Program:
        return random_program(Chance(seed), size)

    return strategies.builds(build, strategies.integers(0, 2**32 - 1), strategies.integers(1, largest))
