"""Values that leave core: what answers, options and state are made of outside an engine.

Ints, floats, bools, strings, none and tuples are Python's own. A symbol is a `Symbol`: one object for each
name in the whole process, so that comparing two is comparing addresses.

    >>> Symbol("X") is Symbol("X")
    True
    >>> Symbol("X")
    X
"""

from __future__ import annotations

from threading import Lock
from weakref import WeakValueDictionary


class Symbol:
    """A name that stands for itself. `Symbol(name)` always gives the same object for the same name."""

    __slots__ = ("__weakref__", "name")
    name: str

    _known: WeakValueDictionary[str, Symbol] = WeakValueDictionary()
    _lock = Lock()

    def __new__(cls, name: str) -> Symbol:
        with cls._lock:
            symbol = cls._known.get(name)
            if symbol is None:
                symbol = object.__new__(cls)
                object.__setattr__(symbol, "name", name)
                cls._known[name] = symbol
            return symbol

    def __init__(self, name: str) -> None:
        """Nothing to do: `__new__` found or made the one object of this name."""

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError("a symbol does not change")

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type[Symbol], tuple[str]]:
        return Symbol, (self.name,)


# What an answer or an option may be made of.
Plain = int | float | bool | str | Symbol | None | tuple["Plain", ...]
