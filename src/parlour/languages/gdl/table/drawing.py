"""What the author of a rule sheet says about drawing it, in comments::

    ; parlour: board cell row column          the first argument is the row, counted from the top
    ; parlour: blank cell b                   cells with `b` are drawn empty
    ; parlour: hide step                      not drawn

What is drawn where nothing is said: `layout.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.languages.gdl import codes
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Source

# A comment that is all of its line. Only blanks of that line are skipped: a text of empty lines is read once.
_PRAGMA = re.compile(r"(?:^|(?<=\r))[^\S\r\n]*[;%]+[^\S\r\n]*parlour:[^\S\r\n]*(?P<words>[^\r\n]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boards whose first argument is the row, blanks by board, and what to hide."""

    row_first: frozenset[str] = frozenset()
    blanks: tuple[tuple[str, str], ...] = ()
    hidden: frozenset[str] = frozenset()


def read_drawing(source: Source) -> tuple[Drawing, list[Diagnostic]]:
    """What the comments of a rule sheet say about drawing it."""
    row_first: set[str] = set()
    blanks: list[tuple[str, str]] = []
    hidden: set[str] = set()
    found: list[Diagnostic] = []
    for match in _PRAGMA.finditer(source.text):
        match match["words"].split():
            case ["board", name, "row", "column"]:
                row_first.add(name)
            case ["board", name, "column", "row"]:
                row_first.discard(name)
            case ["blank", name, value]:
                blanks.append((name, value))
            case ["hide", *names] if names:
                hidden.update(names)
            case _:
                start = match.start("words")
                span = source.span(start, start + len(match["words"].rstrip()))
                found.append(
                    Diagnostic(
                        codes.BAD_PRAGMA,
                        "this drawing instruction is not understood",
                        (Label(span),),
                        hint="write `board NAME row column`, `board NAME column row`, `blank NAME VALUE` or `hide …`",
                        severity="warning",
                    )
                )
    return Drawing(frozenset(row_first), tuple(blanks), frozenset(hidden)), found
