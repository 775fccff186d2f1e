"""Lists and tables as Python code: what can be changed in its place, so that an open attempt has to be told."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.types import ListType, TableType, Type, slots
from parlour.engines.core.values import needs_kind
from parlour.engines.python.code import Value, height

if TYPE_CHECKING:
    from parlour.engines.python.writer import Writer

OpWriter = Callable[["Writer", Op], Value]


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


def list_get(writer: Writer, op: Op) -> Value:
    items, index = writer.atoms(op.args)
    _check_list_index(writer, items, index)
    return Value(writer.item(items.code, index.code))


def list_set(writer: Writer, op: Op) -> Value:
    items, index, value = writer.atoms(op.args)
    _check_list_index(writer, items, index)
    _changed(writer, op, items)
    target = ast.Subscript(items.code, index.code, ast.Store(), lineno=writer.line, col_offset=0)
    writer.put(ast.Assign([target], value.code))
    return Value(writer.constant(None), True)


def list_push(writer: Writer, op: Op) -> Value:
    items, value = writer.atoms(op.args)
    writer.take_memory(_item_size(op.args[0].type))
    _changed(writer, op, items)
    writer.do(writer.call(writer.attribute(items.code, "append"), value.code))
    return Value(writer.constant(None), True)


def list_pop(writer: Writer, op: Op) -> Value:
    (items,) = writer.atoms(op.args)
    writer.fail_when(writer.negated(items.code), "fail_empty")
    _changed(writer, op, items)
    return writer.keep(Value(writer.call(writer.attribute(items.code, "pop"))))


def clear(writer: Writer, op: Op) -> Value:
    """Of a list or table."""
    (container,) = writer.atoms(op.args)
    _changed(writer, op, container)
    writer.do(writer.call(writer.attribute(container.code, "clear")))
    return Value(writer.constant(None), True)


def sized(function: str, *, changes: bool = False, fill: bool = False) -> OpWriter:
    """A helper for lists that also wants the size of an element."""

    def write(writer: Writer, op: Op) -> Value:
        values = writer.atoms(op.args)
        size = _item_size(op.type if fill else op.args[0].type)
        if changes:
            _changed(writer, op, values[0])
        codes = [value.code for value in values]
        return writer.keep(Value(writer.call(function, writer.run, *codes, writer.constant(size))))

    return write


def list_remove(writer: Writer, op: Op) -> Value:
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


def table_new(writer: Writer, op: Op) -> Value:
    writer.take_memory(16)
    return writer.keep(Value(ast.Dict([], [], lineno=writer.line, col_offset=0)))


def table_get(writer: Writer, op: Op) -> Value:
    table, key = writer.atoms(op.args)
    found = writer.keep(Value(_key(writer, op, key)))
    writer.fail_when(writer.compare(found.code, ast.NotIn(), table.code), "fail_key")
    entry = writer.item(table.code, found.code)
    return writer.keep(Value(writer.item(entry, writer.constant(1)) if needs_kind(_table(op).key) else entry))


def table_has(writer: Writer, op: Op) -> Value:
    table, key = writer.operands(op.args)
    return Value(writer.compare(_key(writer, op, key), ast.In(), table.code), height=height([table, key]) + 1)


def table_set(writer: Writer, op: Op) -> Value:
    table, key, value = writer.atoms(op.args)
    type_ = _table(op)
    _changed(writer, op, table)
    entry: ast.expr = value.code
    if needs_kind(type_.key):
        entry = ast.Tuple([key.code, value.code], ast.Load(), lineno=writer.line, col_offset=0)
    size = writer.constant(8 * (slots(type_.key) + slots(type_.value)))
    writer.do(writer.call("table_set", writer.run, table.code, _key(writer, op, key), entry, size))
    return Value(writer.constant(None), True)


def table_remove(writer: Writer, op: Op) -> Value:
    table, key = writer.atoms(op.args)
    _changed(writer, op, table)
    found = writer.keep(Value(_key(writer, op, key)))
    there = writer.keep(Value(writer.compare(found.code, ast.In(), table.code)))
    target = ast.Subscript(table.code, found.code, ast.Del(), lineno=writer.line, col_offset=0)
    writer.when(there.code, ast.Delete([target]))
    return there


# What makes a list of the keys or values of a table that keeps them in pairs.
_WRAPPED_LISTS = {"keys": "list_keys", "values": "list_values"}


def table_list(of: str) -> OpWriter:
    def write(writer: Writer, op: Op) -> Value:
        (table,) = writer.atoms(op.args)
        type_ = _table(op)
        wraps = needs_kind(type_.key)
        source = writer.call(writer.attribute(table.code, "values" if wraps or of == "values" else "keys"))
        function = _WRAPPED_LISTS[of] if wraps else "list"
        size = writer.constant(8 * slots(type_.key if of == "keys" else type_.value))
        return writer.keep(Value(writer.call("table_list", writer.run, writer.call(function, source), size)))

    return write


def table_copy(writer: Writer, op: Op) -> Value:
    (table,) = writer.operands(op.args)
    size = writer.constant(8 * (slots(_table(op).key) + slots(_table(op).value)))
    return writer.keep(Value(writer.call("table_copy", writer.run, table.code, size)))
