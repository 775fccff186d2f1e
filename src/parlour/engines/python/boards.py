"""Boards as Python code: tuples, which are never changed once they are made."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.types import BoardType
from parlour.engines.core.values import equals_plainly
from parlour.engines.python.code import Value, height

if TYPE_CHECKING:
    from parlour.engines.python.writer import Writer


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


def board_get(writer: Writer, op: Op) -> Value:
    board, index = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    if not index.within(0, type_.cells - 1) and not board.stable:
        board = writer.keep(board)
    index = _check_index(writer, index, type_.cells)
    return Value(writer.item(board.code, index.code), board.stable and index.stable, height=height([board, index]))


def board_set(writer: Writer, op: Op) -> Value:
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


def board_fill(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    assert isinstance(op.type, BoardType)
    value = writer.keep(value)
    writer.charge_board(op.type)
    cell = ast.Tuple([value.code], ast.Load(), lineno=writer.line, col_offset=0)
    return writer.keep(Value(writer.binary(cell, ast.Mult(), writer.constant(op.type.cells))))


def board_of(writer: Writer, op: Op) -> Value:
    (items,) = writer.atoms(op.args)
    assert isinstance(op.type, BoardType)
    writer.charge_board(op.type)
    return writer.keep(Value(writer.call("board_of", items.code, writer.constant(op.type.cells))))


def board_count(writer: Writer, op: Op) -> Value:
    board, value = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    if type_.cells >= 16:
        board, value = writer.keep(board), writer.keep(value)
        writer.take_steps(type_.cells >> 4)
    if equals_plainly(type_.item):
        code = writer.call(writer.attribute(board.code, "count"), value.code)
        return Value(code, board.stable and value.stable, 0, type_.cells, height([board, value]))
    return writer.keep(Value(writer.call("count_equal", writer.run, board.code, value.code), high=type_.cells, low=0))


def board_bits(writer: Writer, op: Op) -> Value:
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
