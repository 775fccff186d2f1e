"""What an author tells Parlour in comments, without a word of the program changing.

# parlour: players from 1              ON_MOVE counts 1, 2, … as the letter of the manual has it
# parlour: players X, O                what the seats are called
# parlour: the winner is NAME          an int variable, or a function that gives an int, of `@setup`: the player who
                                       has won when the game ends; a number that is no player's means a draw
# parlour: the scores are NAME         the same with a list<int>: the most points win
# parlour: every answer is legal       no answer is ever tried out and left out
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.pragmas import EVERY_ANSWER, Form, Note, Said, read_notes
from parlour.languages.senet import codes
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Pragmas:
    """`first_player` is the number of the first one, 0 or 1; `winner` and `scores` name what tells the outcome;
    `seats_at` is the place where the seats are named."""

    first_player: int = 0
    seats: tuple[str, ...] = ()
    seats_at: Span | None = None
    winner: tree.Ident | None = None
    scores: tree.Ident | None = None
    every_answer_is_legal: bool = False


def read_pragmas(notes: Iterable[Note], report: Callable[[Diagnostic], object]) -> Pragmas:
    """All that the notes of a program say; the last one of a kind counts."""
    return read_notes(notes, _FORMS, Pragmas(), codes.UNKNOWN_PRAGMA, report)


def _name(said: Said) -> tree.Ident:
    return tree.Ident(said.place(said["NAME"]), said["NAME"])


def _seats(pragmas: Pragmas, said: Said) -> Pragmas | None:
    """Names with commas between them; they make no sense if two are the same."""
    names = said.names("NAMES")
    if names[0].split()[0] in ("names", "are", "named", "called", "name", "is"):
        return None
    return replace(pragmas, seats=names, seats_at=said.span) if len(set(names)) == len(names) else None


_FORMS = (
    Form[Pragmas]("players from 1", lambda pragmas, _: replace(pragmas, first_player=1)),
    Form[Pragmas]("players X, O", _seats, r"players? (?P<NAMES>[^,]*[^, ][^,]*(?:,[^,]*[^, ][^,]*)*)"),
    Form[Pragmas]("the winner is NAME", lambda pragmas, said: replace(pragmas, winner=_name(said))),
    Form[Pragmas]("the scores are NAME", lambda pragmas, said: replace(pragmas, scores=_name(said))),
    Form[Pragmas](EVERY_ANSWER, lambda pragmas, _: replace(pragmas, every_answer_is_legal=True)),
)
