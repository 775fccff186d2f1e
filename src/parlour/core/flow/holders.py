"""What flows where in one function: the places that hold numbers, texts and collections, and the ways between them.

A *place* stands for whatever a parameter, local, result, global, field or part of an expression ever holds: order in
time does not count. Truth values, symbols and objects have no place, because nobody asks about them here; a tuple has
one for each component. What lists, boards, tables and `any` hold are places too, found by a label (`Part`); the two
ends of a way between such collections share what is inside, since a reference can be written through at either end.

A function becomes a `Fragment` with places counted from 0; places that all functions share (globals, fields) have
negative numbers. `graph.py` puts the fragments of a program together.

    x = add(y, 1)      Way(y, x, "plus", by=the place of 1)
    eq(x, "yes")       Comparison("eq", x, the place of "yes")
    list_get(l, x)     x is an index; Part(l, "item") flows on
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal, NamedTuple, assert_never

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Program
from parlour.core.types import BoardType, ListType, ObjectType, OptionalType, Scalar, TableType, TupleType, Type
from parlour.dataclass import dataclass

# Where a value of a type is held: one place, one for each component of a tuple, or none.
Value = int | tuple["Value", ...] | None

# What becomes of a value on its way: the same; more or less by what another place holds; a number nobody follows, or
# a longer or shorter text; the code of one of its characters; the character of a code; the number its digits say.
How = Literal["copy", "plus", "minus", "lose", "code", "character", "digits"]

# Under which name a collection holds a part: "item", "key", "value", "tuple", then components of tuples.
Label = tuple[str | int, ...]


class Way(NamedTuple):
    source: int
    target: int
    how: How
    by: int | None = None


class Part(NamedTuple):
    """`place` is what `whole` holds under a label."""

    whole: int
    label: Label
    place: int


class Comparison(NamedTuple):
    """`eq` for sameness, `order` for less and greater, `find` for a text searched for another."""

    how: Literal["eq", "order", "find"]
    left: int
    right: int


class Index(NamedTuple):
    """A place used as an index of a list or text, or of a board with so many cells. `between`: not of an element but of
    a position before, between or behind elements, of which there is one more."""

    place: int
    cells: int | None = None
    between: bool = False


class Reckoning(NamedTuple):
    """Arithmetic whose result is a known constant when its arguments are."""

    op: str
    args: tuple[int, ...]
    result: int


class Passing(NamedTuple):
    """A call of one of these functions."""

    functions: tuple[str, ...]
    args: tuple[Value, ...]
    result: Value


@dataclass(slots=True)
class Flows:
    """What is known of a set of places. `holds`: for each place, whether it may hold something with parts; `alike`:
    pairs of places whose parts are the same; `unknown`: places that receive values nobody can tell."""

    holds: list[bool] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    alike: list[tuple[int, int]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    constants: list[tuple[int, int | float | str]] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    reckonings: list[Reckoning] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    indexes: list[Index] = field(default_factory=list)

    def place(self, holds: bool = False) -> int:
        self.holds.append(holds)
        return len(self.holds) - 1

    def value(self, type_: Type) -> Value:
        """New places for a value of a type. An optional has those of its item."""
        match type_:
            case Scalar(name):
                return self.place(name == "any") if name in ("int", "float", "string", "any") else None
            case TupleType(items):
                return tuple(self.value(item) for item in items)
            case OptionalType(item):
                return self.value(item)
            case ListType() | TableType() | BoardType():
                return self.place(True)
            case ObjectType():
                return None
            case _:
                assert_never(type_)


@dataclass(slots=True)
class Fragment(Flows):
    """The flows of one function. `questions` has, for each site that asks, the place of each leaf of its domain; None
    for leaves that list their answers themselves."""

    params: tuple[Value, ...] = ()
    result: Value = None
    calls: list[Passing] = field(default_factory=list)
    questions: dict[int, tuple[int | None, ...]] = field(default_factory=dict)


class Shared(Flows):
    """The places of globals and fields. Fragments call them by the complement of their number: ~0, ~1, …"""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.hierarchy = Hierarchy(program.classes)
        self.globals = {variable.name: complement(self.value(variable.type)) for variable in program.globals}
        own = {
            (class_.name, variable.name): complement(self.value(variable.type))
            for class_ in program.classes
            for variable in class_.fields
        }
        self.fields = {
            (class_.name, variable.name): own[ancestor, variable.name]
            for class_ in program.classes
            for ancestor in self.hierarchy.ancestors(class_.name)
            for variable in self.hierarchy.classes[ancestor].fields
        }


def complement(value: Value) -> Value:
    match value:
        case int():
            return ~value
        case tuple():
            return tuple(map(complement, value))
    return None


def leaves(value: Value, path: Label = ()) -> Iterator[tuple[Label, int]]:
    """The places of a value, each with the components that lead to it."""
    match value:
        case int():
            yield path, value
        case tuple():
            for number, item in enumerate(value):
                yield from leaves(item, (*path, number))
