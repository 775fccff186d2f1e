"""The entry points of a compiled program: for the host to start it, to let it go on after an answer, to weigh an answer
by a policy and to ask a guard; and the dispatcher, which goes from a kept frame to the function it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.nodes import Function
from parlour.core.types import INT, Type
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.builder import IRBuilder
from parlour.engines.llvm.text import DOUBLE, I8, I32, I64, POINTER
from parlour.engines.native.compile.code import number
from parlour.engines.native.layout import State, Status

if TYPE_CHECKING:
    from parlour.engines.native.compile.compiler import Compiler
    from parlour.engines.native.compile.passing import Passing


def write_doors(compiler: Compiler) -> None:
    """Writes all of them. Before: every function of the program is written, so it is known which results the frames on
    top can have."""
    entry = compiler.functions[compiler.program.entry]
    _door(compiler, "parlour_start", entry, resumes=False)
    _door(compiler, "parlour_resume", entry, resumes=True)
    for result, code in compiler.dispatchers.items():
        _dispatch(compiler, result, code)
    _weigh(compiler)
    _guard(compiler)
    _here(compiler)


def _door(compiler: Compiler, name: str, entry: Function, *, resumes: bool) -> None:
    """The way in for the host: gives the status, and leaves a result where the directory says."""
    code = ir.Function(compiler.module, ir.FunctionType(I64, [I64]), name)
    build = IRBuilder(code.append_basic_block())
    base = build.inttoptr(code.args[0], POINTER)
    asks = entry.name in compiler.plan.asking
    if resumes:
        # Every call that still waits counts itself again on the way back up.
        limit = build.load(_field(build, base, State.DEPTH_LIMIT), typ=I64)
        build.store(limit, _field(build, base, State.DEPTH))
        result = build.call(compiler.going_on(entry.result), [base, _steps(build, base)], cconv="tailcc")
    else:
        args = [base, _steps(build, base), *([ir.Constant(I32, 0)] if asks else [])]
        result = build.call(compiler.code[entry.name], args, cconv="tailcc")
    last = len(result.type.elements) - 1
    for place in range(last):
        target = build.gep(base, [number(compiler.result_offset + 8 * place)], source_etype=I8)
        build.store(_slot(build, build.extract_value(result, place)), target)
    left = build.extract_value(result, last)
    is_over = build.icmp_signed("<", left, number(0))
    with build.if_then(build.not_(is_over)):
        build.store(left, _field(build, base, State.STEPS))
    build.ret(build.select(is_over, build.neg(left), number(Status.DONE)))


def _steps(build: IRBuilder, base: ir.Value) -> ir.Value:
    return build.load(_field(build, base, State.STEPS), typ=I64)


def _dispatch(compiler: Compiler, result: Type, code: ir.Function) -> None:
    """Goes on with the frame on top: its last word names the site, and that the function."""
    base, left = code.args
    build = IRBuilder(code.append_basic_block())
    frames = build.load(_field(build, base, State.FRAMES), typ=I64)
    site = build.load(build.gep(base, [build.sub(frames, number(8))], source_etype=I8), typ=I64)
    nowhere = code.append_basic_block()
    IRBuilder(nowhere).unreachable()
    switch = build.switch(site, nowhere)
    for function in compiler.compiled:
        sites = compiler.plan.sites.get(function.name, ())
        if function.result != result or not sites:
            continue
        block = code.append_basic_block()
        for each in sites:
            switch.add_case(number(compiler.site_number(each)), block)
        build.position_at_end(block)
        first = number(compiler.site_number(sites[0]) - 1)
        place = build.trunc(build.sub(site, first), I32)
        target = compiler.code[function.name]
        rest = [ir.Constant(kind, ir.Undefined) for kind in target.function_type.args[3:]]
        build.ret(build.call(target, [base, left, place, *rest], cconv="tailcc"))


def _here(compiler: Compiler) -> None:
    """Where the machine's stack is now."""
    code = ir.Function(compiler.module, ir.FunctionType(I64, []), "parlour_here")
    build = IRBuilder(code.append_basic_block())
    address = compiler.external("llvm.frameaddress.p0", POINTER, I32)
    build.ret(build.ptrtoint(build.call(address, [ir.Constant(I32, 0)]), I64))


