"""Ranges: tuples of two ends and of whether the second one is part of it. Taken apart, drawn from, and looked into."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import nodes
from parlour.core.builder import FALSE, op, parts
from parlour.core.nodes import Expr
from parlour.core.types import ANY, BOOL, FLOAT, INT, STRING, Type
from parlour.languages.allhandsondeck.check.bases import (
    FLOAT_BIT,
    FLOAT_RANGE,
    INT_BIT,
    INT_RANGE,
    RANGE_TYPES,
    STRING_BIT,
    TEXT_RANGE,
)
from parlour.languages.allhandsondeck.lower.kinds import elements_of
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS
from parlour.languages.allhandsondeck.lower.writer import Case, Val, Writer
from parlour.syntax.source import Span


def with_range(w: Writer, value: Expr, use: Callable[[Expr, Expr, Expr], Expr]) -> Expr:
    """The ends of a range and whether the second one belongs to it."""
    if isinstance(value, nodes.MakeTuple):
        return use(*value.items)
    return w.once(value, lambda kept: use(*parts(kept, value.span)))


def listed(w: Writer, value: Expr) -> Expr:
    """The elements of a range of ints or of characters, as a list."""
    name = "range_items" if value.type == INT_RANGE else "letter_items"
    return with_range(w, value, lambda a, b, closed: w.routine(name, a, b, closed, span=value.span))


def random(w: Writer, of: Val, bases: int, span: Span) -> Expr:
    """One value of a range; as an extension of ours, one element of a collection."""

    def drawn(type_: Type) -> Callable[[Expr], Expr]:
        def draw(a: Expr, b: Expr, closed: Expr) -> Expr:
            if type_ == FLOAT_RANGE:
                return w.routine("random_float", a, b, span=span)
            return w.routine("random_int" if type_ == INT_RANGE else "random_letter", a, b, closed, span=span)

        return lambda value: with_range(w, value, draw)

    def picked(value: Expr) -> Expr:
        return w.routine("random_element", elements_of(value), span=span)

    cases = [Case(bit, type_, drawn(type_)) for bit, type_ in RANGE_TYPES]
    cases.append(Case(w.bases.collections, COLLECTIONS, picked))
    return w.choose(of, cases, w.storage(bases), "random needs a Range or a collection, not {}", span)


def holding(w: Writer, sought: Val, span: Span) -> list[Case]:
    """Whether a value, which is kept, lies in a range; one of another kind does not."""

    def holds(type_: Type) -> Callable[[Expr], Expr]:
        return lambda whole: with_range(w, whole, lambda *ends: _lies_in(w, sought, type_, ends, span))

    return [Case(bit, type_, holds(type_)) for bit, type_ in RANGE_TYPES]


def _lies_in(w: Writer, sought: Val, range_: Type, ends: tuple[Expr, ...], span: Span) -> Expr:
    found: Expr = FALSE
    numbers: tuple[tuple[int, Type], ...] = ((INT_BIT, INT), (FLOAT_BIT, FLOAT))
    for bit, type_ in ((STRING_BIT, STRING),) if range_ == TEXT_RANGE else numbers:
        if not bit & sought.bases:
            continue
        value = w.fit(sought.expr, type_)
        test: Expr
        if range_ == INT_RANGE and type_ == FLOAT:
            # A float lies in a range of ints if it equals one of them.
            floor = w.routine("float_floor", value, span=span)
            inside = w.routine("in_float_range", value, as_float(ends[0]), as_float(ends[1]), ends[2], span=span)
            test = nodes.And(op("eq", floor, value, span=span), inside, span)
        elif range_ == FLOAT_RANGE:
            test = w.routine("in_float_range", as_float(value), *ends, span=span)
        else:
            test = w.routine("in_range" if range_ == INT_RANGE else "in_letter_range", value, *ends, span=span)
        if sought.bases & ~bit:
            whole = w.fit(sought.expr, ANY)
            test = nodes.Choose(nodes.Is(whole, type_, whole.span), test, found, BOOL, span)
        found = test
    return found


def as_float(value: Expr) -> Expr:
    if value.type == FLOAT:
        return value
    if isinstance(value, nodes.Const) and isinstance(value.value, int):
        return nodes.Const(float(value.value), FLOAT, value.span)
    return op("to_float", value, span=value.span)
