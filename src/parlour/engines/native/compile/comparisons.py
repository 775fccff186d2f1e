"""Comparisons as instructions: what fits into registers is compared there, what lies on the heap by the runtime."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core import types
from parlour.core.nodes import Op
from parlour.engines.core.values import equals_plainly, is_free
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1
from parlour.engines.native.compile.anys import inside, is_none
from parlour.engines.native.compile.boards import boards_equal
from parlour.engines.native.compile.code import Value, number

if TYPE_CHECKING:
    from parlour.engines.native.compile.writer import Writer

OpWriter = Callable[["Writer", Op], Value]


def equal(*, is_ne: bool) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        type_ = op.args[0].type
        if isinstance(type_, types.BoardType) and equals_plainly(type_) and type_.cells >= 16:
            writer.take_steps(type_.cells >> 4)
        if type_ == types.STRING:
            result = _texts(writer, left, right, is_free=is_free(op.args))
        elif type_ == types.FLOAT or equals_plainly(type_):
            result = _plainly(writer, type_, left, right)
        elif type_ == types.ANY:
            result = _anys(writer, left, right)
        else:
            result = writer.build.icmp_unsigned("!=", _deeply(writer, type_, left, right), number(0))
        return Value((writer.build.not_(result) if is_ne else result,))

    return write


def _deeply(writer: Writer, type_: types.Type, left: Value, right: Value) -> ir.Value:
    return writer.runtime("equal", writer.types.number(type_), writer.spilled(left), writer.spilled(right))


def _texts(writer: Writer, left: Value, right: Value, *, is_free: bool) -> ir.Value:
    """Short strings are compared at once. Long ones take steps, so that can fail and is left to the runtime."""
    if is_free:
        return writer.build.icmp_unsigned("!=", writer.runtime("same_text", left.only, right.only), number(0))
    found = writer.runtime("text_compare", left.only, right.only)
    return _else_by(writer, found, lambda: writer.runtime("string_equal", left.only, right.only))


def _anys(writer: Writer, left: Value, right: Value) -> ir.Value:
    """What lies in the word itself, and a short string, is compared at once, free of charge; what lies in a box, and a
    long string, by the runtime."""
    found = writer.runtime("any_compare", left.only, right.only)
    return _else_by(writer, found, lambda: _deeply(writer, types.ANY, left, right))


def _else_by(writer: Writer, found: ir.Value, slowly: Callable[[], ir.Value]) -> ir.Value:
    """What a quick look has found, 0 or 1, and where that is 2 what a slow one finds."""
    build = writer.build
    is_equal = build.icmp_unsigned("==", found, number(1))
    before = build.block
    slow, after = writer.block(), writer.block()
    build.cbranch(build.icmp_unsigned("==", found, number(2)), slow, after).set_weights((1, 64))
    writer.enter(slow)
    deep = build.icmp_unsigned("!=", slowly(), number(0))
    end = build.block
    build.branch(after)
    writer.enter(after)
    return writer.merged([(Value((is_equal,)), before), (Value((deep,)), end)]).only


def _plainly(writer: Writer, type_: types.Type, left: Value, right: Value) -> ir.Value:
    """Equality of values that hold no references but objects; nothing is charged for it."""
    build = writer.build
    match type_:
        case types.TupleType(items):
            result: ir.Value = ir.Constant(I1, 1)
            place = 0
            for item in items:
                end = place + writer.types.width(item)
                one, other = Value(left.parts[place:end]), Value(right.parts[place:end])
                result = build.and_(result, _plainly(writer, item, one, other))
                place = end
            return result
        case types.BoardType():
            return boards_equal(writer, type_, left.only, right.only)
        case types.OptionalType(item=item):
            return _optionals(writer, type_, left, right)
        case types.ObjectType():
            return build.icmp_unsigned("==", left.only, right.only)
    # Floats have one NaN and no -0.0: equal bits are equal values.
    return build.icmp_unsigned("==", writer.to_slot(left.only), writer.to_slot(right.only))


def _optionals(writer: Writer, type_: types.OptionalType, left: Value, right: Value) -> ir.Value:
    """Both none, or both something and that equal. What none would hold is never looked at."""
    build = writer.build
    no_left, no_right = is_none(writer, left), is_none(writer, right)
    some, after = writer.block(), writer.block()
    before = build.block
    both_none = build.and_(no_left, no_right)
    build.cbranch(build.or_(no_left, no_right), after, some)
    writer.enter(some)
    held = _plainly(writer, type_.item, inside(writer, left, type_), inside(writer, right, type_))
    end = build.block
    build.branch(after)
    writer.enter(after)
    return writer.merged([(Value((both_none,)), before), (Value((held,)), end)]).only


def same(writer: Writer, op: Op) -> Value:
    left, right = writer.operands(op.args)
    type_ = op.args[0].type
    if type_ == types.ANY:
        found = writer.runtime("same", left.only, right.only)
        return Value((writer.build.icmp_unsigned("!=", found, number(0)),))
    inner = type_.item if isinstance(type_, types.OptionalType) else type_
    assert types.is_reference(inner) and isinstance(inner, types.ListType | types.TableType | types.ObjectType)
    return Value((writer.build.icmp_unsigned("==", left.only, right.only),))


def ordered(sign: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        type_ = op.args[0].type
        if type_ == types.FLOAT:
            return Value((writer.build.fcmp_ordered(sign, left.only, right.only),))
        if type_ == types.INT:
            return Value((writer.build.icmp_signed(sign, left.only, right.only),))
        order = writer.runtime("string_compare", left.only, right.only)
        return Value((writer.build.icmp_signed(sign, order, number(0)),))

    return write
