"""A program that prints without end is stopped by what it prints, however little each line has."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.read.program import read_program
from parlour.core.verify import verify
from parlour.game.position import TELLING, Budget
from parlour.testing.agreement import engines

ENDLESS = '@setup { int n; N_PLAYERS = 1; } @turns { void begin() { while (n == 0) { print("?"); } } }'


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("line", ["", "é"])
def test_a_loop_that_prints_ends(line: str, engine: str) -> None:
    game = parlour.load(ENDLESS.replace("?", line), language="senet")
    position = game.start(engine=engine)
    assert position.error is not None and position.error.code == "told"
    assert position.error.message == "Stopped: the program printed too much, or too often, without asking anything"
    assert len(position.view(None).log) == Budget().told // (TELLING + len(line.encode()))
    assert game.simulator(engine=engine).playouts(2, 0).failed == {"told": 2}


SHOWN = """
program shown entry main
seats (Ada)
presentation global said: string
function main() -> none {
  locals (n: int)
  @said = "before"
  ask n: whole(1, 2) seat 0 kind number
  show text_of_int(div(1, sub(n, 2)))
  show @said
  finish [[0]]
}
"""


def test_what_is_told_for_show_is_not_even_worked_out_in_bulk() -> None:
    for engine in engines(read_program(SHOWN)):
        position = engine.start(1, {}, Budget())
        position.answer(position.questions[0], 1)
        assert [told.text for told in position.log] == ["-1", "before"]
        failing = engine.start(1, {}, Budget())
        failing.answer(failing.questions[0], 2)
        assert failing.error is not None and failing.error.code == "zero"
        assert engine.simulator().playouts(20, 1).failed == {}


def test_what_is_told_for_show_changes_nothing() -> None:
    wrong = SHOWN.replace("show @said", "show text_of_int(chance(3))")
    assert any("told for show" in str(item) for item in verify(read_program(wrong)))
