"""Writes Senet expressions in the one canonical layout; the form of each stands above its function.

Parentheses are written where the same tree would not be read without them.
"""

from __future__ import annotations

from typing import assert_never

from parlour.languages.senet.syntax.expressions import NOT_STRENGTH, SIGN_STRENGTH, STRENGTH
from parlour.languages.senet.syntax.pen import Pen
from parlour.languages.senet.syntax.scanner import DOUBLE_QUOTES
from parlour.languages.senet.syntax.tree import (
    Assign,
    Broken,
    Call,
    Chain,
    Element,
    Expr,
    Field,
    ListLiteral,
    Negation,
    Not,
    Nothing,
    Number,
    Place,
    Take,
    Text,
    This,
    Truth,
    Variable,
)

_LOOSEST = -1
_BOARD_STRENGTH = SIGN_STRENGTH + 1
_TIGHTEST = _BOARD_STRENGTH + 1


def strength(expr: Expr) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case Assign():
            return _LOOSEST
        case Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case Not():
            return NOT_STRENGTH
        case Negation():
            return SIGN_STRENGTH
        case Place() | Take():
            return _BOARD_STRENGTH
    return _TIGHTEST


def expression(pen: Pen, expr: Expr) -> None:
    start = expr.span.start
    match expr:
        case Number(_, value):
            pen.word(str(value), start)
        case Text(_, value):
            pen.word(string(value), start)
        case Truth(_, value):
            pen.word(str(value), start)
        case Nothing():
            pen.word("None", start)
        case This():
            pen.word("this", start)
        case Variable(_, name):
            pen.word(name, start)
        case ListLiteral():
            list_literal(pen, expr)
        case Field(_, subject, name):
            operand(pen, subject, has_parentheses=strength(subject) < _TIGHTEST)
            pen.sign(".")
            pen.word(name.text, name.span.start)
        case Call(span, function, arguments):
            operand(pen, function, has_parentheses=strength(function) < _TIGHTEST)
            pen.bracketed("(", arguments, expression, ")", span.end - 1)
        case Element(span, subject, index):
            # In the header of a `for`, a list literal is not indexed without parentheses.
            has_parentheses = strength(subject) < _TIGHTEST or isinstance(subject, ListLiteral)
            operand(pen, subject, has_parentheses=has_parentheses)
            pen.bracketed("[", (index,), expression, "]", span.end - 1)
        case Negation(_, inner):
            negation(pen, inner, start)
        case Not(_, inner):
            pen.word("not", start)
            pen.blank()
            operand(pen, inner, has_parentheses=strength(inner) < NOT_STRENGTH)
        case Chain():
            chain(pen, expr)
        case Assign():
            assign(pen, expr)
        case Place():
            place(pen, expr)
        case Take():
            take(pen, expr)
        case Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


def operand(pen: Pen, expr: Expr, *, has_parentheses: bool) -> None:
    if has_parentheses:
        parenthesised(pen, expr)
    else:
        expression(pen, expr)


# (e)
def parenthesised(pen: Pen, expr: Expr) -> None:
    pen.layout.open()
    pen.sign("(")
    pen.layout.indent().soft()
    if isinstance(expr, Chain):
        chain(pen, expr, is_alone=True)
    else:
        expression(pen, expr)
    pen.layout.dedent().soft()
    pen.sign(")")
    pen.layout.close()


# "text"
def string(value: str) -> str:
    """A string as it is written: in single quotes only if curly double ones are in it, which would close it."""
    quote = "'" if any(mark in value for mark in DOUBLE_QUOTES[1:]) else '"'
    escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace(quote, "\\" + quote)
    return quote + escaped + quote


# [e, e]
def list_literal(pen: Pen, expr: ListLiteral) -> None:
    pen.bracketed("[", expr.items, expression, "]", expr.span.end - 1)


# -e
def negation(pen: Pen, inner: Expr, start: int) -> None:
    """Two signs have a blank between them: a line that begins with `--` looks like a comment of another language."""
    pen.word("-", start)
    if isinstance(inner, Negation):
        pen.blank()
    operand(pen, inner, has_parentheses=strength(inner) < SIGN_STRENGTH)


# e + e - e
def chain(pen: Pen, expr: Chain, *, is_alone: bool = False) -> None:
    """If it `is_alone` in its parentheses, its lines begin below each other."""
    own = strength(expr)
    pen.layout.open()
    operand(pen, expr.first, has_parentheses=strength(expr.first) <= own)
    if not is_alone:
        pen.layout.indent()
    for link in expr.links:
        pen.blank()
        pen.sign(link.operator)
        pen.layout.line()
        operand(pen, link.operand, has_parentheses=strength(link.operand) <= own)
    if not is_alone:
        pen.layout.dedent()
    pen.layout.close()


# e = e = e
def assign(pen: Pen, expr: Assign) -> None:
    pen.layout.open()
    for target in expr.targets:
        expression(pen, target)
        pen.blank()
        pen.sign("=")
        pen.blank()
    operand(pen, expr.value, has_parentheses=isinstance(expr.value, Assign))
    pen.layout.close()


# e >> e [e, e]
def place(pen: Pen, expr: Place) -> None:
    operand(pen, expr.piece, has_parentheses=strength(expr.piece) < _TIGHTEST)
    pen.blank()
    pen.sign(">>")
    pen.blank()
    operand(pen, expr.board, has_parentheses=not is_before_list(expr.board))
    pen.blank()
    list_literal(pen, expr.at)


# e << e [e, e]
# e << e
# e << [e, e]
def take(pen: Pen, expr: Take) -> None:
    operand(pen, expr.receiver, has_parentheses=strength(expr.receiver) < _TIGHTEST)
    pen.blank()
    pen.sign("<<")
    if expr.giver is not None:
        pen.blank()
        is_bare = is_before_list(expr.giver) and (expr.at is not None or not isinstance(expr.giver, Element))
        operand(pen, expr.giver, has_parentheses=not is_bare)
    if expr.at is not None:
        pen.blank()
        list_literal(pen, expr.at)


def is_before_list(expr: Expr) -> bool:
    """Whether an expression can stand without parentheses where a list follows it: indexes only at its end."""
    while isinstance(expr, Element):
        expr = expr.subject
    while isinstance(expr, Field | Call):
        expr = expr.subject if isinstance(expr, Field) else expr.function
    return strength(expr) == _TIGHTEST and not isinstance(expr, Element | ListLiteral)
