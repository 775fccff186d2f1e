"""Statements of core as instructions, and whole functions; those that may ask are in `asking.py`.

A function that may ask has a second parameter, the site to go on at: 0 is the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from parlour.core import nodes
from parlour.core.passes.nonlocal_exits import FAIL
from parlour.core.passes.ranges import refined
from parlour.core.types import NONE, ObjectType
from parlour.core.walk import walk_block
from parlour.engines.core.compiling import leaves
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1, I32, I64
from parlour.engines.native.compile.asking import write_ask, write_invoke
from parlour.engines.native.compile.calls import arguments, call_function, each_target
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.compile.expressions import evaluate
from parlour.engines.native.compile.leaving import abandon, commit, give_back
from parlour.engines.native.compile.measured import measured, only_told
from parlour.engines.native.compile.memo import is_kept, recall
from parlour.engines.native.compile.writer import Goal, Writer
from parlour.engines.native.layout import Error, Host, State

if TYPE_CHECKING:
    from parlour.engines.native.compile.compiler import Compiler


# A loop of no more turns than this, with no other one in it, is written out.
MOST_UNROLLED = 4


def write_function(compiler: Compiler, function: nodes.Function) -> None:
    """Writes one function into the compiler's module."""
    writer = Writer(compiler, function, evaluate)
    if writer.compiler.bulk:
        sites = writer.compiler.plan.sites.get(writer.function.name, ())
        for name in sorted(only_told(writer.function, sites, writer.compiler.presentation)):
            writer.measures[name] = (writer.build.alloca(I64), writer.build.alloca(I64))
    for name, variable in writer.variables.items():
        writer.locals[name] = tuple(writer.build.alloca(kind) for kind in writer.registers(variable.type))
        if variable.may_be_unset:
            writer.flags[name] = writer.build.alloca(I1)
            writer.build.store(ir.Constant(I1, 0), writer.flags[name])
    if any(isinstance(stmt, nodes.Catch | nodes.Attempt) for stmt in walk_block(writer.function.body)):
        writer.depth = writer.build.alloca(I64)
        writer.build.store(writer.load(State.DEPTH), writer.depth)
    start = writer.block("start")
    opening = writer.build.block
    writer.enter(start)
    _begin(writer)
    _statements(writer, writer.function.body)
    if not writer.is_closed:
        give_back(writer, Value((number(0),)) if writer.function.result == NONE else None)
    writer.enter(opening)
    if writer.asks:
        switch = writer.build.switch(writer.code.args[2], start)
        for site, block in writer.resumes:
            switch.add_case(ir.Constant(I32, site.number), block)
    else:
        writer.build.branch(start)


def _begin(writer: Writer) -> None:
    passed = writer.compiler.passing[writer.function.name]
    left_over = writer.read_kinds(writer.address(writer.compiler.argument_offset), passed.left_over(passed.kinds))
    registers = iter(passed.joined(writer.code.args[3 if writer.asks else 2 :], left_over.parts))
    for param in writer.function.params:
        writer.write_local(param.name, Value(tuple(next(registers) for _ in writer.locals[param.name])))
    writer.at(writer.function.span)
    if is_kept(writer.function):
        writer.row = recall(writer)
    if not writer.function.is_routine:
        writer.take_steps(looks=writer.function.name in writer.compiler.recursive)


def _statements(writer: Writer, block: nodes.Block) -> None:
    # What a condition in here says holds to the end of the block, not beyond it.
    outer = writer.ranges
    writer.ranges = dict(outer)
    for stmt in block:
        if writer.is_closed:
            break
        _statement(writer, stmt)
        if isinstance(stmt, nodes.If) and not stmt.otherwise and all(leaves(body) for _, body in stmt.arms):
            for condition, _ in stmt.arms:
                writer.ranges = refined(writer.ranges, condition, False, writer.fixed)
    writer.ranges = outer


