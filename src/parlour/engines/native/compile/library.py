"""All low-level functions: the runtime that compiled programs call, and the drivers that call them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from parlour.engines.llvm.low.language import Low, functions
from parlour.engines.native.driver import answers as driver_answers
from parlour.engines.native.driver import begin as driver_begin
from parlour.engines.native.driver import chain as driver_chain
from parlour.engines.native.driver import compare as driver_compare
from parlour.engines.native.driver import draws as driver_draws
from parlour.engines.native.driver import endings as driver_endings
from parlour.engines.native.driver import job as driver_job
from parlour.engines.native.driver import place as driver_place
from parlour.engines.native.driver import play as driver
from parlour.engines.native.driver import question as driver_question
from parlour.engines.native.driver import runs as driver_runs
from parlour.engines.native.runtime import anys, chance, lists, memory, modules, numbers

DRIVERS = (
    driver,
    driver_answers,
    driver_begin,
    driver_chain,
    driver_compare,
    driver_draws,
    driver_endings,
    driver_job,
    driver_place,
    driver_question,
    driver_runs,
)


@cache
def library() -> Mapping[str, Low]:
    return functions((*modules(), *DRIVERS))


@cache
def apart() -> frozenset[str]:
    """The functions that are compiled once for all programs. The others are small and often called: they become part
    of every program, where they can be written into their callers."""
    near = {module.__name__ for module in (anys, chance, lists, memory, numbers, driver, driver_place)}
    return frozenset(low.name for low in library().values() if low.names["__name__"] not in near and not low.is_inline)
