"""Engines that are made when they are first used, and bulk work that waits until compiling pays.

Loading a game must not import a compiler; playing one hand of it should not wait for one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from parlour.game.outcome import Tally
from parlour.game.position import Budget, Engine, Position, Simulator

if TYPE_CHECKING:
    from parlour.engines.python.simulator import PythonSimulator

# Bulk work that the Python engine finishes in this time is finished there.
PATIENCE_S = 0.25


class NumberedSimulator(Simulator, Protocol):
    """A simulator whose playouts are numbered, so that several calls make one run."""

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | None = None,
        first: int = 0,
        progress: Callable[[int], object] | None = None,
    ) -> Tally: ...


class LaterEngine:
    """An engine of this name, made by `make` when somebody needs it."""

    def __init__(self, name: str, make: Callable[[], Engine]) -> None:
        self.name = name
        self._make = make

    @cached_property
    def made(self) -> Engine:
        return self._make()

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> Position:
        return self.made.start(seed, options, budget)

    def simulator(self) -> Simulator:
        return self.made.simulator()


class PatientSimulator:
    """Begins on the Python engine at once, and goes on with a compiled one if there is much left to do. Both come to
    the same tally, so nobody can tell where the change was."""

    def __init__(self, python: PythonSimulator, compiled: Callable[[], NumberedSimulator]) -> None:
        self.python = python
        self.compiled = compiled

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | None = None,
        first: int = 0,
        progress: Callable[[int], object] | None = None,
    ) -> Tally:
        tally = self.python.playouts(n, seed, start=start, policy=policy, first=first, patience_s=PATIENCE_S)
        done = tally.games
        if done < n:
            report = None if progress is None else lambda more: progress(done + more)
            rest = self.compiled().playouts(
                n - done, seed, jobs=jobs, start=start, policy=policy, first=first + done, progress=report
            )
            tally.add(rest)
        elif progress is not None:
            progress(done)
        return tally


class NotingSimulator:
    """Another simulator, with something to tell whoever reads its tallies."""

    def __init__(self, simulator: Simulator, notice: str) -> None:
        self.simulator = simulator
        self.notice = notice

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Tally:
        tally = self.simulator.playouts(n, seed, jobs=jobs, start=start, policy=policy, progress=progress)
        tally.notices.append(self.notice)
        return tally
