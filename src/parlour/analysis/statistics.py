"""The few statistics that reports need, without a science package.

>>> low, high = wilson(585, 1000)
>>> round(low, 3), round(high, 3)
(0.554, 0.615)
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, sqrt
from typing import TypeVar

from parlour.dataclass import dataclass

N = TypeVar("N", int, float)

# Of a normal distribution, so many standard deviations around the mean hold 95 %.
NORMAL_95 = 1.959963984540054


def wilson(count: int, of: int, z: float = NORMAL_95) -> tuple[float, float]:
    """The interval that holds the true share, by Wilson's score; honest also near 0 and 1 and for few games.

    >>> wilson(0, 0), wilson(0, 10)[0]
    ((0.0, 1.0), 0.0)
    """
    if of == 0:
        return 0.0, 1.0
    share = count / of
    spread = z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    # At the ends the formula is exact but for rounding.
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return low, 1.0 if count == of else min(1.0, middle + half)


def quantile(counts: Mapping[N, int], share: float) -> N:
    """The smallest number that at least this share of all does not exceed.

    >>> quantile({5: 1, 7: 2, 9: 1}, 0.5)
    7
    """
    wanted = share * sum(counts.values())
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    raise ValueError("nothing was counted")


def deviation(counts: Mapping[int, int]) -> float:
    """The standard deviation of numbers that were counted, from whole sums: in whichever order they were counted, it is
    the same to the last digit.

    >>> deviation({1: 1, 3: 1})
    1.0
    """
    total = sum(counts.values())
    whole = sum(number * count for number, count in counts.items())
    squares = sum(number * number * count for number, count in counts.items())
    return sqrt((total * squares - whole * whole) / (total * total))


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers that were counted, in a few of them; `low` and `high` hold the true mean in 95 of 100 reports."""

    mean: float
    low: float
    high: float
    deviation: float
    least: float
    median: float
    most: float


def spread(counts: Mapping[float, int]) -> Spread | None:
    """What numbers come to, whole or not; None where none was counted. Sums are exact before they are rounded, so the
    order in which they were counted does not show.

    >>> spread({1.0: 2, 4.0: 1}).mean, spread({1.0: 2, 4.0: 1}).median, spread({})
    (2.0, 1.0, None)
    """
    total = sum(counts.values())
    if not total:
        return None
    mean = fsum(number * count for number, count in counts.items()) / total
    deviates = sqrt(fsum(count * (number - mean) ** 2 for number, count in counts.items()) / total)
    half = NORMAL_95 * deviates / sqrt(total)
    return Spread(mean, mean - half, mean + half, deviates, min(counts), quantile(counts, 0.5), max(counts))
