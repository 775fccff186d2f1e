"""Boards of every geometry.

Each cell is one group with its anchor (`x,y`, counted from 0), the cell's own shape first and the piece upon it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, sqrt

import msgspec

from parlour.game.question import Anchor
from parlour.game.scene import Board, Piece
from parlour.present import drawing
from parlour.present.boards import cell_name, half_steps
from parlour.present.drawing import group, line, short
from parlour.present.layout.measure import clipped, length
from parlour.present.layout.pieces import FIGURES, Seats, draw_pieces, figure, shown_text, without_colors
from parlour.present.layout.placing import Point, along_loop, graph_places
from parlour.present.palette import color_word
from parlour.syntax.display import visible, width

_LARGEST_CELL, _SMALLEST_CELL = 60.0, 26.0
# Boards of many cells have smaller ones, so that they come to about this width.
_BOARD_WIDTH = 720.0
_WIDEST_CELL = 132.0
_GAP = 3.0
_FRAME = 8.0
# How large names of rows and columns are, and how large at most where a board is made smaller for a narrow screen.
_LABEL, _LARGEST_LABEL = 13.0, 22.0
_LONGEST_LABEL = 84.0
# A board that is so much wider than the room for it has larger names, and a line of cells more rows.
_TOO_WIDE = 1.2
# A chess board has so many rows and columns.
_CHESS_SIDE = 8
_CHESS_LETTERS = {"n" if name == "knight" else name[0]: name for name in FIGURES}

# So many cells that were drawn are remembered.
_MOST_CELLS = 4096

Shape = Callable[[str, str, float], drawing.Marks]


def draw_board(seats: Seats, board: Board, widest: float = _BOARD_WIDTH) -> drawing.Block:
    """A board with its coordinates; one without cells takes no room. It may be wider than `widest`: whoever has no more
    room makes it smaller, and its coordinates are so large that they can be read then."""
    if not board.cells:
        return drawing.Block(0, 0)
    chess = _with_figures(board)
    if chess is not None:
        return _named_as(board, draw_board(seats, chess, widest))
    drawn = _draw(seats, board, _LABEL, _BOARD_WIDTH)
    if drawn.width <= _TOO_WIDE * widest:
        return drawn
    return _draw(seats, board, short(min(_LARGEST_LABEL, _LABEL * drawn.width / widest)), widest)


def _draw(seats: Seats, board: Board, label: float, widest: float) -> drawing.Block:
    match board.geometry:
        case "square":
            lined = with_lines(board)
            return _square(seats, lined, label) if not lined.links else _points(seats, lined, label)
        case "hex" | "hex columns" | "hex rhombus":
            return _hex(seats, board, label)
        case "line":
            return _line(seats, board, widest)
        case "loop":
            return _loop(seats, board)
        case "graph":
            return _graph(seats, board, widest)


def _with_figures(board: Board) -> Board | None:
    """A board with the names of chess pieces, where their letters alone stand on it and two seats have a king."""
    owned = [piece for piece in board.all_pieces if not piece.is_hidden]
    kings = {piece.owner for piece in owned if piece.text in ("K", "k")}
    if len(kings - {None}) < 2 or any(piece.text.lower() not in _CHESS_LETTERS for piece in owned):
        return None

    def named(piece: Piece | None) -> Piece | None:
        return piece and replace(piece, text=_CHESS_LETTERS.get(piece.text.lower(), piece.text))

    return replace(board, cells=tuple(map(named, board.cells)))


def _named_as(board: Board, block: drawing.Block) -> drawing.Block:
    """The same drawing, whose cells are called what they are called on this board."""
    marks = tuple(
        msgspec.structs.replace(mark, name=visible(cell_words(board, mark.order)))
        if isinstance(mark, drawing.Group) and mark.anchor is not None
        else mark
        for mark in block.marks
    )
    return msgspec.structs.replace(block, marks=marks)


def cell_words(board: Board, number: int) -> str:
    """What is to be said of a cell: its name, and what stands on it."""
    name, pieces = cell_name(board, number), board.pieces(number)
    words = ", ".join("face down" if piece.is_hidden else piece.text for piece in pieces)
    return f"{name}: {words}" if pieces else name


# ---- cells


def _cell(seats: Seats, board: Board, number: int, at: Point, shape: Shape, room: Point) -> drawing.Group:
    """One cell. `shape` draws its outline, given the colours inside and around and how thick the line is."""
    pieces = board.pieces(number)
    anchor = Anchor(board.id, (number % board.width, number // board.width))
    words, ids = cell_words(board, number), tuple(piece.id for piece in pieces)
    fill = "mark" if number in board.marks else "dark-cell" if is_dark(board, number) else "cell"
    return _drawn_cell(seats, pieces, ids, anchor, number, words, fill, shape, *at, *room)


def is_dark(board: Board, number: int) -> bool:
    """Whether a cell of a chess board is a dark one, as that in the left lower corner is.

    >>> chess, go = (Board("b", "square", side, side, (None,) * side**2) for side in (8, 9))
    >>> [is_dark(chess, number) for number in (0, 1, 56)], is_dark(go, 72)
    ([False, True, True], False)
    """
    if (board.width, board.height) != (_CHESS_SIDE, _CHESS_SIDE) or board.geometry != "square" or board.gaps:
        return False
    return (number % board.width + number // board.width) % 2 == 1


# From one move to the next most cells stay as they are. Ids are no part of how a piece looks, but they are drawn.
@lru_cache(_MOST_CELLS, typed=True)
def _drawn_cell(
    seats: Seats,
    pieces: tuple[Piece, ...],
    ids: tuple[str, ...],
    anchor: Anchor,
    number: int,
    words: str,
    fill: str,
    shape: Shape,
    x: float,
    y: float,
    across: float,
    down: float,
) -> drawing.Group:
    is_marked = fill == "mark"
    outline = shape(fill, "ring", 3.0) if is_marked else shape(fill, "line", 1.0)
    return drawing.Group(
        (*outline, *draw_pieces(seats, pieces, across, down)),
        short(x),
        short(y),
        "cell last" if is_marked else "cell",
        anchor,
        number,
        visible(words),
    )


def _cells(board: Board, draw: Callable[[int], drawing.Group]) -> drawing.Marks:
    """All cells, always in one order: who has the drawing of the last position is sent what has changed."""
    return tuple(draw(number) for number in range(len(board.cells)) if number not in board.gaps)


# Shapes are cached, so that those of equal cells are the same function, by which a drawn cell is known again.
@lru_cache(typed=True)
def _box(across: float, down: float) -> Shape:
    def shape(fill: str, stroke: str, thick: float) -> drawing.Marks:
        inset = thick / 2
        return (
            drawing.Rect(
                fill=fill,
                stroke=stroke,
                x=short(-across / 2 + inset),
                y=short(-down / 2 + inset),
                width=short(across - thick),
                height=short(down - thick),
                rx=short(min(6.0, down * 0.12)),
                stroke_width=thick,
            ),
        )

    return shape


@lru_cache(typed=True)
def _round(radius: float) -> Shape:
    def shape(fill: str, stroke: str, thick: float) -> drawing.Marks:
        # A cell without a board around it needs a clear line of its own.
        around = "soft" if stroke == "line" else stroke
        return (drawing.Circle(fill=fill, stroke=around, r=short(radius - thick / 2), stroke_width=thick),)

    return shape


def _cell_height(columns: int, rows: int) -> float:
    return max(_SMALLEST_CELL, min(_LARGEST_CELL, _BOARD_WIDTH / max(columns, rows, 1)))


def _cell_width(seats: Seats, board: Board, down: float) -> float:
    """As wide as high, or wider where pieces have long names."""
    texts = {shown_text(seats, piece) for piece in board.all_pieces if not piece.is_hidden}
    texts.add(figure(without_colors(visible(board.longest_text), seats)))
    long = [text for text in texts if width(text) > 5 and color_word(text) is None]
    return max([down, *(min(_WIDEST_CELL, short(length(text, 13, is_bold=True) + 16)) for text in long)])


# ---- squares and hexagons


def _square(seats: Seats, board: Board, label: float) -> drawing.Block:
    down = _cell_height(board.width, board.height)
    across = _cell_width(seats, board, down)
    left, top = _label_room(board.rows, label), (label + 6 if any(board.columns) else 0)
    wide, high = board.width * (across + _GAP) - _GAP, board.height * (down + _GAP) - _GAP
    box = _box(across, down)

    def middle(x: int, y: int) -> Point:
        return left + _FRAME + x * (across + _GAP) + across / 2, top + _FRAME + y * (down + _GAP) + down / 2

    def at(number: int) -> Point:
        return middle(number % board.width, number // board.width)

    ground: drawing.Marks = (_ground(left, top, wide + 2 * _FRAME, high + 2 * _FRAME),)
    if board.gaps:  # A board with holes has ground only around its cells.
        frame = _box(across + 2 * _FRAME, down + 2 * _FRAME)("board", "none", 0)
        ground = _cells(board, lambda number: group(frame, *at(number)))
    cells = _cells(board, lambda number: _cell(seats, board, number, at(number), box, (across, down)))
    columns = _names(board.columns[: board.width], lambda x: (middle(x, 0)[0], top - label / 2 - 3.5), across, label)
    rows = _names(board.rows[: board.height], lambda y: (left - 8, middle(0, y)[1]), 0, label, anchor="end")
    # What stands on the left is balanced on the right, so that boards one below the other have one middle.
    return drawing.Block(2 * left + wide + 2 * _FRAME, top + high + 2 * _FRAME, columns + rows + ground + cells)


@lru_cache(typed=True)
def _point(pitch: float) -> Shape:
    def shape(fill: str, stroke: str, thick: float) -> drawing.Marks:
        if stroke != "line":
            return (drawing.Circle(fill=fill, stroke=stroke, r=short(pitch * 0.44), stroke_width=thick),)
        # What can be pointed at is larger than the point.
        around = drawing.Circle(fill="cell", r=short(pitch * 0.44), fill_opacity=0.0)
        return around, drawing.Circle(fill="soft", r=short(pitch * 0.11))

    return shape


def _points(seats: Seats, board: Board, label: float) -> drawing.Block:
    """Points of a square board that are joined by lines."""
    pitch = _cell_height(board.width, board.height) + _GAP
    left, top = _label_room(board.rows, label), (label + 6 if any(board.columns) else 0)
    wide, high = board.width * pitch + 2 * _FRAME, board.height * pitch + 2 * _FRAME

    def middle(number: int) -> Point:
        x, y = number % board.width, number // board.width
        return left + _FRAME + (x + 0.5) * pitch, top + _FRAME + (y + 0.5) * pitch

    ground = drawing.Rect(
        fill="cell",
        stroke="board",
        x=short(left),
        y=top,
        width=short(wide),
        height=short(high),
        rx=10,
        stroke_width=3,
    )
    lines = _links(board, middle)
    cells = _cells(
        board, lambda number: _cell(seats, board, number, middle(number), _point(pitch), (pitch * 0.9, pitch * 0.9))
    )
    columns = _names(board.columns[: board.width], lambda x: (middle(x)[0], top - label / 2 - 3.5), pitch, label)
    rows = _names(board.rows[: board.height], lambda y: (left - 8, middle(y * board.width)[1]), 0, label, anchor="end")
    return drawing.Block(2 * left + wide, top + high, (*columns, *rows, ground, *lines, *cells))


def _links(board: Board, place: Callable[[int], Point]) -> drawing.Marks:
    ends = [(place(one), place(other)) for one, other in board.links]
    return tuple(
        drawing.Line(
            stroke="soft",
            x1=short(x),
            y1=short(y),
            x2=short(to_x),
            y2=short(to_y),
            stroke_width=3,
        )
        for (x, y), (to_x, to_y) in ends
    )


def _ground(x: float, y: float, wide: float, high: float) -> drawing.Rect:
    return drawing.Rect(
        fill="board",
        x=short(x),
        y=short(y),
        width=short(wide),
        height=short(high),
        rx=10,
    )


def with_lines(board: Board) -> Board:
    """Where pieces of nobody are strokes (`-` and `|`), they are drawn as lines between the points that they lead to;
    points beside each other are joined, too. Where nobody's piece is a blank, there is no cell."""
    texts = [
        piece.text if piece is not None and piece.owner is None and not piece.is_hidden else None
        for piece in board.cells
    ]
    blanks = frozenset(number for number, text in enumerate(texts) if text is not None and not text.strip())
    gaps = board.gaps | blanks
    strokes = {
        sign: frozenset(number for number, text in enumerate(texts) if text in (sign, other))
        for sign, other in (("-", "─"), ("|", "│"))
    }
    if not all(strokes.values()):
        return replace(board, gaps=gaps) if blanks else board
    others = gaps.union(*strokes.values())
    links = []
    for number in range(len(board.cells)):
        for sign, step in (("-", 1), ("|", board.width)):
            beyond = number + step
            while number not in others and beyond in strokes[sign] and _is_ahead(board, beyond - step, beyond):
                beyond += step
            if not {number, beyond} & others and beyond < len(board.cells) and _is_ahead(board, beyond - step, beyond):
                links.append((number, beyond))
    return replace(board, gaps=others, links=(*board.links, *links))


