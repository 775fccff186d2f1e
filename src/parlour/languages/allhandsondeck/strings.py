"""What stands inside a string: the five escapes, and the braces of an f-string.

>>> read_escape("a\\\\n", 1).value == "\\n"
True
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.syntax.source import Span
from parlour.syntax.token import Token

_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


@dataclass(frozen=True, slots=True)
class Escape:
    """What an escape stands for, the offset behind it, and what is wrong with it, if anything is."""

    value: str
    end: int
    fault: str = ""


def read_escape(text: str, start: int) -> Escape:
    """The escape whose backslash stands at `start`. One that is unknown means itself, and so does a backslash at
    the end of a line, which cannot join it to the next."""
    letter = text[start + 1 : start + 2]
    if letter in _ESCAPES:
        return Escape(_ESCAPES[letter], start + 2)
    if letter in ("", "\r", "\n"):
        return Escape("\\", start + 1)
    return Escape("\\" + letter, start + 2, f"`\\{letter}` is not an escape for a character")


@dataclass(frozen=True, slots=True)
class FormattedValue:
    """`{expression}` in an f-string: its tokens closed by an `END`, or None if they could not be read; `span` includes
    the braces."""

    tokens: tuple[Token, ...] | None
    span: Span
