"""Lists and tables as instructions.

Both are changed in place. So every write first has the journal of an open attempt remember what was there
(`runtime/journal.py`), from which a rollback puts it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.passes.ranges import LONGEST
from parlour.core.types import ListType, TableType, Type, slots
from parlour.engines.llvm import text as ir
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.layout import Error

if TYPE_CHECKING:
    from parlour.engines.native.compile.writer import Writer

OpWriter = Callable[["Writer", Op], Value]


def _item(op: Op) -> Type:
    type_ = op.args[0].type
    assert isinstance(type_, ListType)
    return type_.item


def _element(writer: Writer, items: ir.Value, index: ir.Value, type_: Type) -> ir.Value:
    """The address of an element that is there."""
    block = writer.load(writer.plus(items, 24))
    step = writer.build.mul(index, number(8 * writer.types.width(type_)))
    return writer.address(writer.plus(writer.build.add(block, step), 16))


def _check_index(writer: Writer, items: ir.Value, index: ir.Value) -> None:
    length = writer.load(writer.plus(items, 8))
    writer.fail_when(writer.build.icmp_unsigned(">=", index, length), Error.INDEX, index, length)


def list_get(writer: Writer, op: Op) -> Value:
    items, index = writer.operands(op.args)
    _check_index(writer, items.only, index.only)
    return writer.read_slots(_element(writer, items.only, index.only, _item(op)), _item(op))


def list_set(writer: Writer, op: Op) -> Value:
    items, index, value = writer.operands(op.args)
    _check_index(writer, items.only, index.only)
    writer.changed(items.only)
    writer.write_slots(_element(writer, items.only, index.only, _item(op)), value)
    return Value((number(0),))


def list_push(writer: Writer, op: Op) -> Value:
    items, value = writer.operands(op.args)
    writer.take_memory(8 * slots(_item(op)))
    writer.changed(items.only)
    length = writer.load(writer.plus(items.only, 8))
    capacity = writer.load(writer.plus(items.only, 16))
    full, after = writer.block(), writer.block()
    writer.build.cbranch(writer.build.icmp_unsigned("==", length, capacity), full, after).set_weights((1, 8))
    writer.enter(full)
    writer.runtime("list_grow", items.only, writer.types.width(_item(op)))
    writer.build.branch(after)
    writer.enter(after)
    writer.write_slots(_element(writer, items.only, length, _item(op)), value)
    writer.store(writer.plus(items.only, 8), writer.build.add(length, number(1)))
    return Value((number(0),))


def list_pop(writer: Writer, op: Op) -> Value:
    (items,) = writer.operands(op.args)
    length = writer.load(writer.plus(items.only, 8))
    writer.fail_when(writer.build.icmp_unsigned("==", length, number(0)), Error.EMPTY)
    writer.changed(items.only)
    last = writer.build.sub(length, number(1))
    value = writer.read_slots(_element(writer, items.only, last, _item(op)), _item(op))
    writer.store(writer.plus(items.only, 8), last)
    return value


def list_clear(writer: Writer, op: Op) -> Value:
    (items,) = writer.operands(op.args)
    writer.changed(items.only)
    writer.store(writer.plus(items.only, 8), number(0))
    return Value((number(0),))


def list_insert(writer: Writer, op: Op) -> Value:
    items, index, value = writer.operands(op.args)
    writer.changed(items.only)
    width, size = writer.types.width(_item(op)), 8 * slots(_item(op))
    writer.runtime("list_insert", items.only, index.only, writer.spilled(value), width, size)
    return Value((number(0),))


def list_remove(writer: Writer, op: Op) -> Value:
    items, index = writer.operands(op.args)
    writer.changed(items.only)
    width = writer.types.width(_item(op))
    space = writer.local_space(width)
    writer.runtime("list_remove", items.only, index.only, writer.absolute(space), width)
    return writer.read_slots(space, _item(op))


def list_extend(writer: Writer, op: Op) -> Value:
    items, more = writer.operands(op.args)
    writer.changed(items.only)
    writer.runtime("list_extend", items.only, more.only, writer.types.width(_item(op)), 8 * slots(_item(op)))
    return Value((number(0),))


def list_part(name: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        values = writer.operands(op.args)
        numbers = [value.only for value in values]
        made = writer.runtime(name, *numbers, writer.types.width(_item(op)), 8 * slots(_item(op)))
        return Value((made,))

    return write


def list_fill(writer: Writer, op: Op) -> Value:
    count, value = writer.operands(op.args)
    assert isinstance(op.type, ListType)
    width, size = writer.types.width(op.type.item), 8 * slots(op.type.item)
    kind = writer.types.number(op.type)
    return Value((writer.runtime("list_fill", kind, count.only, writer.spilled(value), width, size),))


# ---------------------------------------------------------------------------------------------------- tables


def _table(op: Op) -> TableType:
    type_ = op.args[0].type
    assert isinstance(type_, TableType)
    return type_


def table_new(writer: Writer, op: Op) -> Value:
    writer.take_memory(16)
    return Value((writer.runtime("table_new", writer.types.number(op.type)),))


def table_length(writer: Writer, op: Op) -> Value:
    (table,) = writer.operands(op.args)
    return Value((writer.runtime("table_length", table.only),), 0, LONGEST)


def table_get(writer: Writer, op: Op) -> Value:
    table, key = writer.operands(op.args)
    found = writer.runtime("table_find", table.only, writer.spilled(key))
    writer.fail_when(writer.build.icmp_unsigned("==", found, number(0)), Error.KEY)
    return writer.read_slots(writer.build.inttoptr(found, ir.PointerType()), _table(op).value)


def table_has(writer: Writer, op: Op) -> Value:
    table, key = writer.operands(op.args)
    found = writer.runtime("table_find", table.only, writer.spilled(key))
    return Value((writer.build.icmp_unsigned("!=", found, number(0)),))


def table_set(writer: Writer, op: Op) -> Value:
    table, key, value = writer.operands(op.args)
    writer.changed(table.only)
    size = 8 * (slots(_table(op).key) + slots(_table(op).value))
    writer.runtime("table_set", table.only, writer.spilled(key), writer.spilled(value), size)
    return Value((number(0),))


def table_remove(writer: Writer, op: Op) -> Value:
    table, key = writer.operands(op.args)
    writer.changed(table.only)
    found = writer.runtime("table_remove", table.only, writer.spilled(key))
    return Value((writer.build.icmp_unsigned("!=", found, number(0)),))


def table_list(of: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        (table,) = writer.operands(op.args)
        size = 8 * slots(_table(op).key if of == "table_keys" else _table(op).value)
        return Value((writer.runtime(of, table.only, writer.types.number(op.type), size),))

    return write


def table_clear(writer: Writer, op: Op) -> Value:
    (table,) = writer.operands(op.args)
    writer.changed(table.only)
    writer.runtime("table_clear", table.only)
    return Value((number(0),))


def table_copy(writer: Writer, op: Op) -> Value:
    (table,) = writer.operands(op.args)
    size = 8 * (slots(_table(op).key) + slots(_table(op).value))
    return Value((writer.runtime("table_copy", table.only, size),))
