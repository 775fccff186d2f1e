"""Statements of core as Python statements, for code that does not stop in the middle.

`PlainWriter` writes whole functions that never ask. `state_machines.py` builds on it for those that do.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from parlour.core import nodes
from parlour.core.passes.nonlocal_exits import FAIL
from parlour.core.passes.ranges import refined
from parlour.core.types import ObjectType
from parlour.engines.core.compiling import fixed_locals, leaves
from parlour.engines.python.code import Value
from parlour.engines.python.expressions import call, evaluate, global_target
from parlour.engines.python.writer import Writer

if TYPE_CHECKING:
    from parlour.engines.python.compiler import Compiler


class PlainWriter(Writer):
    """Writes a function that never asks: `def f3(S, v0, v1)`.

    A tail call within a cycle of calls must not grow Python's stack. Calling oneself jumps to the top of an endless
    loop around the body; where that is not enough (other functions of the cycle, or a tail call inside a loop) the
    function becomes `g3(S, args)`, which gives back `TAIL` with the next function and its arguments in the run, and
    `f3` is the loop that follows them.
    """

    def __init__(self, compiler: Compiler, function: nodes.Function) -> None:
        super().__init__(compiler, function, evaluate)
        self.style = compiler.tail_style(function)
        self.loops = 0
        self.attempts = 0
        self.loop_attempts = 0
        self.fixed = fixed_locals(function)

    def write(self) -> list[ast.stmt]:
        with self.block() as body:
            self.at(self.function.span)
            if not self.function.is_routine:
                self.take_steps()
            self.statements(self.function.body)
            if not body:
                self.put(ast.Pass())
        params = [f"v{n}" for n in range(len(self.function.params))]
        if self.style == "loop":
            body = [
                ast.While(self.constant(True), [*body, ast.Return(self.constant(None))], [], lineno=1, col_offset=0)
            ]
        return self.definitions(params, [*self.opening(), *body])

    def definitions(self, params: list[str], body: list[ast.stmt]) -> list[ast.stmt]:
        """The function, or the two that take turns when it makes tail calls to others."""
        if self.style != "trampoline":
            return [self.definition(f"f{self.number}", ["S", *params], body)]
        unpack: list[ast.stmt] = []
        if params:
            names = ast.Tuple([self.store(name) for name in params], ast.Store(), lineno=1, col_offset=0)
            unpack = [ast.Assign([names], self.name("A"), lineno=1, col_offset=0)]
        inner = self.definition(f"g{self.number}", ["S", "A"], [*unpack, *body])
        return [inner, self.definition(f"f{self.number}", ["S", *params], self.follow(params))]

    def definition(self, name: str, params: Sequence[str], body: list[ast.stmt]) -> ast.stmt:
        args = ast.arguments([], [ast.arg(param) for param in params], None, [], [], None, [])
        return ast.FunctionDef(name, args, body, [], None, lineno=1, col_offset=0)

    def opening(self) -> list[ast.stmt]:
        """Variables that may be read before they are written begin unset."""
        with self.block() as opening:
            for variable in self.function.locals:
                if variable.may_be_unset:
                    self.assign(self.names[variable.name], self.name("UNSET"))
        return opening

    def follow(self, params: list[str]) -> list[ast.stmt]:
        """The loop that runs tail calls one after the other."""
        with self.block() as body:
            args = ast.Tuple([self.name(name) for name in params], ast.Load(), lineno=self.line, col_offset=0)
            self.assign("r", self.call(f"g{self.number}", self.run, args))
            with self.block() as turn:
                function = self.attribute(self.run, "tail_function")
                self.assign("r", self.call(function, self.run, self.attribute(self.run, "tail_args")))
            self.put(ast.While(self.compare(self.name("r"), ast.Is(), self.name("TAIL")), turn, []))
            self.put(ast.Return(self.name("r")))
        return body

    # ----------------------------------------------------------------------------------------------- statements

    def statements(self, block: nodes.Block) -> None:
        # What a condition in here says holds to the end of the block, not beyond it.
        outer = self.ranges
        self.ranges = dict(outer)
        for stmt in block:
            self.statement(stmt)
            if isinstance(stmt, nodes.If) and not stmt.otherwise and all(leaves(body) for _, body in stmt.arms):
                for condition, _ in stmt.arms:
                    self.ranges = refined(self.ranges, condition, False, self.fixed)
        self.ranges = outer

    def body_of(self, block: nodes.Block) -> list[ast.stmt]:
        with self.block() as body:
            self.statements(block)
            if not body:
                self.put(ast.Pass())
        return body

    def statement(self, stmt: nodes.Stmt) -> None:
        self.at(stmt.span or self.function.span, is_tail=isinstance(stmt, nodes.TailCall))
        match stmt:
            case nodes.Assign(name=name, value=value):
                result = self.expression(value)
                self.ranges.pop(name, None)
                if name in self.fixed and result.low is not None and result.high is not None:
                    self.ranges[name] = (result.low, result.high)
                self.assign(self.names[name], result.code)
            case nodes.SetGlobal(name=name, value=value):
                self.set_global(name, self.expression(value) if not self.compiler.vanishes(name) else None)
            case nodes.SetField():
                self.set_field(stmt)
            case nodes.Evaluate(value=value):
                result = self.expression(value)
                if not result.stable:
                    self.do(result.code)
            case nodes.If(arms, otherwise):
                self.choose(list(arms), otherwise)
            case nodes.While(condition, body):
                self.loop(condition, body)
            case nodes.For():
                self.count(stmt)
            case nodes.Break():
                self.leave_loop(ast.Break())
            case nodes.Continue():
                self.leave_loop(ast.Continue())
            case nodes.Return(value=value):
                self.give_back(self.expression(value) if value is not None else Value(self.constant(None), True))
            case nodes.TailCall(call=called):
                self.tail_call(called)
            case nodes.Catch():
                self.catch(stmt)
            case nodes.Abandon(tag=tag):
                self.put(ast.Raise(self.name(self.compiler.tag(tag))))
            case nodes.Attempt():
                self.attempt(stmt)
            case nodes.Fail():
                self.put(ast.Raise(self.name(self.compiler.tag(FAIL))))
            case nodes.Tell(for_show=True) if self.compiler.bulk:
                pass
            case nodes.Tell(text, audience, channel):
                values = self.operands((text,) if audience is None else (text, audience))
                to = values[1].code if audience is not None else self.constant(None)
                word = self.name(self.compiler.text(channel))
                self.do(self.call(self.attribute(self.run, "tell"), values[0].code, to, word))
            case nodes.Finish(ranking, scores, reason):
                given = [part for part in (ranking, scores, reason) if part is not None]
                values = self.operands(given)
                codes = iter(value.code for value in values)
                ranks = next(codes) if ranking is not None else self.constant(None)
                points = next(codes) if scores is not None else self.constant(None)
                why = next(codes) if reason is not None else self.name(self.compiler.text(""))
                self.do(self.call(self.attribute(self.run, "finish"), ranks, points, why))
            case nodes.Count(name=name, by=amount):
                added = self.expression(amount)
                which = self.constant(self.compiler.globals[name])
                self.do(self.call(self.attribute(self.run, "count"), which, added.code))
            case nodes.Raise(kind=kind, message=message):
                text_value = self.expression(message)
                self.do(self.call("fail_raise", self.name(self.compiler.text(kind)), text_value.code))
            case nodes.Ask() | nodes.Invoke():
                raise AssertionError("a function that never asks has no such statement")
            case _:
                assert_never(stmt)

    def set_global(self, name: str, value: Value | None) -> None:
        """Stores; nothing at all for what is only on display while nobody looks."""
        if value is None:
            return
        if self.compiler.journals and name not in self.compiler.presentation:
            value = self.keep(value)
            number = self.constant(self.compiler.globals[name])
            self.do(self.call(self.attribute(self.run, "keep_global"), number))
        self.put(ast.Assign([global_target(self, name)], value.code))

    def set_field(self, stmt: nodes.SetField) -> None:
        target, value = self.operands((stmt.object, stmt.value))
        assert isinstance(stmt.object.type, ObjectType)
        number, _ = self.compiler.field(stmt.object.type.name, stmt.name)
        if self.compiler.journals:
            target, value = self.keep(target), self.keep(value)
            self.do(self.call(self.attribute(self.run, "keep"), target.code, self.constant(-1)))
        elif not target.stable:
            # Python evaluates the right side first.
            target = self.keep(target)
        self.set_attribute(target.code, f"s{number}", value.code)

    def choose(self, arms: list[tuple[nodes.Expr, nodes.Block]], otherwise: nodes.Block) -> None:
        condition, block = arms[0]
        test = self.expression(condition)
        outer = self.ranges
        self.ranges = refined(outer, condition, True, self.fixed)
        then = self.body_of(block)
        self.ranges = refined(outer, condition, False, self.fixed)
        with self.block() as rest:
            if len(arms) > 1:
                self.choose(arms[1:], otherwise)
            else:
                self.statements(otherwise)
        self.ranges = outer
        self.put(ast.If(test.code, then, rest))

    def turn(self) -> None:
        """One turn of a loop."""
        if not self.function.is_routine:
            self.take_steps()

    def loop(self, condition: nodes.Expr, body: nodes.Block) -> None:
        with self.block() as before:
            test = self.expression(condition)
        with self.block() as turn:
            if before:
                self.out.extend(before)
                self.when(self.negated(test.code), ast.Break())
            self.turn()
            self.inside_loop(body)
        self.put(ast.While(self.constant(True) if before else test.code, turn, []))

    def inside_loop(self, body: nodes.Block) -> None:
        outer_attempts, self.loop_attempts = self.loop_attempts, self.attempts
        self.loops += 1
        self.statements(body)
        self.loops -= 1
        self.loop_attempts = outer_attempts

    def count(self, stmt: nodes.For) -> None:
        start, stop = self.operands((stmt.start, stmt.stop))
        if start.low is not None and stop.high is not None:
            self.ranges[stmt.name] = (start.low, max(start.low, stop.high - 1))
        with self.block() as turn:
            self.turn()
            self.inside_loop(stmt.body)
            if not turn:
                self.put(ast.Pass())
        target = self.store(self.names[stmt.name])
        self.put(ast.For(target, self.call("range", start.code, stop.code), turn, []))

    def leave_loop(self, jump: ast.stmt) -> None:
        self.commit(self.attempts - self.loop_attempts)
        self.put(jump)

    def commit(self, count: int) -> None:
        """Leaves so many attempts, keeping what they wrote."""
        if count:
            self.do(self.call(self.attribute(self.run, "commit"), self.constant(count)))

    def give_back(self, value: Value) -> None:
        if self.attempts:
            value = self.keep(value)
        self.commit(self.attempts)
        self.put(ast.Return(value.code))

    def tail_call(self, called: nodes.Call | nodes.VirtualCall) -> None:
        targets = self.compiler.targets(called)
        if self.style == "loop" and targets == (self.function.name,) and not self.loops:
            values = self.operands(called.args)
            if values:
                left = ast.Tuple([self.store(f"v{n}") for n in range(len(values))], ast.Store(), lineno=1, col_offset=0)
                right = ast.Tuple([value.code for value in values], ast.Load(), lineno=self.line, col_offset=0)
                self.put(ast.Assign([left], right))
            for variable in self.function.locals:
                if variable.may_be_unset:
                    self.assign(self.names[variable.name], self.name("UNSET"))
            self.put(ast.Continue())
            return
        if self.style == "trampoline" and any(name in self.compiler.trampolines for name in targets):
            self.bounce(called, targets)
            return
        # Outside the cycle an ordinary call will do: it cannot pile up. The place says that it is a tail call.
        self.give_back(call(self, called))

    def bounce(self, call: nodes.Call | nodes.VirtualCall, targets: tuple[str, ...]) -> None:
        values = [self.keep(value) for value in self.operands(call.args)]
        if len(targets) == 1:
            function: ast.expr = self.name(f"g{self.compiler.numbers[targets[0]]}")
        else:
            assert isinstance(call, nodes.VirtualCall)
            table = self.name(self.compiler.methods(call, bounce=True))
            function = self.item(table, self.attribute(values[0].code, "number"))
        args = ast.Tuple([value.code for value in values], ast.Load(), lineno=self.line, col_offset=0)
        self.set_attribute(self.run, "tail_function", function)
        self.set_attribute(self.run, "tail_args", args)
        self.put(ast.Return(self.name("TAIL")))

    def catch(self, stmt: nodes.Catch) -> None:
        depth = self.temporary()
        self.assign(depth, self.attribute(self.run, "depth"))
        body = self.body_of(stmt.body)
        with self.block() as caught:
            self.set_attribute(self.run, "depth", self.name(depth))
        self.put(ast.Try(body, [self.handler(self.compiler.tag(stmt.tag), caught)], [], []))

    def handler(self, exception: str, body: list[ast.stmt]) -> ast.ExceptHandler:
        return ast.ExceptHandler(self.name(exception), None, body, lineno=self.line, col_offset=0)

    def attempt(self, stmt: nodes.Attempt) -> None:
        depth = self.temporary()
        target = self.names[stmt.target]
        self.assign(depth, self.attribute(self.run, "depth"))
        self.do(self.call(self.attribute(self.run, "begin")))
        self.attempts += 1
        body = self.body_of(stmt.body)
        self.attempts -= 1
        with self.block() as failed:
            self.do(self.call(self.attribute(self.run, "rollback")))
            self.set_attribute(self.run, "depth", self.name(depth))
            self.assign(target, self.constant(False))
        with self.block() as passed:
            # Something is abandoned to further out: what was written stays.
            self.commit(1)
            self.put(ast.Raise())
        with self.block() as done:
            self.commit(1)
            self.assign(target, self.constant(True))
        handlers = [self.handler(self.compiler.tag(FAIL), failed), self.handler("Unwind", passed)]
        self.put(ast.Try(body, handlers, done, []))
