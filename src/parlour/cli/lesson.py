"""`parlour lesson`: courses, one for each language that has lessons, and those that teachers write. Lists the lessons,
opens one, judges one solution or a whole class, and tries out a course.

Opening a lesson prints its page and copies the file to start from into the current folder, unless it is there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from parlour import lessons
from parlour.cli.class_table import judge_class, print_class
from parlour.cli.console import Console
from parlour.cli.exits import Exit, bad_file, wrong_usage
from parlour.cli.flags import json_flag, stream_flags
from parlour.cli.opening import find_file
from parlour.cli.wording import error_text
from parlour.dataclass import dataclass
from parlour.game.error import GameError
from parlour.languages.frontend import FIRST, by_ending
from parlour.lessons import progress
from parlour.lessons.judge import Came, Result, Verdict, judge
from parlour.lessons.lesson import Check, Lesson
from parlour.lessons.reading import BrokenLesson, read_course
from parlour.lessons.trial import tried
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.display import visible, wrap
from parlour.syntax.render import to_json
from parlour.syntax.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Course:
    """Lessons, by which `key` it is remembered which were solved, and what a command says to mean this course."""

    key: str
    lessons: tuple[Lesson, ...]
    flag: str

    def find(self, word: str) -> Lesson:
        for lesson in self.lessons:
            if word in (str(lesson.number), f"{lesson.number:02}", lesson.name):
                return lesson
        numbers = [lesson.number for lesson in self.lessons]
        many = f"they have the numbers {numbers[0]} to {numbers[-1]}" if numbers[1:] else f"there is only {numbers[0]}"
        raise wrong_usage(
            f"there is no lesson {word}; {many}",
            did_you_mean(word, ["check", "test", *(lesson.name for lesson in self.lessons)])
            or f"`parlour lesson{self.flag}` lists them",
        )

    def of_file(self, file: str) -> Lesson | None:
        """The lesson a file is for, by the name of the lesson in its name (`Ada 03-choices (1).bgl`)."""
        written = by_ending(file)
        fitting = [each for each in self.lessons if each.name in Path(file).name]
        if written is not None:
            fitting = [each for each in fitting if each.language == written.name]
        return max(fitting, key=lambda each: len(each.name), default=None)


@click.command("lesson", short_help="Learn to write games, lesson by lesson.")
@click.argument("what", metavar="[N|check|test]", required=False)
@click.argument("files", metavar="[FILE...]", nargs=-1)
@click.option("--lesson", "number", type=int, metavar="N", help="check: the lesson that each FILE is for.")
@click.option("--language", type=click.Choice(lessons.courses()), default=None, help=f"The course.  [default: {FIRST}]")
@click.option("--course", "folder", metavar="FOLDER", help="A course of your own, instead of Parlour's.")
@click.option("--csv", "as_csv", is_flag=True, help="check: a row for each FILE, for spreadsheets.")
@json_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    what: str | None,
    files: Sequence[str],
    number: int | None,
    language: str | None,
    folder: str | None,
    as_csv: bool,
    as_json: bool,
) -> Exit:
    """Learn to write games of your own, lesson by lesson.

    \b
    parlour lesson               lists the lessons, and which you have solved
    parlour lesson 3             opens the third: its page, and a file to change
    parlour lesson check FILE    judges what you wrote (exit code 0: solved, 3: not yet)
    parlour lesson check CLASS   judges all files of a folder, or several FILEs: a table
    parlour lesson test FOLDER   tries out a course that you have written
    """
    if folder is not None and language is not None:
        raise wrong_usage("--course and --language are two courses", "say one of them")
    if as_csv and as_json:
        raise wrong_usage("--csv and --json are two forms", "say one of them")
    if what == "test":
        return _test(console, files or ((folder,) if folder is not None else ()), as_json)
    if what == "check":
        return _check(console, files, number, language, folder, as_csv=as_csv, as_json=as_json)
    extra = files[0] if files else "--lesson" if number is not None else "--csv" if as_csv else None
    if extra is not None:
        raise wrong_usage(
            f"{extra} belongs to `parlour lesson check FILE`", "`parlour lesson --help` says what it takes"
        )
    course = _course(language or FIRST, folder)
    if what is None:
        _list(console, course, as_json)
    else:
        _open(console, course, course.find(what), as_json)
    return Exit.FINE


def _course(language: str, folder: str | None) -> Course:
    if folder is None:
        return Course(language, lessons.all(language), "" if language == FIRST else f" --language {language}")
    return Course(str(Path(folder).resolve()), _own(folder), f" --course {folder}")


def _own(folder: str) -> tuple[Lesson, ...]:
    """The lessons of a teacher's folder."""
    if not Path(folder).exists():
        raise bad_file(f"there is no folder {folder}")
    try:
        return read_course(Path(folder))
    except BrokenLesson as broken:
        raise bad_file(str(broken), broken.hint) from None


