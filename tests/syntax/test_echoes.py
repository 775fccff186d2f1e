"""What is found only because of an error before it is not told; two mistakes in two places are two messages."""

from __future__ import annotations

import pytest

from parlour.languages.frontend import front_end, language
from parlour.languages.options import Options
from parlour.syntax.source import Source


def told(name: str, text: str) -> list[int]:
    """The lines of all errors in a program."""
    source = Source(f"game{language(name).endings[0]}", text)
    return [item.span.line for item in front_end(name).check(source, Options()) if item.is_error]


BOGL = "game G\n\none : Int\none = {first}\n\ntwo : Int\ntwo = {second}\n"
SENET = "@setup {{\n}}\n\n@turns {{\n    void begin() {{\n        {first}\n        {second}\n    }}\n}}\n"
DECK = "main:\n    {first}\n    {second}\n"


@pytest.mark.parametrize(
    ("name", "program", "first", "second", "lines"),
    [
        ("bogl", BOGL, "(1; 2]", "3", [4]),
        ("bogl", BOGL, "(1; 2]", "(3", [4, 7]),
        ("bogl", BOGL, "(1", "nothing", [4]),
        ("bogl", BOGL, "nothing", "nobody", [4, 7]),
        ("senet", SENET, "if (1; == 2] {", "}", [6]),
        ("senet", SENET, "print(;", "exit(;", [6, 7]),
        ("senet", SENET, "print(;", "print(nothing);", [6]),
        ("senet", SENET, "print(nothing);", "print(nobody);", [6, 7]),
        ("allhandsondeck", DECK, "print(1; 2]", "print(3)", [2]),
        ("allhandsondeck", DECK, "print(1 +)", "for 2 times", [2, 3]),
        ("allhandsondeck", DECK, "print(1 +)", "print(nothing)", [2]),
        ("allhandsondeck", DECK, "print(nothing)", "print(nobody)", [2, 3]),
    ],
)
def test_each_mistake_is_told_once(name: str, program: str, first: str, second: str, lines: list[int]) -> None:
    assert told(name, program.format(first=first, second=second)) == lines


def test_of_two_errors_of_meaning_the_inner_one_is_told() -> None:
    program = SENET.format(first='ON_MOVE = "1" - 1;', second="exit();")
    found = front_end("senet").check(Source("game.senet", program), Options())
    assert [item.title for item in found if item.is_error] == ["strings have no `-`"]


def test_the_lines_below_one_that_cannot_be_read_are_passed_over() -> None:
    program = (
        "main:\n    do GO\n\nval Card(n) be Object with:\n    const n: n\n    size: 3\n\nwhen do GO:\n    print(1)\n"
    )
    assert told("allhandsondeck", program) == [4]
