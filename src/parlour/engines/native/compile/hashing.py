"""Frozen keys and hashes of tables, as `runtime/frozen.py` and `runtime/entries.py` make them.

For states that come from the Python engine: its own frozen keys say what a key was when it was entered."""

from __future__ import annotations

import struct
from typing import Any

from parlour.core import types as t
from parlour.core.values import Symbol
from parlour.engines.core.limits import MOST_KEY_PARTS
from parlour.engines.core.table_keys import freeze
from parlour.engines.core.values import NAN, Box, needs_kind
from parlour.engines.native.compile.types import Types
from parlour.engines.native.host.decode import bits_of

_MASK = (1 << 64) - 1
_FACTOR = 0x9E3779B97F4A7C15
_HASH_MASK = (1 << 62) - 1
_SCALARS: dict[type, t.Type] = {
    bool: t.BOOL,
    int: t.INT,
    float: t.FLOAT,
    str: t.STRING,
    Symbol: t.SYMBOL,
    type(None): t.NONE,
}


def hash_of_word(word: int) -> int:
    word = word * _FACTOR & _MASK
    word = (word ^ word >> 32) * _FACTOR & _MASK
    return (word ^ word >> 29) & _HASH_MASK


def hash_of_units(units: bytes) -> int:
    """Of a string, given as its code points of 4 bytes."""
    total = len(units) >> 2
    for (unit,) in struct.iter_unpack("<I", units):
        total = (total ^ unit) * _FACTOR & _MASK
        total ^= total >> 32
    return hash_of_word(total)


def is_word(type_: t.Type) -> bool:
    """Keys of this type are told apart by their slot."""
    return type_ in (t.INT, t.BOOL, t.SYMBOL) or isinstance(type_, t.ObjectType)


class Freezer:
    """Writes frozen keys of one program."""

    def __init__(self, types: Types, symbols: dict[Symbol, int]) -> None:
        self.types = types
        self.symbols = symbols

    def units(self, type_: t.Type, key: Any) -> bytes:
        """What a table of the native engine remembers of a key that a dict of the Python engine has like this."""
        frozen = key if needs_kind(type_) else freeze(key, [MOST_KEY_PARTS], 0)
        return self._value(type_, frozen)

    def _value(self, type_: t.Type, frozen: Any) -> bytes:
        match type_:
            case t.OptionalType(item=item):
                is_there = frozen[1] is not None
                return _number(is_there) + (self._value(item, frozen) if is_there else b"")
            case t.TupleType(items):
                return b"".join(self._value(item, part) for item, part in zip(items, frozen[1], strict=True))
            case t.BoardType(item=item):
                return b"".join(self._value(item, part) for part in frozen[1])
            case t.ListType(item=item):
                return _number(len(frozen[1])) + b"".join(self._value(item, part) for part in frozen[1])
            case t.TableType():
                return self._table(type_, frozen[1])
            case t.ObjectType():
                return struct.pack("<q", frozen[1].serial)
        if type_ == t.ANY:
            return self._any(frozen)
        if type_ == t.BOOL:
            return _number(frozen[1])
        if type_ == t.SYMBOL:
            return _number(self.symbols[frozen[1]])
        if type_ == t.INT:
            return struct.pack("<q", frozen[1])
        if type_ == t.FLOAT:
            return struct.pack("<q", bits_of(NAN if frozen[1] == "nan" else frozen[1]))
        return _text(frozen[1].encode("utf-32-le", "surrogatepass")) if type_ == t.STRING else b""

    def _any(self, frozen: Any) -> bytes:
        kind = frozen[0]
        if kind is Box:
            type_ = self.types.shared.types[frozen[1]]
            return _number(self.types.number(type_)) + self._value(type_, frozen[2])
        type_ = _SCALARS.get(kind) or t.ObjectType(self._class_name(kind))
        return _number(self.types.number(type_)) + self._value(type_, frozen)

    def _class_name(self, class_: type) -> str:
        return next(name for name, found in self.types.shared.classes.items() if found is class_)

    def _table(self, type_: t.TableType, entries: Any) -> bytes:
        parts = [_number(len(entries))]
        for key, entry in entries:
            if needs_kind(type_.key):
                # The entry is the key as the program sees it and the value.
                seen, value = entry[1]
                parts += [_text(self._value(type_.key, key)), self._value(type_.key, seen)]
            else:
                value = entry
                frozen = freeze(key, [MOST_KEY_PARTS], 0)
                is_text = not is_word(type_.key) and type_.key != t.STRING
                written = self._value(type_.key, frozen)
                parts.append(_text(written) if is_text else written)
            parts.append(self._value(type_.value, value))
        return b"".join(parts)


def _number(number: int) -> bytes:
    return struct.pack("<I", number)


def _text(units: bytes) -> bytes:
    return _number(len(units) >> 2) + units
