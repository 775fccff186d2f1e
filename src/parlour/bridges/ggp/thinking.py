"""How our player chooses a move: a search tree that grows until the time is up, and is kept from move to move.

In a game of which it sees everything there is one tree: over the net in compiled code where there is one, else over the
rules. It goes on growing while the others think. In a game with secrets the player imagines again and again how the
match may have gone, in agreement with all it was told, searches each state that it imagines a little, and takes the
move that is best on average over them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Protocol

from parlour.bridges.ggp.judges import RulesJudge
from parlour.core.chance import Chance, derive
from parlour.engines.logic.belief import Belief, found_history
from parlour.engines.logic.history import Seen
from parlour.engines.logic.machine import Machine, State
from parlour.engines.net.engine import NetEngine
from parlour.engines.net.search.tree import NetTree
from parlour.engines.search.found import known_at
from parlour.game.lines import best_known
from parlour.logic.rules import Compound
from parlour.players.tree import CURIOSITY, MOST_NODES, Tree

# A descent over the rules is begun only if there is time for one that takes so many times as long as the slowest; slow
# ones are forgiven bit by bit.
CAUTION = 1.5
FORGIVENESS = 0.95
# How much of the thinking in a game with secrets goes into one imagined state, and how many states are kept of it.
IMAGINED_S = 0.05
IMAGINED_DESCENTS = 256
IMAGINED_NODES = 20_000


class Limit:
    """How long to think: until a time of the `monotonic` clock, or for so many descents in all, whatever the clock, or
    as long as it goes on, which is asked every now and then."""

    def __init__(
        self,
        *,
        deadline: float = float("inf"),
        descents: float = float("inf"),
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        self.deadline = deadline
        self.descents = descents
        self.goes_on = goes_on
        self._begin = monotonic()

    @property
    def is_reached(self) -> bool:
        return self.descents <= 0 or monotonic() >= self.deadline or not self.goes_on()

    @property
    def is_half_over(self) -> bool:
        """What only prepares for thinking should stop now."""
        return monotonic() >= (self._begin + self.deadline) / 2

    def part(self, seconds: float, descents: int) -> Limit:
        """A limit that is reached earlier. What is used of it has to be paid for here."""
        has_clock = self.deadline < float("inf")
        deadline = min(self.deadline, monotonic() + seconds) if has_clock else self.deadline
        most = min(self.descents, float("inf") if has_clock else descents)
        return Limit(deadline=deadline, descents=most, goes_on=self.goes_on)


class Thought(Protocol):
    """What is known of a state and those that may follow."""

    def grow(self, limit: Limit) -> int:
        """As long as it may, or until nothing more can be learned; how many descents there were."""

    def best(self) -> Compound: ...

    def worths(self) -> Mapping[Compound, float]:
        """What each move seems to be worth."""

    def follow(self, moves: Sequence[Compound]) -> bool:
        """Goes on to where these moves of all roles lead; False if nothing is known of that."""


class RulesThought:
    """A tree over the rules, one descent after the other."""

    def __init__(self, judge: RulesJudge, state: State, role: int, seed: int) -> None:
        self.role = role
        self.tree: Tree[State, Compound] = Tree(judge, state, seed)

    def grow(self, limit: Limit) -> int:
        slowest, done = 0.0, 0
        while not (self.tree.is_done or limit.is_reached) and done < limit.descents:
            begin = monotonic()
            if begin + slowest * CAUTION > limit.deadline:
                break
            self.tree.grow(1)
            done += 1
            slowest = max(monotonic() - begin, slowest * FORGIVENESS)
        return done

    def best(self) -> Compound:
        return self._moves()[self.tree.best(self.role)]

    def worths(self) -> Mapping[Compound, float]:
        return dict(zip(self._moves(), self.tree.worths(self.role), strict=True))

    def follow(self, moves: Sequence[Compound]) -> bool:
        return self.tree.advance(moves)

    def _moves(self) -> Sequence[Compound]:
        assert self.tree.root.moves is not None
        return self.tree.root.moves[self.role]


class NetThought:
    """A tree over the net."""

    def __init__(self, engine: NetEngine, facts: frozenset[Compound], role: int, seed: int, nodes: int) -> None:
        self.role = role
        self.chance = Chance(derive(seed, 1))
        self.tree = NetTree(engine.loader, facts, seed, curiosity=CURIOSITY, nodes=nodes)

    def grow(self, limit: Limit) -> int:
        descents = None if limit.descents == float("inf") else int(limit.descents)
        return self.tree.grow(descents, limit.goes_on, limit.deadline)

    def best(self) -> Compound:
        moves = self._moves()
        number = best_known(known_at(self.tree.room.root, self.role))
        return moves[self.chance.below(len(moves)) if number is None else number]

    def worths(self) -> Mapping[Compound, float]:
        found = known_at(self.tree.room.root, self.role)
        if found is None:
            return dict.fromkeys(self._moves(), 0.0)
        return {move: own.worth for move, own in zip(self._moves(), found, strict=True)}

    def follow(self, moves: Sequence[Compound]) -> bool:
        root = self.tree.room.root
        return self.tree.advance([self.tree.moves(root, role).index(move) for role, move in enumerate(moves)])

    def _moves(self) -> Sequence[Compound]:
        return self.tree.moves(self.tree.room.root, self.role)


class Mind:
    """What one player thinks in one match. One thread at a time."""

    def __init__(self, machine: Machine, role: int, seed: int) -> None:
        self.machine = machine
        self.role = role
        self.seed = seed
        self._limit = Limit()
        self._moves_made = 0
        self._net: NetEngine | None = None
        self._thought: Thought | None = None
        # The moves that the thought has gone on with though nobody has told them yet.
        self._expected: tuple[Compound, ...] | None = None
        self._belief: tuple[int, Belief | None] | None = None
        # A random game on its way is given up when the limit is reached.
        self._judge = RulesJudge(machine, lambda: not self._limit.is_reached)

    def use(self, engine: NetEngine) -> None:
        """Thinks with a net from now on."""
        self._net = engine
        self._thought = self._expected = None

    def follow(self, moves: Sequence[Compound]) -> None:
        """Keeps what is known of the state that these moves lead to."""
        self._moves_made += 1
        expected, self._expected = self._expected, None
        if expected == tuple(moves):
            return
        if self._thought is not None and (expected is not None or not self._thought.follow(moves)):
            self._thought = None

    def choose(self, state: State, limit: Limit) -> Compound:
        """The best move in a state in which there is one."""
        if self._expected is not None:  # It is asked again.
            self._thought = self._expected = None
        legal = self.machine.legal(state, self.role)
        if len(legal) == 1:
            return legal[0]
        self._limit = limit
        if self._thought is None:
            self._thought = self._plant(state, 0, MOST_NODES)
        self._thought.grow(limit)
        return self._thought.best()

    def ponder(self, state: State, move: Compound | None, limit: Limit) -> None:
        """Goes on thinking about a state in which it has made its move, if it has; about what comes next, where nobody
        else has a choice."""
        self._limit = limit
        legal = [self.machine.legal(state, role) for role in range(len(self.machine.roles))]
        if not all(legal):
            return
        if move is not None and all(len(own) == 1 for role, own in enumerate(legal) if role != self.role):
            joint = tuple(move if role == self.role else own[0] for role, own in enumerate(legal))
            state = self.machine.step(state, joint)
            if self.machine.is_terminal(state):
                return
            if self._thought is not None and not self._thought.follow(joint):
                self._thought = None
            self._expected = joint
        if self._thought is None:
            self._thought = self._plant(state, 0, MOST_NODES)
        self._thought.grow(limit)

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
            thought = self._plant(state, number, IMAGINED_NODES)
            part = limit.part(IMAGINED_S, IMAGINED_DESCENTS)
            limit.descents -= max(thought.grow(part), 1)
            for move, worth in thought.worths().items():
                worths[move] = worths.get(move, 0.0) + worth
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

    def _plant(self, state: State, number: int, nodes: int) -> Thought:
        seed = derive(self.seed, self._moves_made, number, 1)
        if self._net is None:
            return RulesThought(self._judge, state, self.role, seed)
        return NetThought(self._net, frozenset(self.machine.facts(state)), self.role, seed, nodes)
