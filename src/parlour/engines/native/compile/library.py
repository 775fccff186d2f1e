"""All low-level functions: the runtime that compiled programs call, and the drivers that call them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

from parlour.engines.llvm import streams
from parlour.engines.llvm.low.language import Low, functions
from parlour.engines.native.driver import (
    answers,
    begin,
    chain,
    compare,
    draws,
    endings,
    guards,
    job,
    levels,
    place,
    play,
    question,
    runs,
    straight,
    tries,
)
from parlour.engines.native.runtime import anys, chance, lists, memory, modules, numbers
from parlour.engines.native.search import dealing, hashing, information, legal, names, search, states, worth
from parlour.engines.search import knowledge, tree

DRIVERS = (
    answers,
    begin,
    chain,
    compare,
    draws,
    endings,
    guards,
    job,
    levels,
    place,
    play,
    question,
    runs,
    straight,
    tries,
)


# Only who looks ahead needs these.
SEARCHERS = (dealing, hashing, information, knowledge, legal, names, search, states, tree, worth)


@cache
def library() -> Mapping[str, Low]:
    return functions((streams, *modules(), *DRIVERS))


@cache
def apart() -> frozenset[str]:
    """The functions that are compiled once for all programs. The others are small and often called: they become part
    of every program, where they can be written into their callers."""
    near = {module.__name__ for module in (anys, chance, lists, memory, numbers, play, place, straight, streams)}
    return frozenset(low.name for low in library().values() if low.names["__name__"] not in near and not low.is_inline)


@cache
def step_takers() -> frozenset[str]:
    """The functions that read or change the steps that are left, themselves or by what they call."""
    found = {low.name for low in library().values() if _names_steps(low.node)}
    rest = [low for low in library().values() if low.name not in found]
    while more := {low.name for low in rest if not found.isdisjoint(low.calls)} - found:
        found |= more
    return frozenset(found)


def signatures() -> dict[str, tuple[str, tuple[str, ...], bool, bool]]:
    """What a compiled program must know of every function that it may call: a `Signature` (`compiler.py`)."""
    return {low.name: (low.symbol, low.params, low.is_failing, low.name in step_takers()) for low in library().values()}


def _names_steps(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Attribute) and ast.unparse(part) == "State.STEPS" for part in ast.walk(node))


@cache
def search_library() -> Mapping[str, Low]:
    return functions((streams, *modules(), *DRIVERS, *SEARCHERS))
