"""Constants of a program: numbers stand in the code itself, strings and boards lie just below every arena's base."""

from __future__ import annotations

import struct
from typing import Any

from parlour.core import types as t
from parlour.engines.core.values import real
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import DOUBLE, I1
from parlour.engines.native.compile.code import Value, number, registers, zero
from parlour.engines.native.compile.types import Types
from parlour.engines.native.layout import T_STRING, Tag


class Constants:
    """Grows downward from the base, so that an offset is known as soon as a constant is met."""

    def __init__(self, types: Types, symbols: tuple[str, ...]) -> None:
        self.types = types
        self.symbols = {name: place for place, name in enumerate(symbols)}
        self._pieces: list[bytes] = []
        self._size = 0
        self._offsets: dict[bytes, int] = {}

    def memory(self) -> bytes:
        """What lies below the base; it ends there."""
        return b"".join(reversed(self._pieces))

    def _place(self, content: bytes) -> int:
        offset = self._offsets.get(content)
        if offset is None:
            padded = content + bytes(-len(content) % 8)
            self._size += len(padded)
            self._pieces.append(padded)
            offset = self._offsets[content] = -self._size
        return offset

    def string(self, text: str) -> ir.Constant:
        letters = text.encode("utf-32-le", "surrogatepass")
        return number(self._place(struct.pack("<qq", T_STRING, len(text)) + letters))

    def value(self, value: Any, type_: t.Type) -> Value:
        """A constant of core in registers."""
        match type_:
            case t.TupleType(items):
                parts = [self.value(part, item) for part, item in zip(value, items, strict=True)]
                return Value(tuple(register for part in parts for register in part.parts))
            case t.BoardType():
                return Value((number(self._board(value, type_)),))
            case t.OptionalType(item=item):
                if value is None:
                    return Value(tuple(zero(kind) for kind in registers(type_, self.types)))
                inside = self.value(value, item)
                return inside if self.types.is_pointer(item) else Value((ir.Constant(I1, 1), *inside.parts))
        if type_ == t.INT:
            return Value((number(value),), value, value)
        if type_ == t.BOOL:
            return Value((ir.Constant(I1, int(value)),))
        if type_ == t.FLOAT:
            return Value((ir.Constant(DOUBLE, real(value)),))
        if type_ == t.STRING:
            return Value((self.string(value),))
        if type_ == t.SYMBOL:
            return Value((number(self.symbols[value]),))
        if type_ == t.ANY and value is not None:
            return Value((number(self._any(value)),))
        assert type_ in (t.NONE, t.ANY)
        return Value((number(0),))

    def _any(self, value: Any) -> int:
        if isinstance(value, bool):
            return int(value) << 3 | Tag.BOOL
        if isinstance(value, int) and -(2**60) <= value < 2**60:
            return value << 3 | Tag.INT
        raise AssertionError("core has no such constant of type any")

    def _board(self, cells: tuple[Any, ...], type_: t.BoardType) -> int:
        bits = self.types.packed(type_)
        if bits:
            word = sum(slot << (bits * place) for place, slot in enumerate(self._slots(cells, type_.item)))
            return word - (1 << 64) if word >> 63 else word
        size = self.types.cell(type_) or 8
        header = struct.pack("<q", self.types.number(type_))
        content = b"".join(slot.to_bytes(size, "little", signed=slot < 0) for slot in self._slots(cells, type_.item))
        return self._place(header + content)

    def _slots(self, values: tuple[Any, ...], type_: t.Type) -> list[int]:
        """Values of one type as they lie in memory."""
        found: list[int] = []
        for value in values:
            for register in self.value(value, type_).parts:
                assert isinstance(register, ir.Constant)
                constant = register.constant
                if isinstance(constant, float):
                    (constant,) = struct.unpack("<q", struct.pack("<d", constant))
                assert isinstance(constant, int)
                found.append(constant)
        return found
