"""Calls of built-in functions, and looking up a cell."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import nodes
from parlour.core.builder import TRUE, number, op, symbol
from parlour.core.nodes import Const, Expr, Local, MakeTuple, Op, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, INT, SYMBOL, BoardType, ListType, TupleType
from parlour.languages.bogl.lower.context import Body
from parlour.languages.bogl.table.table import DISPLAY, SHOWN
from parlour.syntax.source import Span

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


def builtin(body: Body, operation: str, args: list[Expr], span: Span, last: Span) -> Expr:
    """An operation of `check/builtins.py` on arguments that stand in this order; `last` is where the last one is
    written."""
    match operation:
        case "not":
            return op("not", *args, span=span)
        case "and" | "or":
            # Both sides are always evaluated: these are ordinary functions.
            before, (left, right) = body.stored(list(zip(("left", "right"), args, strict=True)))
            left, right = (Local(side.name, side.type, span) for side in (left, right))
            return do(before, nodes.And(left, right, span) if operation == "and" else nodes.Or(left, right, span))
        case "place":
            return _place(body, args, span, last)
        case "countBoard":
            value, board = args  # the value is evaluated first, as it stands in the call
            return body.build.once(value, lambda counted: Op("board_count", (board, counted), INT, span))
        case "isFull":
            return body.build.once(args[0], lambda board: _is_full(body, board, span))
        case "free":
            return _free(body, args[0], span)
        case "next":
            return nodes.Choose(op("eq", args[0], symbol("A"), span=span), symbol("B"), symbol("A"), SYMBOL, span)
    return body.whole.linker.call(_ROUTINES[operation], args, span)


def _empty(body: Body) -> Expr | None:
    """The symbol Empty as board content; None if these boards cannot hold a symbol."""
    content = body.whole.board.item
    return body.build.fit(symbol("Empty"), content) if content in (SYMBOL, ANY) else None


def _is_full(body: Body, board: Expr, span: Span) -> Expr:
    empty = _empty(body)
    if empty is None:
        return Const(TRUE.value, TRUE.type, span)
    return op("eq", Op("board_count", (board, empty), INT, span), number(0), span=span)


def _free(body: Body, board: Expr, span: Span) -> Expr:
    empty = _empty(body)
    if empty is None:
        nothing = nodes.MakeList((), ListType(TupleType((INT, INT))), span)
        return body.build.once(board, lambda _: nothing)
    return body.whole.linker.call("positions_of", (empty, board), span)


def _place(body: Body, args: list[Expr], span: Span, where: Span) -> Expr:
    linker = body.whole.linker
    value, board, position = args
    stmts: list[Stmt] = []
    piece, old = (_kept(body, word, part, span, stmts) for word, part in (("piece", value), ("before", board)))
    x, y = _coordinates(body, position, stmts)
    # The only thing that can be wrong with it is the position.
    new = _kept(body, "after", linker.call("put", (piece, old, x, y), where), span, stmts)
    if body.whole.has_boards:  # where the new board is put on display, the one it was made from goes
        shown = nodes.Global(DISPLAY, ListType(body.whole.board), span)
        displayed = linker.call("displayed", (shown, old, new, number(MOST_DISPLAYED)), span)
        stmts.append(SetGlobal(DISPLAY, displayed, span))
        stmts.append(SetGlobal(SHOWN, new, span))
    return do(stmts, new)


def cell_at(board: BoardType, x: Expr, y: Expr) -> Expr:
    """The index of the cell at a column and a row, both from 1."""
    row = op("mul", op("sub", y, number(1)), number(board.width))
    return op("add", row, op("sub", x, number(1)))


def lookup(body: Body, board: Expr, position: Callable[[], Expr], span: Span, where: Span) -> Expr:
    """`board!position`; the position is lowered after the board, and `where` it is written."""
    stmts: list[Stmt] = []
    if not isinstance(board, Local | nodes.Global):
        board = _kept(body, "board", board, span, stmts)
    x, y = _coordinates(body, position(), stmts)
    return do(stmts, body.whole.linker.call("look_up", (board, x, y), where))


def _coordinates(body: Body, position: Expr, stmts: list[Stmt]) -> tuple[Expr, Expr]:
    """Column and row of a position, evaluated after what is in `stmts` already."""
    if isinstance(position, MakeTuple):
        x, y = (
            body.build.keep(item, stmts, word) for item, word in zip(position.items, ("column", "row"), strict=True)
        )
        return x, y
    if not isinstance(position, Local):
        position = _kept(body, "position", position, position.span, stmts)
    column, row = (nodes.TupleItem(position, place, INT, position.span) for place in (0, 1))
    return column, row


def _kept(body: Body, name: str, value: Expr, span: Span | None, stmts: list[Stmt]) -> Local:
    """A value in a local of its own, also where it is one already."""
    local = body.build.fresh(name, value.type, span)
    stmts.append(nodes.Assign(local.name, value, span))
    return local
