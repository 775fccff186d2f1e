"""What an author tells Parlour in comments, without a word of the season changing.

// parlour: open votes                  the ballots of a vote are shown to all when it is over
// parlour: every answer is legal       always so in Contest; accepted as everywhere
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.contest import codes
from parlour.languages.pragmas import EVERY_ANSWER, Form, Note, read_notes
from parlour.syntax.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Pragmas:
    open_votes: bool = False


def read_pragmas(notes: Iterable[Note], report: Callable[[Diagnostic], object]) -> Pragmas:
    """All that the notes of a season say."""
    return read_notes(notes, _FORMS, Pragmas(), codes.UNKNOWN_PRAGMA, report)


_FORMS = (
    Form[Pragmas]("open votes", lambda pragmas, _: replace(pragmas, open_votes=True)),
    Form[Pragmas](EVERY_ANSWER, lambda pragmas, _: pragmas),
)
