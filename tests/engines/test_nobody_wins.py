"""An outcome in which nobody wins is told apart from one that is not known."""

from __future__ import annotations

import pytest

from parlour.core.read.program import read_program
from parlour.game.outcome import NOBODY_WINS, Outcome
from parlour.game.position import Budget
from parlour.testing.agreement import engines

PROGRAM = """
program p entry main
seats (Ada)
function main() -> none {{
  finish [] reason "{reason}"
}}
"""


@pytest.mark.parametrize(("reason", "ranking"), [(NOBODY_WINS, ()), ("rain", None)])
def test_no_ranks_mean_that_nobody_wins_where_the_program_says_so(reason: str, ranking: tuple[()] | None) -> None:
    for engine in engines(read_program(PROGRAM.format(reason=reason))):
        outcome = engine.start(1, {}, Budget()).outcome
        assert isinstance(outcome, Outcome)
        assert (outcome.ranking, outcome.winners, outcome.is_draw) == (ranking, (), False)
        assert (engine.simulator().playouts(3, 1).endings == {NOBODY_WINS: 3}) == (ranking == ())
