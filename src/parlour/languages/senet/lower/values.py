"""Expressions: what each becomes in core.

`expression` gives a value of its own type, which for groups may be an object that is known to be there. Ints wrap at
32 bits after every operation that can leave them. Long chains are cut into pieces, so that nothing nests as deep as it
is long.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import nodes
from parlour.core.builder import assign, element, negated, number, op, set_element, text, truth
from parlour.core.nodes import Const, Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.types import INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import N_PLAYERS, BuiltinName, DefaultInstance, GlobalName, LocalName
from parlour.languages.senet.check.types import LOST, ListOf, Type
from parlour.languages.senet.lower import boards
from parlour.languages.senet.lower.calls import call
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.instances import default
from parlour.languages.senet.lower.names import core_type
from parlour.languages.senet.lower.turns import set_players
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "quot", "%": "rem"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def expression(lowering: Lowering, expr: tree.Expr, wanted: CoreType | None = None) -> Expr:
    """`wanted` only matters for list literals: it says what they hold."""
    span = expr.span
    match expr:
        case tree.Number(_, value):
            return number(value, span)
        case tree.Text(_, value):
            return text(value, span)
        case tree.Truth(_, value):
            return truth(value, span)
        case tree.Nothing():
            return Const(None, NONE, span)
        case tree.This():
            function = lowering.body.function
            assert function is not None and function.group is not None
            return nodes.Local("this", ObjectType(function.group.name), span)
        case tree.Variable():
            return _variable(lowering, expr)
        case tree.ListLiteral(_, items):
            type_ = wanted if isinstance(wanted, ListType) else core_type(lowering.checked.type_of(expr))
            assert isinstance(type_, ListType)
            return nodes.MakeList(tuple(lowering.arguments(items, [type_.item] * len(items))), type_, span)
        case tree.Field(_, subject, name):
            meaning = lowering.checked.meaning(expr)
            if isinstance(meaning, DefaultInstance):
                return default(lowering, meaning.group, span)
            type_ = core_type(lowering.checked.type_of(expr))
            return nodes.Field(lowering.an_object(subject), name.text, type_, span)
        case tree.Element(_, subject, index):
            known = lowering.constant(expr)
            if known is not None:
                return lowering.value(known)
            return element(lowering.value(subject), lowering.value(index), span)
        case tree.Negation(_, tree.Number(value=value)):
            return number(-value, span)
        case tree.Negation(_, operand):
            return _wrapped(op("neg", lowering.value(operand), span=span))
        case tree.Not(_, operand):
            return negated(lowering.value(operand), span)
        case tree.Chain():
            return _chain(lowering, expr)
        case tree.Assign():
            return assignment(lowering, expr, is_used=True)
        case tree.Call():
            return call(lowering, expr)
        case tree.Place():
            return boards.place(lowering, expr)
        case tree.Take():
            return boards.take(lowering, expr)
        case tree.Broken():
            raise AssertionError("a program with errors is not lowered")


def _wrapped(value: nodes.Op) -> nodes.Op:
    """The low 32 bits."""
    return op("wrap32", value, span=value.span)


def _variable(lowering: Lowering, expr: tree.Variable) -> Expr:
    match lowering.checked.meaning(expr):
        case LocalName(local):
            known = lowering.body.constants.get(id(local))
            if known is not None:
                return lowering.fitted(known, core_type(local.type))
            return nodes.Local(lowering.declare(local).name, core_type(local.type), expr.span)
        case GlobalName(name):
            return nodes.Global(name, core_type(lowering.checked.globals[name].type), expr.span)
        case BuiltinName(name):
            return nodes.Global(name, INT, expr.span)
        case DefaultInstance(group):
            return default(lowering, group, expr.span)
    raise AssertionError(f"`{expr.name}` has no meaning")


# ---------------------------------------------------------------------------------------------------------- operators


def _chain(lowering: Lowering, expr: tree.Chain) -> Expr:
    operator = expr.links[0].operator
    if operator == "and" or operator == "or":
        operands = [lowering.value(operand) for operand in tree.children(expr)]
        return lowering.body.build.logic(operator, operands, expr.span)

    def join(left: Expr, link: tree.Link) -> Expr:
        span = expr.first.span.to(link.operand.span)
        if link.operator in ("==", "!="):
            return _equality(lowering, left, expr.first if link is expr.links[0] else None, link, span)
        return _link(link.operator, left, lowering.value(link.operand), span)

    return lowering.body.build.chain(lowering.value(expr.first), expr.links, join)


def _link(operator: str, left: Expr, right: Expr, span: Span) -> Expr:
    if operator in _ORDER:
        return op(_ORDER[operator], left, right, span=span)
    if left.type == STRING:
        return op("concat", left, right, span=span)
    result = op(_ARITHMETIC[operator], left, right, span=span)
    # A remainder of two ints is an int.
    return result if operator == "%" else _wrapped(result)


def _equality(lowering: Lowering, left: Expr, first: tree.Expr | None, link: tree.Link, span: Span) -> Expr:
    is_same = link.operator == "=="
    right = lowering.value(link.operand)
    # An empty list has the type of the other side.
    if first is not None and isinstance(left.type, ListType) and left.type != right.type:
        if _has_empty_list(lowering.checked.type_of(first)):
            left = lowering.value(first, right.type)
        else:
            right = lowering.value(link.operand, left.type)
    if NONE in (left.type, right.type):
        return _compared_with_none(left, right, span, is_same=is_same)
    if left.type != right.type:
        common = _common(lowering, left.type, right.type)
        left, right = lowering.fit(left, common), lowering.fit(right, common)
    return op("eq" if is_same else "ne", left, right, span=span)


def _has_empty_list(type_: Type) -> bool:
    return isinstance(type_, ListOf) and (type_.item is LOST or _has_empty_list(type_.item))


def _common(lowering: Lowering, one: CoreType, other: CoreType) -> CoreType:
    """The optional of the wider of two related groups."""
    first, second = (type_.item if isinstance(type_, OptionalType) else type_ for type_ in (one, other))
    assert isinstance(first, ObjectType) and isinstance(second, ObjectType)
    return OptionalType(first if lowering.groups.hierarchy.derives(second.name, first.name) else second)


def _compared_with_none(left: Expr, right: Expr, span: Span, *, is_same: bool) -> Expr:
    """`x == None`: whether nothing is there. Both sides are evaluated, which matters if one is a call."""
    value = right if left.type == NONE else left
    if isinstance(value.type, OptionalType):
        there: Expr = nodes.Is(value, value.type.item, span)
        return negated(there, span) if is_same else there
    before = [nodes.Evaluate(side, span) for side in (left, right) if not isinstance(side, Const | nodes.Local)]
    return do(before, truth((value.type == NONE) == is_same, span))


# --------------------------------------------------------------------------------------------------------- assignment


def assignment(lowering: Lowering, expr: tree.Assign, *, is_used: bool) -> Expr:
    """Targets are found from left to right, then comes the value, then it is stored from right to left."""
    stmts: list[Stmt] = []
    is_alone = len(expr.targets) == 1
    stores = [_store(lowering, target, stmts, is_alone=is_alone) for target in expr.targets]
    types = [core_type(lowering.checked.type_of(target)) for target in expr.targets]
    value = lowering.fitted(expr.value, types[-1])
    if not is_alone or is_used:
        given = lowering.body.build.fresh("given", value.type, expr.span)
        stmts.append(assign(given, value, expr.span))
        value = given
    for store, wanted in reversed(list(zip(stores, types, strict=True))):
        stmts.extend(store(lowering.fit(value, wanted)))
    return do(stmts, nodes.NO_VALUE if is_alone and not is_used else value)


def _store(lowering: Lowering, target: tree.Expr, stmts: list[Stmt], *, is_alone: bool) -> Callable[[Expr], list[Stmt]]:
    """How a value gets into a target, whose parts are worked out now. With one target, the order of core is the order
    wanted: its parts, the value, the store; else the parts are kept."""
    span = target.span

    def part(expr: Expr) -> Expr:
        return expr if is_alone else lowering.body.build.keep(expr, stmts, "target")

    match target:
        case tree.Field(_, subject, field):
            owner = part(lowering.an_object(subject))
            return lambda value: [nodes.SetField(owner, field.text, value, span)]
        case tree.Element(_, subject, index):
            items, at = part(lowering.value(subject)), part(lowering.value(index))
            return lambda value: [set_element(items, at, value, span)]
    match lowering.checked.meaning(target):
        case LocalName(local):
            return lambda value: [assign(lowering.declare(local), value, span)]
        case BuiltinName(name) if name == N_PLAYERS:
            return lambda value: set_players(lowering, value, span)
        case GlobalName(name) | BuiltinName(name):
            return lambda value: [nodes.SetGlobal(name, value, span)]
    raise AssertionError("a target has a meaning")
