"""A suspended state as bytes, and copies of it.

The *image* is the same in every engine of core, byte for byte: it is what `key` is. It is written from typed roots:

| type | bytes |
|---|---|
| int, float | 8, little endian |
| bool | 1 |
| symbol | 2, the symbol's number |
| string | 4 for the length in bytes, then UTF-8 |
| tuple, board | its parts one after the other |
| optional | 1 (0: none), then the value |
| list, table, object | 4, the number of the thing, counted from 1 in the order in which the writer first meets them |
| any | 1 for the kind, (2 for the number of a boxed type), then the value |

After the roots follow the contents of the lists, tables and objects in the order of their numbers, breadth first:
a list as 4 bytes of length and its elements, a table likewise with key and value, an object as 2 bytes of class and its
fields (but hints), each preceded by 1 byte that says whether it is set. Creation numbers enter by their order among the
objects of the image, and only in programs that use `Tracked`, because nothing else can tell them apart.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from parlour.core import types
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Program, Tracked
from parlour.core.values import Symbol
from parlour.core.walk import all_expressions
from parlour.engines.core.values import ATOMS, UNSET, Box, Object, mapped, needs_kind

Encode = Callable[["Writing", Any], None]

_KINDS: dict[type, tuple[int, types.Type]] = {
    bool: (2, types.BOOL),
    int: (1, types.INT),
    float: (3, types.FLOAT),
    str: (4, types.STRING),
    Symbol: (5, types.SYMBOL),
}


class Writing:
    """One image being written."""

    __slots__ = ("numbers", "parts", "queue")

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.numbers: dict[int, int] = {}
        self.queue: list[tuple[Any, Encode]] = []

    def refer(self, thing: Any, contents: Encode) -> None:
        number = self.numbers.get(id(thing))
        if number is None:
            number = self.numbers[id(thing)] = len(self.numbers) + 1
            self.queue.append((thing, contents))
        self.parts.append(number.to_bytes(4, "little"))


class Images:
    """Writes images and copies states of one program."""

    def __init__(self, program: Program, boxed: list[types.Type]) -> None:
        self.hierarchy = Hierarchy(program.classes)
        self.symbols = {Symbol(name): number.to_bytes(2, "little") for number, name in enumerate(program.symbols)}
        self.program = program
        self.boxed = boxed
        self.tracks = any(
            isinstance(expr, Tracked) for function in program.functions for expr in all_expressions(function)
        )
        self._encoders: dict[types.Type, Encode] = {}
        self._contents: dict[types.Type, Encode] = {}
        self._fields: dict[int, list[tuple[int, Encode]]] = {}

    # ------------------------------------------------------------------------------------------------- writing

    def write(self, roots: Iterable[tuple[types.Type, Any]], head: bytes = b"") -> bytes:
        """The image of these values together."""
        writing = Writing()
        writing.parts.append(head)
        for type_, value in roots:
            if value is UNSET:
                writing.parts.append(b"\0")
            else:
                writing.parts.append(b"\1")
                self.encoder(type_)(writing, value)
        done = 0
        while done < len(writing.queue):
            thing, contents = writing.queue[done]
            contents(writing, thing)
            done += 1
        if self.tracks:
            objects = [thing for thing, _ in writing.queue if isinstance(thing, Object)]
            order = sorted(range(len(objects)), key=lambda n: objects[n].serial)
            writing.parts.extend(n.to_bytes(4, "little") for n in order)
        return b"".join(writing.parts)

    def root_writer(self, type_: types.Type) -> Callable[[Any], bytes]:
        """What writes the image of one value: what `write` does, made short for what most plain states consist of."""
        symbols = {symbol: b"\1" + number for symbol, number in self.symbols.items()}
        match type_:
            case types.BoardType(item=types.SYMBOL):
                numbers = self.symbols
                return lambda value: b"\0" if value is UNSET else b"\1" + b"".join([numbers[cell] for cell in value])
            case types.SYMBOL:
                return lambda value: b"\0" if value is UNSET else symbols[value]
            case types.INT:
                return lambda value: b"\0" if value is UNSET else b"\1" + value.to_bytes(8, "little", signed=True)
        return lambda value: self.write([(type_, value)])

    def encoder(self, type_: types.Type) -> Encode:
        found = self._encoders.get(type_)
        if found is None:
            # Types of classes may be recursive: the entry must exist before its parts are looked at.
            self._encoders[type_] = lambda writing, value: self._encoders[type_](writing, value)
            found = self._encoders[type_] = self._make_encoder(type_)
        return found

    def _make_encoder(self, type_: types.Type) -> Encode:
        symbols = self.symbols
        match type_:
            case types.TupleType(items):
                parts = [self.encoder(item) for item in items]

                def encode_tuple(writing: Writing, value: Any) -> None:
                    for encode, part in zip(parts, value, strict=True):
                        encode(writing, part)

                return encode_tuple
            case types.BoardType(item=item):
                if item == types.SYMBOL:
                    return lambda writing, value: writing.parts.extend([symbols[cell] for cell in value])
                cell_encoder = self.encoder(item)

                def encode_board(writing: Writing, value: Any) -> None:
                    for cell in value:
                        cell_encoder(writing, cell)

                return encode_board
            case types.OptionalType(item=item):
                inner = self.encoder(item)

                def encode_optional(writing: Writing, value: Any) -> None:
                    writing.parts.append(b"\0" if value is None else b"\1")
                    if value is not None:
                        inner(writing, value)

                return encode_optional
            case types.ListType() | types.TableType():
                contents = self.contents(type_)
                return lambda writing, value: writing.refer(value, contents)
            case types.ObjectType():
                return lambda writing, value: writing.refer(value, self._encode_object)
        if type_ == types.INT:
            return lambda writing, value: writing.parts.append(value.to_bytes(8, "little", signed=True))
        if type_ == types.FLOAT:
            return lambda writing, value: writing.parts.append(struct.pack("<d", value))
        if type_ == types.BOOL:
            return lambda writing, value: writing.parts.append(b"\1" if value else b"\0")
        if type_ == types.SYMBOL:
            return lambda writing, value: writing.parts.append(symbols[value])
        if type_ == types.STRING:
            return _encode_text
        if type_ == types.ANY:
            return self._encode_any
        return lambda writing, value: None

    def contents(self, type_: types.ListType | types.TableType) -> Encode:
        found = self._contents.get(type_)
        if found is None:
            if isinstance(type_, types.ListType):
                item = self.encoder(type_.item)

                def encode_list(writing: Writing, value: Any) -> None:
                    writing.parts.append(len(value).to_bytes(4, "little"))
                    for part in value:
                        item(writing, part)

                found = encode_list
            else:
                key, entry = self.encoder(type_.key), self.encoder(type_.value)
                wraps = needs_kind(type_.key)

                def encode_table(writing: Writing, value: Any) -> None:
                    writing.parts.append(len(value).to_bytes(4, "little"))
                    for name, part in value.values() if wraps else value.items():
                        key(writing, name)
                        entry(writing, part)

                found = encode_table
            self._contents[type_] = found
        return found

    def _encode_object(self, writing: Writing, value: Any) -> None:
        number = type(value).number
        fields = self._fields.get(number)
        if fields is None:
            name = self.program.classes[number].name
            variables = enumerate(self.hierarchy.fields(name))
            fields = [(slot, self.encoder(var.type)) for slot, var in variables if not var.is_hint]
            self._fields[number] = fields
        writing.parts.append(number.to_bytes(2, "little"))
        for slot, encode in fields:
            part = getattr(value, f"s{slot}")
            writing.parts.append(b"\0" if part is UNSET else b"\1")
            if part is not UNSET:
                encode(writing, part)

    def _encode_any(self, writing: Writing, value: Any) -> None:
        if value is None:
            writing.parts.append(b"\0")
        elif isinstance(value, Object):
            writing.parts.append(b"\6")
            writing.refer(value, self._encode_object)
        elif isinstance(value, Box):
            writing.parts.append(b"\7" + value.type.to_bytes(2, "little"))
            self._encode_boxed(writing, self.boxed[value.type], value.value)
        else:
            kind, type_ = _KINDS[type(value)]
            writing.parts.append(bytes((kind,)))
            self.encoder(type_)(writing, value)

    def _encode_boxed(self, writing: Writing, boxed: types.Type, content: Any) -> None:
        """What a box holds. Tuples and boards in an `any` may hold others in an `any`, without end: by a stack of its
        own, the next part on top."""
        stack = [(boxed, content)]
        while stack:
            type_, value = stack.pop()
            match type_:
                case types.TupleType(items):
                    stack.extend(zip(reversed(items), reversed(value), strict=True))
                case types.BoardType(item=item) if not types.is_plain(item):
                    stack.extend((item, cell) for cell in reversed(value))
                case types.OptionalType(item=item):
                    writing.parts.append(b"\0" if value is None else b"\1")
                    if value is not None:
                        stack.append((item, value))
                case _ if type_ == types.ANY and isinstance(value, Box):
                    writing.parts.append(b"\7" + value.type.to_bytes(2, "little"))
                    stack.append((self.boxed[value.type], value.value))
                case _:
                    self.encoder(type_)(writing, value)

    # ------------------------------------------------------------------------------------------------ measuring

    def measure(self, roots: Iterable[tuple[types.Type, Any]]) -> int:
        """Abstract bytes of everything these values hold: 16 for each thing and 8 for each slot."""
        total = 0
        seen: set[int] = set()
        stack = [(type_, value) for type_, value in roots if value is not UNSET and value is not None]
        while stack:
            type_, value = stack.pop()
            if isinstance(type_, types.OptionalType):
                if value is None:
                    continue
                type_ = type_.item
            if type_ == types.ANY:
                if isinstance(value, Box):
                    type_, value = self.boxed[value.type], value.value
                    if isinstance(type_, types.TupleType):
                        total += 16 + 8 * types.slots(type_)
                elif isinstance(value, str):
                    type_ = types.STRING
                elif isinstance(value, Object):
                    type_ = types.ObjectType("")
                else:
                    continue
            match type_:
                case types.TupleType(items):
                    stack.extend(zip(items, value, strict=True))
                case types.BoardType(item=item):
                    # A value, like a string: counted wherever it is held.
                    total += 16 + 8 * types.slots(item) * type_.cells
                    if (
                        item == types.STRING
                        or not types.is_plain(item)
                        or isinstance(item, types.TupleType | types.OptionalType)
                    ):
                        stack.extend((item, cell) for cell in value)
                case types.ListType(item=item):
                    if id(value) in seen:
                        continue
                    seen.add(id(value))
                    total += 16 + 8 * types.slots(item) * len(value)
                    stack.extend((item, part) for part in value)
                case types.TableType(key, entry):
                    if id(value) in seen:
                        continue
                    seen.add(id(value))
                    total += 16 + 8 * (types.slots(key) + types.slots(entry)) * len(value)
                    for name, part in value.values() if needs_kind(key) else value.items():
                        stack.append((key, name))
                        stack.append((entry, part))
                case types.ObjectType():
                    if id(value) in seen:
                        continue
                    seen.add(id(value))
                    variables = self.hierarchy.fields(self.program.classes[type(value).number].name)
                    total += 16 + 8 * sum(types.slots(var.type) for var in variables)
                    for slot, var in enumerate(variables):
                        part = getattr(value, f"s{slot}")
                        if part is not UNSET:
                            stack.append((var.type, part))
                case _ if type_ == types.STRING:
                    total += 16 + len(value)
        return total


def _encode_text(writing: Writing, value: Any) -> None:
    raw = value.encode("utf-8", "surrogatepass")
    writing.parts.append(len(raw).to_bytes(4, "little") + raw)


NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Copier:
    """Copies values with everything they refer to; what is shared stays shared. Goes by an explicit stack.

    Objects that are `lasting` (see `CoreEngine`) are not copied but taken over, or what is `instead` of them: by the
    id() of each."""

    __slots__ = ("copies", "instead", "lasting", "waiting")

    def __init__(
        self, lasting: Mapping[type[Object], Sequence[str]] = NOTHING, instead: Mapping[int, Object] = NOTHING
    ) -> None:
        self.lasting = lasting
        self.instead = instead
        # The original is kept beside its copy so that its id() cannot be given to something else meanwhile.
        self.copies: dict[int, tuple[Any, Any]] = {}
        self.waiting: list[Any] = []

    def copy(self, value: Any) -> Any:
        result = self._one(value)
        while self.waiting:
            self._fill(self.waiting.pop())
        return result

    def journals(self, journals: list[dict[Any, tuple[Any, ...]]]) -> list[dict[Any, tuple[Any, ...]]]:
        """Open attempts of the copy, which find their things by the identity of the copies."""
        copies: list[dict[Any, tuple[Any, ...]]] = []
        for journal in journals:
            twin: dict[Any, tuple[Any, ...]] = {}
            for key, (container, kept, number) in journal.items():
                thing = self.copy(container)
                twin[key if container is None else id(thing)] = (thing, self.copy(kept), number)
            copies.append(twin)
        return copies

    def lasts(self, value: Object) -> bool:
        """Whether all copies have this very object."""
        doubtful = self.lasting.get(type(value))
        if not doubtful:
            return doubtful is not None
        # A loop, because this is asked of every card of every copy.
        for name in doubtful:  # noqa: SIM110
            if type(getattr(value, name)) not in ATOMS:
                return False
        return True

    def _one(self, value: Any) -> Any:
        kind = type(value)
        if kind in ATOMS:
            return value
        if kind is tuple:
            parts = tuple(map(self._one, value))
            return value if all(map(_is_same, parts, value)) else parts
        if kind is Box:
            if type(value.value) is tuple:
                # Inside, there may be a tuple in an `any` again, and so on.
                return mapped(value, self._one)
            inner = self._one(value.value)
            return value if inner is value.value else Box(value.type, inner)
        if kind is list or kind is dict or isinstance(value, Object):
            found = self.copies.get(id(value))
            if found is not None:
                return found[1]
            if kind in self.lasting and self.lasts(value):
                return self.instead.get(id(value), value)
            copy: Any = kind.__new__(kind)  # type: ignore[call-overload]
            self.copies[id(value)] = (value, copy)
            self.waiting.append(value)
            return copy
        return value

    def _fill(self, value: Any) -> None:
        copy = self.copies[id(value)][1]
        if isinstance(value, list):
            copy.extend(map(self._one, value))
        elif isinstance(value, dict):
            for key, entry in value.items():
                copy[self._one(key)] = self._one(entry)
        else:
            copy.serial = value.serial
            for name in type(value).names:
                setattr(copy, name, self._one(getattr(value, name)))


def _is_same(left: Any, right: Any) -> bool:
    return left is right
