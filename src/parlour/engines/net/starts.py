"""Positions that playouts begin with, as the net sees them: which of its facts hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.engines.logic.position import LogicPosition
from parlour.game.position import Position, Status
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.net.engine import NetEngine


class Starts:
    """Raises `ValueError` for positions of another game, and for those that are over."""

    def __init__(self, engine: NetEngine, positions: Sequence[Position]) -> None:
        self.engine = engine
        self.positions = [self._checked(position) for position in positions]

    def _checked(self, position: Position) -> LogicPosition:
        if not isinstance(position, LogicPosition) or position.engine.sheet is not self.engine.sheet:
            raise ValueError("a playout of this engine starts from a position of the same game")
        if position.status is not Status.OPEN:
            raise ValueError("a playout starts from a position with open questions")
        return position

    @property
    def are_amid_a_step(self) -> bool:
        """In one of them somebody who had a choice has moved already."""
        return any(map(self._is_amid_a_step, self.positions))

    def _is_amid_a_step(self, position: LogicPosition) -> bool:
        roles = self.engine.seat_roles
        return any(len(position.machine.legal(position.state_now, roles[seat])) > 1 for seat in position.given)

    def facts(self, all_facts: Sequence[Compound]) -> list[list[bool]]:
        """For each position, which of these hold."""
        found = [set(position.machine.facts(position.state_now)) for position in self.positions]
        return [[fact in facts for fact in all_facts] for facts in found]
