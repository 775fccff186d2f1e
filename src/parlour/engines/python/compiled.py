"""What compiling a program gives. Whoever only runs it needs no more than this, and does not load the compiler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parlour.engines.python.run import Driver
from parlour.syntax.source import Span

# The name of the file that compiled code says it comes from.
FILE = "<parlour>"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line of compiled code comes from. `is_tail`: the function has given up its frame there."""

    function: int
    span: Span | None
    is_tail: bool


@dataclass(frozen=True)
class Code:
    """Compiled functions, and what is needed to find one's way back from them."""

    functions: list[Callable[..., Any]]
    places: list[Place]
    driver: Driver
