"""A search of a seat in machine code: one tree, or several that know nothing of each other (see `game/search.py`).

It comes to the very trees of the reference (`players/search.py`). Where it meets something that only the reference can
do, `Uncompiled` says what: groups of very many, joint answers beyond counting, seats that appear while a game is
played.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.engines.native.driver.simulator import Task, native_position
from parlour.engines.native.driver.words import AskKind
from parlour.engines.native.host.arena import Worker
from parlour.engines.native.search.session import Seeds, SeekSession
from parlour.engines.native.search.words import Seek
from parlour.engines.search.found import known_at
from parlour.engines.search.room import Limits, Node
from parlour.game import search as ahead
from parlour.game.lines import Known, Lines, best_known, first_questions, joined, known_together, role_of
from parlour.game.position import Budget, Position, Status
from parlour.game.search import Given, Goal, Line, Settings, Uncompiled, Wanted, Worths, always

if TYPE_CHECKING:
    from parlour.engines.native.engine import NativeEngine

Tree = TypeVar("Tree", bound=SeekSession)

# Who waits for a tree looks so often whether it is still wanted; one that does not stop by then is cancelled.
LOOK_S = 0.01
PATIENCE_S = 0.05

# Bytes of statistics, and of states, that all nodes may take, for each: most nodes take none, few take much more.
STATISTICS_BYTES = 400
STATE_BYTES = 512
LEAST_BYTES = 1 << 22
# So many trees that nobody needs any more are kept for others.
MOST_FREE = 4
# Iterations between two looks at the clock, where several trees share a thread.
SLICE = 200


class NativeSearch:
    """See `parlour.game.search.Search`. `position` is its own."""

    def __init__(
        self,
        engine: NativeEngine,
        position: Position,
        seat: int | None,
        seed: int,
        settings: Settings,
        goal: Goal,
    ) -> None:
        ahead.question_to(position, seat)
        self.engine = engine
        self.position = position
        self.seat = seat
        self.seed = seed
        self.settings = settings
        self.goal = goal
        self._moves = 0
        nodes = max(settings.nodes // settings.trees, 1)
        limits = Limits(nodes, max(STATISTICS_BYTES * nodes, LEAST_BYTES))
        states = max(STATE_BYTES * nodes, LEAST_BYTES)
        task = engine.task(None)
        check_program(task, position)
        wanted = (len(position.seats), goal, limits, states, settings.curiosity)
        free = engine.free_trees.setdefault(wanted, deque())
        self.trees = [free.pop() if free else SeekSession(task, Budget(), *wanted) for _ in range(settings.trees)]
        # Who searches again takes the memory of a tree that nobody needs any more.
        weakref.finalize(self, give_back, free, self.trees)
        for number in range(settings.trees):
            self._plant(number)

    def _plant(self, number: int) -> None:
        seeds = [derive(self.seed, stream, self._moves) for stream in (2, 3)]
        if number:
            seeds = [derive(seed, number) for seed in seeds]
        start = native_position(self.engine, self.position).bulk_copy(Budget(), None)
        self.trees[number].plant(start, Seeds(*seeds), self._scores())

    def _scores(self) -> Worths | None:
        """What the position is worth that is over; None where it is not."""
        seats = len(self.position.seats)
        if self.position.status is Status.FAILED:
            return (0.0,) * (seats + 1)
        outcome = self.position.outcome
        return None if outcome is None else self.goal.worth(outcome, seats)

    # -------------------------------------------------------------------------------------------------- growing

    @property
    def iterations(self) -> int:
        return sum(tree.room.root.total for tree in self.trees)

    @property
    def is_done(self) -> bool:
        return any(tree.room.root.scores is not None for tree in self.trees)

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: Wanted = always,
    ) -> int:
        return grow_together(self.trees, iterations, deadline, jobs, is_wanted)

    def advance(self, answers: Sequence[Given]) -> bool:
        position = self.position.copy()
        ahead.give(position, answers)
        self._moves += 1
        self.position = position
        is_known = True
        for number, tree in enumerate(self.trees):
            start = native_position(self.engine, position).bulk_copy(Budget(), None)
            is_over = position.status is not Status.OPEN or position.outcome is not None
            if is_over or not tree.enter(start):
                self._plant(number)
                is_known = False
        return is_known

    # ------------------------------------------------------------------------------------------- what was found

    def best(self) -> Plain:
        role = role_of(self.seat)
        question = next(asked for asked in first_questions(self.position) if asked.seat == self.seat)
        options = self.position.legal(question).options
        found = best_known(known_together([known_at(tree.room.root, role) for tree in self.trees]))
        if found is None:
            found = Chance(derive(self.seed, 4)).below(len(options))
        return options[found].value

    def lines(self) -> tuple[Line, ...]:
        return joined([self._lines(tree) for tree in self.trees])

    def _lines(self, tree: SeekSession) -> tuple[Line, ...]:
        root, role = tree.room.root, role_of(self.seat)
        scores, climbs = root.scores, tree.room.climbs
        worth = tree.room.gain(role) / climbs if climbs else 0.0
        known = Known(root.total, worth if scores is None else scores[role], scores is not None)
        return Lines(_Found(root, self.position), self.seat, known, self.goal.span).all()


def give_back(free: deque[Tree], trees: Sequence[Tree]) -> None:
    free.extend(trees[: max(MOST_FREE - len(free), 0)])


def check_program(task: Task, position: Position) -> None:
    """Raises `Uncompiled` where only the reference can search."""
    if any(ask is not None and ask.kind == AskKind.HOST for ask in task.asks):
        raise Uncompiled("answers are made of options that lie within others")
    names = [one.name for one in position.seats]
    if len(set(names)) < len(names):
        raise Uncompiled("two seats have the same name")


def grow_together(
    trees: Sequence[SeekSession], iterations: int | None, deadline: float | None, jobs: int, is_wanted: Wanted
) -> int:
    """See `Search.grow`. Growing in parts is growing at once: trees take turns."""
    if iterations is None and deadline is None:
        raise ValueError("a search grows by iterations, or until a deadline")
    count = len(trees)
    most = (1 << 40) if iterations is None else iterations
    made = [tree.told(Seek.MADE) for tree in trees]
    turns = sum(made) + most
    shares = [max((turns + count - 1 - number) // count - made[number], 0) for number in range(count)]
    team = Team(trees, shares, max(1, min(jobs, count)))
    return team.run(deadline, is_wanted)


@dataclass(frozen=True, slots=True)
class _Found:
    """See `parlour.game.lines.Found`."""

    node: Node
    position: Position
    is_drawn: bool = False

    @property
    def is_open(self) -> bool:
        return self.node.is_open

    def known(self, role: int) -> list[Known] | None:
        return known_at(self.node, role)

    def child(self, role: int, number: int) -> _Found | None:
        node = self.node
        others = (other for other in range(node.room.roles) if other != role)
        if not node.is_open or any(node.count(other) > 1 for other in others):
            return None
        child = node.child(tuple(number if other == role else 0 for other in range(node.room.roles)))
        if child is None:
            return None
        position = self.position.copy()
        is_drawn = False
        for question in first_questions(self.position):
            options = self.position.legal(question).options
            picked = number if role_of(question.seat) == role else 0
            position.answer(question, options[picked].value)
            is_drawn = is_drawn or position.last.has_drawn
        return _Found(child, position, is_drawn)


class Team:
    """Threads that grow trees, each one after the other. Whoever waits is the one who is asked, and interrupted."""

    def __init__(self, trees: Sequence[SeekSession], shares: Sequence[int], jobs: int) -> None:
        self.trees = trees
        self.shares = shares
        self.jobs = jobs
        self.deadline: float | None = None
        self.is_stopped = False
        self.problems: list[BaseException] = []

    def run(self, deadline: float | None, is_wanted: Wanted) -> int:
        self.deadline = deadline
        made = sum(tree.told(Seek.MADE) for tree in self.trees)
        for tree in self.trees:
            tree.note(Seek.STOP, 0)
        if not is_wanted() or (deadline is not None and monotonic() >= deadline):
            return 0
        workers = [tree.worker for tree in self.trees[: self.jobs]]
        try:
            for job, worker in enumerate(workers):
                worker.begin(partial(self._work, job))
            self._wait(workers, is_wanted)
        except BaseException:
            while running := [worker for worker in workers if worker.is_busy]:
                self._cancel()
                running[0].wait(0.005)
            raise
        if self.problems:
            raise self.problems[0]
        return sum(tree.told(Seek.MADE) for tree in self.trees) - made

    def _wait(self, workers: Sequence[Worker], is_wanted: Wanted) -> None:
        told_s: float | None = None
        for worker in workers:
            while worker.is_busy:
                left = LOOK_S if self.deadline is None else min(LOOK_S, max(self.deadline - monotonic(), 0.0))
                worker.wait(left if left > 0 else 0.001)
                now = monotonic()
                is_over = self.deadline is not None and now >= self.deadline
                if told_s is None and (is_over or not is_wanted()):
                    told_s = now
                    self.is_stopped = True
                    for tree in self.trees:
                        tree.note(Seek.STOP, 1)
                if told_s is not None and now > told_s + PATIENCE_S:
                    self._cancel()

    def _cancel(self) -> None:
        self.is_stopped = True
        for tree in self.trees:
            tree.note(Seek.STOP, 1)
            tree.arena.stop()

    def _work(self, job: int) -> None:
        own = list(zip(self.trees, self.shares, strict=True))[job :: self.jobs]
        try:
            for number, (tree, share) in enumerate(own):
                tree.prepare()
                if self.deadline is None or number == len(own) - 1:
                    if not self.is_stopped:
                        tree.grow(share)
                    continue
                # Trees of one thread share its time.
                part = monotonic() + (self.deadline - monotonic()) / (len(own) - number)
                while not self.is_stopped and monotonic() < part and share > 0:
                    before = tree.told(Seek.MADE)
                    tree.grow(min(share, SLICE))
                    share -= SLICE
                    if tree.told(Seek.MADE) == before:
                        break
        except BaseException as problem:
            self.problems.append(problem)
            self.is_stopped = True
