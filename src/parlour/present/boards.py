"""Boards as lines of text.

A square board has one of two styles, and is drawn in a window where neither fits::

    grid:       1   2   3              open:     1 2 3
              ┌───┬───┬───┐                    ┌───────┐
            2 │ X │ · │ O │                  2 │ X · O │
              ├───┼───┼───┤                  1 │ · · X │
            1 │ · │ · │‹X›│                    └───────┘
              └───┴───┴───┘

Hexagonal boards are drawn as hexagons or, where pieces have long names, as shifted rows or columns; a line as a row
(or several, when it is long), a loop as a ring of two rows, a graph as a list of its cells with their neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.game.scene import Board
from parlour.present.ink import Ink
from parlour.present.window import Window
from parlour.syntax.display import width

# More rows than a screen has are no picture any more; grids double the rows.
_MOST_ROWS = 40
_MOST_GRID_ROWS = 16
_MOST_LINES = 10
_WIDEST_CELL = 12
_WIDEST_LABEL = 8


def draw_board(board: Board, ink: Ink, columns: int) -> list[str]:
    """The lines of a board, none wider than `columns` (which are at least 20)."""
    if not board.width or not board.height:
        return []
    match board.geometry:
        case "square":
            return _square(board, ink, columns)
        case "hex" | "hex rhombus":
            return _hex(board, ink, columns)
        case "hex columns":
            return _hex_columns(board, ink, columns)
        case "line":
            return _line(board, ink, columns)
        case "loop":
            return _loop(board, ink, columns)
        case "graph":
            return _graph(board, ink, columns)


def cell_name(board: Board, number: int) -> str:
    """What people call a cell: its column and row (only one of them on a line), or its number from 1.

    >>> cell_name(Board("b", "square", 2, 2, (None,) * 4, columns=("a", "b"), rows=("2", "1")), 3)
    'b1'
    """
    column, row = _at(board.columns, number % board.width), _at(board.rows, number // board.width)
    if board.height == 1 and column:
        return column
    if board.width == 1 and row:
        return row
    both = f"{column},{row}" if column[-1:].isdigit() and row else column + row
    return both or str(number + 1)


# ---- squares


def _square(board: Board, ink: Ink, columns: int) -> list[str]:
    cell = _cell_width(board, ink, columns)
    side = _label_width(board.rows, ink, columns)
    left = side + 1 if side else 0
    is_grid = board.height <= _MOST_GRID_ROWS and left + 1 + board.width * (cell + 3) <= columns
    across, down = _windows(board, board.width if is_grid else (columns - left - 3) // (cell + 1))
    rows = [[_inside(board, ink, y * board.width + x, cell, is_grid=is_grid) for x in across.shown] for y in down.shown]
    labels = [_row_label(board, ink, y, side) for y in down.shown]
    framed = _grid(rows, labels, cell, left, ink) if is_grid else _open(rows, labels, cell, left, ink)
    names = [_at(board.columns, x) for x in across.shown]
    heading = _heading(names, left + 2, cell + 3 if is_grid else cell + 1, cell, ink, columns)
    return [*heading, *framed, *_note(board, across, down, ink, columns)]


def _inside(board: Board, ink: Ink, number: int, cell: int, *, is_grid: bool) -> str:
    """A cell with the blank before it and, in a grid, the one behind it. The last move is marked by colour or, without
    colours, by signs beside the piece: `‹X›` in a grid, `▸X` elsewhere."""
    if number in board.gaps:
        return " " * (cell + (2 if is_grid else 1))
    is_marked = number in board.marks
    room = " " + ink.cell(board.pieces(number), cell, is_marked=is_marked) + (" " if is_grid else "")
    if not is_marked or ink.color:
        return room
    face = room.strip(" ")
    start = room.index(face) or 1
    before, behind = ("‹", "›") if is_grid else ("▸", "")
    end = start + len(face)
    return room[: start - 1] + ink.signs(before) + face + ink.signs(behind) + room[end + len(behind) :]


def _grid(rows: Sequence[Sequence[str]], labels: Sequence[str], cell: int, left: int, ink: Ink) -> list[str]:
    margin, bar, dash = " " * left, ink.signs("│"), "─" * (cell + 2)
    lines = []
    for index, row in enumerate(rows):
        corners = "├┼┤" if index else "┌┬┐"
        lines.append(margin + ink.signs(corners[0] + corners[1].join([dash] * len(row)) + corners[2]))
        lines.append(labels[index] + bar + bar.join(row) + bar)
    return [*lines, margin + ink.signs("└" + "┴".join([dash] * len(rows[0])) + "┘")]


def _open(rows: Sequence[Sequence[str]], labels: Sequence[str], cell: int, left: int, ink: Ink) -> list[str]:
    margin, bar, dash = " " * left, ink.signs("│"), "─" * (len(rows[0]) * (cell + 1) + 1)
    lines = [label + bar + "".join(row) + " " + bar for label, row in zip(labels, rows, strict=True)]
    return [margin + ink.signs(f"┌{dash}┐"), *lines, margin + ink.signs(f"└{dash}┘")]


def _heading(labels: Sequence[str], start: int, pitch: int, cell: int, ink: Ink, columns: int) -> list[str]:
    """The names of the columns, each in the middle of its own; those without room are left out."""
    line = ""
    for index, label in enumerate(labels):
        shown = ink.clip(ink.clean(label), _WIDEST_LABEL)
        at = max(0, start + index * pitch + (cell - width(shown)) // 2)
        if shown and at >= width(line) + (1 if line else 0) and at + width(shown) <= columns:
            line += " " * (at - width(line)) + shown
    return [line] if line else []


def _note(board: Board, across: Window, down: Window, ink: Ink, columns: int) -> list[str]:
    """What part of the board this is, if it is not all of it."""
    parts = []
    for window, labels, what in ((across, board.columns, "columns"), (down, board.rows, "rows")):
        if not window.is_whole:
            first, last = (_at(labels, number) or str(number + 1) for number in (window.first, window.shown[-1]))
            parts.append(f"{what} {ink.clean(first)} to {ink.clean(last)} of {window.of}")
    return [ink.soft(ink.clip(f"({', '.join(parts)})", columns))] if parts else []


# ---- hexagons


def _hex(board: Board, ink: Ink, columns: int) -> list[str]:
    cell = _cell_width(board, ink, columns)
    side = _label_width(board.rows, ink, columns)
    left = side + 1 if side else 0
    first, last = _extent(board)
    if cell == 1 and board.height <= _MOST_GRID_ROWS and left + (last - first) * 2 + 7 <= columns:
        return _hexagons(board, ink, side, left, columns)
    # Rows are shifted by half the distance of two cells, which must therefore be even; those of a rhombus by less where
    # it does not fit.
    pitch = cell + 1 + (cell + 1) % 2
    half = pitch // 2
    if board.geometry == "hex rhombus" and left + 1 + (last - first) * half + pitch > columns:
        pitch, half = cell + 1, 1
    shifts = [half_steps(board, y) * half for y in range(board.height)]
    begin = min(x * pitch + shifts[y] for y in range(board.height) for x in range(board.width) if _is_cell(board, x, y))
    across, down = _windows(board, (columns - left - 1 - max(shifts)) // pitch)
    lines = []
    for y in down.shown:
        cells = [_inside(board, ink, y * board.width + x, cell, is_grid=False) for x in across.shown]
        shifted = _moved((" " * (pitch - cell - 1)).join(cells), shifts[y] - (begin if across.is_whole else 0))
        lines.append((_row_label(board, ink, y, side) + shifted).rstrip(" "))
    start = left + 1 + shifts[down.first] - (begin if across.is_whole else 0)
    heading = _heading([_at(board.columns, x) for x in across.shown], start, pitch, cell, ink, columns)
    return [*heading, *lines, *_note(board, across, down, ink, columns)]


def _hexagons(board: Board, ink: Ink, side: int, left: int, columns: int) -> list[str]:
    """Hexagons with a corner on top, each four columns wide and sharing its sides with its neighbours::

       ╱ ╲ ╱ ╲
      │ X │ · │
     ╱ ╲ ╱ ╲ ╱
    │ · │ O │
     ╲ ╱ ╲ ╱
    """
    lines = [_edges(board, ink, left, 0, is_first=True)]
    for y in range(board.height):
        cells = ""
        for x in range(board.width + 1):
            has_bar = _is_cell(board, x - 1, y) or _is_cell(board, x, y)
            cells += ink.signs("│") if has_bar else " "
            if x < board.width:
                cells += _inside(board, ink, y * board.width + x, 1, is_grid=True)
        lines.append((_row_label(board, ink, y, side) + _moved(cells, _shift(board, y, 4))).rstrip(" "))
        lines.append(_edges(board, ink, left, y + 1))
    # Columns of a rhombus slant: their names stand where they come from, those that begin further down beside an edge.
    slant = 0 if board.geometry == "hex" else 2 if board.shift else -2
    start = left + 2 + _shift(board, 0, 4) + slant
    names = [_at(board.columns, x) if _is_cell(board, x, 0) else "" for x in range(board.width)]
    return [*_heading(names, start, 4, 1, ink, columns), *lines]


def _edges(board: Board, ink: Ink, left: int, y: int, *, is_first: bool = False) -> str:
    """The slanted sides above row `y`: the lower ones of the row before and the upper ones of this row; and the names
    of columns that begin in it."""
    line = [" "] * (left + 2 * (_extent(board)[1] - _extent(board)[0]) + 7)
    if board.geometry == "hex rhombus" and not is_first and y < board.height:
        for x in range(board.width):
            is_begun = any(_is_cell(board, x, row) for row in range(y))
            name = ink.clean(_at(board.columns, x)) if _is_cell(board, x, y) and not is_begun else ""
            corner = left + 4 * x + _shift(board, y, 4) + (4 if board.shift else 0)
            if name and width(name) <= 2 and len(name) == width(name):
                start = corner if board.shift else corner + 1 - len(name)
                line[start : start + len(name)] = name
    for row, near, far in ((y - 1, "╲", "╱"), (y, "╱", "╲")):
        if 0 <= row < board.height:
            for x in range(board.width):
                if not _is_cell(board, x, row):
                    continue
                corner = left + 4 * x + _shift(board, row, 4)
                line[corner + 1], line[corner + 3] = near, far
    return ink.signs("".join(line).rstrip())


def _hex_columns(board: Board, ink: Ink, columns: int) -> list[str]:
    """Hexagons with a side on top, two lines high and sharing their sides, or where these do not fit the cells alone,
    those of the columns that are shifted down on lines of their own::

         ___
     ___╱ O ╲
    ╱ X ╲___╱
    ╲___╱ · ╲
        ╲___╱
    """
    cell = _cell_width(board, ink, columns)
    side = _label_width(board.rows, ink, columns)
    left = side + 1 if side else 0
    is_outlined = board.height <= _MOST_GRID_ROWS and left + board.width * (cell + 3) + 1 <= columns
    pitch = cell + 3 if is_outlined else cell + 1
    across, down = _windows(board, board.width if is_outlined else (columns - left - 1) // pitch)
    # The middle of a cell is one sign in a line of its own, however many characters its colours take.
    lines = [[" "] * (pitch * len(across.shown) + 1) for _ in range(2 * len(down.shown) + 2)]
    labels = ["" for _ in lines]
    for row, y in enumerate(down.shown):
        for column, x in enumerate(across.shown):
            top, start, number = 2 * row + _shift(board, x, 2), column * pitch, y * board.width + x
            if not column:
                labels[top + 1] = _at(board.rows, y)
            if number in board.gaps:
                continue
            if is_outlined:
                lines[top][start + 1 : start + pitch] = lines[top + 2][start + 1 : start + pitch] = "_" * (pitch - 1)
                for line, near, far in ((top + 1, "╱", "╲"), (top + 2, "╲", "╱")):
                    lines[line][start], lines[line][start + pitch] = ink.signs(near), ink.signs(far)
            inside = [""] * (cell + 1 + is_outlined)
            inside[0] = _inside(board, ink, number, cell, is_grid=is_outlined)
            first = start + 1 if is_outlined else start
            lines[top + 1][first : first + len(inside)] = inside
    drawn = [
        ((ink.right(ink.clean(label), side) + " " if side else "") + "".join(line)).rstrip(" ")
        for label, line in zip(labels, lines, strict=True)
    ]
    if not is_outlined:
        drawn = drawn[1:]
    while not drawn[-1]:
        drawn.pop()
    heading = _heading([_at(board.columns, x) for x in across.shown], left + 1 + is_outlined, pitch, cell, ink, columns)
    return [*heading, *drawn, *_note(board, across, down, ink, columns)]


def _is_cell(board: Board, x: int, y: int) -> bool:
    return 0 <= x < board.width and y * board.width + x not in board.gaps


def half_steps(board: Board, line: int) -> int:
    """By how many half cells a row, or a column of a board of columns, is shifted.

    >>> slanting = Board("b", "hex rhombus", 1, 3, (None,) * 3, shift=1)
    >>> [half_steps(slanting, row) for row in range(3)]
    [2, 1, 0]
    """
    if board.geometry == "hex rhombus":
        return board.height - 1 - line if board.shift else line
    return 1 if line % 2 == board.shift else 0


def _extent(board: Board) -> tuple[int, int]:
    """How many half cells from the left the first and the last of all cells of rows stand."""
    starts = [
        2 * x + half_steps(board, y) for y in range(board.height) for x in range(board.width) if _is_cell(board, x, y)
    ]
    return (min(starts), max(starts)) if board.geometry == "hex rhombus" and starts else (0, 2 * board.width - 1)


def _shift(board: Board, line: int, pitch: int) -> int:
    """By how many signs a row, or a column of a board of columns, is shifted; to the left where it begins with gaps."""
    return (half_steps(board, line) - _extent(board)[0]) * pitch // 2


def _moved(line: str, by: int) -> str:
    """A line moved to the right, or to the left over the blanks that it begins with."""
    return " " * by + line if by >= 0 else line[-by:]


# ---- lines, loops, graphs


def _line(board: Board, ink: Ink, columns: int) -> list[str]:
    """The cells in a row; as many rows as are needed, each going on where the one above ended."""
    cell = _cell_width(board, ink, columns)
    per_row = max(1, (columns - 1) // (cell + 3))
    count = -(-len(board.cells) // per_row)
    shown = Window.around(count, [mark // per_row for mark in board.marks], _MOST_LINES)
    lines: list[str] = []
    for row in shown.shown:
        numbers = range(row * per_row, min((row + 1) * per_row, len(board.cells)))
        lines += _heading([cell_name(board, number) for number in numbers], 2, cell + 3, cell, ink, columns)
        lines += _grid([[_inside(board, ink, number, cell, is_grid=True) for number in numbers]], [""], cell, 0, ink)
    if not shown.is_whole:
        first, last = shown.first * per_row, min((shown.shown[-1] + 1) * per_row, len(board.cells)) - 1
        named = f"(cells {cell_name(board, first)} to {cell_name(board, last)} of {len(board.cells)})"
        lines.append(ink.soft(ink.clip(ink.clean(named), columns)))
    return lines


def _loop(board: Board, ink: Ink, columns: int) -> list[str]:
    """The cells in a ring: along the upper row, and back along the lower one."""
    count = len(board.cells)
    cell = _cell_width(board, ink, columns)
    half = -(-count // 2)
    if count < 3 or 5 + half * (cell + 3) > columns:
        return [*_line(board, ink, columns), ink.soft(ink.clip("(the last cell leads to the first)", columns))]
    upper: list[int | None] = list(range(half))
    # The lower row runs backwards; with an odd number of cells it is one shorter.
    lower: list[int | None] = [None] * (2 * half - count) + list(reversed(range(half, count)))
    rows = [
        [" " * (cell + 2) if number is None else _inside(board, ink, number, cell, is_grid=True) for number in row]
        for row in (upper, lower)
    ]
    names = [["" if number is None else cell_name(board, number) for number in row] for row in (upper, lower)]
    sides = (("  ", "  "), ("╭─", "─╮"), ("│ ", " │"), ("╰─", "─╯"), ("  ", "  "))
    ring = [
        ink.signs(before) + line + ink.signs(behind)
        for (before, behind), line in zip(sides, _grid(rows, ["", ""], cell, 0, ink), strict=True)
    ]
    headings = [_heading(row, 4, cell + 3, cell, ink, columns) for row in names]
    return [*headings[0], *ring, *headings[1]]


def _graph(board: Board, ink: Ink, columns: int) -> list[str]:
    """Each cell with what stands on it and the cells it is joined to."""
    joined: list[list[int]] = [[] for _ in board.cells]
    for one, other in board.links:
        joined[one].append(other)
        joined[other].append(one)
    cell = _cell_width(board, ink, columns)
    names = [ink.clip(ink.clean(cell_name(board, number)), columns // 4) for number in range(len(board.cells))]
    side = max(map(width, names))
    shown = Window.around(len(board.cells), board.marks, _MOST_ROWS)
    lines = []
    for number in shown.shown:
        left = f"{ink.right(names[number], side)} {_inside(board, ink, number, cell, is_grid=True)}"
        neighbours = ", ".join(names[other] for other in sorted(set(joined[number])))
        room = columns - side - cell - 6
        lines.append(left + ink.signs(" ─ ") + ink.clip(neighbours, room) if neighbours else left)
    if not shown.is_whole:
        named = f"(cells {names[shown.first]} to {names[shown.shown[-1]]} of {shown.of})"
        lines.append(ink.soft(ink.clip(named, columns)))
    return lines


# ---- measures


def _cell_width(board: Board, ink: Ink, columns: int) -> int:
    """Wide enough for the widest piece, but not so wide that one cell fills the screen."""
    faces = {ink.face(board.pieces(number)) for number in range(len(board.cells))} | {ink.clean(board.longest_text)}
    widest = max(map(width, faces))
    return max(1, min(widest, _WIDEST_CELL, columns // 3))


def _label_width(labels: Sequence[str], ink: Ink, columns: int) -> int:
    widest = max((width(ink.clean(label)) for label in labels), default=0)
    return min(widest, _WIDEST_LABEL, columns // 4)


def _windows(board: Board, room: int) -> tuple[Window, Window]:
    """The columns and the rows that are drawn."""
    across = Window.around(board.width, [mark % board.width for mark in board.marks], room)
    return across, Window.around(board.height, [mark // board.width for mark in board.marks], _MOST_ROWS)


def _row_label(board: Board, ink: Ink, y: int, side: int) -> str:
    return ink.right(ink.clean(_at(board.rows, y)), side) + " " if side else ""


def _at(labels: Sequence[str], index: int) -> str:
    return labels[index] if index < len(labels) else ""
