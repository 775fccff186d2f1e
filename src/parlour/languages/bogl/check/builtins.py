"""The functions and values that every BoGL program finds ready, and their types in a given program.

Two classes: the names of `FIXED` cannot be defined again; all others live in an outer scope, and a program's
own definition of the same name simply replaces them.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.dataclass import dataclass
from parlour.languages.bogl.check.types import BOARD, BOOL, INT, PAIR, PLAYER, POSITIONS, Expanded

CONTENT = "Content"


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in function in a given program.

    `operation` says what it does. Two names may do the same (`count` and `countBoard`), and `countRow` does
    one of two things, told apart by the number of its arguments.
    """

    name: str
    operation: str
    parameters: tuple[Expanded, ...]
    result: Expanded


_TYPES: Mapping[str, Expanded] = {
    "Int": INT,
    "Bool": BOOL,
    "Board": BOARD,
    "(Int,Int)": PAIR,
    "Player": PLAYER,
    "Positions": POSITIONS,
}

# name, operation, parameters, result
_FUNCTIONS = (
    ("place", "place", (CONTENT, "Board", "(Int,Int)"), "Board"),
    ("countBoard", "countBoard", (CONTENT, "Board"), "Int"),
    ("countRow", "longestInRow", (CONTENT, "Board"), "Int"),
    ("countRow", "countInRow", (CONTENT, "Board", "Int"), "Int"),
    ("countCol", "longestInColumn", (CONTENT, "Board"), "Int"),
    ("countColumn", "countInColumn", (CONTENT, "Board", "Int"), "Int"),
    ("countDiag", "longestInDiagonal", (CONTENT, "Board"), "Int"),
    ("inARow", "inARow", ("Int", CONTENT, "Board"), "Bool"),
    ("isFull", "isFull", ("Board",), "Bool"),
    ("not", "not", ("Bool",), "Bool"),
    ("and", "and", ("Bool", "Bool"), "Bool"),
    ("or", "or", ("Bool", "Bool"), "Bool"),
    ("next", "next", ("Player",), "Player"),
    ("free", "free", ("Board",), "Positions"),
    ("count", "countBoard", (CONTENT, "Board"), "Int"),
    ("longestRow", "longestRow", (CONTENT, "Board"), "Int"),
)

FUNCTIONS = frozenset(name for name, *_ in _FUNCTIONS)
SIDES = frozenset({"width", "height"})
REPLACEABLE = frozenset({"next", "free", "countColumn", "count", "longestRow"}) | SIDES
FIXED = (FUNCTIONS - REPLACEABLE) | {"input"}
NAMES = FIXED | REPLACEABLE


def forms_of(name: str, content: Expanded) -> tuple[Builtin, ...]:
    """What a built-in function can do on boards of this content, told apart by the number of parameters."""
    types = {**_TYPES, CONTENT: content}
    return tuple(
        Builtin(name, operation, tuple(types[parameter] for parameter in parameters), types[result])
        for own_name, operation, parameters, result in _FUNCTIONS
        if own_name == name
    )