def _list(console: Console, course: Course, as_json: bool) -> None:
    solved = progress.solved(course.key)
    for lesson in course.lessons:
        is_solved = lesson.name in solved
        if as_json:
            fields = {"number": lesson.number, "title": lesson.title, "teaches": lesson.teaches, "solved": is_solved}
            console.event("lesson", **fields, language=lesson.language, file=lesson.file_name)
        else:
            mark = f"  {console.paint_out('green', 'solved')}" if is_solved else ""
            console.print(f"{lesson.number:>2}  {lesson.title:<25} {lesson.teaches}{mark}")
    if as_json:
        return
    others = [f"`parlour lesson --language {each}`" for each in lessons.courses() if each != course.key]
    more = f"; other courses: {', '.join(others)}" if others else ""
    following = next((lesson for lesson in course.lessons if lesson.name not in solved), None)
    if following is None:
        console.say(f"\nall {len(course.lessons)} are solved{more}")
    else:
        which = "first" if following is course.lessons[0] else "next"
        console.say(f"\n`parlour lesson {following.number}{course.flag}` opens the {which} one{more}")


def _open(console: Console, course: Course, lesson: Lesson, as_json: bool) -> None:
    is_new = _copy(lesson)
    if as_json:
        console.event("lesson", number=lesson.number, page=lesson.page, file=lesson.file_name, copied=is_new)
        return
    console.print(lesson.page.rstrip("\n"))
    what = "is here now, for you to change" if is_new else "was here already and is left as it is"
    flag = course.flag if course.flag.startswith(" --course") else ""
    console.say(f"\n{lesson.file_name} {what}. Judge it with `parlour lesson check {lesson.file_name}{flag}`")


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


def _check(
    console: Console,
    files: Sequence[str],
    number: int | None,
    language: str | None,
    folder: str | None,
    *,
    as_csv: bool,
    as_json: bool,
) -> Exit:
    if not files:
        raise wrong_usage("parlour lesson check needs a FILE", "for example `parlour lesson check 01-first-values.bgl`")
    own = _course(FIRST, folder) if folder is not None else None

    def lesson_of(file: str) -> Lesson | None:
        course = own or _course(language or _language_of(file), None)
        return course.find(str(number)) if number is not None else course.of_file(file)

    if len(files) > 1 or as_csv or Path(files[0]).is_dir():
        rows = judge_class(files, lesson_of, names_lesson=number is not None)
        if not rows:
            raise wrong_usage(f"no file in {', '.join(files)} has the name of a lesson", "such as 01-first-values.bgl")
        return print_class(console, rows, "csv" if as_csv else "json" if as_json else "text")
    (file,) = files
    path = find_file(file).place
    if not isinstance(path, Path):
        raise wrong_usage(f"{file} is a game that comes with Parlour, not a file of yours")
    lesson = lesson_of(file)
    if lesson is None:
        raise wrong_usage(
            f"the name of {file} does not say which lesson it is for",
            f"say it: `parlour lesson check {file} --lesson 1`",
        )
    return _judge(console, own or _course(lesson.language, None), lesson, path, as_json)


def _language_of(file: str) -> str:
    written = by_ending(file)
    return written.name if written is not None and written.name in lessons.courses() else FIRST


