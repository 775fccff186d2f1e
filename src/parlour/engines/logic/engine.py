"""What both engines of logic are to a `Game`: they start positions; how playouts are made is their own business."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.engines.logic.machine import RANDOM, Machine
from parlour.game.game import UnfitPolicy
from parlour.game.policy import Drawing, drawing
from parlour.game.position import Budget, Seat
from parlour.logic.information import is_hidden, is_told
from parlour.logic.rules import RuleSheet

if TYPE_CHECKING:
    from parlour.engines.logic.position import LogicPosition
    from parlour.logic.table import LogicTable


def refuse_policy(policy: str | Drawing | None) -> None:
    """Raises `UnfitPolicy` for any policy."""
    if policy is not None:
        raise UnfitPolicy(f"there is no policy {drawing(policy).name}: rules have no functions that could weigh moves")


class LogicEngine:
    """The seats of a rule sheet, and positions over a machine. Seats are all roles but `random`."""

    def __init__(self, sheet: RuleSheet, table: LogicTable) -> None:
        self.sheet = sheet
        self.table = table
        names = [role.name for role in sheet.roles]
        self.seat_roles = tuple(number for number, name in enumerate(names) if name != RANDOM)
        self.role_seats: tuple[int | None, ...] = tuple(
            self.seat_roles.index(number) if number in self.seat_roles else None for number in range(len(names))
        )
        self.seats = tuple(Seat(number, table.label(sheet.roles[role])) for number, role in enumerate(self.seat_roles))
        self.seat_names = tuple(seat.name for seat in self.seats)
        self.is_hidden = is_hidden(sheet)
        self.is_told = is_told(sheet)  # roles have percepts, which may tell them all

    def machine(self) -> Machine:
        raise NotImplementedError

    def asks_several_at_once(self, steps: int = 24) -> bool:
        """Whether two seats have a choice at the same time somewhere on a short random walk: what `Kind` says of a
        game, found out by looking because rule sheets do not say."""
        if len(self.seats) < 2:
            return False
        from parlour.core.chance import Chance

        position = self.start(0, {}, Budget())
        chance = Chance(0)
        for _ in range(steps):
            if len(position.questions) != 1:
                return len(position.questions) > 1
            options = position.legal(position.questions[0]).options
            position.answer(position.questions[0], options[chance.below(len(options))].value)
        return False

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> LogicPosition:
        from parlour.engines.logic.position import LogicPosition  # bulk work starts without one

        machine = self.machine()
        if budget != Budget():
            machine = machine.with_budget(budget)
        return LogicPosition.begin(self, machine, seed, budget)
