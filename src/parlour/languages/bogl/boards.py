"""Board equations: each cell is given by the last equation that covers it.

A board whose cells are all constants is a constant; otherwise every equation that needs computing is computed for the
cells that it gives, row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Const, Expr, MakeBoard
from parlour.core.order import do
from parlour.core.types import INT
from parlour.languages.bogl import typed as t
from parlour.languages.bogl.types import INT as INT_TYPE

if TYPE_CHECKING:
    from parlour.languages.bogl.lower import Lowering


def board_value(lowering: Lowering, definition: t.BoardDefinition) -> Expr:
    """The board as one expression."""
    shape = lowering.board
    chosen = [_equation(definition, x, y) for y in range(1, shape.height + 1) for x in range(1, shape.width + 1)]
    cells = [_cell(lowering, equation, 1 + n % shape.width, 1 + n // shape.width) for n, equation in enumerate(chosen)]
    constants = [cell.value for cell in cells if isinstance(cell, Const)]
    if len(constants) == len(cells):
        return Const(tuple(constants), shape, definition.span)
    return MakeBoard(tuple(cells), shape, definition.span)


def _equation(definition: t.BoardDefinition, x: int, y: int) -> t.CellEquation:
    """The last equation for a cell; the checker has seen to it that there is one."""
    return next(
        equation
        for equation in reversed(definition.equations)
        if equation.column in (x,) or isinstance(equation.column, str)
        if equation.row in (y,) or isinstance(equation.row, str)
    )


def _cell(lowering: Lowering, equation: t.CellEquation, x: int, y: int) -> Expr:
    from parlour.languages.bogl.lower import Scope

    scope = Scope()
    before: list[nodes.Stmt] = []
    if not isinstance(equation.value, t.Number | t.Text | t.Truth | t.Symbol | t.Side):
        for name, number in ((equation.column, x), (equation.row, y)):
            if isinstance(name, str):
                local = lowering.local(name, INT)
                before.append(nodes.Assign(local, Const(number, INT), equation.span))
                scope = scope.bind(name, local, INT_TYPE)
    value = lowering.expression(equation.value, scope)
    return do(before, lowering.coerce(value, equation.value.type, lowering.checked.board.content))
