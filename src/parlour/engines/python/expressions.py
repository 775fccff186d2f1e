"""Expressions of core as Python's `ast`.

`evaluate` gives a Python expression for the value and writes, before it, the statements it needs: every check is a
statement of its own, so compiled code has no closures and no calls on its hot paths.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, assert_never

from parlour.core import nodes, types
from parlour.engines.core.values import is_boxed
from parlour.engines.python.code import Value
from parlour.engines.python.operations import write_op
from parlour.engines.python.writer import Writer


def evaluate(writer: Writer, expr: nodes.Expr) -> Value:
    match expr:
        case nodes.Const(constant, type_):
            return _constant(writer, constant, type_)
        case nodes.Local(name=name):
            return _local(writer, name)
        case nodes.Global(name=name):
            return _global(writer, name)
        case nodes.Op():
            return write_op(writer, expr)
        case nodes.And(left, right):
            return _short(writer, left, right, ast.And())
        case nodes.Or(left, right):
            return _short(writer, left, right, ast.Or())
        case nodes.Choose(condition, then, otherwise):
            return _choose(writer, condition, then, otherwise)
        case nodes.Call() | nodes.VirtualCall():
            return call(writer, expr)
        case nodes.MakeTuple(items=items):
            values = writer.operands(items)
            code = ast.Tuple([value.code for value in values], ast.Load(), lineno=writer.line, col_offset=0)
            return Value(code, all(v.stable for v in values), height=1 + max((v.height for v in values), default=0))
        case nodes.TupleItem(tuple=inner, index=index):
            value = writer.expression(inner)
            return Value(writer.item(value.code, writer.constant(index)), value.stable, height=value.height + 1)
        case nodes.MakeBoard(items, type_):
            values = [value if value.stable else writer.keep(value) for value in writer.operands(items)]
            writer.charge_board(type_)
            code = ast.Tuple([value.code for value in values], ast.Load(), lineno=writer.line, col_offset=0)
            return writer.keep(Value(code))
        case nodes.MakeList(items, type_):
            assert isinstance(type_, types.ListType)
            values = [writer.keep(value) for value in writer.operands(items)]
            writer.take_memory(16 + 8 * types.slots(type_.item) * len(values))
            code_list = ast.List([value.code for value in values], ast.Load(), lineno=writer.line, col_offset=0)
            return writer.keep(Value(code_list))
        case nodes.New():
            return _new(writer, expr)
        case nodes.Field(inner, name):
            return _field(writer, inner, name)
        case nodes.Convert(inner, type_):
            return _convert(writer, inner, type_)
        case nodes.Narrow(inner, type_):
            return _narrow(writer, inner, type_)
        case nodes.Is(inner, type_):
            value = writer.atoms((inner,))[0]
            return Value(_is_of_type(writer, value.code, inner.type, type_))
        case nodes.Chance(of):
            value = writer.expression(of)
            method = "draw" if of.type == types.INT else "draw_weighted"
            return writer.keep(Value(writer.call(writer.attribute(writer.run, method), value.code)))
        case nodes.Speculate():
            return _speculate(writer, expr)
        case nodes.Tracked(class_name=class_name):
            kind = writer.name(writer.compiler.class_name(class_name))
            return writer.keep(Value(writer.call("tracked", writer.run, kind, writer.name("PRESENTATION"))))
        case nodes.NewSeat(name=seat_name):
            value = writer.expression(seat_name)
            return writer.keep(Value(writer.call(writer.attribute(writer.run, "new_seat"), value.code)))
        case _:
            assert_never(expr)


def _constant(writer: Writer, value: Any, type_: types.Type) -> Value:
    if type_ == types.INT:
        return Value(writer.constant(value), True, value, value)
    if value is None or isinstance(value, bool):
        return Value(writer.constant(value), True)
    return Value(writer.name(writer.compiler.constant(value, type_)), True)


def _local(writer: Writer, name: str) -> Value:
    if writer.formula is not None:
        return writer.formula[name]
    code = writer.name(writer.names[name])
    if writer.variables[name].may_be_unset:
        test = writer.compare(code, ast.Is(), writer.name("UNSET"))
        writer.fail_when(test, "fail_unset", writer.name(writer.compiler.text(name)))
    low, high = writer.ranges.get(name, (None, None))
    # A local changes only by statements, and an expression holds none: reading it later is the same.
    return Value(code, True, low, high)


def _global_item(writer: Writer, name: str) -> ast.expr:
    return writer.item(writer.attribute(writer.run, "globals"), writer.constant(writer.compiler.globals[name]))


def global_target(writer: Writer, name: str) -> ast.Subscript:
    """A global as what is assigned to."""
    number = writer.constant(writer.compiler.globals[name])
    return ast.Subscript(writer.attribute(writer.run, "globals"), number, ast.Store(), lineno=writer.line, col_offset=0)


def _global(writer: Writer, name: str) -> Value:
    value = writer.keep(Value(_global_item(writer, name)))
    test = writer.compare(value.code, ast.Is(), writer.name("UNSET"))
    writer.fail_when(test, "fail_unset", writer.name(writer.compiler.text(name)))
    return value


def _short(writer: Writer, left: nodes.Expr, right: nodes.Expr, op: ast.boolop) -> Value:
    first = writer.expression(left)
    with writer.block() as inner:
        second = writer.expression(right)
    if not inner:
        code = ast.BoolOp(op, [first.code, second.code], lineno=writer.line, col_offset=0)
        return Value(code, first.stable and second.stable, height=1 + max(first.height, second.height))
    name = writer.temporary()
    writer.assign(name, first.code)
    with writer.block() as body:
        writer.out.extend(inner)
        writer.assign(name, second.code)
    test: ast.expr = writer.name(name)
    writer.put(ast.If(test if isinstance(op, ast.And) else writer.negated(test), body, []))
    return Value(writer.name(name), True)


def _choose(writer: Writer, condition: nodes.Expr, then: nodes.Expr, otherwise: nodes.Expr) -> Value:
    test = writer.expression(condition)
    with writer.block() as first:
        yes = writer.expression(then)
    with writer.block() as second:
        no = writer.expression(otherwise)
    if not first and not second:
        code = ast.IfExp(test.code, yes.code, no.code, lineno=writer.line, col_offset=0)
        return Value(
            code,
            test.stable and yes.stable and no.stable,
            min(yes.low, no.low) if yes.low is not None and no.low is not None else None,
            max(yes.high, no.high) if yes.high is not None and no.high is not None else None,
            1 + max(test.height, yes.height, no.height),
        )
    name = writer.temporary()
    sides = []
    for body, value in ((first, yes), (second, no)):
        with writer.block() as side:
            writer.out.extend(body)
            writer.assign(name, value.code)
        sides.append(side)
    writer.put(ast.If(test.code, sides[0], sides[1]))
    return Value(writer.name(name), True)


# ---- calls


def _arguments(writer: Writer, args: Sequence[nodes.Expr], callee: nodes.Function | None) -> list[Value]:
    """Arguments of a call, with the charge of a routine taken where the author's own code calls it."""
    if callee is None or callee.charge is None or writer.function.is_routine:
        return writer.operands(args)
    values = writer.atoms(args)
    _charge(writer, callee, values)
    return values


