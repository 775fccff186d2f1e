"""Pieces and cards as shapes.

`X` and `O` are a cross and a ring, names of colours are discs, one or two characters stand on a disc of their owner
(or alone, where nobody owns them), longer texts are labels. All pieces are drawn around (0, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from parlour.game.scene import Piece
from parlour.present.cards import suited
from parlour.present.ink import Ink
from parlour.present.palette import color_word, legible_on
from parlour.present.svg.pen import COLUMN, Pen, words
from parlour.syntax.display import visible, width, wrap

CARD_WIDTH = 52.0
CARD_HEIGHT = 74.0
GAP_WIDTH, GAP_HEIGHT = 30.0, 42.0
_WIDEST_CARD = 104.0
_MOST_CARD_LINES = 4
# Texts of nobody up to this length need no plate around them: numbers, letters, signs.
_LONGEST_PLAIN = 5
_CLIPPER = Ink(color=False, ascii=False)


def draw_pieces(pen: Pen, pieces: Sequence[Piece], across: float, down: float) -> str:
    """All that stands on a cell that is so wide and so high inside: one piece, or several in a square."""
    if len(pieces) <= 1:
        return "".join(draw_piece(pen, piece, across, down) for piece in pieces)
    columns = ceil(sqrt(len(pieces)))
    rows = -(-len(pieces) // columns)
    wide, high = across / columns, down / rows
    drawn = []
    for index, piece in enumerate(pieces):
        x, y = ((index % columns + 0.5) * wide - across / 2, (index // columns + 0.5) * high - down / 2)
        drawn.append(pen.tag("g", draw_piece(pen, piece, wide, high), transform=f"translate({x:.6g} {y:.6g})"))
    return "".join(drawn)


def draw_piece(pen: Pen, piece: Piece, across: float, down: float) -> str:
    """A piece in a cell that is so wide and so high inside."""
    side = min(across, down)
    color = pen.seat(piece.owner)
    if piece.is_hidden:
        return _back(pen, color or "back", side * 0.62, side * 0.8)
    text = visible(piece.text)
    named = color_word(text)
    if text in ("X", "x"):
        arm = side * 0.27
        return pen.tag(
            "path",
            fill="none",
            stroke=color or "ink",
            d=f"M{-arm:.1f} {-arm:.1f}L{arm:.1f} {arm:.1f}M{arm:.1f} {-arm:.1f}L{-arm:.1f} {arm:.1f}",
            stroke_width=side * 0.13,
            stroke_linecap="round",
        )
    if text in ("O", "o"):
        return pen.tag("circle", fill="none", stroke=color or "ink", r=side * 0.28, stroke_width=side * 0.13)
    if named is not None:
        return _disc(pen, named, side, "" if named in ("black", "white") else text[0].upper(), is_named=True)
    if color is None and width(text) <= _LONGEST_PLAIN:
        return pen.line(text, 0, 0, min(side * 0.52, _fitting(text, across, side)), is_bold=True)
    if width(text) > 2:
        return _label(pen, text, color, across, down)
    assert color is not None, "short texts of nobody are drawn already"
    return _disc(pen, color, side, text, is_named=not color.startswith("seat"))


def _disc(pen: Pen, color: str, side: float, text: str, *, is_named: bool) -> str:
    # The outline keeps a white piece apart from a light cell, and a black one from a dark cell.
    edge = pen.tag("circle", fill=color, stroke="edge" if is_named else color, r=side * 0.37, stroke_width=side * 0.035)
    size = side * (0.4 if width(text) < 2 else 0.32)
    return edge + (pen.line(text, 0, 0, size, fill=legible_on(color), is_bold=True) if text else "")


def _label(pen: Pen, text: str, color: str | None, across: float, down: float) -> str:
    wide = across - 6
    size = min(15.0, down * 0.3, max((wide - 8) / (width(text) * COLUMN), 8.0))
    high = min(down - 6, size * 2)
    shown = _CLIPPER.clip(text, max(1, int((wide - 6) / (size * COLUMN))))
    fill = color or "tile"
    edge = "edge" if color is not None and not color.startswith("seat") else fill
    shape = pen.tag("rect", fill=fill, stroke=edge, x=-wide / 2, y=-high / 2, width=wide, height=high, rx=high * 0.28)
    return shape + pen.line(shown, 0, 0, size, fill=legible_on(fill), is_bold=True)


# ---- cards


def card_width(pieces: tuple[Piece, ...]) -> float:
    """Wide enough for the longest word on any of these cards that is drawn as words."""
    words = (
        word
        for piece in pieces
        if not piece.is_hidden and suited(piece.text) is None
        for word in visible(piece.text).split(" ")
    )
    longest = max(map(width, words), default=0)
    return min(max(CARD_WIDTH, longest * 12 * COLUMN + 14), _WIDEST_CARD)


def draw_card(pen: Pen, piece: Piece, wide: float) -> str:
    """A card that lies by itself: its face, or its back."""
    color = pen.seat(piece.owner)
    if piece.is_hidden:
        return _back(pen, color or "back", wide, CARD_HEIGHT)
    text = visible(piece.text)
    face = _sheet(pen, "card", wide)
    playing = suited(text)
    if playing is not None:
        ink = "suit" if playing.is_red else "print"
        written = playing.rank + playing.suit
        corner = pen.line(written, -wide / 2 + 5, -CARD_HEIGHT / 2 + 13, 14, fill=ink, anchor="start", is_bold=True)
        return face + corner + pen.line(playing.suit, 0, 12, 32, fill=ink)
    first, _, rest = text.partition(" ")
    named = color_word(first)
    if named is not None and rest:
        # "Red 7": the colour is shown and written, so that nobody has to tell it by looking.
        band = f"M{-wide / 2 + 1:.1f} -14V-31a5 5 0 0 1 5 -5H{wide / 2 - 6:.1f}a5 5 0 0 1 5 5V-14z"
        name = pen.line(first, 0, -25, _fitting(first, wide, 11), fill=legible_on(named), is_bold=True)
        return face + pen.tag("path", fill=named, d=band) + name + _lines(pen, rest, wide, 11, 24)
    return face + _lines(pen, text, wide, 0, 24)


def draw_gap(pen: Pen) -> str:
    """Where cards would lie: smaller than a card, for there is nothing to see."""
    return pen.tag(
        "rect",
        fill="none",
        stroke="soft",
        x=-GAP_WIDTH / 2,
        y=-GAP_HEIGHT / 2,
        width=GAP_WIDTH,
        height=GAP_HEIGHT,
        rx=4,
        stroke_dasharray="4 3",
    )


def _sheet(pen: Pen, fill: str, wide: float) -> str:
    return pen.tag(
        "rect",
        fill=fill,
        stroke="edge",
        x=-wide / 2,
        y=-CARD_HEIGHT / 2,
        width=wide,
        height=CARD_HEIGHT,
        rx=6,
        stroke_width=1,
    )


def _lines(pen: Pen, text: str, wide: float, middle: float, largest: float) -> str:
    """A text in the middle of a card, large if it is short, in several lines if it is long."""
    size = max(_fitting(text, wide, largest), 12.0) if width(text) <= 3 else 12.0
    columns = max(1, int((wide - 8) / (size * COLUMN)))
    lines = wrap(text, columns)
    if len(lines) > _MOST_CARD_LINES:
        lines = [*lines[: _MOST_CARD_LINES - 1], lines[_MOST_CARD_LINES - 1] + "…"]
    top = middle - (len(lines) - 1) * size * 0.6
    return "".join(
        pen.line(_CLIPPER.clip(line, columns), 0, top + index * size * 1.2, size, fill="print", is_bold=True)
        for index, line in enumerate(lines)
    )


def _fitting(text: str, wide: float, largest: float) -> float:
    return min(largest, (wide - 8) / max(1.0, width(text) * COLUMN))


def _back(pen: Pen, color: str, wide: float, high: float) -> str:
    """A pattern that no face has: a frame with a diamond in it."""
    on = legible_on(color) if color != "back" else "on-seat"
    x, y = wide / 2, high / 2
    inset = min(wide, high) * 0.1
    edge = pen.tag("rect", fill=color, stroke="ground", x=-x, y=-y, width=wide, height=high, rx=min(6.0, wide * 0.12))
    frame = pen.tag(
        "rect",
        fill="none",
        stroke=on,
        x=-x + inset,
        y=-y + inset,
        width=wide - 2 * inset,
        height=high - 2 * inset,
        rx=min(4.0, wide * 0.08),
        stroke_opacity=0.7,
    )
    across, down = x - 2 * inset, (y - 2 * inset)
    d = f"M0 {-down:.1f}L{across:.1f} 0L0 {down:.1f}L{-across:.1f} 0z"
    d += f"M0 {-down / 2:.1f}L{across / 2:.1f} 0L0 {down / 2:.1f}L{-across / 2:.1f} 0z"
    return edge + frame + pen.tag("path", fill="none", stroke=on, d=d, stroke_opacity=0.7)


def tooltip(pen: Pen, text: str) -> str:
    """What a browser says of an element that the pointer rests on."""
    return pen.tag("title", words(text)) if text else ""
