"""Checks the equations of a board: every value fits, every position lies on the board, no cell is left out."""

from __future__ import annotations

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.scope import Scope, Variable
from parlour.languages.bogl.check.types import INT, Expanded, show
from parlour.languages.bogl.check.values import check, check_bounds, quoted_symbol
from parlour.languages.bogl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span


def board_definition(
    scope: Scope, definition: tree.ValueDefinition, equations: tree.BoardEquations, *, is_board: bool
) -> typed.BoardDefinition | None:
    """A board with its equations checked; None if there is something wrong with it, or if it is not said to be one."""
    checked: list[typed.CellEquation] = []
    is_placed = True
    for cell in equations.cells:
        is_cell_placed = _check_position(scope, cell)
        is_placed = is_placed and is_cell_placed
        value = _value(scope, definition, cell)
        if value is not None and is_cell_placed:
            checked.append(typed.CellEquation(cell.span, _coordinate(cell.column), _coordinate(cell.row), value))
    if is_board and is_placed:
        _check_complete(scope, definition, equations)
    if not is_board or len(checked) < len(equations.cells):
        return None
    mentions = frozenset(scope.mentions)
    return typed.BoardDefinition(definition.span, definition.name.text, mentions, tuple(checked))


def _coordinate(written: tree.Number | tree.Ident) -> int | str:
    return written.value if isinstance(written, tree.Number) else written.text


def _check_position(scope: Scope, cell: tree.CellEquation) -> bool:
    names = [part for part in (cell.column, cell.row) if isinstance(part, tree.Ident) and part.text != "_"]
    for number, name in enumerate(names):
        if not scope.check_variable(name, [other.text for other in names[:number]]):
            return False
    column = cell.column.value if isinstance(cell.column, tree.Number) else None
    row = cell.row.value if isinstance(cell.row, tree.Number) else None
    place = tree.Node(cell.column.span.to(cell.row.span))
    return check_bounds(scope, place, column, row)


def _value(scope: Scope, definition: tree.ValueDefinition, cell: tree.CellEquation) -> typed.Expr | None:
    """The value of an equation; the variables of its position are the coordinates of the cell."""
    content = scope.world.content

    def mismatch(kind: Expanded, span: Span) -> Diagnostic:
        holds = "" if content is None else show(content)
        title = f"a cell of the board `{definition.name.text}` holds {holds}, but this equation gives {show(kind)}"
        hint = (
            quoted_symbol(scope, span) or "what a cell may hold stands behind `of` in `type Board = Array (…,…) of …`"
        )
        return Diagnostic(codes.CELL_TYPE, title, (Label(span),), hint=hint, kind="type")

    variables = [part.text for part in (cell.column, cell.row) if isinstance(part, tree.Ident)]
    scope.variables = {name: Variable(INT, "coordinate") for name in variables}
    return check(scope, cell.value, content, mismatch)


def _check_complete(scope: Scope, definition: tree.ValueDefinition, equations: tree.BoardEquations) -> None:
    """Reports cells without a value. Takes time for what is written, not for the size of the board."""
    width, height = scope.world.width, scope.world.height
    if width is None or height is None:
        return
    columns: set[int] = set()
    rows: set[int] = set()
    cells: set[tuple[int, int]] = set()
    for cell in equations.cells:
        match cell.column, cell.row:
            case tree.Number(_, x), tree.Number(_, y):
                cells.add((x, y))
            case tree.Number(_, x), _:
                columns.add(x)
            case _, tree.Number(_, y):
                rows.add(y)
            case _:
                return
    alone = {(x, y) for x, y in cells if x not in columns and y not in rows}
    missing = (width - len(columns)) * (height - len(rows)) - len(alone)
    if missing == 0:
        return
    open_rows = (y for y in range(1, height + 1) if y not in rows)
    open_cells = ((x, y) for y in open_rows for x in range(1, width + 1) if x not in columns)
    x, y = next(cell for cell in open_cells if cell not in alone)
    more = f" and {missing - 1} more" if missing > 1 else ""
    name = definition.name.text
    scope.error(
        codes.INCOMPLETE_BOARD,
        f"board `{name}` has no value for ({x},{y}){more}",
        definition.name.span,
        hint=f"begin with an equation for all cells, `{name}!(x,y) = …`; later equations overwrite it",
    )
