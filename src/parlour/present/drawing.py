"""A drawing: what a table looks like, as a list of primitives that any pen can draw.

`layout/` makes a drawing of a scene; Python's SVG (`svg/`) and the browser draw the same list. Primitives have the
names and attributes of SVG, because every pen knows those. Colours are names of what they are for (`cell`, `seat0`,
see `palette.py`), so that light and dark are the pen's business.

    >>> cell = Group((Rect(width=9, height=9, fill="cell"),), x=4, anchor=Anchor("board", (2, 0)), name="c1")
    >>> msgspec.json.encode(cell).decode()
    '{"is":"g","marks":[{"is":"rect","fill":"cell","width":9,"height":9}],"x":4,"anchor":{"item":"board","cell":[2,0]},"name":"c1"}'

A drawing is rows of blocks: a board, a hand, a pile. Blocks of a row flow: a pen that has less room breaks the row
where it must. Inside a block everything has its place, counted from the block's top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from parlour.game.question import Anchor

BlockKind = Literal[
    "board", "hand", "column", "pile", "counter", "grid", "bracket", "text", "legend", "heading", "flow"
]


class _Mark(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", rename="kebab"):
    """What is left out has its default, and attributes are spelled as SVG spells them."""


class _Painted(_Mark, frozen=True, kw_only=True):
    """`fill` and `stroke` are names of colours, `none`, or nothing: what the surrounding group has."""

    fill: str = ""
    stroke: str = ""
    stroke_width: float = 1.0
    stroke_linejoin: str = "miter"
    stroke_linecap: str = "butt"
    stroke_dasharray: str = ""
    stroke_opacity: float = 1.0
    fill_opacity: float = 1.0


class Rect(_Painted, frozen=True, kw_only=True, tag="rect"):
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0
    rx: float = 0.0


class Circle(_Painted, frozen=True, kw_only=True, tag="circle"):
    r: float
    cx: float = 0.0
    cy: float = 0.0


class Line(_Painted, frozen=True, kw_only=True, tag="line"):
    x1: float
    y1: float
    x2: float
    y2: float


class Polygon(_Painted, frozen=True, kw_only=True, tag="polygon"):
    points: str


class Path(_Painted, frozen=True, kw_only=True, tag="path"):
    d: str


class Text(_Painted, frozen=True, kw_only=True, tag="text"):
    """One line of text. It was written by a stranger: pens show its control characters, and never read it as markup.
    `is_fixed`: every character is as wide as every other, and blanks count."""

    text: str
    x: float = 0.0
    y: float = 0.0
    font_size: float = 14.0
    font_weight: int = 400
    text_anchor: str = "start"
    is_fixed: bool = False


class Group(_Mark, frozen=True, tag="g"):
    """Marks moved together. One with an `anchor` is a place that can be pointed at: `name` is what a screen reader says
    of it, `order` its turn among the places of its item when they are gone through by keyboard, `kind` what it is
    (`cell`, `card`, `row`, `pile`), with `last` behind it if the last move touched it. Its first mark is its outline.

    `piece` is the id of the piece that these marks are, by which it is known again in the next drawing."""

    marks: tuple[Mark, ...]
    x: float = 0.0
    y: float = 0.0
    kind: str = ""
    anchor: Anchor | None = None
    order: int = 0
    name: str = ""
    piece: str = ""


Mark = Rect | Circle | Line | Polygon | Path | Text | Group
Marks = tuple[Mark, ...]


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished part of a drawing and its size; its own top left corner is (0, 0). `name` says what it is."""

    width: float
    height: float
    marks: tuple[Mark, ...] = ()
    kind: BlockKind | Literal[""] = ""
    name: str = ""

    def at(self, x: float, y: float) -> Group:
        return group(self.marks, x, y)


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """Blocks of one kind beside each other, so far apart."""

    blocks: tuple[Block, ...]
    gap: float = 0.0


class Drawing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rows one below the other, each in the middle; `description` is all of it in words."""

    rows: tuple[Row, ...]
    description: str = ""


def group(marks: Iterable[Mark], x: float, y: float) -> Group:
    """Marks around (x, y)."""
    return Group(tuple(marks), short(x), short(y))


def line(
    text: str, x: float, y: float, size: float, *, fill: str = "ink", anchor: str = "middle", is_bold: bool = False
) -> Text:
    """One line of text; `y` is the middle of its capitals, `anchor` says what of it lies at `x`."""
    return Text(
        text=text,
        fill=fill,
        x=short(x),
        y=short(y + size * 0.355),
        font_size=short(size),
        font_weight=600 if is_bold else 400,
        text_anchor=anchor,
    )


def short(value: float) -> float:
    """A length as exactly as anybody can see it.

    >>> short(1.23456), short(-0.001)
    (1.23, 0.0)
    """
    return round(value, 2) + 0.0


def written(value: float) -> str:
    """A number as short as two decimals allow.

    >>> written(3), written(2.50), written(-0.001)
    ('3', '2.5', '0')
    """
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown
