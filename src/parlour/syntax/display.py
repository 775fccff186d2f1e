"""Text as a terminal shows it: what is safe to print, and how many columns it takes.

Program texts come from strangers. `visible` is the one gate through which their characters reach a
screen: whatever could move the cursor, change colours or reorder a line (control characters, the
bidirectional marks of "Trojan Source" attacks, invisible characters) is shown as an escape instead.

    >>> print(visible("x = 1 \\u202e# harmless"))
    x = 1 \\u202e# harmless
    >>> width("盤 b")
    4
"""

from __future__ import annotations

import unicodedata

TAB_STOP = 4

# Controls, format characters (all bidirectional marks among them), lone surrogates, private and
# unassigned characters, line and paragraph separators: nobody can see them or say how wide they are.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str, *, keep: str = "") -> str:
    """The same text with every character that could deceive a reader or a terminal written as an escape.

    Characters in `keep` stay as they are: `keep="\\n"` for text of several lines. A backslash of the text
    itself is not doubled, because program text should look like itself.

    >>> visible("a\\tb\\x1b[31m")
    'a\\\\tb\\\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(character if character in keep else _shown(character) for character in text)


def width(text: str) -> int:
    """How many columns a visible text takes: two for wide East Asian characters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def cells(text: str) -> list[str]:
    """What is shown for each character of a line: itself, an escape, or the blanks a tab stands for.

    >>> cells("a\\tb\\x00")
    ['a', '   ', 'b', '\\\\x00']
    """
    shown = []
    column = 0
    for character in text:
        cell = " " * (TAB_STOP - column % TAB_STOP) if character == "\t" else _shown(character)
        shown.append(cell)
        column += width(cell)
    return shown


def wrap(text: str, columns: int) -> list[str]:
    """A visible text broken at blanks into lines of at most so many columns; blanks inside a line stay.

    A word that is too long stays whole: a broken name could not be searched for.
    """
    lines: list[str] = []
    first, *rest = text.split(" ")
    line = first
    for word in rest:
        if line.strip() and width(line) + 1 + width(word) > columns:
            lines.append(line.rstrip())
            line = word
        else:
            line = f"{line} {word}"
    return [*lines, line.rstrip()]


def _shown(character: str) -> str:
    if unicodedata.category(character) not in _UNSEEN:
        return character
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    point = ord(character)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _columns(character: str) -> int:
    # Vowels and final consonants of Korean syllables join the letter before them.
    joins = "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff"
    if joins or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
