"""What compiling a program gives. Whoever only runs it needs no more than this, and does not load the compiler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.dataclass import dataclass
from parlour.engines.core.blame import Place
from parlour.engines.python.driver import Driver

# The name of the file that compiled code says it comes from.
FILE = "<parlour>"


@dataclass(frozen=True)
class Code:
    """Compiled functions, and what is needed to find one's way back from them."""

    functions: list[Callable[..., Any]]
    places: list[Place]
    driver: Driver
