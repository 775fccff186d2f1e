"""`parlour lesson`: courses, one for each language that has lessons. Lists them, opens one, and judges a solution.

Opening a lesson prints its page and copies the file to start from into the current folder, unless it is there already.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from parlour import lessons
from parlour.cli.console import Console
from parlour.cli.exits import Exit, bad_file, wrong_usage
from parlour.cli.flags import json_flag, stream_flags
from parlour.cli.opening import find_file
from parlour.cli.wording import error_text
from parlour.game.error import GameError
from parlour.languages.frontend import FIRST, by_ending
from parlour.lessons import Check, Lesson
from parlour.lessons.judge import Came, Result, Verdict, judge
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.display import visible, wrap
from parlour.syntax.render import to_json
from parlour.syntax.suggest import did_you_mean


@click.command("lesson", short_help="Learn to write games, lesson by lesson.")
@click.argument("what", metavar="[N|check]", required=False)
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--lesson", "number", type=int, metavar="N", help="check: the lesson that FILE is for.")
@click.option("--language", type=click.Choice(lessons.courses()), default=None, help=f"The course.  [default: {FIRST}]")
@json_flag
@stream_flags
@click.pass_obj
def command(
    console: Console, what: str | None, file: str | None, number: int | None, language: str | None, as_json: bool
) -> Exit:
    """Learn to write games of your own, lesson by lesson.

    \b
    parlour lesson              lists the lessons
    parlour lesson 3            opens the third: its page, and a file to change
    parlour lesson check FILE   judges what you wrote (exit code 0: solved, 3: not yet)
    """
    if what == "check":
        if file is None:
            raise wrong_usage(
                "parlour lesson check needs a FILE", "for example `parlour lesson check 01-first-values.bgl`"
            )
        return _check(console, file, number, language, as_json)
    if file is not None or number is not None:
        extra = file if file is not None else "--lesson"
        raise wrong_usage(
            f"{extra} belongs to `parlour lesson check FILE`", "`parlour lesson --help` says what it takes"
        )
    if what is None:
        _list(console, language or FIRST, as_json)
    else:
        _open(console, _lesson(what, language or FIRST), as_json)
    return Exit.FINE


def _lesson(word: str, language: str) -> Lesson:
    course = lessons.all(language)
    for lesson in course:
        if word in (str(lesson.number), f"{lesson.number:02}", lesson.name):
            return lesson
    words = ["check", *(lesson.name for lesson in course)]
    raise wrong_usage(
        f"there is no lesson {word}; they have the numbers 1 to {len(course)}",
        did_you_mean(word, words) or "`parlour lesson` lists them",
    )


def _list(console: Console, language: str, as_json: bool) -> None:
    for lesson in lessons.all(language):
        if as_json:
            fields = {"number": lesson.number, "title": lesson.title, "teaches": lesson.teaches}
            console.event("lesson", **fields, language=lesson.language, file=lesson.file_name)
        else:
            console.print(f"{lesson.number:>2}  {lesson.title:<25} {lesson.teaches}")
    if not as_json:
        others = [f"`parlour lesson --language {each}`" for each in lessons.courses() if each != language]
        more = f"; other courses: {', '.join(others)}" if others else ""
        console.say(f"\n`parlour lesson 1{_course(language)}` opens the first one{more}")


def _course(language: str) -> str:
    """What a command says about the course, if it is not the first one."""
    return "" if language == FIRST else f" --language {language}"


def _open(console: Console, lesson: Lesson, as_json: bool) -> None:
    is_new = _copy(lesson)
    if as_json:
        console.event("lesson", number=lesson.number, page=lesson.page, file=lesson.file_name, copied=is_new)
        return
    console.print(lesson.page.rstrip("\n"))
    what = "is here now, for you to change" if is_new else "was here already and is left as it is"
    console.say(f"\n{lesson.file_name} {what}. Judge it with `parlour lesson check {lesson.file_name}`")


def _copy(lesson: Lesson) -> bool:
    """Puts the starting file into the current folder; whether it was not there before."""
    try:
        with open(lesson.file_name, "x", encoding="utf-8", newline="\n") as copy:
            copy.write(lesson.start)
    except FileExistsError:
        return False
    except OSError as problem:
        raise bad_file(f"cannot write {lesson.file_name} here: {problem.strerror or problem}") from None
    return True


def _check(console: Console, file: str, number: int | None, language: str | None, as_json: bool) -> Exit:
    path = find_file(file).place
    if not isinstance(path, Path):
        raise wrong_usage(f"{file} is a game that comes with Parlour, not a file of yours")
    written = by_ending(file)
    course = language or (written.name if written is not None and written.name in lessons.courses() else FIRST)
    lesson = _lesson(str(number), course) if number is not None else _lesson_of(file, course)
    try:
        verdict = judge(lesson, path)
    except Diagnostics as program:
        if not as_json:
            raise
        for diagnostic in program.found:
            console.event(diagnostic.severity, **to_json(diagnostic))
        console.event("end", status="error", lesson=lesson.number)
        return Exit.TEXT
    if as_json:
        for result in verdict.results:
            console.event("check", **_fields(result))
        console.event("end", status="solved" if verdict.is_solved else "unsolved", lesson=lesson.number)
    else:
        if not console.is_quiet:
            console.show_diagnostics(verdict.warnings)
        _print(console, verdict)
    return Exit.FINE if verdict.is_solved else Exit.FAILED


def _lesson_of(file: str, language: str) -> Lesson:
    """The lesson a file is for, by its name."""
    name = Path(file).stem
    for lesson in lessons.all(language):
        if name == lesson.name:
            return lesson
    raise wrong_usage(
        f"the name of {file} does not say which lesson it is for", f"say it: `parlour lesson check {file} --lesson 1`"
    )


def _fields(result: Result) -> dict[str, object]:
    check = result.check
    return {
        "expression": check.expression,
        "answers": list(check.answers),
        "expected": check.expect if check.expect is not None else f"shows {check.shows}",
        "got": result.came.text,
        "right": result.is_right,
        "message": result.came.message,
        "hint": result.hint,
    }


def _print(console: Console, verdict: Verdict) -> None:
    shown: set[str] = set()
    for result in verdict.results:
        _print_result(console, result)
        _print_failure(console, result.came.error, shown)
        if not result.is_right:
            lines = wrap(result.hint, max(console.width - 13, 40))
            console.print(f"       {console.paint_out('cyan', 'hint:')} " + "\n             ".join(lines))
    right = sum(result.is_right for result in verdict.results)
    lesson = verdict.lesson
    console.print()
    if not verdict.is_solved:
        console.print(
            f"Lesson {lesson.number}, {lesson.title}: {right} of {len(verdict.results)} right, not solved yet"
        )
        return
    console.print(f"Lesson {lesson.number}, {lesson.title}: solved, all {right} right")
    if lessons.find(lesson.number + 1, lesson.language) is not None:
        console.say(f"`parlour lesson {lesson.number + 1}{_course(lesson.language)}` opens the next one")


def _print_result(console: Console, result: Result) -> None:
    asked = visible(result.check.expression) or "the game"
    if result.check.answers:
        asked += f", answered {' '.join(result.check.answers)},"
    if result.is_right:
        console.print(
            f"{console.paint_out('green', 'right')}  {asked} {_wanted(result.check, 'is', 'asks again and shows')}"
        )
        return
    wanted = _wanted(result.check, "should be", "should ask again and show")
    console.print(f"{console.paint_out('red', 'wrong')}  {asked} {wanted}, but {_got(result.came)}")


def _print_failure(console: Console, error: GameError | None, shown: set[str]) -> None:
    """The line in which a program failed, once for all checks that end there. The hint and the calls that led there are
    left out: the lesson has a hint of its own, and the expression that was tried stands above."""
    if error is None or error.span is None:
        return
    text = error_text(replace(error, calls=(), hint=""), color=console.out_has_color, width=max(console.width - 7, 40))
    if text not in shown:
        shown.add(text)
        console.print("\n".join(f"       {line}".rstrip() for line in text.splitlines()))


def _wanted(check: Check, be: str, ask: str) -> str:
    if not check.expression:
        return str(check.expect) if be == "is" else f"should come to this: {check.expect}"
    return f"{be} {check.expect}" if check.expect is not None else f"{ask} {check.shows}"


def _got(came: Came) -> str:
    if came.error is not None:
        return "did not come to an end" if came.error.kind == "budget" else f"failed: {visible(came.message)}"
    if came.message:
        return visible(came.message)
    if came.text.startswith(("asks ", "ends: ")):
        return f"it {visible(came.text)}"
    return f"asks again and {visible(came.text)}" if came.asks else f"is {visible(came.text)}"