def _statement(writer: Writer, stmt: nodes.Stmt) -> None:
    writer.at(stmt.span or writer.function.span, is_tail=isinstance(stmt, nodes.TailCall))
    match stmt:
        case nodes.Assign(name=name, value=value) if name in writer.measures:
            found = measured(writer, value)
            for cell, part in zip(writer.measures[name], (found.length, found.size), strict=True):
                writer.build.store(part, cell)
        case nodes.Assign(name=name, value=value):
            result = writer.expression(value)
            writer.ranges.pop(name, None)
            if name in writer.fixed and result.low is not None and result.high is not None:
                writer.ranges[name] = (result.low, result.high)
            writer.write_local(name, result)
        case nodes.SetGlobal(name=name, value=value):
            if not writer.compiler.vanishes(name):
                _set_global(writer, name, writer.expression(value))
        case nodes.SetField():
            _set_field(writer, stmt)
        case nodes.Evaluate(value=value):
            writer.expression(value)
        case nodes.If(arms, otherwise):
            _if(writer, arms, otherwise)
        case nodes.While(condition, body):
            _while(writer, condition, body)
        case nodes.For():
            _for(writer, stmt)
        case nodes.Break():
            _leave_loop(writer, writer.loops[-1][0])
        case nodes.Continue():
            _leave_loop(writer, writer.loops[-1][1])
        case nodes.Return(value=value):
            give_back(writer, Value((number(0),)) if value is None else writer.expression(value))
        case nodes.TailCall(call=call):
            _tail_call(writer, call)
        case nodes.Catch():
            _catch(writer, stmt)
        case nodes.Abandon(tag=tag):
            abandon(writer, tag)
        case nodes.Attempt():
            _attempt(writer, stmt)
        case nodes.Fail():
            abandon(writer, FAIL)
        case nodes.Tell(for_show=True) if writer.compiler.bulk:
            pass
        case nodes.Tell():
            _tell(writer, stmt)
        case nodes.Finish():
            _finish(writer, stmt)
        case nodes.Count(name=name, by=amount):
            added = writer.expression(amount).only
            counted = writer.load(writer.compiler.global_offset(name) + 8)
            _set_global(writer, name, Value((writer.build.add(counted, added),)))
        case nodes.Raise(kind=kind, message=message):
            text = writer.expression(message)
            writer.fail(Error.RAISED, writer.compiler.text(kind), text.only)
        case nodes.Ask():
            write_ask(writer, stmt)
        case nodes.Invoke():
            write_invoke(writer, stmt)
        case _:
            assert_never(stmt)


def _set_global(writer: Writer, name: str, value: Value) -> None:
    if writer.compiler.journals and name not in writer.compiler.presentation:
        writer.runtime("keep_global", writer.compiler.globals[name])
    if writer.compiler.answers_in_place:
        writer.store(Host.TOUCHED, number(1))
    offset = writer.compiler.global_offset(name)
    writer.store(offset, number(1))
    writer.write_slots(writer.address(offset + 8), value)


def _set_field(writer: Writer, stmt: nodes.SetField) -> None:
    target, value = writer.operands((stmt.object, stmt.value))
    assert isinstance(stmt.object.type, ObjectType)
    place, variable = writer.types.field_place(stmt.object.type.name, stmt.name)
    writer.changed(target.only)
    offset = writer.plus(target.only, 16 + 8 * place)
    if variable.may_be_unset:
        writer.store(offset, number(1))
        offset = writer.plus(offset, 8)
    writer.write_slots(writer.address(offset), value)


def _tell(writer: Writer, stmt: nodes.Tell) -> None:
    if writer.compiler.bulk:
        _count_told(writer, stmt)
        return
    values = writer.operands((stmt.text,) if stmt.audience is None else (stmt.text, stmt.audience))
    to: ir.Value | int = 0 if stmt.audience is None else values[1].only
    channel = writer.compiler.text(stmt.channel)
    writer.runtime("tell", values[0].only, to, int(stmt.audience is not None), channel)


def _count_told(writer: Writer, stmt: nodes.Tell) -> None:
    told = measured(writer, stmt.text)
    if stmt.audience is not None:
        audience = writer.expression(stmt.audience).only
        writer.runtime("work", writer.load(writer.plus(audience, 8)))
    writer.runtime("pay_told", told.size)


def _finish(writer: Writer, stmt: nodes.Finish) -> None:
    given = [part for part in (stmt.ranking, stmt.scores, stmt.reason) if part is not None]
    values = iter(writer.operands(given))
    ranking: ir.Value | int = 0 if stmt.ranking is None else next(values).only
    scores: ir.Value | int = 0 if stmt.scores is None else next(values).only
    reason = writer.compiler.constants.string("") if stmt.reason is None else next(values).only
    writer.runtime("finish", ranking, scores, int(stmt.scores is not None), reason)


def _if(writer: Writer, arms: Sequence[tuple[nodes.Expr, nodes.Block]], otherwise: nodes.Block) -> None:
    after = writer.block()
    outer = writer.ranges
    reaches = False
    for condition, block in arms:
        test = writer.condition(condition)
        then, rest = writer.block(), writer.block()
        writer.build.cbranch(test, then, rest)
        writer.enter(then)
        before, writer.ranges = writer.ranges, refined(writer.ranges, condition, True, writer.fixed)
        _statements(writer, block)
        reaches |= _go_on(writer, after)
        writer.ranges = refined(before, condition, False, writer.fixed)
        writer.enter(rest)
    _statements(writer, otherwise)
    reaches |= _go_on(writer, after)
    writer.ranges = outer
    writer.enter(after)
    if not reaches:
        writer.build.unreachable()


