"""What lies directly inside a part of a tree, for passes that go through a program and care for little of it."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.allhandsondeck.syntax.tree import (
    Assign,
    BareName,
    Block,
    Broken,
    Call,
    Chain,
    Compare,
    Comprehension,
    Create,
    Decimal,
    Declare,
    Doing,
    Element,
    Evaluate,
    Expr,
    For,
    ForIn,
    FormattedText,
    If,
    Logic,
    MethodCall,
    Not,
    Nothing,
    Number,
    Path,
    Power,
    Range,
    Repeat,
    Return,
    Series,
    Sign,
    Slice,
    Statement,
    Text,
    Truth,
    Variable,
    While,
)


def children(expr: Expr | Comprehension | Slice) -> Iterator[Expr | Comprehension | Slice]:
    """The expressions directly inside an expression, in the order in which they are written."""
    match expr:
        case Number() | Decimal() | Text() | Truth() | Nothing() | Variable() | BareName() | Broken():
            return
        case FormattedText(_, parts):
            yield from (part for part in parts if not isinstance(part, str))
        case Comprehension(_, value, clauses):
            yield value
            for clause in clauses:
                yield clause.values if isinstance(clause, ForIn) else clause.count
        case Slice(_, start, stop, step):
            yield from (part for part in (start, stop, step) if part is not None)
        case Call(_, _, arguments) | Create(_, _, arguments):
            yield from (argument.value for argument in arguments)
        case Series(_, items):
            yield from items
        case Path(_, subject, steps):
            yield subject
            for taken in steps:
                match taken:
                    case MethodCall(_, _, arguments):
                        yield from (argument.value for argument in arguments)
                    case Element(_, index):
                        yield index
        case Doing(_, receiver, acts):
            if receiver is not None:
                yield receiver
            for act in acts:
                yield from (argument.value for argument in act.arguments)
        case Range(_, start, end, _):
            yield start
            yield end
        case Power(_, base, exponent):
            yield base
            yield exponent
        case Sign(_, _, operand) | Not(_, operand):
            yield operand
        case Chain(_, first, links) | Compare(_, first, links):
            yield first
            yield from (link.operand for link in links)
        case Logic(_, _, operands):
            yield from operands
        case Assign(_, target, _, value):
            yield target
            yield value


def blocks(statement: Statement) -> Iterator[Block]:
    """The blocks directly inside a statement, in their order."""
    match statement:
        case If(_, branches, otherwise):
            yield from (branch.body for branch in branches)
            if otherwise is not None:
                yield otherwise
        case While(_, _, body, otherwise):
            yield body
            if otherwise is not None:
                yield otherwise
        case For(_, _, _, body) | Repeat(_, _, body):
            yield body


def expressions(statement: Statement) -> Iterator[Expr]:
    """The expressions directly inside a statement, in their order, without those of its blocks."""
    match statement:
        case Return(_, value) | Declare(_, _, _, value):
            if value is not None:
                yield value
        case Evaluate(_, value):
            yield value
        case If(_, branches, _):
            yield from (branch.condition for branch in branches)
        case While(_, condition, _, _):
            yield condition
        case For(_, _, values, _):
            yield values
        case Repeat(_, count, _):
            yield count
