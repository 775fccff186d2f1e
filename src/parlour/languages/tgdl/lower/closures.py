"""Blocks as functions: filters, requires, triggers and texts; what they know from outside are their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.core import nodes
from parlour.core.nodes import Expr
from parlour.core.types import Type
from parlour.dataclass import dataclass
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower.context import Lowering
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Closure:
    """A function of core: `this` is the type of the object that it knows, `vars` are the author's variables; both are
    taken from where it is called."""

    name: str
    this: Type | None
    vars: tuple[m.Var, ...]
    result: Type

    def args(self, low: Lowering, extra: Sequence[Expr] = ()) -> tuple[Expr, ...]:
        known: list[Expr] = []
        if self.this is not None:
            assert low.body.this is not None
            known.append(low.fit(low.body.this, self.this))
        known += [low.fit(low.local(var), low.type_of(var)) for var in self.vars]
        return (*known, *extra)

    def call(self, low: Lowering, *extra: Expr, span: Span | None = None) -> Expr:
        return nodes.Call(self.name, self.args(low, extra), self.result, span)

    def judge(self, low: Lowering, *extra: Expr, span: Span | None = None) -> Expr:
        """What it says, with all that it changes undone."""
        return nodes.Speculate(self.name, self.args(low, extra), self.result, span)


def surroundings(blocks: Iterable[m.Block], inner: Iterable[m.Var]) -> tuple[m.This | None, tuple[m.Var, ...]]:
    """What blocks know from outside: whether they speak of `this`, and the variables that they do not declare."""
    this: m.This | None = None
    declared = set(inner)
    used: dict[m.Var, None] = {}
    for block in blocks:
        for stmt in walk.statements(block):
            if isinstance(stmt, m.Declare):
                declared.add(stmt.var)
        for expr in walk.expressions(block):
            if isinstance(expr, m.This):
                this = expr
            elif isinstance(expr, m.Local):
                used[expr.var] = None
    return this, tuple(var for var in used if var not in declared)


def begin(low: Lowering, this: Type | None, known: Sequence[m.Var]) -> None:
    """The parameters of a closure whose body is being written."""
    if this is not None:
        low.body.this = low.body.build.parameter("this", this)
    for var in known:
        low.parameter(var)


def judging(
    low: Lowering, key: object, name: str, body: m.Block, result: Type, own: Sequence[m.Var], span: Span
) -> Closure:
    """A block that returns a value, as a function; `own` are parameters of its own, behind what it knows."""
    this_expr, known = surroundings([body], own)
    this = None if this_expr is None else low.core_type(this_expr.type)
    closure = Closure(low.name(key, name), this, known, result)
    if closure.name not in low.functions:
        with low.writing(name, result) as writing:
            low.functions[closure.name] = writing.build.function(closure.name, result, ())
            begin(low, this, known)
            for var in own:
                low.parameter(var)
            stmts = [*low.block(body), *low.fell_off(result, span)]
            low.add(writing.build.function(closure.name, result, stmts, label=name, span=span))
    return closure
