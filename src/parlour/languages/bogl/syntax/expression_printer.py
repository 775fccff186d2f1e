"""Writes BoGL expressions in the one canonical layout; the form of each stands above its function.

Parentheses are written where the same tree would not be read without them. An operand that is a `let`, `if` or `while`
always has them: it may go without only at the very end of an expression, where nobody sees how far it reaches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from parlour.languages.bogl.syntax.expressions import SIGN_STRENGTH, STRENGTH
from parlour.languages.bogl.syntax.pen import Pen
from parlour.languages.bogl.syntax.tree import (
    Block,
    Broken,
    Call,
    Chain,
    Expr,
    If,
    Let,
    Link,
    Negation,
    Number,
    Projection,
    Symbol,
    Text,
    Truth,
    Tuple,
    Variable,
    While,
)

_LOOSEST = -1
_TIGHTEST = max(STRENGTH.values()) + 1
_DIGITS = re.compile(r"\w+\Z")


def strength(expr: Expr) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case Block() | While():
            return _LOOSEST
        case Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case Negation():
            return SIGN_STRENGTH
    return _TIGHTEST


def expression(pen: Pen, expr: Expr) -> None:
    match expr:
        case Number():
            number(pen, expr)
        case Text() | Truth() | Symbol() | Variable():
            pen.word_at(expr.span.start)
        case Call(span, function, arguments):
            pen.layout.open()
            pen.word_at(function.span.start)
            pen.bracketed("(", arguments, expression, span.end - 1)
            pen.layout.close()
        case Tuple(span, parts):
            pen.layout.open()
            pen.bracketed("(", parts, expression, span.end - 1)
            pen.layout.close()
        case Projection():
            projection(pen, expr)
        case Negation(_, inner):
            negation(pen, inner)
        case Chain(_, first, links):
            chain(pen, first, links)
        case Block(_, clauses, result):
            block(pen, clauses, result)
        case While(_, condition, body):
            while_loop(pen, condition, body)
        case Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


def operand(pen: Pen, expr: Expr, *, has_parentheses: bool) -> None:
    if not has_parentheses:
        expression(pen, expr)
        return
    pen.layout.open()
    pen.parenthesis("(")
    pen.layout.indent().soft()
    expression(pen, expr)
    pen.layout.dedent().soft()
    pen.parenthesis(")")
    pen.layout.close()


def number_text(value: Number) -> str:
    """A number as its author writes it: `-5`, `0x10`."""
    written = value.span.text
    digits = _DIGITS.search(written)
    assert digits is not None
    return (written[0] if written[0] in "+-" else "") + digits.group()


# -5
def number(pen: Pen, value: Number) -> None:
    text = number_text(value)
    pen.word_at(value.span.end - len(text.lstrip("+-")), text)


# e#1
# e#(1, 2)
def projection(pen: Pen, expr: Projection) -> None:
    operand(pen, expr.subject, has_parentheses=strength(expr.subject) < _TIGHTEST)
    pen.word("#")
    if len(expr.indexes) == 1:
        number(pen, expr.indexes[0])
        return
    pen.word("(")
    for place, index in enumerate(expr.indexes):
        if place:
            pen.word(",")
            pen.blank()
        number(pen, index)
    pen.word(")")


# -e
def negation(pen: Pen, inner: Expr) -> None:
    """Two signs need a blank between them (`--` starts a comment), and `-5` would be a number."""
    pen.word("-")
    is_signed = begins_with_sign(inner)
    if is_signed:
        pen.blank()
    is_number = isinstance(leftmost(inner), Number) and not is_signed
    operand(pen, inner, has_parentheses=is_number or strength(inner) < SIGN_STRENGTH)


def leftmost(expr: Expr) -> Expr:
    """The part that an expression begins with, unless that stands in parentheses."""
    while True:
        match expr:
            case Chain(_, first) if strength(first) > strength(expr):
                expr = first
            case Projection(_, subject) if strength(subject) == _TIGHTEST:
                expr = subject
            case _:
                return expr


# e + e - e
# e!e
def chain(pen: Pen, first: Expr, links: Sequence[Link]) -> None:
    own = STRENGTH[links[0].operator]
    pen.layout.open()
    operand(pen, first, has_parentheses=strength(first) <= own)
    pen.layout.indent()
    for link in links:
        inner = link.operand
        # At the end, a sign may also stand after a tighter operator: `b ! -n`.
        is_last_sign = isinstance(inner, Negation) and link is links[-1]
        has_parentheses = strength(inner) <= own and not is_last_sign
        if link.operator != "!":
            pen.layout.line()
            pen.word(link.operator)
            pen.blank()
        elif not has_parentheses and begins_with_sign(inner):
            pen.blank()
            pen.word("!")
            pen.blank()
        else:
            pen.word("!")
        operand(pen, inner, has_parentheses=has_parentheses)
    pen.layout.dedent().close()


def begins_with_sign(expr: Expr) -> bool:
    start = leftmost(expr)
    return isinstance(start, Negation) or (isinstance(start, Number) and number_text(start)[0] in "+-")


# let x = e in e        let x = e in        if e then e
# if e then e else e    let y = e in        else if e then
#                       if e then e else e    e
#                                           else e
def block(pen: Pen, clauses: Sequence[Let | If], result: Expr) -> None:
    """A single clause may stay in one line, and so may a single `if` after other things; else each has its own. A `let`
    after an `else` begins a new level, an `if` does not: such chains can be long."""
    pen.layout.open()
    if len(clauses) > 1:
        pen.layout.force()
    levels = 0
    for index, clause in enumerate(clauses):
        following = clauses[index + 1] if index + 1 < len(clauses) else None
        match clause:
            case Let():
                let_clause(pen, clause)
                pen.layout.line()
                if following is None:
                    operand(pen, result, has_parentheses=isinstance(result, Block))
            case If() if following is None and (index == 0 or isinstance(clauses[index - 1], Let)):
                pen.layout.open()
                if_clause(pen, clause)
                part(pen, result, has_parentheses=isinstance(result, Block))
                pen.layout.close()
            case If():
                if_clause(pen, clause)
                match following:
                    case Let():
                        levels += 1
                        pen.layout.indent().line()
                    case If():
                        pen.blank()
                    case None:
                        part(pen, result, has_parentheses=isinstance(result, Block))
    for _ in range(levels):
        pen.layout.dedent()
    pen.layout.close()


# if e then e
# else
def if_clause(pen: Pen, clause: If) -> None:
    pen.word("if")
    pen.blank()
    expression(pen, clause.condition)
    pen.blank()
    pen.word("then")
    part(pen, clause.result)
    pen.layout.line()
    pen.word("else")


# let x = e in
def let_clause(pen: Pen, clause: Let) -> None:
    pen.layout.open()
    pen.word("let")
    pen.blank()
    pen.word_at(clause.name.span.start)
    pen.blank()
    pen.word("=")
    pen.layout.indent().line()
    expression(pen, clause.value)
    pen.layout.dedent().line()
    pen.word("in")
    pen.layout.close()


# while e do e
def while_loop(pen: Pen, condition: Expr, body: Expr) -> None:
    pen.word("while")
    pen.blank()
    expression(pen, condition)
    pen.blank()
    pen.word("do")
    part(pen, body)


def part(pen: Pen, expr: Expr, *, has_parentheses: bool = False) -> None:
    """What comes after a keyword: in its line, or below it."""
    pen.layout.open().indent().line()
    operand(pen, expr, has_parentheses=has_parentheses)
    pen.layout.dedent().close()
