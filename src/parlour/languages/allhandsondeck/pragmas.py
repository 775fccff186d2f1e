"""Notes to Parlour: comments that say about a game what its language cannot.

# parlour: every answer is legal      no answer is tried out before it is offered
# parlour: print to actor             what is printed while an Actor acts is for its eyes only
# parlour: tell answers               everybody at the table hears what an Actor answers
# parlour: show discard, chips        everybody sees these variables and attributes
# parlour: hide hand                  nobody but its owner sees what is in it, not even what lies face up
# parlour: winner champion            an Actor's attribute or helper, or a variable, that says who has won
# parlour: highest score wins         (or lowest) an Actor's attribute or helper that gives its score
# parlour: no outcome                 nobody wins or loses
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.pragmas import EVERY_ANSWER, Form, Said
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Pragmas:
    """All notes of a program together. `named` are the names in them with their places."""

    every_answer_is_legal: bool = False
    prints_to_actor: bool = False
    tells_answers: bool = False
    shown: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    winner: str | None = None
    score: str | None = None
    lowest_wins: bool = False
    has_outcome: bool = True
    named: tuple[tuple[str, Span], ...] = ()


def _naming(add: Callable[[Pragmas, frozenset[str]], Pragmas]) -> Callable[[Pragmas, Said], Pragmas]:
    """What comes of a note with names in it."""

    def noted(found: Pragmas, said: Said) -> Pragmas:
        names = frozenset(said.names("NAME"))
        return replace(add(found, names), named=(*found.named, *((name, said.place(name)) for name in sorted(names))))

    return noted


FORMS: tuple[Form[Pragmas], ...] = (
    Form(EVERY_ANSWER, lambda found, _: replace(found, every_answer_is_legal=True)),
    Form("print to actor", lambda found, _: replace(found, prints_to_actor=True)),
    Form("tell answers", lambda found, _: replace(found, tells_answers=True)),
    Form("show NAME, …", _naming(lambda found, names: replace(found, shown=found.shown | names))),
    Form("hide NAME, …", _naming(lambda found, names: replace(found, hidden=found.hidden | names))),
    Form("winner NAME", _naming(lambda found, names: replace(found, winner=min(names)))),
    Form("highest NAME wins", _naming(lambda found, names: replace(found, score=min(names), lowest_wins=False))),
    Form("lowest NAME wins", _naming(lambda found, names: replace(found, score=min(names), lowest_wins=True))),
    Form("no outcome", lambda found, _: replace(found, has_outcome=False)),
)
