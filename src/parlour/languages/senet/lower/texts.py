"""Texts: the text of a value of any type.

An instance is written by its own `repr`. Where a program defines none, a piece is its `s` or the number of its owner, a
board its cells row by row, and anything else the name of its group.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, element, length, number, op, push, text, when
from parlour.core.nodes import Expr, Return, Stmt
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import BOARD, HEX, PIECE, RECT, REPR, Group
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.names import A_PIECE, CELLS, TEXTS


def text_of(lowering: Lowering, value: Expr) -> Expr:
    """A value as it is printed."""
    span = value.span
    match value.type:
        case core if core == STRING:
            return value
        case core if core == INT:
            return op("text_of_int", value, span=span)
        case core if core == BOOL:
            return nodes.Choose(value, text("True"), text("False"), STRING, span)
        case ObjectType() | OptionalType():
            return nodes.Call(instance_text(lowering, value.type), (value,), STRING, span)
        case ListType():
            return nodes.Call(_list_text(lowering, value.type), (value,), STRING, span)
    if isinstance(value, nodes.Const):
        return text("None", span)
    return do((nodes.Evaluate(value, span),), text("None", span))


def instance_text(lowering: Lowering, type_: CoreType) -> str:
    """The function that gives the text of an instance, or of None."""
    name = f"text of {type_}"
    if name not in lowering.functions:
        need_reprs(lowering)
        build = lowering.builder()
        value = build.parameter("value", type_)
        inner = type_.item if isinstance(type_, OptionalType) else type_
        shown = Return(nodes.VirtualCall(REPR, (build.fit(value, inner),), STRING))
        body: list[Stmt] = [shown]
        if isinstance(type_, OptionalType):
            body = [when(nodes.Is(value, inner), shown), Return(text("None"))]
        lowering.add(build.function(name, STRING, body))
    return name


def _list_text(lowering: Lowering, type_: ListType) -> str:
    name = f"text of {type_}"
    if name not in lowering.functions:
        build = lowering.builder()
        items = build.parameter("items", type_)
        lowering.add(build.function(name, STRING, ()))
        parts, at = build.fresh("parts", TEXTS), build.fresh("at", INT)
        body = (
            assign(parts, nodes.MakeList((), TEXTS)),
            nodes.For(at.name, number(0), length(items), (push(parts, text_of(lowering, element(items, at))),)),
            Return(lowering.linker.call("enclosed", [parts, text("["), text(", "), text("]")])),
        )
        lowering.add(build.function(name, STRING, body))
    return name


# -------------------------------------------------------------------------------------------------------------- repr


def need_reprs(lowering: Lowering) -> None:
    """Every group gets a `repr`, where the program does not define one."""
    if f"Object.{REPR}" in lowering.functions:
        return
    for group in lowering.groups.all.values():
        found = group.method(REPR)
        if found is not None and found.node is None:
            lowering.add(_board_repr(lowering, group) if group.extends(BOARD) else _repr(lowering, group))


def _repr(lowering: Lowering, group: Group) -> nodes.Function:
    build = lowering.builder()
    this = build.parameter("this", ObjectType(group.name))
    body: list[Stmt] = []
    if group.extends(PIECE):
        shown, owner = nodes.Field(this, "s", STRING), nodes.Field(this, "owner", INT)
        if lowering.groups.has_texts:
            body.append(when(op("ne", shown, text("")), Return(shown)))
        body.append(when(op("ge", owner, number(0)), Return(op("text_of_int", owner))))
    return build.function(f"{group.name}.{REPR}", STRING, [*body, Return(text(group.name))])


def _board_repr(lowering: Lowering, group: Group) -> nodes.Function:
    """The cells of a board row by row, an empty one as a point."""
    build = lowering.builder()
    this = build.parameter("this", ObjectType(group.name))
    squares, parts, at = build.fresh("squares", CELLS), build.fresh("parts", TEXTS), build.fresh("at", INT)
    ends: Expr = op("eq", op("add", at, number(1)), length(squares))
    if group.geometry in (RECT, HEX):
        row = "ends_row" if group.geometry == RECT else "ends_hex_row"
        ends = lowering.linker.call(row, [at, lowering.sides(group, this)[0]])
    square = element(squares, at)
    shown = nodes.VirtualCall(REPR, (nodes.Narrow(square, A_PIECE),), STRING)
    turn = (
        push(parts, nodes.Choose(nodes.Is(square, A_PIECE), shown, text("."), STRING)),
        push(parts, nodes.Choose(ends, text("\n"), text(" "), STRING)),
    )
    body = (
        assign(squares, nodes.Field(this, "cells", CELLS)),
        assign(parts, nodes.MakeList((), TEXTS)),
        nodes.For(at.name, number(0), length(squares), turn),
        Return(op("join", parts)),
    )
    return build.function(f"{group.name}.{REPR}", STRING, body)
