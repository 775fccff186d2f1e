"""What the author of a rule sheet says about drawing it, in comments::

    ; parlour: board cell row column          the first argument is the row, counted from the top
    ; parlour: blank cell b                   cells with `b` are drawn empty
    ; parlour: hide step                      not drawn

What is drawn where nothing is said: `layout.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from parlour.languages.gdl import codes
from parlour.languages.pragmas import Form, notes_in, read_notes
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boards whose first argument is the row, blanks by board, and what to hide."""

    row_first: frozenset[str] = frozenset()
    blanks: tuple[tuple[str, str], ...] = ()
    hidden: frozenset[str] = frozenset()


_FORMS = (
    Form[Drawing](
        "board NAME row column", lambda drawn, said: replace(drawn, row_first=drawn.row_first | {said["NAME"]})
    ),
    Form[Drawing](
        "board NAME column row", lambda drawn, said: replace(drawn, row_first=drawn.row_first - {said["NAME"]})
    ),
    Form[Drawing](
        "blank NAME VALUE",
        lambda drawn, said: replace(drawn, blanks=(*drawn.blanks, (said["NAME"], said["VALUE"]))),
        pattern=r"blank (?P<NAME>\S+) (?P<VALUE>\S+)",
    ),
    Form[Drawing](
        "hide NAME",
        lambda drawn, said: replace(drawn, hidden=drawn.hidden | set(said["NAMES"].split())),
        pattern=r"hide (?P<NAMES>\S.*)",
    ),
)


def read_drawing(source: Source, report: Callable[[Diagnostic], object]) -> Drawing:
    """What the comments of a rule sheet say about drawing it."""
    return read_notes(notes_in(source, ";%"), _FORMS, Drawing(), codes.BAD_PRAGMA, report)
