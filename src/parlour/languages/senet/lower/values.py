"""Expressions: what each becomes in core.

`expression` gives a value of its own type, which for groups may be an object that is known to be there; `fitted` gives
one of the type that a place wants. Ints wrap at 32 bits after every operation that can leave them. Long chains are cut
into pieces, so that nothing nests as deep as it is long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, Op, SetField, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import (
    N_PLAYERS,
    BuiltinName,
    DefaultInstance,
    GlobalName,
    LocalName,
)
from parlour.languages.senet.check.types import LOST, ListOf, Type
from parlour.languages.senet.lower import calls as lower_calls
from parlour.languages.senet.lower.build import element, negated, number, set_element
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "quot", "%": "rem"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

# So many links of a chain nest before what they come to is kept in a local.
LONGEST_NEST = 30


def fitted(lowering: Lowering, expr: tree.Expr, type_: Type) -> Expr:
    """The value of an expression where a value of this type is wanted."""
    return lowering.fit(expression(lowering, expr, type_), lowering.core_type(type_))


def arguments(lowering: Lowering, given: Sequence[tree.Expr], wanted: Sequence[CoreType]) -> list[Expr]:
    pairs = zip(given, wanted, strict=True)
    return [lowering.fit(expression(lowering, expr, _list_type(type_)), type_) for expr, type_ in pairs]


def an_object(lowering: Lowering, expr: tree.Expr) -> Expr:
    """The instance that an expression gives; None is an error at run time."""
    value = expression(lowering, expr)
    return nodes.Narrow(value, value.type.item, expr.span) if isinstance(value.type, OptionalType) else value


def _list_type(type_: CoreType) -> CoreType | None:
    return type_ if isinstance(type_, ListType) else None


def expression(lowering: Lowering, expr: tree.Expr, wanted: Type | CoreType | None = None) -> Expr:
    """`wanted` only matters for list literals: it says what they hold."""
    span = expr.span
    match expr:
        case tree.Number(_, value):
            return number(value, span)
        case tree.Text(_, text):
            return Const(text, STRING, span)
        case tree.Truth(_, truth):
            return Const(truth, BOOL, span)
        case tree.Nothing():
            return Const(None, NONE, span)
        case tree.This():
            assert lowering.function is not None and lowering.function.group is not None
            return nodes.Local("this", ObjectType(lowering.function.group.name), span)
        case tree.Variable():
            return _variable(lowering, expr)
        case tree.ListLiteral(_, items):
            return _list(lowering, expr, items, wanted)
        case tree.Field(_, subject, name):
            return _field(lowering, expr, subject, name)
        case tree.Element(_, subject, index):
            known = constant_item(lowering, expr)
            if known is not None:
                return expression(lowering, known)
            return element(expression(lowering, subject), expression(lowering, index), span)
        case tree.Negation(_, operand):
            if isinstance(operand, tree.Number):
                return number(-operand.value, span)
            return wrapped(Op("neg", (expression(lowering, operand),), INT, span))
        case tree.Not(_, operand):
            return negated(expression(lowering, operand), span)
        case tree.Chain():
            return _chain(lowering, expr)
        case tree.Assign():
            return assign(lowering, expr, is_used=True)
        case tree.Call():
            return lower_calls.call(lowering, expr)
        case tree.Place():
            return lowering.boards.place(expr)
        case tree.Take():
            return lowering.boards.take(expr)
        case tree.Broken():
            raise AssertionError("a program with errors is not lowered")


def wrapped(value: Op) -> Op:
    """The low 32 bits."""
    return Op("wrap32", (value,), INT, value.span)


def constant_item(lowering: Lowering, expr: tree.Expr) -> tree.Expr | None:
    """The expression that this one always is, where it is (an element of) the constant variable of an unrolled loop."""
    match expr:
        case tree.Variable():
            meaning = lowering.checked.meaning(expr)
            return lowering.constants.get(id(meaning.local)) if isinstance(meaning, LocalName) else None
        case tree.Element(_, subject, tree.Number(value=index)):
            known = constant_item(lowering, subject)
            if isinstance(known, tree.ListLiteral) and index < len(known.items):
                return known.items[index]
    return None


def _variable(lowering: Lowering, expr: tree.Variable) -> Expr:
    match lowering.checked.meaning(expr):
        case LocalName(local):
            known = lowering.constants.get(id(local))
            if known is not None:
                return fitted(lowering, known, local.type)
            if id(local) in lowering.sunk:
                return lowering.groups.new(lowering.sunk[id(local)], (), expr.span)
            return nodes.Local(lowering.declare(local), lowering.core_type(local.type), expr.span)
        case GlobalName(name):
            return nodes.Global(name, lowering.core_type(lowering.checked.globals[name].type), expr.span)
        case BuiltinName(name):
            return nodes.Global(name, INT, expr.span)
        case DefaultInstance(group):
            return lowering.groups.default(group, expr.span)
    raise AssertionError(f"`{expr.name}` has no meaning")


def _list(
    lowering: Lowering, expr: tree.ListLiteral, items: Sequence[tree.Expr], wanted: Type | CoreType | None
) -> Expr:
    found = lowering.checked.type_of(expr)
    core = (
        wanted if isinstance(wanted, ListType) else lowering.core_type(wanted if isinstance(wanted, ListOf) else found)
    )
    assert isinstance(core, ListType)
    values = arguments(lowering, items, [core.item] * len(items))
    return nodes.MakeList(tuple(values), core, expr.span)


def _field(lowering: Lowering, expr: tree.Field, subject: tree.Expr, name: tree.Ident) -> Expr:
    meaning = lowering.checked.meaning(expr)
    if isinstance(meaning, DefaultInstance):
        return lowering.groups.default(meaning.group, expr.span)
    return nodes.Field(
        an_object(lowering, subject), name.text, lowering.core_type(lowering.checked.type_of(expr)), expr.span
    )


# ---------------------------------------------------------------------------------------------------- operators


def _chain(lowering: Lowering, expr: tree.Chain) -> Expr:
    operator = expr.links[0].operator
    if operator in ("and", "or"):
        return _logic(lowering, expr, operator)
    stmts: list[Stmt] = []
    value = expression(lowering, expr.first)
    for place, link in enumerate(expr.links, 1):
        span = expr.first.span.to(link.operand.span)
        if link.operator in ("==", "!="):
            value = _equality(lowering, value, expr.first if place == 1 else None, link, span)
        else:
            value = _link(link.operator, value, expression(lowering, link.operand), span)
        if place % LONGEST_NEST == 0:
            kept = lowering.local("part", value.type)
            stmts.append(Assign(kept, value, span))
            value = nodes.Local(kept, value.type, span)
    return do(stmts, value)


def _link(operator: str, left: Expr, right: Expr, span: Span) -> Expr:
    if operator in _ORDER:
        return Op(_ORDER[operator], (left, right), BOOL, span)
    if left.type == STRING:
        return Op("concat", (left, right), STRING, span)
    result = Op(_ARITHMETIC[operator], (left, right), INT, span)
    # A remainder of two ints is an int.
    return result if operator == "%" else wrapped(result)


def _equality(lowering: Lowering, left: Expr, first: tree.Expr | None, link: tree.Link, span: Span) -> Expr:
    is_same = link.operator == "=="
    right = expression(lowering, link.operand)
    # An empty list has the type of the other side.
    if first is not None and isinstance(left.type, ListType) and left.type != right.type:
        if _has_empty_list(lowering.checked.type_of(first)):
            left = expression(lowering, first, right.type)
        else:
            right = expression(lowering, link.operand, left.type)
    if NONE in (left.type, right.type):
        return _compared_with_none(left, right, span, is_same=is_same)
    if left.type != right.type:
        common = _common(lowering, left.type, right.type)
        left, right = lowering.fit(left, common), lowering.fit(right, common)
    return Op("eq" if is_same else "ne", (left, right), BOOL, span)


def _has_empty_list(type_: Type) -> bool:
    return isinstance(type_, ListOf) and (type_.item is LOST or _has_empty_list(type_.item))


def _common(lowering: Lowering, one: CoreType, other: CoreType) -> CoreType:
    """The optional of the wider of two related groups."""
    names = [type_.item if isinstance(type_, OptionalType) else type_ for type_ in (one, other)]
    first, second = names
    assert isinstance(first, ObjectType) and isinstance(second, ObjectType)
    return OptionalType(first if lowering.groups.hierarchy.derives(second.name, first.name) else second)


def _compared_with_none(left: Expr, right: Expr, span: Span, *, is_same: bool) -> Expr:
    """`x == None`: whether nothing is there. Both sides are evaluated, which matters if one is a call."""
    value = right if left.type == NONE else left
    if isinstance(value.type, OptionalType):
        there: Expr = nodes.Is(value, value.type.item, span)
        return negated(there, span) if is_same else there
    before = [nodes.Evaluate(side, span) for side in (left, right) if not isinstance(side, Const | nodes.Local)]
    return do(before, Const((value.type == NONE) == is_same, BOOL, span))


def _logic(lowering: Lowering, expr: tree.Chain, operator: str) -> Expr:
    """Only as much is evaluated as is needed."""
    operands = [expr.first, *(link.operand for link in expr.links)]
    pieces: list[Expr] = []
    for start in range(0, len(operands), LONGEST_NEST):
        values = [expression(lowering, operand) for operand in operands[start : start + LONGEST_NEST]]
        piece = values[-1]
        for value in reversed(values[:-1]):
            piece = nodes.And(value, piece, expr.span) if operator == "and" else nodes.Or(value, piece, expr.span)
        pieces.append(piece)
    if len(pieces) == 1:
        return pieces[0]
    name = lowering.local("so far", BOOL)
    so_far: Expr = nodes.Local(name, BOOL, expr.span)
    test = so_far if operator == "and" else negated(so_far, expr.span)
    stmts: list[Stmt] = [Assign(name, pieces[0], expr.span)]
    stmts += [nodes.If(((test, (Assign(name, piece, expr.span),)),), span=expr.span) for piece in pieces[1:]]
    return do(stmts, so_far)


# --------------------------------------------------------------------------------------------------- assignment


def assign(lowering: Lowering, expr: tree.Assign, *, is_used: bool) -> Expr:
    """Targets are found from left to right, then comes the value, then it is stored from right to left."""
    stmts: list[Stmt] = []
    stores = [_target(lowering, target, stmts, is_alone=len(expr.targets) == 1) for target in expr.targets]
    type_ = lowering.checked.type_of(expr.targets[-1])
    value = fitted(lowering, expr.value, type_)
    if len(stores) > 1 or is_used:
        name = lowering.local("given", value.type)
        stmts.append(Assign(name, value, expr.span))
        value = nodes.Local(name, value.type, expr.span)
    for target, store in reversed(list(zip(expr.targets, stores, strict=True))):
        wanted = lowering.core_type(lowering.checked.type_of(target))
        stmts.extend(store(lowering.fit(value, wanted)))
    return do(stmts, value if is_used or len(stores) > 1 else nodes.NO_VALUE)


class _Store:
    """How a value gets into a target, whose parts are known already."""

    def __init__(self, lowering: Lowering, target: tree.Expr, parts: tuple[Expr, ...]) -> None:
        self.lowering = lowering
        self.target = target
        self.parts = parts

    def __call__(self, value: Expr) -> list[Stmt]:
        target, span = self.target, self.target.span
        match target:
            case tree.Field(name=field):
                return [SetField(self.parts[0], field.text, value, span)]
            case tree.Element():
                return [set_element(self.parts[0], self.parts[1], value, span)]
        match self.lowering.checked.meaning(target):
            case LocalName(local):
                return [Assign(self.lowering.declare(local), value, span)]
            case GlobalName(name):
                return [SetGlobal(name, value, span)]
            case BuiltinName(name):
                if name == N_PLAYERS:
                    return self.lowering.turns.set_players(value, span)
                return [SetGlobal(name, value, span)]
        raise AssertionError("a target has a meaning")


def _target(lowering: Lowering, target: tree.Expr, stmts: list[Stmt], *, is_alone: bool) -> _Store:
    match target:
        case tree.Field(_, subject):
            parts: tuple[Expr, ...] = (an_object(lowering, subject),)
        case tree.Element(_, subject, index):
            parts = (expression(lowering, subject), expression(lowering, index))
        case _:
            return _Store(lowering, target, ())
    # With one target, the order of core is the order wanted: its parts, the value, the store.
    if is_alone:
        return _Store(lowering, target, parts)
    kept: list[Expr] = []
    for part in parts:
        name = lowering.local("target", part.type)
        stmts.append(Assign(name, part, part.span))
        kept.append(nodes.Local(name, part.type, part.span))
    return _Store(lowering, target, tuple(kept))
