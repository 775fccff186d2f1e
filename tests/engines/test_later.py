"""Bulk work without a named engine: who plays how many of the games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.engines import later
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host import loading
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.simulator import PythonSimulator
from parlour.game.outcome import Tally

NIM = parlour.load("nim")
GAMES = 40


class Counting:
    """A simulator that counts the games it plays."""

    def __init__(self, simulator: Any) -> None:
        self.simulator = simulator
        self.games = 0

    def playouts(self, n: int, seed: int, **settings: Any) -> Tally:
        tally: Tally = self.simulator.playouts(n, seed, **settings)
        self.games += tally.games
        return tally


class Compiling:
    """An engine of which is said how long its code takes. The Python engine stands for it: tallies are the same."""

    def __init__(self, python: PythonEngine, waiting_s: float) -> None:
        self.counting = Counting(PythonSimulator(python))
        self.waiting = waiting_s
        self.asked = 0

    def simulator(self) -> Any:
        return self.counting

    def waiting_s(self, policy: str | None) -> float:
        self.asked += 1
        return self.waiting


def played(waiting_s: float, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int, int, list[int]]:
    """How many games each engine played where nobody has patience, how often it was asked how long compiling takes,
    and what was heard of it meanwhile."""
    monkeypatch.setattr(later, "PATIENCE_S", 1e-9)
    monkeypatch.setattr(later, "LOADING_S", 0.0)
    python = NIM.engines["python"]
    assert isinstance(python, PythonEngine)
    one, other = Counting(python.simulator()), Compiling(python, waiting_s)
    heard: list[int] = []
    tally = later.PatientSimulator(one, lambda: other).playouts(GAMES, 5, progress=heard.append)
    assert tally == python.simulator().playouts(GAMES, 5)
    return one.games, other.counting.games, other.asked, heard


def test_what_takes_longer_to_compile_than_to_play_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, asked, heard = played(1e9, monkeypatch)
    assert (here, there, asked) == (GAMES, 0, 1)
    assert heard == sorted(heard) and heard[-1] == GAMES


def test_code_that_is_there_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, _, heard = played(0.0, monkeypatch)
    assert here < GAMES and here + there == GAMES
    assert heard == sorted(heard) and heard[-1] == GAMES


def test_few_games_ask_nobody_how_long_compiling_takes() -> None:
    python = NIM.engines["python"]
    assert isinstance(python, PythonEngine)

    def nobody() -> later.CompilingEngine:
        raise AssertionError("nothing is compiled")

    assert later.PatientSimulator(python.simulator(), nobody).playouts(1, 5).games == 1


@pytest.mark.parametrize(("waiting_s", "is_compiled"), [(0.0, True), (1e9, False)])
def test_few_games_again_and_again_are_compiled_when_they_have_taken_as_long(
    waiting_s: float, is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "LOADING_S", 1e-9)
    python = NIM.engines["python"]
    assert isinstance(python, PythonEngine)
    compiling = Compiling(python, waiting_s)
    patient = later.PatientSimulator(python.simulator(), lambda: compiling)
    tallies = [patient.playouts(1, seed) for seed in range(100)]
    assert tallies == [python.simulator().playouts(1, seed) for seed in range(100)]
    assert (compiling.counting.games, compiling.asked < 20) == (99 if is_compiled else 0, True)


def test_waiting_ends_when_code_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = NIM.engines["python"]
    assert isinstance(python, PythonEngine)
    native = NativeEngine(python)
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "code"))
    cold = native.waiting_s(None)
    monkeypatch.undo()
    native.bulk  # noqa: B018 - compiles it, or finds it
    assert native.waiting_s(None) == 0.0
    loading._runtime()
    warm = native.waiting_s("policy of another name")
    assert cold > loading.SHARED_S > warm > loading.PROGRAM_S
