"""The types of Senet: int, str, bool, void, lists of one type, and groups.

`NONE` is the type of the literal None, which fits every group; `LOST` stands where a type could not be found out: why
has been reported, and it fits everywhere so that one mistake is not reported twice. The empty list is a list of `LOST`
until its place says what it holds.

    >>> show(ListOf(ListOf(INT)))
    'list<list<int>>'
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from parlour.dataclass import dataclass


class Basic(Enum):
    INT = "int"
    STR = "str"
    BOOL = "bool"
    VOID = "void"
    NONE = "None"
    LOST = "?"


@dataclass(frozen=True, slots=True)
class ListOf:
    item: Type


@dataclass(frozen=True, slots=True)
class GroupOf:
    """An instance of this group or of one that extends it, or None."""

    name: str


Type: TypeAlias = Basic | ListOf | GroupOf

INT = Basic.INT
STR = Basic.STR
BOOL = Basic.BOOL
VOID = Basic.VOID
NONE = Basic.NONE
LOST = Basic.LOST

COORDINATES = ListOf(INT)


def show(type_: Type) -> str:
    """The type as it is written in a program."""
    match type_:
        case Basic():
            return type_.value
        case ListOf(item):
            return "list" if item is LOST else f"list<{show(item)}>"
        case GroupOf(name):
            return name


def describe(type_: Type) -> str:
    """A value of the type, as a sentence says it: `an int`."""
    match type_:
        case Basic.INT:
            return "an int"
        case Basic.VOID:
            return "no value (void)"
        case Basic.NONE:
            return "None"
        case GroupOf(name):
            return f"an instance of {name}"
    return f"a {show(type_)}"


def conversion(found: Type, wanted: Type) -> str:
    """What makes the one of the other, as a hint; empty if nothing does."""
    if found is STR and wanted is INT:
        return "`stoi` makes a number of a digit"
    if found is INT and wanted is STR:
        return "`itos` makes a text of a number"
    if found == COORDINATES and wanted is INT:
        return "the number of a cell is made of its coordinates by `toi`: `board.toi([x, y])`"
    if found is INT and wanted == COORDINATES:
        return "the coordinates of a cell are made of its number by `tol`: `board.tol(n)`"
    if found is BOOL and wanted is INT:
        return "compare first, and give a number in each case: `if (…) { n = 1; } else { n = 0; }`"
    if found is INT and wanted is BOOL:
        return "compare it with something: `n != 0`"
    if found is NONE and wanted is INT:
        return "a number is wanted here: `0` for none"
    if found is NONE and wanted is BOOL:
        return "write `True` or `False`"
    return ""
