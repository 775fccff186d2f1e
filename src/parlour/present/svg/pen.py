"""Writes SVG elements: the one place where texts of strangers become markup, and where colours get their values.

Every text passes `visible` and is escaped, in elements and in attributes, so that what a game says can neither end an
element nor hide or reorder what is read. Nothing here has an id, a script or a reference: any number of pictures can
stand on one page.

    >>> Pen("light").tag("text", words("</svg> & more"), fill="ink", x=1.50)
    '<text fill="#1f242c" x="1.5">&lt;/svg&gt; &amp; more</text>'
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from parlour.present.palette import COLORS, Theme, seat_color
from parlour.syntax.display import visible

# What a text of a known number of columns is expected to take; fonts differ, so this is on the safe side.
COLUMN = 0.6


@dataclass(frozen=True, slots=True)
class Block:
    """A finished part of the picture and its size; its own top left corner is (0, 0)."""

    width: float
    height: float
    markup: str

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({number(x)} {number(y)})">{self.markup}</g>'


@dataclass(frozen=True, slots=True)
class Pen:
    """Elements in the colours of a theme. `auto` writes the light colours, and a class by which `sheet` replaces them
    where the reader's screen is dark."""

    theme: Theme
    seat_names: tuple[str, ...] = ()

    def seat(self, owner: int | None) -> str | None:
        """The colour of a seat; None for nobody's."""
        return None if owner is None else seat_color(owner, self.seat_names)

    def tag(
        self, name: str, *inside: str, fill: str = "", stroke: str = "", kind: str = "", **attributes: str | float
    ) -> str:
        """An element. `fill` and `stroke` are names of colours (or `none`), `kind` is its class; in the names of other
        attributes `_` stands for `-`. What is inside must be markup already: see `words`."""
        classes = [kind] if kind else []
        written = ""
        for what, color in (("fill", fill), ("stroke", stroke)):
            if color in COLORS:
                shade = COLORS[color]
                written += f' {what}="{shade.dark if self.theme == "dark" else shade.light}"'
                if self.theme == "auto":
                    classes.append(f"{what}-{color}")
            elif color:
                written += f' {what}="{color}"'
        if classes:
            written = f' class="{" ".join(classes)}"{written}'
        for attribute, value in attributes.items():
            shown = quoted(value) if isinstance(value, str) else number(value)
            written += f' {attribute.replace("_", "-")}="{shown}"'
        content = "".join(inside)
        return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"

    def line(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        fill: str = "ink",
        anchor: str = "middle",
        is_bold: bool = False,
    ) -> str:
        """One line of text; `y` is the middle of its capitals, `anchor` says what of it lies at `x`."""
        return self.tag(
            "text",
            words(text),
            fill=fill,
            x=x,
            y=y + size * 0.355,
            font_size=size,
            font_weight=600 if is_bold else 400,
            text_anchor=anchor,
        )

    def sheet(self, markup: str) -> str:
        """The dark colours of everything in this markup, for `auto`; nothing for the other themes."""
        if self.theme != "auto":
            return ""
        rules = [
            f".parlour-auto .{what}-{name}{{{what}:{color.dark}}}"
            for name, color in COLORS.items()
            for what in ("fill", "stroke")
            if f"{what}-{name}" in markup
        ]
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


def words(text: str) -> str:
    """A text as the content of an element."""
    return escape(visible(text))


def quoted(text: str) -> str:
    """A text as the value of an attribute."""
    return escape(visible(text), {'"': "&quot;", "'": "&#39;"})


def number(value: float) -> str:
    """A number as short as two decimals allow.

    >>> number(3), number(2.50), number(-0.001)
    ('3', '2.5', '0')
    """
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown
