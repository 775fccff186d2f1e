"""Boards: where coordinates are, and the operations `>>` and `<<` that go through a few functions of Parlour's own.

    put piece       puts a piece on a cell if it may stand there          Board.place, Piece.place, >>
    set piece       the same where that is known already                  >> of a group
    drop piece      the same through a `place` that the program defines   >>
    refused         an operation that did not succeed
    take piece      what stands on a cell goes to another board           board << board [x]
    pick up         a piece goes from where it stands to another board    board << piece

`MOVES` says what the running phase has done: 0 no board operation, 1 tried, 2 done. Coordinates written as a literal
become plain numbers, and no list is made for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import (
    Assign,
    Const,
    Expr,
    Function,
    GlobalVariable,
    Return,
    SetField,
    SetGlobal,
    Stmt,
    Variable,
)
from parlour.core.types import BOOL, INT, ObjectType
from parlour.core.types import Type as CoreType
from parlour.languages.senet import lower_calls, lower_values, tree
from parlour.languages.senet.build import (
    A_BOARD,
    A_PIECE,
    CELLS,
    FALSE,
    MAYBE_BOARD,
    MAYBE_PIECE,
    NO_BOARD,
    NO_PIECE,
    NUMBERS,
    TRUE,
    both,
    cells,
    compare,
    either,
    element,
    is_piece,
    length,
    local,
    negated,
    number,
    set_element,
    the_piece,
    when,
    whole,
)
from parlour.languages.senet.check_operations import single_list
from parlour.languages.senet.lower_groups import SIZES, STANDS_AT, STANDS_ON
from parlour.languages.senet.meaning import (
    BOARD,
    GEOMETRIES,
    HEX,
    LINE,
    LOOP,
    ON_MOVE,
    PIECE,
    RECT,
    FreshPiece,
    Group,
)
from parlour.languages.senet.types import GroupOf
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.senet import meaning
    from parlour.languages.senet.lower import Lowering

MOVES = "moves tried"
NOT_TRIED, TRIED, DONE = 0, 1, 2
# What was changed last, for whoever draws the boards.
TOUCHED_BOARD = "touched board"
TOUCHED_CELL = "touched cell"

PUT, SET, DROP, REFUSED, IS_OPEN = "put piece", "set piece", "drop piece", "refused", "is open"
TAKE, PICK_UP, PICK_UP_AT, FREE_CELL = "take piece", "pick up", "pick up to", "free cell"

_AT = {RECT: "rect_at", LINE: "line_at", LOOP: "loop_at", HEX: "hex_at"}
_OF = {RECT: "rect_of", LINE: "line_of", LOOP: "loop_of", HEX: "hex_of"}
_AXES = {RECT: 2, LINE: 1, LOOP: 1, HEX: 2}

_THIS, _INDEX, _PIECE = local("board", A_BOARD), local("index", INT), local("piece", A_PIECE)
_CELLS, _CELL = local("cells", CELLS), local("cell", MAYBE_PIECE)
_KEEP_CELLS = Assign("cells", cells(_THIS))
_LOCALS = (Variable("cells", CELLS), Variable("cell", MAYBE_PIECE))


class Boards:
    """The boards of a program on their way to core."""

    # Methods of boards that are not always called like any other.
    SPECIAL = ("toi",)

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering

    def declare(self) -> None:
        """Globals and functions of every program that has boards."""
        self.lowering.globals += [
            GlobalVariable(TOUCHED_BOARD, MAYBE_BOARD, is_presentation=True),
            GlobalVariable(TOUCHED_CELL, INT, is_presentation=True),
        ]
        for function in (_refused(), _owns(), _full(), self._is_open(), self._set(), self._put(), self._remove()):
            self.lowering.add(function)
        self.lowering.add(_board_place())
        self.lowering.add(_piece_place())
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
        fresh = lowering.checked.meaning(expr.piece)
        group = self._group(expr.piece)
        passes = self._is_overridden(group, "place")
        board_group = self._group(expr.board)
        if isinstance(fresh, FreshPiece) and lowering.groups.is_simple(group) and not passes:
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
            self._write_drop()
        made = (
            lowering.groups.new(group, (), expr.piece.span)
            if isinstance(fresh, FreshPiece)
            else lower_values.an_object(lowering, expr.piece)
        )
        return lowering.with_local(made, put, "piece")

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
            self._write_take()

            def from_board(board: Expr) -> Expr:
                def give(other: Expr) -> Expr:
                    cell = self.index(other, giver_group, at_giver, span)
                    args = (lowering.fit(board, A_BOARD), lowering.fit(other, A_BOARD), cell)
                    return nodes.Call(TAKE, args, BOOL, span)

                return lowering.with_local(giver, give, "giver")

            return lowering.with_local(receiver, from_board, "board")
        self._write_pick_up()

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

    # ------------------------------------------------------------------------------------- functions of Parlour's own

    def _stands(self, piece: Expr, board: Expr, index: Expr) -> tuple[Stmt, ...]:
        """The piece remembers where it stands."""
        if not self.lowering.groups.tracks_places:
            return ()
        there = nodes.Convert(board, MAYBE_BOARD)
        return (SetField(piece, STANDS_ON, there), SetField(piece, STANDS_AT, index))

    def _stands_nowhere(self, piece: Expr) -> tuple[Stmt, ...]:
        """The piece that stood on `index` of `board` is gone from there."""
        if not self.lowering.groups.tracks_places:
            return ()
        stood = compare("eq", nodes.Field(piece, STANDS_ON, MAYBE_BOARD), nodes.Convert(_THIS, MAYBE_BOARD))
        same = compare("eq", nodes.Field(piece, STANDS_AT, INT), _INDEX)
        gone = (SetField(piece, STANDS_ON, NO_BOARD), SetField(piece, STANDS_AT, number(-1)))
        return (when(both(stood, same), *gone),)

    def _put(self) -> Function:
        refused = when(negated(nodes.Call(IS_OPEN, (_THIS, _INDEX), BOOL)), *_refuse())
        put = Return(nodes.Call(SET, (_PIECE, _THIS, _INDEX), BOOL))
        return _function(PUT, (_PIECE, _THIS, _INDEX), [refused, put])

    def _set(self) -> Function:
        piece = the_piece(_CELL)
        body: list[Stmt] = [_KEEP_CELLS]
        if self.lowering.groups.tracks_places:
            body.append(Assign("cell", element(_CELLS, _INDEX)))
            body.append(when(is_piece(_CELL), *self._stands_nowhere(piece)))
        unowned = compare("eq", nodes.Field(_PIECE, "owner", INT), number(-1))
        body += [
            set_element(_CELLS, _INDEX, nodes.Convert(_PIECE, MAYBE_PIECE)),
            when(unowned, SetField(_PIECE, "owner", whole(ON_MOVE))),
            *self._stands(_PIECE, _THIS, _INDEX),
            *_succeed(),
        ]
        return _function(SET, (_PIECE, _THIS, _INDEX), body)

    def _is_open(self) -> Function:
        """The cell is on the board, and empty or held by a piece that may be overwritten."""
        fixed = self.lowering.groups.fixed
        may_beat: Expr = negated(nodes.Field(the_piece(_CELL), "fixed", BOOL))
        if fixed is not None:
            may_beat = Const(not fixed, BOOL)
        body = (
            _KEEP_CELLS,
            when(_off_board(), Return(FALSE)),
            Assign("cell", element(_CELLS, _INDEX)),
            when(is_piece(_CELL), Return(may_beat)),
            Return(TRUE),
        )
        params = (Variable("board", A_BOARD), Variable("index", INT))
        return Function(IS_OPEN, params, BOOL, body, _LOCALS, charge=number(0))

    def _remove(self) -> Function:
        body = [
            *_unless_on_board(),
            Assign("cell", element(_CELLS, _INDEX)),
            when(negated(is_piece(_CELL)), *_refuse()),
            set_element(_CELLS, _INDEX, NO_PIECE),
            *self._stands_nowhere(the_piece(_CELL)),
            *_succeed(),
        ]
        return _function(f"{BOARD}.remove", (_THIS, _INDEX), body)

    def _write_drop(self) -> None:
        """`>>` through the program's own `place`: its bool is the verdict. If it says yes without having moved
        anything, the piece is put where it was to go."""
        if DROP in self.lowering.functions:
            return
        before, is_fine = local("before", INT), local("is fine", BOOL)
        piece = self.lowering.checked.groups[PIECE]
        method = piece.method("place")
        assert method is not None
        args: list[Expr] = [nodes.Convert(_THIS, MAYBE_BOARD), _INDEX]
        asked = lower_calls.call_method(self.lowering, piece, method, _PIECE, args, None)
        standing = compare("eq", element(cells(_THIS), _INDEX), nodes.Convert(_PIECE, MAYBE_PIECE))
        is_idle = both(compare("ne", whole(MOVES), number(DONE)), negated(standing))
        unowned = compare("eq", nodes.Field(_PIECE, "owner", INT), number(-1))
        done = (when(unowned, SetField(_PIECE, "owner", whole(ON_MOVE))), SetGlobal(MOVES, number(DONE)))
        put = Assign("is fine", nodes.Call(PUT, (_PIECE, _THIS, _INDEX), BOOL))
        body: list[Stmt] = [
            *_unless_on_board(),
            Assign("before", whole(MOVES)),
            SetGlobal(MOVES, number(NOT_TRIED)),
            Assign("is fine", asked),
            when(
                is_fine,
                when(is_idle, put, otherwise=done),
                otherwise=(nodes.Evaluate(nodes.Call(REFUSED, (), BOOL)),),
            ),
            keep_most(before),
            Return(is_fine),
        ]
        locals_ = (*_LOCALS[:1], Variable("before", INT), Variable("is fine", BOOL))
        params = (Variable("piece", A_PIECE), Variable("board", A_BOARD), Variable("index", INT))
        self.lowering.add(Function(DROP, params, BOOL, tuple(body), locals_))

    def _write_take(self) -> None:
        """The piece on a cell of `board` goes to the first free cell of `receiver`."""
        if TAKE in self.lowering.functions:
            return
        self._write_free_cell()
        receiver, room = local("receiver", A_BOARD), local("room", INT)
        piece = the_piece(_CELL)
        body = [
            *_unless_on_board(),
            Assign("cell", element(_CELLS, _INDEX)),
            when(negated(is_piece(_CELL)), *_refuse()),
            Assign("room", nodes.Call(FREE_CELL, (receiver,), INT)),
            when(compare("lt", room, number(0)), *_refuse()),
            set_element(_CELLS, _INDEX, NO_PIECE),
            set_element(cells(receiver), room, _CELL),
            *self._stands(piece, receiver, room),
            *_succeed(receiver, room),
        ]
        self.lowering.add(_function(TAKE, (receiver, _THIS, _INDEX), body, Variable("room", INT)))

    def _write_pick_up(self) -> None:
        """A piece goes from where it stands to the first free cell of `board`, or to a cell of it."""
        if PICK_UP in self.lowering.functions:
            return
        self._write_free_cell()
        stands = nodes.Field(_PIECE, STANDS_ON, MAYBE_BOARD)
        nowhere = when(negated(nodes.Is(stands, A_BOARD)), *_refuse())
        old = cells(nodes.Narrow(stands, A_BOARD))
        leave = set_element(old, nodes.Field(_PIECE, STANDS_AT, INT), NO_PIECE)
        arrive = (
            set_element(_CELLS, _INDEX, nodes.Convert(_PIECE, MAYBE_PIECE)),
            *self._stands(_PIECE, _THIS, _INDEX),
            *_succeed(),
        )
        free = (Assign("index", nodes.Call(FREE_CELL, (_THIS,), INT)),)
        full = when(compare("lt", _INDEX, number(0)), *_refuse())
        first = [nowhere, *free, full, _KEEP_CELLS, leave, *arrive]
        self.lowering.add(_function(PICK_UP, (_THIS, _PIECE), first, Variable("index", INT)))
        may_stand = when(negated(nodes.Call(IS_OPEN, (_THIS, _INDEX), BOOL)), *_refuse())
        beaten = (
            Assign("cell", element(_CELLS, _INDEX)),
            when(is_piece(_CELL), *self._stands_nowhere(the_piece(_CELL))),
        )
        # The piece may stand on that very cell already: it is taken off before anything is beaten there.
        second = [nowhere, may_stand, _KEEP_CELLS, leave, *beaten, *arrive]
        self.lowering.add(_function(PICK_UP_AT, (_THIS, _PIECE, _INDEX), second))

    def _write_free_cell(self) -> None:
        """The first free cell of a board; -1 if it is full."""
        at = local("at", INT)
        found = nodes.For("at", number(0), length(_CELLS), (when(negated(is_piece(element(_CELLS, at))), Return(at)),))
        body = (_KEEP_CELLS, found, Return(number(-1)))
        names = (Variable("cells", CELLS), Variable("at", INT))
        self.lowering.add(
            Function(FREE_CELL, (Variable("board", A_BOARD),), INT, body, names, charge=length(cells(_THIS)))
        )


# ------------------------------------------------------------------------------------------------------ small parts


def keep_most(before: Expr) -> Stmt:
    """`MOVES` is what was done before if that is more."""
    return when(compare("gt", before, whole(MOVES)), SetGlobal(MOVES, before))


def _function(name: str, params: tuple[nodes.Local, ...], body: list[Stmt], *more: Variable) -> Function:
    """A routine that gives a bool; only the locals that it uses are declared."""
    variables = tuple(Variable(param.name, param.type) for param in params)
    written = {stmt.name for stmt in body if isinstance(stmt, Assign)}
    used = tuple(variable for variable in _LOCALS if variable.name in written)
    return Function(name, variables, BOOL, tuple(body), (*used, *more), charge=number(1))


def _refuse() -> tuple[Stmt, ...]:
    return (nodes.Evaluate(nodes.Call(REFUSED, (), BOOL)), Return(FALSE))


def _succeed(board: Expr = _THIS, index: Expr = _INDEX) -> tuple[Stmt, ...]:
    shown = (SetGlobal(TOUCHED_BOARD, nodes.Convert(board, MAYBE_BOARD)), SetGlobal(TOUCHED_CELL, index))
    return (SetGlobal(MOVES, number(DONE)), *shown, Return(TRUE))


def _off_board() -> Expr:
    return either(compare("lt", _INDEX, number(0)), compare("ge", _INDEX, length(_CELLS)))


def _unless_on_board() -> tuple[Stmt, ...]:
    return (_KEEP_CELLS, when(_off_board(), *_refuse()))


def _refused() -> Function:
    tried = when(compare("eq", whole(MOVES), number(NOT_TRIED)), SetGlobal(MOVES, number(TRIED)))
    return Function(REFUSED, (), BOOL, (tried, Return(FALSE)), charge=number(0))


def _owns() -> Function:
    body = (
        _KEEP_CELLS,
        when(_off_board(), Return(number(-1))),
        Assign("cell", element(_CELLS, _INDEX)),
        when(is_piece(_CELL), Return(nodes.Field(the_piece(_CELL), "owner", INT))),
        Return(number(-1)),
    )
    params = (Variable("board", A_BOARD), Variable("index", INT))
    return Function(f"{BOARD}.owns", params, INT, body, _LOCALS, charge=number(0))


def _full() -> Function:
    at = local("at", INT)
    free = when(negated(is_piece(element(_CELLS, at))), Return(FALSE))
    body = (_KEEP_CELLS, nodes.For("at", number(0), length(_CELLS), (free,)), Return(TRUE))
    names = (Variable("cells", CELLS), Variable("at", INT))
    return Function(f"{BOARD}.full", (Variable("board", A_BOARD),), BOOL, body, names, charge=length(cells(_THIS)))


def _board_place() -> Function:
    """`board.place(piece, x)`"""
    piece = nodes.Narrow(local("p", MAYBE_PIECE), A_PIECE)
    params = (Variable("this", A_BOARD), Variable("p", MAYBE_PIECE), Variable("x", INT))
    put = nodes.Call(PUT, (piece, local("this", A_BOARD), local("x", INT)), BOOL)
    return Function(f"{BOARD}.place", params, BOOL, (Return(put),), charge=number(1))


def _piece_place() -> Function:
    """`piece.place(board, x)`"""
    board = nodes.Narrow(local("b", MAYBE_BOARD), A_BOARD)
    params = (Variable("this", A_PIECE), Variable("b", MAYBE_BOARD), Variable("x", INT))
    put = nodes.Call(PUT, (local("this", A_PIECE), board, local("x", INT)), BOOL)
    return Function(f"{PIECE}.place", params, BOOL, (Return(put),), charge=number(1))
