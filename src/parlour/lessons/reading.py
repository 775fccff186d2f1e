"""Reads lessons from their folders, and says what is wrong with a folder that is no lesson.

    course/                      any folder: its lessons in the order of their names
      01-first-values/           a number, a hyphen, a name
        page.md                  what is to be read
        start.bgl                the program to start from; its ending says the language
        checks.toml              title, teaches, and the exercise
        solution.bgl             the right answers, where checks.toml does not have them

`docs/how-to/write-lessons.md` explains it for teachers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import prod
from pathlib import Path
from random import Random

from parlour.languages.frontend import ENDINGS, LANGUAGES, Language, titles
from parlour.lessons.lesson import Check, Games, Lesson, Many
from parlour.syntax.suggest import did_you_mean

CHECKS = "checks.toml"
PAGE = "page.md"
# As many examples of one pattern are tried at most; of more, some are drawn.
MOST_EXAMPLES = 60
_NAME = re.compile(r"([0-9]{1,3})-\w[\w-]*")
_RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})")
_HOLE = re.compile(r"\{(\w+)\}")
_CHECK = {
    "expression": str,
    "answers": list,
    "expect": str,
    "shows": str,
    "hint": str,
    "wrong": list,
    "given": dict,
    "prompt": str,
}
_MANY = {"expression": str, "answers": list, "hint": str, "wrong": list, "given": dict, "with": dict, "most": int}
_GAMES = {
    "expression": str,
    "answers": list,
    "hint": str,
    "number": int,
    "length": int,
    "once": bool,
    "state": list,
    "given": dict,
}
_GROUPS = ("check", "many", "games")
_WRONG = {"got": str, "hint": str}
_EXERCISE = {"title": str, "teaches": str, "check": list, "many": list, "games": list}
_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table, { name = … }"}


class BrokenLesson(ValueError):
    """A folder that cannot be read as a lesson: which file of it, what is wrong, and what to do."""

    def __init__(self, place: Path | str, problem: str, hint: str = "") -> None:
        super().__init__(f"{place}: {problem}")
        self.hint = hint


def read_course(folder: Path) -> tuple[Lesson, ...]:
    """The lessons of a folder in the order of their numbers; a folder that is a lesson itself is a course of one.
    Raises `BrokenLesson`."""
    if not folder.is_dir():
        raise BrokenLesson(folder, "is not a folder", "a course is a folder with a folder for each lesson")
    if (folder / CHECKS).exists() or (folder / PAGE).exists():
        return (read_lesson(folder),)
    inside = sorted(each for each in folder.iterdir() if each.is_dir() and not each.name.startswith((".", "_")))
    if not inside:
        raise BrokenLesson(
            folder,
            "has no lessons",
            f"a lesson is a folder such as 01-first-steps, with {PAGE}, start.bgl and {CHECKS}",
        )
    lessons = sorted((read_lesson(each) for each in inside), key=lambda lesson: lesson.number)
    for one, other in pairwise(lessons):
        if one.number == other.number:
            raise BrokenLesson(folder, f"{one.name} and {other.name} have the same number", "count them: 01-…, 02-…")
    return tuple(lessons)


def read_lesson(folder: Path) -> Lesson:
    """The lesson in a folder. Raises `BrokenLesson`."""
    named = _NAME.fullmatch(folder.resolve().name)
    if named is None:
        raise BrokenLesson(folder, "is no name of a lesson", "a number, a hyphen and a name: 01-first-steps")
    start, language = _program(folder, "start")
    if start is None:
        endings = ", ".join(f"start{each.endings[0]}" for each in LANGUAGES)
        raise BrokenLesson(folder, "has no program to start from", f"it is one of these files: {endings}")
    solution, other = _program(folder, "solution")
    if solution is not None and other is not language:
        raise BrokenLesson(folder, f"start is in {language.title}, and solution in {other.title}")
    reader = _Exercise(folder / CHECKS, language, has_solution=solution is not None)
    name = folder.resolve().name
    return Lesson(
        number=int(named[1]),
        name=name,
        language=language.name,
        title=reader.text("title"),
        teaches=reader.text("teaches"),
        page=_text(folder / PAGE),
        start=start,
        solution=solution or "",
        file_name=f"{name}{language.endings[0]}",
        checks=reader.checks(),
        many=reader.many(),
        games=reader.games(),
    )


def _program(folder: Path, stem: str) -> tuple[str | None, Language]:
    """A program beside the page, and its language."""
    found = [(folder / f"{stem}{ending}", language) for ending, language in ENDINGS.items()]
    there = [(path, language) for path, language in found if path.is_file()]
    if len(there) > 1:
        raise BrokenLesson(folder, f"has {' and '.join(path.name for path, _ in there)}", "keep one of them")
    return (_text(there[0][0]), there[0][1]) if there else (None, found[0][1])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BrokenLesson(path.parent, f"has no {path.name}") from None
    except UnicodeDecodeError:
        raise BrokenLesson(path, "is not UTF-8", "save it as UTF-8 text") from None
    except OSError as problem:
        raise BrokenLesson(path, f"cannot be read: {problem.strerror or problem}") from None


class _Exercise:
    """`checks.toml`, with complaints that say where."""

    def __init__(self, path: Path, language: Language, *, has_solution: bool) -> None:
        self._path = path
        self._has_solution = has_solution
        try:
            self._table = tomllib.loads(_text(path))
        except tomllib.TOMLDecodeError as problem:
            hint = "texts stand between quotes; a check begins with [[check]]"
            raise BrokenLesson(path, f"is not TOML: {problem}", hint) from None
        self._keys(self._table, _EXERCISE, "the file", needs=("title", "teaches", "check"))
        if not language.has_values and any("given" in item for key in _GROUPS for _, item in self._items(key)):
            raise self._broken(
                f"given does not work in {language.title}",
                f"only in {titles(each for each in LANGUAGES if each.has_values)}",
            )

    def text(self, key: str) -> str:
        return str(self._table[key])

    def checks(self) -> tuple[Check, ...]:
        if not self._table["check"]:
            raise self._broken("has no [[check]]", "at least one says what a solution is asked")
        return tuple(self._check(item, f"check {number}") for number, item in self._items("check"))

    def _check(self, item: dict[str, object], where: str) -> Check:
        self._keys(item, _CHECK, where, needs=("hint",))
        if "expect" in item and "shows" in item:
            raise self._broken(f"{where} has expect and shows", "keep one: a value, or the board shown when it asks")
        if "expect" not in item and "shows" not in item:
            self._needs_solution(where, "expect")
        made = self._example(item, {}, where)
        if not made.expression and not made.answers and "expect" not in item and "shows" not in item:
            raise self._broken(f"{where} asks nothing", 'write an expression, or answers: answers = ["Take", "3"]')
        return made

    def many(self) -> tuple[Many, ...]:
        return tuple(self._pattern(item, f"many {number}") for number, item in self._items("many"))

    def _pattern(self, item: dict[str, object], where: str) -> Many:
        self._keys(item, _MANY, where, needs=("hint", "with"))
        self._needs_solution(where, "")
        values = {name: self._values(name, given, where) for name, given in _table(item["with"]).items()}
        texts = [str(item.get("expression", "")), *_texts(item.get("answers", ()))]
        holes = {
            hole for text in [*texts, *map(str, _table(item.get("given", {})).values())] for hole in _HOLE.findall(text)
        }
        for name in [*(holes - set(values)), *(set(values) - holes)]:
            problem = "is in no text" if name in values else "has no values"
            raise self._broken(f"{where}: {{{name}}} {problem}", did_you_mean(name, {*holes, *values} - {name}))
        most = item.get("most", MOST_EXAMPLES)
        assert isinstance(most, int)
        chosen = _some(values, max(1, most))
        return Many(texts[0] or " ".join(texts[1:]), tuple(self._example(item, each, where) for each in chosen))

    def games(self) -> tuple[Games, ...]:
        return tuple(self._games(item, f"games {number}") for number, item in self._items("games"))

    def _games(self, item: dict[str, object], where: str) -> Games:
        self._keys(item, _GAMES, where, needs=("hint",))
        self._needs_solution(where, "")
        number, length = item.get("number", 40), item.get("length", 40)
        assert isinstance(number, int) and isinstance(length, int)
        if not 1 <= number <= 1_000 or not 1 <= length <= 1_000:
            raise self._broken(f"{where}: number and length are from 1 to 1000")
        answers = self._strings(item, "answers", where)
        state = self._strings(item, "state", where)
        given = {name: str(value) for name, value in _table(item.get("given", {})).items()}
        once = item.get("once") is True
        return Games(str(item.get("expression", "")), number, length, answers, str(item["hint"]), once, state, given)

    def _example(self, item: dict[str, object], values: Mapping[str, str], where: str) -> Check:
        """A check with its holes filled."""

        def filled(text: str) -> str:
            return _HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)

        wrong = {}
        for mistake in _tables(item.get("wrong", [])):
            self._keys(mistake, _WRONG, f"{where}, wrong", needs=("got", "hint"))
            wrong[str(mistake["got"])] = str(mistake["hint"])
        return Check(
            expression=filled(str(item.get("expression", ""))),
            answers=tuple(map(filled, self._strings(item, "answers", where))),
            expect=str(item["expect"]) if "expect" in item else None,
            shows=str(item["shows"]) if "shows" in item else None,
            hint=str(item["hint"]),
            wrong=wrong,
            prompt=str(item.get("prompt", "")),
            given={name: filled(str(value)) for name, value in _table(item.get("given", {})).items()},
        )

    def _values(self, name: str, given: object, where: str) -> tuple[str, ...]:
        """`"0..20"`, or a list of texts and numbers."""
        if isinstance(given, str) and (found := _RANGE.fullmatch(given)) and int(found[1]) <= int(found[2]):
            return tuple(map(str, range(int(found[1]), int(found[2]) + 1)))
        if isinstance(given, list) and given and all(isinstance(each, str | int) for each in given):
            return tuple(map(str, given))
        raise self._broken(
            f"{where}: the values of {name} cannot be read", f'write {name} = "0..20", or {name} = ["X", "O"]'
        )

    def _strings(self, item: dict[str, object], key: str, where: str) -> tuple[str, ...]:
        texts = item.get(key, [])
        if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
            raise self._broken(f"{where}: {key} is a list of texts", f'write them in quotes: {key} = ["3", "(1,2)"]')
        return tuple(texts)

    def _items(self, key: str) -> Iterable[tuple[int, dict[str, object]]]:
        items = self._table.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise self._broken(f"{key} is not a list of tables", f"each one begins with [[{key}]]")
        return enumerate(items, 1)

    def _keys(self, item: dict[str, object], known: Mapping[str, type], where: str, needs: Sequence[str]) -> None:
        for key, value in item.items():
            if key not in known:
                hint = did_you_mean(key, known) or f"there are {', '.join(known)}"
                raise self._broken(f"{where} has {key}, which means nothing here", hint)
            if not isinstance(value, known[key]) or isinstance(value, bool) != (known[key] is bool):
                raise self._broken(f"{where}: {key} is {_KINDS[known[key]]}")
        for key in needs:
            if key not in item:
                raise self._broken(f"{where} has no {key}", _NEEDED.get(key, ""))

    def _needs_solution(self, where: str, key: str) -> None:
        if not self._has_solution:
            instead = f"write {key}, or add " if key else "add "
            raise self._broken(
                f"{where} does not say what is right", f"{instead}a program that does it right: solution.bgl"
            )

    def _broken(self, problem: str, hint: str = "") -> BrokenLesson:
        return BrokenLesson(self._path, problem, hint)


_NEEDED = {
    "title": 'a line at the top: title = "First steps"',
    "teaches": 'a line at the top: teaches = "values and types"',
    "check": "at least one [[check]] says what a solution is asked",
    "hint": "a hint says what to do to whoever has it wrong",
    "with": 'the values of its holes: with = { n = "0..20" }',
    "got": "what the mistake comes to",
}


def _some(values: Mapping[str, Sequence[str]], most: int) -> list[dict[str, str]]:
    """All combinations of the values, or some of them, always the same."""
    total = prod(map(len, values.values()))
    chosen = range(total) if total <= most else sorted(Random(0).sample(range(total), most))
    return [_combination(values, number) for number in chosen]


def _combination(values: Mapping[str, Sequence[str]], number: int) -> dict[str, str]:
    """The combination of this number.

    >>> [_combination({"x": "ab", "y": "cd"}, number) for number in (0, 1, 2)]
    [{'x': 'a', 'y': 'c'}, {'x': 'a', 'y': 'd'}, {'x': 'b', 'y': 'c'}]
    """
    found = {}
    for name in reversed(list(values)):
        number, at = divmod(number, len(values[name]))
        found[name] = values[name][at]
    return {name: found[name] for name in values}


def _table(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def _tables(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return [item if isinstance(item, dict) else {"got": item} for item in value]


def _texts(value: object) -> list[str]:
    assert isinstance(value, list | tuple)
    return [str(each) for each in value]
