"""How much working out a state may take: exceeding it is an error of the game, never a hang.

*Steps* are counted where the work is: a row that a join looks at is one, a function that has to be worked out and
remembered two. *Names* measure what comes out: the facts of a state, or the moves of a role, have so many symbols in
all. Neither depends on what was worked out for other states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.logic.rules import Rule

CALL = 2
# What a name takes of a budget of memory, which is an abstract measure.
BYTES_PER_NAME = 64


class OutOfBudget(Exception):
    """Working out a state took too much; `code` is `steps`, `memory` or `terms`, `rule` is the one that was at work."""

    def __init__(self, code: str, message: str, rule: Rule | None = None) -> None:
        self.code = code
        self.rule = rule
        super().__init__(message)


def spend(purse: list[int], steps: int, rule: Rule) -> None:
    """Takes steps from what is left."""
    purse[0] -= steps
    if purse[0] < 0:
        message = f"Stopped after too many steps: this rule for `{rule.head.name}` is too much work"
        raise OutOfBudget("steps", message, rule)
