"""What an author tells Parlour in comments, without a word of the program changing.

# parlour: players from 1              ON_MOVE counts 1, 2, … as the letter of the manual has it
# parlour: players X, O                what the seats are called
# parlour: the winner is NAME          an int variable, or a function that gives an int, of `@setup`: the player who
                                       has won when the game ends; a number that is no player's means a draw
# parlour: the scores are NAME         the same with a list<int>: the most points win
# parlour: every answer is legal       no answer is ever tried out and left out
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label

_WINNER = re.compile(r"the winner is ([A-Za-z_]\w*)(?:\(\))?", re.ASCII)
_SCORES = re.compile(r"the scores are ([A-Za-z_]\w*)(?:\(\))?", re.ASCII)
_NAMES = re.compile(r"players? ([^,]+(?:,[^,]+)*)")


@dataclass(frozen=True, slots=True)
class Pragmas:
    """`first_player` is the number of the first one, 0 or 1; `winner` and `scores` name what tells the outcome."""

    first_player: int = 0
    seats: tuple[str, ...] = ()
    winner: tree.Ident | None = None
    scores: tree.Ident | None = None
    every_answer_is_legal: bool = False


def read_pragmas(comments: tuple[tree.Ident, ...], report: Callable[[Diagnostic], None]) -> Pragmas:
    """All pragmas of a program; the last one of a kind counts."""
    first, legal = 0, False
    seats: tuple[str, ...] = ()
    winner: tree.Ident | None = None
    scores: tree.Ident | None = None
    for comment in comments:
        text = " ".join(comment.text.split())
        found = _WINNER.fullmatch(text)
        points = _SCORES.fullmatch(text)
        if text == "players from 1":
            first = 1
        elif text == "every answer is legal":
            legal = True
        elif found is not None:
            winner = tree.Ident(comment.span, found[1])
        elif points is not None:
            scores = tree.Ident(comment.span, points[1])
        elif (named := _NAMES.fullmatch(text)) is not None and (names := _seat_names(named[1])):
            seats = names
        else:
            hint = (
                "there is: `players from 1`, `players X, O`, `the winner is NAME`, `the scores are NAME`, "
                "`every answer is legal`"
            )
            labels = (Label(comment.span),)
            report(
                Diagnostic(codes.UNKNOWN_PRAGMA, "nothing is known by this comment", labels, hint, severity="warning")
            )
    return Pragmas(first, seats, winner, scores, legal)


def _seat_names(text: str) -> tuple[str, ...]:
    """Names with commas between them; nothing if two are the same."""
    names = tuple(name.strip() for name in text.split(","))
    return names if all(names) and len(set(names)) == len(names) else ()
