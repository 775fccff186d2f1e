"""Where a body stands: its names, its object, and of which classes its values can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.declarations import World
from parlour.languages.allhandsondeck.check.meaning import Expr, Function, Var
from parlour.languages.allhandsondeck.check.types import PRIMITIVES, SERIES, Type


@dataclass
class Scope:
    """The body of a function, or an expression in a class. `params` are constructor parameters that hide attributes;
    `has_self`: there is an object; `inner` are the variables of the comprehensions around, innermost last."""

    world: World
    function: Function | None
    class_name: str | None = None
    params: dict[str, Var] = field(default_factory=dict)
    has_self: bool = False
    locals: dict[str, Var] = field(default_factory=dict)
    inner: list[dict[str, Var]] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """main, action, helper or attribute."""
        return "attribute" if self.function is None else self.function.kind

    @property
    def is_pure(self) -> bool:
        """The body must not change the game."""
        return self.kind in ("helper", "attribute")

    def local(self, name: str) -> Var | None:
        for variables in reversed(self.inner):
            if name in variables:
                return variables[name]
        return self.locals.get(name)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Variables that are added to `inner` end with the comprehension."""
        depth = len(self.inner)
        try:
            yield
        finally:
            del self.inner[depth:]

    def class_of(self, value: Expr) -> str | None:
        """The class or primitive type that a value surely has (or extends); None if that is open."""
        match value:
            case c.Local(_, Var(type=Type(name))):
                return name
            case c.Self():
                return self.class_name
            case c.Create(_, name):
                return name
            case c.Series():
                return SERIES
            case c.Const(_, bool()):
                return "bool"
            case c.Const(_, int()):
                return "int"
            case c.Const(_, float()):
                return "float"
            case c.Const(_, str()) | c.Format():
                return "string"
            case c.Range():
                return "Range"
        return None

    def possible(self, value: Expr) -> Sequence[str]:
        """The classes that a value may be an object of."""
        known = self.class_of(value)
        if known is None:
            return list(self.world.classes)
        return [] if known in PRIMITIVES else self.world.below(known)