def _weigh(compiler: Compiler) -> None:
    """The weight of an answer whose slots lie at an address, by one of the functions of the policy, which are counted
    from 1; without a policy all weigh the same."""
    code = ir.Function(compiler.module, ir.FunctionType(I64, [I64, I64, I64]), "parlour_weigh")
    build = IRBuilder(code.append_basic_block())
    base = build.inttoptr(code.args[0], POINTER)
    alike = code.append_basic_block()
    IRBuilder(alike).ret(number(1))
    switch = build.switch(code.args[2], alike)
    for place, name in enumerate(compiler.weighing, 1):
        block = code.append_basic_block()
        switch.add_case(number(place), block)
        build.position_at_end(block)
        policy, passed = compiler.functions[name], compiler.passing[name]
        slots = [_loaded(build, code.args[1], 8 * slot) for slot in range(len(passed.kinds))]
        given = [base, _steps(build, base), *_given(compiler, build, base, passed, slots)]
        result = build.call(compiler.code[name], given, cconv="tailcc")
        assert policy.result == INT
        build.ret(build.extract_value(result, 0))


def _guard(compiler: Compiler) -> None:
    """Whether an answer whose slots lie at an address may be taken, by one of the guards, which are counted from 1: it
    finds the locals that it wants in the frame of its question."""
    code = ir.Function(compiler.module, ir.FunctionType(I64, [I64, I64, I64, I64]), "parlour_guard")
    build = IRBuilder(code.append_basic_block())
    base = build.inttoptr(code.args[0], POINTER)
    without = code.append_basic_block()
    IRBuilder(without).ret(number(1))
    switch = build.switch(code.args[3], without)
    for place, ((function, site_number), guard) in enumerate(compiler.guards, 1):
        block = code.append_basic_block()
        switch.add_case(number(place), block)
        build.position_at_end(block)
        passed = compiler.passing[guard.function]
        places = _slot_places(compiler, function, site_number)
        slots: list[ir.Value] = []
        for name in guard.wanted:
            slots += [_loaded(build, code.args[1], at) for at in places[name]]
        for slot in range(len(passed.kinds) - len(slots)):
            slots.append(_loaded(build, code.args[2], 8 * slot))
        given = [base, _steps(build, base), *_given(compiler, build, base, passed, slots)]
        result = build.call(compiler.code[guard.function], given, cconv="tailcc")
        build.ret(_slot(build, build.extract_value(result, 0)))


def _slot_places(compiler: Compiler, function: str, site_number: int) -> dict[str, list[int]]:
    """Where the frame of a question keeps the slots of its locals, in bytes."""
    site = compiler.plan.sites[function][site_number - 1]
    declared = compiler.functions[function]
    variables = {var.name: var for var in (*declared.params, *declared.locals)}
    found: dict[str, list[int]] = {}
    place = 0
    for name in site.slots:
        var = variables[name]
        place += var.may_be_unset
        width = compiler.types.width(var.type)
        found[name] = [8 * (place + slot) for slot in range(width)]
        place += width
    return found


def _loaded(build: IRBuilder, address: ir.Value, offset: int) -> ir.Value:
    return build.load(build.inttoptr(build.add(address, number(offset)), POINTER), typ=I64)


def _given(
    compiler: Compiler, build: IRBuilder, base: ir.Value, passed: Passing, slots: list[ir.Value]
) -> list[ir.Value]:
    """Arguments as a function takes them: some in registers, the rest in memory."""
    for slot, rest in enumerate(passed.left_over(slots)):
        build.store(rest, build.gep(base, [number(compiler.argument_offset + 8 * slot)], source_etype=I8))
    pairs = zip(passed.given(slots), passed.given(passed.kinds), strict=True)
    return [_register(build, each, kind) for each, kind in pairs]


def _field(build: IRBuilder, base: ir.Value, field: State) -> ir.Value:
    return build.gep(base, [number(field)], source_etype=I8)


def _slot(build: IRBuilder, register: ir.Value) -> ir.Value:
    if register.type == I64:
        return register
    return build.bitcast(register, I64) if register.type == DOUBLE else build.zext(register, I64)


def _register(build: IRBuilder, slot: ir.Value, kind: ir.Type) -> ir.Value:
    if kind == I64:
        return slot
    return build.bitcast(slot, kind) if kind == DOUBLE else build.trunc(slot, kind)
