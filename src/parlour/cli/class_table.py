"""The solutions of a whole class, judged one after the other: a table for the teacher, or for a spreadsheet.

A file that cannot be read or has errors is a row like any other. Nothing of it is remembered: it is not the teacher who
has solved the lesson.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure
from parlour.cli.opening import find_file
from parlour.dataclass import dataclass
from parlour.languages.frontend import by_ending
from parlour.lessons.judge import Judge, Verdict
from parlour.lessons.lesson import Lesson
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.display import visible

Status = Literal["solved", "unsolved", "error", "unread"]


@dataclass(frozen=True, slots=True)
class Row:
    """One file: for which lesson it is, how many of its checks are right, and what is said first about the rest."""

    file: str
    lesson: Lesson | None
    status: Status
    right: int = 0
    remark: str = ""


def judge_class(files: Sequence[str], lesson_of: Callable[[str], Lesson | None], *, names_lesson: bool) -> list[Row]:
    """A row for each file. In folders, only files with the name of a lesson count; if the lesson is named, all of its
    language."""
    judges: dict[str, Judge] = {}
    return [_row(file, lesson_of, judges) for file in _files(files, lesson_of, names_lesson=names_lesson)]


def _files(files: Sequence[str], lesson_of: Callable[[str], Lesson | None], *, names_lesson: bool) -> Iterator[str]:
    for file in files:
        if not Path(file).is_dir():
            yield file
            continue
        for path in sorted(Path(file).rglob("*")):
            language = by_ending(path)
            if language is None or not path.is_file() or any(part.startswith(".") for part in path.parts):
                continue
            lesson = lesson_of(str(path))
            if lesson is not None and (not names_lesson or lesson.language == language.name):
                yield str(path)


def _row(file: str, lesson_of: Callable[[str], Lesson | None], judges: dict[str, Judge]) -> Row:
    try:
        path = find_file(file).place
    except Failure as failure:
        return Row(file, None, "unread", remark=failure.message.removeprefix(f"{file} "))
    lesson = lesson_of(file)
    if not isinstance(path, Path) or lesson is None:
        return Row(file, None, "unread", remark="its name does not say which lesson it is for: --lesson N")
    judge = judges.setdefault(lesson.name, Judge(lesson))
    try:
        verdict = judge.verdict(path)
    except Diagnostics as program:
        first = next(item for item in program.found if item.is_error)
        return Row(file, lesson, "error", remark=f"line {first.span.line}: {first.title} [{first.code}]")
    return Row(file, lesson, "solved" if verdict.is_solved else "unsolved", verdict.right, _remark(verdict))


def _remark(verdict: Verdict) -> str:
    """The first thing that is wrong, in one line."""
    wrong = next((each for each in (*verdict.results, *verdict.hidden) if not each.is_right), None)
    if wrong is None:
        return ""
    check = wrong.check
    asked = check.expression or "the game"
    if check.given:
        asked += f" with {' and '.join(f'{name} = {value}' for name, value in check.given.items())}"
    if check.answers:
        asked += f", answered {' '.join(check.answers)}"
    return f"{asked}: {wrong.came.message or wrong.came.text}, not {check.wanted}"


def print_class(console: Console, rows: Sequence[Row], form: Literal["text", "csv", "json"]) -> Exit:
    """The table; whether all are solved."""
    solved = sum(row.status == "solved" for row in rows)
    if form == "csv":
        out = csv.writer(console.out, lineterminator="\n")
        out.writerow(["file", "lesson", "title", "status", "right", "checks", "remark"])
        out.writerows(_cells(row) for row in rows)
    elif form == "json":
        for row in rows:
            console.event("solution", **dict(zip(_FIELDS, _cells(row), strict=True)))
        console.event("end", status="solved" if solved == len(rows) else "unsolved", files=len(rows), solved=solved)
    else:
        _print_text(console, rows)
        console.print()
        console.print(f"{solved} of {len(rows)} solved")
    return Exit.FINE if solved == len(rows) else Exit.FAILED


_FIELDS = ("file", "lesson", "title", "status", "right", "checks", "remark")


def _cells(row: Row) -> list[object]:
    lesson = row.lesson
    if lesson is None:
        return [row.file, None, "", row.status, None, None, row.remark]
    return [row.file, lesson.number, lesson.title, row.status, row.right, len(lesson.checks), row.remark]


def _print_text(console: Console, rows: Sequence[Row]) -> None:
    width = min(max(len(visible(row.file)) for row in rows), 40)
    for row in rows:
        count = "" if row.lesson is None else f"{row.right} of {len(row.lesson.checks)}"
        number = "" if row.lesson is None else str(row.lesson.number)
        color = "green" if row.status == "solved" else "red"
        start = f"{visible(row.file):<{width}}  {number:>2}  {count:>8}  "
        remark = f"  {visible(row.remark)}" if row.remark else ""
        room = max(console.width - len(start) - 8, 30)
        if len(remark) > room:
            remark = f"{remark[: room - 1]}…"
        console.print(f"{start}{console.paint_out(color, f'{row.status:<8}')}{remark}".rstrip())
