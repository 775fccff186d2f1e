"""The pieces of Python that compiled code is made of, and where they are put.

`Pieces` writes one function: names, calls, comparisons as `ast` nodes, statements into `out`, checks that fail, and
what is taken from the budgets. The line number of every node is the number of a *place* (function and span): that is
how an exception finds its way back to the author's text, at no cost while nothing fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from parlour.core.nodes import Function
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.engines.python.code import Value

if TYPE_CHECKING:
    from parlour.engines.python.compiler import Compiler
    from parlour.syntax.source import Span


class Pieces:
    """Writes one function. `out` is the list of statements being written."""

    def __init__(self, compiler: Compiler, function: Function) -> None:
        self.compiler = compiler
        self.function = function
        self.number = compiler.numbers[function.name]
        self.variables = {var.name: var for var in (*function.params, *function.locals)}
        self.names = {name: f"v{n}" for n, name in enumerate(self.variables)}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.out: list[ast.stmt] = []
        self.line = 1
        self.temporaries = 0

    # --------------------------------------------------------------------------------------- python's pieces

    def at(self, span: Span | None, *, is_tail: bool = False) -> None:
        """What is written from here on comes from this place."""
        self.line = self.compiler.place(self.number, span, is_tail)

    def put(self, node: ast.stmt) -> None:
        node.lineno = node.end_lineno = self.line
        self.out.append(node)

    def name(self, name: str) -> ast.Name:
        return ast.Name(name, ast.Load(), lineno=self.line, col_offset=0)

    def store(self, name: str) -> ast.Name:
        return ast.Name(name, ast.Store(), lineno=self.line, col_offset=0)

    def constant(self, value: Any) -> ast.Constant:
        return ast.Constant(value, lineno=self.line, col_offset=0)

    def call(self, function: str | ast.expr, *args: ast.expr) -> ast.Call:
        target = self.name(function) if isinstance(function, str) else function
        return ast.Call(target, list(args), [], lineno=self.line, col_offset=0)

    def attribute(self, of: ast.expr, name: str) -> ast.Attribute:
        return ast.Attribute(of, name, ast.Load(), lineno=self.line, col_offset=0)

    def item(self, of: ast.expr, index: ast.expr) -> ast.Subscript:
        return ast.Subscript(of, index, ast.Load(), lineno=self.line, col_offset=0)

    def compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.Compare:
        if isinstance(op, ast.Is | ast.IsNot) and isinstance(left, ast.Constant) and isinstance(left.value, int):
            # Python warns of `1 is None`.
            left = self.keep_constant(left)
        return ast.Compare(left, [op], [right], lineno=self.line, col_offset=0)

    def binary(self, left: ast.expr, op: ast.operator, right: ast.expr) -> ast.BinOp:
        return ast.BinOp(left, op, right, lineno=self.line, col_offset=0)

    def negated(self, test: ast.expr) -> ast.UnaryOp:
        return ast.UnaryOp(ast.Not(), test, lineno=self.line, col_offset=0)

    @property
    def run(self) -> ast.Name:
        return self.name("S")

    def assign(self, name: str, value: ast.expr) -> None:
        self.put(ast.Assign([self.store(name)], value))

    def do(self, expr: ast.expr) -> None:
        self.put(ast.Expr(expr))

    def when(self, test: ast.expr, *then: ast.stmt) -> None:
        for node in then:
            node.lineno = node.end_lineno = self.line
        self.put(ast.If(test, list(then), []))

    def fail_when(self, test: ast.expr, failure: str, *args: ast.expr) -> None:
        self.when(test, ast.Expr(self.call(failure, *args)))

    def temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def keep(self, value: Value) -> Value:
        """The value in a temporary, evaluated here."""
        if isinstance(value.code, ast.Constant) or (value.stable and value.is_atom):
            return value
        name = self.temporary()
        self.assign(name, value.code)
        return Value(self.name(name), True, value.low, value.high)

    def keep_constant(self, constant: ast.Constant) -> ast.expr:
        name = self.temporary()
        self.assign(name, constant)
        return self.name(name)

    @contextmanager
    def block(self) -> Iterator[list[ast.stmt]]:
        """Statements written meanwhile go into a list of their own."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    # ------------------------------------------------------------------------------------------------ budgets

    def take_steps(self, amount: int | ast.expr = 1) -> None:
        code = self.constant(amount) if isinstance(amount, int) else amount
        target = ast.Attribute(self.run, "steps", ast.Store(), lineno=self.line, col_offset=0)
        self.put(ast.AugAssign(target, ast.Sub(), code))
        self.fail_when(self.compare(self.attribute(self.run, "steps"), ast.Lt(), self.constant(0)), "fail_steps")

    def take_memory(self, amount: int) -> None:
        target = ast.Attribute(self.run, "room", ast.Store(), lineno=self.line, col_offset=0)
        self.put(ast.AugAssign(target, ast.Sub(), self.constant(amount)))
        self.fail_when(self.compare(self.attribute(self.run, "room"), ast.Lt(), self.constant(0)), "fail_memory")

    def change_depth(self, by: ast.operator) -> None:
        target = ast.Attribute(self.run, "depth", ast.Store(), lineno=self.line, col_offset=0)
        self.put(ast.AugAssign(target, by, self.constant(1)))

    def set_attribute(self, of: ast.expr, name: str, value: ast.expr) -> None:
        target = ast.Attribute(of, name, ast.Store(), lineno=self.line, col_offset=0)
        self.put(ast.Assign([target], value))

    # ------------------------------------------------------------------------------------------------- numbers

    def checked(self, code: ast.expr, low: int | None, high: int | None, stable: bool, height: int) -> Value:
        """An int result, checked for overflow unless its bounds show that it cannot."""
        if low is not None and high is not None and low >= INT_MIN and high <= INT_MAX:
            return Value(code, stable, low, high, height)
        value = self.keep(Value(code))
        test = ast.Compare(
            self.constant(INT_MIN),
            [ast.LtE(), ast.LtE()],
            [value.code, self.constant(INT_MAX)],
            lineno=self.line,
            col_offset=0,
        )
        self.fail_when(self.negated(test), "fail_overflow")
        return value
