"""Routines on numbers. Whole numbers have 64 bits; a result that does not fit is an error, also in the middle."""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import fail


@routine(charge="0")
def sign(a: int) -> int:
    """-1, 0 or 1."""
    return -1 if a < 0 else 1 if a > 0 else 0


@routine(charge="64")
def power(base: int, exponent: int) -> int:
    """base multiplied with itself; power(0, 0) is 1."""
    if exponent < 0:
        fail("range", f"The exponent {exponent} is negative")
    # So that a large exponent needs few turns, and no square is taken that the result does not need.
    result = 1
    square = base
    left = exponent
    while left > 0:
        if left % 2 == 1:
            result *= square
        left //= 2
        if left > 0:
            square *= square
    return result
