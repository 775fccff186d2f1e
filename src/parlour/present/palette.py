"""The colours of a picture, by what they are for, on light and on dark ground.

Seats have eight colours which stay apart for people who do not see red and green (or blue and yellow) alike, because
they differ in lightness as well; every one stands out from the cells it lies on. Colours that a game names itself
(*Red*, *White*) look as they are called, with an outline, wherever they lie.

    >>> COLORS["seat0"].light
    '#0067b1'
    >>> color_word("Yellow"), color_word("Knight")
    ('yellow', None)
"""

from __future__ import annotations

from typing import Literal

from parlour.dataclass import dataclass

Theme = Literal["light", "dark", "auto"]

# How many seats have a colour of their own; further ones begin again.
SEAT_COLORS = 8


@dataclass(frozen=True, slots=True)
class Color:
    """One colour on both grounds."""

    light: str
    dark: str


COLORS = {
    # The table and what is written on it.
    "ground": Color("#fcfbf8", "#191c22"),
    "ink": Color("#1f242c", "#eceff4"),
    "soft": Color("#5d6673", "#a3adbb"),
    "line": Color("#cfd2d6", "#454c58"),
    "board": Color("#d9d5cb", "#2a2f38"),
    "cell": Color("#f6f3ec", "#3a414d"),
    "dark-cell": Color("#e3dccb", "#2b3039"),
    "mark": Color("#ffe9a8", "#5c4e20"),
    "ring": Color("#9a6a00", "#f2c14e"),
    "edge": Color("#4d5561", "#c3cad5"),
    "tile": Color("#e3e7ed", "#566072"),
    "card": Color("#ffffff", "#eef0f3"),
    "print": Color("#1f242c", "#1f242c"),
    "suit": Color("#b3201f", "#b3201f"),
    "back": Color("#5d6673", "#7c8798"),
    # Seats, and what is written on their pieces.
    "seat0": Color("#0067b1", "#5db8f0"),
    "seat1": Color("#c44e06", "#ff9a3d"),
    "seat2": Color("#0a4a2c", "#4ff0b8"),
    "seat3": Color("#8a1c60", "#e08ab8"),
    "seat4": Color("#6f7782", "#fff07a"),
    "seat5": Color("#3d1a96", "#a294ff"),
    "seat6": Color("#14110f", "#e8edf2"),
    "seat7": Color("#a3593f", "#ff6f61"),
    "on-seat": Color("#ffffff", "#14171c"),
    # Colours that games call by their names.
    "red": Color("#d32f2f", "#d32f2f"),
    "yellow": Color("#f7c948", "#f7c948"),
    "black": Color("#22252b", "#14161a"),
    "white": Color("#ffffff", "#f7f7f4"),
    "blue": Color("#1f6fd0", "#1f6fd0"),
    "green": Color("#23803d", "#23803d"),
    "orange": Color("#f08c1d", "#f08c1d"),
    "purple": Color("#7b3fa8", "#7b3fa8"),
    "pink": Color("#f19ac0", "#f19ac0"),
    "brown": Color("#7a4a24", "#7a4a24"),
    "grey": Color("#8a929d", "#8a929d"),
    "on-deep": Color("#ffffff", "#ffffff"),
    "on-pale": Color("#1d2026", "#1d2026"),
}

# Each colour a game may name, and what is legible on it.
_NAMED = {
    "red": "on-deep", "yellow": "on-pale", "black": "on-deep", "white": "on-pale", "blue": "on-deep",
    "green": "on-deep", "orange": "on-pale", "purple": "on-deep", "pink": "on-pale", "brown": "on-deep",
    "grey": "on-pale",
}  # fmt: skip


def color_word(text: str) -> str | None:
    """The colour a text names, if it is nothing but the name of one."""
    word = text.lower()
    word = "grey" if word == "gray" else word
    return word if word in _NAMED else None


def seat_color(owner: int | None, seat_names: tuple[str, ...]) -> str | None:
    """The colour of a seat: that of its name, if it is called by a colour, else one of the eight; None for nobody, and
    for an owner who has no seat."""
    if owner is None or (seat_names and not 0 <= owner < len(seat_names)):
        return None
    named = color_word(seat_names[owner]) if seat_names else None
    return named or f"seat{owner % SEAT_COLORS}"


def legible_on(color: str) -> str:
    """The colour of a text on a piece of this colour."""
    if color.startswith("seat"):
        return "on-seat"
    return _NAMED.get(color, "ink")


def style_sheet() -> str:
    """The colours for a page: a variable for each, and the classes of what is filled or drawn with them. The reader's
    screen says which ground it is, unless the page has a `data-theme`."""
    light, dark = (
        "".join(f"  --{name}: {getattr(color, theme)};\n" for name, color in COLORS.items())
        for theme in ("light", "dark")
    )
    within = dark.replace("  --", "    --")
    classes = "".join(
        f".fill-{name} {{ fill: var(--{name}); }}\n.stroke-{name} {{ stroke: var(--{name}); }}\n"
        f".dot.fill-{name} {{ background-color: var(--{name}); }}\n"
        for name in COLORS
    )
    return (
        f"/* Written from parlour/present/palette.py, which has the reasons. */\n:root {{\n{light}}}\n"
        f"@media (prefers-color-scheme: dark) {{\n  :root:not([data-theme=light]) {{\n{within}  }}\n}}\n"
        f":root[data-theme=dark] {{\n{dark}}}\n{classes}"
    )
