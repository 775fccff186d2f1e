"""What happens on a board: the functions of Parlour's own that `>>` and `<<` go through.

    put piece       puts a piece on a cell if it may stand there          Board.place, Piece.place, >>
    set piece       the same where that is known already                  >> of a new piece
    drop piece      the same through a `place` that the program defines   >>
    is refused      an operation that did not succeed
    take piece      what stands on a cell goes to another board           board << board [x]
    pick up         a piece goes from where it stands to another board    board << piece

`MOVES` says what the running phase has done: 0 no board operation, 1 tried, 2 done.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import FALSE, TRUE, assign, element, length, negated, none_of, number, op, set_element, when
from parlour.core.nodes import Expr, Function, Return, Stmt
from parlour.core.types import BOOL, INT, Type
from parlour.core.walk import walk_block
from parlour.languages.senet.check.meaning import BOARD, ON_MOVE, PIECE
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.instances import call_method
from parlour.languages.senet.lower.names import (
    A_BOARD,
    A_PIECE,
    CELLS,
    MAYBE_BOARD,
    MAYBE_PIECE,
    MOVES,
    STANDS_AT,
    STANDS_ON,
    TOUCHED_BOARD,
    TOUCHED_CELL,
)

NOT_TRIED, TRIED, DONE = 0, 1, 2

PUT, SET, DROP, REFUSED, IS_OPEN = "put piece", "set piece", "drop piece", "is refused", "is open"
TAKE, PICK_UP, PICK_UP_AT, FREE_CELL = "take piece", "pick up", "pick up to", "free cell"

# The parameters and locals of all these functions.
_BOARD, _INDEX, _PIECE = nodes.Local("board", A_BOARD), nodes.Local("index", INT), nodes.Local("piece", A_PIECE)
_CELLS, _CELL = nodes.Local("cells", CELLS), nodes.Local("cell", MAYBE_PIECE)
_BEFORE, _IS_FINE = nodes.Local("before", INT), nodes.Local("is fine", BOOL)
_AT, _ROOM, _RECEIVER = nodes.Local("at", INT), nodes.Local("room", INT), nodes.Local("receiver", A_BOARD)

_ONE = number(1)
_MOVES = nodes.Global(MOVES, INT)
_IS_PIECE, _THE_PIECE = nodes.Is(_CELL, A_PIECE), nodes.Narrow(_CELL, A_PIECE)
_OWNER = nodes.Field(_PIECE, "owner", INT)


def _cells(board: Expr) -> nodes.Field:
    return nodes.Field(board, "cells", CELLS)


_KEEP_CELLS = assign(_CELLS, _cells(_BOARD))
_KEEP_CELL = assign(_CELL, element(_CELLS, _INDEX))
_OFF_BOARD = nodes.Or(op("lt", _INDEX, number(0)), op("ge", _INDEX, length(_CELLS)))
_REFUSE: tuple[Stmt, ...] = (nodes.Evaluate(nodes.Call(REFUSED, (), BOOL)), Return(FALSE))
_FIND_PIECE = (_KEEP_CELLS, when(_OFF_BOARD, *_REFUSE), _KEEP_CELL, when(negated(_IS_PIECE), *_REFUSE))
_EMPTY_CELL = set_element(_CELLS, _INDEX, none_of(MAYBE_PIECE))
_FILL_CELL = set_element(_CELLS, _INDEX, nodes.Convert(_PIECE, MAYBE_PIECE))
_OWN = when(op("eq", _OWNER, number(-1)), assign(_OWNER, nodes.Global(ON_MOVE, INT)))


def declare(lowering: Lowering) -> None:
    """What every program with boards has."""
    tracks, fixed = lowering.groups.tracks_places, lowering.groups.fixed
    tried = when(op("eq", _MOVES, number(NOT_TRIED)), assign(_MOVES, number(TRIED)))
    _write(lowering, REFUSED, (), tried, Return(FALSE), charge=number(0))
    owner = nodes.Field(_THE_PIECE, "owner", INT)
    look = (_KEEP_CELLS, when(_OFF_BOARD, Return(number(-1))), _KEEP_CELL, when(_IS_PIECE, Return(owner)))
    _write(lowering, f"{BOARD}.owns", (_BOARD, _INDEX), *look, Return(number(-1)), result=INT, charge=number(0))
    is_free = when(negated(nodes.Is(element(_CELLS, _AT), A_PIECE)), Return(FALSE))
    _write(lowering, f"{BOARD}.full", (_BOARD,), _KEEP_CELLS, *_each_cell(is_free), Return(TRUE), charge=_ALL)
    # A cell is open if it is on the board, and empty or held by a piece that may be overwritten.
    beats = negated(nodes.Field(_THE_PIECE, "fixed", BOOL)) if fixed is None else FALSE if fixed else TRUE
    look = (_KEEP_CELLS, when(_OFF_BOARD, Return(FALSE)), _KEEP_CELL, when(_IS_PIECE, Return(beats)))
    _write(lowering, IS_OPEN, (_BOARD, _INDEX), *look, Return(TRUE), charge=number(0))
    beaten = (_KEEP_CELL, when(_IS_PIECE, *_stands_nowhere(lowering, _THE_PIECE))) if tracks else ()
    stands = _stands(lowering, _PIECE, _BOARD, _INDEX)
    put = (_PIECE, _BOARD, _INDEX)
    _write(lowering, SET, put, _KEEP_CELLS, *beaten, _FILL_CELL, _OWN, *stands, *_succeed(_BOARD, _INDEX))
    refused = when(negated(nodes.Call(IS_OPEN, (_BOARD, _INDEX), BOOL)), *_REFUSE)
    _write(lowering, PUT, put, refused, Return(nodes.Call(SET, put, BOOL)))
    gone = _stands_nowhere(lowering, _THE_PIECE)
    _write(lowering, f"{BOARD}.remove", put[1:], *_FIND_PIECE, _EMPTY_CELL, *gone, *_succeed(_BOARD, _INDEX))
    # `board.place(piece, x)` and `piece.place(board, x)`
    this, x = nodes.Local("this", A_BOARD), nodes.Local("x", INT)
    given = nodes.Local("p", MAYBE_PIECE)
    placed = Return(nodes.Call(PUT, (nodes.Narrow(given, A_PIECE), this, x), BOOL))
    _write(lowering, f"{BOARD}.place", (this, given, x), placed)
    this, given = nodes.Local("this", A_PIECE), nodes.Local("b", MAYBE_BOARD)
    placed = Return(nodes.Call(PUT, (this, nodes.Narrow(given, A_BOARD), x), BOOL))
    _write(lowering, f"{PIECE}.place", (this, given, x), placed)


def write_drop(lowering: Lowering) -> None:
    """`>>` through the program's own `place`: its bool is the verdict. If it says yes without having moved anything,
    the piece is put where it was to go."""
    if DROP in lowering.functions:
        return
    piece = lowering.checked.groups[PIECE]
    method = piece.method("place")
    assert method is not None
    asked = call_method(lowering, piece, method, _PIECE, [nodes.Convert(_BOARD, MAYBE_BOARD), _INDEX])
    standing = op("eq", element(_cells(_BOARD), _INDEX), nodes.Convert(_PIECE, MAYBE_PIECE))
    is_idle = nodes.And(op("ne", _MOVES, number(DONE)), negated(standing))
    put = assign(_IS_FINE, nodes.Call(PUT, (_PIECE, _BOARD, _INDEX), BOOL))
    _write(
        lowering,
        DROP,
        (_PIECE, _BOARD, _INDEX),
        _KEEP_CELLS,
        when(_OFF_BOARD, *_REFUSE),
        assign(_BEFORE, _MOVES),
        assign(_MOVES, number(NOT_TRIED)),
        assign(_IS_FINE, asked),
        when(
            _IS_FINE,
            when(is_idle, put, otherwise=(_OWN, assign(_MOVES, number(DONE)))),
            otherwise=_REFUSE[:1],
        ),
        keep_most(_BEFORE),
        Return(_IS_FINE),
        charge=None,
    )


def write_take(lowering: Lowering) -> None:
    """The piece on a cell of `board` goes to the first free cell of `receiver`."""
    if TAKE in lowering.functions:
        return
    _write_free_cell(lowering)
    _write(
        lowering,
        TAKE,
        (_RECEIVER, _BOARD, _INDEX),
        *_FIND_PIECE,
        assign(_ROOM, nodes.Call(FREE_CELL, (_RECEIVER,), INT)),
        when(op("lt", _ROOM, number(0)), *_REFUSE),
        _EMPTY_CELL,
        set_element(_cells(_RECEIVER), _ROOM, _CELL),
        *_stands(lowering, _THE_PIECE, _RECEIVER, _ROOM),
        *_succeed(_RECEIVER, _ROOM),
    )


def write_pick_up(lowering: Lowering) -> None:
    """A piece goes from where it stands to the first free cell of `board`, or to a cell of it."""
    if PICK_UP in lowering.functions:
        return
    _write_free_cell(lowering)
    stands = nodes.Field(_PIECE, STANDS_ON, MAYBE_BOARD)
    nowhere = when(negated(nodes.Is(stands, A_BOARD)), *_REFUSE)
    old = _cells(nodes.Narrow(stands, A_BOARD))
    leave = set_element(old, nodes.Field(_PIECE, STANDS_AT, INT), none_of(MAYBE_PIECE))
    arrive = (_FILL_CELL, *_stands(lowering, _PIECE, _BOARD, _INDEX), *_succeed(_BOARD, _INDEX))
    free = assign(_INDEX, nodes.Call(FREE_CELL, (_BOARD,), INT))
    full = when(op("lt", _INDEX, number(0)), *_REFUSE)
    _write(lowering, PICK_UP, (_BOARD, _PIECE), nowhere, free, full, _KEEP_CELLS, leave, *arrive)
    may_stand = when(negated(nodes.Call(IS_OPEN, (_BOARD, _INDEX), BOOL)), *_REFUSE)
    beaten = (_KEEP_CELL, when(_IS_PIECE, *_stands_nowhere(lowering, _THE_PIECE)))
    # The piece may stand on that very cell already: it is taken off before anything is beaten there.
    parts = (nowhere, may_stand, _KEEP_CELLS, leave, *beaten, *arrive)
    _write(lowering, PICK_UP_AT, (_BOARD, _PIECE, _INDEX), *parts)


def _write_free_cell(lowering: Lowering) -> None:
    """The first free cell of a board; -1 if it is full."""
    found = when(negated(nodes.Is(element(_CELLS, _AT), A_PIECE)), Return(_AT))
    body = (_KEEP_CELLS, *_each_cell(found), Return(number(-1)))
    _write(lowering, FREE_CELL, (_BOARD,), *body, result=INT, charge=_ALL)


# ------------------------------------------------------------------------------------------------------ small parts

_ALL = length(_cells(_BOARD))


def keep_most(before: Expr) -> Stmt:
    """`MOVES` is what was done before if that is more."""
    return when(op("gt", before, _MOVES), assign(_MOVES, before))


def _each_cell(turn: Stmt) -> tuple[Stmt, ...]:
    return (nodes.For(_AT.name, number(0), length(_CELLS), (turn,)),)


def _stands(lowering: Lowering, piece: Expr, board: Expr, index: Expr) -> tuple[Stmt, ...]:
    """The piece remembers where it stands."""
    if not lowering.groups.tracks_places:
        return ()
    there = nodes.Convert(board, MAYBE_BOARD)
    return (nodes.SetField(piece, STANDS_ON, there), nodes.SetField(piece, STANDS_AT, index))


def _stands_nowhere(lowering: Lowering, piece: Expr) -> tuple[Stmt, ...]:
    """The piece that stood on `index` of `board` is gone from there."""
    if not lowering.groups.tracks_places:
        return ()
    stood = op("eq", nodes.Field(piece, STANDS_ON, MAYBE_BOARD), nodes.Convert(_BOARD, MAYBE_BOARD))
    same = op("eq", nodes.Field(piece, STANDS_AT, INT), _INDEX)
    gone = (nodes.SetField(piece, STANDS_ON, none_of(MAYBE_BOARD)), nodes.SetField(piece, STANDS_AT, number(-1)))
    return (when(nodes.And(stood, same), *gone),)


def _succeed(board: Expr, index: Expr) -> tuple[Stmt, ...]:
    shown = (nodes.SetGlobal(TOUCHED_BOARD, nodes.Convert(board, MAYBE_BOARD)), nodes.SetGlobal(TOUCHED_CELL, index))
    return (assign(_MOVES, number(DONE)), *shown, Return(TRUE))


def _write(
    lowering: Lowering,
    name: str,
    params: tuple[nodes.Local, ...],
    *body: Stmt,
    result: Type = BOOL,
    charge: Expr | None = _ONE,
) -> None:
    """Adds a function; its locals are those that it writes."""
    written = {stmt.name for stmt in walk_block(body) if isinstance(stmt, nodes.Assign | nodes.For)}
    own: tuple[nodes.Local, ...] = (_CELLS, _CELL, _AT, _ROOM, _INDEX, _BEFORE, _IS_FINE)
    names = tuple(nodes.Variable(item.name, item.type) for item in own if item.name in written and item not in params)
    variables = tuple(nodes.Variable(param.name, param.type) for param in params)
    lowering.add(Function(name, variables, result, body, names, charge=charge))
