"""Courses: a folder for each, and in it a folder for each lesson.

`03-choices/` has `page.md`, which is to be read, `start.bgl`, the program to start from, `checks.toml`, what a program
is asked and what to say about the usual mistakes, and `solution.bgl`, which says what is right in the examples that no
page shows. `reading.py` reads such folders, those of a teacher too, `judge.py` compares a learner's program
with the exercise, and `progress.py` remembers what was solved.

    >>> lesson = find(1)
    >>> lesson.name, lesson.title, lesson.checks[0].expression
    ('01-first-values', 'First values', 'guests')
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from parlour.languages.frontend import FIRST, LANGUAGES
from parlour.lessons.lesson import Lesson
from parlour.lessons.reading import read_course


@cache
def all(language: str | None = None) -> tuple[Lesson, ...]:
    """The lessons that come with Parlour in their order: of a language, or of all, if none is named."""
    named = [each.name for each in LANGUAGES if language in (None, each.name)]
    return tuple(lesson for name in named if _folder(name).is_dir() for lesson in read_course(_folder(name)))


def courses() -> tuple[str, ...]:
    """The languages that have lessons."""
    return tuple(each.name for each in LANGUAGES if _folder(each.name).is_dir())


def find(number: int, language: str = FIRST) -> Lesson | None:
    """The lesson of this number in the course of a language, or None."""
    return next((lesson for lesson in all(language) if lesson.number == number), None)


def _folder(language: str) -> Path:
    return Path(str(files(__name__))) / language
