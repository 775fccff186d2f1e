"""The rules as they are written, state by state: nothing to get ready, and slow.

Every relation is worked out as a whole, from the bottom up (`logic/evaluation/statics.py`), for each state that is
asked about. For a look at a few states that takes less time than getting the engine `rules` ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from parlour.engines.logic.machine import GameTrouble, State
from parlour.logic.dependencies import Dependencies, Predicate
from parlour.logic.evaluation.statics import Endless, Evaluation
from parlour.logic.rules import Compound, RuleSheet


class LiteralMachine:
    """See `parlour.engines.net.walk.Witness`. States are sets of facts; terms come in no particular order."""

    def __init__(self, sheet: RuleSheet) -> None:
        self.roles = sheet.roles
        self._constant = Evaluation(Dependencies(sheet.rules))
        self._last: tuple[State, Evaluation] | None = None

    def initial(self) -> State:
        return frozenset(_last_arguments(self._atoms(self._constant, ("init", 1))))

    def facts(self, state: State) -> tuple[Compound, ...]:
        assert isinstance(state, frozenset)
        return tuple(state)

    def is_terminal(self, state: State) -> bool:
        return bool(self._atoms(self._at(state), ("terminal", 0)))

    def legal(self, state: State, role: int) -> tuple[Compound, ...]:
        return self._of_role(state, "legal", role)

    def goals(self, state: State, role: int) -> tuple[Compound, ...]:
        return self._of_role(state, "goal", role)

    def step(self, state: State, moves: Sequence[Compound]) -> State:
        moved = self._constant.at(self.facts(state), tuple(zip(self.roles, moves, strict=True)))
        return frozenset(_last_arguments(self._atoms(moved, ("next", 1))))

    def _of_role(self, state: State, relation: str, role: int) -> tuple[Compound, ...]:
        own = self.roles[role]
        return _last_arguments(atom for atom in self._atoms(self._at(state), (relation, 2)) if atom.arguments[0] == own)

    def _at(self, state: State) -> Evaluation:
        if self._last is None or self._last[0] != state:
            self._last = state, self._constant.at(self.facts(state))
        return self._last[1]

    def _atoms(self, evaluation: Evaluation, relation: Predicate) -> list[Compound]:
        with _told():
            return list(evaluation.atoms(relation))


def _last_arguments(atoms: Iterable[Compound]) -> tuple[Compound, ...]:
    return tuple(last for atom in atoms if isinstance(last := atom.arguments[-1], Compound))


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except Endless as problem:
        raise GameTrouble(
            "budget", "atoms", f"Stopped: {problem} holds for too much", place=problem.rule.span
        ) from None
