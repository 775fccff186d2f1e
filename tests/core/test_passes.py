"""Passes over whole programs: each leaves what a program means as it is, and all are listed."""

from __future__ import annotations

import pkgutil
import re

import pytest

from parlour.core import passes
from parlour.core.passes.constant_fields import leave_out
from parlour.core.passes.order import in_order
from parlour.core.passes.pipeline import PASSES, prepared
from parlour.core.passes.sinking import sink
from parlour.core.read.program import read_program
from parlour.core.text import print_program
from parlour.core.verify import check


def test_every_module_of_the_folder_is_in_its_list_and_passes_are_in_their_order() -> None:
    assert passes.__doc__ is not None
    listed = re.findall(r"^    (\w+)  ", passes.__doc__, re.MULTILINE)
    modules = {module.name for module in pkgutil.iter_modules(passes.__path__)}
    assert sorted(listed) == sorted(modules - {"pipeline"})
    assert listed[: len(PASSES)] == [each.name for each in PASSES]


def test_a_program_can_be_had_after_any_pass() -> None:
    draft = read_program(PROGRAM.format(body="return f(1)"))
    program = draft
    for each in PASSES:
        program = each.run(program)
        assert prepared(draft, each.name) == program
    assert prepared(draft) == program


PROGRAM = """program p entry main

class Piece {{
  field owner: int
}}

class King extends Piece {{
}}

function main() -> none {{
  do f(1)
}}

function put(piece: object Piece, at: int) -> int {{
  return add(piece.owner, at)
}}

function f(n: int) -> int {{
  locals (x: object King?, y: object King, a: int, i: int)
  {body}
}}
"""

MAKE = "x = convert[object King?](new King(1))\n"
READ = "put(convert[object Piece](narrow[object King](x)), n)"
SUNK = "put(convert[object Piece](new King(1)), n)"


def sunk(body: str) -> str:
    """The last function after sinking, in one line."""
    program = sink(in_order(read_program(PROGRAM.format(body=body))))
    check(program)
    text = print_program(program)
    return " ".join(text[text.index("function f") :].split())


@pytest.mark.parametrize(
    "body",
    [
        MAKE + f"return {READ}",
        MAKE + f"ask a: whole seat -1 kind literal\nreturn {READ}",
        MAKE + f"if lt(n, 1) {{\n return {READ}\n}}\nreturn 0",
        MAKE + f"y = narrow[object King](x)\ni = 1\nreturn {READ.replace('narrow[object King](x)', 'y')}",
        f"while lt(n, 5) {{\n {MAKE}\n n = {READ}\n}}\nreturn n",
        MAKE + f"for i from 0 to {READ} {{\n n = i\n}}\nreturn n",
    ],
)
def test_an_object_is_made_where_it_is_used(body: str) -> None:
    text = sunk(body)
    assert SUNK in text
    assert "x" not in re.findall(r"\w+", text)


@pytest.mark.parametrize(
    "body",
    [
        # read twice, or written twice
        MAKE + f"n = {READ}\nreturn {READ}",
        MAKE + MAKE + f"return {READ}",
        # in a loop of its own, or with something in it that differs
        MAKE + f"while lt({READ}, 5) {{\n n = add(n, 1)\n}}\nreturn n",
        MAKE + f"for i from 0 to 3 {{\n n = {READ}\n}}\nreturn n",
        f"x = convert[object King?](new King(n))\nn = 2\nreturn {READ}",
        # objects that are listed in the order of their making
        MAKE + f"do list_length(tracked Piece)\nreturn {READ}",
    ],
)
def test_an_object_stays_where_moving_it_could_be_seen(body: str) -> None:
    assert SUNK not in sunk(body)


FIELDS = """program p entry main

class Piece {{
  field owner: int
  private field fixed: bool
  private field size: int
}}

class King extends Piece {{
  private field crown: string
}}

function main() -> none {{
  do f(convert[object Piece](new King(1, false, 2, "gold")))
}}

function f(piece: object Piece) -> int {{
  locals (king: object King)
  king = {king}
  {more}
  if not(piece.fixed) {{
    return piece.size
  }}
  return string_length(king.crown)
}}
"""


@pytest.mark.parametrize(
    ("king", "more", "kept"),
    [
        ('new King(5, false, 2, "gold")', "", ["owner"]),
        ('new King(5, true, 2, "gold")', "", ["owner", "fixed"]),
        ('new King(5, false, 2, "tin")', "piece.size = 3", ["owner", "size", "crown"]),
        ('new King(5, false, piece.owner, "gold")', "", ["owner", "size"]),
        ("narrow[object King](piece)", "return narrow[object King](piece).size", ["owner", "size"]),
    ],
)
def test_a_private_field_that_never_differs_is_left_out(king: str, more: str, kept: list[str]) -> None:
    program = leave_out(in_order(read_program(FIELDS.format(king=king, more=more))))
    check(program)
    assert [field.name for class_ in program.classes for field in class_.fields] == kept
    text = print_program(program)
    assert ("if true" in text) == ("fixed" not in kept)
    assert ("return 2" in text) == ("size" not in kept)


def test_fields_that_tables_look_at_stay() -> None:
    text = FIELDS.format(king='new King(1, false, 2, "gold")', more="").replace("private ", "")
    program = in_order(read_program(text))
    assert leave_out(program) is program
