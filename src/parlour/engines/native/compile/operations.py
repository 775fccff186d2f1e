"""The operations of core as instructions, one small function for each; what they mean is said in `core/ops.py`.

Those of boards, lists and tables stand apart, and so do comparisons.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.passes.ranges import LAST_CODE, LONGEST, arithmetic
from parlour.core.types import FLOAT
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import DOUBLE, I1, I32, I64
from parlour.engines.native.compile import containers
from parlour.engines.native.compile.boards import board_bits, board_count, board_fill, board_get, board_of, board_set
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.compile.comparisons import equal, ordered, same
from parlour.engines.native.layout import Error, Host, State
from parlour.engines.native.runtime.strings import HEAD

if TYPE_CHECKING:
    from parlour.engines.native.compile.writer import Writer

OpWriter = Callable[["Writer", Op], Value]

_NAN = 0x7FF8000000000000


def write_op(writer: Writer, op: Op) -> Value:
    return _WRITERS[op.name](writer, op)


# -------------------------------------------------------------------------------------------------- numbers


def _real(writer: Writer, value: ir.Value) -> Value:
    """A float in the one form core knows: no -0.0, one NaN."""
    build = writer.build
    plain = build.fadd(value, ir.Constant(DOUBLE, 0.0))
    is_nan = build.fcmp_unordered("uno", value, value)
    return Value((build.select(is_nan, build.bitcast(number(_NAN), DOUBLE), plain),))


def _arithmetic(name: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        if op.type == FLOAT:
            plain = {"add": writer.build.fadd, "sub": writer.build.fsub, "mul": writer.build.fmul}[name]
            return _real(writer, plain(left.only, right.only))
        low = high = None
        if left.low is not None and left.high is not None and right.low is not None and right.high is not None:
            low, high = arithmetic(name, (left.low, left.high), (right.low, right.high))
        return writer.checked(name, left.only, right.only, low, high)

    return write


def _neg(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    if op.type == FLOAT:
        return _real(writer, writer.build.fneg(value.only))
    low, high = (None, None) if value.low is None or value.high is None else (-value.high, -value.low)
    return writer.checked("sub", number(0), value.only, low, high)


def _divide(*, rest: bool, down: bool) -> OpWriter:
    """Quotient or remainder, rounded down or toward zero."""

    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        build = writer.build
        positive = right.low is not None and right.low > 0
        if not positive and not (right.high is not None and right.high < 0):
            writer.fail_when(build.icmp_signed("==", right.only, number(0)), Error.ZERO)
        divisor = right.only
        if not positive:
            # The least int divided by -1 leaves 64 bits, and the machine would trap.
            minus_one = build.icmp_signed("==", divisor, number(-1))
            if not rest:
                least = build.icmp_signed("==", left.only, number(-(2**63)))
                writer.fail_when(build.and_(minus_one, least), Error.OVERFLOW)
            else:
                divisor = build.select(minus_one, number(1), divisor)
        quotient, remainder = build.sdiv(left.only, divisor), build.srem(left.only, divisor)
        natural = left.low is not None and left.low >= 0 and positive
        if down and not natural:
            off = build.icmp_signed("!=", remainder, number(0))
            wrong = build.icmp_signed("<", build.xor(remainder, divisor), number(0))
            adjust = build.and_(off, wrong)
            quotient = build.sub(quotient, build.zext(adjust, I64))
            remainder = build.add(remainder, build.select(adjust, divisor, number(0)))
        if rest:
            low, high = (0, right.high - 1) if positive and right.high is not None and down else (None, None)
            return Value((remainder,), low, high)
        if positive:
            low = None if left.low is None else min(left.low, 0)
            high = None if left.high is None else max(left.high, 0)
            return Value((quotient,), low, high)
        return Value((quotient,))

    return write


def _fdiv(writer: Writer, op: Op) -> Value:
    left, right = writer.operands(op.args)
    return _real(writer, writer.build.fdiv(left.only, right.only))


def _frem(writer: Writer, op: Op) -> Value:
    left, right = writer.operands(op.args)
    return _real(writer, writer.build.frem(left.only, right.only))


def _fpow(writer: Writer, op: Op) -> Value:
    values = writer.operands(op.args)
    result = writer.runtime("fpow", *(writer.to_slot(value.only) for value in values))
    return Value((writer.from_slot(result, DOUBLE),))


def _to_float(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value((writer.build.sitofp(value.only, DOUBLE),))


def _floor(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value((writer.runtime("whole", writer.to_slot(value.only), 1),))


def _trunc(writer: Writer, op: Op) -> Value:
    """One instruction; only what does not fit is left to the runtime, which fails then."""
    (value,) = writer.operands(op.args)
    build = writer.build
    below = build.fcmp_ordered("<", value.only, ir.Constant(DOUBLE, 2.0**63))
    fits = build.and_(below, build.fcmp_ordered(">=", value.only, ir.Constant(DOUBLE, -(2.0**63))))
    unfit, after = writer.block(), writer.block()
    build.cbranch(fits, after, unfit).set_weights((1000, 1))
    writer.enter(unfit)
    writer.runtime("whole", writer.to_slot(value.only), 0)
    build.branch(after)
    writer.enter(after)
    return Value((build.fptosi(value.only, I64),))


def _bits(name: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        plain = {"and": writer.build.and_, "or": writer.build.or_, "xor": writer.build.xor}[name]
        return Value((plain(left.only, right.only),))

    return write


def _bit_not(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value((writer.build.not_(value.only),))


def _shift_right(writer: Writer, op: Op) -> Value:
    value, by = writer.operands(op.args)
    build, places = writer.build, by.only
    if not by.within(0, 63):
        places = build.select(build.icmp_signed("<", places, number(0)), number(0), places)
        places = build.select(build.icmp_signed(">", places, number(63)), number(63), places)
    if value.low is not None and value.low >= 0:
        return Value((build.lshr(value.only, places),), 0, value.high)
    return Value((build.ashr(value.only, places),))


def _wrap32(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    if value.within(-(2**31), 2**31 - 1):
        return value
    return Value((writer.build.sext(writer.build.trunc(value.only, I32), I64),), -(2**31), 2**31 - 1)


def _not(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value((writer.build.not_(value.only),))


# --------------------------------------------------------------------------------------------------- strings


def _string(name: str) -> OpWriter:
    """A function of the runtime over strings and ints."""

    def write(writer: Writer, op: Op) -> Value:
        values = writer.operands(op.args)
        return Value((writer.runtime(name, *(writer.to_slot(value.only) for value in values)),))

    return write


def _parse(name: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        (text,) = writer.operands(op.args)
        found = writer.build.trunc(writer.runtime(name, text.only), I1)
        slot = writer.load(Host.SPARE)
        value = writer.from_slot(slot, DOUBLE if name == "parse_float" else I64)
        nothing = ir.Constant(value.type, 0 if value.type == I64 else 0.0)
        return Value((found, writer.build.select(found, value, nothing)))

    return write


def _length(writer: Writer, op: Op) -> Value:
    """Of a string or list: the word after the header."""
    (value,) = writer.operands(op.args)
    return Value((writer.load(writer.plus(value.only, 8)),), 0, LONGEST)


def _code_at(writer: Writer, op: Op) -> Value:
    text, index = writer.operands(op.args)
    build = writer.build
    length = writer.load(writer.plus(text.only, 8))
    writer.fail_when(build.icmp_unsigned(">=", index.only, length), Error.INDEX, index.only, length)
    place = build.add(text.only, build.mul(index.only, number(4)))
    return Value((build.zext(writer.load(writer.plus(place, HEAD), I32), I64),), 0, LAST_CODE)


def _symbol_text(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    table = writer.compiler.symbol_texts()
    place = writer.build.gep(table, [number(0), value.only], source_etype=table.value_type)
    return Value((writer.build.load(place, typ=I64),))


def _symbol_number(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value(value.parts, 0, max(writer.types.symbols - 1, 0))


def _seat_count(writer: Writer, op: Op) -> Value:
    return Value((writer.load(writer.plus(writer.load(State.SEATS), 8)),), 0, LONGEST)


_WRITERS: dict[str, OpWriter] = {
    "add": _arithmetic("add"),
    "sub": _arithmetic("sub"),
    "mul": _arithmetic("mul"),
    "neg": _neg,
    "div": _divide(rest=False, down=True),
    "mod": _divide(rest=True, down=True),
    "quot": _divide(rest=False, down=False),
    "rem": _divide(rest=True, down=False),
    "fdiv": _fdiv,
    "frem": _frem,
    "fpow": _fpow,
    "to_float": _to_float,
    "floor": _floor,
    "trunc": _trunc,
    "bit_and": _bits("and"),
    "bit_or": _bits("or"),
    "bit_xor": _bits("xor"),
    "bit_not": _bit_not,
    "shift_right": _shift_right,
    "wrap32": _wrap32,
    "eq": equal(is_ne=False),
    "ne": equal(is_ne=True),
    "same": same,
    "lt": ordered("<"),
    "le": ordered("<="),
    "gt": ordered(">"),
    "ge": ordered(">="),
    "not": _not,
    **{
        name: _string(name)
        for name in (
            "concat",
            "join",
            "char_at",
            "substring",
            "find",
            "text_of_code",
            "text_of_int",
            "text_of_float",
        )
    },
    "string_length": _length,
    "code_at": _code_at,
    "text_of_symbol": _symbol_text,
    "parse_int": _parse("parse_int"),
    "parse_float": _parse("parse_float"),
    "symbol_number": _symbol_number,
    "board_get": board_get,
    "board_set": board_set,
    "board_fill": board_fill,
    "board_of": board_of,
    "board_count": board_count,
    "board_bits": board_bits,
    "list_length": _length,
    "list_get": containers.list_get,
    "list_set": containers.list_set,
    "list_push": containers.list_push,
    "list_pop": containers.list_pop,
    "list_insert": containers.list_insert,
    "list_remove": containers.list_remove,
    "list_clear": containers.list_clear,
    "list_extend": containers.list_extend,
    "list_copy": containers.list_part("list_copy"),
    "list_slice": containers.list_part("list_slice"),
    "list_fill": containers.list_fill,
    "table_new": containers.table_new,
    "table_length": containers.table_length,
    "table_get": containers.table_get,
    "table_has": containers.table_has,
    "table_set": containers.table_set,
    "table_remove": containers.table_remove,
    "table_keys": containers.table_list("table_keys"),
    "table_values": containers.table_list("table_values"),
    "table_clear": containers.table_clear,
    "table_copy": containers.table_copy,
    "seat_count": _seat_count,
}
