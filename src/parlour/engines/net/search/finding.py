"""A search of a seat over a net: one compiled tree, or several that know nothing of each other (see `game/search.py`).

Where everybody sees everything, what is searched is the state alone: what others may have answered already in an open
step makes no difference, and chance is a role that draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.engines.logic.position import LogicPosition
from parlour.engines.net.batch import SLICE_S
from parlour.engines.net.search.tree import BATCH, NetTree
from parlour.engines.search.found import known_at
from parlour.engines.search.room import Node
from parlour.game.lines import LONGEST_LINE, Known, best_known, in_order, known_together
from parlour.game.position import Status
from parlour.game.question import Move, Option
from parlour.game.search import Given, Line, Proof, Settings, Unsearchable, Wanted, always, give
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.net.engine import NetEngine


class NetSearch:
    """See `parlour.game.search.Search`."""

    def __init__(
        self, engine: NetEngine, position: LogicPosition, seat: int | None, seed: int, settings: Settings
    ) -> None:
        if position.status is not Status.OPEN:
            raise Unsearchable("the match is over")
        if seat is None or seat not in position.asked_seats():
            raise Unsearchable("this seat is not asked anything")
        self.engine = engine
        self.position = position.unanswered()
        self.seat = seat
        self.role = engine.seat_roles[seat]
        self.seed = seed
        self.settings = settings
        self._steps = 0
        self.trees = [self._plant(number) for number in range(settings.trees)]
        # Iterations of each tree since the last move.
        self._made = [0] * settings.trees

    def _plant(self, number: int) -> NetTree:
        settings = self.settings
        own = derive(self.seed, 3, self._steps)
        return NetTree(
            self.engine.loader,
            frozenset(self.position.machine.facts(self.position.state_now)),
            derive(own, number) if number else own,
            curiosity=settings.curiosity,
            nodes=max(settings.nodes // settings.trees, 1),
            batch=settings.batch or BATCH,
        )

    # -------------------------------------------------------------------------------------------------- growing

    @property
    def iterations(self) -> int:
        return sum(tree.iterations for tree in self.trees)

    @property
    def is_done(self) -> bool:
        return any(tree.is_done for tree in self.trees)

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: Wanted = always,
    ) -> int:
        if iterations is None and deadline is None:
            raise ValueError("a search grows by iterations, or until a deadline")
        count = len(self.trees)
        shares: list[int | None] = [None] * count
        if iterations is not None:
            # Growing in parts is growing at once: trees take turns.
            turns = sum(self._made) + iterations
            shares = [max((turns + count - 1 - number) // count - self._made[number], 0) for number in range(count)]
        before = sum(self._made)
        end = float("inf") if deadline is None else deadline
        if min(jobs, count) > 1:
            self._grow_together(shares, end, min(jobs, count), is_wanted)
        else:
            self._grow_some(range(count), shares, end, is_wanted)
        return sum(self._made) - before

    def _grow_some(self, numbers: range, shares: Sequence[int | None], end: float, is_wanted: Wanted) -> None:
        """One after the other; the time until the end is shared evenly."""
        for done, number in enumerate(numbers):
            now = monotonic()
            part = end if end == float("inf") else now + (end - now) / (len(numbers) - done)
            self._made[number] += self.trees[number].grow(shares[number], is_wanted, part)

    def _grow_together(self, shares: Sequence[int | None], end: float, jobs: int, is_wanted: Wanted) -> None:
        """In threads, each with some of the trees. Whoever waits is the one who is asked, and interrupted."""
        problems: list[BaseException] = []
        stop = Event()

        def work(job: int) -> None:
            try:
                self._grow_some(range(job, len(self.trees), jobs), shares, end, lambda: not stop.is_set())
            except BaseException as problem:
                problems.append(problem)
                stop.set()

        threads = [Thread(target=work, args=[job], daemon=True) for job in range(jobs)]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive() and is_wanted():
                    thread.join(SLICE_S)
        finally:
            stop.set()
            for thread in threads:
                with suppress(RuntimeError):  # one that was never started
                    thread.join()
        if problems:
            raise problems[0]

    def advance(self, answers: Sequence[Given]) -> bool:
        position = self.position.copy()
        before = len(position.history)
        give(position, answers)
        self.position = position
        self._steps += 1
        self._made = [0] * len(self.trees)
        is_known = True
        for number, tree in enumerate(self.trees):
            if not all(self._follow(tree, played.moves) for played in position.history[before:]):
                self.trees[number] = self._plant(number)
                is_known = False
        return is_known

    def _follow(self, tree: NetTree, moves: Sequence[Compound]) -> bool:
        """Makes the moves of all roles in a tree."""
        root = tree.room.root
        return tree.advance([tree.moves(root, role).index(move) for role, move in enumerate(moves)])

    # ------------------------------------------------------------------------------------------- what was found

    def _moves(self) -> dict[Compound, int]:
        """The moves of the seat, by their numbers in the trees."""
        first = self.trees[0]
        return {move: number for number, move in enumerate(first.moves(first.room.root, self.role))}

    def _known(self) -> list[Known] | None:
        return known_together([known_at(tree.room.root, self.role) for tree in self.trees])

    def best(self) -> Plain:
        moves = list(self._moves())
        found = best_known(self._known())
        if found is None:
            found = Chance(derive(self.seed, 4)).below(len(moves))
        return self.engine.table.label(moves[found])

    def lines(self) -> tuple[Line, ...]:
        numbers = self._moves()
        known = self._known() or [Known(0, 0.0, False)] * len(numbers)
        lines = []
        for move in self.position.legal_moves[self.seat]:
            number = numbers[move]
            found = known[number]
            line = self._continuation(number)
            lines.append(Line(self._move(self.seat, move), found.visits, found.worth, _proof(found), line))
        lines.sort(key=in_order, reverse=True)
        # What the search would play comes first, whatever was tried more often.
        best = self.best()
        lines.sort(key=lambda line: line.move.answers[0].value != best)
        return tuple(lines)

    def _move(self, seat: int, move: Compound) -> Move:
        table = self.engine.table
        label = table.label(move)
        return Move(seat, (Option(label, label, table.anchors(move)),))

    def _continuation(self, number: int) -> tuple[Move, ...]:
        """How it would go on, as far as one seat moves after the other and nothing is drawn; by the first tree."""
        tree = self.trees[0]
        found: list[Move] = []
        node = self._after(tree.room.root, self.role, number)
        while node is not None and node.is_open and len(found) < LONGEST_LINE:
            roles = range(tree.room.roles)
            role = next((role for role in roles if node.count(role) > 1), None)
            if role is None:
                node = node.child((0,) * tree.room.roles)
                continue
            seat = self.engine.role_seats[role]
            if seat is None or not node.is_only(role):
                break
            moves = tree.moves(node, role)
            best = best_known(known_at(node, role))
            if best is None:
                break
            found.append(self._move(seat, moves[best]))
            node = self._after(node, role, best)
        return tuple(found)

    def _after(self, node: Node, role: int, number: int) -> Node | None:
        """Where a move leads when nobody else has a choice, if the tree knows."""
        if not node.is_open or not node.is_only(role):
            return None
        return node.child(tuple(number if other == role else 0 for other in range(node.room.roles)))


def _proof(known: Known) -> Proof | None:
    if not known.is_settled:
        return None
    return "win" if known.worth >= 1.0 else "loss" if known.worth <= 0.0 else "known"
