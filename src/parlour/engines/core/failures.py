"""How a program fails: every function here raises a failure, in words for people. Both engines say it in these words.

Compiled Python calls them on its cold paths; the native engine, once it has stopped.
"""

from __future__ import annotations

from typing import Any, NoReturn

from parlour.core.values import Symbol
from parlour.engines.core.values import Box, Object


class GameFailure(Exception):
    """The program did something impossible, or took too much. Becomes a `GameError`; never seen outside the engine."""

    def __init__(self, code: str, message: str, kind: str = "runtime") -> None:
        self.code = code
        self.kind = kind
        super().__init__(message)


class ChanceNeeded(Exception):
    """The given chance outcomes are used up."""

    def __init__(self, n: int, weights: tuple[int, ...] | None) -> None:
        self.n = n
        self.weights = weights
        super().__init__()


def fail_overflow() -> NoReturn:
    raise GameFailure("overflow", "The result is too large for a whole number of 64 bits")


def fail_zero() -> NoReturn:
    raise GameFailure("zero", "Division by zero")


def fail_index(index: int, length: int) -> NoReturn:
    raise GameFailure("index", f"Index {index} is outside: there are {length} elements, counted from 0")


def fail_unset(name: str) -> NoReturn:
    raise GameFailure("unset", f"'{name}' has no value yet")


def fail_none() -> NoReturn:
    raise GameFailure("none", "There is no value here (none) where one is needed")


def fail_type(wanted: str, value: Any) -> NoReturn:
    raise GameFailure("type", f"Expected {wanted}, not {_kind_name(value)}", "type")


def code_of(failure: GameFailure | RecursionError | MemoryError) -> str:
    if isinstance(failure, GameFailure):
        return failure.code
    return "depth" if isinstance(failure, RecursionError) else "memory"


def fail_raise(kind: str, message: str) -> NoReturn:
    raise GameFailure(kind, message)


def fail_steps() -> NoReturn:
    raise GameFailure("steps", "Stopped after too many steps without asking anything", "budget")


def fail_depth() -> NoReturn:
    raise GameFailure("depth", "Stopped: functions call each other too deep", "budget")


def fail_memory() -> NoReturn:
    raise GameFailure("memory", "Stopped: the program uses too much memory", "budget")


def fail_empty() -> NoReturn:
    raise GameFailure("empty", "Nothing can be taken from an empty list")


def fail_range(message: str) -> NoReturn:
    raise GameFailure("range", message)


def fail_cells(given: int, wanted: int) -> NoReturn:
    fail_range(f"{given} cells do not make a board of {wanted}")


def fail_whole(value: float) -> NoReturn:
    fail_range(f"{value!r} is not a whole number of 64 bits")


def fail_character(code: int) -> NoReturn:
    fail_range(f"{code} is not the number of a character")


def fail_length(count: int) -> NoReturn:
    fail_range(f"A list cannot have {count} elements")


def fail_key() -> NoReturn:
    raise GameFailure("key", "There is no entry for this key")


def fail_draw(n: int) -> NoReturn:
    raise GameFailure("range", f"Cannot draw one of {n} possibilities")


def fail_weights(weights: list[int]) -> NoReturn:
    raise GameFailure("range", f"Cannot draw by the weights {weights[:20]}")


def fail_forced(value: int, n: int) -> NoReturn:
    """Not the program's fault: who gave the outcomes gave one that cannot be."""
    raise ValueError(f"{value} is not among the {n} outcomes of this draw")


def fail_told() -> NoReturn:
    raise GameFailure("told", "Stopped: the program printed too much, or too often, without asking anything", "budget")


def fail_ranking(ranking: list[list[int]]) -> NoReturn:
    raise GameFailure("range", f"A ranking names seats that do not exist or twice the same: {ranking}")


def _kind_name(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "bool"
        case int():
            return "int"
        case float():
            return "float"
        case str():
            return "string"
        case Symbol():
            return f"symbol {value.name}"
        case Object():
            return "object"
        case Box(value=list()):
            return "list"
        case Box(value=dict()):
            return "table"
    return "tuple"
