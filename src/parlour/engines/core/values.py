"""How core values look in Python: in the Python engine, and wherever people look at a match of either.

| core | Python |
|---|---|
| int, float, bool, string, none | the same; every NaN is the one object `NAN` |
| symbol | `Symbol` |
| tuple, board | `tuple`, a board row by row |
| list | `list` |
| table | `dict`: key -> value, or for keys Python would confuse: (kind, key) -> (key, value) |
| object | an `Object` of a Python class made for its core class, with slots `s0`, `s1`, … |
| optional | the value or None |
| any | the value itself where Python can tell what it is, else a `Box` that says its core type |

A variable without a value holds `UNSET`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import is_
from typing import Any, ClassVar, Final

from parlour.core import nodes, types
from parlour.core.hierarchy import Hierarchy
from parlour.core.ops import OPS
from parlour.core.questions import answer_type
from parlour.core.values import Symbol
from parlour.core.walk import all_expressions, walk_block, walk_domain

NAN: Final = float("nan")


class _Unset:
    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = _Unset()


class Object:
    """An object of the game. `number` is its class's number, `names` are its slots; `serial` counts creations through
    the match. `shown` is how tables see one that stays what it is, once somebody has looked."""

    __slots__ = ("serial", "shown")
    number: ClassVar[int] = -1
    width: ClassVar[int] = 0
    names: ClassVar[tuple[str, ...]] = ()
    serial: int
    shown: Any


# What holds nothing else, and never changes.
ATOMS: Final = frozenset((int, float, bool, str, type(None), Symbol, _Unset))


class Box:
    """A tuple, board, list or table in an `any`, with the number of its core type."""

    __slots__ = ("type", "value")

    def __init__(self, type_: int, value: Any) -> None:
        self.type = type_
        self.value = value


def mapped(value: Any, leaf: Callable[[Any], Any], *, keeps_boxes: bool = True) -> Any:
    """A tuple or a box with `leaf` of everything in it that is neither; the same one where nothing changes.

    Tuples in an `any` may nest without end and hold the same one many times: this goes by a stack of its own, and into
    each of them once."""
    frames: list[tuple[Any, list[Any]]] = [(value, [])]
    done: dict[int, Any] = {}
    while True:
        node, parts = frames[-1]
        is_box = type(node) is Box
        inner = (node.value,) if is_box else node
        if not parts and not any(type(part) is tuple or type(part) is Box for part in inner):
            parts.extend(map(leaf, inner))
        if len(parts) < len(inner):
            part = inner[len(parts)]
            if type(part) is not tuple and type(part) is not Box:
                parts.append(leaf(part))
            elif id(part) in done:
                parts.append(done[id(part)])
            else:
                frames.append((part, []))
            continue
        if is_box and not keeps_boxes:
            made = parts[0]
        elif all(map(is_, parts, inner)):
            made = node
        else:
            made = Box(node.type, parts[0]) if is_box else tuple(parts)
        frames.pop()
        if not frames:
            return made
        done[id(node)] = made
        frames[-1][1].append(made)


class Shared:
    """What all compiled forms of one program have in common, so that a state can go from one to the other: a Python
    class for every class, derived as they are, and a number for every type that may be boxed."""

    def __init__(self, program: nodes.Program) -> None:
        self.hierarchy = Hierarchy(program.classes)
        self.classes: dict[str, type[Object]] = {}
        self.types: list[types.Type] = []
        self._numbers: dict[types.Type, int] = {}
        numbers = {class_.name: number for number, class_ in enumerate(program.classes)}
        for name in numbers:
            for ancestor in reversed(self.hierarchy.ancestors(name)):
                if ancestor not in self.classes:
                    self._make(ancestor, numbers[ancestor])
        for function in program.functions:
            for expr in all_expressions(function):
                if isinstance(expr, nodes.Convert | nodes.Narrow | nodes.Is):
                    for type_ in (expr.value.type, expr.of if isinstance(expr, nodes.Is) else expr.type):
                        self.number(type_.item if isinstance(type_, types.OptionalType) else type_)
                elif isinstance(expr, nodes.Op) and OPS[expr.name].writes:
                    self.number(expr.args[0].type)
            for stmt in walk_block(function.body):
                if isinstance(stmt, nodes.Ask):
                    for part in walk_domain(stmt.question.domain):
                        if isinstance(part, nodes.Either):
                            for inner in part.domains:
                                self.as_any(None, answer_type(inner, stmt.group) or types.ANY)

    def as_any(self, value: Any, type_: types.Type) -> Any:
        """A value of a type, as an `any`."""
        number = self.number(type_.item if isinstance(type_, types.OptionalType) else type_)
        return value if number < 0 or value is None else Box(number, value)

    def _make(self, name: str, number: int) -> None:
        class_ = self.hierarchy.classes[name]
        base = Object if class_.parent is None else self.classes[class_.parent]
        slots = tuple(f"s{base.width + n}" for n in range(len(class_.fields)))
        names = (*base.names, *slots)
        body = {"__slots__": slots, "number": number, "width": len(names), "names": names}
        self.classes[name] = type(f"K{number}", (base,), body)

    def number(self, type_: types.Type) -> int:
        """The number of a boxed type; -1 for a type that needs no box."""
        if not is_boxed(type_):
            return -1
        number = self._numbers.get(type_)
        if number is None:
            number = self._numbers[type_] = len(self.types)
            self.types.append(type_)
        return number


def is_boxed(type_: types.Type) -> bool:
    """In an `any`, a value of this type needs a box."""
    return isinstance(type_, types.TupleType | types.BoardType | types.ListType | types.TableType)


def needs_kind(type_: types.Type) -> bool:
    """As a table key Python would confuse values of this type (1, True and 1.0), or they are not hashable."""
    match type_:
        case types.TupleType(items):
            return any(map(needs_kind, items))
        case types.BoardType(item=item) | types.OptionalType(item=item):
            return needs_kind(item)
        case types.ListType() | types.TableType():
            return True
    return type_ in (types.ANY, types.FLOAT)


def equals_plainly(type_: types.Type) -> bool:
    """Python's == on two values of this type is core's eq, and takes no steps: strings may be long."""
    match type_:
        case types.TupleType(items):
            return all(map(equals_plainly, items))
        case types.BoardType(item=item) | types.OptionalType(item=item):
            return equals_plainly(item)
        case types.ListType() | types.TableType():
            return False
        case types.ObjectType():
            return True
    return type_ not in (types.ANY, types.FLOAT, types.STRING)


def is_free(args: Sequence[nodes.Expr]) -> bool:
    """Comparing these strings takes no steps, because one of them is known to be short."""
    return any(isinstance(arg, nodes.Const) and isinstance(arg.value, str) and len(arg.value) < 16 for arg in args)


def real(value: float) -> float:
    """A float in the one form core knows: no -0.0, one NaN."""
    if value != value:
        return NAN
    return value + 0.0


def longest_list(values: Iterable[Any]) -> int:
    """The length of the longest list that these values hold: an answer that indexes something may be as large."""
    longest = 0
    seen: set[int] = set()
    stack = list(values)
    while stack:
        value = stack.pop()
        if isinstance(value, Box):
            value = value.value
        if isinstance(value, tuple):
            stack.extend(value)
        elif isinstance(value, list | dict | Object) and id(value) not in seen:
            seen.add(id(value))
            if isinstance(value, list):
                longest = max(longest, len(value))
                stack.extend(value)
            elif isinstance(value, dict):
                stack.extend(value.keys())
                stack.extend(value.values())
            else:
                stack.extend(getattr(value, name) for name in type(value).names)
    return longest
