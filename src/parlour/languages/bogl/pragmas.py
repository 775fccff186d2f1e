"""Notes to Parlour: comments that say about a game what its language cannot.

-- parlour: every answer is legal      no answer is tried out before it is offered
-- parlour: no cell Outside            where this symbol stands, the board has no cell
"""

from __future__ import annotations

from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.pragmas import EVERY_ANSWER, Form
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Pragmas:
    """All notes of a program together; what stands where there is no cell, with the place of the note."""

    every_answer_is_legal: bool = False
    named: tuple[tuple[str, Span], ...] = ()

    @property
    def no_cells(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.named)


FORMS: tuple[Form[Pragmas], ...] = (
    Form(EVERY_ANSWER, lambda found, _: replace(found, every_answer_is_legal=True)),
    Form(
        "no cell NAME, …",
        lambda found, said: replace(found, named=(*found.named, *((name, said.span) for name in said.names("NAME")))),
    ),
)
