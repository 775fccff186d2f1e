"""What an engine of logic offers: states, and what follows from moves. Everything people meet is made from it.

States are opaque, hashable, and equal exactly when they mean the same; moves and facts are ground terms. Roles go by
their number in the rule sheet. Lists of terms are in the order of `logic/listing.py`, so both engines give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

from parlour.game.position import Budget
from parlour.logic.rules import Compound
from parlour.syntax.source import Span

State = Hashable
RANDOM = "random"


class GameTrouble(Exception):
    """The rules fail in a state: too much work (`budget`), or something they do not settle (`runtime`).

    `terms` stand in the message as `{0}`, `{1}` …, so that whoever shows it can spell them. For a relation of which
    every role has its own rules, the first is the role. `place` is that of the rule at work, where one is known."""

    def __init__(
        self, kind: str, code: str, message: str, relation: str = "", *terms: Compound, place: Span | None = None
    ) -> None:
        self.kind = kind
        self.code = code
        self.message = message
        self.relation = relation
        self.terms = terms
        self.place = place
        super().__init__(self.spelled(str))

    def spelled(self, spell: Callable[[Compound], str]) -> str:
        return self.message.format(*map(spell, self.terms)) if self.terms else self.message


class Machine(Protocol):
    """Every method may raise `GameTrouble`."""

    @property
    def roles(self) -> tuple[Compound, ...]: ...

    def initial(self) -> State: ...

    def facts(self, state: State) -> tuple[Compound, ...]:
        """The true facts, in order."""

    def is_terminal(self, state: State) -> bool: ...

    def legal(self, state: State, role: int) -> tuple[Compound, ...]:
        """The legal moves of a role, in order."""

    def goals(self, state: State, role: int) -> tuple[Compound, ...]:
        """All values of a role's goal, in order; a good rule sheet gives one at the end."""

    def step(self, state: State, moves: Sequence[Compound]) -> State:
        """The next state when every role makes its move, in the order of the roles."""

    def percepts(self, state: State, moves: Sequence[Compound], role: int) -> tuple[Compound, ...]:
        """What a role is told when these moves are made, in order."""

    def key(self, state: State) -> bytes:
        """The same for equal states, in every engine and every process."""

    def with_budget(self, budget: Budget) -> Machine:
        """The same machine with another budget for each question to a state."""

    def with_purse(self, steps: int) -> Machine:
        """The same machine with so many steps for all that is asked of it."""