def _charge(writer: Writer, routine: nodes.Function, args: Sequence[Value]) -> None:
    """Takes a routine's steps: its formula, with the arguments in the place of its parameters."""
    assert routine.charge is not None
    if isinstance(routine.charge, nodes.Const):
        if routine.charge.value:
            assert isinstance(routine.charge.value, int)
            writer.take_steps(routine.charge.value)
        return
    # All of it belongs to the caller's line.
    writer.formula = dict(zip((param.name for param in routine.params), args, strict=True))
    steps = writer.expression(routine.charge).code
    writer.formula = None
    writer.take_steps(steps)


def call(writer: Writer, expr: nodes.Call | nodes.VirtualCall) -> Value:
    targets = writer.compiler.targets(expr)
    callee = writer.compiler.functions[targets[0]] if len(targets) == 1 else None
    values = _arguments(writer, expr.args, callee)
    return _calling(writer, expr, values)


def _calling(writer: Writer, expr: nodes.Call | nodes.VirtualCall | nodes.Speculate, values: list[Value]) -> Value:
    """The call itself, counted for depth where it could pile up."""
    targets = writer.compiler.targets(expr)
    codes = [value.code for value in values]
    if len(targets) == 1:
        code = writer.call(f"f{writer.compiler.numbers[targets[0]]}", writer.run, *codes)
    else:
        assert isinstance(expr, nodes.VirtualCall)
        receiver = writer.keep(values[0])
        codes = [receiver.code, *(writer.keep(value).code for value in values[1:])]
        table = writer.name(writer.compiler.methods(expr))
        code = writer.call(writer.item(table, writer.attribute(receiver.code, "number")), writer.run, *codes)
    if any((writer.function.name, name) in writer.compiler.counted for name in targets):
        writer.change_depth(ast.Sub())
        test = writer.compare(writer.attribute(writer.run, "depth"), ast.Lt(), writer.constant(0))
        writer.fail_when(test, "fail_depth")
        value = writer.keep(Value(code))
        writer.change_depth(ast.Add())
        return value
    return writer.keep(Value(code))


