"""Judges of leaves for the search tree: what comes next in many states, and what random games from them come to.

`NetJudge` has the net play a batch of games in the bits of machine words. `RulesJudge` has the reference engine play
one game after the other, for rule sheets that have no net. Both translate between the terms of the rule sheet and what
they count with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from parlour.core.chance import Chance, derive
from parlour.engines.logic.machine import RANDOM, GameTrouble, Machine, State
from parlour.engines.logic.outcome import single_score
from parlour.logic.rules import Compound
from parlour.players.tree import Judge, M, Prospect, S, Scores, Span

if TYPE_CHECKING:
    from parlour.engines.net.bulk import States
    from parlour.engines.net.engine import NetEngine

Wanted = Callable[[], bool]

# A random game that has gone on so long says nothing any more.
LONGEST_GAME = 2_000


class LogicJudge(Judge[S, M], Protocol[S, M]):
    """A judge of a game of logic. `batches` are the sizes of batches it likes, least and most."""

    @property
    def batches(self) -> tuple[int, int]: ...

    def enter(self, state: State) -> S:
        """A state of the reference engine as this judge has it."""

    def numbered(self, role: int, move: Compound) -> M:
        """A legal move of the rule sheet as this judge has it."""

    def term(self, role: int, move: M) -> Compound:
        """The same the other way."""


class _Rules:
    """What every judge of a rule sheet says: goals are shares of 100, and whatever is drawn is a move of a role."""

    span: Span = (0.0, 1.0)

    def is_drawn(self, state: object) -> bool:
        return False

    def open(self, state: object) -> Prospect[Any]:
        raise AssertionError("looking at a state has found its moves")


class NetJudge(_Rules):
    """See `LogicJudge`. States are packed facts, moves go by their numbers in the net. Goes over to compiled code as
    soon as it is there."""

    def __init__(self, engine: NetEngine, machine: Machine, is_wanted: Wanted) -> None:
        self.engine = engine
        self.machine = machine
        self.is_wanted = is_wanted
        self.bulk = engine.bulk()
        net = self.bulk.plan.net
        self.roles = net.roles
        self.chance_roles = _chance_roles(net.roles)
        self._columns = {role: column for column, role in enumerate(self.bulk.plan.players)}
        self._numbers = [{move: number for number, move in enumerate(own)} for own in net.moves]

    @property
    def batches(self) -> tuple[int, int]:
        """From sixteen games for each leaf to one."""
        return self.bulk.width // 16, self.bulk.width

    def enter(self, state: State) -> bytes:
        packed: bytes = self.bulk.pack(frozenset(self.machine.facts(state)))[0].tobytes()
        return packed

    def numbered(self, role: int, move: Compound) -> int:
        return self._numbers[role][move]

    def term(self, role: int, move: int) -> Compound:
        return self.bulk.plan.net.moves[role][move]

    def key(self, state: bytes) -> bytes:
        return state

    def step(self, states: Sequence[bytes], joint_moves: Sequence[Sequence[int]]) -> list[bytes]:
        following = self.bulk.step(self._rows(states), np.array(joint_moves))
        return [row.tobytes() for row in following]

    def look(self, states: Sequence[bytes]) -> list[Prospect[int]]:
        rows = self._rows(states)
        seen = self.bulk.look(rows)
        legal = [_places(bits) for bits in seen.legal]
        found: list[Prospect[int]] = []
        for number in range(len(states)):
            moves = tuple(own[number] for own in legal)
            # Where somebody has no move the match fails, and nobody wins.
            found.append(Prospect(moves) if all(map(len, moves)) else Prospect((), (0.0,) * len(self.roles)))
        ended = np.nonzero(seen.is_terminal)[0]
        if len(ended):
            for number, scores in zip(ended.tolist(), self.bulk.scores(rows[ended]).tolist(), strict=True):
                found[number] = Prospect((), self._scores(scores))
        return found

    def guess(self, states: Sequence[bytes], seed: int) -> list[Scores | None]:
        """The mean of as many games from each state as there are lanes for."""
        begin = perf_counter()
        games = max(self.bulk.width // len(states), 1)
        scores = self.bulk.rollouts(np.repeat(self._rows(states), games, axis=0), seed, is_wanted=self.is_wanted)
        by_state = scores.reshape(len(states), games, scores.shape[1])
        is_known = np.all(by_state >= 0, axis=2)
        counts = is_known.sum(axis=1)
        sums = np.where(is_known[:, :, None], by_state, 0).sum(axis=1)
        found = [
            self._scores([total / count for total in row]) if count else None
            for row, count in zip(sums.tolist(), counts.tolist(), strict=True)
        ]
        self._go_faster(perf_counter() - begin)
        return found

    def _go_faster(self, spent_s: float) -> None:
        loader = self.engine.loader
        loader.spent(self.bulk.tier, spent_s)
        if loader.machine(loader.words) is not self.bulk.tier:
            self.bulk = self.engine.bulk()

    def _rows(self, states: Sequence[bytes]) -> States:
        return np.frombuffer(b"".join(states), dtype=np.uint8).reshape(len(states), -1)

    def _scores(self, scores: Sequence[float]) -> Scores:
        """From the players' scores of the rule sheet; -1 is none."""
        columns = self._columns
        return tuple(
            max(scores[columns[role]], 0.0) / 100 if role in columns else 0.0 for role in range(len(self.roles))
        )


