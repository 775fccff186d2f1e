"""Questions, options, answers and moves: everything a game wants to know, and everything one may say to it.

A question is asked of a seat and stays open until it is answered; several may be open at once. It is named by
its `id`, which counts questions through the whole match, so that a late or repeated answer is recognised.

    >>> column = Option(4, "4", (Anchor("board", (3, 0)),))
    >>> column.label
    '4'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Literal

from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.syntax.source import Span

# An answer larger than this is refused unread.
LARGEST_ANSWER = 64 * 1024

QuestionKind = Literal["choice", "number", "text", "chars", "literal"]

# exact: these are the legal answers, no more and no fewer.
# candidates: each of these is legal, but there may be legal answers nobody thought of.
# domain: nothing is listed (any text might be meant, or trying took too long); `Question.domain` says what form it has.
# dead: these go on, but only to questions from which nothing does; whoever answers one has to come back.
# back: nothing goes on from here; these lead back to the question that this one continues.
# failing: nothing goes on from here; these end the match with an error.
Sureness = Literal["exact", "candidates", "domain", "dead", "back", "failing"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in the scene that stands for an option: a cell, a card, a button.

    `item` is the id of a board, pile or hand of the scene; `cell` is a place in it, as that item counts them."""

    item: str
    cell: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: the value to give, its label in the game's own words, and where it can be clicked.

    `value` is opaque outside the engine that made it: pass it back to `Position.answer`. `is_run`: it is characters,
    and what comes next in the same move is typed right behind it."""

    value: Plain
    label: str
    anchors: tuple[Anchor, ...] = ()
    is_run: bool = False


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

    `after_end`: the outcome is known and this is housekeeping (*play again?*). `asked_at` is the author's line, if it
    is known."""

    id: int
    seat: int | None
    kind: QuestionKind
    prompt: str
    domain: Domain
    site: str
    after_end: bool = False
    asked_at: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal answers of a question as far as they are known; see `Sureness`.

    An answer that only dead ends come after is not among them: each begins a whole move. Where a draw, another seat's
    question or a budget stands between an answer and the end of its move, nobody looks further: `unproved` names such
    options."""

    options: tuple[Option, ...]
    sure: Sureness
    unproved: tuple[Option, ...] = ()

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)


@dataclass(frozen=True, slots=True)
class Guess:
    """A question whose listed answers are not all that there are: `listed` are some of them, and `other` is one that
    the program takes as well, though nobody would think of it. All are labels."""

    site: str
    prompt: str
    listed: tuple[str, ...]
    other: str


@dataclass(frozen=True, slots=True)
class Move:
    """The answers one seat gives to a question and to those that continue it: `from, to` is one move."""

    seat: int | None
    answers: tuple[Option, ...]

    @property
    def label(self) -> str:
        """The whole move as it can be typed.

        >>> Move(0, (Option("e", "e", is_run=True), Option("2", "2", is_run=True), Option(7, "7"))).label
        'e2 7'
        """
        return joined((option.label, option.is_run) for option in self.answers)

    @property
    def places(self) -> tuple[tuple[Anchor, ...], ...]:
        """Where the move can be pointed at, one click after the other; each has one place, or several that mean the
        same. Answers one after the other that share a place are one click: a column and a row meet in one cell. What
        has come down to one cell is whole, and the next answer begins another click: first the piece, then its target.
        """
        found: list[tuple[Anchor, ...]] = []
        for option in self.answers:
            if not option.anchors:
                continue
            shared = tuple(anchor for anchor in found[-1] if anchor in option.anchors) if found else ()
            if shared and len(found[-1]) > 1:
                found[-1] = shared
            else:
                found.append(option.anchors)
        return tuple(found)

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """Where the whole move can be pointed at by a single click."""
        return self.places[0] if len(self.places) == 1 else ()


def joined(labels: Iterable[tuple[str, bool]]) -> str:
    """Answers as they are typed one behind the other: a blank between two, unless both are characters."""
    found, was_run = "", False
    for label, is_run in labels:
        found += label if not found or (was_run and is_run) else f" {label}"
        was_run = is_run
    return found


@dataclass(frozen=True, slots=True)
class Moves:
    """Whole moves; `complete` says that there are no others."""

    moves: tuple[Move, ...]
    complete: bool


def told_apart(labels: Sequence[str]) -> list[str]:
    """Labels of the options of one question: those that would read alike get a number from the second on.

    >>> told_apart(["ace", "king", "ace", "ace"])
    ['ace', 'king', 'ace (2)', 'ace (3)']
    """
    met: dict[str, int] = {}
    taken = set(labels)
    found = []
    for label in labels:
        count = met[label] = met.get(label, 0) + 1
        words = label
        while count > 1 and (words := f"{label} ({count})") in taken:
            count += 1
        met[label] = count
        taken.add(words)
        found.append(words)
    return found
