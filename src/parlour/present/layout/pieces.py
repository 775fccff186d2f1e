"""Pieces and cards as shapes.

`X` and `O` are a cross and a ring, names of colours are discs, one or two characters stand on a disc of their owner
(or alone, where nobody owns them), longer texts are labels. All pieces are drawn around (0, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

import msgspec

from parlour.game.scene import Piece
from parlour.present import drawing
from parlour.present.cards import suited
from parlour.present.drawing import group, line, short
from parlour.present.layout.measure import clipped, fitting, length, wrapped
from parlour.present.palette import color_word, legible_on, seat_color
from parlour.syntax.display import visible, width

CARD_WIDTH = 52.0
CARD_HEIGHT = 74.0
CORNER = 36.0
GAP_WIDTH, GAP_HEIGHT = 30.0, 42.0
_WIDEST_CARD = 104.0
_MOST_CARD_LINES = 4
_MOST_BELOW = 3
# Texts of nobody up to this length need no plate around them: numbers, letters, signs.
_LONGEST_PLAIN = 5
# What authors write for a place where nothing lies.
_NOTHING = ("", ".", "·")
# Pieces of chess by their names, and pieces of draughts that are told by their colour alone.
FIGURES = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}
_PLAIN_MEN = ("man", "stone", "disc")
_PLAIN = ("black", "white")
# Things of nobody that are known by their shape: what stands in a hole, and what is in the way.
_PEGS = ("peg", "marble", "stone", "lit")
_BLOCKS = ("arrow", "rock", "wall", "block")

# The names of the seats, for whoever is called by a colour has that colour.
Seats = tuple[str, ...]


def draw_pieces(seats: Seats, pieces: Sequence[Piece], across: float, down: float) -> drawing.Marks:
    """All that stands on a cell that is so wide and so high inside: one piece, several in a square, or words one below
    the other."""
    if len(pieces) <= 1:
        return tuple(mark for piece in pieces for mark in draw_piece(seats, piece, across, down))
    words = sum(not piece.is_hidden and width(shown_text(seats, piece)) > 2 for piece in pieces)
    columns = 1 if 2 * words > len(pieces) and len(pieces) <= _MOST_BELOW else ceil(sqrt(len(pieces)))
    rows = -(-len(pieces) // columns)
    wide, high = across / columns, down / rows
    drawn = []
    for index, piece in enumerate(pieces):
        x, y = ((index % columns + 0.5) * wide - across / 2, (index // columns + 0.5) * high - down / 2)
        drawn.append(group(draw_piece(seats, piece, wide, high), x, y))
    return tuple(drawn)


def draw_piece(seats: Seats, piece: Piece, across: float, down: float) -> drawing.Marks:
    """A piece in a cell that is so wide and so high inside."""
    return followed(piece, _shapes(seats, piece, across, down))


def shown_text(seats: Seats, piece: Piece) -> str:
    """What is written on a piece. Of a seat that is called by a colour its colour says it: `black rook` is a rook, and
    a rook is a figure. Where seats are called `xplayer` and `oplayer`, their pieces are `x` and `o`.

    >>> shown_text(("white", "black"), Piece("black rook", 1)), shown_text(("white", "black"), Piece("black", 1))
    ('♜', 'black')
    """
    text = visible(piece.text)
    if piece.owner is None or not 0 <= piece.owner < len(seats):
        return text
    name = seats[piece.owner]
    if text == name and text.endswith("player"):
        return text.removesuffix("player") or text
    return figure(without_colors(text, (name,)))


def figure(text: str) -> str:
    """The sign of a piece of chess, nothing for a man; any other text as it is."""
    return FIGURES.get(text, "" if text in _PLAIN_MEN else text)


def without_colors(text: str, seats: Seats) -> str:
    """A text without the names of seats that are called by a colour, if there are other words."""
    names = [name for name in seats if color_word(name) is not None]
    return " ".join(word for word in text.split(" ") if word not in names) or text


def followed(piece: Piece, marks: drawing.Marks) -> drawing.Marks:
    """The marks of a piece, under its id if it has one."""
    return (drawing.Group(marks, piece=piece.id),) if piece.id else marks


def _shapes(seats: Seats, piece: Piece, across: float, down: float) -> drawing.Marks:
    side = min(across, down)
    color = seat_color(piece.owner, seats)
    if piece.is_hidden:
        return _back(color or "back", side * 0.62, side * 0.8)
    text = shown_text(seats, piece)
    named = color_word(text)
    thick = short(side * 0.13)
    if text in ("X", "x"):
        arm = side * 0.27
        d = f"M{-arm:.1f} {-arm:.1f}L{arm:.1f} {arm:.1f}M{arm:.1f} {-arm:.1f}L{-arm:.1f} {arm:.1f}"
        return (drawing.Path(fill="none", stroke=color or "ink", d=d, stroke_width=thick, stroke_linecap="round"),)
    if text in ("O", "o"):
        return (drawing.Circle(fill="none", stroke=color or "ink", r=short(side * 0.28), stroke_width=thick),)
    if named is not None:
        # Black and white are told apart by anybody; beside other colours they have a letter as those have.
        is_plain = named in _PLAIN and all(color_word(name) in (None, *_PLAIN) for name in seats)
        return _disc(named, side, "" if is_plain else text[0].upper(), is_named=True)
    if color is None and text in _PEGS:
        return _disc("yellow" if text == "lit" else "back", side, "", is_named=True)
    if color is None and text in _BLOCKS:
        return (_plate("back", "edge", side * 0.72, side * 0.72, side * 0.12),)
    if color is None and width(text) <= _LONGEST_PLAIN:
        return (line(text, 0, 0, fitting(text, across * 0.8, side * 0.52, is_bold=True), is_bold=True),)
    if width(text) > 2:
        return _label(text, color, across, down)
    assert color is not None, "short texts of nobody are drawn already"
    return _disc(color, side, text, is_named=not color.startswith("seat"))


def _disc(color: str, side: float, text: str, *, is_named: bool) -> drawing.Marks:
    # The outline keeps a white piece apart from a light cell, and a black one from a dark cell.
    around = "edge" if is_named else color
    edge = drawing.Circle(fill=color, stroke=around, r=short(side * 0.37), stroke_width=short(side * 0.035))
    is_figure = text in FIGURES.values()
    size = fitting(text, side * 0.62, side * (0.56 if is_figure else 0.4), is_bold=not is_figure)
    return (edge, line(text, 0, 0, size, fill=legible_on(color), is_bold=not is_figure)) if text else (edge,)


def _label(text: str, color: str | None, across: float, down: float) -> drawing.Marks:
    wide = across - 6
    size = max(fitting(text, wide - 8, min(15.0, down * 0.4), is_bold=True), min(8.0, down * 0.4))
    high = min(down - 6, size * 2)
    shown = clipped(text, size, wide - 6, is_bold=True)
    fill = color or "tile"
    edge = "edge" if color is not None and not color.startswith("seat") else fill
    shape = _plate(fill, edge, wide, high, high * 0.28)
    return shape, line(shown, 0, 0, size, fill=legible_on(fill), is_bold=True)


def _plate(fill: str, stroke: str, wide: float, high: float, rx: float) -> drawing.Rect:
    """A rectangle around (0, 0)."""
    return drawing.Rect(
        fill=fill,
        stroke=stroke,
        x=short(-wide / 2),
        y=short(-high / 2),
        width=short(wide),
        height=short(high),
        rx=short(rx),
    )


# ---- cards


def card_width(pieces: tuple[Piece, ...]) -> float:
    """Wide enough for the longest word on any of these cards that is drawn as words."""
    words = (
        word
        for piece in pieces
        if not piece.is_hidden and suited(piece.text) is None
        for word in visible(piece.text).split(" ")
    )
    longest = max((length(word, 12, is_bold=True) for word in words), default=0.0)
    return short(min(max(CARD_WIDTH, longest + 10), _WIDEST_CARD))


def draw_card(seats: Seats, piece: Piece, wide: float) -> drawing.Marks:
    """A card that lies by itself: its face, or its back."""
    return followed(
        piece,
        _back(seat_color(piece.owner, seats) or "back", wide, CARD_HEIGHT)
        if piece.is_hidden
        else _face(visible(piece.text), wide),
    )


def _face(text: str, wide: float) -> drawing.Marks:
    if text in _NOTHING:
        return (msgspec.structs.replace(_plate("ground", "soft", wide, CARD_HEIGHT, 6), stroke_dasharray="4 3"),)
    sheet = _plate("card", "edge", wide, CARD_HEIGHT, 6)
    playing = suited(text)
    if playing is not None:
        ink = "suit" if playing.is_red else "print"
        written = playing.rank + playing.suit
        # The corner is all that is seen of a card in a fan.
        size = fitting(written, CORNER - 6, 14, is_bold=True)
        corner = line(written, -wide / 2 + 4, -CARD_HEIGHT / 2 + 13, size, fill=ink, anchor="start", is_bold=True)
        return sheet, corner, line(playing.suit, 0, 8, 30, fill=ink)
    words = text.split(" ")
    colors = [word for word in words if color_word(word) is not None]
    named = color_word(colors[0]) if len(colors) == 1 else None
    if named is not None and len(words) > 1:
        # "Red 7", "2 open green ovals": the colour is shown and written, so that nobody has to tell it by looking.
        first, rest = colors[0], " ".join(word for word in words if word != colors[0])
        band = f"M{-wide / 2 + 1:.1f} -14V-31a5 5 0 0 1 5 -5H{wide / 2 - 6:.1f}a5 5 0 0 1 5 5V-14z"
        size = fitting(first, wide - 8, 11, is_bold=True)
        name = line(first, 0, -25, size, fill=legible_on(named), is_bold=True)
        return sheet, drawing.Path(fill=named, d=band), name, *_lines(rest, wide, 11, 24)
    return sheet, *_lines(text, wide, 0, 24)


def draw_edge(wide: float) -> drawing.Mark:
    """What is seen of a card below another one."""
    return _plate("tile", "edge", wide, CARD_HEIGHT, 6)


def draw_gap() -> drawing.Mark:
    """Where cards would lie: smaller than a card, for there is nothing to see."""
    return msgspec.structs.replace(_plate("none", "soft", GAP_WIDTH, GAP_HEIGHT, 4), stroke_dasharray="4 3")


def _lines(text: str, wide: float, middle: float, largest: float) -> drawing.Marks:
    """A text in the middle of a card, large if it is short, in several lines if it is long."""
    room = wide - 8
    size = max(fitting(text, room, largest, is_bold=True), 12.0) if width(text) <= 3 else 12.0
    lines = wrapped(text, size, room, is_bold=True)
    if len(lines) > _MOST_CARD_LINES:
        rest = " ".join(lines[_MOST_CARD_LINES - 1 :])
        lines = [*lines[: _MOST_CARD_LINES - 1], clipped(rest, size, room, is_bold=True)]
    top = middle - (len(lines) - 1) * size * 0.6
    return tuple(
        line(words, 0, top + index * size * 1.2, size, fill="print", is_bold=True) for index, words in enumerate(lines)
    )


def _back(color: str, wide: float, high: float) -> drawing.Marks:
    """A pattern that no face has: a frame with a diamond in it."""
    on = legible_on(color) if color != "back" else "on-seat"
    inset = min(wide, high) * 0.1
    edge = _plate(color, "ground", wide, high, min(6.0, wide * 0.12))
    frame = _plate("none", on, wide - 2 * inset, high - 2 * inset, min(4.0, wide * 0.08))
    across, down = wide / 2 - 2 * inset, high / 2 - 2 * inset
    d = f"M0 {-down:.1f}L{across:.1f} 0L0 {down:.1f}L{-across:.1f} 0z"
    d += f"M0 {-down / 2:.1f}L{across / 2:.1f} 0L0 {down / 2:.1f}L{-across / 2:.1f} 0z"
    faint = msgspec.structs.replace(frame, stroke_opacity=0.7)
    return edge, faint, drawing.Path(fill="none", stroke=on, d=d, stroke_opacity=0.7)
