"""Passes over whole programs: each leaves what a program means as it is, and all are listed."""

from __future__ import annotations

import pkgutil
import re

import pytest

from parlour.core import passes
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
