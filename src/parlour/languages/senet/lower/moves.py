"""What happens on a board: the functions of Parlour's own that `>>` and `<<` go through.

    put piece       puts a piece on a cell if it may stand there          Board.place, Piece.place, >>
    set piece       the same where that is known already                  >> of a new piece
    drop piece      the same through a `place` that the program defines   >>
    refused         an operation that did not succeed
    take piece      what stands on a cell goes to another board           board << board [x]
    pick up         a piece goes from where it stands to another board    board << piece

`MOVES` says what the running phase has done: 0 no board operation, 1 tried, 2 done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, Function, Return, SetField, SetGlobal, Stmt, Variable
from parlour.core.types import BOOL, INT
from parlour.languages.senet.check.meaning import BOARD, ON_MOVE, PIECE
from parlour.languages.senet.lower import calls as lower_calls
from parlour.languages.senet.lower.build import (
    A_BOARD,
    A_PIECE,
    CELLS,
    FALSE,
    MAYBE_BOARD,
    MAYBE_PIECE,
    NO_BOARD,
    NO_PIECE,
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
from parlour.languages.senet.lower.groups import STANDS_AT, STANDS_ON

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

MOVES = "moves tried"
NOT_TRIED, TRIED, DONE = 0, 1, 2
# What was changed last, for whoever draws the boards.
TOUCHED_BOARD = "touched board"
TOUCHED_CELL = "touched cell"

PUT, SET, DROP, REFUSED, IS_OPEN = "put piece", "set piece", "drop piece", "is refused", "is open"
TAKE, PICK_UP, PICK_UP_AT, FREE_CELL = "take piece", "pick up", "pick up to", "free cell"

_THIS, _INDEX, _PIECE = local("board", A_BOARD), local("index", INT), local("piece", A_PIECE)
_CELLS, _CELL = local("cells", CELLS), local("cell", MAYBE_PIECE)
_KEEP_CELLS = Assign("cells", cells(_THIS))
_LOCALS = (Variable("cells", CELLS), Variable("cell", MAYBE_PIECE))


class Moves:
    """Writes those of the functions that a program needs."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering

    def declare(self) -> None:
        """What every program with boards has."""
        for function in (_refused(), _owns(), _full(), self._is_open(), self._set(), self._put(), self._remove()):
            self.lowering.add(function)
        for function in (_board_place(), _piece_place()):
            self.lowering.add(function)

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

    def write_drop(self) -> None:
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

    def write_take(self) -> None:
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

    def write_pick_up(self) -> None:
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
