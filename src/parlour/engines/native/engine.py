"""The native engine: the same program as the Python engine's, as machine code.

Two forms are compiled, each at its first use, as in the Python engine: one for play, one for bulk work. LLVM is only
imported then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.engines.core.engine import CoreEngine
from parlour.engines.core.policy import find_policy
from parlour.engines.native.driver.simulator import NativeSimulator, Task
from parlour.engines.native.host.forms import Forms
from parlour.engines.native.host.loading import waiting_s
from parlour.engines.native.host.position import NativePosition
from parlour.game.position import Budget, Position
from parlour.game.search import Goal, Imagine, Search, Settings

if TYPE_CHECKING:
    from parlour.engines.native.search.session import SeekSession


class NativeEngine(Forms):
    """Runs the program of a Python engine; what is only looked at stays with that one."""

    name = "native"

    def __init__(self, core: CoreEngine) -> None:
        super().__init__(core)
        self._tasks: dict[str | None, Task] = {}
        # Of searches: memory that nobody uses just now, by what it was made for.
        self.free_trees: dict[object, deque[SeekSession]] = {}

    def waiting_s(self, policy: str | None) -> float:
        """About how long it takes until code for bulk work can run; 0 where that is on disk."""
        return waiting_s(self.core.program, bulk=True, judges=self.core.judges, policy=policy)

    def task(self, policy: str | None) -> Task:
        """What simulations with this policy need; `UnfitPolicy` says why a function cannot be one."""
        task = self._tasks.get(policy)
        if task is None:
            found = None if policy is None else find_policy(self.core.plan, policy)
            task = self._tasks[policy] = Task(self, found)
        return task

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> NativePosition:
        return NativePosition.start(self, seed, budget)

    def search(self, position: Position, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search:
        """A search in machine code from a position of either engine; raises `Unsearchable`, or `Cannot`."""
        from parlour.engines.native.search.finding import NativeSearch

        return NativeSearch(self, position, seat, seed, settings, goal)

    def search_imagined(self, imagine: Imagine, seat: int | None, seed: int, settings: Settings, goal: Goal) -> Search:
        """The same for a seat that does not see everything: over what is known."""
        from parlour.engines.native.search.knowing import NativeInformationSearch

        return NativeInformationSearch(self, imagine, seat, seed, settings, goal)

    def simulator(self) -> NativeSimulator:
        return NativeSimulator(self, self.task)
