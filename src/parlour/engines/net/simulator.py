"""Many games by random legal moves, without Python in the loop.

Games are dealt to lanes by their number alone: so many words of 64 lanes, each lane with its quota (`deal`). Threads
take some words at a time and play them to the end. They begin in the tier that is ready first and go on in a faster
one (`loader`); neither this nor the number of threads changes any result.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parlour.engines.logic.engine import refuse_policy
from parlour.engines.logic.outcome import scored, whole_score
from parlour.engines.net.batch import SLICE_S, Batch, Counts
from parlour.engines.net.deal import Deal, deal
from parlour.engines.net.fields import DONE, FULL
from parlour.engines.net.loader import Loader
from parlour.engines.net.memory import Numbers
from parlour.engines.net.plan import FLAGS, Plan
from parlour.game.outcome import Tally
from parlour.game.policy import Drawing
from parlour.game.position import By, Position
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.net.engine import NetEngine
    from parlour.engines.net.plain import Plain, PlainRunner
    from parlour.engines.net.runner import MachineRunner
    from parlour.engines.net.tiers import Tier

# How often the caller hears how far it has come.
TELL_S = 0.2

Progress = Callable[[int], object] | None


class NetSimulator:
    """See `parlour.game.position.Simulator`."""

    def __init__(self, engine: NetEngine, plan: Plan, loader: Loader) -> None:
        self.engine = engine
        self.plan = plan
        self.loader = loader

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
        progress: Callable[[int], object] | None = None,
    ) -> Tally:
        """`by` makes no difference: where there are rules a move is one answer."""
        refuse_policy(policy)
        if n <= 0:
            return Tally()
        starts: list[list[bool]] = []
        if start:
            from parlour.engines.net.starts import Starts

            given = Starts(self.engine, start)
            if given.are_amid_a_step:
                # Some roles have moved and others have not: the reference engine knows how to go on.
                return self.engine.reference.simulator().playouts(n, seed, start=start, progress=progress)
            starts = given.facts(self.plan.net.facts)
        work = _Work(self.loader, self.plan, seed, deal(n, len(starts) or 1), starts)
        tally = self._tally(work.play(jobs or os.cpu_count() or 1, progress))
        if self.loader.is_past_plain and (notice := self.engine.notice):
            # Only now was it worth the time to compare the net with the rules thoroughly.
            return self.engine.reference.simulator(notice).playouts(n, seed, start=start, progress=progress)
        if progress is not None:
            progress(n)
        return tally

    def _tally(self, all_counts: Sequence[Counts]) -> Tally:
        tally = Tally()
        for counts in all_counts:
            counts.empty_endings()
            tally.questions += counts.questions
            tally.lengths.update(counts.found_lengths())
            for code, games in counts.totals.items():
                tally.games += games
                self._add_ending(tally, code, games)
        return tally

    def _add_ending(self, tally: Tally, code: int, games: int) -> None:
        trouble = _trouble(code)
        if trouble is None:
            scores: list[int] = []
            for goal in self.plan.goals(code >> FLAGS):
                found = score_of(goal)
                if isinstance(found, str):
                    trouble = found
                    break
                scores.append(found)
        if trouble is not None:
            tally.failed[trouble] += games
            return
        tally.add_ending(scored(scores), self.engine.seat_names, games)


def _trouble(code: int) -> str | None:
    if code & 2:
        return "unfinished"
    return "no-legal-move" if code & 1 else None


def score_of(goal: Compound | str | None) -> int | str:
    """A goal as a number, or the code of what is wrong with it."""
    if goal is None:
        return "no-goal"
    if isinstance(goal, str):
        return "several-goals"
    score = whole_score(goal)
    return "bad-goal" if score is None else score


class _Work:
    """One call's games, shared by its threads: words not begun yet, and batches that wait to go on."""

    def __init__(self, loader: Loader, plan: Plan, seed: int, dealt: Deal, starts: Sequence[Sequence[bool]]) -> None:
        self.loader = loader
        self.plan = plan
        self.seed = seed
        self.dealt = dealt
        self.starts = starts
        self.next_word = 0
        self.waiting: deque[Batch] = deque()
        self.lock = threading.Lock()
        self.cancel = Numbers(1)
        self.problem: BaseException | None = None

    def play(self, jobs: int, progress: Progress) -> list[Counts]:
        jobs = min(jobs, max(self.dealt.words // self._best().words, 1))
        all_counts = [Counts() for _ in range(jobs)]
        told = time.monotonic()

        def tell() -> None:
            nonlocal told
            if progress is not None and time.monotonic() - told > TELL_S:
                progress(sum(counts.games for counts in all_counts))
                told = time.monotonic()

        if jobs == 1:
            self._thread(all_counts[0], tell)
        else:
            threads = [threading.Thread(target=self._guarded, args=[counts]) for counts in all_counts]
            try:
                for thread in threads:
                    thread.start()
                for thread in threads:
                    # Waiting in small bites, so that an interruption from the keyboard gets through.
                    while thread.is_alive():
                        thread.join(SLICE_S)
                        tell()
            finally:
                self.cancel.values[0] = 1
                for thread in threads:
                    if thread.ident is not None:
                        thread.join()
        if self.problem is not None:
            raise self.problem
        return all_counts

    def _guarded(self, counts: Counts) -> None:
        try:
            self._thread(counts)
        except BaseException as problem:
            self.problem = problem
            self.cancel.values[0] = 1

    def _thread(self, counts: Counts, tell: Callable[[], None] = lambda: None) -> None:
        runners: dict[Plain | Tier, PlainRunner | MachineRunner] = {}
        while not self.cancel.values[0]:
            tier = self._best()
            batch = self._take(tier)
            if batch is None:
                return
            if tier not in runners:
                runners[tier] = tier.runner(counts, self.cancel)
            self._play(runners[tier], batch, tell)

    def _best(self) -> Plain | Tier:
        return self.loader.best(self.dealt.games)

    def _take(self, tier: Plain | Tier) -> Batch | None:
        """The next lanes to play, as many as the tier likes. Batches only ever become narrower."""
        with self.lock:
            if self.waiting:
                batch = self.waiting.popleft()
                if batch.words == tier.words:
                    return batch
                self.waiting.extendleft(reversed(batch.cut(tier.words)))
                return self.waiting.popleft()
            first = self.next_word
            self.next_word += tier.words
        if first >= self.dealt.words:
            return None
        return Batch.begin(self.plan, self.seed, self.dealt, first, tier.words, self.starts)

    def _play(self, runner: PlainRunner | MachineRunner, batch: Batch, tell: Callable[[], None]) -> None:
        """To the end, or until a better tier is there."""
        while not self.cancel.values[0]:
            status = runner.advance_slice(batch)
            self.loader.spent(runner.tier, runner.spent)
            if status == DONE:
                return
            if status == FULL:
                runner.counts.empty_endings()
            tell()
            if self._best() is not runner.tier:
                with self.lock:
                    self.waiting.append(batch)
                return
