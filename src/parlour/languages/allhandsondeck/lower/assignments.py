"""Assignments: to variables, to the game's own, to attributes and to elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Expr, Op, SetGlobal, Stmt
from parlour.core.types import ANY, FLOAT, INT, NONE
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Var
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, Val
from parlour.languages.allhandsondeck.lower.bases import INT_BIT, NUMBERS
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.function import Writer

# The last value of the variable that names the winner, if there is one. Names with a blank cannot be the author's.
WINNER = "the winner"


def assign(writer: Writer, expr: c.Assign) -> tuple[list[Stmt], Expr]:
    """The statements, and the value that was assigned."""
    span = expr.span
    stmts: list[Stmt] = []
    match expr.target:
        case c.Local(_, var) if expr.operator == "+=" and var in writer.low.owned.vars:
            return added(writer, var, expr.value, span), writer.read(var, span)
        case c.Local(_, var) as target:
            stmts = writer.write(var, new_value(writer, expr, target), span)
            return stmts, writer.read(var, span)
        case c.State(_, name) as target:
            type_ = writer.low.state_type(name)
            new = writer.fit(new_value(writer, expr, target).expr, type_)
            stmts.append(SetGlobal(name, new, span))
            verdict = writer.low.verdict
            if verdict is not None and verdict.by == "variable" and verdict.name == name:
                stmts.append(SetGlobal(WINNER, writer.fit(nodes.Global(name, type_, span), ANY), span))
            return stmts, nodes.Global(name, type_, span)
        case c.Attr(_, inner, name) as target:
            whole = writer.kept_value(inner, stmts)
            current = writer.place(target)
            read = writer.attribute(whole, name, current.bases, target.span)
            val = new_value(writer, expr, target, read)
            kept = Val(writer.keep(val.expr, stmts, "new"), val.bases, val.items)
            stmts.extend(writer.set_attribute(whole, name, kept, span))
            return stmts, fit_float(kept, writer.low.found.place(expr).bases)
        case c.Element(_, inner, index) as target:
            assert not isinstance(index, c.Slice)
            whole = writer.kept_value(inner, stmts)
            place = writer.kept_value(index, stmts)
            read = writer.element(whole, place, writer.place(target).bases, target.span)
            val = new_value(writer, expr, target, read)
            kept = Val(writer.keep(val.expr, stmts, "new"), val.bases, val.items)
            stmts.extend(writer.set_element(whole, writer.as_int(place, "an index"), kept, span))
            return stmts, kept.expr


def added(writer: Writer, var: Var, more: c.Expr, span: Span) -> list[Stmt]:
    """`var += more` where nobody else holds the collection, so that it may grow."""
    whole = writer.read(var, span)
    word, new = "list_extend", None
    if isinstance(more, c.Series) and len(more.items) == 1 and not isinstance(more.items[0], c.Comprehension):
        word, new = "list_push", writer.fit(writer.value(more.items[0]).expr, ANY)
    if new is None:
        new = writer.items(writer.fit(writer.value(more).expr, COLLECTIONS))
    elements = writer.elements_of(whole)
    return writer.effect(writer.putting_in(whole, new, lambda put: Op(word, (elements, put), NONE, span)))


def new_value(writer: Writer, expr: c.Assign, target: c.Target, read: Expr | None = None) -> Val:
    """What is to be assigned; `read` gives the old value where reading it takes more than a name."""
    value = writer.value(expr.value) if expr.operator == "=" else None
    if value is not None:
        return value
    place = writer.place(target)
    old = Val(writer.core(target, place.bases) if read is None else read, place.bases, place.item.bases)
    result = writer.low.found.operated[expr]
    new = writer.binary(expr.operator[:-1], old, writer.value(expr.value), result.bases, expr.span)
    return Val(new, result.bases, result.item.bases)


def fit_float(kept: Val, bases: int) -> Expr:
    """What was assigned: an int that became a float is one."""
    if kept.expr.type == INT and not bases & INT_BIT and bases & NUMBERS:
        return Op("to_float", (kept.expr,), FLOAT, kept.expr.span)
    return kept.expr
