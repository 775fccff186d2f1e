"""Writes AllHandsOnDeck expressions in the one canonical layout; the form of each stands above its function.

Parentheses are written where the same tree would not be read without them, and around an expression of operators that
does not fit into its line: only inside of brackets may a line end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.languages.allhandsondeck.syntax.operators import (
    COMPARE_STRENGTH,
    DO_STRENGTH,
    NOT_STRENGTH,
    POWER_STRENGTH,
    RANGE_STRENGTH,
    SIGN_STRENGTH,
    STRENGTH,
)
from parlour.languages.allhandsondeck.syntax.pen import Pen
from parlour.languages.allhandsondeck.syntax.tree import (
    Argument,
    Assign,
    Attribute,
    BareName,
    Broken,
    Call,
    Chain,
    Compare,
    CompareLink,
    Comprehension,
    Create,
    Decimal,
    Doing,
    Element,
    Expr,
    ForIn,
    FormattedText,
    Link,
    Logic,
    MethodCall,
    Not,
    Nothing,
    Number,
    Path,
    Power,
    Range,
    Series,
    Sign,
    Slice,
    Step,
    Text,
    Truth,
    TypeName,
    Variable,
)

_LOOSEST = -1
_TIGHTEST = max(STRENGTH.values()) + 1


def strength(expr: Expr) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case Assign():
            return _LOOSEST
        case Logic(_, operator, _):
            return STRENGTH[operator]
        case Not():
            return NOT_STRENGTH
        case Compare():
            return COMPARE_STRENGTH
        case Doing():
            return DO_STRENGTH
        case Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case Range():
            return RANGE_STRENGTH
        case Sign():
            return SIGN_STRENGTH
        case Power():
            return POWER_STRENGTH
    return _TIGHTEST


# a = b += e
# (
#     e
#     or e
# )
def line_expression(pen: Pen, expr: Expr) -> None:
    """An expression that stands in a line by itself or behind a word: if it is too long and has no brackets at its end,
    it gets some."""
    while isinstance(expr, Assign):
        expression(pen, expr.target)
        pen.blank()
        pen.word(expr.operator)
        pen.blank()
        expr = expr.value
    if not isinstance(expr, Logic | Not | Compare | Chain | Range | Sign | Power):
        expression(pen, expr)
        return
    pen.pass_parentheses("(")
    pen.layout.open().broken_text("(")
    with pen.inside():
        expression(pen, expr)
        pen.pass_parentheses(")")
    pen.layout.broken_text(")").close()


def expression(pen: Pen, expr: Expr) -> None:
    match expr:
        case Number() | Decimal() | Text() | FormattedText() | Truth() | Nothing() | Variable() | BareName():
            pen.word_at(expr.span.start)
        case Call(span, function, arguments):
            pen.word_at(function.span.start)
            pen.bracketed("(", arguments, argument, span.end - 1)
        case Create(span, type_, arguments, has_new):
            if has_new:
                pen.word("new")
                pen.blank()
            type_name(pen, type_)
            pen.bracketed("(", arguments, argument, span.end - 1)
        case Series(span, items):
            pen.bracketed("[", items, item, span.end - 1)
        case Path(_, subject, steps):
            path(pen, subject, steps)
        case Doing():
            doing(pen, expr)
        case Range():
            range_of(pen, expr)
        case Power(_, base, exponent):
            operand(pen, base, POWER_STRENGTH + 1)
            pen.blank()
            pen.word("**")
            pen.blank()
            operand(pen, exponent, SIGN_STRENGTH)
        case Sign(_, sign, inner):
            pen.word(sign)
            operand(pen, inner, SIGN_STRENGTH)
        case Not(_, inner):
            pen.word("not")
            pen.blank()
            operand(pen, inner, NOT_STRENGTH)
        case Chain(_, first, links):
            chain(pen, first, links)
        case Compare(_, first, compared):
            compare(pen, first, compared)
        case Logic():
            logic(pen, expr)
        case Assign(_, target, operator, value):
            expression(pen, target)
            pen.blank()
            pen.word(operator)
            pen.blank()
            expression(pen, value)
        case Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


def operand(pen: Pen, expr: Expr, least: int) -> None:
    """A part of an expression, in parentheses if it holds together less tightly than it must."""
    if strength(expr) >= least:
        expression(pen, expr)
    else:
        parenthesised(pen, expr)


# (e)
def parenthesised(pen: Pen, expr: Expr) -> None:
    pen.pass_parentheses("(")
    pen.layout.open().text("(")
    with pen.inside():
        expression(pen, expr)
        pen.pass_parentheses(")")
    pen.layout.text(")").close()


# e + e - e
def chain(pen: Pen, first: Expr, links: Sequence[Link]) -> None:
    least = STRENGTH[links[0].operator] + 1
    pen.layout.open()
    operand(pen, first, least)
    for link in links:
        pen.line()
        pen.word(link.operator)
        pen.blank()
        operand(pen, link.operand, least)
    pen.layout.close()


# e < e not in e
def compare(pen: Pen, first: Expr, links: Sequence[CompareLink]) -> None:
    pen.layout.open()
    compared(pen, first)
    for link in links:
        pen.line()
        for place, word in enumerate(link.operator.split()):
            if place:
                pen.blank()
            pen.word(word)
        pen.blank()
        compared(pen, link.operand)
    pen.layout.close()


def compared(pen: Pen, expr: Expr) -> None:
    """The bare name of a class is in parentheses: `A < B > c` would be read as a declaration."""
    if isinstance(expr, BareName):
        parenthesised(pen, expr)
    else:
        operand(pen, expr, COMPARE_STRENGTH + 1)


# e and e and e
# (e and e) or e
def logic(pen: Pen, expr: Logic) -> None:
    """An `and` inside of an `or` has parentheses: few people know by heart which of them is stronger."""
    pen.layout.open()
    for place, inner in enumerate(expr.operands):
        if place:
            pen.line()
            pen.word(expr.operator)
            pen.blank()
        operand(pen, inner, NOT_STRENGTH)
    pen.layout.close()


# e..e
# 1. .. .5
def range_of(pen: Pen, expr: Range) -> None:
    """Close together, unless the dots would run into those of a number."""
    is_close = not expr.start.span.text.endswith(".") and not expr.end.span.text.startswith(".")
    operand(pen, expr.start, RANGE_STRENGTH + 1)
    if not is_close:
        pen.blank()
    pen.word(".." if expr.includes_end else "...")
    if not is_close:
        pen.blank()
    operand(pen, expr.end, RANGE_STRENGTH + 1)


# e do ACTION do ACTION(e, e)
def doing(pen: Pen, expr: Doing) -> None:
    if expr.receiver is not None:
        operand(pen, expr.receiver, DO_STRENGTH + 1)
    for place, act in enumerate(expr.acts):
        if place or expr.receiver is not None:
            pen.blank()
        pen.word_at(act.span.start)
        pen.blank()
        pen.word_at(act.action.span.start)
        if act.arguments:
            pen.bracketed("(", act.arguments, argument, act.span.end - 1)


# e.name
# e.name(e)[e]
def path(pen: Pen, subject: Expr, steps: Sequence[Step]) -> None:
    """A number is in parentheses: its point would be that of a decimal."""
    if isinstance(subject, Number | Decimal):
        parenthesised(pen, subject)
    else:
        operand(pen, subject, _TIGHTEST)
    for step in steps:
        match step:
            case Attribute(_, name):
                pen.word(".")
                pen.word_at(name.span.start)
            case MethodCall(span, name, arguments):
                pen.word(".")
                pen.word_at(name.span.start)
                pen.bracketed("(", arguments, argument, span.end - 1)
            case Element(span, index):
                pen.bracketed("[", (index,), slice_or_item, span.end - 1)
            case _:
                assert_never(step)


# name = e
# e
def argument(pen: Pen, given: Argument) -> None:
    if given.name is not None:
        pen.word_at(given.name.span.start)
        pen.blank()
        pen.word("=")
        pen.blank()
    match given.value:
        case Slice():
            slice_or_item(pen, given.value)
        case value:
            item(pen, value)


# e
# e for x in e for e times
def item(pen: Pen, value: Expr | Comprehension) -> None:
    """An assignment is in parentheses: in a call it would be an argument with a name."""
    if not isinstance(value, Comprehension):
        operand(pen, value, _LOOSEST + 1)
        return
    operand(pen, value.value, _LOOSEST + 1)
    for clause in value.clauses:
        pen.line()
        pen.word("for")
        pen.blank()
        match clause:
            case ForIn(_, name, values):
                pen.word_at(name.span.start)
                pen.blank()
                pen.word("in")
                pen.blank()
                operand(pen, values, _LOOSEST + 1)
            case _:
                times(pen, clause.count)


# e times
def times(pen: Pen, count: Expr) -> None:
    """A condition is in parentheses: `for x in e` would begin a loop of the other kind."""
    operand(pen, count, COMPARE_STRENGTH + 1)
    pen.blank()
    pen.word("times")


# e
# e:e:e
def slice_or_item(pen: Pen, index: Expr | Slice) -> None:
    if not isinstance(index, Slice):
        operand(pen, index, _LOOSEST + 1)
        return
    if index.start is not None:
        operand(pen, index.start, _LOOSEST + 1)
    pen.word(":")
    if index.stop is not None:
        operand(pen, index.stop, _LOOSEST + 1)
    if index.step is not None:
        pen.word(":")
        operand(pen, index.step, _LOOSEST + 1)


# Class<type>
def type_name(pen: Pen, form: TypeName) -> None:
    pen.word_at(form.span.start)
    if form.of is not None:
        pen.word("<")
        type_name(pen, form.of)
        pen.word(">")
