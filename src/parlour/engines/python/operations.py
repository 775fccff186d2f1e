"""The operations of core as Python code, one small function for each.

Every function here gets the writer and the node, evaluates the operands in order and gives the value. What an
operation means is said in `core/ops.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.ranges import LONGEST
from parlour.core.types import BOOL, INT, SYMBOL, BoardType, ListType, ObjectType, TableType, Type, slots
from parlour.engines.python.code import Value
from parlour.engines.python.values import equals_plainly, needs_kind

if TYPE_CHECKING:
    from parlour.engines.python.expressions import Writer

OpWriter = Callable[["Writer", Op], Value]


def write_op(writer: Writer, op: Op) -> Value:
    return _WRITERS[op.name](writer, op)


def _height(values: list[Value]) -> int:
    return 1 + max((value.height for value in values), default=0)


# -------------------------------------------------------------------------------------------------- numbers


def _arithmetic(kind: type[ast.operator], bounds: Callable[[int, int, int, int], tuple[int, int]]) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        left, right = writer.operands(op.args)
        code = writer.binary(left.code, kind(), right.code)
        if op.type != INT:
            return Value(writer.call("real", code), height=_height([left, right]))
        low = high = None
        if left.low is not None and left.high is not None and right.low is not None and right.high is not None:
            low, high = bounds(left.low, left.high, right.low, right.high)
        return writer.checked(code, low, high, left.stable and right.stable, _height([left, right]))

    return write


def _product_bounds(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    corners = (a * c, a * d, b * c, b * d)
    return min(corners), max(corners)


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
            return Value(code, stable, low, high, _height([left, right]))
        # Only the least int divided by -1 leaves 64 bits.
        if right.low is not None and right.low > 0:
            low = None if left.low is None else min(left.low, 0)
            high = None if left.high is None else max(left.high, 0)
            return Value(code, stable, low, high, _height([left, right]))
        return writer.checked(code, None, None, stable, _height([left, right]))

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
        return Value(code, left.stable and right.stable, height=_height([left, right]))

    return write


def _shift_right(writer: Writer, op: Op) -> Value:
    value, by = writer.operands(op.args)
    if not by.within(0, 63):
        return Value(writer.call("shift_right", value.code, by.code), height=_height([value, by]))
    code = writer.binary(value.code, ast.RShift(), by.code)
    return Value(code, value.stable and by.stable, height=_height([value, by]))


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
        code = writer.compare(left.code, kind(), right.code)
        return Value(code, left.stable and right.stable, height=_height([left, right]))

    return write


def _equal(is_ne: bool) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        type_ = op.args[0].type
        left, right = writer.operands(op.args)
        if type_ in (SYMBOL, BOOL) or isinstance(type_, ObjectType):
            kind: ast.cmpop = ast.IsNot() if is_ne else ast.Is()
        elif equals_plainly(type_):
            kind = ast.NotEq() if is_ne else ast.Eq()
            if isinstance(type_, BoardType) and type_.cells >= 16:
                left, right = writer.keep(left), writer.keep(right)
                writer.take_steps(type_.cells >> 4)
        else:
            code: ast.expr = writer.call("equal", writer.run, left.code, right.code)
            return writer.keep(Value(writer.negated(code) if is_ne else code))
        code = writer.compare(left.code, kind, right.code)
        return Value(code, left.stable and right.stable, height=_height([left, right]))

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


# ---------------------------------------------------------------------------------------------------- boards


def _check_index(writer: Writer, index: Value, length: int) -> Value:
    """The index as an atom, refused unless 0 <= index < length."""
    if index.within(0, length - 1):
        return index
    atom = index if index.is_atom and index.stable else writer.keep(index)
    test = ast.Compare(
        writer.constant(0),
        [ast.LtE(), ast.Lt()],
        [atom.code, writer.constant(length)],
        lineno=writer.line,
        col_offset=0,
    )
    writer.fail_when(writer.negated(test), "fail_index", atom.code, writer.constant(length))
    return atom


def _board_get(writer: Writer, op: Op) -> Value:
    board, index = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    if not index.within(0, type_.cells - 1) and not board.stable:
        board = writer.keep(board)
    index = _check_index(writer, index, type_.cells)
    return Value(writer.item(board.code, index.code), board.stable and index.stable, height=_height([board, index]))


def _board_set(writer: Writer, op: Op) -> Value:
    board, index, value = writer.atoms(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    index = _check_index(writer, index, type_.cells)
    writer.charge_board(type_)
    line = writer.line

    def part(low: ast.expr | None, high: ast.expr | None) -> ast.expr:
        return writer.item(board.code, ast.Slice(low, high, lineno=line, col_offset=0))

    cell = ast.Tuple([value.code], ast.Load(), lineno=line, col_offset=0)
    after = writer.binary(index.code, ast.Add(), writer.constant(1))
    left = writer.binary(part(None, index.code), ast.Add(), cell)
    return writer.keep(Value(writer.binary(left, ast.Add(), part(after, None))))


def _board_fill(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    assert isinstance(op.type, BoardType)
    value = writer.keep(value)
    writer.charge_board(op.type)
    cell = ast.Tuple([value.code], ast.Load(), lineno=writer.line, col_offset=0)
    return writer.keep(Value(writer.binary(cell, ast.Mult(), writer.constant(op.type.cells))))


def _board_of(writer: Writer, op: Op) -> Value:
    (items,) = writer.atoms(op.args)
    assert isinstance(op.type, BoardType)
    writer.charge_board(op.type)
    return writer.keep(Value(writer.call("board_of", items.code, writer.constant(op.type.cells))))


def _board_count(writer: Writer, op: Op) -> Value:
    board, value = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    if type_.cells >= 16:
        board, value = writer.keep(board), writer.keep(value)
        writer.take_steps(type_.cells >> 4)
    if equals_plainly(type_.item):
        code = writer.call(writer.attribute(board.code, "count"), value.code)
        return Value(code, board.stable and value.stable, 0, type_.cells, _height([board, value]))
    return writer.keep(Value(writer.call("count_equal", writer.run, board.code, value.code), high=type_.cells, low=0))


def _board_bits(writer: Writer, op: Op) -> Value:
    board, value = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    board, value = writer.keep(board), writer.keep(value)
    if type_.cells >= 16:
        writer.take_steps(type_.cells >> 4)
    if equals_plainly(type_.item):
        code = writer.call("plain_bits", board.code, value.code)
    else:
        code = writer.call("bits_equal", writer.run, board.code, value.code)
    return writer.keep(Value(code, low=0, high=(1 << type_.cells) - 1))


# ----------------------------------------------------------------------------------------------------- lists


def _item_size(type_: Type) -> int:
    assert isinstance(type_, ListType)
    return 8 * slots(type_.item)


def _changed(writer: Writer, op: Op, container: Value) -> None:
    """Before a list or table changes: an open attempt remembers how it was."""
    if writer.compiler.journals:
        number = writer.constant(writer.compiler.type_number(op.args[0].type))
        writer.do(writer.call(writer.attribute(writer.run, "keep"), container.code, number))


def _check_list_index(writer: Writer, items: Value, index: Value) -> None:
    length = writer.call("len", items.code)
    test = ast.Compare(
        writer.constant(0), [ast.LtE(), ast.Lt()], [index.code, length], lineno=writer.line, col_offset=0
    )
    writer.fail_when(writer.negated(test), "fail_index", index.code, writer.call("len", items.code))


def _list_get(writer: Writer, op: Op) -> Value:
    items, index = writer.atoms(op.args)
    _check_list_index(writer, items, index)
    return Value(writer.item(items.code, index.code))


def _list_set(writer: Writer, op: Op) -> Value:
    items, index, value = writer.atoms(op.args)
    _check_list_index(writer, items, index)
    _changed(writer, op, items)
    target = ast.Subscript(items.code, index.code, ast.Store(), lineno=writer.line, col_offset=0)
    writer.put(ast.Assign([target], value.code))
    return Value(writer.constant(None), True)


def _list_push(writer: Writer, op: Op) -> Value:
    items, value = writer.atoms(op.args)
    writer.take_memory(_item_size(op.args[0].type))
    _changed(writer, op, items)
    writer.do(writer.call(writer.attribute(items.code, "append"), value.code))
    return Value(writer.constant(None), True)


def _list_pop(writer: Writer, op: Op) -> Value:
    (items,) = writer.atoms(op.args)
    writer.fail_when(writer.negated(items.code), "fail_empty")
    _changed(writer, op, items)
    return writer.keep(Value(writer.call(writer.attribute(items.code, "pop"))))


def _list_clear(writer: Writer, op: Op) -> Value:
    (items,) = writer.atoms(op.args)
    _changed(writer, op, items)
    writer.do(writer.call(writer.attribute(items.code, "clear")))
    return Value(writer.constant(None), True)


def _sized(function: str, *, changes: bool = False, fill: bool = False) -> OpWriter:
    """A helper for lists that also wants the size of an element."""

    def write(writer: Writer, op: Op) -> Value:
        values = writer.atoms(op.args)
        size = _item_size(op.type if fill else op.args[0].type)
        if changes:
            _changed(writer, op, values[0])
        codes = [value.code for value in values]
        return writer.keep(Value(writer.call(function, writer.run, *codes, writer.constant(size))))

    return write


def _list_remove(writer: Writer, op: Op) -> Value:
    values = writer.atoms(op.args)
    _changed(writer, op, values[0])
    return writer.keep(Value(writer.call("list_remove", writer.run, *(value.code for value in values))))


# ---------------------------------------------------------------------------------------------------- tables


def _table(op: Op, number: int = 0) -> TableType:
    type_ = op.args[number].type
    assert isinstance(type_, TableType)
    return type_


def _key(writer: Writer, op: Op, key: Value) -> ast.expr:
    """The key as the dict has it."""
    return writer.call("table_key", writer.run, key.code) if needs_kind(_table(op).key) else key.code


def _table_new(writer: Writer, op: Op) -> Value:
    writer.take_memory(16)
    return writer.keep(Value(ast.Dict([], [], lineno=writer.line, col_offset=0)))


def _table_get(writer: Writer, op: Op) -> Value:
    table, key = writer.atoms(op.args)
    found = writer.keep(Value(_key(writer, op, key)))
    writer.fail_when(writer.compare(found.code, ast.NotIn(), table.code), "fail_key")
    entry = writer.item(table.code, found.code)
    return writer.keep(Value(writer.item(entry, writer.constant(1)) if needs_kind(_table(op).key) else entry))


def _table_has(writer: Writer, op: Op) -> Value:
    table, key = writer.operands(op.args)
    return Value(writer.compare(_key(writer, op, key), ast.In(), table.code), height=_height([table, key]) + 1)


def _table_set(writer: Writer, op: Op) -> Value:
    table, key, value = writer.atoms(op.args)
    type_ = _table(op)
    _changed(writer, op, table)
    entry: ast.expr = value.code
    if needs_kind(type_.key):
        entry = ast.Tuple([key.code, value.code], ast.Load(), lineno=writer.line, col_offset=0)
    size = writer.constant(8 * (slots(type_.key) + slots(type_.value)))
    writer.do(writer.call("table_set", writer.run, table.code, _key(writer, op, key), entry, size))
    return Value(writer.constant(None), True)


def _table_remove(writer: Writer, op: Op) -> Value:
    table, key = writer.atoms(op.args)
    _changed(writer, op, table)
    found = writer.keep(Value(_key(writer, op, key)))
    there = writer.keep(Value(writer.compare(found.code, ast.In(), table.code)))
    target = ast.Subscript(table.code, found.code, ast.Del(), lineno=writer.line, col_offset=0)
    writer.when(there.code, ast.Delete([target]))
    return there


def _table_list(of: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        (table,) = writer.atoms(op.args)
        type_ = _table(op)
        wraps = needs_kind(type_.key)
        source = writer.call(writer.attribute(table.code, "values" if wraps or of == "values" else "keys"))
        function = f"list_{of}" if wraps else "list"
        size = writer.constant(8 * slots(type_.key if of == "keys" else type_.value))
        return writer.keep(Value(writer.call("table_list", writer.run, writer.call(function, source), size)))

    return write


def _table_copy(writer: Writer, op: Op) -> Value:
    (table,) = writer.operands(op.args)
    size = writer.constant(8 * (slots(_table(op).key) + slots(_table(op).value)))
    return writer.keep(Value(writer.call("table_copy", writer.run, table.code, size)))


def _seat_count(writer: Writer, op: Op) -> Value:
    return Value(writer.call("len", writer.attribute(writer.run, "seats")), False, 0, LONGEST)


_WRITERS: dict[str, OpWriter] = {
    "add": _arithmetic(ast.Add, lambda a, b, c, d: (a + c, b + d)),
    "sub": _arithmetic(ast.Sub, lambda a, b, c, d: (a - d, b - c)),
    "mul": _arithmetic(ast.Mult, _product_bounds),
    "neg": _neg,
    "div": _divide(ast.FloorDiv),
    "mod": _divide(ast.Mod),
    "quot": _pure("quot"),
    "rem": _pure("rem"),
    "fdiv": _pure("fdiv"),
    "frem": _pure("frem"),
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
    "parse_int": _pure("parse_int"),
    "parse_float": _pure("parse_float"),
    "symbol_number": _symbol_number,
    "board_get": _board_get,
    "board_set": _board_set,
    "board_fill": _board_fill,
    "board_of": _board_of,
    "board_count": _board_count,
    "board_bits": _board_bits,
    "list_length": _length,
    "list_get": _list_get,
    "list_set": _list_set,
    "list_push": _list_push,
    "list_pop": _list_pop,
    "list_insert": _sized("list_insert", changes=True),
    "list_remove": _list_remove,
    "list_clear": _list_clear,
    "list_extend": _sized("list_extend", changes=True),
    "list_copy": _sized("list_copy"),
    "list_slice": _sized("list_slice"),
    "list_fill": _sized("list_fill", fill=True),
    "table_new": _table_new,
    "table_length": _length,
    "table_get": _table_get,
    "table_has": _table_has,
    "table_set": _table_set,
    "table_remove": _table_remove,
    "table_keys": _table_list("keys"),
    "table_values": _table_list("values"),
    "table_clear": _list_clear,
    "table_copy": _table_copy,
    "seat_count": _seat_count,
}
