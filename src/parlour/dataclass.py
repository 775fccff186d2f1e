"""`dataclass` as in the standard library, but made in a tenth of the time where it has slots.

Most classes of Parlour are such: nodes of trees, messages, settings. The library writes six functions for each as text
and compiles it, which takes half a millisecond, a hundred times over for every command that is typed. Here a
constructor is compiled once for all classes whose fields come in the same way (two that are given, a third that is made
anew) and takes their names from each class; all else is shared. It fills the slots themselves, which is quicker, too,
than setting attributes by name. A class of any other kind is the library's own, and to the library's functions all of
them are dataclasses:

>>> from dataclasses import field, replace
>>> @dataclass(frozen=True, slots=True)
... class Card:
...     rank: int
...     suit: str = "hearts"
...     seen: list[int] = field(default_factory=list, compare=False, repr=False)
>>> Card(7), replace(Card(7), rank=8), Card(7, "spades") == Card(7, suit="spades"), hash(Card(7)) == hash(Card(7))
(Card(rank=7, suit='hearts'), Card(rank=8, suit='hearts'), True, True)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import cache, partial
from reprlib import recursive_repr
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

# How a field comes to its value: it is given to the constructor; it is given, or made; it is made; somebody else says.
GIVEN, PERHAPS_GIVEN, MADE, LEFT = "given", "perhaps given", "made", "left"


def _dataclass(
    cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True, **more: bool
) -> Any:
    if not slots or more:
        return dataclasses.dataclass(cls, frozen=frozen, slots=slots, eq=eq, **more)
    return partial(_slotted, frozen=frozen, eq=eq) if cls is None else _slotted(cls, frozen=frozen, eq=eq)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = _dataclass


def _slotted(cls: type, *, frozen: bool, eq: bool) -> type:
    own = vars(cls)
    methods: dict[str, object] = dict(_FROZEN) if frozen else {}
    if "__repr__" not in own:
        methods["__repr__"] = _text
    if not cls.__doc__:  # The library would write one, at length.
        cls.__doc__ = cls.__name__
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    methods["__init__"] = _constructor(made, frozen)
    if eq:
        methods |= _comparison(made, frozen)
    for name, method in methods.items():
        setattr(made, name, method)
    return made


def _constructor(cls: Any, frozen: bool) -> FunctionType:
    """`__init__` of a class, from the one that all classes of this form have."""
    given, ways, parts, defaults = [], [], [], []
    for each in fields(cls):
        way = _way(each)
        ways.append(way)
        if frozen:
            parts.append(getattr(cls, each.name).__set__)
        if way in (PERHAPS_GIVEN, MADE):
            parts.append(each.default_factory if each.default is MISSING else partial(_same, each.default))
        if way in (GIVEN, PERHAPS_GIVEN):
            given.append(each.name)
            if way == PERHAPS_GIVEN or each.default is not MISSING:
                defaults.append(each.default)
    constructor: FunctionType = _form(tuple(ways), frozen, hasattr(cls, "__post_init__"))(*parts)
    code = _named(constructor.__code__, [each.name for each in fields(cls)])
    constructor.__code__ = code.replace(co_varnames=("self", *given))
    constructor.__defaults__ = tuple(defaults)
    constructor.__qualname__ = f"{cls.__qualname__}.__init__"
    return constructor


def _way(each: Field[Any]) -> str:
    if each.init:
        return GIVEN if each.default_factory is MISSING else PERHAPS_GIVEN
    return LEFT if each.default is MISSING and each.default_factory is MISSING else MADE


def _same(value: object) -> object:
    return value


@cache
def _form(ways: Sequence[str], frozen: bool, is_gone_on: bool) -> Callable[..., FunctionType]:
    """Takes what fills the slots of a frozen class, and what makes values where they are made; returns a constructor
    that calls fields `field0`, `field1` …, and its arguments likewise."""
    parts, arguments, body = [], ["self"], []
    for number, way in enumerate(ways):
        if frozen:
            parts.append(f"fill{number}")
        if way in (GIVEN, PERHAPS_GIVEN):
            arguments.append(f"given{number}")
        if way in (PERHAPS_GIVEN, MADE):
            parts.append(f"make{number}")
        value = {
            GIVEN: f"given{number}",
            PERHAPS_GIVEN: f"make{number}() if given{number} is MISSING else given{number}",
            MADE: f"make{number}()",
        }
        if way != LEFT:
            body.append(f"fill{number}(self, {value[way]})" if frozen else f"self.field{number} = {value[way]}")
    body.append("self.__post_init__()" if is_gone_on else "pass")
    lines = "".join(f"\n  {line}" for line in body)
    made: dict[str, Any] = {"MISSING": MISSING}
    exec(f"def form({', '.join(parts)}):\n def __init__({', '.join(arguments)}):{lines}\n return __init__", made)
    form: Callable[..., FunctionType] = made["form"]
    return form


def _comparison(cls: Any, frozen: bool) -> dict[str, object]:
    """Two of a class are equal if all that is compared is; what may change has no hash."""
    names = [each.name for each in fields(cls) if each.compare]
    equals, number = (FunctionType(_named(code, names), {}) for code in _comparing(len(names)))
    own = vars(cls)
    methods: dict[str, object] = {} if "__eq__" in own else {"__eq__": equals}
    return methods if own.get("__hash__") else methods | {"__hash__": number if frozen else None}


@cache
def _comparing(count: int) -> tuple[CodeType, CodeType]:
    """`__eq__` and `__hash__` of what is compared by so many fields, here called `field0`, `field1` …"""
    ours, others = (
        "(" + "".join(f"{whose}.field{number}, " for number in range(count)) + ")" for whose in ("self", "other")
    )
    made: dict[str, Any] = {}
    exec(
        "def __eq__(self, other):\n"
        f"  return {ours} == {others} if other.__class__ is self.__class__ else NotImplemented\n"
        f"def __hash__(self): return hash({ours})",
        made,
    )
    return made["__eq__"].__code__, made["__hash__"].__code__


def _named(code: CodeType, names: Sequence[str]) -> CodeType:
    """The code, with the names that fields have in a class."""
    real = {f"field{number}": name for number, name in enumerate(names)}
    return code.replace(co_names=tuple(real.get(name, name) for name in code.co_names))


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


@recursive_repr()
def _text(self: Any) -> str:
    cls = type(self)
    # Made when its first thing is written: what a seat sees is, for every position that it imagines.
    writer = _WRITERS.get(cls) or _WRITERS.setdefault(cls, _writer(cls))
    return cls.__qualname__ + writer(self)


_WRITERS: dict[type, Callable[[Any], str]] = {}


def _writer(cls: type) -> Callable[[Any], str]:
    """What writes the fields of a class."""
    shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields(cls) if each.repr)
    writer: Callable[[Any], str] = eval(f"lambda self: f'({shown})'")
    return writer


_FROZEN = {
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,  # Python's own way would set what must not be set.
    "__setstate__": _set_state,
}
