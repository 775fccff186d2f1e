"""Board equations: evaluated once, top to bottom; later ones overwrite the cells of earlier ones.

A board whose cells are all written down is a constant. Any other is painted into a list, equation by equation, and made
a board at the end, so that the program does not grow with the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.core import nodes
from parlour.core.builder import assign, blank, number, set_element
from parlour.core.nodes import Const, ConstValue, Expr, Op, SetGlobal, Stmt
from parlour.core.types import ANY, INT, BoardType, ListType
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import INT as INT_TYPE
from parlour.languages.bogl.lower.calls import cell_at
from parlour.languages.bogl.lower.context import Body
from parlour.languages.bogl.lower.values import value_of

# Larger boards are painted when the program starts, however simple their cells are; but of a board that is written down
# cell by cell every equation allows for some more.
LARGEST_CONSTANT = 1_000
CELLS_PER_EQUATION = 10


Literal = typed.Number | typed.Text | typed.Truth | typed.Symbol | typed.Side


def fill_board(body: Body, definition: typed.BoardDefinition) -> list[Stmt]:
    """Statements that give the global of a board its value."""
    span, shape = definition.span, body.whole.board
    equations = _effective(definition.equations)
    constant = _constant(shape, equations)
    if constant is not None:
        return [SetGlobal(definition.name, Const(constant, shape, span), span)]
    items = ListType(shape.item)
    cells = body.build.fresh("cells", items, span)
    filled = Op("list_fill", (number(shape.cells), blank(shape.item, "Empty")), items, span)
    stmts: list[Stmt] = [assign(cells, filled, span)]
    for equation in equations:
        stmts.extend(_paint(body, equation, cells))
    return [*stmts, SetGlobal(definition.name, Op("board_of", (cells,), shape, span), span)]


def _effective(equations: Iterable[typed.CellEquation]) -> list[typed.CellEquation]:
    """Without the literals that a later equation for the same cells, or for all of them, overwrites."""
    kept: dict[tuple[int | str, int | str, int], typed.CellEquation] = {}
    for place, equation in enumerate(equations):
        # A name stands for every column or row; computed equations are all kept, since computing may fail.
        column, row = ("" if isinstance(part, str) else part for part in (equation.column, equation.row))
        if column == row == "":
            kept = {key: earlier for key, earlier in kept.items() if not isinstance(earlier.value, Literal)}
        kept.pop((column, row, -1), None)
        kept[column, row, -1 if isinstance(equation.value, Literal) else place] = equation
    return list(kept.values())


def _constant(shape: BoardType, equations: Sequence[typed.CellEquation]) -> tuple[ConstValue, ...] | None:
    """The cells as they are written; None if some are computed, or if there are too many."""
    if shape.cells > LARGEST_CONSTANT + CELLS_PER_EQUATION * len(equations) or shape.item == ANY:
        return None
    cells: list[ConstValue] = [None] * shape.cells
    for equation in equations:
        if not isinstance(equation.value, Literal):
            return None
        value = equation.value.name if isinstance(equation.value, typed.Symbol) else equation.value.value
        for y in _numbers(equation.row, shape.height):
            for x in _numbers(equation.column, shape.width):
                cells[(y - 1) * shape.width + x - 1] = value
    return tuple(cells)


def _numbers(coordinate: int | str, last: int) -> range:
    """The columns or rows that a coordinate stands for."""
    return range(1, last + 1) if isinstance(coordinate, str) else range(coordinate, coordinate + 1)


def _paint(body: Body, equation: typed.CellEquation, cells: nodes.Local) -> list[Stmt]:
    """Puts the value of an equation into its cells, row by row; its variables are the coordinates of the cell."""
    shape, span = body.whole.board, equation.span
    with body.scope.inside():
        places: list[Expr] = []
        loops: list[tuple[str, int]] = []
        for coordinate, last in ((equation.row, shape.height), (equation.column, shape.width)):
            if isinstance(coordinate, str):
                local = body.build.fresh(coordinate, INT, span)
                body.scope.bind(coordinate, local, INT_TYPE)
                loops.append((local.name, last))
                places.append(local)
            else:
                places.append(number(coordinate, span))
        value = value_of(body, equation.value, body.whole.checked.board.content)
    y, x = places
    stmts: tuple[Stmt, ...] = (set_element(cells, cell_at(shape, x, y), value, span),)
    for name, last in reversed(loops):
        stmts = (nodes.For(name, number(1), number(last + 1), stmts, span),)
    return list(stmts)
