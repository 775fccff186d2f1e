"""Writing values into an arena: from those that the Python engine holds to slots and heap objects; `decode.py` reads
them back."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from parlour.core import types as t
from parlour.core.nodes import Program
from parlour.core.values import Symbol
from parlour.engines.core.values import UNSET, Box, Object, needs_kind
from parlour.engines.native.compile.hashing import Freezer, hash_of_units, hash_of_word, is_word
from parlour.engines.native.compile.types import Types
from parlour.engines.native.host.decode import bits_of
from parlour.engines.native.layout import (
    T_BLOCK,
    T_FLOAT,
    T_INT,
    T_LIST_FLOAT,
    T_LIST_INT,
    T_LIST_LIST_INT,
    T_STRING,
    Tag,
)
from parlour.game.outcome import Outcome

_SPAN = 1 << 64
_HALF = 1 << 63

LISTS_OF_INTS = t.ListType(t.ListType(t.INT))


def signed(word: int) -> int:
    """A word of 64 bits as memory views want it."""
    return word - _SPAN if word >= _HALF else word


class Writer:
    """Builds the heap of one state. Things are met first and filled later, so that no nesting is too deep."""

    def __init__(self, program: Program, types: Types, base: int) -> None:
        self.types = types
        self.base = base
        self.program = program
        self.symbols = {Symbol(name): number for number, name in enumerate(program.symbols)}
        self.heap = array("q")
        self.freezer = Freezer(types, self.symbols)
        self.texts: dict[str, int] = {}
        # The thing is kept beside its place so that its id() cannot be given to something else meanwhile.
        self.things: dict[int, tuple[Any, int]] = {}
        self.waiting: list[Callable[[], None]] = []

    def fill(self) -> None:
        while self.waiting:
            self.waiting.pop()()

    def alloc(self, words: Sequence[int]) -> int:
        """A heap object of these words, its header first; its offset."""
        offset = self.base + 8 * len(self.heap)
        self.heap.extend(words)
        return offset

    def patch(self, offset: int, words: Sequence[int]) -> None:
        first = offset - self.base >> 3
        for place, word in enumerate(words, first):
            self.heap[place] = word

    def block(self, words: Sequence[int]) -> int:
        return self.alloc([T_BLOCK, len(words), *words])

    def text(self, text: str) -> int:
        found = self.texts.get(text)
        if found is None:
            raw = text.encode("utf-32-le", "surrogatepass")
            found = self.texts[text] = self.alloc([T_STRING, len(text)])
            self.heap.frombytes(raw + bytes(-len(raw) % 8))
        return found

    # --------------------------------------------------------------------------------------------------- slots

    def variable(self, type_: t.Type, may_be_unset: bool, value: Any) -> list[int]:
        if value is UNSET:
            return [0] * (1 + self.types.width(type_))
        return [1, *self.slots(type_, value)] if may_be_unset else self.slots(type_, value)

    def slots(self, type_: t.Type, value: Any) -> list[int]:
        """The slots of a value; `fill` is to be called at the end."""
        match type_:
            case t.TupleType(items):
                return [word for item, part in zip(items, value, strict=True) for word in self.slots(item, part)]
            case t.BoardType():
                return [self.board(type_, value)]
            case t.OptionalType(item=item):
                if self.types.is_pointer(item):
                    return [0] if value is None else self.slots(item, value)
                return [0] * (1 + self.types.width(item)) if value is None else [1, *self.slots(item, value)]
            case t.ListType() | t.TableType() | t.ObjectType():
                return [self.thing(type_, value)]
        if type_ == t.INT:
            return [value]
        if type_ == t.BOOL:
            return [int(value)]
        if type_ == t.FLOAT:
            return [bits_of(value)]
        if type_ == t.SYMBOL:
            return [self.symbols[value]]
        if type_ == t.STRING:
            return [self.text(value)]
        return [self.any(value)] if type_ == t.ANY else [0]

    def any(self, value: Any) -> int:
        match value:
            case None:
                return int(Tag.NONE)
            case bool():
                return value << 3 | Tag.BOOL
            case int():
                if -(1 << 60) <= value < 1 << 60:
                    return value << 3 | Tag.INT
                return self.alloc([T_INT, value]) | Tag.NUMBER
            case float():
                return self.alloc([T_FLOAT, bits_of(value)]) | Tag.NUMBER
            case str():
                return self.text(value) | Tag.STRING
            case Symbol():
                return self.symbols[value] << 3 | Tag.SYMBOL
            case Object():
                return self.thing(t.ANY, value) | Tag.OBJECT
            case Box():
                return self.box(value) | Tag.BOX
        raise AssertionError(f"{value!r} is no value of core")

    def box(self, box: Box) -> int:
        """What the `any` of a box points to."""
        found = self.things.get(id(box))
        if found is not None:
            return found[1]
        type_ = self.types.shared.types[box.type]
        offset = self.boxed(type_, box.value)
        self.things[id(box)] = (box, offset)
        return offset

    def boxed(self, type_: t.Type, value: Any) -> int:
        match type_:
            case t.TupleType():
                # It may hold a tuple in an `any`, which holds another, and so on.
                offset = self.alloc([self.types.number(type_), *[0] * self.types.width(type_)])
                self.waiting.append(lambda: self.patch(offset + 8, self.slots(type_, value)))
                return offset
            case t.BoardType(item=item) if not self.types.packed(type_) and not self.types.cell(type_):
                width = self.types.width(item)
                offset = self.alloc([self.types.number(type_), *[0] * (width * len(value))])
                self.waiting.append(lambda: self.patch(offset + 8, self.cells(item, value)))
                return offset
        (word,) = self.slots(type_, value)
        return self.alloc([self.types.number(type_), word]) if self.types.packed(type_) else word

    def board(self, type_: t.BoardType, cells: tuple[Any, ...]) -> int:
        bits = self.types.packed(type_)
        size = self.types.cell(type_)
        if bits or size:
            numbers = [int(cell) for cell in cells] if type_.item == t.BOOL else [self.symbols[cell] for cell in cells]
            if bits:
                return signed(sum(number << bits * place for place, number in enumerate(numbers)))
            raw = array("BH"[size - 1], numbers).tobytes()
            offset = self.alloc([self.types.number(type_)])
            self.heap.frombytes(raw + bytes(-len(raw) % 8))
            return offset
        return self.alloc([self.types.number(type_), *self.cells(type_.item, cells)])

    def cells(self, item: t.Type, cells: Sequence[Any]) -> list[int]:
        return [word for cell in cells for word in self.slots(item, cell)]

    # -------------------------------------------------------------------------------------------------- things

    def thing(self, type_: t.Type, value: Any) -> int:
        found = self.things.get(id(value))
        if found is not None:
            return found[1]
        match type_:
            case t.ListType():
                offset = self.alloc([self.types.number(type_), 0, 0, 0])
                self.waiting.append(lambda: self.fill_list(offset, type_.item, value))
            case t.TableType():
                offset = self.new_table(type_, value)
            case _:
                name = self.program.classes[value.number].name
                offset = self.alloc(
                    [self.types.number(t.ObjectType(name)), value.serial, *[0] * self.types.object_width(name)]
                )
                self.waiting.append(lambda: self.fill_object(offset, name, value))
        self.things[id(value)] = (value, offset)
        return offset

    def fill_list(self, offset: int, item: t.Type, values: Sequence[Any]) -> None:
        words = self.cells(item, values)
        self.patch(offset + 8, [len(values), len(values), self.block(words) if words else 0])

    def new_table(self, type_: t.TableType, table: dict[Any, Any]) -> int:
        """See `runtime/entries.py`."""
        offset = self.alloc([self.types.number(type_), 0, 0, 0, 0])
        self.waiting.append(lambda: self.fill_table(offset, type_, table))
        return offset

    def fill_table(self, offset: int, type_: t.TableType, table: dict[Any, Any]) -> None:
        entries: list[list[int]] = []
        for key, entry in table.items():
            seen, value = entry if needs_kind(type_.key) else (key, entry)
            slots = self.slots(type_.key, seen)
            frozen = 0
            if is_word(type_.key):
                hash_ = hash_of_word(seen.serial if isinstance(seen, Object) else slots[0])
            elif type_.key == t.STRING:
                hash_ = hash_of_units(seen.encode("utf-32-le", "surrogatepass"))
            else:
                units = self.freezer.units(type_.key, key)
                hash_, frozen = hash_of_units(units), self.alloc([T_STRING, len(units) >> 2])
                self.heap.frombytes(units + bytes(-len(units) % 8))
            entries.append([hash_, frozen, *slots, *self.slots(type_.value, value)])
        self.fill_entries(offset, entries)

    def fill_entries(self, offset: int, entries: list[list[int]]) -> None:
        """Entries and their index, for a table or a journal."""
        if not entries:
            return
        words = 4
        while words < len(entries):
            words *= 2
        cells = array("I", bytes(8 * words))
        mask = 2 * words - 1
        for number, entry in enumerate(entries, 1):
            cell = entry[0] & mask
            while cells[cell]:
                cell = cell + 1 & mask
            cells[cell] = number
        block = self.block([word for entry in entries for word in entry])
        index = self.alloc([T_BLOCK, words])
        self.heap.frombytes(cells.tobytes())
        self.patch(offset + 8, [len(entries), len(entries), block, index])

    def journals(self, journals: list[dict[Any, tuple[Any, ...]]]) -> int:
        """What open attempts would put back (see `runtime/journal.py`): the innermost, which knows those outside."""
        outer = 0
        for journal in journals:
            offset = self.alloc([T_BLOCK, 0, 0, 0, 0, outer])
            self.waiting.append(partial(self.fill_journal, offset, journal))
            outer = offset
        return outer

    def fill_journal(self, offset: int, journal: dict[Any, tuple[Any, ...]]) -> None:
        entries: list[list[int]] = []
        for container, kept, number in journal.values():
            if container is None:
                type_ = self.program.globals[number].type
                key, old = -1 - number, self.block(self.variable(type_, True, kept))
            elif isinstance(container, Object):
                key, old = self.thing(t.ANY, container), self.twin_object(container, kept)
            else:
                type_ = self.types.shared.types[number]
                key, old = self.thing(type_, container), self.thing(type_, kept)
            entries.append([hash_of_word(key), 0, key, old])
        self.fill_entries(offset, entries)

    def twin_object(self, thing: Object, kept: list[Any]) -> int:
        """An object of the same class with other fields."""
        name = self.program.classes[thing.number].name
        words = [self.types.number(t.ObjectType(name)), thing.serial]
        for variable, value in zip(self.types.fields(name), kept, strict=True):
            words += self.variable(variable.type, variable.may_be_unset, value)
        return self.alloc(words)

    def fill_object(self, offset: int, class_name: str, value: Object) -> None:
        words: list[int] = []
        for place, variable in enumerate(self.types.fields(class_name)):
            words += self.variable(variable.type, variable.may_be_unset, getattr(value, f"s{place}"))
        self.patch(offset + 16, words)

    def list_of(self, number: int, item: t.Type, values: Sequence[Any]) -> int:
        """A list that is a root of its own, of one of the types that every program has."""
        offset = self.alloc([number, 0, 0, 0])
        self.fill_list(offset, item, values)
        return offset

    def outcome(self, outcome: Outcome) -> int:
        ranking = 0
        if outcome.ranking is not None:
            offsets = [self.list_of(T_LIST_INT, t.INT, rank) for rank in outcome.ranking]
            ranking = self.alloc([T_LIST_LIST_INT, len(offsets), len(offsets), 0])
            self.patch(ranking + 24, [self.block(offsets)])
        scores = 0 if outcome.scores is None else self.list_of(T_LIST_FLOAT, t.FLOAT, outcome.scores)
        return self.block([ranking, scores, int(outcome.scores is not None), self.text(outcome.reason), 0, 0, 0, 0])
