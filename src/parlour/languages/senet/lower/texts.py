"""Texts: what `print` prints, and the text of a value of any type.

An instance is written by its own `repr`. Where a program defines none, a piece is its `s` or the number of its owner, a
board its cells row by row, and anything else the name of its group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Choose, Expr, Function, Op, Return, Stmt, Variable
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import BOARD, HEX, PIECE, RECT, REPR, Group
from parlour.languages.senet.lower import outcome as lower_outcome
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import (
    A_PIECE,
    CELLS,
    cells,
    compare,
    element,
    is_piece,
    length,
    local,
    number,
    text,
    the_piece,
    when,
)
from parlour.languages.senet.syntax import tree

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

_TEXTS = ListType(STRING)


def print_value(lowering: Lowering, expr: tree.Call) -> Expr:
    """`print(x)`"""
    stmts: list[Stmt] = []
    value = text_of(lowering, lower_values.expression(lowering, expr.arguments[0]))
    said = lowering.verdicts.of(expr) if lowering.turns.has_verdict else None
    if said is not None and said.is_at_run_time:
        kept = lowering.local("said", STRING)
        stmts.append(Assign(kept, value, expr.span))
        value = nodes.Local(kept, STRING, expr.span)
    stmts.append(nodes.Tell(value, span=expr.span))
    if said is not None:
        stmts += lower_outcome.note(lowering, said, value)
    return do(stmts, nodes.NO_VALUE)


def text_of(lowering: Lowering, value: Expr) -> Expr:
    """A value as it is printed."""
    span = value.span
    match value.type:
        case core if core == STRING:
            return value
        case core if core == INT:
            return Op("text_of_int", (value,), STRING, span)
        case core if core == BOOL:
            return Choose(value, text("True"), text("False"), STRING, span)
        case ObjectType() | OptionalType():
            return nodes.Call(_instance_text(lowering, value.type), (value,), STRING, span)
        case ListType():
            return nodes.Call(_list_text(lowering, value.type), (value,), STRING, span)
    if isinstance(value, nodes.Const):
        return text("None", span)
    return do((nodes.Evaluate(value, span),), text("None", span))


def _instance_text(lowering: Lowering, type_: CoreType) -> str:
    name = f"text of {type_}"
    if name not in lowering.functions:
        need_reprs(lowering)
        inner = type_.item if isinstance(type_, OptionalType) else type_
        value = local("value", type_)
        found: Expr = nodes.VirtualCall(REPR, (lowering.fit(value, inner),), STRING)
        body: tuple[Stmt, ...] = (Return(found),)
        if isinstance(type_, OptionalType):
            body = (when(nodes.Is(value, inner), Return(found)), Return(text("None")))
        lowering.add(Function(name, (Variable("value", type_),), STRING, body))
    return name


def _list_text(lowering: Lowering, type_: ListType) -> str:
    name = f"text of {type_}"
    if name not in lowering.functions:
        items, at, parts = local("items", type_), local("at", INT), local("parts", _TEXTS)
        lowering.add(Function(name, (Variable("items", type_),), STRING, ()))
        each = text_of(lowering, element(items, at))
        push = nodes.Evaluate(Op("list_push", (parts, each), NONE))
        body = (
            Assign("parts", nodes.MakeList((), _TEXTS)),
            nodes.For("at", number(0), length(items), (push,)),
            Return(lowering.linker.call("enclosed", [parts, text("["), text(", "), text("]")])),
        )
        names = (Variable("parts", _TEXTS), Variable("at", INT))
        lowering.add(Function(name, (Variable("items", type_),), STRING, body, names))
    return name


# -------------------------------------------------------------------------------------------------------------- repr


def need_reprs(lowering: Lowering) -> None:
    """Every group gets a `repr`, where the program does not define one."""
    if f"Object.{REPR}" in lowering.functions:
        return
    for group in lowering.groups.all.values():
        found = group.method(REPR)
        if found is not None and found.node is None:
            lowering.add(_repr(lowering, group))


def _repr(lowering: Lowering, group: Group) -> Function:
    name, this = f"{group.name}.{REPR}", local("this", ObjectType(group.name))
    params = (Variable("this", this.type),)
    if group.extends(BOARD):
        return _board_repr(lowering, group, name)
    body: tuple[Stmt, ...] = (Return(text(group.name)),)
    if group.extends(PIECE):
        shown, owner = nodes.Field(this, "s", STRING), nodes.Field(this, "owner", INT)
        body = (when(compare("ge", owner, number(0)), Return(Op("text_of_int", (owner,), STRING))), *body)
        if "s" in lowering.groups.mentioned:
            body = (when(compare("ne", shown, text("")), Return(shown)), *body)
    return Function(name, params, STRING, body)


def _board_repr(lowering: Lowering, group: Group, name: str) -> Function:
    """The cells of a board row by row, an empty one as a point."""
    this, at = local("this", ObjectType(group.name)), local("at", INT)
    parts, squares = local("parts", _TEXTS), local("squares", CELLS)
    sides = lowering.boards.sides(group, this)
    ends: Expr = compare("eq", Op("add", (at, number(1)), INT), length(squares))
    if group.geometry == RECT:
        ends = lowering.linker.call("ends_row", [at, sides[0]])
    elif group.geometry == HEX:
        ends = lowering.linker.call("ends_hex_row", [at, sides[0]])
    square = element(squares, at)
    shown: Expr = nodes.VirtualCall(REPR, (the_piece(square),), STRING)
    cell = Choose(is_piece(square), shown, text("."), STRING)
    body = (
        Assign("squares", cells(this)),
        Assign("parts", nodes.MakeList((), _TEXTS)),
        nodes.For(
            "at",
            number(0),
            length(squares),
            (
                nodes.Evaluate(Op("list_push", (parts, cell), NONE)),
                nodes.Evaluate(Op("list_push", (parts, Choose(ends, text("\n"), text(" "), STRING)), NONE)),
            ),
        ),
        Return(Op("join", (parts,), STRING)),
    )
    names = (Variable("squares", CELLS), Variable("parts", _TEXTS), Variable("at", INT))
    return Function(name, (Variable("this", this.type),), STRING, body, names)


def piece_text(lowering: Lowering) -> str:
    """The function that gives the text of a piece."""
    return _instance_text(lowering, A_PIECE)
