"""Calls as instructions: arguments and what routines charge, functions reached by name or by class, speculation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.core import nodes, types
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I32
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.compile.leaving import watch
from parlour.engines.native.compile.writer import Writer
from parlour.engines.native.layout import State


def arguments(writer: Writer, args: Sequence[nodes.Expr], callee: nodes.Function | None) -> list[Value]:
    """Arguments of a call, with the charge of a routine taken where the author's own code calls it."""
    values = writer.operands(args)
    if callee is not None and callee.charge is not None and not writer.function.is_routine:
        _charge(writer, callee, values)
    return values


def _charge(writer: Writer, routine: nodes.Function, args: Sequence[Value]) -> None:
    assert routine.charge is not None
    if isinstance(routine.charge, nodes.Const):
        if routine.charge.value:
            assert isinstance(routine.charge.value, int)
            writer.take_steps(routine.charge.value)
        return
    # Its formula, with the arguments in the place of its parameters; all of it belongs to the caller's line.
    writer.formula = dict(zip((param.name for param in routine.params), args, strict=True))
    steps = writer.expression(routine.charge).only
    writer.formula = None
    writer.take_steps(steps)


def call(writer: Writer, expr: nodes.Call | nodes.VirtualCall) -> Value:
    targets = writer.compiler.targets(expr)
    callee = writer.compiler.functions[targets[0]] if len(targets) == 1 else None
    return _calling(writer, expr, arguments(writer, expr.args, callee))


def _calling(writer: Writer, expr: nodes.Call | nodes.VirtualCall | nodes.Speculate, args: Sequence[Value]) -> Value:
    """The call itself, counted for depth where it could pile up. The function called does not ask."""
    targets = writer.compiler.targets(expr)
    counts = any((writer.function.name, name) in writer.compiler.counted for name in targets)
    if counts:
        writer.deeper()
    result = raw_call(writer, targets, expr, args)
    watch(writer, left_of(writer, result), targets)
    if counts:
        writer.change_depth(1)
    return result_of(writer, result, expr.type)


def raw_call(
    writer: Writer,
    targets: Sequence[str],
    expr: nodes.Call | nodes.VirtualCall | nodes.Speculate,
    args: Sequence[Value],
) -> ir.Value:
    """What the function reached gives back, with the steps that are left."""
    registers = [part for value in args for part in value.parts]
    if len(targets) == 1:
        return call_function(writer, targets[0], registers)
    assert isinstance(expr, nodes.VirtualCall)
    after = writer.block()
    found: list[tuple[ir.Value, ir.Block]] = []
    for target in each_target(writer, expr, args[0].only):
        found.append((call_function(writer, target, registers), writer.build.block))
        writer.build.branch(after)
    writer.enter(after)
    phi = writer.build.phi(found[0][0].type)
    for value, block in found:
        phi.add_incoming(value, block)
    return phi


def each_target(writer: Writer, expr: nodes.VirtualCall, receiver: ir.Value) -> Iterator[str]:
    """The functions a virtual call may reach, one after the other, each with the block that calls it open."""
    kind = writer.load(receiver, I32)
    blocks = [(target, numbers, writer.block()) for target, numbers in writer.compiler.methods(expr).items()]
    # The world is closed: whatever the other blocks leave belongs to the last.
    switch = writer.build.switch(kind, blocks[-1][2])
    for _, numbers, block in blocks[:-1]:
        for class_number in numbers:
            switch.add_case(ir.Constant(I32, class_number), block)
    for target, _, block in blocks:
        writer.enter(block)
        yield target


def call_function(writer: Writer, name: str, registers: Sequence[ir.Value], *, is_tail: bool = False) -> ir.Value:
    first: list[ir.Value] = [writer.base, writer.left]
    if name in writer.compiler.plan.asking:
        first.append(ir.Constant(I32, 0))
    passed = writer.compiler.passing[name]
    writer.write_slots(writer.address(writer.compiler.argument_offset), Value(tuple(passed.left_over(registers))))
    given = [*first, *passed.given(registers)]
    return writer.build.call(writer.compiler.code[name], given, cconv="tailcc", tail="musttail" if is_tail else None)


def left_of(writer: Writer, result: ir.Value) -> ir.Value:
    return writer.build.extract_value(result, len(result.type.elements) - 1)


def result_of(writer: Writer, result: ir.Value, type_: types.Type) -> Value:
    kinds = writer.registers(type_)
    if type_ == types.NONE:
        return Value((number(0),))
    if len(result.type.elements) == 1:
        return writer.read_slots(writer.address(writer.compiler.result_offset), type_)
    return Value(tuple(writer.build.extract_value(result, place) for place in range(len(kinds))))


def speculate(writer: Writer, expr: nodes.Speculate) -> Value:
    callee = writer.compiler.functions[expr.function]
    args = arguments(writer, expr.args, callee)
    effects = writer.compiler.effects[expr.function]
    is_free = effects.leaves_no_trace
    bump = writer.load(State.BUMP)
    noted = _noted(writer) if is_free and writer.compiler.journals else None
    shown = [_on_display(writer, name) for name in sorted(effects.displays) if not writer.compiler.vanishes(name)]
    # Of one that leaves no trace, only what it allocated has to be given back.
    saved = writer.load(State.ROOM) if is_free else writer.absolute(writer.local_space(8))
    if not is_free:
        writer.runtime("speculate", saved)
    targets = writer.compiler.targets(expr)
    counts = any((writer.function.name, name) in writer.compiler.counted for name in targets)
    if counts:
        writer.deeper()
    result = raw_call(writer, targets, expr, args)
    if not is_free:
        writer.runtime("unspeculate", saved)
    for offset, words in shown:
        writer.write_slots(writer.address(offset), words)
    watch(writer, left_of(writer, result), targets)
    if counts:
        writer.change_depth(1)
    if is_free:
        writer.store(State.ROOM, saved)
    if _is_number(writer, expr.type):
        if noted is not None:
            nothing_new = writer.build.icmp_unsigned("==", _noted(writer), noted)
            bump = writer.build.select(nothing_new, bump, writer.load(State.BUMP))
        writer.store(State.BUMP, bump)
    return result_of(writer, result, expr.type)


def _noted(writer: Writer) -> ir.Value:
    """How many entries the journal of the innermost attempt has. A speculation may add to it, what it makes itself and
    then changes, and the entries lie in memory taken since it began: if there are more afterwards, that memory cannot
    be given back."""
    journal = writer.load(State.JOURNAL)
    count = writer.load(writer.plus(journal, 16))
    return writer.build.select(writer.build.icmp_unsigned("==", journal, number(0)), number(0), count)


def _on_display(writer: Writer, name: str) -> tuple[int, Value]:
    """Where a presentation global lies, and what is there now: whether it is set, and its slots."""
    offset = writer.compiler.global_offset(name)
    width = writer.types.width(writer.compiler.program.globals[writer.compiler.globals[name]].type)
    return offset, Value(tuple(writer.load(offset + 8 * place) for place in range(1 + width)))


def _is_number(writer: Writer, type_: types.Type) -> bool:
    """Values of this type are in registers; nothing of them lies in the heap."""
    match type_:
        case types.TupleType(items):
            return all(_is_number(writer, each) for each in items)
        case types.OptionalType(item=item):
            return _is_number(writer, item)
    return not writer.types.is_pointer(type_) and type_ != types.ANY
