"""Whole programs with one mistake each, as designers and students make them: one message, at its place, with advice.

`LANGUAGE/wrong.txt` has the programs and, below each, what is said about it, read one by one:

    === a name
    the program
    ---
    the message

Where a program is one that comes with Parlour, or one of `LANGUAGE/right`, with a slip in it, its heading is
`=== a name: the-other-program`, and lines with a minus are replaced by those with a plus. After a change of wording
write the messages anew, and look at the difference:

    ACCEPT=1 .venv/bin/pytest tests/languages/test_wrong_programs.py; git diff tests/languages
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour import library
from parlour.languages.frontend import front_end, language
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.render import render
from parlour.syntax.source import Source

FOLDER = Path(__file__).parent
HEADING = re.compile(r"^=== (.+)\n", re.MULTILINE)
BETWEEN = "\n---\n"
FILES = sorted(FOLDER.glob("*/wrong.txt"))


@dataclass(frozen=True, slots=True)
class Wrong:
    language: str
    heading: str
    text: str
    message: str

    def __str__(self) -> str:
        return f"{self.language}: {self.heading}"

    @property
    def program(self) -> str:
        """The whole program."""
        _, _, other = self.heading.partition(": ")
        if not other:
            return self.text + "\n"
        program = other_program(self.language, other)
        for change in self.text.split("\n\n"):
            old = "".join(line[2:] + "\n" for line in change.splitlines() if line.startswith("-"))
            new = "".join(line[2:] + "\n" for line in change.splitlines() if line.startswith("+"))
            assert program.count(old) == 1, f"{program.count(old)} times {old!r}"
            program = program.replace(old, new)
        return program


def other_program(name: str, other: str) -> str:
    """A right program, by its name."""
    for ending in language(name).endings:
        file = FOLDER / name / "right" / (other + ending)
        if file.exists():
            return file.read_text(encoding="utf-8")
    found = library.find(other)
    assert found is not None and found.language == name
    return found.text


def all_of(file: Path) -> list[Wrong]:
    parts = HEADING.split(file.read_text(encoding="utf-8"))[1:]
    found = []
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        text, _, message = body.partition(BETWEEN)
        found.append(Wrong(file.parent.name, heading, text.strip("\n"), message.strip("\n")))
    return found


def said_about(wrong: Wrong) -> tuple[Diagnostic, ...]:
    source = Source(f"game{language(wrong.language).endings[0]}", wrong.program)
    return tuple(front_end(wrong.language).check(source, Options()))


def shown(found: tuple[Diagnostic, ...]) -> str:
    return "\n\n".join(render(item, width=100, explain=False) for item in found)


def accept(file: Path) -> None:
    """Writes the messages of a language anew."""
    parts = []
    for wrong in all_of(file):
        parts.append(f"=== {wrong.heading}\n{wrong.text}{BETWEEN}{shown(said_about(wrong))}\n")
    file.write_text("\n".join(parts), encoding="utf-8")


if os.environ.get("ACCEPT"):
    for each in FILES:
        accept(each)
ALL = [wrong for file in FILES for wrong in all_of(file)]


@pytest.mark.parametrize("wrong", ALL, ids=str)
def test_a_wrong_program_has_its_one_message_with_advice(wrong: Wrong) -> None:
    found = said_about(wrong)
    assert shown(found) == wrong.message
    assert len(found) == 1
    assert found[0].hint or any(label.text for label in found[0].labels)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_no_two_wrong_programs_are_the_same(file: Path) -> None:
    programs = [wrong.program for wrong in all_of(file)]
    assert len(set(programs)) == len(programs)
