"""What holds values, which bases these may have, and how values go from one holder to another.

A `Place` is anything that holds values: a variable, an attribute of a class, the result of a function, an expression.
It knows the bases (`bases.py`) its values may have and, for collections among them, the place of their elements. When a
value goes from one place to another its bases go with it. Both places then name the same collection, so the places of
their elements become one, by union-find, as in Steensgaard's points-to analysis.

It stands here and not in core because what it finds out decides how a program is lowered: which variables are whole
numbers, objects of one class or lists of such, and which have to be `any`. Core has types already; its own analysis
(`core/flow/graph.py`) follows values through finished programs, of all languages.
"""

from __future__ import annotations

from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.bases import (
    FLOAT_BIT,
    INT_BIT,
    INT_RANGE_BIT,
    RANGES,
    STRING_BIT,
    TEXT_RANGE_BIT,
    Bases,
    numeric,
)
from parlour.languages.allhandsondeck.check.dispatch import Dispatch
from parlour.languages.allhandsondeck.check.meaning import Attribute, Checked, Function, Var
from parlour.languages.allhandsondeck.check.types import SERIES, STACK, Type


class Place:
    """Holds values. Places of elements that turn out to be the same are joined: always ask `place.bases`."""

    __slots__ = ("_bases", "_item", "_same")

    def __init__(self, bases: int = 0) -> None:
        self._same: Place | None = None
        self._bases = bases
        self._item: Place | None = None

    def whole(self) -> Place:
        """The place that this one was joined into."""
        at = self
        while at._same is not None:
            at = at._same
        # Shorten the way for the next time.
        if self is not at:
            self._same = at
        return at

    @property
    def bases(self) -> int:
        return self.whole()._bases

    @property
    def item(self) -> Place:
        """The place of the elements of the collections that this place may hold."""
        at = self.whole()
        if at._item is None:
            at._item = Place()
        return at._item.whole()


