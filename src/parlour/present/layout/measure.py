"""How long a text is in a picture, before anybody knows in which font it will be shown.

The numbers are the advance widths of DejaVu Sans, regular and bold, which is wider than the fonts of other systems:
what fits its box here fits it everywhere. Letters with accents are as wide as without; of what is not in the table the
widest is assumed.

    >>> round(length("104", 24, is_bold=True), 1), round(length("104", 24), 1)
    (50.0, 45.8)
    >>> clipped("Harbourmaster", 13, 80)
    'Harbourm…'
    >>> round(fitting("104", 44, 24, is_bold=True), 1)
    21.1
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from parlour.syntax.display import width

# Characters 32 to 126, in thousandths of the size of the font.
_REGULAR = (
    317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 336, 336, 837, 837, 837, 530, 1000, 684, 686, 698, 770, 631, 575, 774, 751, 294, 294, 655, 557, 862,
    748, 787, 603, 787, 694, 634, 610, 731, 684, 988, 685, 610, 685, 390, 336, 390, 837, 500, 500, 612, 634, 549, 634,
    615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611, 634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636,
    336, 636, 837,
)  # fmt: skip
_BOLD = (
    348, 456, 520, 837, 695, 1001, 872, 306, 457, 457, 522, 837, 379, 415, 379, 365, 695, 695, 695, 695, 695, 695, 695,
    695, 695, 695, 399, 399, 837, 837, 837, 580, 1000, 773, 762, 733, 830, 683, 683, 820, 836, 372, 372, 774, 637, 995,
    836, 850, 732, 850, 770, 720, 682, 812, 773, 1103, 770, 724, 725, 457, 365, 457, 837, 500, 500, 674, 715, 592, 715,
    678, 435, 715, 711, 342, 342, 665, 342, 1041, 711, 687, 715, 715, 493, 595, 478, 711, 651, 923, 645, 651, 582, 711,
    365, 711, 837,
)  # fmt: skip
_ELSE = 1000
# Every character of a text of fixed width; that of DejaVu Sans Mono, and none is wider.
FIXED = 0.605


def length(text: str, size: float, *, is_bold: bool = False) -> float:
    """How long a visible text is in a font of this size."""
    return _thousandths(text, is_bold) * size / 1000


def fitting(text: str, room: float, largest: float, *, is_bold: bool = False) -> float:
    """The size, at most the largest, in which a text is no longer than the room."""
    return min(largest, max(room, 1.0) / max(length(text, 1, is_bold=is_bold), 0.1))


def clipped(text: str, size: float, room: float, *, is_bold: bool = False) -> str:
    """A text no longer than the room; what was cut off is told by a sign. One character stays in any case."""
    if length(text, size, is_bold=is_bold) <= room:
        return text
    kept = len(text) - 1
    while kept > 1 and length(f"{text[:kept].rstrip()}…", size, is_bold=is_bold) > room:
        kept -= 1
    return f"{text[:kept].rstrip()}…" if length(text[:kept] + "…", size, is_bold=is_bold) <= room else text[:1]


def wrapped(text: str, size: float, room: float, *, is_bold: bool = False) -> list[str]:
    """A text broken at blanks into lines no longer than the room; a word that is too long is cut off."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer, size, is_bold=is_bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [clipped(line, size, room, is_bold=is_bold) for line in lines]


@lru_cache(maxsize=4096)
def _thousandths(text: str, is_bold: bool) -> int:
    table = _BOLD if is_bold else _REGULAR
    if text.isascii():
        return sum(table[ord(character) - 32] if " " <= character <= "~" else _ELSE for character in text)
    return sum(_of(character, table) for character in text)


def _of(character: str, table: tuple[int, ...]) -> int:
    base = unicodedata.normalize("NFD", character)[0]
    return table[ord(base) - 32] if " " <= base <= "~" else _ELSE if width(character) else 0
