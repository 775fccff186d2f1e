"""Ranges: making them of two ends, and drawing from them."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.nodes import And, Const, Evaluate, Expr, Op, Raise, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, STRING
from parlour.languages.allhandsondeck.lower.base import Case, Val
from parlour.languages.allhandsondeck.lower.bases import (
    FLOAT_RANGE,
    FLOAT_RANGE_BIT,
    INT_RANGE,
    INT_RANGE_BIT,
    TEXT_RANGE,
    TEXT_RANGE_BIT,
)
from parlour.languages.allhandsondeck.lower.operators import Operators, Pair
from parlour.syntax.source import Span


class Ranges(Operators):
    """What is done with ranges alone; loops, slices and `in` take them among others."""

    def range(self, start: Val, end: Val, closed: bool, bases: int, span: Span) -> Expr:
        includes = Const(closed, BOOL)

        def floats(a: Expr, b: Expr) -> Expr:
            return nodes.MakeTuple((a, b, includes), FLOAT_RANGE, span)

        def as_float(value: Expr) -> Expr:
            return Op("to_float", (value,), FLOAT, span)

        def letters(a: Expr, b: Expr) -> Expr:
            stmts: list[Stmt] = []
            first, last = self.keep(a, stmts), self.keep(b, stmts)
            stmts.append(Evaluate(self.routine("check_letters", first, last, span=span), span))
            return do(stmts, nodes.MakeTuple((first, last, includes), TEXT_RANGE, span))

        pairs = [
            Pair(INT, INT, lambda a, b: nodes.MakeTuple((a, b, includes), INT_RANGE, span)),
            Pair(FLOAT, FLOAT, floats),
            Pair(INT, FLOAT, lambda a, b: floats(as_float(a), b)),
            Pair(FLOAT, INT, lambda a, b: floats(a, as_float(b))),
            Pair(STRING, STRING, letters),
        ]
        live = [pair for pair in pairs if self.fits(pair.left, start.bases) and self.fits(pair.right, end.bases)]
        result = self.storage(bases)
        if len(live) == 1 and self.is_only(start, live[0].left) and self.is_only(end, live[0].right):
            return self.fit(live[0].make(self.fit(start.expr, live[0].left), self.fit(end.expr, live[0].right)), result)
        stmts: list[Stmt] = []
        one = self.keep(self.fit(start.expr, ANY), stmts)
        other = self.keep(self.fit(end.expr, ANY), stmts)
        out = self.fresh("range", result)
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for pair in live:
            test = And(nodes.Is(one, pair.left), nodes.Is(other, pair.right))
            made = pair.make(nodes.Narrow(one, pair.left), nodes.Narrow(other, pair.right))
            arms.append((test, tuple(self.store(out, made))))
        message = self.sentence(
            "a range goes between two ints, two numbers or two characters, not ",
            self.kind(one),
            " and ",
            self.kind(other),
        )
        failing = Raise("type", message, span)
        stmts.append(nodes.If(tuple(arms), (failing,), span) if arms else failing)
        return do(stmts, out)

    def random(self, of: Val, bases: int, span: Span) -> Expr:
        def ints(value: Expr) -> Expr:
            return self.with_range(value, lambda a, b, closed: self.routine("random_int", a, b, closed, span=span))

        def floats(value: Expr) -> Expr:
            return self.with_range(value, lambda a, b, closed: self.routine("random_float", a, b, span=span))

        def letters(value: Expr) -> Expr:
            return self.with_range(value, lambda a, b, closed: self.routine("random_letter", a, b, closed, span=span))

        cases = [
            Case(INT_RANGE_BIT, INT_RANGE, ints),
            Case(FLOAT_RANGE_BIT, FLOAT_RANGE, floats),
            Case(TEXT_RANGE_BIT, TEXT_RANGE, letters),
        ]
        return self.choose(
            of,
            cases,
            self.storage(bases),
            lambda value: self.sentence("random needs a Range, not ", self.kind(value)),
            span,
        )
