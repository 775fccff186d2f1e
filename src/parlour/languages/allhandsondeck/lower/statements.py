"""Statements: the bodies of ACTIONs, helpers and main."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import NOTHING, effect, number
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import NONE, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Var
from parlour.languages.allhandsondeck.lower import collections
from parlour.languages.allhandsondeck.lower.kinds import bind_variable
from parlour.languages.allhandsondeck.lower.operators import truth
from parlour.languages.allhandsondeck.lower.values import assign
from parlour.languages.allhandsondeck.lower.writer import Writer
from parlour.syntax.source import Span


def body(w: Writer, statements: c.Block) -> list[Stmt]:
    """The body of a function, which ends by a return."""
    found = block(w, statements)
    return [*found, _end(w, None)] if c.may_end(statements) else found


def block(w: Writer, statements: c.Block) -> list[Stmt]:
    return [stmt for part in statements for stmt in _statement(w, part)]


def _statement(w: Writer, stmt: c.Stmt) -> list[Stmt]:
    span = stmt.span
    match stmt:
        case c.Evaluate(_, c.Assign() as expr):
            return assign(w, expr)[0]
        case c.Evaluate(_, value):
            return effect(w.value(value).expr)
        case c.Declare(_, var, None):
            w.declare(var)
            return []
        case c.Declare(_, var, value):
            assert value is not None
            return bind_variable(w, var, w.value(value), span)
        case c.Return(_, None):
            return [_end(w, span)]
        case c.Return(_, value):
            assert value is not None
            return _give_back(w, w.value(value).expr, span)
        case c.If():
            return [_branches(w, stmt)]
        case c.While(_, condition, inner, otherwise):
            test = truth(w, w.value(condition))
            with w.maybe():
                turn = tuple(block(w, inner))
            return [nodes.While(test, turn, condition.span), *block(w, otherwise)]
        case c.For(_, var, values, inner):
            copies = c.changes(c.expressions(inner))
            return collections.loop(w, var, values, lambda: block(w, inner), copies=copies)


def _result(w: Writer) -> Type:
    return NONE if w.origin is None else w.low.result_type(w.origin)


def _give_back(w: Writer, value: Expr, span: Span) -> list[Stmt]:
    result = _result(w)
    if result == NONE:
        return [*effect(value), _end(w, span)]
    fitting = w.fit(value, result)
    if not isinstance(fitting, nodes.Call):
        return [nodes.Return(fitting, span)]
    # The caller stays in the chain of calls that an error shows: this is no tail call.
    stmts: list[Stmt] = []
    kept = w.keep(w.keep(fitting, stmts, "result"), stmts, "result")
    return [*stmts, nodes.Return(kept, span)]


def _end(w: Writer, span: Span | None) -> Stmt:
    """`return` without a value."""
    if w.origin is None or w.origin.kind == "main":
        return nodes.Return(None, span)
    result = _result(w)
    return nodes.Return(number(0) if result == NONE else w.fit(NOTHING, result), span)


def _branches(w: Writer, stmt: c.If) -> Stmt:
    arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
    ends: list[set[Var]] = []
    tested: set[Var] | None = None
    for condition, inner in stmt.branches:
        test = truth(w, w.value(condition))
        # Only the first condition is always evaluated.
        tested = set(w.sure) if tested is None else tested
        before = set(w.sure)
        arms.append((test, tuple(block(w, inner))))
        if c.may_end(inner):
            ends.append(w.sure)
        w.sure = before
    last = tuple(block(w, stmt.otherwise))
    if c.may_end(stmt.otherwise):
        ends.append(w.sure)
    assert tested is not None
    w.sure = set.intersection(*ends) if ends else tested
    return nodes.If(tuple(arms), last, stmt.span)
