"""Courses: lessons in a folder for each language that has one, three files for each lesson.

`03-choices.md` is the page to read, `03-choices.bgl` the program to start from, and `03-choices.toml` the exercise:
what a solution is asked, what it should answer, and what to say about the usual mistakes. Adding a lesson is adding
three files. `judge.py` compares a solution with the exercise.

    >>> lesson = find(1)
    >>> lesson.name, lesson.title, lesson.checks[0].expression
    ('01-first-values', 'First values', 'guests')
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from parlour.languages.frontend import FIRST, LANGUAGES, Language


@dataclass(frozen=True, slots=True)
class Check:
    """One thing a solution is asked. After the answers, the expression either has the value `expect`, or asks again
    and `shows` this board; the other of the two is None. Boards are written in one line, rows between slashes. Without
    an expression the game itself is played, and `expect` is how it stands then: `asks Ada: 1, 2`, `ends: Ada wins`.

    `wrong` maps what a typical mistake comes to (see `judge.Came.text`) to what to say about it; `hint` is for all
    others."""

    expression: str
    answers: tuple[str, ...]
    expect: str | None
    shows: str | None
    hint: str
    wrong: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: `page` is Markdown, `start` the text of the file to change, called `file_name`."""

    number: int
    name: str
    language: str
    title: str
    teaches: str
    page: str
    start: str
    file_name: str
    checks: tuple[Check, ...]


def all(language: str | None = None) -> tuple[Lesson, ...]:
    """The lessons of a language in their order; of all languages, if none is named."""
    return tuple(lesson for each in LANGUAGES if language in (None, each.name) for lesson in _of(each))


def courses() -> tuple[str, ...]:
    """The languages that have lessons."""
    return tuple(dict.fromkeys(lesson.language for lesson in all()))


def find(number: int, language: str = FIRST) -> Lesson | None:
    """The lesson of this number in the course of a language, or None."""
    return next((lesson for lesson in all(language) if lesson.number == number), None)


def _of(language: Language) -> Iterator[Lesson]:
    folder = files(__name__) / language.name
    if folder.is_dir():
        names = (file.name for file in folder.iterdir() if file.name.endswith(".toml"))
        yield from (_read(folder, name.removesuffix(".toml"), language) for name in sorted(names))


def _read(folder: Traversable, name: str, language: Language) -> Lesson:
    ending = language.endings[0]
    exercise = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    return Lesson(
        number=int(name.partition("-")[0]),
        name=name,
        language=language.name,
        title=exercise["title"],
        teaches=exercise["teaches"],
        page=(folder / f"{name}.md").read_text(encoding="utf-8"),
        start=(folder / f"{name}{ending}").read_text(encoding="utf-8"),
        file_name=f"{name}{ending}",
        checks=tuple(_check(item) for item in exercise["check"]),
    )


def _check(item: dict[str, Any]) -> Check:
    return Check(
        expression=item.get("expression", ""),
        answers=tuple(item.get("answers", ())),
        expect=item.get("expect"),
        shows=item.get("shows"),
        hint=item["hint"],
        wrong={wrong["got"]: wrong["hint"] for wrong in item.get("wrong", ())},
    )
