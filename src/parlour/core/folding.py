"""Building core expressions, with what is known at once worked out at once.

Each function gives the expression it is named after, or a simpler one of the same meaning. What would fail stays as it
is and fails when the program runs: an overflow or a division by zero is never folded.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from parlour.core import nodes
from parlour.core.nodes import Const, Expr, Local, Op
from parlour.core.ops import INT_MAX, INT_MIN, OPS
from parlour.core.types import BOOL, INT, STRING, SYMBOL, ListType, TupleType, Type
from parlour.core.walk import walk_expr

TRUE = Const(True, BOOL)
FALSE = Const(False, BOOL)

_INT_FOLDS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "bit_and": operator.and_,
    "bit_or": operator.or_,
    "bit_xor": operator.xor,
    "shift_right": lambda a, b: a >> min(max(b, 0), 63),
}
_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
# Operations that change nothing when one side is this number: x + 0, x * 1. The left side counts where order does not.
_NEUTRAL = {"add": 0, "sub": 0, "mul": 1, "div": 1, "shift_right": 0}
_OPPOSITE = {"eq": "ne", "ne": "eq"}


def op(name: str, args: Sequence[Expr], type_: Type) -> Expr:
    """An operation of `ops.py`."""
    match tuple(args):
        case (Const(value=int(a), type=left), Const(value=int(b), type=right)) if left == right == INT:
            folded = _whole_number(name, a, b)
        case (Const(value=str(a), type=left), Const(value=str(b), type=right)) if left == right == STRING:
            folded = _text(name, a, b)
        case (Const(value=a, type=left), Const(value=b, type=right)) if left == right and left in (BOOL, SYMBOL):
            folded = _COMPARISONS[name](a, b) if name in ("eq", "ne") else None
        case (Const(value=a),):
            folded = _single(name, a)
        case (value, Const(value=int(b), type=right)) if right == INT and _NEUTRAL.get(name) == b:
            return value
        case (Const(value=int(a), type=left), value) if left == INT and _NEUTRAL.get(name) == a:
            folded = None
            if name in ("add", "mul"):
                return value
        case _:
            folded = None
    return Op(name, tuple(args), type_) if folded is None else Const(folded, type_)


def _whole_number(name: str, a: int, b: int) -> nodes.ConstValue:
    if name in _COMPARISONS:
        return _COMPARISONS[name](a, b)
    if name not in _INT_FOLDS or (name in ("div", "mod") and b == 0):
        return None
    result = _INT_FOLDS[name](a, b)
    return result if INT_MIN <= result <= INT_MAX else None


def _text(name: str, a: str, b: str) -> nodes.ConstValue:
    if name == "concat":
        return a + b
    return _COMPARISONS[name](a, b) if name in _COMPARISONS else None


def _single(name: str, a: nodes.ConstValue) -> nodes.ConstValue:
    match name, a:
        case "neg", int() if a > INT_MIN:
            return -a
        case "neg", float() if a != 0:
            return -a
        case "bit_not", int():
            return ~a
        case "not", bool():
            return not a
        case "string_length", str():
            return len(a)
        case "text_of_int", int():
            return str(a)
        case "to_float", int():
            return float(a)
    return None


def negated(value: Expr) -> Expr:
    if isinstance(value, Op) and value.name in _OPPOSITE:
        return Op(_OPPOSITE[value.name], value.args, BOOL)
    if isinstance(value, Op) and value.name == "not":
        return value.args[0]
    return op("not", (value,), BOOL)


def both(left: Expr, right: Expr) -> Expr:
    if TRUE in (left, right):
        return right if left == TRUE else left
    # On the right side it does not help: the left side may still fail.
    return FALSE if left == FALSE else nodes.And(left, right)


def either(left: Expr, right: Expr) -> Expr:
    if FALSE in (left, right):
        return right if left == FALSE else left
    return TRUE if left == TRUE else nodes.Or(left, right)


def choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    if then == TRUE and otherwise == FALSE:
        return condition
    return nodes.Choose(condition, then, otherwise, then.type)


def joined(texts: Sequence[Expr]) -> Expr:
    """Texts one after the other; constants that meet become one."""
    parts: list[Expr] = []
    for text in texts:
        match parts[-1:], text:
            case [Const(value=str(before))], Const(value=str(after)):
                parts[-1] = Const(before + after, STRING)
            case _:
                parts.append(text)
    match parts:
        case []:
            return Const("", STRING)
        case [single]:
            return single
        case [left, right]:
            return Op("concat", (left, right), STRING)
    return Op("join", (nodes.MakeList(tuple(parts), ListType(STRING)),), STRING)


def make_tuple(items: Sequence[Expr]) -> Expr:
    type_ = TupleType(tuple(item.type for item in items))
    values = [item.value for item in items if isinstance(item, Const)]
    return Const(tuple(values), type_) if len(values) == len(items) else nodes.MakeTuple(tuple(items), type_)


def tuple_item(value: Expr, index: int) -> Expr:
    assert isinstance(value.type, TupleType)
    if isinstance(value, Const) and isinstance(value.value, tuple):
        return Const(value.value[index], value.type.items[index])
    return nodes.TupleItem(value, index, value.type.items[index])


def is_simple(value: Expr) -> bool:
    """Evaluating it twice is the same as once, and takes no memory."""
    for part in walk_expr(value):
        match part:
            case (
                Const()
                | Local()
                | nodes.And()
                | nodes.Or()
                | nodes.Choose()
                | nodes.TupleItem()
                | nodes.Narrow()
                | nodes.Is()
                | nodes.Convert()
            ):
                continue
            case nodes.Field() | nodes.Global():
                continue
            case Op(name=name) if not OPS[name].writes and not OPS[name].allocates:
                continue
        return False
    return True
