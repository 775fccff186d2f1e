"""The classes of a program as a closed world: what a class inherits, what lies below it.

Programs that were not verified may be asked about too (the verifier itself does): a parent that is not
declared ends the line, and so does a class that would be its own ancestor.

    >>> from parlour.core.nodes import Class
    >>> world = Hierarchy((Class("Piece", methods=(("go", "piece_go"),)), Class("King", "Piece")))
    >>> world.ancestors("King"), world.method("King", "go"), world.implementations("Piece", "go")
    (('King', 'Piece'), 'piece_go', frozenset({'piece_go'}))
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core.nodes import Class, Variable
from parlour.core.types import ANY, NONE, ObjectType, OptionalType, Type


class Hierarchy:
    """Answers questions about classes; all answers are worked out once."""

    def __init__(self, classes: Iterable[Class]) -> None:
        self.classes: dict[str, Class] = {}
        for class_ in classes:
            self.classes.setdefault(class_.name, class_)
        self._ancestors = {name: self._line(name) for name in self.classes}
        self._fields: dict[str, tuple[Variable, ...]] = {}
        self._below: dict[str, list[str]] = {name: [] for name in self.classes}
        for name, line in self._ancestors.items():
            for ancestor in line:
                self._below[ancestor].append(name)

    def _line(self, name: str) -> tuple[str, ...]:
        line: dict[str, None] = {}
        at: str | None = name
        while at in self.classes and at not in line:
            line[at] = None
            at = self.classes[at].parent
        return tuple(line)

    def ancestors(self, name: str) -> tuple[str, ...]:
        """The class itself, its parent, the parent's parent and so on."""
        return self._ancestors.get(name, ())

    def below(self, name: str) -> tuple[str, ...]:
        """The class itself and all that derive from it, in the order of declaration."""
        return tuple(self._below.get(name, ()))

    def derives(self, name: str, ancestor: str) -> bool:
        """Whether every object of the one class is an object of the other; a class derives from itself."""
        return ancestor in self.ancestors(name)

    def fields(self, name: str) -> tuple[Variable, ...]:
        """All fields, inherited ones first: the order in which `New` gives them."""
        found = self._fields.get(name)
        if found is None:
            line = reversed(self.ancestors(name))
            found = self._fields[name] = tuple(field for class_ in line for field in self.classes[class_].fields)
        return found

    def field(self, name: str, field_name: str) -> Variable | None:
        return next((field for field in self.fields(name) if field.name == field_name), None)

    def method(self, name: str, method_name: str) -> str | None:
        """The function that implements a method for objects of exactly this class."""
        for ancestor in self.ancestors(name):
            for method, function in self.classes[ancestor].methods:
                if method == method_name:
                    return function
        return None

    def implementations(self, name: str, method_name: str) -> frozenset[str]:
        """The functions that a virtual call may reach when the receiver's static type is this class."""
        found = (self.method(class_name, method_name) for class_name in self.below(name))
        return frozenset(function for function in found if function is not None)

    def widens(self, narrow: Type, wide: Type) -> bool:
        """Whether `Convert` leads from the one type to the other, and `Narrow` and `Is` back: to `any`, to an optional
        (from its item or from none), to an ancestor class, and to an optional of an ancestor class."""
        if narrow == wide:
            return False
        match wide:
            case OptionalType(item):
                inner = narrow.item if isinstance(narrow, OptionalType) else narrow
                return inner in (NONE, item) or self._is_below(inner, item)
            case ObjectType():
                return self._is_below(narrow, wide)
        return wide == ANY

    def _is_below(self, narrow: Type, wide: Type) -> bool:
        return isinstance(narrow, ObjectType) and isinstance(wide, ObjectType) and self.derives(narrow.name, wide.name)