def _speculate(writer: Writer, expr: nodes.Speculate) -> Value:
    callee = writer.compiler.functions[expr.function]
    values = [writer.keep(value) for value in _arguments(writer, expr.args, callee)]
    effects = writer.compiler.effects[expr.function]
    is_free = effects.leaves_no_trace
    shown = {name: writer.temporary() for name in sorted(effects.displays) if not writer.compiler.vanishes(name)}
    for name, before in shown.items():
        writer.assign(before, _global_item(writer, name))
    kept = writer.temporary()
    # Of one that leaves no trace, only what it allocated has to be given back.
    begun = writer.attribute(writer.run, "room") if is_free else writer.call(writer.attribute(writer.run, "speculate"))
    writer.assign(kept, begun)
    if is_free and not shown:
        value = _calling(writer, expr, values)
    else:
        with writer.block() as body:
            value = _calling(writer, expr, values)
        with writer.block() as undo:
            if not is_free:
                writer.do(writer.call(writer.attribute(writer.run, "unspeculate"), writer.name(kept)))
            for name, before in shown.items():
                writer.put(ast.Assign([global_target(writer, name)], writer.name(before)))
        writer.put(ast.Try(body, [], [], undo))
    if is_free:
        target = ast.Attribute(writer.run, "room", ast.Store(), lineno=writer.line, col_offset=0)
        writer.put(ast.Assign([target], writer.name(kept)))
    return value


# ---- objects and `any`


def _new(writer: Writer, expr: nodes.New) -> Value:
    given = [arg for arg in expr.args if arg is not None]
    values = iter([writer.keep(value) for value in writer.operands(given)])
    writer.take_memory(16 + 8 * sum(types.slots(var.type) for var in writer.compiler.hierarchy.fields(expr.class_name)))
    name = writer.temporary()
    writer.assign(name, writer.call(writer.compiler.class_name(expr.class_name)))
    serial = writer.attribute(writer.run, "serial")
    writer.set_attribute(writer.name(name), "serial", serial)
    target = ast.Attribute(writer.run, "serial", ast.Store(), lineno=writer.line, col_offset=0)
    writer.put(ast.AugAssign(target, ast.Add(), writer.constant(1)))
    for number, arg in enumerate(expr.args):
        code = writer.name("UNSET") if arg is None else next(values).code
        writer.set_attribute(writer.name(name), f"s{number}", code)
    return Value(writer.name(name), True)


