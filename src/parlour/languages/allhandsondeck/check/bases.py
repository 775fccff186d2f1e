"""Sets of *bases*: what a value may be, as far as it matters for compiling.

A base is a primitive type, None, one of the three sorts of ranges, or a class (of which the object was made, not one
that it extends). Sets are bit masks, because inference joins very many of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import types
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING
from parlour.core.types import Type as CoreType
from parlour.languages.allhandsondeck.check.meaning import Class, class_line
from parlour.languages.allhandsondeck.check.types import COLLECTION, STACK, Type

# A range as core has it: both ends, and whether the second one belongs to it.
INT_RANGE = types.TupleType((INT, INT, BOOL))
FLOAT_RANGE = types.TupleType((FLOAT, FLOAT, BOOL))
TEXT_RANGE = types.TupleType((STRING, STRING, BOOL))

_PLAIN: tuple[CoreType, ...] = (INT, FLOAT, BOOL, STRING, NONE, INT_RANGE, FLOAT_RANGE, TEXT_RANGE)
_NAMES = ("int", "float", "bool", "string", "None", "Range", "Range", "Range")

INT_BIT, FLOAT_BIT, BOOL_BIT, STRING_BIT, NONE_BIT, INT_RANGE_BIT, FLOAT_RANGE_BIT, TEXT_RANGE_BIT = (
    1 << number for number in range(8)
)
NUMBERS = INT_BIT | FLOAT_BIT
RANGE_TYPES = ((INT_RANGE_BIT, INT_RANGE), (FLOAT_RANGE_BIT, FLOAT_RANGE), (TEXT_RANGE_BIT, TEXT_RANGE))
RANGES = INT_RANGE_BIT | FLOAT_RANGE_BIT | TEXT_RANGE_BIT


class Bases:
    """The bases of one program."""

    def __init__(self, classes: dict[str, Class]) -> None:
        self.classes = classes
        self.names = list(classes)
        self.lines = {name: class_line(classes, name) for name in classes}
        self.bits = {name: 1 << (len(_PLAIN) + number) for number, name in enumerate(self.names)}
        # Every class with all that extend it.
        self.below = dict.fromkeys(self.names, 0)
        for name, line in self.lines.items():
            for ancestor in line:
                self.below[ancestor] |= self.bits[name]
        self.objects = self.below["Object"]
        self.collections = self.below[COLLECTION]
        self.stacks = self.below[STACK]
        self.every = (1 << (len(_PLAIN) + len(self.names))) - 1

    def accepted(self, type_: Type) -> int:
        """What a type lets in, elements of collections left aside. An int for a float is converted."""
        match type_.name:
            case "int":
                return INT_BIT
            case "float":
                return FLOAT_BIT
            case "bool":
                return BOOL_BIT
            case "string":
                return STRING_BIT
            case "Range":
                return RANGES
        return self.below[type_.name] | NONE_BIT

    def is_plain(self, mask: int) -> bool:
        """Only primitive values and None are among them."""
        return 0 < mask < INT_RANGE_BIT

    def class_names(self, mask: int) -> list[str]:
        """The classes among the bases."""
        mask >>= len(_PLAIN)
        found = []
        while mask:
            low = mask & -mask
            found.append(self.names[low.bit_length() - 1])
            mask ^= low
        return found

    def each(self, mask: int) -> Iterator[tuple[int, str]]:
        """Every base with its name for people."""
        for number, name in enumerate(_NAMES):
            if mask >> number & 1:
                yield 1 << number, name
        for name in self.class_names(mask):
            yield self.bits[name], name

    def common(self, names: list[str]) -> str:
        """The nearest class that all of these extend."""
        first, *others = (self.lines[name] for name in names)
        return next(name for name in first if all(name in line for line in others))

    def core_type(self, mask: int) -> CoreType:
        """The narrowest core type that holds all these bases; `any` where nothing narrower does."""
        item = mask & ~NONE_BIT
        found: CoreType = ANY
        if item and not item & (item - 1) and item < 1 << len(_PLAIN):
            found = _PLAIN[item.bit_length() - 1]
        elif item and not item & ~self.objects:
            found = types.ObjectType(self.common(self.class_names(item)))
        if mask & NONE_BIT and found != ANY:
            return types.OptionalType(found)
        return found

    def mask_of(self, type_: CoreType) -> int:
        """The bases that a value of a core type may have."""
        match type_:
            case types.OptionalType(item):
                return self.mask_of(item) | NONE_BIT
            case types.ObjectType(name):
                return self.below[name]
        if type_ in _PLAIN:
            return 1 << _PLAIN.index(type_)
        return (1 << len(_PLAIN)) - 1 | self.objects


def plain_type(bit: int) -> CoreType:
    """The core type of a base that is no class."""
    return _PLAIN[bit.bit_length() - 1]


def numeric(left: int, right: int) -> int:
    """The bases of a sum, a product and so on of numbers."""
    found = left & right & INT_BIT
    if left & NUMBERS and right & NUMBERS and (left | right) & FLOAT_BIT:
        found |= FLOAT_BIT
    return found


def range_bases(start: int, end: int) -> int:
    """The bases of a range with such ends."""
    found = 0
    if start & end & INT_BIT:
        found |= INT_RANGE_BIT
    if start & NUMBERS and end & NUMBERS and (start | end) & FLOAT_BIT:
        found |= FLOAT_RANGE_BIT
    if start & end & STRING_BIT:
        found |= TEXT_RANGE_BIT
    return found
