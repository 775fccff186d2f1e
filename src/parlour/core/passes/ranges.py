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

from collections.abc import Callable, Mapping

from parlour.core.nodes import And, Chance, Choose, Const, Expr, Local, Op, Or
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.types import INT, BoardType

Bounds = tuple[int, int]

EVERY: Bounds = (INT_MIN, INT_MAX)

# What 32 bits hold.
SMALL: Bounds = (-(2**31), 2**31 - 1)

# No list, string or table is longer than this: the memory budget is far below.
LONGEST = 2**40

# The last code point.
LAST_CODE = 0x10FFFF

_OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}
_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def bounds(expr: Expr, known: Mapping[str, Bounds], kept: Callable[[Expr], Bounds] = lambda expr: EVERY) -> Bounds:
    """The least and greatest value an int expression can have, by what is known of locals, and by what `kept` says of
    whatever is no operation."""
    match expr:
        case Const(value=int() as value):
            return value, value
        case Local(name=name) if name in known:
            return known[name]
        case Op("list_length" | "string_length" | "table_length" | "seat_count"):
            return 0, LONGEST
        case Op("code_at"):
            return 0, LAST_CODE
        case Op("board_count", (board, _)) if isinstance(board.type, BoardType):
            return 0, board.type.cells
        case Op("board_bits", (board, _)) if isinstance(board.type, BoardType):
            return 0, (1 << board.type.cells) - 1
        case Op("add" | "sub" | "mul" as name, (left, right)) if expr.type == INT:
            low, high = arithmetic(name, bounds(left, known, kept), bounds(right, known, kept))
            return max(low, INT_MIN), min(high, INT_MAX)
        case Op("neg", (inner,)) if expr.type == INT:
            low, high = bounds(inner, known, kept)
            return -high, min(-low, INT_MAX)
        case Op("div" | "quot", (left, _)):
            low, high = bounds(left, known, kept)
            most = max(-low, high)
            return max(-most, INT_MIN), min(most, INT_MAX)
        case Op("rem", (left, right)):
            (a, b), (c, d) = bounds(left, known, kept), bounds(right, known, kept)
            most = max(-c - 1, d - 1, 0)
            return max(min(a, 0), -most), min(max(b, 0), most)
        case Op("mod", (_, right)):
            low, high = bounds(right, known, kept)
            return min(low + 1, 0), max(high - 1, 0)
        case Op("wrap32", (inner,)):
            found = bounds(inner, known, kept)
            return found if is_small(found) else SMALL
        case Choose(_, left, right):
            (a, b), (c, d) = bounds(left, known, kept), bounds(right, known, kept)
            return min(a, c), max(b, d)
        case Chance(of) if of.type == INT:
            return 0, max(bounds(of, known, kept)[1] - 1, 0)
    return kept(expr)


def arithmetic(name: str, left: Bounds, right: Bounds) -> Bounds:
    """Where the sum, difference or product of two such numbers lies; it may need more bits than an int has."""
    (a, b), (c, d) = left, right
    match name:
        case "add":
            return a + c, b + d
        case "sub":
            return a - d, b - c
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


def is_small(found: Bounds) -> bool:
    """All of these numbers have 32 bits."""
    return SMALL[0] <= found[0] and found[1] <= SMALL[1]


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
