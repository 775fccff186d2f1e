"""What a learner has solved: one small file in the user's own folder, by course and lesson.

A file that cannot be read, or is no such file, is as good as none: it is written anew when the next lesson is solved.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from parlour.lessons.lesson import Lesson
from parlour.library.own import data_folder


def place() -> Path:
    """Where it is kept; the variable PARLOUR_LESSONS names another file."""
    chosen = os.environ.get("PARLOUR_LESSONS")
    return Path(chosen) if chosen else Path(data_folder(), "lessons.json")


def solved(course: str) -> frozenset[str]:
    """The names of the lessons of a course that were solved."""
    return frozenset(_all().get(course, ()))


def remember(course: str, lesson: Lesson) -> bool:
    """Keeps that a lesson was solved; whether it could be kept."""
    known = _all()
    if lesson.name in known.get(course, ()):
        return True
    known[course] = sorted({*known.get(course, ()), lesson.name})
    path = place()
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(fresh, path)
    except OSError:
        return False
    return True


def _all() -> dict[str, list[str]]:
    try:
        kept = json.loads(place().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {
        course: [name for name in names if isinstance(name, str)]
        for course, names in kept.items()
        if isinstance(names, list)
    }