def _judge(console: Console, course: Course, lesson: Lesson, path: Path, as_json: bool) -> Exit:
    try:
        verdict = judge(lesson, path)
    except Diagnostics as program:
        if not as_json:
            raise
        for diagnostic in program.found:
            console.event(diagnostic.severity, **to_json(diagnostic))
        console.event("end", status="error", lesson=lesson.number)
        return Exit.TEXT
    if verdict.is_solved:
        progress.remember(course.key, lesson)
    if as_json:
        for result in (*verdict.results, *verdict.hidden):
            console.event("check", **_fields(result))
        console.event("end", status="solved" if verdict.is_solved else "unsolved", lesson=lesson.number)
    else:
        if not console.is_quiet:
            console.show_diagnostics(verdict.warnings)
        _print(console, course, verdict)
    return Exit.FINE if verdict.is_solved else Exit.FAILED


def _test(console: Console, folders: Sequence[str], as_json: bool) -> Exit:
    """Tries out courses: what a teacher wants to know before the class does."""
    if not folders:
        raise wrong_usage("parlour lesson test needs a FOLDER", "with a folder for each lesson, such as 01-first-steps")
    problems = 0
    for lesson in (lesson for folder in folders for lesson in _own(folder)):
        trial = tried(lesson)
        problems += len(trial.problems)
        if as_json:
            fields = {"number": lesson.number, "name": lesson.name, "examples": trial.examples}
            console.event("lesson", **fields, problems=list(trial.problems))
            continue
        what = f"{len(lesson.checks)} checks, {trial.examples} hidden examples"
        console.print(f"{lesson.name}: {what}{'' if trial.problems else ', fine'}")
        for problem in trial.problems:
            lines = wrap(visible(problem), max(console.width - 4, 40))
            console.print("    " + "\n    ".join(lines))
    if as_json:
        console.event("end", status="error" if problems else "fine", problems=problems)
    return Exit.FAILED if problems else Exit.FINE


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
        "examples": result.examples,
    }


def _print(console: Console, course: Course, verdict: Verdict) -> None:
    shown: set[str] = set()
    for result in (*verdict.results, *(each for each in verdict.hidden if not each.is_right)):
        _print_result(console, result)
        _print_failure(console, result.came.error, shown)
        if not result.is_right:
            lines = wrap(result.hint, max(console.width - 13, 40))
            console.print(f"       {console.paint_out('cyan', 'hint:')} " + "\n             ".join(lines))
    lesson = verdict.lesson
    what = f"Lesson {lesson.number}, {lesson.title}"
    console.print()
    if verdict.is_solved:
        more = f", and {verdict.examples} more examples" if verdict.examples else ""
        console.print(f"{what}: solved, all {verdict.right} right{more}")
        following = next((each for each in course.lessons if each.number > lesson.number), None)
        if following is not None:
            console.say(f"`parlour lesson {following.number}{course.flag}` opens the next one")
    elif verdict.hidden:
        console.print(
            f"{what}: all {verdict.right} right, but not all of {verdict.examples} more examples; not solved yet"
        )
    else:
        console.print(f"{what}: {verdict.right} of {len(verdict.results)} right, not solved yet")


def _print_result(console: Console, result: Result) -> None:
    asked = visible(result.check.expression) or "the game"
    if result.check.given:
        asked += f" with {' and '.join(f'{name} = {value}' for name, value in result.check.given.items())}"
    if result.check.answers:
        asked += f", answered {' '.join(result.check.answers)}"
    if result.check.given or result.check.answers:
        asked += ","
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
        if (check.expect or "").startswith("state: "):
            return f"should have {str(check.expect).removeprefix('state: ')}"
        return str(check.expect) if be == "is" else f"should come to this: {check.expect}"
    return f"{be} {check.expect}" if check.expect is not None else f"{ask} {check.shows}"


def _got(came: Came) -> str:
    if came.error is not None:
        return "did not come to an end" if came.error.kind == "budget" else f"failed: {visible(came.message)}"
    if came.message:
        return visible(came.message)
    if came.text.startswith("state: "):
        return f"it has {visible(came.text.removeprefix('state: '))}"
    if came.text.startswith(("asks ", "ends: ")):
        return f"it {visible(came.text)}"
    return f"asks again and {visible(came.text)}" if came.asks else f"is {visible(came.text)}"
