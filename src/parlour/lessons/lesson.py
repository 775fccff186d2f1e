"""What a lesson is: a page, a program to start from, and an exercise of checks, hidden examples and hidden games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """One thing a solution is asked. After the answers, the expression either has the value `expect`, or asks again
    and `shows` this board; with neither, the solution of the lesson says which. Boards are written in one line, rows
    between slashes. Without an expression the game itself is played, and `expect` is how it stands then: `asks Ada: 1,
    2` (in any order), `ends: Ada wins`.

    `given` are values that the program is to have instead of its own. `prompt` are words that the question must have,
    where what can be chosen does not say what is asked. `wrong` maps what a typical mistake comes to (see
    `judge.Came.text`) to what to say about it; `hint` is for all others."""

    expression: str
    answers: tuple[str, ...] = ()
    expect: str | None = None
    shows: str | None = None
    hint: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    prompt: str = ""

    @property
    def wanted(self) -> str | None:
        """The text of what is right (see `judge.Came.text`), if the check says it itself."""
        return f"shows {self.shows}" if self.shows is not None else self.expect


@dataclass(frozen=True, slots=True)
class Many:
    """Hidden examples, tried when all checks are right; `about` is the pattern from which they were made."""

    about: str
    examples: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Games:
    """Hidden games, played at random beside the solution when all checks are right: `number` of them, each of at most
    `length` answers. They choose from `answers`, or from what is legal if there are none; with `once`, no answer comes
    twice in a game. `state` are parts of the game's state that must be the same, too (`counters`); `given` is as in
    checks."""

    expression: str
    number: int
    length: int
    answers: tuple[str, ...]
    hint: str
    once: bool = False
    state: tuple[str, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: `page` is Markdown, `start` the text of the file to change, called `file_name`; `solution` is empty
    where every check says itself what is right."""

    number: int
    name: str
    language: str
    title: str
    teaches: str
    page: str
    start: str
    solution: str
    file_name: str
    checks: tuple[Check, ...]
    many: tuple[Many, ...] = ()
    games: tuple[Games, ...] = ()
