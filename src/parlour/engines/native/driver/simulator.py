"""Many games at once by random legal answers, in compiled code on all processors.

Games are numbered, and each draws from streams of its own (see `engines/python/simulator.py`), so who plays which game
and in what order makes no difference: the same seed gives the same tally for any number of jobs, and in both engines.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any

from parlour.core.flow.candidates import Candidates
from parlour.core.passes.suspension import Site
from parlour.engines.core.engine import CoreEngine
from parlour.engines.core.limits import SAY_AFTER_S
from parlour.engines.core.policy import Policy, checked_data
from parlour.engines.core.position import CorePosition
from parlour.engines.native.driver import paths
from parlour.engines.native.driver.questions import ask_plans
from parlour.engines.native.driver.session import Session
from parlour.engines.native.host.forms import Form, Forms
from parlour.engines.native.host.position import NativePosition
from parlour.game.outcome import Tally
from parlour.game.policy import Drawing, drawing
from parlour.game.position import Budget, By, Position

# A share of the games is as many as take about so long: then it is time to look whether to stop.
SHARE_S = 0.025
FIRST_SHARE = 64


class Task:
    """What all sessions of a program and a policy have in common."""

    def __init__(self, forms: Forms, policy: Policy | None) -> None:
        self.forms = forms
        self.core: CoreEngine = forms.core
        self.policy = policy
        self.form: Form = forms.bulk if policy is None else forms.with_policy(policy.name)
        self.asks = ask_plans(self.core, self.form.handover.stops, self.form.handover.types, policy)
        self.facts = self.form.machine.facts
        self._free: dict[Budget, deque[Session]] = {}
        self._openings: dict[Budget, list[NativePosition]] = {}
        self._candidates: dict[tuple[int, tuple[Any, ...]], Candidates] = {}

    def guard(self, site: Site) -> int:
        """The number of the guard of a question, from 1; 0 if it has none."""
        place = (site.function, site.number)
        has_guard = self.core.judges and place in self.core.guards
        return 1 + list(self.core.guards).index(place) if has_guard else 0

    def session(self, budget: Budget) -> Session:
        """A session that nobody uses, kept from before or new."""
        try:
            return self._free.setdefault(budget, deque()).pop()
        except IndexError:
            return Session(self, budget)

    def openings(self, budget: Budget) -> list[NativePosition]:
        """The first question, where all games begin with the same one: to copy it is less work than to set up a game.
        A program that counts for reports may count before it."""
        if budget not in self._openings:
            found = None if self.core.counts else NativePosition.opening(self.forms, budget)
            self._openings[budget] = [] if found is None else [found]
        return self._openings[budget]

    def give_back(self, session: Session) -> None:
        self._free[session.budget].append(session)

    def candidates(self, site: int, inputs: tuple[Any, ...], make: Callable[[], Candidates]) -> Candidates:
        """The values to try at a site, made once for what they depend on."""
        found = self._candidates.get((site, inputs))
        if found is None:
            found = self._candidates[site, inputs] = make()
        return found


class NativeSimulator:
    """See `parlour.game.position.Simulator`."""

    def __init__(self, forms: Forms, task: Callable[[str | None], Task]) -> None:
        """`task`: what simulations with a policy need."""
        self.forms = forms
        self.task = task
        self.budget = Budget()

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
        """`jobs`: threads to use, 0 for one on each processor. `first`: the number of the first game, so that several
        calls can make one simulation."""
        wanted = drawing(policy)
        task = self.task(wanted.name)
        given = checked_data(self.forms.core.program, wanted.given)
        starts = [native_position(self.forms, position).bulk_copy(self.budget, None) for position in start]
        if paths.OPENINGS and not start and not wanted.given and n >= FIRST_SHARE:
            starts = task.openings(self.budget)
        tally = Tally()
        if n <= 0:
            return tally
        count = min(jobs or os.cpu_count() or 1, -(-n // FIRST_SHARE))
        sessions = [task.session(self.budget) for _ in range(count)]
        for session in sessions:
            session.begin(starts, given, by)
        _Team(sessions, first, n, seed).run(progress or (lambda done: None))
        for session in sessions:
            tally.add(session.tally())
            task.give_back(session)
        return tally


def native_position(forms: Forms, position: Position) -> NativePosition:
    if isinstance(position, NativePosition) and position.forms is forms:
        return position
    if isinstance(position, CorePosition) and position.engine is forms.core:
        return NativePosition.adopt(forms, position)
    raise ValueError("a playout starts from a position of the same game")


class _Team:
    """Threads that take shares of the games until none is left."""

    def __init__(self, sessions: list[Session], first: int, n: int, seed: int) -> None:
        self.sessions = sessions
        self.first = first
        self.end = first + n
        self.seed = seed
        self.next = first
        self.share = FIRST_SHARE
        self.lock = threading.Lock()
        self.is_stopped = False
        self.problems: list[BaseException] = []

    def run(self, progress: Callable[[int], object]) -> None:
        """Plays all games. Who is interrupted meanwhile stops the others and waits for them."""
        workers = [session.worker for session in self.sessions]
        try:
            for worker, session in zip(workers, self.sessions, strict=True):
                worker.begin(partial(self._work, session))
            for worker in workers:
                while worker.is_busy:
                    worker.wait(SAY_AFTER_S)
                    progress(sum(session.games for session in self.sessions))
        except BaseException:
            while running := [worker for worker in workers if worker.is_busy]:
                self._stop()
                running[0].wait(0.005)
            raise
        if self.problems:
            raise self.problems[0]
        progress(sum(session.games for session in self.sessions))

    def _stop(self) -> None:
        self.is_stopped = True
        for session in self.sessions:
            session.arena.stop()

    def _work(self, session: Session) -> None:
        try:
            while not self.is_stopped:
                with self.lock:
                    first, last = self.next, min(self.next + self.share, self.end)
                    self.next = last
                if first >= last:
                    return
                began = monotonic()
                session.play(first, last, self.seed)
                if monotonic() - began < SHARE_S / 2:
                    left = (self.end - last) // (2 * len(self.sessions))
                    self.share = min(2 * self.share, max(FIRST_SHARE, left))
        except BaseException as problem:
            self.problems.append(problem)
            self.is_stopped = True