def _is_ahead(board: Board, here: int, there: int) -> bool:
    """Whether a step has not left its row."""
    return there - here != 1 or there % board.width != 0


@lru_cache(typed=True)
def _hexagon(radius: float, is_rows: bool) -> Shape:
    def shape(fill: str, stroke: str, thick: float) -> drawing.Marks:
        # Neighbours share their sides; the line around the last move lies inside its own.
        is_shared = stroke == "line"
        r = radius if is_shared else radius - _GAP / 2 - thick / 2
        a = r * sqrt(3) / 2
        d = f"M0 {-r:.2f}L{a:.2f} {-r / 2:.2f}V{r / 2:.2f}L0 {r:.2f}L{-a:.2f} {r / 2:.2f}V{-r / 2:.2f}z"
        if not is_rows:
            d = f"M{-r:.2f} 0L{-r / 2:.2f} {-a:.2f}H{r / 2:.2f}L{r:.2f} 0L{r / 2:.2f} {a:.2f}H{-r / 2:.2f}z"
        around, width_of_it = ("board", _GAP) if is_shared else (stroke, thick)
        return (drawing.Path(fill=fill, stroke=around, d=d, stroke_width=width_of_it, stroke_linejoin="round"),)

    return shape


def _hex(seats: Seats, board: Board, label: float) -> drawing.Block:
    """Hexagons with a corner on top, every second row shifted by half a cell, or in a rhombus every row by half a cell
    more. With a side on top it is the same picture with the two axes exchanged."""
    is_rows, is_rhombus = board.geometry != "hex columns", board.geometry == "hex rhombus"

    # Half cells from the left, or in columns from the top, to the first and to the last cell of all.
    numbers = [number for number in range(len(board.cells)) if number not in board.gaps or not is_rhombus]
    starts = [
        2 * (number % board.width) + half_steps(board, number // board.width)
        if is_rows
        else 2 * (number // board.width) + half_steps(board, number % board.width)
        for number in numbers
    ]
    first, last = (min(starts), max(starts)) if is_rhombus else (0, max(starts))
    places, lines = (last - first + 2) / 2, board.height if is_rows else board.width
    widest = _cell_width(seats, board, _LARGEST_CELL)
    across = max(_cell_height(ceil(places), lines), min(widest, 96.0) * 0.9 if widest > _LARGEST_CELL else 0)
    radius = across / sqrt(3)
    left, top = _label_room(board.rows, label), (label + 6 if any(board.columns) else 0)

    def middle(x: int, y: int) -> Point:
        line, place = (y, x) if is_rows else (x, y)
        shift = across * (half_steps(board, line) - first) / 2
        along, beside = across / 2 + place * across + shift, radius + line * radius * 1.5
        return (left + _FRAME + along, top + 2 + beside) if is_rows else (left + _FRAME + beside, top + 2 + along)

    shape = _hexagon(radius, is_rows)
    room = (across * 0.86, across * 0.86)
    cells = _cells(
        board,
        lambda number: _cell(seats, board, number, middle(number % board.width, number // board.width), shape, room),
    )
    beside = across / 2 if is_rows else radius

    def above(x: int) -> Point:
        if not is_rhombus:
            return middle(x, 0)[0], top - label / 2 - 1.5
        # Columns slant: a name stands before the first cell in the direction of its column.
        first_row = next((y for y in range(board.height) if y * board.width + x not in board.gaps), 0)
        at = middle(x, first_row)
        return at[0] + (across if board.shift else -across) * 0.3, at[1] - radius * 0.9 - 6 - (label - _LABEL) / 2

    def before(y: int) -> Point:
        # Names of rows stand at their first cells, or below each other where these leave no room for them.
        start = left + _FRAME if board.gaps and is_rhombus else middle(0, y)[0] - beside
        return start - 6, middle(0, y)[1]

    columns = _names(board.columns[: board.width], above, across, label)
    rows = _names(board.rows[: board.height], before, 0, label, anchor="end")
    along = places * across
    thick = 2 * radius + (lines - 1) * radius * 1.5
    wide, high = (along + 2 * _FRAME, top + thick + 4) if is_rows else (thick + 2 * _FRAME, top + along + 4)
    return drawing.Block(2 * left + wide, high, columns + rows + cells)


# ---- lines, loops, graphs


def _line(seats: Seats, board: Board, widest: float) -> drawing.Block:
    """The cells in a row; a long line goes on in the next one."""
    down = _LARGEST_CELL - 8
    across = _cell_width(seats, board, down)
    count = len(board.cells)
    per_row = min(count, max(1, int(widest / (across + _GAP))))
    rows = -(-count // per_row)
    pitch = down + _LABEL + 2 * _FRAME + 10
    wide = per_row * (across + _GAP) - _GAP + 2 * _FRAME
    box = _box(across, down)

    def middle(number: int) -> Point:
        x = _FRAME + number % per_row * (across + _GAP) + across / 2
        return x, number // per_row * pitch + _LABEL + 6 + _FRAME + down / 2

    grounds = tuple(
        _ground(
            0,
            row * pitch + _LABEL + 6,
            min(per_row, count - row * per_row) * (across + _GAP) - _GAP + 2 * _FRAME,
            down + 2 * _FRAME,
        )
        for row in range(rows)
    )
    cells = _cells(board, lambda number: _cell(seats, board, number, middle(number), box, (across, down)))
    names = _names(
        [cell_name(board, number) for number in range(count)],
        lambda number: (middle(number)[0], middle(number)[1] - down / 2 - _FRAME - 9),
        across,
    )
    return drawing.Block(wide, rows * pitch - 4, grounds + names + cells)


def _loop(seats: Seats, board: Board) -> drawing.Block:
    """Cells along a ring, from its top and clockwise, which a small arrow at the first cell shows."""
    size = _round_cell(seats, board)
    places, outward, path = along_loop(len(board.cells), size + 8)
    around = size / 2 + 14
    labels = [cell_name(board, number) for number in range(len(board.cells))]
    track = drawing.Path(fill="none", stroke="board", d=path, stroke_width=short(size * 0.5))
    arrow = _arrow(places[0], outward[0], size / 2 + 9)
    names = _names(
        labels,
        lambda number: (
            places[number][0] + outward[number][0] * around,
            places[number][1] + outward[number][1] * around,
        ),
        size,
    )
    cells = _cells(
        board,
        lambda number: _cell(seats, board, number, places[number], _round(size / 2), (size * 0.92, size * 0.92)),
    )
    return _framed(places, size / 2 + 28, (track, arrow, *names, *cells))


def _arrow(cell: Point, outward: Point, away: float) -> drawing.Polygon:
    """A small triangle inside the ring, beside a cell, that points clockwise: outward, turned to the right."""
    x, y = cell[0] - outward[0] * away, cell[1] - outward[1] * away
    ahead, aside = (-outward[1] * 6, outward[0] * 6), (outward[0] * 5, outward[1] * 5)
    corners = (
        (x - ahead[0] + aside[0], y - ahead[1] + aside[1]),
        (x + ahead[0], y + ahead[1]),
        (x - ahead[0] - aside[0], y - ahead[1] - aside[1]),
    )
    return drawing.Polygon(fill="soft", points=" ".join(f"{across:.1f},{down:.1f}" for across, down in corners))


def _graph(seats: Seats, board: Board, widest: float) -> drawing.Block:
    """Cells as points, joined by lines; their names stand below them. Those that nothing joins stand in rows."""
    size = _round_cell(seats, board)
    labels = [cell_name(board, number) for number in range(len(board.cells))]
    longest = max(length(visible(label), _LABEL) for label in labels)
    pitch = max(size * 1.75, min(longest + 10, _WIDEST_CELL))
    found = graph_places(len(board.cells), board.width, board.height, board.links, int(widest / pitch))
    places = [(x * pitch, y * pitch) for x, y in found]
    lines = _links(board, places.__getitem__)
    cells = _cells(
        board,
        lambda number: _cell(seats, board, number, places[number], _round(size / 2), (size * 0.92, size * 0.92)),
    )
    names = _names(
        labels,
        lambda number: (places[number][0], places[number][1] + size / 2 + 11),
        pitch,
        halo=True,
    )
    return _framed(places, max(size / 2 + 22, min(longest, pitch) / 2), lines + names + cells)


def _round_cell(seats: Seats, board: Board) -> float:
    return min(96.0, _cell_width(seats, board, 48.0 if len(board.cells) <= 40 else 40.0))


def _framed(places: Sequence[Point], margin: float, marks: drawing.Marks) -> drawing.Block:
    """A picture around (0, 0) moved to where it begins at its top left corner."""
    left, top = (min(place[axis] for place in places) - margin for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) + margin for axis in (0, 1))
    return drawing.Block(short(right - left), short(bottom - top), (group(marks, -left, -top),))


# ---- names


def _label_room(labels: Iterable[str], size: float) -> float:
    longest = max((min(length(visible(label), size), _LONGEST_LABEL) for label in labels), default=0)
    return short(longest + 12) if longest else 0


def _names(
    labels: Sequence[str],
    place: Callable[[int], Point],
    room: float,
    size: float = _LABEL,
    *,
    anchor: str = "middle",
    halo: bool = False,
) -> drawing.Marks:
    """The names of cells, columns or rows; `room` is how wide one may be (0: as a label may be)."""
    drawn: list[drawing.Mark] = []
    for index, label in enumerate(labels):
        if label:
            x, y = place(index)
            shown = clipped(visible(label), size, room or _LONGEST_LABEL)
            text = line(shown, x, y, size, fill="soft", anchor=anchor)
            if halo:
                # Names that lie on lines are legible only with some ground around them. It is a text of its own below
                # them: not everybody who shows pictures knows that a stroke can come before its letters.
                drawn.append(msgspec.structs.replace(text, stroke="ground", stroke_width=5.0, stroke_linejoin="round"))
            drawn.append(text)
    return tuple(drawn)
