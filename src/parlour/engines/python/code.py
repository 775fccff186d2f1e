"""A piece of Python code for a value, with what is known of it while writing."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parlour.dataclass import dataclass


@dataclass(slots=True)
class Value:
    """`stable`: evaluating it later gives the same and cannot fail. `low` and `high` bound an int, where known."""

    code: ast.expr
    stable: bool = False
    low: int | None = None
    high: int | None = None
    height: int = 1

    @property
    def is_atom(self) -> bool:
        return isinstance(self.code, ast.Name | ast.Constant)

    def within(self, low: int, high: int) -> bool:
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high


def height(values: Sequence[Value]) -> int:
    """How deep the code of something made of these is nested."""
    return 1 + max((value.height for value in values), default=0)
