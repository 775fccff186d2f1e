"""Where the value of a name stands, so that a lesson can try another one in its place."""

from __future__ import annotations

import pytest

from parlour.lessons.givens import with_given

PROGRAM = """main:
    do DEAL

let Card(values) be Object with:
    const values: values

when do DEAL:
    for 2 times:
        values = [
            4, 9
        ]  # from the top
    values += [1]
    values = [3]
    int count = 2 + 1

double(n):
    twice = n * 2
    return twice
"""


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("values", "[\n            4, 9\n        ]", "[7, 1]"),
        ("count", "2 + 1", "8"),
        ("twice", "n * 2", "n + n"),
    ],
)
def test_the_first_value_of_a_name_is_another_and_all_else_stays(name: str, old: str, new: str) -> None:
    assert PROGRAM.count(old) == 1
    assert with_given(PROGRAM, "allhandsondeck", {name: new}) == PROGRAM.replace(old, new)


@pytest.mark.parametrize("name", ["n", "Card", "DEAL", "nothing"])
def test_what_is_not_assigned_has_no_value(name: str) -> None:
    assert with_given(PROGRAM, "allhandsondeck", {name: "1"}) is None
