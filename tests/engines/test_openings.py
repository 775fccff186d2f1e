"""Games that all begin with the same question begin there: what they come to is the same."""

from __future__ import annotations

import pytest

import parlour
from parlour.engines.later import LaterEngine
from parlour.engines.native.driver import paths
from parlour.engines.native.engine import NativeEngine
from parlour.engines.python.engine import PythonEngine

GAME = """game "opening"; players 2;
global class Bag {{ List<number> all = {{ 1, 2, 3, 4 }}; number left = 5; }}
class Hand
{{
    action Draw
    {{
        trigger PlayerChoiceEvent {{ return true; }}
        input number guess {{ return guess > 0 && guess < 5; }}
        effect
        {{
            Bag.all.shuffle(); Bag.left -= 1;
            if(Bag.all[0] == guess) {{ winner player.active(); }}
            if(Bag.left == 0) {{ winner {{ }}; }}
            turn.pass();
        }}
    }}
}}
turn T {{ default {{ return player.active() + 1; }} }}
setup {{ {setup} Hand a = new Hand(); a.assign(0); Hand b = new Hand(); b.assign(1); }}
"""


@pytest.mark.parametrize(("setup", "begins_there"), [("", True), ("Bag.all.shuffle();", False)])
@pytest.mark.parametrize("by", ["answer", "move"])
def test_the_tally_is_that_of_games_which_are_set_up_one_by_one(
    monkeypatch: pytest.MonkeyPatch, setup: str, begins_there: bool, by: str
) -> None:
    game = parlour.load(GAME.format(setup=setup), language="tgdl")
    later, python = game.engines["native"], game.engines["python"]
    assert isinstance(later, LaterEngine) and isinstance(python, PythonEngine)
    native = later.made
    assert isinstance(native, NativeEngine)
    simulator = native.simulator()
    assert bool(native.task(None).openings(simulator.budget)) is begins_there
    tally = simulator.playouts(100, 7, jobs=1, by=by)  # type: ignore[arg-type]
    assert tally == python.simulator().playouts(100, 7, by=by)  # type: ignore[arg-type]
    monkeypatch.setattr(paths, "OPENINGS", 0)
    assert tally == simulator.playouts(100, 7, jobs=1, by=by)  # type: ignore[arg-type]
