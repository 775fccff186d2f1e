"""What outcomes are worth, and logarithms that are the same everywhere."""

from __future__ import annotations

import math

import pytest

from parlour.game.logarithm import TABLE, log_of, logarithms
from parlour.game.outcome import Outcome
from parlour.game.search import worths


@pytest.mark.parametrize(
    ("outcome", "worth"),
    [
        (Outcome(((0,), (1,)), 2), (1.0, 0.0)),
        (Outcome(((0, 1),), 2), (0.5, 0.5)),
        (Outcome((), 2), (0.5, 0.5)),
        (Outcome(((1,),), 3), (0.25, 1.0, 0.25)),
        (Outcome(((3,), (1,), (0,), (2,)), 4, (10.0, 2.0, 13.0, 1.0)), (1 / 3, 2 / 3, 0.0, 1.0)),
        (Outcome(((0,),), 1), (1.0,)),
        (Outcome((), 1), (0.0,)),
        (Outcome(((0,),), 1, (7.0,)), (7.0,)),
        (Outcome(None, 2, (3.0, 4.0)), (3.0, 4.0)),
        (Outcome(None, 0, value="24"), (24.0,)),
        (Outcome(None, 0, value="Solved"), None),
        (Outcome(None, 1, (float("nan"),)), None),
        (Outcome(None, 2), None),
    ],
)
def test_a_seat_strives_for_the_score_if_it_is_alone_and_else_to_leave_others_behind(
    outcome: Outcome, worth: tuple[float, ...] | None
) -> None:
    assert worths(outcome, has_scores=True) == worth


def test_a_best_score_makes_shares_of_scores_for_any_number_of_seats() -> None:
    assert worths(Outcome(((0,), (1,)), 2, (75.0, 25.0)), best_score=100) == (0.75, 0.25)


def test_an_aim_goes_before_what_is_usual() -> None:
    outcome = Outcome(((0,), (1,)), 2, (7.0, 9.0))
    assert worths(outcome, aim="score") == (7.0, 9.0) and worths(outcome, aim="rank") == (1.0, 0.0)
    assert worths(Outcome(((0,), (1,)), 2, (75.0, 25.0)), aim="rank", best_score=100) == (1.0, 0.0)
    assert worths(Outcome(((0,), (1,)), 2), aim="score") is None


def test_logarithms_are_right_to_almost_the_last_bit_and_never_fall() -> None:
    table = logarithms()
    assert len(table) == TABLE
    assert all(abs(table[n] - math.log(n)) <= 4 * math.ulp(math.log(n)) for n in range(2, TABLE, 7))
    assert all(table[n] < table[n + 1] for n in range(1, TABLE - 1))
    # Above the table the last digits of a number do not count.
    for n in (TABLE, TABLE + 1, 10**6, 10**9, 10**15):
        assert log_of(n) == pytest.approx(math.log(n), rel=1e-5)
    assert log_of(3).hex() == "0x1.193ea7aad030ap+0"
