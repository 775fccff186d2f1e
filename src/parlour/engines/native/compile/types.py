"""The types of one program as numbers and a table that the runtime walks by."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core import types
from parlour.core.digest import digest
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Program, Variable
from parlour.engines.core.values import Shared
from parlour.engines.native.layout import ENTRY_WORDS, Entry, Kind, cell_bytes, is_pointer, packed_bits, width

_SCALARS = {
    "none": Kind.NONE,
    "int": Kind.INT,
    "bool": Kind.BOOL,
    "float": Kind.FLOAT,
    "string": Kind.STRING,
    "symbol": Kind.SYMBOL,
    "any": Kind.ANY,
}

# In the order of the T_ constants of `layout.py`; None is the block that belongs to a list or table.
_FIRST: tuple[types.Type | None, ...] = (
    types.NONE,
    types.INT,
    types.BOOL,
    types.FLOAT,
    types.STRING,
    types.SYMBOL,
    types.ANY,
    None,
    types.ListType(types.INT),
    types.ListType(types.STRING),
    types.ListType(types.ListType(types.INT)),
    types.ListType(types.FLOAT),
)


class Types:
    """Numbers every type that the program mentions (see `core/digest.py`); parts of types follow."""

    def __init__(self, program: Program, shared: Shared, mentioned: Iterable[types.Type] | None = None) -> None:
        self.symbols = len(program.symbols)
        self.shared = shared
        self.hierarchy = Hierarchy(program.classes)
        self.class_numbers = {class_.name: number for number, class_ in enumerate(program.classes)}
        self.types: list[types.Type | None] = []
        self._is_closed = False
        self.numbers: dict[types.Type | None, int] = {}
        for type_ in _FIRST:
            self.number(type_)
        for class_ in program.classes:
            self.number(types.ObjectType(class_.name))
        for boxed in shared.types:
            self.number(boxed)
        for type_ in digest(program).types if mentioned is None else mentioned:
            self.number(type_)
        # Parts of types come last, so that rows can be made in one pass.
        self.tables = self._tables()
        self._is_closed = True

    def plain_slots(self, type_: types.Type) -> list[bool]:
        """For each slot of a value, whether different contents always mean different values. Not so for references: two
        heap objects can be equal."""
        if isinstance(type_, types.TupleType):
            return [bit for item in type_.items for bit in self.plain_slots(item)]
        return [type_ in (types.INT, types.BOOL, types.SYMBOL) or self.packed(type_) > 0] * self.width(type_)

    def number(self, type_: types.Type | None) -> int:
        found = self.numbers.get(type_)
        if found is None:
            if self._is_closed:
                raise KeyError(f"the program does not mention the type {type_}")
            found = self.numbers[type_] = len(self.types)
            self.types.append(type_)
        return found

    def width(self, type_: types.Type) -> int:
        return width(type_, self.symbols)

    def is_pointer(self, type_: types.Type) -> bool:
        return is_pointer(type_, self.symbols)

    def packed(self, type_: types.Type) -> int:
        return packed_bits(type_, self.symbols) if isinstance(type_, types.BoardType) else 0

    def cell(self, type_: types.BoardType) -> int:
        return cell_bytes(type_, self.symbols)

    def fields(self, class_name: str) -> tuple[Variable, ...]:
        return tuple(self.hierarchy.fields(class_name))

    def field_place(self, class_name: str, name: str) -> tuple[int, Variable]:
        """The slot of a field after the creation number; where it may be unset, that of its flag."""
        place = 0
        for variable in self.fields(class_name):
            if variable.name == name:
                return place, variable
            place += self.width(variable.type) + variable.may_be_unset
        raise KeyError(name)

    def object_width(self, class_name: str) -> int:
        return sum(self.width(variable.type) + variable.may_be_unset for variable in self.fields(class_name))

    def _tables(self) -> tuple[list[int], list[int]]:
        """The table, and the list of parts."""
        parts: list[int] = []
        rows: list[list[int]] = []
        while len(rows) < len(self.types):
            rows.append(self._row(self.types[len(rows)], parts))
        return [word for row in rows for word in row], parts

    def _row(self, type_: types.Type | None, parts: list[int]) -> list[int]:
        row = [0] * ENTRY_WORDS
        row[Entry.BOXED] = row[Entry.PARENT] = -1
        if type_ is None:
            row[Entry.KIND] = Kind.BLOCK
            return row
        row[Entry.WIDTH] = self.width(type_)
        row[Entry.SLOTS] = types.slots(type_)
        row[Entry.POINTER] = int(self.is_pointer(type_))
        if type_ in self.shared.types:
            row[Entry.BOXED] = self.shared.number(type_)
        match type_:
            case types.Scalar(name):
                row[Entry.KIND] = _SCALARS[name]
            case types.TupleType(items):
                row[Entry.KIND] = Kind.TUPLE
                self._parts(row, parts, [(self.number(item), 0) for item in items])
            case types.BoardType(item=item):
                bits = self.packed(type_)
                row[Entry.KIND] = Kind.PACKED if bits else Kind.BOARD
                row[Entry.CELL] = bits or self.cell(type_)
                row[Entry.ITEM] = self.number(item)
                row[Entry.COUNT] = type_.cells
            case types.ListType(item=item):
                row[Entry.KIND] = Kind.LIST
                row[Entry.ITEM] = self.number(item)
            case types.TableType(key, value):
                row[Entry.KIND] = Kind.TABLE
                row[Entry.ITEM] = self.number(key)
                row[Entry.OTHER] = self.number(value)
            case types.OptionalType(item=item):
                row[Entry.KIND] = Kind.OPTIONAL
                row[Entry.ITEM] = self.number(item)
            case types.ObjectType(name):
                fields = self.fields(name)
                row[Entry.KIND] = Kind.OBJECT
                row[Entry.CLASS] = self.class_numbers[name]
                row[Entry.SLOTS] = sum(types.slots(variable.type) for variable in fields)
                parent = self.hierarchy.classes[name].parent
                row[Entry.PARENT] = -1 if parent is None else self.number(types.ObjectType(parent))
                marks = [(self.number(var.type), var.may_be_unset | var.is_hint << 1) for var in fields]
                self._parts(row, parts, marks)
        return row

    def _parts(self, row: list[int], parts: list[int], found: list[tuple[int, int]]) -> None:
        row[Entry.FIRST] = len(parts) // 2
        row[Entry.COUNT] = len(found)
        for number, marks in found:
            parts.extend((number, marks))
