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

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

from parlour.languages.senet.syntax.tree import (
    BasicType,
    Block,
    Call,
    Chain,
    Expr,
    For,
    Function,
    Group,
    If,
    Member,
    Negation,
    Not,
    Number,
    Place,
    Program,
    Return,
    SetupItem,
    Statement,
    Take,
    Text,
    Truth,
    Variable,
    While,
)

_Basic: TypeAlias = Literal["int", "bool", "str", "void"]
_BUILTINS: dict[str, _Basic] = {"stoi": "int", "itos": "str", "read": "str"}


def repaired(program: Program) -> Program:
    """The program with the types of all functions of which they are obvious."""
    setup = tuple(_repaired_item(item) for item in program.setup)
    turns = tuple(_repaired_function(phase) for phase in program.turns)
    return replace(program, setup=setup, turns=turns)


def _repaired_item(item: SetupItem) -> SetupItem:
    match item:
        case Function():
            return _repaired_function(item)
        case Group():
            members: tuple[Member, ...] = tuple(
                _repaired_function(member) if isinstance(member, Function) else member for member in item.members
            )
            return replace(item, members=members)
    return item


def _repaired_function(function: Function) -> Function:
    if function.is_assert or function.type is not None:
        return function
    found = {_type_of(returned.value) for returned in _returns(function.body)} or {"void"}
    if len(found) > 1 or None in found:
        return function
    name = found.pop()
    assert name is not None
    start = function.name.span
    return replace(function, type=BasicType(start.source.span(start.start, start.start), name))


def _returns(statement: Statement) -> Iterator[Return]:
    """Every `return` in a statement."""
    match statement:
        case Return():
            yield statement
        case Block(_, statements):
            for inner in statements:
                yield from _returns(inner)
        case If(_, branches, otherwise):
            for branch in branches:
                yield from _returns(branch.body)
            if otherwise is not None:
                yield from _returns(otherwise)
        case While(body=body) | For(body=body):
            yield from _returns(body)


def _type_of(value: Expr | None) -> _Basic | None:
    """The type that the form of an expression shows; None if it shows none."""
    match value:
        case None:
            return "void"
        case Number() | Negation():
            return "int"
        case Text():
            return "str"
        case Truth() | Not() | Place() | Take():
            return "bool"
        case Call(_, Variable(_, name)):
            return _BUILTINS.get(name)
        case Chain(_, first, links):
            match links[0].operator:
                case "+":
                    return _type_of(first)
                case "-" | "*" | "/" | "%":
                    return "int"
                case _:
                    return "bool"
    return None
