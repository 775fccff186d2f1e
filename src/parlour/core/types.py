"""The types of core, and what follows from a type alone.

Boards and tuples are values; lists, tables and objects are references. `any` holds every core value.
A type prints as it is written in core text: `list[int]`, `board[symbol, 3 x 3]`, `int?` for an optional.

    >>> str(ListType(TupleType((INT, BOOL))))
    'list[(int, bool)]'
"""

from __future__ import annotations

from typing import Literal

from parlour.dataclass import dataclass

ScalarName = Literal["int", "float", "bool", "symbol", "string", "none", "any"]


@dataclass(frozen=True, slots=True)
class Scalar:
    name: ScalarName

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TupleType:
    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class BoardType:
    """`width * height` cells in one run, row by row: cell (x, y), counted from 0, is number `y * width + x`."""

    item: Type
    width: int
    height: int

    @property
    def cells(self) -> int:
        return self.width * self.height

    def __str__(self) -> str:
        return f"board[{self.item}, {self.width} x {self.height}]"


@dataclass(frozen=True, slots=True)
class ListType:
    item: Type

    def __str__(self) -> str:
        return f"list[{self.item}]"


@dataclass(frozen=True, slots=True)
class TableType:
    """Entries in order of insertion. Keys are hashed by value, objects by identity."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"table[{self.key}, {self.value}]"


@dataclass(frozen=True, slots=True)
class ObjectType:
    """An object of this class or of one derived from it; never none."""

    name: str

    def __str__(self) -> str:
        return f"object {self.name}"


@dataclass(frozen=True, slots=True)
class OptionalType:
    """A value or none. The item is neither optional, nor `none`, nor `any`."""

    item: Type

    def __str__(self) -> str:
        return f"{self.item}?"


Type = Scalar | TupleType | BoardType | ListType | TableType | ObjectType | OptionalType

INT = Scalar("int")
FLOAT = Scalar("float")
BOOL = Scalar("bool")
SYMBOL = Scalar("symbol")
STRING = Scalar("string")
NONE = Scalar("none")
ANY = Scalar("any")


def is_reference(type_: Type) -> bool:
    """Values of this type are shared when assigned: a write through one name is seen through the other."""
    return isinstance(type_, ListType | TableType | ObjectType)


def is_plain(type_: Type) -> bool:
    """No value of this type holds a reference, so it may be shared between positions and outlive an undo."""
    match type_:
        case Scalar(name):
            return name != "any"
        case TupleType(items):
            return all(is_plain(item) for item in items)
        case BoardType(item=item) | OptionalType(item=item):
            return is_plain(item)
    return False


def slots(type_: Type) -> int:
    """How many 8-byte slots a value of this type takes where it is stored."""
    match type_:
        case TupleType(items):
            return sum(slots(item) for item in items)
    return 1
