"""How our player chooses a move: a search tree that grows until the time is up, and is kept from move to move.

In a game of which it sees everything there is one tree. In one with secrets it imagines again and again how the match
may have gone, in agreement with all it was told, searches each state that it imagines a little, and takes the move that
is best on average over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from parlour.bridges.ggp.judges import LogicJudge, NetJudge, RulesJudge
from parlour.core.chance import Chance, derive
from parlour.engines.logic.belief import Belief, found_history
from parlour.engines.logic.history import Seen
from parlour.engines.logic.machine import Machine, State
from parlour.engines.net.engine import NetEngine
from parlour.logic.rules import Compound
from parlour.players.tree import Tree

# Batches that take longer than the first of these many seconds get more leaves, those quicker than the second fewer:
# the net plays as many games for few leaves as for many, so where these take long, more leaves cost little.
SLOW_S = 0.05
QUICK_S = 0.01
# A batch is begun only if there is time for one that takes so many times as long as the slowest; slow ones are forgiven
# bit by bit.
CAUTION = 1.5
FORGIVENESS = 0.95
# How much of the thinking in a game with secrets goes into one imagined state.
IMAGINED_S = 0.05
IMAGINED_DESCENTS = 256


class Limit:
    """How long to think: until a time of the `monotonic` clock, or for so many descents in all, whatever the clock."""

    def __init__(self, *, deadline: float = float("inf"), descents: float = float("inf")) -> None:
        self.deadline = deadline
        self.descents = descents
        self._begin = monotonic()

    @property
    def is_reached(self) -> bool:
        return self.descents <= 0 or monotonic() >= self.deadline

    @property
    def is_half_over(self) -> bool:
        """What only prepares for thinking should stop now."""
        return monotonic() >= (self._begin + self.deadline) / 2

    def part(self, seconds: float, descents: int) -> Limit:
        """A limit that is reached earlier. What is used of it has to be paid for here."""
        has_clock = self.deadline < float("inf")
        deadline = min(self.deadline, monotonic() + seconds) if has_clock else self.deadline
        return Limit(deadline=deadline, descents=min(self.descents, float("inf") if has_clock else descents))


class Mind:
    """What one player thinks in one match. One thread at a time."""

    def __init__(self, machine: Machine, role: int, seed: int) -> None:
        self.machine = machine
        self.role = role
        self.seed = seed
        self._limit = Limit()
        self._moves_made = 0
        self._tree: Tree[Any, Any] | None = None
        self._belief: tuple[int, Belief | None] | None = None
        # A random game on its way is given up when the limit is reached.
        self._judge: LogicJudge[Any, Any] = RulesJudge(machine, lambda: not self._limit.is_reached)

    def use(self, engine: NetEngine) -> None:
        """Thinks with a net from now on."""
        self._judge = NetJudge(engine, self.machine, lambda: not self._limit.is_reached)
        self._tree = None

    def follow(self, moves: Sequence[Compound]) -> None:
        """Keeps what is known of the state that these moves lead to."""
        self._moves_made += 1
        if self._tree is not None:
            numbered = [self._judge.numbered(role, move) for role, move in enumerate(moves)]
            if not self._tree.advance(numbered):
                self._tree = None

    def choose(self, state: State, limit: Limit) -> Compound:
        """The best move in a state in which there is one."""
        legal = self.machine.legal(state, self.role)
        if len(legal) == 1:
            return legal[0]
        self._limit = limit
        if self._tree is None:
            self._tree = self._plant(state, 0)
        grow(self._tree, self._judge.batches, limit)
        return self._term(self._tree, self._tree.best(self.role))

    def choose_unseen(self, seen: Sequence[Seen], limit: Limit) -> Compound | None:
        """The best move for all that was told; None if no course of the match was found that agrees with it."""
        self._limit = limit
        self._believe(seen)
        worths: dict[Compound, float] = {}
        number = 0
        while number == 0 or not limit.is_reached:
            number += 1
            state = self._imagined(seen, Chance(derive(self.seed, len(seen), number)))
            if state is None:
                break
            legal = self.machine.legal(state, self.role)
            if len(legal) == 1:
                return legal[0]
            tree = self._plant(state, number)
            part = limit.part(IMAGINED_S, IMAGINED_DESCENTS)
            limit.descents -= max(grow(tree, self._judge.batches, part), 1)
            for move, worth in enumerate(tree.worths(self.role)):
                term = self._term(tree, move)
                worths[term] = worths.get(term, 0.0) + worth
        return max(worths, key=lambda move: worths[move]) if worths else None

    def legal_unseen(self, seen: Sequence[Seen], limit: Limit) -> Compound | None:
        """A move that is legal for all that was told, without a thought for its worth; None as in `choose_unseen`."""
        self._limit = limit
        self._believe(seen)
        state = self._imagined(seen, Chance(derive(self.seed, len(seen), 0)))
        return None if state is None else next(iter(self.machine.legal(state, self.role)), None)

    def _believe(self, seen: Sequence[Seen]) -> None:
        """Draws the conclusions from the steps that are new; gives it up for good where they are too many."""
        steps, belief = self._belief or (0, Belief.first(self.machine))
        for step in seen[steps:]:
            if belief is not None:
                belief = belief.after(self.machine, self.role, step, lambda: not self._limit.is_half_over)
        self._belief = (len(seen), belief)

    def _imagined(self, seen: Sequence[Seen], chance: Chance) -> State | None:
        """A state that the match may be in and that is not its end, which the role would have been told."""

        def fits(state: State) -> bool:
            return not self.machine.is_terminal(state)

        belief = None if self._belief is None else self._belief[1]
        if belief is not None:
            return belief.draw_state(chance, fits)
        history = found_history(self.machine, self.role, seen, chance, fits, lambda: not self._limit.is_reached)
        if not history:
            return self.machine.initial() if history is not None else None
        return self.machine.step(history[-1].before, history[-1].moves)

    def _plant(self, state: State, number: int) -> Tree[Any, Any]:
        return Tree(self._judge, self._judge.enter(state), derive(self.seed, self._moves_made, number, 1))

    def _term(self, tree: Tree[Any, Any], move: int) -> Compound:
        assert tree.root.moves is not None
        return self._judge.term(self.role, tree.root.moves[self.role][move])


def grow(tree: Tree[Any, Any], batches: tuple[int, int], limit: Limit) -> int:
    """Lets a tree grow as long as it may, or until nothing more can be learned; how many descents there were."""
    least, most = batches
    size, slowest, done = min(least * 4, most), 0.0, 0
    while not (tree.is_done or limit.is_reached) and done < limit.descents:
        begin = monotonic()
        if begin + slowest * CAUTION > limit.deadline:
            break
        tree.grow(int(min(size, limit.descents - done)))
        done += size
        spent = monotonic() - begin
        slowest = max(spent, slowest * FORGIVENESS)
        if limit.descents < float("inf"):
            continue  # what depends on the clock would not come out the same again
        if spent > SLOW_S:
            size = min(size * 2, most)
        elif spent < QUICK_S:
            size = max(size // 2, least)
    return done
