"""The digest of a program: the same for the same program, another for any other."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

import parlour
from parlour import library
from parlour.core.chance import Chance
from parlour.core.digest import digest
from parlour.core.nodes import Const, Program
from parlour.core.read.program import read_program
from parlour.core.text import print_program
from parlour.core.types import INT, STRING, ListType
from parlour.core.walk import all_expressions
from parlour.engines.python.engine import PythonEngine
from parlour.syntax.source import Source, Span
from parlour.testing.generate import random_program

TEXT = """
program p entry main
symbols (A, B)
class Card {
  field rank: int
}
global deck: list[object Card]
function main() -> int label "Main" {
  locals (n: int, xs: list[int])
  ask n: whole(1, 3) seat 0 kind number
  xs = [n, 2]
  if gt(n, 1) {
    return list_get(xs, 0)
  }
  return 0
}
"""


def changes(node: Any) -> list[Any]:
    """The node with one thing in it changed, in every way there is."""
    if isinstance(node, bool):
        return [not node]
    if isinstance(node, int):
        return [node + 1]
    if isinstance(node, str):
        return [node + "x"]
    if isinstance(node, tuple):
        inner = [
            (*node[:place], other, *node[place + 1 :]) for place, part in enumerate(node) for other in changes(part)
        ]
        return [*inner, *([node[:-1]] if node else [])]
    if is_dataclass(node) and not isinstance(node, type):
        return [
            replace(node, **{field.name: other})
            for field in fields(node)
            if field.name != "span"
            for other in changes(getattr(node, field.name))
        ]
    return []


def test_every_change_of_a_program_changes_its_digest() -> None:
    program = read_program(TEXT)
    others = changes(program)
    contents = {digest(each).content for each in (program, *others)}
    assert len(others) > 50
    assert len(contents) == 1 + len(set(map(repr, others)))


def test_constants_of_different_types_are_told_apart() -> None:
    program = read_program(TEXT)

    def with_constant(value: Any) -> Program:
        main = program.functions[0]
        return replace(program, functions=(replace(main, charge=Const(value, INT)),))

    values = (0, 0.0, -0.0, False, None, "0", (), (0,), ("0",))
    assert len({digest(with_constant(value)).content for value in values}) == len(values)


def test_where_a_node_stands_counts_and_the_text_there_does_not() -> None:
    def standing(source: Source, start: int) -> Program:
        program = read_program(TEXT)
        main = replace(program.functions[0], span=Span(source, start, start + 1))
        return replace(program, functions=(main,))

    one, other = Source("one", "abc"), Source("other", "xyz")
    assert digest(standing(one, 0)).content != digest(standing(one, 1)).content
    assert digest(standing(one, 0)).content == digest(standing(other, 0)).content
    assert any(source is one for source in digest(standing(one, 0)).sources)


def test_types_are_all_that_the_program_mentions() -> None:
    program = read_program(TEXT)
    found = digest(program).types
    assert len(set(found)) == len(found)
    assert set(found) >= {expr.type for each in program.functions for expr in all_expressions(each)} | {ListType(INT)}
    assert STRING not in found


@pytest.mark.parametrize("seed", range(8))
def test_a_program_made_twice_has_one_digest(seed: int) -> None:
    one, other = (random_program(Chance(seed), 4) for _ in range(2))
    assert print_program(one) == print_program(other)
    assert digest(one).content == digest(other).content


def test_no_two_games_of_the_library_are_alike() -> None:
    contents = []
    for entry in library.all():
        if entry.language in ("bogl", "senet"):
            engine = parlour.load(entry.text, language=entry.language, name=entry.name).engines["python"]
            assert isinstance(engine, PythonEngine)
            contents.append(digest(engine.program).content)
    assert len(set(contents)) == len(contents)
