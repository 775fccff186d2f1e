"""Which places of a program only ever hold numbers of 32 bits."""

from __future__ import annotations

import pytest

from parlour.core.hierarchy import Hierarchy
from parlour.core.passes.small_ints import ITEMS, Origin, Place, small_ints
from parlour.core.read.program import read_program

PROGRAM = """program p entry main

class Box {{
  field size: int
}}

class Crate extends Box {{
  field number: int
}}

global score: int
given global from_outside: int

function main() -> none {{
  locals (n: int, m: int, at: int, asked: int, xs: list[int], crate: object Crate)
  @score = 0
  n = wrap32(mul(@score, 3))
  xs = [n, 2]
  crate = new Crate(n, 5)
  for at from 0 to n {{
    do list_push(xs, more(at))
  }}
  m = list_get(xs, 0)
{body}
}}

function more(of: int) -> int {{
  return wrap32(add(of, 1))
}}
"""


def small(body: str = "", given: dict[str, tuple[Origin, ...]] | None = None) -> frozenset[Place]:
    program = read_program(PROGRAM.format(body=body))
    return small_ints(program, program.functions, Hierarchy(program.classes), given or {}).places


def local(name: str, function: str = "main") -> Place:
    return "local", function, name


SIZE, NUMBER = ("field", "Box", "size"), ("field", "Crate", "number")
SCORE, OF = ("global", "score"), local("of", "more")

# A program asks, or is given, what no one has wrapped.
ASKED = "  ask asked: whole seat -1 kind number"


def test_what_is_wrapped_stays_small_through_calls_fields_globals_and_lists() -> None:
    assert small("  asked = @score") == {
        *(local(name) for name in ("n", "m", "at", "asked")),
        OF,
        ("result", "more"),
        SCORE,
        SIZE,
        NUMBER,
        ITEMS,
    }


@pytest.mark.parametrize(
    ("body", "fallen"),
    [
        ("  asked = @score\n  n = add(n, 1)", {local("n"), local("at"), OF, SIZE, ITEMS, local("m")}),
        ("  asked = add(n, m)", {local("asked")}),
        (f"{ASKED}\n  @score = asked", {local("asked"), SCORE}),
        (f"{ASKED}\n  @score = wrap32(asked)", {local("asked")}),
        (f"{ASKED}\n  crate.size = asked", {local("asked"), SIZE}),
        (f"{ASKED}\n  do list_set(xs, 0, asked)", {local("asked"), ITEMS, local("m")}),
        ("  asked = @from_outside", {local("asked")}),
        ("  asked = quot(n, 2)", {local("asked")}),
        ("  asked = mod(@from_outside, 7)", set()),
        ("  asked = rem(@from_outside, m)", set()),
        ("  asked = rem(n, @from_outside)", set()),
    ],
)
def test_what_may_be_larger_takes_with_it_all_that_it_is_given_to(body: str, fallen: set[Place]) -> None:
    assert small("  asked = @score") - small(body) == fallen


def test_arguments_from_outside_are_as_large_as_the_local_they_come_from() -> None:
    assert OF in small(given={"more": (("main", "n"),)})
    assert OF not in small("  n = add(n, 1)", {"more": (("main", "n"),)})
    assert OF not in small(given={"more": (None,)})


def test_lists_of_tables_and_of_answers_may_hold_any_ints() -> None:
    table = "  do table_keys(table_new[table[int, int]]())"
    assert ITEMS not in small(table)


def test_where_nothing_is_wrapped_nothing_is_found() -> None:
    program = read_program("program p entry main\nfunction main() -> int {\n  return 1\n}\n")
    assert small_ints(program, program.functions, Hierarchy(()), {}).places == frozenset()
