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
from dataclasses import dataclass, replace
from typing import cast

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import (
    And,
    Ask,
    Assign,
    Block,
    Break,
    Call,
    Choose,
    Const,
    Evaluate,
    Expr,
    For,
    Function,
    If,
    Invoke,
    Local,
    Op,
    Or,
    Program,
    Return,
    Stmt,
    Variable,
    VirtualCall,
    While,
)
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
            if isinstance(part, Ask):
                askers.append(function.name)
            elif isinstance(part, Call | VirtualCall):
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
            if isinstance(part, Invoke):
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
        self.added: list[Variable] = []
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
        self.added.append(Variable(name, type_))
        return name

    # ------------------------------------------------------------------------------------------- statements

    def block(self, block: Block) -> Block:
        ordered: list[Stmt] = []
        for stmt in block:
            ordered.extend(self.statement(stmt))
        return tuple(ordered)

    def statement(self, stmt: Stmt) -> Sequence[Stmt]:
        match stmt:
            case If(arms, otherwise, span):
                return self.branches(arms, self.block(otherwise), span)
            case While(condition, body, span):
                before, clean = self.lift(condition)
                inner = self.block(body)
                if not before:
                    return (replace(stmt, condition=clean, body=inner),)
                leave = If(((Op("not", (clean,), BOOL, span), (Break(span),)),), span=span)
                return (While(Const(True, BOOL), (*before, leave, *inner), span),)
            case Evaluate(value=Call() | VirtualCall() as call) if self.asks(call):
                before, args = self.lift_all(call.args)
                return (*before, Invoke(None, replace(call, args=tuple(args)), stmt.span))
            case Assign(name=name, value=Call() | VirtualCall() as call) if self.asks(call):
                before, args = self.lift_all(call.args)
                return (*before, Invoke(name, replace(call, args=tuple(args)), stmt.span))
            case Return(value=Call() | VirtualCall() as call) if self.asks(call) and call.type == NONE:
                before, args = self.lift_all(call.args)
                return (*before, Invoke(None, replace(call, args=tuple(args)), stmt.span), Return(None, stmt.span))
            case For(body=body) if self.suspends(body):
                return self.counted_loop(stmt)
            case Invoke():
                before, args = self.lift_all(stmt.call.args)
                # A new node even where nothing changed: sites are told apart by their node.
                return (*before, replace(stmt, call=replace(stmt.call, args=tuple(args))))
            case Ask():
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
            isinstance(part, Ask | Invoke) or (isinstance(part, Call | VirtualCall) and self.asks(part))
            for part in _parts(block)
        )

    def counted_loop(self, loop: For) -> Sequence[Stmt]:
        """A counting loop that asks keeps its counter and its bound in locals, where a suspended match finds them."""
        before, (start, stop) = self.lift_all((loop.start, loop.stop))
        counter, bound = self.temporary(INT), self.temporary(INT)
        count: Expr = Local(counter, INT, loop.span)
        step = Assign(counter, Op("add", (count, Const(1, INT)), INT, loop.span), loop.span)
        body = (Assign(loop.name, count, loop.span), step, *self.block(loop.body))
        test = Op("lt", (count, Local(bound, INT, loop.span)), BOOL, loop.span)
        opening = (Assign(counter, start, loop.span), Assign(bound, stop, loop.span))
        return (*before, *opening, While(test, body, loop.span))

    def branches(self, arms: Sequence[tuple[Expr, Block]], otherwise: Block, span: Span | None) -> Sequence[Stmt]:
        """A chain of conditions; one that needs statements of its own goes into the `otherwise` of those before it."""
        rest = otherwise
        pending: list[tuple[Expr, Block]] = []
        for condition, block in reversed(arms):
            before, clean = self.lift(condition)
            pending.insert(0, (clean, self.block(block)))
            if before:
                rest = (*before, If(tuple(pending), rest, span))
                pending = []
        return (If(tuple(pending), rest, span),) if pending else rest

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
            case And(left, right, span) | Or(left, right, span) if not self.is_clean(right):
                before, first = self.lift(left)
                name = self.temporary(BOOL)
                before.append(Assign(name, first, span))
                inner, second = self.lift(right)
                test: Expr = Local(name, BOOL, span)
                if isinstance(expr, Or):
                    test = Op("not", (test,), BOOL, span)
                before.append(If(((test, (*inner, Assign(name, second, span))),), span=span))
                return before, Local(name, BOOL, span)
            case Choose(condition, then, otherwise, type_, span) if not (
                self.is_clean(then) and self.is_clean(otherwise)
            ):
                before, test = self.lift(condition)
                name = self.temporary(type_)
                sides = []
                for side in (then, otherwise):
                    inner, value = self.lift(side)
                    sides.append((*inner, Assign(name, value, span)))
                before.append(If(((test, sides[0]),), sides[1], span))
                return before, Local(name, type_, span)
        before, parts = self.lift_all(children(expr))
        clean = replace_children(expr, parts)
        if isinstance(clean, Call | VirtualCall) and self.asks(clean):
            name = self.temporary(clean.type)
            before.append(Invoke(name, clean, clean.span))
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
        statements.append(Assign(name, value, value.span))
        return Local(name, value.type, value.span)

    def is_stable(self, value: Expr, later: Sequence[Stmt]) -> bool:
        match value:
            case Const():
                return True
            case Local(name=name):
                # Reading an unset variable is an error at its own place, not after what stands to its right.
                return name not in self.unset and all(assigned(stmt) != name for stmt in walk_block(tuple(later)))
        return False
