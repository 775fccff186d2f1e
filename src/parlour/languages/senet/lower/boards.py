"""Boards: where coordinates are, and what becomes of `>>` and `<<`.

Coordinates written as a literal become plain numbers, and no list is made for them. What an operation does to the cells
is in `lower_moves`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Const, Expr, Function, GlobalVariable, Return, Stmt, Variable
from parlour.core.types import BOOL, INT, ObjectType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import (
    BOARD,
    GEOMETRIES,
    HEX,
    LINE,
    LOOP,
    RECT,
    Construct,
    FreshPiece,
    Group,
    LocalName,
)
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.check.values import single_list
from parlour.languages.senet.lower import calls as lower_calls
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import A_BOARD, A_PIECE, MAYBE_BOARD, NUMBERS, local, number
from parlour.languages.senet.lower.groups import SIZES
from parlour.languages.senet.lower.moves import (
    DROP,
    IS_OPEN,
    PICK_UP,
    PICK_UP_AT,
    PUT,
    REFUSED,
    SET,
    TAKE,
    TOUCHED_BOARD,
    TOUCHED_CELL,
    Moves,
)
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.senet.check import meaning
    from parlour.languages.senet.lower.lower import Lowering

_AT = {RECT: "rect_at", LINE: "line_at", LOOP: "loop_at", HEX: "hex_at"}
_OF = {RECT: "rect_of", LINE: "line_of", LOOP: "loop_of", HEX: "hex_of"}
_AXES = {RECT: 2, LINE: 1, LOOP: 1, HEX: 2}


class Boards:
    """The boards of a program on their way to core."""

    # Methods of boards that are not always called like any other.
    SPECIAL = ("toi",)

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.moves = Moves(lowering)

    def declare(self) -> None:
        """Globals and functions of every program that has boards."""
        self.lowering.globals += [
            GlobalVariable(TOUCHED_BOARD, MAYBE_BOARD, is_presentation=True),
            GlobalVariable(TOUCHED_CELL, INT, is_presentation=True),
        ]
        self.moves.declare()
        for group in self.lowering.groups.all.values():
            if group.extends(BOARD) and not {"toi", "tol"}.isdisjoint(self.methods(group)):
                self._write_places(group)

    def methods(self, group: Group) -> dict[str, str]:
        """The built-in methods that a board group brings in itself, with their functions; not those that the program
        defines in it."""
        found: dict[str, str] = {}
        if group.name == BOARD:
            found = {name: f"{BOARD}.{name}" for name in ("owns", "full", "remove", "place", "toi", "tol")}
        elif group.name in GEOMETRIES or (group.parent is not None and group.parent.name in GEOMETRIES):
            found = {name: f"{group.name}.{name}" for name in ("toi", "tol")}
        own = group.methods if group.node is not None else {}
        return {name: function for name, function in found.items() if name not in own}

    # ----------------------------------------------------------------------------------------------- coordinates

    def sides(self, group: Group, this: Expr) -> list[Expr]:
        """The size of a board: numbers where it is known, else what the instance remembers."""
        geometry = group.geometry
        if geometry is None:
            return []
        size = self.lowering.groups.sizes[group.name]
        if size is not None:
            return [number(side) for side in size]
        if geometry not in self.lowering.groups.unsized:
            return [number(1)] * len(GEOMETRIES[geometry])
        board = self.lowering.fit(this, ObjectType(geometry))
        return [nodes.Field(board, name, INT) for name in SIZES[: len(GEOMETRIES[geometry])]]

    def _write_places(self, group: Group) -> None:
        """`toi` and `tol` of a geometry or of a board of known size; a Board without a shape has no places."""
        this = local("this", ObjectType(group.name))
        call, geometry = self.lowering.linker.call, group.geometry
        sides = self.sides(group, this)
        place, index = local("l", NUMBERS), local("x", INT)
        if geometry is None:
            where: Expr = number(-1)
            back: Expr = nodes.MakeList((), NUMBERS)
        else:
            where = call(_OF[geometry], [place, *sides])
            back = nodes.MakeList((index,), NUMBERS)
            if geometry == RECT:
                back = call("rect_list", [index, sides[0]])
            elif geometry == HEX:
                back = call("hex_list", [index, sides[0]])
        own = Variable("this", this.type)
        names = self.methods(group)
        if "toi" in names:
            self._routine(names["toi"], (own, Variable("l", NUMBERS)), INT, (Return(where),))
        if "tol" in names:
            self._routine(names["tol"], (own, Variable("x", INT)), NUMBERS, (Return(back),))

    def _routine(self, name: str, params: tuple[Variable, ...], result: CoreType, body: tuple[Stmt, ...]) -> None:
        self.lowering.add(Function(name, params, result, body, charge=number(1)))

    def index(self, board: Expr, group: Group, at: tree.Expr, span: Span) -> Expr:
        """The number of the cell at these coordinates of a board, which is a local; -1 off the board."""
        at = single_list(self.lowering.checked.types, at)
        known = lower_values.constant_item(self.lowering, at)
        at = known if known is not None else at
        found = self.lowering.groups.implementations(group, "toi")
        geometry = group.geometry
        is_plain = len(found) == 1 and geometry is not None and not self._is_overridden(group, "toi")
        if is_plain and geometry is not None and isinstance(at, tree.ListLiteral) and len(at.items) == _AXES[geometry]:
            axes = [lower_values.expression(self.lowering, item) for item in at.items]
            return self._folded(geometry, [*axes, *self.sides(group, board)], span)
        place = lower_values.expression(self.lowering, at, NUMBERS)
        method = group.method("toi")
        assert method is not None
        return lower_calls.call_method(self.lowering, group, method, board, [place], span)

    def _folded(self, geometry: str, args: list[Expr], span: Span) -> Expr:
        """The routine's result, worked out now if everything is known."""
        if geometry == RECT and all(isinstance(arg, Const) for arg in args):
            column, row, width, height = (arg.value for arg in args if isinstance(arg, Const))
            assert isinstance(column, int) and isinstance(row, int)
            assert isinstance(width, int) and isinstance(height, int)
            return number(row * width + column if 0 <= column < width and 0 <= row < height else -1, span)
        return self.lowering.linker.call(_AT[geometry], args, span)

    def _is_overridden(self, group: Group, name: str) -> bool:
        """The program defines this method itself for the group, an ancestor or a group below."""
        related = [other for other in self.lowering.groups.all.values() if other.extends(group.name)]
        return any(at.methods[name].node is not None for at in (*related, *group.line()) if name in at.methods)

    # ------------------------------------------------------------------------------------------------- operations

    def method(
        self, expr: tree.Call, group: Group, method: meaning.Function, receiver: tree.Expr | None
    ) -> Expr | None:
        """A call that is not made like others; None for all the rest."""
        if method.name != "toi" or method.node is not None:
            return None
        known = lower_values.constant_item(self.lowering, expr.arguments[0])
        if not isinstance(known if known is not None else expr.arguments[0], tree.ListLiteral):
            return None
        this = lower_values.an_object(self.lowering, receiver or tree.This(expr.span))
        if self.lowering.groups.sizes[group.name] is not None and isinstance(this, nodes.Global | nodes.Local):
            return self.index(this, group, expr.arguments[0], expr.span)
        return self.lowering.with_local(this, lambda board: self.index(board, group, expr.arguments[0], expr.span))

    def place(self, expr: tree.Place) -> Expr:
        """`piece >> board [x, y]`"""
        lowering, span = self.lowering, expr.span
        group, is_fresh = self._fresh(expr.piece)
        passes = self._is_overridden(group, "place")
        board_group = self._group(expr.board)
        if is_fresh and lowering.groups.is_simple(group) and not passes:
            # The piece is only made if it may stand there.
            def put_new(board: Expr) -> Expr:
                def on_cell(cell: Expr) -> Expr:
                    here = lowering.fit(board, A_BOARD)
                    made = lowering.fit(lowering.groups.make(group, span), A_PIECE)
                    put = nodes.Call(SET, (made, here, cell), BOOL, span)
                    is_open = nodes.Call(IS_OPEN, (here, cell), BOOL, span)
                    return nodes.Choose(is_open, put, nodes.Call(REFUSED, (), BOOL, span), BOOL, span)

                return lowering.with_local(self.index(board, board_group, expr.at, span), on_cell, "cell")

            return lowering.with_local(lower_values.an_object(lowering, expr.board), put_new, "board")

        def put(piece: Expr) -> Expr:
            def on_board(board: Expr) -> Expr:
                cell = self.index(board, board_group, expr.at, span)
                args = (lowering.fit(piece, A_PIECE), lowering.fit(board, A_BOARD), cell)
                return nodes.Call(DROP if passes else PUT, args, BOOL, span)

            return lowering.with_local(lower_values.an_object(lowering, expr.board), on_board, "board")

        if passes:
            self.moves.write_drop()
        made = (
            lowering.groups.new(group, (), expr.piece.span)
            if is_fresh
            else lower_values.an_object(lowering, expr.piece)
        )
        return lowering.with_local(made, put, "piece")

    def _fresh(self, expr: tree.Expr) -> tuple[Group, bool]:
        """The group of a piece, and whether it is a new one of just this group that nobody else has."""
        match self.lowering.checked.meaning(expr):
            case FreshPiece(group):
                return group, True
            case Construct(group) if isinstance(expr, tree.Call) and not expr.arguments:
                return group, True
            case LocalName(local) if id(local) in self.lowering.sunk:
                return self.lowering.sunk[id(local)], True
        return self._group(expr), False

    def _group(self, expr: tree.Expr) -> Group:
        type_ = self.lowering.checked.type_of(expr)
        assert isinstance(type_, GroupOf)
        return self.lowering.checked.groups[type_.name]

    def take(self, expr: tree.Take) -> Expr:
        """`board << [x]`, `board << board [x]`, `board << piece`, `board << piece [x]`"""
        lowering, span = self.lowering, expr.span
        receiver = lower_values.an_object(lowering, expr.receiver)
        group = self._group(expr.receiver)
        giver_type = None if expr.giver is None else lowering.checked.type_of(expr.giver)
        if not isinstance(giver_type, GroupOf):
            at = expr.at if expr.at is not None else expr.giver
            assert at is not None

            def discard(board: Expr) -> Expr:
                args = (lowering.fit(board, A_BOARD), self.index(board, group, at, span))
                return nodes.Call(f"{BOARD}.remove", args, BOOL, span)

            return lowering.with_local(receiver, discard, "board")
        assert expr.giver is not None
        giver_group = lowering.checked.groups[giver_type.name]
        giver = lower_values.an_object(lowering, expr.giver)
        if giver_group.extends(BOARD):
            assert expr.at is not None
            at_giver = expr.at
            self.moves.write_take()

            def from_board(board: Expr) -> Expr:
                def give(other: Expr) -> Expr:
                    cell = self.index(other, giver_group, at_giver, span)
                    args = (lowering.fit(board, A_BOARD), lowering.fit(other, A_BOARD), cell)
                    return nodes.Call(TAKE, args, BOOL, span)

                return lowering.with_local(giver, give, "giver")

            return lowering.with_local(receiver, from_board, "board")
        self.moves.write_pick_up()

        def pick_up(board: Expr) -> Expr:
            here = lowering.fit(board, A_BOARD)
            if expr.at is None:
                return nodes.Call(PICK_UP, (here, lowering.fit(giver, A_PIECE)), BOOL, span)
            at_cell = expr.at

            def to_cell(piece: Expr) -> Expr:
                cell = self.index(board, group, at_cell, span)
                return nodes.Call(PICK_UP_AT, (here, lowering.fit(piece, A_PIECE), cell), BOOL, span)

            return lowering.with_local(giver, to_cell, "piece")

        return lowering.with_local(receiver, pick_up, "board")
