"""What every part of the compiler writes with: the function that is being written, and the pieces it is made of.

A `Writer` puts names, calls and comparisons together as `ast` nodes, statements into `out`, checks that fail, and what
is taken from the budgets. The line number of every node is the number of a *place* (function and span): that is how an
exception finds its way back to the author's text, at no cost while nothing fails.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from parlour.core.nodes import Expr, Function
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.types import BoardType, Type, slots
from parlour.engines.python.code import Value

if TYPE_CHECKING:
    from parlour.engines.python.compiler import Compiler
    from parlour.syntax.source import Span


# Deeper Python expressions are cut by a temporary: CPython's compiler recurses.
MAX_HEIGHT = 20


class Writer:
    """Writes one function. `out` is the list of statements being written; `evaluate` writes expressions. While the
    charge of a routine is written, `formula` has the arguments that stand for its parameters."""

    def __init__(self, compiler: Compiler, function: Function, evaluate: Callable[[Writer, Expr], Value]) -> None:
        self.compiler = compiler
        self._evaluate = evaluate
        self.function = function
        self.number = compiler.numbers[function.name]
        self.variables = {var.name: var for var in (*function.params, *function.locals)}
        self.names = {name: f"v{n}" for n, name in enumerate(self.variables)}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.out: list[ast.stmt] = []
        self.line = 1
        self.temporaries = 0
        self.formula: dict[str, Value] | None = None

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

    # --------------------------------------------------------------------------------------------- expressions

    def operands(self, parts: Sequence[Expr]) -> list[Value]:
        """Values of expressions evaluated one after the other. What stands to the left of statements that one of them
        needs is put into a temporary first unless it is *stable*: nothing can change it and it cannot fail."""
        values: list[Value] = []
        for part in parts:
            before = len(self.out)
            value = self.expression(part)
            if len(self.out) > before:
                # Statements came: what stands to their left must be evaluated before them.
                mine = self.out[before:]
                del self.out[before:]
                values = [self.keep(left) if not left.stable else left for left in values]
                self.out.extend(mine)
            values.append(value)
        return values

    def atoms(self, parts: Sequence[Expr]) -> list[Value]:
        """The same, each a name or a constant, so that it can be written more than once."""
        values = self.operands(parts)
        return [value if value.is_atom and value.stable else self.keep(value) for value in values]

    def expression(self, expr: Expr) -> Value:
        before = self.line
        if expr.span is not None and self.formula is None:
            self.at(expr.span)
        value = self._evaluate(self, expr)
        if value.height > MAX_HEIGHT:
            value = self.keep(value)
        self.line = before
        return value

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

    def charge_board(self, type_: Type) -> None:
        assert isinstance(type_, BoardType)
        if type_.cells >= 16:
            self.take_steps(type_.cells >> 4)
        self.take_memory(16 + 8 * slots(type_.item) * type_.cells)

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
