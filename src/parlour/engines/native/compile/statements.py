"""Statements of core as instructions, and whole functions; those that may ask are in `asking.py`.

A function that may ask has a second parameter, the site to go on at: 0 is the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from parlour.core import nodes
from parlour.core.passes.nonlocal_exits import FAIL
from parlour.core.passes.ranges import refined
from parlour.core.passes.suspension import Site
from parlour.core.types import NONE, ObjectType
from parlour.core.walk import walk_block
from parlour.engines.core.blocks import fixed_locals, leaves
from parlour.engines.llvm import text as ir
from parlour.engines.native.compile.asking import write_ask, write_invoke
from parlour.engines.native.compile.code import I1, I32, I64, Value, number
from parlour.engines.native.compile.expressions import Writer
from parlour.engines.native.compile.measured import measured, only_told
from parlour.engines.native.layout import Error, Host, State, Status

if TYPE_CHECKING:
    from parlour.engines.native.compile.compiler import Compiler


@dataclass(frozen=True, slots=True)
class Goal:
    """A block that control can leave for, and how many attempts are open there."""

    block: ir.Block
    attempts: int


class FunctionWriter(Writer):
    """Writes one function."""

    def __init__(self, compiler: Compiler, function: nodes.Function) -> None:
        super().__init__(compiler, function)
        self.fixed = fixed_locals(function)
        self.attempts = 0
        self.handlers: dict[str, Goal] = {}
        self.loops: list[tuple[Goal, Goal]] = []
        self.asks = function.name in compiler.plan.asking
        self.resumes: list[tuple[Site, ir.Block]] = []

    def write(self) -> None:
        self.locals, self.flags, self.measures = {}, {}, {}
        if self.compiler.bulk:
            sites = self.compiler.plan.sites.get(self.function.name, ())
            for name in sorted(only_told(self.function, sites, self.compiler.presentation)):
                self.measures[name] = (self.build.alloca(I64), self.build.alloca(I64))
        for name, variable in self.variables.items():
            self.locals[name] = tuple(self.build.alloca(kind) for kind in self.registers(variable.type))
            if variable.may_be_unset:
                self.flags[name] = self.build.alloca(I1)
                self.build.store(ir.Constant(I1, 0), self.flags[name])
        self.depth: ir.Value | None = None
        if any(isinstance(stmt, nodes.Catch | nodes.Attempt) for stmt in walk_block(self.function.body)):
            self.depth = self.build.alloca(I64)
            self.build.store(self.load(State.DEPTH), self.depth)
        start = self.block("start")
        opening = self.build.block
        self.enter(start)
        self._begin()
        self.statements(self.function.body)
        if not self.is_closed:
            self.give_back(Value((number(0),)) if self.function.result == NONE else None)
        self.enter(opening)
        if self.asks:
            switch = self.build.switch(self.code.args[1], start)
            for site, block in self.resumes:
                switch.add_case(ir.Constant(I32, site.number), block)
        else:
            self.build.branch(start)

    def _begin(self) -> None:
        passed = self.compiler.passing[self.function.name]
        left_over = self.read_kinds(self.address(self.compiler.argument_offset), passed.left_over(passed.kinds))
        registers = iter(passed.joined(self.code.args[2 if self.asks else 1 :], left_over.parts))
        for param in self.function.params:
            self.write_local(param.name, Value(tuple(next(registers) for _ in self.locals[param.name])))
        self.at(self.function.span)
        if not self.function.is_routine:
            self.take_steps()

    # ----------------------------------------------------------------------------------------------- statements

    def statements(self, block: nodes.Block) -> None:
        # What a condition in here says holds to the end of the block, not beyond it.
        outer = self.ranges
        self.ranges = dict(outer)
        for stmt in block:
            if self.is_closed:
                break
            self.statement(stmt)
            if isinstance(stmt, nodes.If) and not stmt.otherwise and all(leaves(body) for _, body in stmt.arms):
                for condition, _ in stmt.arms:
                    self.ranges = refined(self.ranges, condition, False, self.fixed)
        self.ranges = outer

    def statement(self, stmt: nodes.Stmt) -> None:
        self.at(stmt.span or self.function.span, is_tail=isinstance(stmt, nodes.TailCall))
        match stmt:
            case nodes.Assign(name=name, value=value) if name in self.measures:
                found = measured(self, value)
                for cell, part in zip(self.measures[name], (found.length, found.size), strict=True):
                    self.build.store(part, cell)
            case nodes.Assign(name=name, value=value):
                result = self.expression(value)
                self.ranges.pop(name, None)
                if name in self.fixed and result.low is not None and result.high is not None:
                    self.ranges[name] = (result.low, result.high)
                self.write_local(name, result)
            case nodes.SetGlobal(name=name, value=value):
                if not self.compiler.vanishes(name):
                    self._set_global(name, self.expression(value))
            case nodes.SetField():
                self._set_field(stmt)
            case nodes.Evaluate(value=value):
                self.expression(value)
            case nodes.If(arms, otherwise):
                self._if(arms, otherwise)
            case nodes.While(condition, body):
                self._while(condition, body)
            case nodes.For():
                self._for(stmt)
            case nodes.Break():
                self._leave_loop(self.loops[-1][0])
            case nodes.Continue():
                self._leave_loop(self.loops[-1][1])
            case nodes.Return(value=value):
                self.give_back(Value((number(0),)) if value is None else self.expression(value))
            case nodes.TailCall(call=call):
                self._tail_call(call)
            case nodes.Catch():
                self._catch(stmt)
            case nodes.Abandon(tag=tag):
                self.abandon(tag)
            case nodes.Attempt():
                self._attempt(stmt)
            case nodes.Fail():
                self.abandon(FAIL)
            case nodes.Tell():
                self._tell(stmt)
            case nodes.Finish():
                self._finish(stmt)
            case nodes.Count(name=name, by=amount):
                added = self.expression(amount).only
                counted = self.load(self.compiler.global_offset(name) + 8)
                self._set_global(name, Value((self.build.add(counted, added),)))
            case nodes.Raise(kind=kind, message=message):
                text = self.expression(message)
                self.fail(Error.RAISED, self.compiler.text(kind), text.only)
            case nodes.Ask():
                write_ask(self, stmt)
            case nodes.Invoke():
                write_invoke(self, stmt)
            case _:
                assert_never(stmt)

    def _set_global(self, name: str, value: Value) -> None:
        if self.compiler.journals and name not in self.compiler.presentation:
            self.runtime("keep_global", self.compiler.globals[name])
        if self.compiler.answers_in_place:
            self.store(Host.TOUCHED, number(1))
        offset = self.compiler.global_offset(name)
        self.store(offset, number(1))
        self.write_slots(self.address(offset + 8), value)

    def _set_field(self, stmt: nodes.SetField) -> None:
        target, value = self.operands((stmt.object, stmt.value))
        assert isinstance(stmt.object.type, ObjectType)
        place, variable = self.types.field_place(stmt.object.type.name, stmt.name)
        self.changed(target.only)
        offset = self.plus(target.only, 16 + 8 * place)
        if variable.may_be_unset:
            self.store(offset, number(1))
            offset = self.plus(offset, 8)
        self.write_slots(self.address(offset), value)

    def _tell(self, stmt: nodes.Tell) -> None:
        if self.compiler.bulk:
            self._count_told(stmt)
            return
        values = self.operands((stmt.text,) if stmt.audience is None else (stmt.text, stmt.audience))
        to: ir.Value | int = 0 if stmt.audience is None else values[1].only
        channel = self.compiler.text(stmt.channel)
        self.runtime("tell", values[0].only, to, int(stmt.audience is not None), channel)

    def _count_told(self, stmt: nodes.Tell) -> None:
        told = measured(self, stmt.text)
        if stmt.audience is not None:
            audience = self.expression(stmt.audience).only
            self.runtime("work", self.load(self.plus(audience, 8)))
        self.runtime("pay_told", told.size)

    def _finish(self, stmt: nodes.Finish) -> None:
        given = [part for part in (stmt.ranking, stmt.scores, stmt.reason) if part is not None]
        values = iter(self.operands(given))
        ranking = next(values).only
        scores: ir.Value | int = 0 if stmt.scores is None else next(values).only
        reason = self.compiler.constants.string("") if stmt.reason is None else next(values).only
        self.runtime("finish", ranking, scores, int(stmt.scores is not None), reason)

    # ------------------------------------------------------------------------------------------------- branches

    def _if(self, arms: Sequence[tuple[nodes.Expr, nodes.Block]], otherwise: nodes.Block) -> None:
        after = self.block()
        outer = self.ranges
        reaches = False
        for condition, block in arms:
            test = self.condition(condition)
            then, rest = self.block(), self.block()
            self.build.cbranch(test, then, rest)
            self.enter(then)
            before, self.ranges = self.ranges, refined(self.ranges, condition, True, self.fixed)
            self.statements(block)
            reaches |= self._go_on(after)
            self.ranges = refined(before, condition, False, self.fixed)
            self.enter(rest)
        self.statements(otherwise)
        reaches |= self._go_on(after)
        self.ranges = outer
        self.enter(after)
        if not reaches:
            self.build.unreachable()

    def _go_on(self, after: ir.Block) -> bool:
        """To the block after this statement, unless control has left already."""
        if self.is_closed:
            return False
        self.build.branch(after)
        return True

    def turn(self) -> None:
        """One turn of a loop."""
        if not self.function.is_routine:
            self.take_steps()

    def _while(self, condition: nodes.Expr, body: nodes.Block) -> None:
        top, inside, after = self.block(), self.block(), self.block()
        self.build.branch(top)
        self.enter(top)
        self.build.cbranch(self.condition(condition), inside, after)
        self.enter(inside)
        self.turn()
        self._body(body, after, top)
        self.enter(after)

    def _body(self, body: nodes.Block, after: ir.Block, again: ir.Block) -> None:
        self.loops.append((Goal(after, self.attempts), Goal(again, self.attempts)))
        self.statements(body)
        self._go_on(again)
        self.loops.pop()

    def _for(self, stmt: nodes.For) -> None:
        start, stop = self.operands((stmt.start, stmt.stop))
        if start.low is not None and stop.high is not None:
            self.ranges[stmt.name] = (start.low, max(start.low, stop.high - 1))
        counter = self.variable(I64)
        self.build.store(start.only, counter)
        top, inside, again, after = self.block(), self.block(), self.block(), self.block()
        self.build.branch(top)
        self.enter(top)
        here = self.build.load(counter, typ=I64)
        self.build.cbranch(self.build.icmp_signed("<", here, stop.only), inside, after)
        self.enter(inside)
        self.turn()
        self.write_local(stmt.name, Value((here,)))
        self._body(stmt.body, after, again)
        self.enter(again)
        following = self.build.add(self.build.load(counter, typ=I64), number(1), flags=("nsw",))
        self.build.store(following, counter)
        self.build.branch(top)
        self.enter(after)

    def _leave_loop(self, goal: Goal) -> None:
        self.commit(self.attempts - goal.attempts)
        self.build.branch(goal.block)

    # ------------------------------------------------------------------------------------------------ leaving

    def commit(self, count: int) -> None:
        """Leaves so many attempts, keeping what they wrote."""
        if count:
            self.runtime("commit", count)

    def give_back(self, value: Value | None) -> None:
        """Ends the function with this value; None after a path that core proves cannot be taken."""
        if value is None:
            self.build.unreachable()
            return
        self.commit(self.attempts)
        kinds = self.code.function_type.return_type.elements
        if self.function.result != NONE and len(kinds) == 1:
            self.write_slots(self.address(self.compiler.result_offset), value)
        result = self.outcome(self.build, Status.DONE)
        if len(kinds) > 1:
            for place, part in enumerate(value.parts):
                result = self.build.insert_value(result, part, place)
        self.build.ret(result)

    def _tail_call(self, call: nodes.Call | nodes.VirtualCall) -> None:
        targets = self.compiler.targets(call)
        callee = self.compiler.functions[targets[0]] if len(targets) == 1 else None
        args = self.arguments(call.args, callee)
        registers = [part for value in args for part in value.parts]
        if len(targets) == 1:
            self.build.ret(self.call_function(targets[0], registers, is_tail=True))
            return
        assert isinstance(call, nodes.VirtualCall)
        for target in self.each_target(call, args[0].only):
            self.build.ret(self.call_function(target, registers, is_tail=True))

    def abandon(self, tag: str) -> None:
        """Goes to what takes the tag, here or further out."""
        goal = self.handlers.get(tag)
        if goal is None:
            self.commit(self.attempts)
            self.build.ret(self.outcome(self.build, Status.ABANDONED + self.compiler.tag(tag)))
            return
        if tag != FAIL:
            self.commit(self.attempts - goal.attempts)
        self.build.branch(goal.block)

    def watch(self, status: ir.Value, targets: Sequence[str]) -> None:
        is_left = self.build.icmp_unsigned("!=", status, ir.Constant(I32, Status.DONE))
        if not self._tags(targets):
            self.pass_on_when(is_left)
            return
        cold = self.block()
        self.unlikely(is_left, cold)
        after = self.build.block
        self.enter(cold)
        self.unwind(status, targets)
        self.enter(after)

    def _tags(self, targets: Iterable[str]) -> list[str]:
        """What these functions may abandon that is not theirs."""
        return sorted({tag for name in targets for tag in self.compiler.escapes[name]})

    def unwind(self, status: ir.Value, targets: Iterable[str]) -> None:
        """A call has not come to its end: it has abandoned something, or failed."""
        tags = self._tags(targets)
        if tags:
            failed = self.block()
            switch = self.build.switch(status, failed)
            for tag in tags:
                left = self.block()
                switch.add_case(ir.Constant(I32, Status.ABANDONED + self.compiler.tag(tag)), left)
                self.enter(left)
                self.abandon(tag)
            self.enter(failed)
        self.pass_on()

    def _restore_depth(self) -> None:
        assert self.depth is not None
        self.store(State.DEPTH, self.build.load(self.depth, typ=I64))

    def _catch(self, stmt: nodes.Catch) -> None:
        caught, after = self.block(), self.block()
        outer, self.handlers = self.handlers, {**self.handlers, stmt.tag: Goal(caught, self.attempts)}
        self.statements(stmt.body)
        self.handlers = outer
        self._go_on(after)
        self.enter(caught)
        self._restore_depth()
        self.build.branch(after)
        self.enter(after)

    def _attempt(self, stmt: nodes.Attempt) -> None:
        failed, after = self.block(), self.block()
        self.runtime("begin")
        outer, self.handlers = self.handlers, {**self.handlers, FAIL: Goal(failed, self.attempts)}
        self.attempts += 1
        self.statements(stmt.body)
        self.attempts -= 1
        self.handlers = outer
        if not self.is_closed:
            self.commit(1)
            self.write_local(stmt.target, Value((ir.Constant(I1, 1),)))
            self.build.branch(after)
        self.enter(failed)
        self.runtime("rollback")
        self._restore_depth()
        self.write_local(stmt.target, Value((ir.Constant(I1, 0),)))
        self.build.branch(after)
        self.enter(after)