def _go_on(writer: Writer, after: ir.Block) -> bool:
    """To the block after this statement, unless control has left already."""
    if writer.is_closed:
        return False
    writer.build.branch(after)
    return True


def _turn(writer: Writer) -> None:
    """One turn of a loop."""
    if not writer.function.is_routine:
        writer.take_steps(looks=True)


def _while(writer: Writer, condition: nodes.Expr, body: nodes.Block) -> None:
    top, inside, after = writer.block(), writer.block(), writer.block()
    writer.build.branch(top)
    writer.enter(top)
    writer.build.cbranch(writer.condition(condition), inside, after)
    writer.enter(inside)
    _turn(writer)
    _body(writer, body, after, top)
    writer.enter(after)


def _body(writer: Writer, body: nodes.Block, after: ir.Block, again: ir.Block) -> None:
    writer.loops.append((Goal(after, writer.attempts), Goal(again, writer.attempts)))
    _statements(writer, body)
    _go_on(writer, again)
    writer.loops.pop()


def _for(writer: Writer, stmt: nodes.For) -> None:
    start, stop = writer.operands((stmt.start, stmt.stop))
    if start.low is not None and stop.high is not None:
        writer.ranges[stmt.name] = (start.low, max(start.low, stop.high - 1))
    counter = writer.variable(I64)
    writer.build.store(start.only, counter)
    top, inside, again, after = writer.block(), writer.block(), writer.block(), writer.block()
    writer.build.branch(top)
    writer.enter(top)
    here = writer.build.load(counter, typ=I64)
    writer.build.cbranch(writer.build.icmp_signed("<", here, stop.only), inside, after)
    writer.enter(inside)
    _turn(writer)
    writer.write_local(stmt.name, Value((here,)))
    _body(writer, stmt.body, after, again)
    writer.enter(again)
    following = writer.build.add(writer.build.load(counter, typ=I64), number(1), flags=("nsw",))
    writer.build.store(following, counter)
    is_inner = not any(isinstance(each, nodes.While | nodes.For) for each in walk_block(stmt.body))
    writer.build.branch(top, unrolls=is_inner and _has_few_turns(start, stop))
    writer.enter(after)


def _has_few_turns(start: Value, stop: Value) -> bool:
    """As many as are known, and few: what depends on the turn is then worked out by LLVM."""
    first, end = start.low, stop.low
    if first is None or end is None or (first, end) != (start.high, stop.high):
        return False
    return 0 < end - first <= MOST_UNROLLED


def _leave_loop(writer: Writer, goal: Goal) -> None:
    commit(writer, writer.attempts - goal.attempts)
    writer.build.branch(goal.block)


def _tail_call(writer: Writer, call: nodes.Call | nodes.VirtualCall) -> None:
    targets = writer.compiler.targets(call)
    callee = writer.compiler.functions[targets[0]] if len(targets) == 1 else None
    args = arguments(writer, call.args, callee)
    registers = [part for value in args for part in value.parts]
    if len(targets) == 1:
        writer.build.ret(call_function(writer, targets[0], registers, is_tail=True))
        return
    assert isinstance(call, nodes.VirtualCall)
    for target in each_target(writer, call, args[0].only):
        writer.build.ret(call_function(writer, target, registers, is_tail=True))


def _restore_depth(writer: Writer) -> None:
    assert writer.depth is not None
    writer.store(State.DEPTH, writer.build.load(writer.depth, typ=I64))


def _catch(writer: Writer, stmt: nodes.Catch) -> None:
    caught, after = writer.block(), writer.block()
    outer, writer.handlers = writer.handlers, {**writer.handlers, stmt.tag: Goal(caught, writer.attempts)}
    _statements(writer, stmt.body)
    writer.handlers = outer
    _go_on(writer, after)
    writer.enter(caught)
    _restore_depth(writer)
    writer.build.branch(after)
    writer.enter(after)


def _attempt(writer: Writer, stmt: nodes.Attempt) -> None:
    failed, after = writer.block(), writer.block()
    writer.runtime("begin")
    outer, writer.handlers = writer.handlers, {**writer.handlers, FAIL: Goal(failed, writer.attempts)}
    writer.attempts += 1
    _statements(writer, stmt.body)
    writer.attempts -= 1
    writer.handlers = outer
    if not writer.is_closed:
        commit(writer, 1)
        writer.write_local(stmt.target, Value((ir.Constant(I1, 1),)))
        writer.build.branch(after)
    writer.enter(failed)
    writer.runtime("rollback")
    _restore_depth(writer)
    writer.write_local(stmt.target, Value((ir.Constant(I1, 0),)))
    writer.build.branch(after)
    writer.enter(after)
