"""What was played and seen, step by step: the memory that a seat's information is made of."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.engines.logic.machine import State
from parlour.logic.rules import Compound


@dataclass(frozen=True, slots=True)
class Played:
    """One step: the state before it, the moves of all roles, and what each role was told."""

    before: State
    moves: tuple[Compound, ...]
    percepts: tuple[tuple[Compound, ...], ...]

    def seen_by(self, role: int) -> Seen:
        return Seen(self.moves[role], self.percepts[role])


@dataclass(frozen=True, slots=True)
class Seen:
    """One step as a role remembers it: its own move, and what it was told."""

    move: Compound
    percepts: tuple[Compound, ...]


def seen_by(role: int, history: Sequence[Played]) -> tuple[Seen, ...]:
    return tuple(step.seen_by(role) for step in history)
