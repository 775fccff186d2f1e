"""How much work a state may take: exceeding it is an error of the game, never a hang.

A step is a call that had to be worked out, or a row that a join looked at.
"""

from __future__ import annotations


class OutOfBudget(Exception):
    """Working out a state took too much; `code` is `steps` or `terms`, `relation` what was worked out, if one is to
    blame."""

    def __init__(self, code: str, message: str, relation: str = "") -> None:
        self.code = code
        self.relation = relation
        super().__init__(message)


def spend(purse: list[int], steps: int, relation: str) -> None:
    """Takes steps from what is left."""
    purse[0] -= steps
    if purse[0] < 0:
        raise OutOfBudget("steps", f"working out `{relation}` takes too many steps", relation)
