"""A judge of leaves for the search tree over the rules, for sheets that have no net: the reference engine makes one
step after the other, and plays one game after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.core.chance import Chance, derive
from parlour.engines.logic.machine import RANDOM, GameTrouble, Machine, State
from parlour.engines.logic.outcome import single_score
from parlour.logic.rules import Compound
from parlour.players.tree import Prospect, Scores, Span

Wanted = Callable[[], bool]

# A random game that has gone on so long says nothing any more.
LONGEST_GAME = 2_000


class RulesJudge:
    """See `players.tree.Judge`. States and moves are the reference engine's own (None: what comes after moves for which
    the rules fail). Goals are shares of 100, and whatever is drawn is a move of a role."""

    span: Span = (0.0, 1.0)

    def __init__(self, machine: Machine, is_wanted: Wanted) -> None:
        self.machine = machine
        self.is_wanted = is_wanted
        self.chance_roles = frozenset(number for number, role in enumerate(machine.roles) if role.name == RANDOM)

    def is_drawn(self, state: State) -> bool:
        return False

    def open(self, state: State) -> Prospect[Compound]:
        raise AssertionError("looking at a state has found its moves")

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
