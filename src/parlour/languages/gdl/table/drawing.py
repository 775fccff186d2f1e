"""What the author of a rule sheet says about drawing it, in notes to Parlour::

    ; parlour: board cell row column          the first argument is the row, counted from the top
    ; parlour: blank cell b                   cells with `b` are drawn empty
    ; parlour: board shot apart               a board of its own, though another one has the same coordinates
    ; parlour: hide step                      not drawn

What is drawn where nothing is said: `arrangement.py`.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.gdl import codes
from parlour.languages.pragmas import Form, notes_in, read_notes
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boards whose first argument is the row, blanks by board, boards of their own, and what to hide."""

    row_first: frozenset[str] = frozenset()
    blanks: tuple[tuple[str, str], ...] = ()
    hidden: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()


# Names of GDL may have any sign in them.
_FORMS: tuple[Form[Drawing], ...] = (
    Form(
        "board NAME row column",
        lambda drawing, said: replace(drawing, row_first=drawing.row_first | {said["NAME"]}),
        r"board (?P<NAME>\S+) row column",
    ),
    Form(
        "board NAME column row",
        lambda drawing, said: replace(drawing, row_first=drawing.row_first - {said["NAME"]}),
        r"board (?P<NAME>\S+) column row",
    ),
    Form(
        "board NAME apart",
        lambda drawing, said: replace(drawing, apart=drawing.apart | {said["NAME"]}),
        r"board (?P<NAME>\S+) apart",
    ),
    Form(
        "blank NAME VALUE",
        lambda drawing, said: replace(drawing, blanks=(*drawing.blanks, (said["NAME"], said["VALUE"]))),
        r"blank (?P<NAME>\S+) (?P<VALUE>\S+)",
    ),
    Form(
        "hide NAME …",
        lambda drawing, said: replace(drawing, hidden=drawing.hidden | set(said["NAMES"].split())),
        r"hide (?P<NAMES>.+)",
    ),
)


def read_drawing(source: Source) -> tuple[Drawing, list[Diagnostic]]:
    """What the notes of a rule sheet say about drawing it."""
    found: list[Diagnostic] = []
    return read_notes(notes_in(source, ";%"), _FORMS, Drawing(), codes.BAD_PRAGMA, found.append), found
