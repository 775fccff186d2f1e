"""All low-level functions: the runtime that compiled programs call, and the drivers that call them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from parlour.engines.native import driver
from parlour.engines.native.low import Low, functions
from parlour.engines.native.runtime import MODULES


@cache
def library() -> Mapping[str, Low]:
    return functions((*MODULES, driver))
