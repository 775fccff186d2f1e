"""Engines that are made when they are first used, and bulk work that waits until compiling pays.

Loading a game must not import a compiler; playing one hand of it should not wait for one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from time import thread_time
from typing import TYPE_CHECKING, Protocol

from parlour.game.outcome import Tally
from parlour.game.policy import Drawing, drawing
from parlour.game.position import Budget, By, Engine, Position, Simulator

if TYPE_CHECKING:
    from parlour.game.search import Aim, Goal, Imagine, Search, Settings

# Bulk work that the Python engine finishes in this time is finished there.
PATIENCE_S = 0.25

# To load a compiler, and code that is there already, takes about so long.
LOADING_S = 0.2


class NumberedSimulator(Simulator, Protocol):
    """A simulator whose playouts are numbered, so that several calls make one run."""

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
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


class StoppableSimulator(Protocol):
    """One that plays no more games once it has used so much time of a processor."""

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
        first: int = 0,
        progress: Callable[[int], object] | None = None,
        patience_s: float | None = None,
    ) -> Tally: ...


class CompilingEngine(Protocol):
    """An engine whose code may have to be compiled first."""

    def simulator(self) -> NumberedSimulator: ...

    def search(self, position: Position, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search: ...

    def search_imagined(
        self, imagine: Imagine, seat: int | None, seed: int, settings: Settings, goal: Goal
    ) -> Search: ...

    def waiting_s(self, policy: str | None) -> float:
        """How much time of a processor it takes, about, until its code for bulk work can run; 0 where it is on disk."""


class Patience:
    """Whether there was so much work for the Python engine that compiling would have paid. It is asked again and again,
    and asks for what compiling takes only now and then."""

    def __init__(self, compiled: Callable[[], CompilingEngine]) -> None:
        self.compiled = compiled
        self.spent_s = 0.0
        self._waits_until_s: float | None = LOADING_S  # None: it has waited

    def is_over(self, policy: str | None) -> bool:
        if self._waits_until_s is not None and self.spent_s > self._waits_until_s:
            has_waited = self.spent_s > self.compiled().waiting_s(policy)
            self._waits_until_s = None if has_waited else 2 * self.spent_s
        return self._waits_until_s is None


class PatientSearching:
    """See `parlour.game.search.Compiling`."""

    def __init__(self, compiled: Callable[[], CompilingEngine]) -> None:
        self.compiled = compiled
        self._patience = Patience(compiled)
        self._reason: str | None = None
        self.goals: dict[Aim | None, Goal] = {}

    def begin(self, position: Position, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search | None:
        return self._begun(settings, lambda engine: engine.search(position, seat, seed, settings, goal))

    def begin_imagined(
        self, imagine: Imagine, seat: int | None, seed: int, settings: Settings, goal: Goal
    ) -> Search | None:
        return self._begun(settings, lambda engine: engine.search_imagined(imagine, seat, seed, settings, goal))

    def _begun(self, settings: Settings, begin: Callable[[CompilingEngine], Search]) -> Search | None:
        # Several trees are for who has much to do, and the reference grows but one at a time.
        if self._reason is not None or (settings.trees == 1 and not self._patience.is_over(None)):
            return None
        from parlour.game.search import Uncompiled  # Who searches has it loaded; who only plays games needs none.

        try:
            return begin(self.compiled())
        except Uncompiled as reason:
            self.refuse(str(reason))
            return None

    def note(self, spent_s: float) -> None:
        self._patience.spent_s += spent_s

    @property
    def reason(self) -> str | None:
        return self._reason

    def refuse(self, reason: str) -> None:
        self._reason = reason


class PatientSimulator:
    """Begins on the Python engine at once, and goes on with a compiled one where what is left would take longer than
    waiting for it. Both come to the same tally, so nobody can tell where the change was.

    Who plays few games at a time, but again and again, has waited for a compiled one long enough when Python has taken
    as much time for all of them."""

    def __init__(self, python: StoppableSimulator, compiled: Callable[[], CompilingEngine]) -> None:
        self.python = python
        self.compiled = compiled
        self._patience = Patience(compiled)

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
        first: int = 0,
        progress: Callable[[int], object] | None = None,
    ) -> Tally:
        tally = Tally()
        began, patience_s = thread_time(), PATIENCE_S
        waiting_s: float | None = None
        done = 0
        while not self._patience.is_over(drawing(policy).name):
            done = tally.games
            report = None if progress is None else partial(_report, progress, done)
            left, number = n - done, first + done
            some = self.python.playouts(
                left, seed, start=start, policy=policy, by=by, first=number, progress=report, patience_s=patience_s
            )
            tally.add(some)
            done = tally.games
            if done >= n:
                self._patience.spent_s += thread_time() - began
                return tally
            # A game that was not finished in this time takes as long at least. Time is that of the processor: on a busy
            # machine compiling takes longer, too.
            left_s = (n - done) * (thread_time() - began) / max(done, 1)
            if left_s > LOADING_S:
                if waiting_s is None:
                    waiting_s = self.compiled().waiting_s(drawing(policy).name)
                if left_s > waiting_s:
                    break
            patience_s *= 2
        report = None if progress is None else partial(_report, progress, done)
        tally.add(
            self.compiled()
            .simulator()
            .playouts(n - done, seed, jobs=jobs, start=start, policy=policy, by=by, first=first + done, progress=report)
        )
        return tally


def _report(progress: Callable[[int], object], before: int, more: int) -> None:
    progress(before + more)
