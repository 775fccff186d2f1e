"""`>>` and `<<`: what stands left and right of them, and the coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.languages.senet import codes
from parlour.languages.senet.check import values as check_values
from parlour.languages.senet.check.meaning import BOARD, PIECE, FreshPiece
from parlour.languages.senet.check.types import BOOL, COORDINATES, INT, LOST, GroupOf, ListOf, Type, describe
from parlour.languages.senet.syntax import tree

if TYPE_CHECKING:
    from parlour.languages.senet.check.bodies import Body


def place(body: Body, expr: tree.Place) -> Type:
    """`piece >> board [x, y]`"""
    found = _piece(body, expr.piece)
    if not _is(body, found, PIECE):
        title = f"left of `>>` stands a Piece, and this is {describe(found)}"
        hint = "a group of pieces extends Piece: `group Mark(Piece) { … };`"
        body.world.mistype(codes.NOT_A_PIECE, title, expr.piece.span, hint)
    _board(body, expr.board, "right of `>>`")
    _coordinates(body, expr.at)
    return BOOL


def _piece(body: Body, expr: tree.Expr) -> Type:
    """What is placed: a piece, or a group of pieces, of which a new one is made each time."""
    is_name = isinstance(expr, tree.Variable) and body.resolve_variable(expr) is None
    group = body.world.group(expr.name, expr.span) if is_name and isinstance(expr, tree.Variable) else None
    if group is None or not group.extends(PIECE):
        return check_values.value(body, expr)
    title = f"`{group.name}` is a group; a new instance is placed each time, and belongs to the player on move"
    hint = f"make the instance yourself: `{group.name}() >> …`"
    body.world.tolerate(codes.GROUP_AS_PIECE, title, expr.span, hint, once=group.name)
    check_values.construct(body, group, (), expr.span)
    body.checked.meanings[id(expr)] = FreshPiece(group)
    body.checked.types[id(expr)] = GroupOf(group.name)
    return GroupOf(group.name)


def take(body: Body, expr: tree.Take) -> Type:
    """`receiver << giver [x, y]`, `receiver << piece`, `receiver << piece [x, y]`, `board << [x, y]`"""
    _board(body, expr.receiver, "left of `<<`")
    if expr.giver is None:
        assert expr.at is not None
        _coordinates(body, expr.at)
        return BOOL
    giver = check_values.value(body, expr.giver)
    if expr.at is not None:
        _coordinates(body, expr.at)
    if giver == COORDINATES and expr.at is None:
        return BOOL
    if _is(body, giver, PIECE) or (expr.at is not None and _is(body, giver, BOARD)):
        return BOOL
    if _is(body, giver, BOARD):
        hint = f"say which cell: `{expr.giver.span.text} [x]`"
        title = "of a board right of `<<` one cell is meant"
        body.world.mistype(codes.BAD_COORDINATES, title, expr.giver.span, hint)
    else:
        title = f"right of `<<` stands a Piece, or a Board with coordinates, and this is {describe(giver)}"
        body.world.mistype(codes.NOT_A_PIECE, title, expr.giver.span)
    return BOOL


def _board(body: Body, expr: tree.Expr, where: str) -> None:
    found = check_values.value(body, expr)
    if not _is(body, found, BOARD):
        title = f"{where} stands a Board, and this is {describe(found)}"
        hint = "a group of boards extends one: `group Grid(Boards.Rect(3, 3)) { … };`"
        body.world.mistype(codes.NOT_A_BOARD, title, expr.span, hint)


def _is(body: Body, type_: Type, name: str) -> bool:
    if not isinstance(type_, GroupOf):
        return type_ is LOST
    return body.world.groups[type_.name].extends(name) or type_.name in body.world.half_known


def _coordinates(body: Body, expr: tree.Expr) -> None:
    """A list of ints; a literal with one list in it is that list."""
    if isinstance(expr, tree.ListLiteral) and len(expr.items) == 1:
        inner = check_values.value(body, expr.items[0])
        if inner in (COORDINATES, LOST) or (isinstance(inner, ListOf) and inner.item is LOST):
            body.checked.types[id(expr)] = COORDINATES
            return
    if isinstance(expr, tree.ListLiteral):
        wrong = [(item, found) for item in expr.items if (found := check_values.value(body, item)) not in (INT, LOST)]
        body.checked.types[id(expr)] = COORDINATES
        for item, found in wrong:
            title = f"coordinates are ints, and this is {describe(found)}"
            body.world.mistype(codes.BAD_COORDINATES, title, item.span)
        return
    found = check_values.value(body, expr, COORDINATES)
    if not body.world.fits(found, COORDINATES):
        title = f"coordinates are a list<int>, and this is {describe(found)}"
        body.world.mistype(codes.BAD_COORDINATES, title, expr.span)


def single_list(checked_types: dict[int, Type], expr: tree.Expr) -> tree.Expr:
    """The expression that gives the coordinates: `[l]` with a list l is l."""
    if isinstance(expr, tree.ListLiteral) and len(expr.items) == 1:
        inner = checked_types.get(id(expr.items[0]))
        if isinstance(inner, ListOf):
            return expr.items[0]
    return expr
