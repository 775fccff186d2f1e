"""What learners hand in: of the right solutions none is refused, of the wrong ones none is accepted.

The solutions are those of `handed-in`, written as learners write: one too many or too few, constants that fit the
examples of the page, arguments in the wrong order, a case that is missing, and other ways to be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from parlour import lessons
from parlour.lessons.judge import Judge

FOLDER = Path(__file__).parent / "handed-in"
HEADING = re.compile(r"^=== (\d+) (right|wrong): (.+)\n", re.MULTILINE)
NAME = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class HandedIn:
    language: str
    number: int
    is_right: bool
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.language} {self.number}, {'right' if self.is_right else 'wrong'}: {self.about}"

    @property
    def program(self) -> str:
        lesson = lessons.find(self.number, self.language)
        assert lesson is not None
        return defined(lesson.solution, self.text) if self.language == "bogl" else changed(lesson.solution, self.text)


def defined(program: str, text: str) -> str:
    """A BoGL program with these definitions instead of its own of the same names."""
    blocks = program.split("\n\n")
    for definition in definitions(text):
        name = NAME.match(definition)
        assert name is not None, definition
        head = re.compile(rf"^{name[0]} :.*\n", re.MULTILINE)
        at = next((number for number, block in enumerate(blocks) if head.search(block)), None)
        if at is None:
            assert head.match(definition), f"{name[0]} is new and has no signature"
            blocks.append(definition)
        else:
            signature = head.search(blocks[at])
            assert signature is not None
            before = "" if head.match(definition) else signature[0]
            blocks[at] = blocks[at][: signature.start()] + before + definition
    return "\n\n".join(blocks) + "\n"


def definitions(text: str) -> list[str]:
    """The lines of each name together."""
    found: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        name = NAME.match(line)
        last = name[0] if name is not None else last
        found[last] = f"{found[last]}\n{line}" if last in found else line
    return list(found.values())


def changed(program: str, text: str) -> str:
    """A program in which the lines with a plus take the place of those with a minus."""
    lines = text.splitlines()
    old = "\n".join(line[2:] for line in lines if line.startswith("-"))
    new = "\n".join(line[2:] for line in lines if line.startswith("+"))
    assert program.count(old) == 1, f"{program.count(old)} times {old!r}"
    return program.replace(old, new)


def all_of(language: str) -> Iterator[HandedIn]:
    parts = HEADING.split((FOLDER / f"{language}.txt").read_text(encoding="utf-8"))[1:]
    for number, verdict, about, text in zip(*(parts[at::4] for at in range(4)), strict=True):
        yield HandedIn(language, int(number), verdict == "right", about, text.strip("\n"))


ALL = [each for language in lessons.courses() for each in all_of(language)]


@cache
def judge_of(language: str, number: int) -> Judge:
    lesson = lessons.find(number, language)
    assert lesson is not None
    return Judge(lesson)


@pytest.mark.parametrize("handed_in", ALL, ids=str)
def test_it_is_judged_rightly(handed_in: HandedIn) -> None:
    verdict = judge_of(handed_in.language, handed_in.number).verdict(handed_in.program)
    wrong = [result for result in (*verdict.results, *verdict.hidden) if not result.is_right]
    assert verdict.is_solved == handed_in.is_right, wrong
    assert all(result.hint for result in wrong)


def test_there_are_many_of_each_and_they_differ() -> None:
    assert sum(not each.is_right for each in ALL) >= 150 and sum(each.is_right for each in ALL) >= 50
    programs = {(each.language, each.number, each.program) for each in ALL}
    assert len(programs) == len(ALL)
    taught = {(lesson.language, lesson.number) for lesson in lessons.all()}
    for is_right in (True, False):
        assert {(each.language, each.number) for each in ALL if each.is_right is is_right} == taught
