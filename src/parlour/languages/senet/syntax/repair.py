"""Fills in what a tolerated program leaves out and anybody can see: the types of functions that say none.

    >>> from parlour.languages.senet.syntax.parser import parse_program
    >>> from parlour.syntax.source import Source
    >>> text = "@setup { half(int n) { return n / 2; } } @turns { begin() { } }"
    >>> program = repaired(parse_program(Source("demo.senet", text))[0])
    >>> [function.type.name for function in (*program.setup, *program.turns)]
    ['int', 'void']

This works on the tree alone, so that a program can be laid out that does not make sense yet. A function whose type only
the checker could tell keeps its silence about it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from parlour.languages.senet.syntax import tree

_Basic: TypeAlias = Literal["int", "bool", "str", "void"]
_BUILTINS: dict[str, _Basic] = {"stoi": "int", "itos": "str", "read": "str"}


def repaired(program: tree.Program) -> tree.Program:
    """The program with the types of all functions of which they are obvious."""
    setup = tuple(_repaired_item(item) for item in program.setup)
    turns = tuple(_repaired_function(phase) for phase in program.turns)
    return replace(program, setup=setup, turns=turns)


def _repaired_item(item: tree.SetupItem) -> tree.SetupItem:
    match item:
        case tree.Function():
            return _repaired_function(item)
        case tree.Group():
            members: tuple[tree.Member, ...] = tuple(
                _repaired_function(member) if isinstance(member, tree.Function) else member for member in item.members
            )
            return replace(item, members=members)
    return item


def _repaired_function(function: tree.Function) -> tree.Function:
    if function.is_assert or function.type is not None:
        return function
    inside = tree.all_statements(function.body.statements)
    found = {_type_of(statement.value) for statement in inside if isinstance(statement, tree.Return)} or {"void"}
    if len(found) > 1 or None in found:
        return function
    name = found.pop()
    assert name is not None
    start = function.name.span
    return replace(function, type=tree.BasicType(start.source.span(start.start, start.start), name))


def _type_of(value: tree.Expr | None) -> _Basic | None:
    """The type that the form of an expression shows; None if it shows none."""
    match value:
        case None:
            return "void"
        case tree.Number() | tree.Negation():
            return "int"
        case tree.Text():
            return "str"
        case tree.Truth() | tree.Not() | tree.Place() | tree.Take():
            return "bool"
        case tree.Call(_, tree.Variable(_, name)):
            return _BUILTINS.get(name)
        case tree.Chain(_, first, links):
            match links[0].operator:
                case "+":
                    return _type_of(first)
                case "-" | "*" | "/" | "%":
                    return "int"
                case _:
                    return "bool"
    return None
