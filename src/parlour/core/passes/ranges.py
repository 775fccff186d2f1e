"""What is known of ints: bounds of expressions, and what a condition says about variables.

Engines leave out a check for overflow or for an index where the bounds show that it cannot fail.

    >>> from parlour.core.nodes import Const, Local, Op
    >>> from parlour.core.types import BOOL, INT
    >>> x = Local("x", INT)
    >>> off = Op("lt", (x, Const(1, INT)), BOOL)
    >>> refined({"x": (-5, 9)}, off, False, frozenset({"x"}))
    {'x': (1, 9)}
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.core.nodes import And, Const, Expr, Local, Op, Or
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.types import INT, BoardType

Bounds = tuple[int, int]

EVERY: Bounds = (INT_MIN, INT_MAX)

# No list, string or table is longer than this: the memory budget is far below.
LONGEST = 2**40

_OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}
_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def bounds(expr: Expr, known: Mapping[str, Bounds]) -> Bounds:
    """The least and greatest value an int expression can have, by what is known of locals."""
    match expr:
        case Const(value=int() as value):
            return value, value
        case Local(name=name):
            return known.get(name, EVERY)
        case Op("list_length" | "string_length" | "table_length" | "seat_count"):
            return 0, LONGEST
        case Op("board_count", (board, _)) if isinstance(board.type, BoardType):
            return 0, board.type.cells
        case Op("board_bits", (board, _)) if isinstance(board.type, BoardType):
            return 0, (1 << board.type.cells) - 1
        case Op("add" | "sub" as name, (left, right)) if expr.type == INT:
            (a, b), (c, d) = bounds(left, known), bounds(right, known)
            low, high = (a + c, b + d) if name == "add" else (a - d, b - c)
            return max(low, INT_MIN), min(high, INT_MAX)
    return EVERY


def refined(known: Mapping[str, Bounds], test: Expr, holds: bool, fixed: frozenset[str]) -> dict[str, Bounds]:
    """What is known when a condition has turned out true, or false. Only `fixed` locals are narrowed: those that no
    statement between here and their use can change."""
    found = dict(known)
    stack: list[tuple[Expr, bool]] = [(test, holds)]
    while stack:
        part, holds = stack.pop()
        match part:
            case Op("not", (inner,)):
                stack.append((inner, not holds))
            case And(left, right) if holds:
                stack.extend(((left, True), (right, True)))
            case Or(left, right) if not holds:
                stack.extend(((left, False), (right, False)))
            case Op(name, (left, right)) if name in _OPPOSITE and left.type == INT:
                name = name if holds else _OPPOSITE[name]
                _narrow(found, left, name, bounds(right, found), fixed)
                _narrow(found, right, _MIRRORED[name], bounds(left, found), fixed)
    return found


def _narrow(found: dict[str, Bounds], expr: Expr, name: str, other: Bounds, fixed: frozenset[str]) -> None:
    if not isinstance(expr, Local) or expr.name not in fixed:
        return
    low, high = found.get(expr.name, EVERY)
    match name:
        case "lt":
            high = min(high, other[1] - 1)
        case "le":
            high = min(high, other[1])
        case "gt":
            low = max(low, other[0] + 1)
        case "ge":
            low = max(low, other[0])
        case "eq":
            low, high = max(low, other[0]), min(high, other[1])
        case "ne" if other == (low, low):
            low += 1
        case "ne" if other == (high, high):
            high -= 1
    # Contradictory bounds mean that this cannot be reached; nothing is gained by saying so.
    if low <= high:
        found[expr.name] = (low, high)