class Places:
    """The places of a program. `changed`: some place has become larger since this was last set to False."""

    def __init__(self, program: Checked) -> None:
        self.program = program
        self.bases = Bases(program.classes)
        self.dispatch = Dispatch(program, self.bases)
        self.vars: dict[Var, Place] = {}
        self.state: dict[str, Place] = {name: Place() for name in program.state}
        self.attributes: dict[tuple[str, str], Place] = {}
        self._roots: dict[tuple[str, str], str | None] = {}
        self.results: dict[Function, Place] = {}
        # The object whose helper runs, and objects of a class (or one that extends it) while they are made.
        self.selves: dict[Function, Place] = {}
        self.made: dict[str, Place] = {}
        self.places: dict[c.Node, Place] = {}
        # What `+=` computes before it is bound, and the elements of what a loop or an argument goes through.
        self.operated: dict[c.Assign, Place] = {}
        self.elements: dict[c.Node, Place] = {}
        self.changed = False

    # --------------------------------------------------------------------------------------------------- places

    def var(self, var: Var) -> Place:
        return self.vars.setdefault(var, Place())

    def attribute(self, attribute: Attribute) -> Place:
        """One place for an attribute and all that override it."""
        root = self.root(attribute.class_name, attribute.name)
        assert root is not None
        return self.attributes.setdefault((root, attribute.name), Place())

    def root(self, class_name: str, name: str) -> str | None:
        """The topmost class that declares an attribute of this one."""
        if (class_name, name) not in self._roots:
            line = reversed(self.bases.lines[class_name])
            found = (level for level in line if name in self.program.classes[level].attributes)
            self._roots[class_name, name] = next(found, None)
        return self._roots[class_name, name]

    def attributes_of(self, whole: Place, name: str) -> list[Attribute]:
        """The attributes of this name that values of a place may have."""
        found = (self.program.attribute_of(class_, name) for class_ in self.bases.class_names(whole.bases))
        return [attribute for attribute in found if attribute is not None]

    def result(self, function: Function) -> Place:
        return self.results.setdefault(function, Place())

    def self_of(self, function: Function) -> Place:
        return self.selves.setdefault(function, Place())

    def made_of(self, class_name: str) -> Place:
        return self.made.setdefault(class_name, Place())

    def place(self, node: c.Node) -> Place:
        """The place of an expression's value."""
        return self.places.setdefault(node, Place())

    def of(self, expr: c.Expr, function: Function | None, class_name: str | None) -> Place:
        """Where the value of an expression is, in a function or in a class whose objects are being made."""
        match expr:
            case c.Local(_, var):
                return self.var(var)
            case c.State(_, name):
                return self.state[name]
            case c.Self():
                if function is not None:
                    return self.self_of(function)
                assert class_name is not None
                return self.made_of(class_name)
            case c.Param(_, name):
                assert class_name is not None
                return self.var(self.program.classes[class_name].mentioned[name])
        return self.place(expr)

    def each(self, node: c.Node) -> Place:
        """The place of the elements that an expression or argument is taken apart into."""
        return self.elements.setdefault(node, Place())

    # ---------------------------------------------------------------------------------------------------- flows

    def add(self, place: Place, bases: int) -> None:
        at = place.whole()
        if bases & ~at._bases:
            at._bases |= bases
            self.changed = True

    def join(self, one: Place, other: Place) -> None:
        """Two places become one."""
        waiting = [(one, other)]
        while waiting:
            left, right = (place.whole() for place in waiting.pop())
            if left is right:
                continue
            self.changed = True
            right._same = left
            left._bases |= right._bases
            if left._item is None:
                left._item = right._item
            elif right._item is not None:
                waiting.append((left._item, right._item))

    def flow(self, source: Place, target: Place, mask: int = -1) -> None:
        """Values go from one place to another, those outside of the mask left behind."""
        bases = source.bases & mask
        self.add(target, bases)
        if bases & self.bases.collections:
            self.join(source.item, target.item)

    def bind(self, source: Place, target: Place, type_: Type | None) -> None:
        """Values are bound to a name with a type: those that do not fit never get there."""
        if type_ is None:
            self.flow(source, target)
            return
        self.flow(source, target, self.bases.accepted(type_))
        if type_.name == "float" and source.bases & INT_BIT:
            self.add(target, FLOAT_BIT)

    def insert(self, element: Place, collection: Place, classes: int, mask: int = -1) -> None:
        """An element goes into a collection of one of these classes, if the class lets it in."""
        for name in self.bases.class_names(classes & self.bases.collections):
            for type_ in self.dispatch.element_types(name):
                mask &= self.bases.accepted(type_) | (INT_BIT if type_.name == "float" else 0)
                if type_.name == "float" and element.bases & INT_BIT:
                    self.add(collection.item, FLOAT_BIT)
            self.flow(element, collection.item, mask)

    def take_apart(self, whole: Place, each: Place) -> None:
        """What collections and ranges among the values consist of."""
        if whole.bases & self.bases.collections:
            self.flow(whole.item, each)
        if whole.bases & INT_RANGE_BIT:
            self.add(each, INT_BIT)
        if whole.bases & TEXT_RANGE_BIT:
            self.add(each, STRING_BIT)

    def repeated(self, source: Place, place: Place, *, from_left: bool) -> None:
        """A Series or Stack with the elements of a collection or range."""
        bases = source.bases
        if from_left:
            if bases & self.bases.stacks:
                self.add(place, self.bases.bits[STACK])
            if bases & (self.bases.collections & ~self.bases.stacks | RANGES):
                self.add(place, self.bases.bits[SERIES])
        if bases & (self.bases.collections | RANGES):
            self.take_apart(source, place.item)

    def taken(self, whole: Place, many: bool, place: Place) -> None:
        """One element, or a Series of some."""
        if many:
            self.add(place, self.bases.bits[SERIES])
            self.flow(whole.item, place.item)
        else:
            self.flow(whole.item, place)

    def operate(self, operator: str, left: Place, right: Place, place: Place) -> None:
        """The values of a binary operator other than `**`."""
        add = self.add
        if operator in ("&", "|", "^"):
            add(place, INT_BIT)
            return
        if operator == "/":
            add(place, FLOAT_BIT)
            return
        add(place, numeric(left.bases, right.bases))
        many = self.bases.collections | RANGES
        if operator == "+":
            add(place, left.bases & right.bases & STRING_BIT)
            if left.bases & many and right.bases & many:
                self.repeated(left, place, from_left=True)
                self.repeated(right, place, from_left=False)
        elif operator == "*":
            if right.bases & INT_BIT:
                self.repeated(left, place, from_left=True)
            if left.bases & INT_BIT:
                self.repeated(right, place, from_left=True)
