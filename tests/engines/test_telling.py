"""A program that prints without end is stopped by what it prints, however little each line has."""

from __future__ import annotations

import pytest

import parlour
from parlour.game.position import TELLING, Budget

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
