"""A program as bytes that are the same for the same program: what is kept of it on disk goes by them.

Everything counts: names, types, constants, and where in its sources each node stands, for errors depend on it. The
texts of the sources do not; who keeps a span keeps the number of its source. It takes a tenth of the time of printing
the program, and unlike the printed text it cannot be read back.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from parlour.core.nodes import Program
from parlour.core.types import (
    BoardType,
    ListType,
    ObjectType,
    OptionalType,
    Scalar,
    TableType,
    TupleType,
    Type,
)
from parlour.dataclass import dataclass
from parlour.syntax.source import Source, Span

_PLAIN = frozenset((str, int, float, bool, type(None)))
_TYPES = frozenset((Scalar, TupleType, BoardType, ListType, TableType, ObjectType, OptionalType))


@dataclass(frozen=True, slots=True)
class Digest:
    """The bytes, the types that the program mentions, and the sources it comes from, each in the order in which they
    are met."""

    content: bytes
    types: tuple[Type, ...]
    sources: tuple[Source, ...]


def digest(program: Program) -> Digest:
    """Walks through the program once. Of what is met together the parts come later, the last ones first; each leaves a
    mark in its place that says what it is and how much of it will come, so different programs have different bytes."""
    found: list[object] = []
    types: dict[Type, bytes] = {}
    sources: dict[int, tuple[int, Source]] = {}
    # Most types are the same few objects, and it is quicker to ask which object one is than what it is.
    seen: dict[int, bytes] = {}
    stack: list[tuple[Any, ...]] = [(program,)]
    put, push, pop = found.append, stack.append, stack.pop
    while stack:
        for part in pop():
            kind = type(part)
            if kind in _PLAIN:
                put(part)
            elif kind in _TYPES:
                mark = seen.get(id(part))
                if mark is None:
                    mark = seen[id(part)] = types.setdefault(part, b"%d" % len(types))
                put(mark)
            elif kind is Span:
                source = part.source
                if id(source) not in sources:
                    sources[id(source)] = (len(sources), source)
                put(sources[id(source)][0])
                put(part.start)
                put(part.end)
            elif kind is tuple:
                put(b"(%d" % len(part))
                push(part)
            else:
                mark, parts = _PARTS.get(kind) or _parts(kind)
                put(mark)
                push(parts(part))
    content = marshal.dumps((found, list(map(repr, types))), 2)
    return Digest(content, tuple(types), tuple(source for _, source in sources.values()))


# By class: its mark, and what gives its fields.
_PARTS: dict[type, tuple[bytes, Callable[[Any], tuple[Any, ...]]]] = {}


def _parts(kind: type) -> tuple[bytes, Callable[[Any], tuple[Any, ...]]]:
    names = [field.name for field in fields(kind)]
    get: Callable[[Any], Any] = attrgetter(*names) if names else lambda item: ()
    parts = get if len(names) != 1 else lambda item: (get(item),)
    found = _PARTS[kind] = (kind.__name__.encode(), parts)
    return found