class RulesJudge(_Rules):
    """See `LogicJudge`. States and moves are the reference engine's own (None: what comes after moves for which the
    rules fail); a batch is one leaf, and one game from it."""

    batches = (1, 1)

    def __init__(self, machine: Machine, is_wanted: Wanted) -> None:
        self.machine = machine
        self.is_wanted = is_wanted
        self.chance_roles = _chance_roles(machine.roles)

    def enter(self, state: State) -> State:
        return state

    def numbered(self, role: int, move: Compound) -> Compound:
        return move

    def term(self, role: int, move: Compound) -> Compound:
        return move

    def key(self, state: State) -> bytes:
        return self.machine.key(state)

    def step(self, states: Sequence[State], joint_moves: Sequence[Sequence[Compound]]) -> list[State]:
        return [self._step(state, moves) for state, moves in zip(states, joint_moves, strict=True)]

    def _step(self, state: State, moves: Sequence[Compound]) -> State:
        try:
            return self.machine.step(state, moves)
        except GameTrouble:
            return None

    def look(self, states: Sequence[State]) -> list[Prospect[Compound]]:
        return [self._look(state) for state in states]

    def _look(self, state: State) -> Prospect[Compound]:
        machine = self.machine
        roles = range(len(machine.roles))
        if state is None:
            return Prospect((), (0.0,) * len(roles))
        try:
            if machine.is_terminal(state):
                return Prospect((), tuple(self._score(state, role) for role in roles))
            moves = tuple(machine.legal(state, role) for role in roles)
        except GameTrouble:
            moves = ((),)
        # Where somebody has no move, or the rules fail, nobody wins.
        return Prospect(moves) if all(moves) else Prospect((), (0.0,) * len(roles))

    def _score(self, state: State, role: int) -> float:
        if role in self.chance_roles:
            return 0.0
        try:
            return single_score(self.machine.goals(state, role), self.machine.roles[role]) / 100
        except GameTrouble:
            return 0.0

    def guess(self, states: Sequence[State], seed: int) -> list[Scores | None]:
        return [self._game(state, Chance(derive(seed, number))) for number, state in enumerate(states)]

    def _game(self, state: State, chance: Chance) -> Scores | None:
        """The scores of one random game; None if it came to no end."""
        for _ in range(LONGEST_GAME):
            if not self.is_wanted():
                return None
            prospect = self._look(state)
            if prospect.scores is not None:
                return prospect.scores
            assert prospect.moves is not None
            state = self._step(state, [own[chance.below(len(own))] for own in prospect.moves])
        return None


def _chance_roles(roles: Sequence[Compound]) -> frozenset[int]:
    return frozenset(number for number, role in enumerate(roles) if role.name == RANDOM)


def _places(bits: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[tuple[int, ...]]:
    """For each row, where it is true."""
    rows, columns = np.nonzero(bits)
    ends = np.searchsorted(rows, np.arange(1, len(bits) + 1)).tolist()
    numbers = columns.tolist()
    return [tuple(numbers[start:end]) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
