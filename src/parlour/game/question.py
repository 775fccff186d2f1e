"""Questions, options, answers and moves: everything a game wants to know, and everything one may say to it.

A question is asked of a seat and stays open until it is answered; several may be open at once. It is named by
its `id`, which counts questions through the whole match, so that a late or repeated answer is recognised.

    >>> column = Option(4, "4", (Anchor("board", (3, 0)),))
    >>> column.label
    '4'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from parlour.core.values import Plain

# An answer larger than this is refused unread.
LARGEST_ANSWER = 64 * 1024

QuestionKind = Literal["choice", "number", "text", "chars", "literal"]

# exact: these are the legal answers, no more and no fewer.
# candidates: each of these is legal, but there may be legal answers nobody thought of.
# domain: nothing is listed; `Question.domain` says what form an answer has.
# back: nothing goes on from here; these lead back to the question that this one continues.
# failing: nothing goes on from here; these end the match with an error.
Sureness = Literal["exact", "candidates", "domain", "back", "failing"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in the scene that stands for an option: a cell, a card, a button.

    `item` is the id of a board, pile or hand of the scene; `cell` is a place in it, as that item counts them."""

    item: str
    cell: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: the value to give, its label in the game's own words, and where it can be clicked.

    `value` is opaque outside the engine that made it: pass it back to `Position.answer`."""

    value: Plain
    label: str
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class Domain:
    """The form of an answer where options are not listed: a type in the language's own words, or a range of whole
    numbers (both ends included, None: no limit), and an example. `length` is set for questions of kind `chars`: so many
    characters, blanks not counted."""

    type: str
    low: int | None = None
    high: int | None = None
    example: str = ""
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """An open question. `seat` is a number (None: nobody in particular); `site` names the place in the rules that asks,
    so that two questions with the same site are the same question at different times.

    `after_end`: the outcome is known and this is housekeeping (*play again?*)."""

    id: int
    seat: int | None
    kind: QuestionKind
    prompt: str
    domain: Domain
    site: str
    after_end: bool = False


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal answers of a question as far as they are known; see `Sureness`."""

    options: tuple[Option, ...]
    sure: Sureness

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)


@dataclass(frozen=True, slots=True)
class Move:
    """The answers one seat gives to a question and to those that continue it: `from, to` is one move."""

    seat: int | None
    answers: tuple[Option, ...]

    @property
    def label(self) -> str:
        return " ".join(option.label for option in self.answers)

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """Where the whole move can be pointed at: the places that all its answers that have any share. A column and a
        row meet in one cell."""
        placed = [option.anchors for option in self.answers if option.anchors]
        return tuple(anchor for anchor in placed[0] if all(anchor in other for other in placed)) if placed else ()


@dataclass(frozen=True, slots=True)
class Moves:
    """Whole moves; `complete` says that there are no others."""

    moves: tuple[Move, ...]
    complete: bool
