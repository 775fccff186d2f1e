"""Order is core's business: drafts with nested effects become programs in which asking is a statement.

A front end writes expressions as they nest in its language. In such a *draft* any call may stand inside an
expression, and `do` puts whole statements there (a `let`, a loop that yields a value, a question). `in_order`
fixes the order of evaluation, left to right with short circuits, by lifting into statements exactly what must
be one: `do` blocks and calls of functions that may ask. Operands to the left of something lifted are kept in
temporaries first, unless nothing can change them.

Before: any draft. After: no `do`, no asking call inside an expression; questions refer to constants and locals; no
`For` suspends (it has become a `While`).

    >>> from parlour.core.nodes import Assign, Const, Function, Local, Op, Return
    >>> from parlour.core.types import INT
    >>> two = do((Assign("x", Const(2, INT)),), Local("x", INT))
    >>> from parlour.core.nodes import Program, Variable
    >>> draft = Function("f", (), INT, (Return(Op("add", (two, two), INT)),), (Variable("x", INT),))
    >>> [type(stmt).__name__ for stmt in in_order(Program("p", (draft,), "f")).functions[0].body]
    ['Assign', 'Assign', 'Assign', 'Return']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Block, Const, Expr, Function, Local, Op, Program, Stmt
from parlour.core.passes.call_graph import closure, targets
from parlour.core.types import BOOL, INT, NONE, Type
from parlour.core.walk import (
    assigned,
    blocks,
    children,
    expressions,
    replace_blocks,
    replace_children,
    replace_expressions,
    walk_block,
)
from parlour.dataclass import dataclass
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Do:
    """Statements in the place of an expression; only in drafts."""

    body: Block
    value: Expr
    span: Span | None = None

    @property
    def type(self) -> Type:
        return self.value.type


def do(body: Sequence[Stmt], value: Expr) -> Expr:
    """An expression that runs statements first. Drafts only, which is why `Expr` does not list it."""
    return cast(Expr, Do(tuple(body), value)) if body else value


def in_order(draft: Program) -> Program:
    """The same program with every effect in its place."""
    hierarchy = Hierarchy(draft.classes)
    graph: dict[str, set[str]] = {function.name: set() for function in draft.functions}
    askers: list[str] = []
    for function in draft.functions:
        for part in _parts(function.body):
            if isinstance(part, nodes.Ask):
                askers.append(function.name)
            elif isinstance(part, nodes.Call | nodes.VirtualCall):
                for name in targets(hierarchy, part):
                    graph.setdefault(name, set()).add(function.name)
    asking = closure(graph, askers)
    functions = tuple(_Ordering(function, hierarchy, asking).run() for function in draft.functions)
    return replace(draft, functions=functions)


def _parts(block: Block) -> Iterator[Stmt | Expr]:
    """All statements and expressions of a draft, in no particular order."""
    stack: list[Stmt | Expr | Do] = list(block)
    while stack:
        part = stack.pop()
        if isinstance(part, Do):
            stack.extend(part.body)
            stack.append(part.value)
            continue
        yield part
        if isinstance(part, _EXPRESSIONS):
            stack.extend(children(part))
        else:
            stack.extend(expressions(cast(Stmt, part)))
            if isinstance(part, nodes.Invoke):
                yield part.call
            for inner in blocks(cast(Stmt, part)):
                stack.extend(inner)


_EXPRESSIONS = Expr.__args__ if hasattr(Expr, "__args__") else ()


class _Ordering:
    """Puts one function in order. `lift` turns an expression into statements to run first and one that is clean."""

    def __init__(self, function: Function, hierarchy: Hierarchy, asking: frozenset[str]) -> None:
        self.function = function
        self.hierarchy = hierarchy
        self.asking = asking
        self.names = {variable.name for variable in (*function.params, *function.locals)}
        self.unset = {variable.name for variable in function.locals if variable.may_be_unset}
        self.added: list[nodes.Variable] = []
        self.clean: dict[int, bool] = {}

    def run(self) -> Function:
        body = self.block(self.function.body)
        return replace(self.function, body=body, locals=(*self.function.locals, *self.added))

    def temporary(self, type_: Type) -> str:
        number = len(self.added) + 1
        while f"_{number}" in self.names:
            number += 1
        name = f"_{number}"
        self.names.add(name)
        self.added.append(nodes.Variable(name, type_))
        return name

    # ------------------------------------------------------------------------------------------- statements

    def block(self, block: Block) -> Block:
        ordered: list[Stmt] = []
        for stmt in block:
            ordered.extend(self.statement(stmt))
        return tuple(ordered)

    def statement(self, stmt: Stmt) -> Sequence[Stmt]:
        match stmt:
            case nodes.If(arms, otherwise, span):
                return self.branches(arms, self.block(otherwise), span)
            case nodes.While(condition, body, span):
                before, clean = self.lift(condition)
                inner = self.block(body)
                if not before:
                    return (replace(stmt, condition=clean, body=inner),)
                leave = nodes.If(((Op("not", (clean,), BOOL, span), (nodes.Break(span),)),), span=span)
                return (nodes.While(Const(True, BOOL), (*before, leave, *inner), span),)
            case nodes.Evaluate(value=nodes.Call() | nodes.VirtualCall() as call) if self.asks(call):
                before, args = self.lift_all(call.args)
                return (*before, nodes.Invoke(None, replace(call, args=tuple(args)), stmt.span))
            case nodes.Assign(name=name, value=nodes.Call() | nodes.VirtualCall() as call) if self.asks(call):
                before, args = self.lift_all(call.args)
                return (*before, nodes.Invoke(name, replace(call, args=tuple(args)), stmt.span))
            case nodes.Return(value=nodes.Call() | nodes.VirtualCall() as call) if (
                self.asks(call) and call.type == NONE
            ):
                before, args = self.lift_all(call.args)
                return (
                    *before,
                    nodes.Invoke(None, replace(call, args=tuple(args)), stmt.span),
                    nodes.Return(None, stmt.span),
                )
            case nodes.For(body=body) if self.suspends(body):
                return self.counted_loop(stmt)
            case nodes.Invoke():
                before, args = self.lift_all(stmt.call.args)
                # A new node even where nothing changed: sites are told apart by their node.
                return (*before, replace(stmt, call=replace(stmt.call, args=tuple(args))))
            case nodes.Ask():
                before, parts = self.lift_all(expressions(stmt))
                atoms: list[Expr] = []
                for part in parts:
                    atoms.append(part if isinstance(part, Const | Local) else self.keep(part, before))
                return (*before, replace(replace_expressions(stmt, atoms), span=stmt.span))
        before, parts = self.lift_all(expressions(stmt))
        inner_blocks = [self.block(inner) for inner in blocks(stmt)]
        return (*before, replace_blocks(replace_expressions(stmt, parts), inner_blocks))

    def suspends(self, block: Block) -> bool:
        return any(
            isinstance(part, nodes.Ask | nodes.Invoke)
            or (isinstance(part, nodes.Call | nodes.VirtualCall) and self.asks(part))
            for part in _parts(block)
        )

    def counted_loop(self, loop: nodes.For) -> Sequence[Stmt]:
        """A counting loop that asks keeps its counter and its bound in locals, where a suspended match finds them."""
        before, (start, stop) = self.lift_all((loop.start, loop.stop))
        counter, bound = self.temporary(INT), self.temporary(INT)
        count: Expr = Local(counter, INT, loop.span)
        step = nodes.Assign(counter, Op("add", (count, Const(1, INT)), INT, loop.span), loop.span)
        body = (nodes.Assign(loop.name, count, loop.span), step, *self.block(loop.body))
        test = Op("lt", (count, Local(bound, INT, loop.span)), BOOL, loop.span)
        opening = (nodes.Assign(counter, start, loop.span), nodes.Assign(bound, stop, loop.span))
        return (*before, *opening, nodes.While(test, body, loop.span))

    def branches(self, arms: Sequence[tuple[Expr, Block]], otherwise: Block, span: Span | None) -> Sequence[Stmt]:
        """A chain of conditions; one that needs statements of its own goes into the `otherwise` of those before it."""
        rest = otherwise
        pending: list[tuple[Expr, Block]] = []
        for condition, block in reversed(arms):
            before, clean = self.lift(condition)
            pending.insert(0, (clean, self.block(block)))
            if before:
                rest = (*before, nodes.If(tuple(pending), rest, span))
                pending = []
        return (nodes.If(tuple(pending), rest, span),) if pending else rest

    # ------------------------------------------------------------------------------------------ expressions

    def asks(self, expr: Expr) -> bool:
        return not targets(self.hierarchy, expr).isdisjoint(self.asking)

    def is_clean(self, expr: Expr) -> bool:
        """Nothing in it has to be lifted."""
        known = self.clean.get(id(expr))
        if known is None:
            known = not isinstance(expr, Do) and not self.asks(expr) and all(map(self.is_clean, children(expr)))
            self.clean[id(expr)] = known
        return known

    def lift(self, expr: Expr) -> tuple[list[Stmt], Expr]:
        if self.is_clean(expr):
            return [], expr
        if isinstance(expr, Do):
            before = list(self.block(expr.body))
            more, value = self.lift(expr.value)
            return before + more, value
        match expr:
            case nodes.And(left, right, span) | nodes.Or(left, right, span) if not self.is_clean(right):
                before, first = self.lift(left)
                name = self.temporary(BOOL)
                before.append(nodes.Assign(name, first, span))
                inner, second = self.lift(right)
                test: Expr = Local(name, BOOL, span)
                if isinstance(expr, nodes.Or):
                    test = Op("not", (test,), BOOL, span)
                before.append(nodes.If(((test, (*inner, nodes.Assign(name, second, span))),), span=span))
                return before, Local(name, BOOL, span)
            case nodes.Choose(condition, then, otherwise, type_, span) if not (
                self.is_clean(then) and self.is_clean(otherwise)
            ):
                before, test = self.lift(condition)
                name = self.temporary(type_)
                sides = []
                for side in (then, otherwise):
                    inner, value = self.lift(side)
                    sides.append((*inner, nodes.Assign(name, value, span)))
                before.append(nodes.If(((test, sides[0]),), sides[1], span))
                return before, Local(name, type_, span)
        before, parts = self.lift_all(children(expr))
        clean = replace_children(expr, parts)
        if isinstance(clean, nodes.Call | nodes.VirtualCall) and self.asks(clean):
            name = self.temporary(clean.type)
            before.append(nodes.Invoke(name, clean, clean.span))
            return before, Local(name, clean.type, clean.span)
        return before, clean

    def lift_all(self, parts: Sequence[Expr]) -> tuple[list[Stmt], list[Expr]]:
        """Lifts operands that are evaluated one after the other, keeping those that a later one could overtake."""
        last = max((number for number, part in enumerate(parts) if not self.is_clean(part)), default=-1)
        if last < 0:
            return [], list(parts)
        lifted = [self.lift(part) for part in parts]
        statements: list[Stmt] = []
        values: list[Expr] = []
        for number, (before, value) in enumerate(lifted):
            statements.extend(before)
            later = [stmt for after, _ in lifted[number + 1 :] for stmt in after]
            if later and not self.is_stable(value, later):
                value = self.keep(value, statements)
            values.append(value)
        return statements, values

    def keep(self, value: Expr, statements: list[Stmt]) -> Expr:
        name = self.temporary(value.type)
        statements.append(nodes.Assign(name, value, value.span))
        return Local(name, value.type, value.span)

    def is_stable(self, value: Expr, later: Sequence[Stmt]) -> bool:
        match value:
            case Const():
                return True
            case Local(name=name):
                # Reading an unset variable is an error at its own place, not after what stands to its right.
                return name not in self.unset and all(assigned(stmt) != name for stmt in walk_block(tuple(later)))
        return False
