"""The logarithm of a whole number, the same to the last bit on every machine and in every engine.

A search chooses by comparing numbers in which a logarithm occurs, and the smallest difference makes another tree. The
libraries of different systems differ in the last bit. So it is made of additions and divisions alone, which IEEE 754
rounds in one way: up to `TABLE` from a table, above it by halving::

    log(n) = log(n >> k) + k log 2,   k the least with n >> k < TABLE

    >>> log_of(1), log_of(2) == LOG_2, abs(log_of(1000) - 6.907755278982137) < 1e-12
    (0.0, True, True)
    >>> log_of(1 << 20) == log_of(1 << 15) + 5 * LOG_2
    True
"""

from __future__ import annotations

from functools import cache

TABLE = 1 << 16
TERMS = 24


def _series(numerator: int, denominator: int) -> float:
    """log(n / d) for n / d from 1 to 2, by the series of 2 artanh((n - d) / (n + d)), the small terms first."""
    z = (numerator - denominator) / (numerator + denominator)
    square, total = z * z, 0.0
    for odd in range(2 * TERMS - 1, 0, -2):
        total = total * square + 1.0 / odd
    return 2.0 * z * total


LOG_2 = _series(2, 1)


@cache
def logarithms() -> tuple[float, ...]:
    """The table: entry n is log(n), and entry 0 is 0."""
    found = [0.0]
    for n in range(1, TABLE):
        halvings = n.bit_length() - 1
        found.append(_series(n, 1 << halvings) + halvings * LOG_2)
    return tuple(found)


def log_of(n: int) -> float:
    """The natural logarithm of a number from 1."""
    halvings = max(n.bit_length() - TABLE.bit_length() + 1, 0)
    return logarithms()[n >> halvings] + halvings * LOG_2
