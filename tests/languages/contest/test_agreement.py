"""Generated seasons are the same game on both engines: keys, views, errors, tallies, with strengths and without."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.languages.contest.generated import seasons

import parlour
from parlour.analysis.seasons import drawing
from parlour.engines.native.engine import NativeEngine
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.testing.agreement import play_side_by_side


@given(text=seasons(), seed=st.integers(0, 99))
@settings(max_examples=5, deadline=None)
def test_generated_seasons_are_the_same_on_both_engines(text: str, seed: int) -> None:
    game = parlour.load(text, language="contest")
    python = game.engines["python"]
    assert isinstance(python, PythonEngine)
    native = NativeEngine(python)
    budget = Budget()
    assert play_side_by_side(python, native, seed, budget, 10) == []
    for drawn in (drawing(game.info.seats or ()), drawing(game.info.seats or (), {"Ada": 2.0}, votes="loyal")):
        one = python.simulator().playouts(6, seed, policy=drawn)
        assert one == native.simulator().playouts(6, seed, jobs=1, policy=drawn)
