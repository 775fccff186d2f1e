"""Texts: the text of a value of any type.

An instance is written by its own `repr`. Where a program defines none, a piece is its `s` or the number of its owner, a
board its cells row by row, and anything else the name of its group.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, element, length, number, op, push, text, truth
from parlour.core.nodes import Expr, Return
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, STRING, ListType, ObjectType, OptionalType
from parlour.languages.senet.check.meaning import BOARD, HEX, PIECE, RECT, REPR, Group
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.names import CELLS, TEXTS


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
            need_reprs(lowering)
            return lowering.linker.call("text of an instance", [value], span)
        case ListType():
            return nodes.Call(_list_text(lowering, value.type), (value,), STRING, span)
    if isinstance(value, nodes.Const):
        return text("None", span)
    return do((nodes.Evaluate(value, span),), text("None", span))


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
            build = lowering.builder()
            shown = _default_text(lowering, group, build.parameter("this", ObjectType(group.name)))
            lowering.add(build.function(f"{group.name}.{REPR}", STRING, [Return(shown)]))


def _default_text(lowering: Lowering, group: Group, this: Expr) -> Expr:
    if group.extends(PIECE):
        return lowering.linker.call("piece_text", [this, text(group.name)])
    if group.extends(BOARD):
        has_rows = group.geometry in (RECT, HEX)
        row = lowering.sides(group, this)[0] if has_rows else length(nodes.Field(this, "cells", CELLS))
        return lowering.linker.call("board_text", [this, row, truth(group.geometry == HEX)])
    return text(group.name)
