"""Calls of built-in functions, and looking up a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, MakeTuple, Op, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, INT, SYMBOL, ListType, TupleType
from parlour.languages.bogl.check import meaning as t
from parlour.languages.bogl.table.table import DISPLAY, PLACED, SHOWN
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.bogl.lower.lower import Lowering

# A program that looks far ahead places many boards that nobody will want to see.
MOST_DISPLAYED = 50

# Operations that are routines of the library, by their names there.
_ROUTINES = {
    "inARow": "in_a_row",
    "countInRow": "count_in_row",
    "countInColumn": "count_in_column",
    "longestRow": "longest_run",
    "longestInRow": "longest_row",
    "longestInColumn": "longest_column",
    "longestInDiagonal": "longest_diagonal",
}


def builtin_call(lowering: Lowering, expr: t.BuiltinCall) -> Expr:
    before, args = lowering.arguments(expr.arguments, expr.builtin.parameters, expr.is_spread)
    return do(before, _operation(lowering, expr.builtin.operation, args, expr.span))


def _operation(lowering: Lowering, operation: str, args: list[Expr], span: Span) -> Expr:
    match operation:
        case "not":
            return Op("not", tuple(args), BOOL, span)
        case "and" | "or":
            return _strict(lowering, operation, args, span)
        case "place":
            return _place(lowering, args, span)
        case "countBoard":
            return _count(lowering, args, span)
        case "isFull":
            return lowering.with_local(args[0], lambda board: _is_full(lowering, board, span))
        case "free":
            return _free(lowering, args[0], span)
        case "next":
            test = Op("eq", (args[0], Const("A", SYMBOL)), BOOL, span)
            return nodes.Choose(test, Const("B", SYMBOL), Const("A", SYMBOL), SYMBOL, span)
    return lowering.linker.call(_ROUTINES[operation], args, span)


def _strict(lowering: Lowering, word: str, args: list[Expr], span: Span) -> Expr:
    """Both sides are always evaluated: `and`, `or` are ordinary functions."""
    names = [lowering.local(side, BOOL) for side in ("left", "right")]
    before = [Assign(name, arg, arg.span) for name, arg in zip(names, args, strict=True)]
    left, right = (nodes.Local(name, BOOL, span) for name in names)
    return do(before, nodes.And(left, right, span) if word == "and" else nodes.Or(left, right, span))


def _count(lowering: Lowering, args: list[Expr], span: Span) -> Expr:
    """The value is evaluated before the board, as it stands in the call."""
    value, board = args
    return lowering.with_local(value, lambda counted: Op("board_count", (board, counted), INT, span))


def _empty(lowering: Lowering) -> Expr | None:
    """The symbol Empty as board content; None if these boards cannot hold a symbol."""
    content = lowering.board.item
    return lowering.widen(Const("Empty", SYMBOL), SYMBOL, content) if content in (SYMBOL, ANY) else None


def _is_full(lowering: Lowering, board: Expr, span: Span) -> Expr:
    empty = _empty(lowering)
    if empty is None:
        return Const(True, BOOL, span)
    return Op("eq", (Op("board_count", (board, empty), INT, span), Const(0, INT)), BOOL, span)


def _free(lowering: Lowering, board: Expr, span: Span) -> Expr:
    empty = _empty(lowering)
    if empty is None:
        nothing = nodes.MakeList((), ListType(TupleType((INT, INT))), span)
        return lowering.with_local(board, lambda _: nothing)
    return lowering.linker.call("positions_of", (empty, board), span)


def _place(lowering: Lowering, args: list[Expr], span: Span) -> Expr:
    value, board, position = args
    names = [lowering.local(word, type_) for word, type_ in (("piece", value.type), ("before", lowering.board))]
    stmts: list[Stmt] = [Assign(names[0], value, span), Assign(names[1], board, span)]
    piece, old = nodes.Local(names[0], value.type, span), nodes.Local(names[1], lowering.board, span)
    x, y = _coordinates(lowering, position, stmts)
    made = lowering.local("after", lowering.board)
    stmts.append(Assign(made, lowering.linker.call("put", (piece, old, x, y), span), span))
    new = nodes.Local(made, lowering.board, span)
    if lowering.has_boards:
        stmts.extend(_display(lowering, old, new, (x, y), span))
    return do(stmts, new)


def _display(lowering: Lowering, old: Expr, new: Expr, position: tuple[Expr, Expr], span: Span) -> list[Stmt]:
    """Puts a new board on display, where the one it was made from goes."""
    x, y = position
    shown, most = nodes.Global(DISPLAY, ListType(lowering.board), span), Const(MOST_DISPLAYED, INT)
    row = Op("mul", (Op("sub", (y, Const(1, INT)), INT), Const(lowering.board.width, INT)), INT)
    cell = Op("add", (row, Op("sub", (x, Const(1, INT)), INT)), INT)
    return [
        SetGlobal(DISPLAY, lowering.linker.call("displayed", (shown, old, new, most), span), span),
        SetGlobal(SHOWN, new, span),
        SetGlobal(PLACED, cell, span),
    ]


def lookup(lowering: Lowering, board: t.Expr, position: t.Expr, span: Span) -> Expr:
    """`board!position`"""
    found = lowering.expression(board)
    stmts: list[Stmt] = []
    if not isinstance(found, nodes.Local | nodes.Global):
        name = lowering.local("board", lowering.board)
        stmts.append(Assign(name, found, span))
        found = nodes.Local(name, lowering.board, span)
    x, y = _coordinates(lowering, lowering.expression(position), stmts)
    return do(stmts, lowering.linker.call("look_up", (found, x, y), span))


def _coordinates(lowering: Lowering, position: Expr, stmts: list[Stmt]) -> tuple[Expr, Expr]:
    """Column and row of a position, evaluated after what is in `stmts` already."""
    if isinstance(position, MakeTuple):
        found: list[Expr] = []
        for item, word in zip(position.items, ("column", "row"), strict=True):
            if not isinstance(item, Const | nodes.Local):
                name = lowering.local(word, INT)
                stmts.append(Assign(name, item, item.span))
                item = nodes.Local(name, INT, item.span)
            found.append(item)
        return found[0], found[1]
    if not isinstance(position, nodes.Local):
        name = lowering.local("position", position.type)
        stmts.append(Assign(name, position, position.span))
        position = nodes.Local(name, position.type, position.span)
    x, y = (nodes.TupleItem(position, number, INT, position.span) for number in (0, 1))
    return x, y
