"""Board equations: evaluated once, top to bottom; later ones overwrite the cells of earlier ones.

A board whose cells are all written down is a constant. Any other is painted into a list, equation by equation, and made
a board at the end, so that the program does not grow with the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, ConstValue, Evaluate, Expr, MakeTuple, Op, SetGlobal, Stmt
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, SYMBOL, BoardType, ListType, TupleType, Type
from parlour.languages.bogl.check import meaning as t
from parlour.languages.bogl.check.types import INT as INT_TYPE

if TYPE_CHECKING:
    from parlour.languages.bogl.lower.lower import Lowering

# Larger boards are painted when the program starts, however simple their cells are; but of a board that is written down
# cell by cell every equation allows for some more.
LARGEST_CONSTANT = 1_000
CELLS_PER_EQUATION = 10


Literal = t.Number | t.Text | t.Truth | t.Symbol | t.Side


def fill_board(lowering: Lowering, definition: t.BoardDefinition) -> list[Stmt]:
    """Statements that give the global of a board its value."""
    span = definition.span
    equations = _effective(definition.equations)
    constant = _constant(lowering, equations)
    if constant is not None:
        return [SetGlobal(definition.name, Const(constant, lowering.board, span), span)]
    items = ListType(lowering.board.item)
    cells = nodes.Local(lowering.local("cells", items), items, span)
    filled = Op("list_fill", (Const(lowering.board.cells, INT), blank(items.item)), items, span)
    stmts: list[Stmt] = [Assign(cells.name, filled, span)]
    for equation in equations:
        stmts.extend(_paint(lowering, equation, cells))
    return [*stmts, SetGlobal(definition.name, Op("board_of", (cells,), lowering.board, span), span)]


def _effective(equations: Iterable[t.CellEquation]) -> list[t.CellEquation]:
    """Without the literals that a later equation for the same cells, or for all of them, overwrites."""
    kept: dict[tuple[int | str, int | str, int], t.CellEquation] = {}
    for number, equation in enumerate(equations):
        # A name stands for every column or row; computed equations are all kept, since computing may fail.
        column, row = ("" if isinstance(part, str) else part for part in (equation.column, equation.row))
        if column == row == "":
            kept = {key: earlier for key, earlier in kept.items() if not isinstance(earlier.value, Literal)}
        kept.pop((column, row, -1), None)
        kept[column, row, -1 if isinstance(equation.value, Literal) else number] = equation
    return list(kept.values())


def _constant(lowering: Lowering, equations: Sequence[t.CellEquation]) -> tuple[ConstValue, ...] | None:
    """The cells as they are written; None if some are computed, or if there are too many."""
    shape = lowering.board
    if shape.cells > LARGEST_CONSTANT + CELLS_PER_EQUATION * len(equations) or shape.item == ANY:
        return None
    cells: list[ConstValue] = [None] * shape.cells
    for equation in equations:
        if not isinstance(equation.value, Literal):
            return None
        value = equation.value.name if isinstance(equation.value, t.Symbol) else equation.value.value
        for y in _numbers(equation.row, shape.height):
            for x in _numbers(equation.column, shape.width):
                cells[(y - 1) * shape.width + x - 1] = value
    return tuple(cells)


def _numbers(coordinate: int | str, last: int) -> range:
    """The columns or rows that a coordinate stands for."""
    return range(1, last + 1) if isinstance(coordinate, str) else range(coordinate, coordinate + 1)


def _paint(lowering: Lowering, equation: t.CellEquation, cells: nodes.Local) -> list[Stmt]:
    """Puts the value of an equation into its cells, row by row; its variables are the coordinates of the cell."""
    shape, span = lowering.board, equation.span
    with lowering.scope.inside():
        places: list[Expr] = []
        loops: list[tuple[str, int]] = []
        for coordinate, last in ((equation.row, shape.height), (equation.column, shape.width)):
            if isinstance(coordinate, str):
                name = lowering.local(coordinate, INT)
                lowering.scope.bind(coordinate, name, INT_TYPE)
                loops.append((name, last))
                places.append(nodes.Local(name, INT, span))
            else:
                places.append(Const(coordinate, INT, span))
        y, x = places
        content = lowering.checked.board.content
        value = lowering.coerce(lowering.expression(equation.value), equation.value.type, content)
    row = Op("mul", (Op("sub", (y, Const(1, INT)), INT), Const(shape.width, INT)), INT)
    cell = Op("add", (row, Op("sub", (x, Const(1, INT)), INT)), INT)
    stmts: tuple[Stmt, ...] = (Evaluate(Op("list_set", (cells, cell, value), NONE, span), span),)
    for name, last in reversed(loops):
        stmts = (nodes.For(name, Const(1, INT), Const(last + 1, INT), stmts, span),)
    return list(stmts)


def blank(type_: Type) -> Expr:
    """Some value of a type, for a place that has none yet."""
    match type_:
        case TupleType(items):
            return MakeTuple(tuple(map(blank, items)), type_)
        case ListType():
            return nodes.MakeList((), type_)
        case BoardType(item=item):
            return Op("board_fill", (blank(item),), type_)
    if type_ == ANY:
        return nodes.Convert(Const(0, INT), ANY)
    return Const(_BLANKS[type_], type_)


_BLANKS: dict[Type, ConstValue] = {INT: 0, BOOL: False, STRING: "", SYMBOL: "Empty"}