def _field(writer: Writer, inner: nodes.Expr, name: str) -> Value:
    value = writer.expression(inner)
    assert isinstance(inner.type, types.ObjectType)
    number, variable = writer.compiler.field(inner.type.name, name)
    read = writer.attribute(value.code, f"s{number}")
    if not variable.may_be_unset:
        return Value(read, height=value.height + 1)
    kept = writer.keep(Value(read))
    test = writer.compare(kept.code, ast.Is(), writer.name("UNSET"))
    writer.fail_when(test, "fail_unset", writer.name(writer.compiler.text(name)))
    return kept


def _convert(writer: Writer, inner: nodes.Expr, type_: types.Type) -> Value:
    value = writer.expression(inner)
    source = inner.type
    if type_ != types.ANY:
        return value
    if isinstance(source, types.OptionalType) and is_boxed(source.item):
        atom = writer.keep(value)
        box = writer.call("Box", writer.constant(writer.compiler.type_number(source.item)), atom.code)
        test = writer.compare(atom.code, ast.Is(), writer.constant(None))
        return Value(ast.IfExp(test, writer.constant(None), box, lineno=writer.line, col_offset=0))
    if is_boxed(source):
        value = writer.keep(value)
        if writer.compiler.boxing_cost(source):
            writer.take_memory(writer.compiler.boxing_cost(source))
        return writer.keep(Value(writer.call("Box", writer.constant(writer.compiler.type_number(source)), value.code)))
    return value


def _narrow(writer: Writer, inner: nodes.Expr, type_: types.Type) -> Value:
    value = writer.atoms((inner,))[0]
    wanted = type_.item if isinstance(type_, types.OptionalType) else type_
    if not isinstance(type_, types.OptionalType) and type_ != types.Scalar("none"):
        if isinstance(inner.type, types.OptionalType) or inner.type == types.ANY:
            writer.fail_when(writer.compare(value.code, ast.Is(), writer.constant(None)), "fail_none")
        if isinstance(inner.type, types.OptionalType) and inner.type.item == type_:
            return value
    test = writer.negated(_is_of_type(writer, value.code, inner.type, type_))
    writer.fail_when(test, "fail_type", writer.name(writer.compiler.text(str(wanted))), value.code)
    if inner.type == types.ANY and is_boxed(wanted):
        inside = writer.attribute(value.code, "value")
        if isinstance(type_, types.OptionalType):
            none = writer.compare(value.code, ast.Is(), writer.constant(None))
            return Value(ast.IfExp(none, writer.constant(None), inside, lineno=writer.line, col_offset=0))
        return Value(inside)
    return value


def _is_of_type(writer: Writer, code: ast.expr, source: types.Type, wanted: types.Type) -> ast.expr:
    """Whether a value (a name or constant) of type `source` is one of `wanted`."""
    if isinstance(wanted, types.OptionalType):
        none = writer.compare(code, ast.Is(), writer.constant(None))
        other = _is_of_type(writer, code, source, wanted.item)
        return ast.BoolOp(ast.Or(), [none, other], lineno=writer.line, col_offset=0)
    match wanted:
        case types.Scalar("none"):
            return writer.compare(code, ast.Is(), writer.constant(None))
        case types.Scalar("any"):
            return writer.constant(True)
        case types.ObjectType(name):
            return writer.call("isinstance", code, writer.name(writer.compiler.class_name(name)))
        case types.Scalar(name):
            if source != types.ANY:
                return writer.compare(code, ast.IsNot(), writer.constant(None))
            return writer.compare(writer.call("type", code), ast.Is(), writer.name(f"TYPE_{name}"))
    if source != types.ANY:
        return writer.compare(code, ast.IsNot(), writer.constant(None))
    box = writer.compare(writer.call("type", code), ast.Is(), writer.name("Box"))
    number = writer.compare(
        writer.attribute(code, "type"), ast.Eq(), writer.constant(writer.compiler.type_number(wanted))
    )
    return ast.BoolOp(ast.And(), [box, number], lineno=writer.line, col_offset=0)
