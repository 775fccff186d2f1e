"""Notes to Parlour: comments that say about a game what its language cannot.

// parlour: every answer is legal      no answer is tried out before it is offered
// parlour: players Red, Blue          what the seats are called
// parlour: trial                      the block below may change things: it tries something out
"""

from __future__ import annotations

from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.pragmas import EVERY_ANSWER, Form
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Pragmas:
    """All notes of a file together; `trials` are the places of those about a block."""

    every_answer_is_legal: bool = False
    seats: tuple[str, ...] | None = None
    seats_at: Span | None = None
    trials: tuple[Span, ...] = ()


FORMS: tuple[Form[Pragmas], ...] = (
    Form(EVERY_ANSWER, lambda found, _: replace(found, every_answer_is_legal=True)),
    Form("players NAME, …", lambda found, said: replace(found, seats=said.names("NAME"), seats_at=said.span)),
    Form("trial", lambda found, said: replace(found, trials=(*found.trials, said.span))),
)
