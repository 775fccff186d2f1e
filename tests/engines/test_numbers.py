"""Questions for whole numbers: bounds known only when the program runs, and the numbers worth trying."""

from __future__ import annotations

import pytest

from parlour.core.read.program import read_program
from parlour.game.error import Refused
from parlour.game.position import Budget
from parlour.game.question import Domain
from parlour.testing.agreement import engines
from parlour.testing.asking import SAMPLES

SCORES = SAMPLES["numbers between bounds that are worth trying"]


@pytest.mark.parametrize("number", [0, 1])
def test_bounds_reach_the_question_and_any_number_within_may_be_given(number: int) -> None:
    position = engines(read_program(SCORES))[number].start(1, {}, Budget())
    (question,) = position.questions
    assert (question.domain.low, question.domain.high) == (None, None)
    legal = position.legal(question)
    assert ([option.value for option in legal], legal.sure) == ([0, 1, 2, 3], "candidates")
    assert not isinstance(position.answer(question, -7), Refused)
    (question,) = position.questions
    assert (question.domain.low, question.domain.high) == (0, 4)
    legal = position.legal(question)
    assert ([option.value for option in legal], legal.sure) == ([0, 1, 2], "candidates")
    assert position.answer(question, 5) == Refused("not-an-option", "5 is not between 0 and 4")
    assert not isinstance(position.answer(question, 4), Refused)
    assert [(item.seat, item.domain.low, item.domain.high) for item in position.questions] == [(1, 0, 4), (0, 1, 5)]
    assert [[option.value for option in position.legal(item)] for item in position.questions] == [[0, 1, 2, 3], [1, 2]]
    assert isinstance(position.questions[0].domain, Domain)


def test_playouts_draw_what_is_worth_trying() -> None:
    python, native = engines(read_program(SCORES.replace("lt(@total, 20)", "eq(@total, 0)")))
    one, other = python.simulator().playouts(400, 1), native.simulator().playouts(400, 1, jobs=1)
    assert one == other
    assert one.games == 400
