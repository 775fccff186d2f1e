"""What routines may know of the program that they are compiled into: its classes, and constants about it.

A module of routines declares the classes and globals that it names as `Object` and `Globals` of `runtime/words.py`; the
language hands the linker the `World` in which they are meant. `core_type` reads the Python of such declarations.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import field
from types import UnionType

from parlour.core import types
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Convert, Expr
from parlour.core.runtime.words import CoreName, Globals, Object
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, ListType, ObjectType, Type
from parlour.core.values import Symbol
from parlour.dataclass import dataclass
from parlour.syntax.source import Span

SCALARS: dict[object, Type] = {
    int: INT,
    float: types.FLOAT,
    bool: BOOL,
    str: STRING,
    Symbol: types.SYMBOL,
    object: ANY,
    None: NONE,
    type(None): NONE,
}


@dataclass(frozen=True)
class World:
    """`hierarchy` has the program's classes with their fields. `constants` are names of a `Globals` class that are no
    globals in this program: each is known."""

    hierarchy: Hierarchy = field(default_factory=lambda: Hierarchy(()))
    constants: Mapping[str, bool | int | str] = field(default_factory=dict)

    def widened(self, value: Expr, wanted: Type, span: Span | None = None) -> Expr | None:
        """The value as one of a wider type; None if it does not fit there."""
        if value.type == wanted:
            return value
        return Convert(value, wanted, span) if self.hierarchy.widens(value.type, wanted) else None


Classes = dict[str, type[Object]]


def core_type(meant: object, classes: Classes) -> Type | None:
    """The core type that a Python type is; None if it is none. The classes met are noted under their core names."""
    if isinstance(meant, type) and issubclass(meant, Object):
        classes[meant.core_name] = meant
        return ObjectType(meant.core_name)
    if not isinstance(typing.get_origin(meant), type):
        return SCALARS.get(meant) if isinstance(meant, type | None) else None
    parts = [core_type(part, classes) for part in typing.get_args(meant)]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    match typing.get_origin(meant), known:
        case origin, [item, other] if origin is UnionType and other == NONE:
            return types.OptionalType(item)
        case origin, [item] if origin is list:
            return ListType(item)
        case origin, [key, value] if origin is dict:
            return types.TableType(key, value)
        case origin, items if origin is tuple:
            return types.TupleType(tuple(items))
    return None


def names_program(meant: object) -> bool:
    """Whether a Python object is a class or the globals of a program, or a type that is made of such classes."""
    if isinstance(meant, type) and issubclass(meant, Object | Globals):
        return True
    return any(map(names_program, typing.get_args(meant)))


def core_name(owner: type, name: str) -> str:
    """What a field, global or method of a declaration is called in the program."""
    found = next((vars(base)[name] for base in owner.__mro__ if name in vars(base)), None)
    return found.name if isinstance(found, CoreName) else str(getattr(found, "core_name", name))
