"""Intervals and quantiles, against values worked out elsewhere."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.analysis.statistics import deviation, quantile, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # Agresti and Coull (1998), and the closed form at the ends: z²/(n+z²).
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (5, 10, 0.23659, 0.76341), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_have_their_known_values(count, of, low, high):
    found = wilson(count, of)
    assert found == pytest.approx((low, high), abs=6e-5)


def test_wilson_intervals_hold_the_true_share_about_as_often_as_they_say():
    chance = Random(7)
    share, of = 0.3, 200
    held = 0
    for _ in range(2000):
        low, high = wilson(sum(chance.random() < share for _ in range(of)), of)
        held += low <= share <= high
    assert 0.935 <= held / 2000 <= 0.965


def test_quantiles_of_counted_numbers():
    counts = {9: 1, 5: 2, 7: 1}
    assert [quantile(counts, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)] == [5, 5, 5, 7, 9]
    with pytest.raises(ValueError, match="nothing"):
        quantile({}, 0.5)


def test_the_deviation_of_equal_numbers_is_nothing():
    assert deviation({4: 10}) == 0.0
    assert deviation({0: 1, 10: 1}) == 5.0


@given(st.dictionaries(st.integers(0, 10**5), st.integers(1, 10**9), min_size=1), st.randoms())
def test_the_deviation_is_the_same_to_the_last_digit_in_whatever_order_numbers_were_counted(counts, order):
    shuffled = list(counts.items())
    order.shuffle(shuffled)
    found = deviation(dict(shuffled))
    assert found == deviation(counts)
    assert found == pytest.approx(pstdev(counts.keys(), counts.values()), rel=1e-9)


def pstdev(numbers, weights):
    pairs = [(Fraction(number), weight) for number, weight in zip(numbers, weights, strict=True)]
    total = sum(weight for _, weight in pairs)
    mean = sum(number * weight for number, weight in pairs) / total
    return sqrt(sum(weight * (number - mean) ** 2 for number, weight in pairs) / total)
