"""Routines for numbers: division that says what is wrong, and powers of floats, the same on every machine."""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.numbers import power
from parlour.core.runtime.words import fail, floor


@routine(charge="0")
def check_divisor(b: float) -> None:
    if b == 0.0:
        fail("zero", "division by zero")


@routine(charge="0")
def quotient(a: float, b: float) -> float:
    check_divisor(b)
    return a / b


@routine(charge="0")
def float_floor(a: float) -> float:
    """Rounded down. A float so large has no fraction."""
    if a >= 9007199254740992.0 or a <= -9007199254740992.0 or a != a:
        return a
    return float(floor(a))


@routine(charge="0")
def floor_quotient(a: float, b: float) -> float:
    check_divisor(b)
    return float_floor(a / b)


@routine(charge="0")
def float_remainder(a: float, b: float) -> float:
    """With the sign of the divisor."""
    check_divisor(b)
    rest = a - b * float_floor(a / b)
    return rest if (rest < 0.0) == (b < 0.0) or rest == 0.0 else 0.0


@routine(charge="64")
def int_power(base: int, exponent: int) -> int:
    if exponent < 0:
        fail("range", f"{base} ** {exponent} is no int: write {base}.0 to compute with floats")
    return power(base, exponent)


@routine(charge="64")
def float_power_whole(base: float, exponent: int) -> float:
    result = 1.0
    square = base
    left = -exponent if exponent < 0 else exponent
    while left > 0:
        if left % 2 == 1:
            result = result * square
        left //= 2
        square = square * square
    return 1.0 / result if exponent < 0 else result


@routine(charge="64")
def natural_log(a: float) -> float:
    """Of a number above 0: halved or doubled until it is near 1, then by a series."""
    x = a
    halvings = 0
    while x > 1.5:
        x = x / 2.0
        halvings += 1
    while x < 0.75:
        x = x * 2.0
        halvings -= 1
    z = (x - 1.0) / (x + 1.0)
    square = z * z
    term = z
    total = 0.0
    for k in range(30):
        total = total + term / float(2 * k + 1)
        term = term * square
    return 2.0 * total + float(halvings) * 0.6931471805599453


@routine(charge="64")
def exponential(a: float) -> float:
    """By the series of a small part of it, squared as often as it was halved."""
    x = a
    halvings = 0
    while x > 0.5 or x < -0.5:
        x = x / 2.0
        halvings += 1
    term = 1.0
    total = 1.0
    for k in range(1, 20):
        term = term * x / float(k)
        total = total + term
    for _ in range(halvings):
        total = total * total
    return total


@routine(charge="64")
def float_root(a: float) -> float:
    """The square root of a number above 0, by Newton's way, from above."""
    x = a if a > 1.0 else 1.0
    while x > 2.0 and x * x / 4.0 > a:
        x = x / 2.0
    for _ in range(64):
        better = (x + a / x) / 2.0
        if better >= x:
            return x
        x = better
    return x


@routine(charge="300")
def float_power(base: float, exponent: float) -> float:
    if base == 0.0 and exponent < 0.0:
        fail("zero", "0.0 cannot be raised to a negative power")
    if exponent == float_floor(exponent) and exponent < 1000000000.0 and exponent > -1000000000.0:
        return float_power_whole(base, floor(exponent))
    if base == 0.0:
        return 0.0
    if base < 0.0:
        fail("range", f"{base} ** {exponent} is no real number")
    if base != base or exponent != exponent or base > 1.7e308:
        return base * exponent
    twice = exponent * 2.0
    if twice == float_floor(twice) and twice < 1000000000.0 and twice > -1000000000.0:
        return float_power_whole(float_root(base), floor(twice))
    product = exponent * natural_log(base)
    if product > 709.782712893384:
        return 1.0e308 * 10.0
    return 0.0 if product < -745.2 else exponential(product)
