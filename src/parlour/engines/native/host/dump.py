"""What lies in an arena, said in the words of core: for people who look for a fault in compiled code.

`dump` takes a suspended state, an arena or a snapshot, and gives lines of text: the words of the state, what is left of
the budgets, every global and every kept local with its offset, type and value, the places in the source where functions
wait, and what lies on the heap, by type. The heap is walked from globals, frames and seats (tracing); the rest of it is
garbage, or belongs to an open attempt, an open group or the outcome. Values are written as in core text, objects with
their creation numbers:

    globals
       328  @board: board[symbol, 3 x 3] = #X #Empty #Empty / #Empty #Empty #Empty / #Empty #Empty #Empty
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from parlour.core import nodes, types
from parlour.core.hierarchy import Hierarchy
from parlour.core.text import print_expr, print_type
from parlour.core.types import Type
from parlour.core.values import Symbol
from parlour.engines.core.values import UNSET, Box, Object, needs_kind
from parlour.engines.native.host.decode import Memory, Reader
from parlour.engines.native.host.handover import Handover, Stop
from parlour.engines.native.layout import HOST_SIZE, State, Tag
from parlour.syntax.display import visible

# Values are shown to this depth of things in things, and to this length.
DEEPEST = 4
LONGEST = 600

_HEADER = 8
_BLOCK_HEAD = 16
_LIST_WORDS = 4
_TABLE_WORDS = 5


def dump(handover: Handover, memory: Memory) -> Iterator[str]:
    """The lines that say what lies here."""
    reader = handover.reader(memory)
    shown = _Shown(handover, reader)
    directory, program = handover.directory, handover.program
    heap = _Heap(handover, memory)
    end, bump = memory.get(State.FRAMES), memory.get(State.BUMP)
    yield f"arena of {print_expr(_local(program.name))}: {end - HOST_SIZE:,} bytes from {HOST_SIZE} to {end}"
    yield ""
    yield "state"
    for word in State:
        yield f"{word.value:>6}  {word.name.lower()} = {memory.get(word)}"
    left = {"steps": State.STEPS, "calls": State.DEPTH, "bytes to tell": State.TOLD, "bytes of memory": State.ROOM}
    yield f"        left: {', '.join(f'{memory.get(word):,} {what}' for what, word in left.items())}"
    yield f"        seats: {', '.join(map(visible, handover.seats(reader))) or 'none'}"
    outcome = handover.outcome(reader)
    yield f"        outcome: {'not yet known' if outcome is None else visible(repr(outcome))}"
    yield ""
    yield "globals"
    for offset, variable in zip(directory.global_offsets, program.globals, strict=True):
        name = print_expr(nodes.Global(variable.name, variable.type))
        yield shown.variable(offset, name, variable.type, may_be_unset=True)
        heap.look(offset, variable.type, may_be_unset=True)
    yield ""
    yield "frames, the outermost first"
    for stop, frame in handover.frames(memory):
        yield f"{frame:>6}  {_waiting(stop)}"
        for slot in stop.slots:
            place = frame + 8 * slot.place
            yield "  " + shown.variable(place, print_expr(_local(slot.name)), slot.type, slot.may_be_unset)
            heap.look(place, slot.type, slot.may_be_unset)
    heap.look(State.SEATS, types.ListType(types.STRING), may_be_unset=False)
    yield ""
    reached = sum(heap.bytes.values())
    base = directory.heap_base
    yield f"heap: {bump - base:,} bytes from {base} to {bump}, {reached:,} of them reached"
    for type_, count in sorted(heap.counts.items(), key=lambda item: (-heap.bytes[item[0]], str(item[0]))):
        yield f"{count:>6}  {print_type(type_)}, {heap.bytes[type_]:,} bytes"


def _local(name: str) -> nodes.Local:
    return nodes.Local(name, types.NONE)


def _waiting(stop: Stop) -> str:
    """Who waits where, and for what."""
    site = stop.site
    match site.stmt:
        case nodes.Ask(target=target):
            what = f"asks for {print_expr(_local(target))}"
        case nodes.Invoke(call=call):
            what = f"waits for {print_expr(call)}"
    span = site.stmt.span
    place = "" if span is None else f" at {visible(span.source.name)}:{span.line}:{span.column}"
    return f"{print_expr(_local(site.function))} {what}{place}"


# ------------------------------------------------------------------------------------------------------- values


class _Shown:
    """Values as text."""

    def __init__(self, handover: Handover, reader: Reader) -> None:
        self.types = handover.types
        self.classes = handover.program.classes
        self.hierarchy = Hierarchy(self.classes)
        self.reader = reader

    def variable(self, offset: int, name: str, type_: Type, may_be_unset: bool) -> str:
        words = self.reader.memory.read(offset, self.types.width(type_) + may_be_unset)
        value = self.reader.variable(type_, may_be_unset, iter(words))
        self.reader.fill()
        text = self.text(type_, value, DEEPEST)
        return f"{offset:>6}  {name}: {print_type(type_)} = {text if len(text) <= LONGEST else text[:LONGEST] + '…'}"

    def text(self, type_: Type, value: Any, depth: int) -> str:
        """A value of a type, down to a depth."""
        match value:
            case _ if value is UNSET:
                return "unset"
            case Box():
                return self.text(self.types.shared.types[value.type], value.value, depth)
            case Object():
                return self._object(value, depth)
            case Symbol():
                return print_expr(nodes.Const(value.name, types.SYMBOL))
            case None | bool() | int() | float() | str():
                return print_expr(nodes.Const(value, types.STRING if isinstance(value, str) else types.INT))
        if isinstance(type_, types.OptionalType):
            return self.text(type_.item, value, depth)
        if depth == 0:
            return "…"
        match type_:
            case types.TupleType(items):
                parts = [self.text(item, part, depth - 1) for item, part in zip(items, value, strict=True)]
                return f"({', '.join(parts)})"
            case types.BoardType(item=item, width=width):
                cells = [self.text(item, cell, depth - 1) for cell in value]
                return " / ".join(" ".join(cells[at : at + width]) for at in range(0, len(cells), width))
            case types.ListType(item=item):
                return f"[{', '.join(self.text(item, part, depth - 1) for part in value)}]"
            case types.TableType(key, entry):
                pairs = value.values() if needs_kind(key) else value.items()
                said = (f"{self.text(key, k, depth - 1)}: {self.text(entry, v, depth - 1)}" for k, v in pairs)
                return f"{{{', '.join(said)}}}"
        raise AssertionError(f"{value!r} is no value of {type_}")

    def _object(self, thing: Object, depth: int) -> str:
        name = self.classes[thing.number].name
        head = f"{print_expr(_local(name))} {thing.serial}"
        if depth < DEEPEST:
            return head
        fields = (
            f"{print_expr(_local(field.name))} = {self.text(field.type, getattr(thing, f's{place}'), depth - 1)}"
            for place, field in enumerate(self.hierarchy.fields(name))
        )
        return f"{head} {{{', '.join(fields)}}}"


# --------------------------------------------------------------------------------------------------------- heap


class _Heap:
    """What is reached, by type: how many and how many bytes, the blocks of lists and tables with them."""

    def __init__(self, handover: Handover, memory: Memory) -> None:
        self.types = handover.types
        self.base = handover.directory.heap_base
        self.memory = memory
        self.reader = handover.reader(memory)
        self.counts: Counter[Type] = Counter()
        self.bytes: Counter[Type] = Counter()
        self._seen: set[int] = set()

    def look(self, offset: int, type_: Type, may_be_unset: bool) -> None:
        """Everything that can be reached from the slots here."""
        if may_be_unset and self.memory.get(offset) == 0:
            return
        words = self.memory.read(offset + 8 * may_be_unset, self.types.width(type_))
        waiting = list(self._references(type_, words))
        while waiting:
            thing, static = waiting.pop()
            if thing < self.base or thing in self._seen:  # constants lie below
                continue
            self._seen.add(thing)
            size, inside = self._thing(thing, static)
            self.counts[static] += 1
            self.bytes[static] += -(-size // 8) * 8
            waiting.extend(inside)

    def _references(self, type_: Type, words: Sequence[int]) -> Iterator[tuple[int, Type]]:
        """The heap objects that the slots of a value refer to, each with its type."""
        match type_:
            case types.TupleType(items):
                at = 0
                for item in items:
                    width = self.types.width(item)
                    yield from self._references(item, words[at : at + width])
                    at += width
            case types.OptionalType(item=item):
                if words[0]:
                    yield from self._references(item, words if self.types.is_pointer(item) else words[1:])
            case types.ObjectType():
                yield words[0], self.reader.type_at(words[0])
            case _ if type_ == types.ANY:
                yield from self._boxed(words[0])
            case _ if self.types.is_pointer(type_):
                yield words[0], type_

    def _boxed(self, word: int) -> Iterator[tuple[int, Type]]:
        if word & 7 in (Tag.STRING, Tag.OBJECT, Tag.BOX, Tag.NUMBER):
            yield word & ~7, self.reader.type_at(word & ~7)

    def _thing(self, thing: int, type_: Type) -> tuple[int, Iterator[tuple[int, Type]]]:
        """The bytes of a heap object with the blocks that belong to it, and what it refers to."""
        match type_:
            case types.ListType(item=item):
                length, _, block = self.memory.read(thing + _HEADER, 3)
                return 8 * _LIST_WORDS + self._block(block), self._items(block, [item], length)
            case types.TableType(key, value):
                _, used, block, index = self.memory.read(thing + _HEADER, 4)
                # Of an entry: its hash, which is -1 where it was removed, its key frozen, key and value.
                inside = self._items(block, [types.INT, types.OptionalType(types.STRING), key, value], used)
                return 8 * _TABLE_WORDS + self._block(block) + self._block(index), inside
            case types.ObjectType(name):
                return 16 + 8 * self.types.object_width(name), self._fields(thing + 16, name)
            case types.BoardType(item=item, cells=cells) if not self.types.packed(type_):
                small = self.types.cell(type_)
                if small:
                    return _HEADER + small * cells, iter(())
                return _HEADER + 8 * self.types.width(item) * cells, self._row(thing + _HEADER, [item] * cells)
        if type_ == types.STRING:
            return 16 + 4 * self.memory.get(thing + 8), iter(())
        return _HEADER + 8 * self.types.width(type_), self._row(thing + _HEADER, [type_])

    def _block(self, block: int) -> int:
        return _BLOCK_HEAD + 8 * self.memory.get(block + 8) if block >= self.base else 0

    def _items(self, block: int, row: Sequence[Type], count: int) -> Iterator[tuple[int, Type]]:
        width = 8 * sum(map(self.types.width, row))
        for number in range(count if block else 0):
            at = block + _BLOCK_HEAD + number * width
            if len(row) == 1 or self.memory.get(at) != -1:
                yield from self._row(at, row)

    def _row(self, at: int, row: Sequence[Type]) -> Iterator[tuple[int, Type]]:
        for type_ in row:
            width = self.types.width(type_)
            yield from self._references(type_, self.memory.read(at, width))
            at += 8 * width

    def _fields(self, at: int, name: str) -> Iterator[tuple[int, Type]]:
        for field in self.types.fields(name):
            width = self.types.width(field.type)
            if not field.may_be_unset or self.memory.get(at):
                yield from self._references(field.type, self.memory.read(at + 8 * field.may_be_unset, width))
            at += 8 * (width + field.may_be_unset)
