"""Routines on numbers. Whole numbers have 64 bits; a result that does not fit is an error, also in the middle."""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import fail, rem

K = TypeVar("K", int, float, str)


@routine(charge="0")
def smaller(a: K, b: K) -> K:
    """The lesser of two, the first one if they are equal."""
    return b if b < a else a


@routine(charge="0")
def larger(a: K, b: K) -> K:
    """The greater of two, the first one if they are equal."""
    return b if b > a else a


@routine(charge="0")
def clamped(a: K, low: K, high: K) -> K:
    """The nearest value between two bounds."""
    return low if a < low else high if a > high else a


@routine(charge="0")
def absolute(a: int) -> int:
    return -a if a < 0 else a


@routine(charge="0")
def absolute_float(a: float) -> float:
    return -a if a < 0.0 else a


@routine(charge="0")
def sign(a: int) -> int:
    """-1, 0 or 1."""
    return -1 if a < 0 else 1 if a > 0 else 0


@routine(charge="32")
def gcd(a: int, b: int) -> int:
    """The greatest common divisor, never negative; gcd(0, 0) is 0."""
    x = a
    y = b
    while y != 0:
        x, y = y, rem(x, y)
    return -x if x < 0 else x


@routine(charge="32")
def lcm(a: int, b: int) -> int:
    """The least common multiple, never negative; 0 if one of them is 0."""
    if a == 0 or b == 0:
        return 0
    product = a // gcd(a, b) * b
    return -product if product < 0 else product


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


@routine(charge="64")
def square_root(a: int) -> int:
    """The square root rounded down."""
    if a < 0:
        fail("range", f"{a} has no square root")
    low = 0
    high = 3037000499  # the largest number whose square fits
    while low < high:
        middle = (low + high + 1) // 2
        if middle * middle <= a:
            low = middle
        else:
            high = middle - 1
    return low
