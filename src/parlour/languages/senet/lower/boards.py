"""Boards: where coordinates are, and what becomes of `>>` and `<<`.

Coordinates written as a literal become plain numbers, and no list is made for them. What an operation does to the cells
is in `routines`.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import number
from parlour.core.nodes import Const, Expr, Return
from parlour.core.types import BOOL, INT, ObjectType
from parlour.languages.senet.check import meaning
from parlour.languages.senet.check.meaning import BOARD, HEX, LINE, LOOP, PIECE, RECT, Group
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.check.values import single_list
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.groups import built_in_methods
from parlour.languages.senet.lower.instances import call_method, new
from parlour.languages.senet.lower.names import MAYBE_BOARD, NUMBERS, TOUCHED_BOARD
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

# The routines that find the number of a cell by its coordinates, and by a list of them.
_AT = {RECT: "rect_at", LINE: "line_at", LOOP: "loop_at", HEX: "hex_at"}
_OF = {RECT: "rect_of", LINE: "line_of", LOOP: "loop_of", HEX: "hex_of"}
_AXES = {RECT: 2, LINE: 1, LOOP: 1, HEX: 2}


def declare(lowering: Lowering) -> None:
    """Globals and functions of every program that has boards."""
    lowering.globals.append(nodes.GlobalVariable(TOUCHED_BOARD, MAYBE_BOARD, is_presentation=True))
    for name in ("owns", "full", "remove", "place"):
        lowering.linker.need(f"{BOARD}.{name}")
    lowering.linker.need(f"{PIECE}.place")
    for group in lowering.groups.all.values():
        if group.extends(BOARD):
            _write_places(lowering, group)


# -------------------------------------------------------------------------------------------------------- coordinates


def _write_places(lowering: Lowering, group: Group) -> None:
    """`toi` and `tol` of a geometry or of a board of known size; a Board without a shape has no places."""
    this = nodes.Local("this", ObjectType(group.name))
    names, geometry = built_in_methods(group), group.geometry
    place, index = nodes.Local("l", NUMBERS), nodes.Local("x", INT)
    if names.keys().isdisjoint(("toi", "tol")):
        return
    where: Expr = number(-1)
    back: Expr = nodes.MakeList((), NUMBERS)
    if geometry is not None:
        sides = lowering.sides(group, this)
        where = lowering.linker.call(_OF[geometry], [place, *sides])
        back = nodes.MakeList((index,), NUMBERS)
        if geometry in (RECT, HEX):
            back = lowering.linker.call("rect_list" if geometry == RECT else "hex_list", [index, sides[0]])
    for name, given, value in (("toi", place, where), ("tol", index, back)):
        if name in names:
            params = tuple(nodes.Variable(param.name, param.type) for param in (this, given))
            lowering.add(nodes.Function(names[name], params, value.type, (Return(value),), charge=number(1)))


def _index(lowering: Lowering, board: Expr, group: Group, at: tree.Expr, span: Span) -> Expr:
    """The number of the cell at these coordinates of a board, which is a local; -1 off the board."""
    at = single_list(lowering.checked.types, at)
    at = lowering.constant(at) or at
    geometry = group.geometry
    is_plain = len(lowering.groups.implementations(group, "toi")) == 1 and not lowering.groups.is_overridden(
        group, "toi"
    )
    if is_plain and geometry is not None and isinstance(at, tree.ListLiteral) and len(at.items) == _AXES[geometry]:
        axes = [lowering.value(item) for item in at.items]
        return _folded(lowering, geometry, [*axes, *lowering.sides(group, board)], span)
    place = lowering.value(at, NUMBERS)
    method = group.method("toi")
    assert method is not None
    return call_method(lowering, group, method, board, [place], span)


def _folded(lowering: Lowering, geometry: str, args: list[Expr], span: Span) -> Expr:
    """The routine's result, worked out now if everything is known."""
    if geometry == RECT and all(isinstance(arg, Const) for arg in args):
        column, row, width, height = (arg.value for arg in args if isinstance(arg, Const))
        assert isinstance(column, int) and isinstance(row, int)
        assert isinstance(width, int) and isinstance(height, int)
        return number(row * width + column if 0 <= column < width and 0 <= row < height else -1, span)
    return lowering.linker.call(_AT[geometry], args, span)


