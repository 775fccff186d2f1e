"""Tries out a lesson before its class does: does its solution solve it, does its start not, is every check meant?"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.dataclass import dataclass
from parlour.lessons.judge import Judge, Verdict
from parlour.lessons.lesson import Lesson
from parlour.syntax.diagnostic import Diagnostics


@dataclass(frozen=True, slots=True)
class Trial:
    """What is wrong with a lesson, a sentence each, and how many hidden examples it has."""

    problems: tuple[str, ...]
    examples: int


def tried(lesson: Lesson) -> Trial:
    judge = Judge(lesson)
    problems: list[str] = []
    examples = 0
    ending = lesson.file_name.removeprefix(lesson.name)
    if lesson.solution:
        solved = _verdict(judge, lesson.solution, f"solution{ending}")
        if isinstance(solved, Verdict):
            examples = solved.examples
            problems += _unsolved(solved)
        else:
            problems.append(solved)
    started = _verdict(judge, lesson.start, f"start{ending}") if not problems else None
    if isinstance(started, Verdict) and started.is_solved:
        problems.append(f"start{ending} solves the exercise already: nothing is left to do")
    elif isinstance(started, str):
        problems.append(started)
    if f"# Lesson {lesson.number}" not in lesson.page and lesson.title not in lesson.page:
        problems.append("page.md names neither the number nor the title of the lesson")
    return Trial(tuple(problems), examples)


def _verdict(judge: Judge, text: str, name: str) -> Verdict | str:
    try:
        return judge.verdict(text)
    except Diagnostics as program:
        first = next(item for item in program.found if item.is_error)
        return f"{name} has an error in line {first.span.line}: {first.title} [{first.code}]"


def _unsolved(solved: Verdict) -> Iterator[str]:
    for result in (*solved.results, *solved.hidden):
        if not result.is_right:
            came = result.came.message or result.came.text
            asked = " ".join([result.check.expression or "the game", *result.check.answers])
            yield f"by its own solution, {asked} is not {result.check.wanted}: {came}"
        elif result.check.expression and result.came.text.startswith("BG"):
            yield f"{result.check.expression} cannot be evaluated: {result.came.message}"
