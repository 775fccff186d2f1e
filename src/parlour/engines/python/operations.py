"""The operations of core as Python code, one small function for each; those of boards, lists and tables stand apart.

Every function here gets the writer and the node, evaluates the operands in order and gives the value. What an
operation means is said in `core/ops.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.passes.ranges import LONGEST, arithmetic
from parlour.core.types import BOOL, INT, STRING, SYMBOL, BoardType, ListType, ObjectType, TableType
from parlour.engines.core.values import equals_plainly, is_free
from parlour.engines.python import containers
from parlour.engines.python.boards import board_bits, board_count, board_fill, board_get, board_of, board_set
from parlour.engines.python.code import Value, height

if TYPE_CHECKING:
    from parlour.engines.python.writer import Writer

OpWriter = Callable[["Writer", Op], Value]


def write_op(writer: Writer, op: Op) -> Value:
    return _WRITERS[op.name](writer, op)


# -------------------------------------------------------------------------------------------------- numbers


def _arithmetic(kind: type[ast.operator]) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        code = writer.binary(left.code, kind(), right.code)
        if op.type != INT:
            return Value(writer.call("real", code), height=height([left, right]))
        low = high = None
        if left.low is not None and left.high is not None and right.low is not None and right.high is not None:
            low, high = arithmetic(op.name, (left.low, left.high), (right.low, right.high))
        return writer.checked(code, low, high, left.stable and right.stable, height([left, right]))

    return write


def _neg(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    code = ast.UnaryOp(ast.USub(), value.code, lineno=writer.line, col_offset=0)
    if op.type != INT:
        return Value(writer.call("real", code), height=value.height + 1)
    low, high = (None, None) if value.low is None or value.high is None else (-value.high, -value.low)
    return writer.checked(code, low, high, value.stable, value.height + 1)


def _divide(kind: type[ast.operator]) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        safe = right.low is not None and right.high is not None and (right.low > 0 or right.high < 0)
        if not safe:
            if not left.stable:
                left = writer.keep(left)
            right = right if right.is_atom and right.stable else writer.keep(right)
            writer.fail_when(writer.negated(right.code), "fail_zero")
        code = writer.binary(left.code, kind(), right.code)
        stable = left.stable and right.stable
        if kind is ast.Mod:
            positive = right.low is not None and right.low > 0
            low, high = (0, right.high - 1) if positive and right.high is not None else (None, None)
            return Value(code, stable, low, high, height([left, right]))
        # Only the least int divided by -1 leaves 64 bits.
        if right.low is not None and right.low > 0:
            low = None if left.low is None else min(left.low, 0)
            high = None if left.high is None else max(left.high, 0)
            return Value(code, stable, low, high, height([left, right]))
        return writer.checked(code, None, None, stable, height([left, right]))

    return write


def _pure(function: str) -> OpWriter:
    """A helper that needs no run and cannot fail, or fails by itself."""

    def write(writer: Writer, op: Op) -> Value:
        values = writer.operands(op.args)
        return writer.keep(Value(writer.call(function, *(value.code for value in values))))

    return write


def _with_run(function: str) -> OpWriter:
    """A helper that takes from the budgets."""

    def write(writer: Writer, op: Op) -> Value:
        values = writer.operands(op.args)
        return writer.keep(Value(writer.call(function, writer.run, *(value.code for value in values))))

    return write


def _whole(down: bool) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        (value,) = writer.operands(op.args)
        return writer.keep(Value(writer.call("whole", value.code, writer.constant(down))))

    return write


def _bits(kind: type[ast.operator]) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        code = writer.binary(left.code, kind(), right.code)
        return Value(code, left.stable and right.stable, height=height([left, right]))

    return write


def _shift_right(writer: Writer, op: Op) -> Value:
    value, by = writer.operands(op.args)
    if not by.within(0, 63):
        return Value(writer.call("shift_right", value.code, by.code), height=height([value, by]))
    code = writer.binary(value.code, ast.RShift(), by.code)
    return Value(code, value.stable and by.stable, height=height([value, by]))


def _bit_not(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    code = ast.UnaryOp(ast.Invert(), value.code, lineno=writer.line, col_offset=0)
    return Value(code, value.stable, height=value.height + 1)


def _wrap32(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    if value.within(-(2**31), 2**31 - 1):
        return value
    low = writer.binary(value.code, ast.BitAnd(), writer.constant(0xFFFFFFFF))
    flipped = writer.binary(low, ast.BitXor(), writer.constant(0x80000000))
    code = writer.binary(flipped, ast.Sub(), writer.constant(0x80000000))
    return Value(code, value.stable, -(2**31), 2**31 - 1, value.height + 3)


# ----------------------------------------------------------------------------------------------- comparison


def _compare(kind: type[ast.cmpop]) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        if op.args[0].type == STRING and not is_free(op.args):
            order = writer.call("text_order", writer.run, left.code, right.code)
            return writer.keep(Value(writer.compare(order, kind(), writer.constant(0))))
        code = writer.compare(left.code, kind(), right.code)
        return Value(code, left.stable and right.stable, height=height([left, right]))

    return write


def _equal(is_ne: bool) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        type_ = op.args[0].type
        left, right = writer.operands(op.args)
        if type_ in (SYMBOL, BOOL) or isinstance(type_, ObjectType):
            kind: ast.cmpop = ast.IsNot() if is_ne else ast.Is()
        elif equals_plainly(type_) or (type_ == STRING and is_free(op.args)):
            kind = ast.NotEq() if is_ne else ast.Eq()
            if isinstance(type_, BoardType) and type_.cells >= 16:
                left, right = writer.keep(left), writer.keep(right)
                writer.take_steps(type_.cells >> 4)
        else:
            function = "text_equal" if type_ == STRING else "equal"
            code: ast.expr = writer.call(function, writer.run, left.code, right.code)
            return writer.keep(Value(writer.negated(code) if is_ne else code))
        code = writer.compare(left.code, kind, right.code)
        return Value(code, left.stable and right.stable, height=height([left, right]))

    return write


def _not(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value(writer.negated(value.code), value.stable, height=value.height + 1)


# --------------------------------------------------------------------------------------------------- strings


def _length(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    stable = value.stable and not isinstance(op.args[0].type, ListType | TableType)
    return Value(writer.call("len", value.code), stable, 0, LONGEST, value.height + 1)


def _symbol_text(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value(writer.attribute(value.code, "name"), value.stable, height=value.height + 1)


def _symbol_number(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    return Value(writer.item(writer.name("SYMBOLS"), value.code), value.stable, 0, LONGEST, value.height + 1)


def _seat_count(writer: Writer, op: Op) -> Value:
    return Value(writer.call("len", writer.attribute(writer.run, "seats")), False, 0, LONGEST)


_WRITERS: dict[str, OpWriter] = {
    "add": _arithmetic(ast.Add),
    "sub": _arithmetic(ast.Sub),
    "mul": _arithmetic(ast.Mult),
    "neg": _neg,
    "div": _divide(ast.FloorDiv),
    "mod": _divide(ast.Mod),
    "quot": _pure("quot"),
    "rem": _pure("rem"),
    "fdiv": _pure("fdiv"),
    "frem": _pure("frem"),
    "fpow": _pure("fpow"),
    "to_float": _pure("to_float"),
    "floor": _whole(True),
    "trunc": _whole(False),
    "bit_and": _bits(ast.BitAnd),
    "bit_or": _bits(ast.BitOr),
    "bit_xor": _bits(ast.BitXor),
    "bit_not": _bit_not,
    "shift_right": _shift_right,
    "wrap32": _wrap32,
    "eq": _equal(False),
    "ne": _equal(True),
    "same": _with_run("same"),
    "lt": _compare(ast.Lt),
    "le": _compare(ast.LtE),
    "gt": _compare(ast.Gt),
    "ge": _compare(ast.GtE),
    "not": _not,
    "concat": _with_run("concat"),
    "join": _with_run("join"),
    "string_length": _length,
    "char_at": _with_run("char_at"),
    "substring": _with_run("substring"),
    "find": _with_run("find"),
    "code_at": _pure("code_at"),
    "text_of_code": _with_run("text_of_code"),
    "text_of_int": _with_run("text_of_int"),
    "text_of_float": _with_run("text_of_float"),
    "text_of_symbol": _symbol_text,
    "parse_int": _with_run("parse_int"),
    "parse_float": _pure("parse_float"),
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
    "list_insert": containers.sized("list_insert", changes=True),
    "list_remove": containers.list_remove,
    "list_clear": containers.clear,
    "list_extend": containers.sized("list_extend", changes=True),
    "list_copy": containers.sized("list_copy"),
    "list_slice": containers.sized("list_slice"),
    "list_fill": containers.sized("list_fill", fill=True),
    "table_new": containers.table_new,
    "table_length": _length,
    "table_get": containers.table_get,
    "table_has": containers.table_has,
    "table_set": containers.table_set,
    "table_remove": containers.table_remove,
    "table_keys": containers.table_list("keys"),
    "table_values": containers.table_list("values"),
    "table_clear": containers.clear,
    "table_copy": containers.table_copy,
    "seat_count": _seat_count,
}
