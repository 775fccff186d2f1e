"""Going through a checked program: its expressions, and where control comes to."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.allhandsondeck.check.meaning import (
    Act,
    Assign,
    Attr,
    Binary,
    Block,
    Compare,
    Comprehension,
    Const,
    Create,
    Declare,
    Element,
    Evaluate,
    Expr,
    For,
    Format,
    HelperCall,
    If,
    Input,
    Logic,
    MethodCall,
    Not,
    Power,
    Print,
    Random,
    Range,
    Return,
    Series,
    Sign,
    Slice,
    Stmt,
    While,
)


def children(expr: Expr | Comprehension | Slice) -> Iterator[Expr | Comprehension | Slice]:
    """What stands directly inside an expression."""
    match expr:
        case Format(_, parts):
            yield from (part for part in parts if not isinstance(part, str))
        case Attr(_, inner) | Print(_, inner) | Random(_, inner) | Sign(_, _, inner) | Not(_, inner):
            yield inner
        case Comprehension(_, value, clauses):
            yield value
            yield from (clause.values for clause in clauses)
        case Slice(_, start, stop, step):
            yield from (part for part in (start, stop, step) if part is not None)
        case HelperCall(_, _, args) | Create(_, _, args):
            yield from (arg.value for arg in args)
        case MethodCall(_, inner, _, args):
            yield inner
            yield from (arg.value for arg in args)
        case Act(_, receiver, _, args):
            if receiver is not None:
                yield receiver
            yield from (arg.value for arg in args)
        case Input(_, options):
            if options is not None:
                yield options
        case Series(_, items):
            yield from items
        case Element(_, inner, index):
            yield inner
            yield index
        case Range(_, start, end) | Power(_, start, end) | Binary(_, _, start, end):
            yield start
            yield end
        case Compare(_, first, links):
            yield first
            yield from (operand for _, operand in links)
        case Logic(_, _, operands):
            yield from operands
        case Assign(_, target, _, value):
            yield target
            yield value


def walk(root: Expr | Comprehension | Slice) -> Iterator[Expr | Comprehension | Slice]:
    """An expression and all that stands inside it."""
    stack = [root]
    while stack:
        expr = stack.pop()
        yield expr
        stack.extend(children(expr))


def expressions(block: Block) -> Iterator[Expr | Comprehension | Slice]:
    """All expressions of a block, those inside others too."""
    for stmt in block:
        match stmt:
            case Evaluate(_, value):
                yield from walk(value)
            case Declare(_, _, value) | Return(_, value):
                if value is not None:
                    yield from walk(value)
            case If(_, branches, otherwise):
                for condition, body in branches:
                    yield from walk(condition)
                    yield from expressions(body)
                yield from expressions(otherwise)
            case While(_, condition, body, otherwise):
                yield from walk(condition)
                yield from expressions(body)
                yield from expressions(otherwise)
            case For(_, _, values, body):
                yield from walk(values)
                yield from expressions(body)


def may_end(block: Block) -> bool:
    """Whether control can come to the end of a block."""
    return all(_goes_on(stmt) for stmt in block)


def _goes_on(stmt: Stmt) -> bool:
    match stmt:
        case Return():
            return False
        case If(_, branches, otherwise):
            return any(may_end(body) for _, body in branches) or may_end(otherwise)
        case While(_, Const(_, True), _, _):
            return False
        case While(_, _, _, otherwise):
            return may_end(otherwise)
    return True
