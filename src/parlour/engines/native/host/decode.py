"""Reading an arena: from slots and heap objects back to the values that the Python engine holds.

A `Reader` reads one state. What is shared there is shared in what it gives, and it goes by a list of things to fill, so
that no nesting is too deep for it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from parlour.core import types as t
from parlour.core.nodes import Program
from parlour.core.values import Symbol
from parlour.engines.core.limits import MOST_KEY_PARTS
from parlour.engines.core.table_keys import freeze
from parlour.engines.core.values import NAN, UNSET, Box, Object, needs_kind
from parlour.engines.native.compile.types import Types
from parlour.engines.native.layout import HOST_SIZE, T_FLOAT, Tag

_MASK = (1 << 64) - 1


class Memory(Protocol):
    """Where a state lies: an arena, or a snapshot."""

    def get(self, offset: int) -> int: ...
    def read(self, offset: int, count: int) -> list[int]: ...
    def raw(self, offset: int, count: int) -> bytes: ...


class Snapshot:
    """A snapshot, readable where it is; constants lie below it, as in an arena."""

    __slots__ = ("bytes", "constants", "words")

    def __init__(self, constants: bytes, snapshot: bytes) -> None:
        self.constants = constants
        self.bytes = snapshot
        self.words = memoryview(snapshot).cast("q")

    def get(self, offset: int) -> int:
        if offset < 0:
            return self.read(offset, 1)[0]
        return self.words[offset - HOST_SIZE >> 3]

    def read(self, offset: int, count: int) -> list[int]:
        if offset < 0:
            return memoryview(self.raw(offset, 8 * count)).cast("q").tolist()
        first = offset - HOST_SIZE >> 3
        return self.words[first : first + count].tolist()

    def raw(self, offset: int, count: int) -> bytes:
        if offset < 0:
            first = len(self.constants) + offset
            return self.constants[first : first + count]
        first = offset - HOST_SIZE
        return self.bytes[first : first + count]


def real_of(bits: int) -> float:
    value: float = struct.unpack("<d", struct.pack("<q", bits))[0]
    return NAN if value != value else value


def bits_of(value: float) -> int:
    bits: int = struct.unpack("<q", struct.pack("<d", NAN if value != value else value + 0.0))[0]
    return bits


class Reader:
    """Values of one state, each thing once."""

    def __init__(self, memory: Memory, program: Program, types: Types) -> None:
        self.memory = memory
        self.program = program
        self.types = types
        self.shared = types.shared
        self.symbols = [Symbol(name) for name in program.symbols]
        self.things: dict[int, Any] = {}
        self.waiting: list[Callable[[], None]] = []
        # Tables come after all lists and objects: a key's content must be there to find its place.
        self.tables: list[Callable[[], None]] = []

    def value(self, type_: t.Type, words: Iterator[int]) -> Any:
        """A value from its slots, with everything it refers to."""
        found = self._value(type_, words)
        self.fill()
        return found

    def variable(self, type_: t.Type, may_be_unset: bool, words: Iterator[int]) -> Any:
        """What a variable holds that may be unset, its flag first; `fill` is to be called at the end."""
        if may_be_unset and next(words) == 0:
            self._skip(type_, words)
            return UNSET
        return self._value(type_, words)

    def fill(self) -> None:
        self._fill_things()
        while self.tables:
            self.tables.pop()()
            self._fill_things()

    def _fill_things(self) -> None:
        while self.waiting:
            self.waiting.pop()()

    def text(self, offset: int) -> str:
        length = self.memory.get(offset + 8)
        return self.memory.raw(offset + 16, 4 * length).decode("utf-32-le", "surrogatepass")

    # ------------------------------------------------------------------------------------------------- by type

    def _value(self, type_: t.Type, words: Iterator[int]) -> Any:
        match type_:
            case t.TupleType(items):
                return tuple([self._value(item, words) for item in items])
            case t.BoardType():
                return self.board(type_, next(words))
            case t.OptionalType(item=item):
                first = next(words)
                if self.types.is_pointer(item):
                    return self._value(item, iter((first,))) if first else None
                if first:
                    return self._value(item, words)
                self._skip(item, words)
                return None
            case t.ListType() | t.TableType() | t.ObjectType():
                return self._thing(next(words), type_)
        word = next(words)
        if type_ in (t.INT, t.FLOAT):
            return word if type_ == t.INT else real_of(word)
        if type_ == t.BOOL:
            return word != 0
        if type_ == t.SYMBOL:
            return self.symbols[word]
        if type_ == t.STRING:
            return self.text(word)
        return self.any(word) if type_ == t.ANY else None

    def _skip(self, type_: t.Type, words: Iterator[int]) -> None:
        for _ in range(self.types.width(type_)):
            next(words)

    def any(self, word: int) -> Any:
        """A value of type `any`; `fill` is to be called at the end."""
        offset = word & ~7
        match word & 7:
            case Tag.INT:
                return word >> 3
            case Tag.BOOL:
                return word >> 3 != 0
            case Tag.SYMBOL:
                return self.symbols[word >> 3]
            case Tag.STRING:
                return self.text(offset)
            case Tag.OBJECT:
                return self._thing(offset, t.ANY)
            case Tag.NUMBER:
                number, bits = self.memory.read(offset, 2)
                return real_of(bits) if number & 0xFFFFFFFF == T_FLOAT else bits
            case Tag.BOX:
                return self._box(offset)
        return None

    def _box(self, offset: int) -> Box:
        """A box: itself now, its content later. It may hold a tuple in an `any`, which holds another, and so on."""
        type_ = self.type_at(offset)
        boxed = self.shared.number(type_)
        match type_:
            case t.ListType() | t.TableType():
                return Box(boxed, self._thing(offset, type_))
            case t.BoardType() if self.types.packed(type_) or self.types.cell(type_):
                return Box(boxed, self._content(offset, type_))
        found: Box | None = self.things.get(offset)
        if found is None:
            found = self.things[offset] = Box(boxed, None)
            self.waiting.append(partial(self._fill_box, found, offset, type_))
        return found

    def _fill_box(self, found: Box, offset: int, type_: t.Type) -> None:
        found.value = self._content(offset, type_)

    def _content(self, offset: int, type_: t.Type) -> Any:
        if isinstance(type_, t.BoardType) and not self.types.packed(type_):
            return self.board(type_, offset)
        return self._value(type_, iter(self.memory.read(offset + 8, self.types.width(type_))))

    def type_at(self, offset: int) -> t.Type:
        """The type of a heap object, by its header."""
        type_ = self.types.types[self.memory.get(offset) & 0xFFFFFFFF]
        assert type_ is not None
        return type_

    def board(self, type_: t.BoardType, word: int) -> tuple[Any, ...]:
        bits = self.types.packed(type_)
        if bits:
            word &= _MASK
            cells = [word >> place * bits & (1 << bits) - 1 for place in range(type_.cells)]
        elif size := self.types.cell(type_):
            raw = memoryview(self.memory.raw(word + 8, size * type_.cells))
            cells = list(raw if size == 1 else raw.cast("H"))
        else:
            width = self.types.width(type_.item)
            words = iter(self.memory.read(word + 8, width * type_.cells))
            return tuple([self._value(type_.item, words) for _ in range(type_.cells)])
        if type_.item == t.BOOL:
            return tuple([cell != 0 for cell in cells])
        return tuple([self.symbols[cell] for cell in cells])

    # ------------------------------------------------------------------------------------------------- things

    def _thing(self, offset: int, type_: t.Type) -> Any:
        """A list, table or object: the thing itself now, its content later."""
        found: Any = self.things.get(offset)
        if found is None:
            match type_:
                case t.ListType():
                    found = []
                    self.waiting.append(partial(self._fill_list, found, offset, type_))
                case t.TableType():
                    found = {}
                    self.tables.append(partial(self._fill_table, found, offset, type_))
                case _:
                    actual = self.type_at(offset)
                    assert isinstance(actual, t.ObjectType)
                    class_ = self.shared.classes[actual.name]
                    found = class_.__new__(class_)
                    self.waiting.append(partial(self._fill_object, found, offset, actual.name))
            self.things[offset] = found
        return found

    def _fill_list(self, found: list[Any], offset: int, type_: t.ListType) -> None:
        length, _, block = self.memory.read(offset + 8, 3)
        words = iter(self.memory.read(block + 16, length * self.types.width(type_.item)) if length else ())
        found.extend([self._value(type_.item, words) for _ in range(length)])

    def _fill_object(self, found: Object, offset: int, class_name: str) -> None:
        words = iter(self.memory.read(offset + 8, 1 + self.types.object_width(class_name)))
        found.serial = next(words)
        for place, variable in enumerate(self.types.fields(class_name)):
            setattr(found, f"s{place}", self.variable(variable.type, variable.may_be_unset, words))

    def _fill_table(self, found: dict[Any, Any], offset: int, type_: t.TableType) -> None:
        key_width, width = self.types.width(type_.key), self.types.width(type_.value)
        wraps = needs_kind(type_.key)
        for words in self._entries(offset, 2 + key_width + width):
            slots = iter(words[2:])
            key, value = self._value(type_.key, slots), self._value(type_.value, slots)
            self._fill_things()
            found[freeze(key, [MOST_KEY_PARTS], 0) if wraps else key] = (key, value) if wraps else value

    def _entries(self, holder: int, width: int) -> Iterator[list[int]]:
        """The entries of a table or a journal that are not removed, each as so many words; see `runtime/entries.py`."""
        _, used, block = self.memory.read(holder + 8, 3)
        for number in range(used):
            words = self.memory.read(block + 16 + 8 * width * number, width)
            if words[0] != -1:
                yield words

    def journals(self, innermost: int) -> list[dict[Any, tuple[Any, ...]]]:
        """What open attempts would put back, the outermost first; `fill` is to be called at the end."""
        found: list[dict[Any, tuple[Any, ...]]] = []
        journal = innermost
        while journal:
            entries: dict[Any, tuple[Any, ...]] = {}
            for _, _, key, kept in self._entries(journal, 4):
                self._kept(entries, key, kept)
            found.append(entries)
            journal = self.memory.get(journal + 40)
        found.reverse()
        return found

    def _kept(self, entries: dict[Any, tuple[Any, ...]], key: int, kept: int) -> None:
        if key < 0:
            number = -1 - key
            type_ = self.program.globals[number].type
            words = iter(self.memory.read(kept + 16, 1 + self.types.width(type_)))
            entries["global", number] = (None, self.variable(type_, True, words), number)
            return
        type_ = self.type_at(key)
        thing = self._thing(key, type_)
        if isinstance(type_, t.ObjectType):
            words = iter(self.memory.read(kept + 16, self.types.object_width(type_.name)))
            fields = [self.variable(var.type, var.may_be_unset, words) for var in self.types.fields(type_.name)]
            entries[id(thing)] = (thing, fields, -1)
        else:
            entries[id(thing)] = (thing, self._thing(kept, type_), self.shared.number(type_))