def find_cell(
    lowering: Lowering, expr: tree.Call, group: Group, method: meaning.Function, receiver: tree.Expr | None
) -> Expr | None:
    """A call of the built-in `toi` with a literal, for which no list is made; None for all other calls."""
    if method.name != "toi" or method.node is not None:
        return None
    [at] = expr.arguments
    if not isinstance(lowering.constant(at) or at, tree.ListLiteral):
        return None
    this = lowering.an_object(receiver or tree.This(expr.span))
    if lowering.groups.sizes[group.name] is not None and isinstance(this, nodes.Global | nodes.Local):
        return _index(lowering, this, group, at, expr.span)
    return lowering.body.build.once(this, lambda board: _index(lowering, board, group, at, expr.span), "value")


# --------------------------------------------------------------------------------------------------------- operations


def place(lowering: Lowering, expr: tree.Place) -> Expr:
    """`piece >> board [x, y]`"""
    span, once, call = expr.span, lowering.body.build.once, lowering.linker.call
    fresh = lowering.checked.meaning(expr.piece)
    group, board_group = _group(lowering, expr.piece), _group(lowering, expr.board)

    def put(piece: Expr) -> Expr:
        def on_board(board: Expr) -> Expr:
            def on_cell(cell: Expr) -> Expr:
                # A piece that is new can sink to where it is known that it may stand there.
                done = call("set piece", [piece, board, cell], span)
                return nodes.Choose(
                    call("is open", [board, cell], span), done, call("is refused", [], span), BOOL, span
                )

            cell = _index(lowering, board, board_group, expr.at, span)
            if lowering.groups.is_overridden(group, "place"):
                return call("drop piece", [piece, board, cell], span)
            return once(cell, on_cell, "cell")

        return once(lowering.an_object(expr.board), on_board, "board")

    if isinstance(fresh, meaning.FreshPiece):
        return once(new(lowering, group, (), expr.piece.span), put, "piece")
    return once(lowering.an_object(expr.piece), put, "piece")


def _group(lowering: Lowering, expr: tree.Expr) -> Group:
    type_ = lowering.checked.type_of(expr)
    assert isinstance(type_, GroupOf)
    return lowering.checked.groups[type_.name]


def take(lowering: Lowering, expr: tree.Take) -> Expr:
    """`board << [x]`, `board << board [x]`, `board << piece`, `board << piece [x]`"""
    span, once, call = expr.span, lowering.body.build.once, lowering.linker.call
    group, giver, at = _group(lowering, expr.receiver), expr.giver, expr.at
    receiver = lowering.an_object(expr.receiver)
    if giver is None or not isinstance(lowering.checked.type_of(giver), GroupOf):
        place = at or giver
        assert place is not None
        return once(
            receiver,
            lambda board: call("Board.remove", [board, _index(lowering, board, group, place, span)], span),
            "board",
        )
    given, giver_group = lowering.an_object(giver), _group(lowering, giver)
    if at is None:
        return once(receiver, lambda board: call("pick up", [board, given], span), "board")
    is_board = giver_group.extends(BOARD)

    def on_board(board: Expr) -> Expr:
        def carry(carried: Expr) -> Expr:
            if is_board:
                return call("take piece", [board, carried, _index(lowering, carried, giver_group, at, span)], span)
            return call("pick up to", [board, carried, _index(lowering, board, group, at, span)], span)

        return once(given, carry, "giver" if is_board else "piece")

    return once(receiver, on_board, "board")
