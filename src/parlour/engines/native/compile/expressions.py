"""Expressions of core as instructions: evaluated from left to right, then the operation acts, as core says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.core import nodes, types
from parlour.core.passes.ranges import SMALL
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1
from parlour.engines.native.compile.anys import convert, is_of_type, narrow
from parlour.engines.native.compile.boards import make_board
from parlour.engines.native.compile.calls import call, speculate
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.compile.operations import write_op
from parlour.engines.native.compile.writer import Writer
from parlour.engines.native.layout import T_BLOCK, Error, State
from parlour.engines.native.runtime.lists import BLOCK_HEAD, LIST_SIZE


def evaluate(writer: Writer, expr: nodes.Expr) -> Value:
    match expr:
        case nodes.Const(value, type_):
            return writer.compiler.constant(value, type_)
        case nodes.Local(name=name):
            return writer.read_local(name)
        case nodes.Global(name=name):
            return _known(writer, expr, _global(writer, name, expr.type))
        case nodes.Op():
            return _known(writer, expr, write_op(writer, expr))
        case nodes.And(left, right):
            return _short(writer, left, right, is_and=True)
        case nodes.Or(left, right):
            return _short(writer, left, right, is_and=False)
        case nodes.Choose(condition, then, otherwise):
            return _choose(writer, condition, then, otherwise)
        case nodes.Call() | nodes.VirtualCall():
            return _known(writer, expr, call(writer, expr))
        case nodes.MakeTuple(items=items):
            return Value(tuple(part for value in writer.operands(items) for part in value.parts))
        case nodes.TupleItem(tuple=inner, index=index):
            return _item(writer, inner, index, expr.type)
        case nodes.MakeBoard(items, type_):
            assert isinstance(type_, types.BoardType)
            return make_board(writer, type_, writer.operands(items))
        case nodes.MakeList(items, type_):
            return _list(writer, items, type_)
        case nodes.New():
            return _new(writer, expr)
        case nodes.Field(inner, name):
            return _known(writer, expr, _field(writer, inner, name))
        case nodes.Convert(inner, type_):
            return convert(writer, writer.expression(inner), inner.type, type_)
        case nodes.Narrow(inner, type_):
            return narrow(writer, writer.expression(inner), inner.type, type_)
        case nodes.Is(inner, type_):
            return Value((is_of_type(writer, writer.expression(inner), inner.type, type_),))
        case nodes.Chance(of):
            drawn = writer.expression(of)
            result = writer.runtime("draw" if of.type == types.INT else "draw_weighted", drawn.only)
            high = None if of.type != types.INT or drawn.high is None else max(drawn.high - 1, 0)
            return Value((result,), 0, high)
        case nodes.Speculate():
            return _known(writer, expr, speculate(writer, expr))
        case nodes.Tracked(class_name=class_name):
            wanted, list_type = writer.types.number(types.ObjectType(class_name)), writer.types.number(expr.type)
            return Value((writer.runtime("tracked", wanted, list_type),))
        case nodes.NewSeat(name=seat_name):
            return Value((writer.runtime("new_seat", writer.expression(seat_name).only),))
        case _:
            assert_never(expr)


def _known(writer: Writer, expr: nodes.Expr, value: Value) -> Value:
    """What comes from elsewhere, with what is known of the places where such values are kept."""
    return Value(value.parts, *SMALL) if writer.compiler.small.holds(expr) else value


def _global(writer: Writer, name: str, type_: types.Type) -> Value:
    offset = writer.compiler.global_offset(name)
    if writer.compiler.may_be_unset(name):
        is_set = writer.load(offset)
        writer.fail_when(writer.build.icmp_unsigned("==", is_set, number(0)), Error.UNSET, writer.compiler.text(name))
    return writer.read_slots(writer.address(offset + 8), type_)


def _item(writer: Writer, inner: nodes.Expr, index: int, type_: types.Type) -> Value:
    value = writer.expression(inner)
    assert isinstance(inner.type, types.TupleType)
    first = sum(writer.types.width(item) for item in inner.type.items[:index])
    return Value(value.parts[first : first + writer.types.width(type_)])


def _short(writer: Writer, left: nodes.Expr, right: nodes.Expr, *, is_and: bool) -> Value:
    first = writer.condition(left)
    before = writer.build.block
    more, after = writer.block(), writer.block()
    if is_and:
        writer.build.cbranch(first, more, after)
    else:
        writer.build.cbranch(first, after, more)
    writer.enter(more)
    second = writer.condition(right)
    end = writer.build.block
    writer.build.branch(after)
    writer.enter(after)
    short = Value((ir.Constant(I1, int(not is_and)),))
    return writer.merged([(short, before), (Value((second,)), end)])


def _choose(writer: Writer, condition: nodes.Expr, then: nodes.Expr, otherwise: nodes.Expr) -> Value:
    test = writer.condition(condition)
    yes, no, after = writer.block(), writer.block(), writer.block()
    writer.build.cbranch(test, yes, no)
    found = []
    for block, side in ((yes, then), (no, otherwise)):
        writer.enter(block)
        value = writer.expression(side)
        found.append((value, writer.build.block))
        writer.build.branch(after)
    writer.enter(after)
    return writer.merged(found)


def _list(writer: Writer, items: Sequence[nodes.Expr], type_: types.Type) -> Value:
    assert isinstance(type_, types.ListType)
    values = writer.operands(items)
    writer.take_memory(16 + 8 * types.slots(type_.item) * len(values))
    # The block of the elements comes right after the list, so that both are one allocation.
    count, width = len(values), writer.types.width(type_.item)
    made = writer.allocate(writer.types.number(type_), LIST_SIZE + (BLOCK_HEAD + 8 * width * count if count else 0))
    block = writer.plus(made, LIST_SIZE)
    for place, word in enumerate((number(count), number(count), block if count else number(0)), 1):
        writer.store(writer.plus(made, 8 * place), word)
    if count:
        writer.store(block, number(T_BLOCK))
        writer.store(writer.plus(block, 8), number(width * count))
    for place, value in enumerate(values):
        writer.write_slots(writer.address(writer.plus(block, BLOCK_HEAD + 8 * width * place)), value)
    return Value((made,))


def _new(writer: Writer, expr: nodes.New) -> Value:
    given = iter(writer.operands([arg for arg in expr.args if arg is not None]))
    fields = writer.types.fields(expr.class_name)
    writer.take_memory(16 + 8 * sum(types.slots(var.type) for var in fields))
    size = 16 + 8 * writer.types.object_width(expr.class_name)
    made = writer.allocate(writer.types.number(types.ObjectType(expr.class_name)), size)
    serial = writer.load(State.SERIAL)
    writer.store(writer.plus(made, 8), serial)
    writer.store(State.SERIAL, writer.build.add(serial, number(1)))
    place = 16
    for variable, arg in zip(fields, expr.args, strict=True):
        if variable.may_be_unset:
            writer.store(writer.plus(made, place), number(int(arg is not None)))
            place += 8
        value = writer.nothing(variable.type) if arg is None else next(given)
        writer.write_slots(writer.address(writer.plus(made, place)), value)
        place += 8 * len(value.parts)
    return Value((made,))


def _field(writer: Writer, inner: nodes.Expr, name: str) -> Value:
    value = writer.expression(inner).only
    assert isinstance(inner.type, types.ObjectType)
    place, variable = writer.types.field_place(inner.type.name, name)
    offset = writer.plus(value, 16 + 8 * place)
    if variable.may_be_unset:
        is_set = writer.load(offset)
        writer.fail_when(writer.build.icmp_unsigned("==", is_set, number(0)), Error.UNSET, writer.compiler.text(name))
        offset = writer.plus(offset, 8)
    return writer.read_slots(writer.address(offset), variable.type)
