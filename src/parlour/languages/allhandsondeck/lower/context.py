"""What the parts of a program are called in core and of which types they are: what everybody who lowers one must know.

Game state becomes globals, ACTIONs and helpers become functions, a collection an object with a hidden list.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.routine.linker import Linker
from parlour.core.routine.world import World
from parlour.core.types import INT, NONE, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.acting import Acting
from parlour.languages.allhandsondeck.check.bases import NONE_BIT, RANGE_TYPES
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var
from parlour.languages.allhandsondeck.check.types import ACTOR, COLLECTION
from parlour.languages.allhandsondeck.check.values import infer
from parlour.languages.allhandsondeck.lower import routines
from parlour.languages.allhandsondeck.lower.names import ELEMENTS, ENTRY, ITEMS, KINDS, SEAT

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.outcome import Verdict
    from parlour.languages.allhandsondeck.lower.writer import Writer


class Lowering:
    """One program on its way to core. `core` lowers an expression: expressions hold calls, and calls expressions."""

    def __init__(
        self,
        program: Checked,
        verdict: Verdict | None,
        core: Callable[[Writer, c.Expr, int], nodes.Expr],
        *,
        keeps_kinds: bool = False,
    ) -> None:
        """`keeps_kinds`: the program has to look inside collections, so they remember what they hold."""
        self.program = program
        self.pragmas = program.pragmas
        self.core = core
        self.keeps_kinds = keeps_kinds
        self.found = infer(program, None if verdict is None else verdict.asked)
        self.bases = self.found.bases
        self.acting = Acting(program, self.found, prints_to_actor=program.pragmas.prints_to_actor)
        self.verdict = None if verdict is None or verdict.asks(program, self.acting.concerned) else verdict
        # Functions that a program shares, and methods by name: the function that each class has for it.
        self.made: dict[str, nodes.Function] = {}
        self.methods: dict[str, dict[str, str]] = {}
        # The classes that objects are made of, in the order in which that was found out.
        self.wanted: dict[str, None] = {}
        # Somewhere it depends on the elements whether a collection is of a type.
        self.looks_inside = False
        self.is_early = cache(self._is_early)
        self.own_fields = cache(self._own_fields)
        classes = ((name, class_.base) for name, class_ in program.classes.items())
        self.hierarchy = Hierarchy(nodes.Class(name, base, self.own_fields(name)) for name, base in classes)
        sorts = ("has_int_ranges", "has_float_ranges", "has_letter_ranges")
        has = {sort: self.uses(type_) for sort, (_, type_) in zip(sorts, RANGE_TYPES, strict=True)}
        self.linker = Linker((routines,), World(self.hierarchy, has))

    # ---------------------------------------------------------------------------------------------------- types

    def var_type(self, var: Var) -> Type:
        return self.bases.core_type(self.found.var(var).bases)

    def state_type(self, name: str) -> Type:
        return self.bases.core_type(self.found.state[name].bases)

    def result_type(self, function: Function) -> Type:
        """What a function gives; `none` if that is always None."""
        bases = self.found.result(function).bases
        return NONE if bases == NONE_BIT else self.bases.core_type(bases)

    def field_type(self, root: str, name: str) -> Type:
        return self.bases.core_type(self.found.attribute(self.program.classes[root].attributes[name]).bases)

    def uses(self, type_: Type) -> bool:
        """Whether a range of this sort occurs anywhere."""
        mask = self.bases.mask_of(type_)
        return any(place.bases & mask for place in self.found.places.values())

    @cached_property
    def may_be_stack(self) -> bool:
        return any(place.bases & self.bases.stacks for place in self.found.places.values())

    # ------------------------------------------------------------------------------------------------ functions

    def name(self, function: Function) -> str:
        """The name of a function in core; its label is what the author calls it."""
        match function.kind:
            case "main":
                return ENTRY
            case "action":
                receiver = function.receiver
                return f"do {function.name}" if receiver is None else f"{function.name} of {receiver.type}"
            case "attribute":
                return f"{function.class_name}.{function.name}:"
        return f"{function.name}()" if function.class_name is None else f"{function.class_name}.{function.name}()"

    def maker(self, class_name: str) -> str:
        """The name of the function that makes objects of a class; who asks for it calls it, so it has to be written."""
        self.wanted.setdefault(class_name)
        return f"new {class_name}"

    # -------------------------------------------------------------------------------------------------- classes

    def constructor(self, class_name: str) -> tuple[Var, ...] | None:
        """The parameters that making an object takes; None if it takes elements."""
        for ancestor in self.bases.lines[class_name]:
            params = self.program.classes[ancestor].params
            if params is not None:
                return params
            if ancestor == COLLECTION:
                return None
        return ()

    def is_plain_collection(self, class_name: str) -> bool:
        """Its objects are a list and nothing else, so making one takes no function."""
        fields = [variable for variable in self.fields(class_name) if not variable.is_hint]
        return self.constructor(class_name) is None and len(fields) == 1

    def field_root(self, class_name: str, name: str) -> str | None:
        """The class that has the field of an attribute: the topmost one that declares it."""
        return self.found.root(class_name, name)

    def hidden_field(self, class_name: str, name: str) -> tuple[str, Type]:
        """The field that keeps a constructor parameter."""
        return f"{name} of {class_name}", self.var_type(self.program.classes[class_name].mentioned[name])

    def attribute_names(self, class_name: str) -> list[str]:
        """Own and inherited attributes, in order."""
        line = reversed(self.bases.lines[class_name])
        return list(dict.fromkeys(name for level in line for name in self.program.classes[level].attributes))

    def fields(self, class_name: str) -> list[nodes.Variable]:
        """All fields of a class, inherited ones first."""
        return [variable for level in reversed(self.bases.lines[class_name]) for variable in self.own_fields(level)]

    def _own_fields(self, class_name: str) -> tuple[nodes.Variable, ...]:
        """The fields that a class adds to those it inherits."""
        class_ = self.program.classes[class_name]
        found: list[nodes.Variable] = []
        if class_name == COLLECTION:
            found.append(nodes.Variable(ELEMENTS, ITEMS))
            if self.keeps_kinds:
                found.append(nodes.Variable(KINDS, INT, is_hint=True))
        if class_name == ACTOR:
            found.append(nodes.Variable(SEAT, INT))
        early = class_name in self.early_lines
        for var in class_.mentioned.values():
            found.append(nodes.Variable(*self.hidden_field(class_name, var.name), early))
        for name in class_.attributes:
            if self.field_root(class_name, name) == class_name:
                found.append(nodes.Variable(name, self.field_type(class_name, name), early))
        return tuple(found)

    @cached_property
    def early_lines(self) -> frozenset[str]:
        """The classes that are early, and all that these derive from."""
        early = [name for name in self.program.classes if self.is_early(name)]
        return frozenset(base for name in early for base in self.bases.lines[name])

    def _is_early(self, class_name: str) -> bool:
        """Whether making an object of a class needs the object before all its attributes have values."""
        line = (self.program.classes[level].attributes.values() for level in self.bases.lines[class_name])
        values = [attribute.value for attributes in line for attribute in attributes]
        return any(
            isinstance(value, Function)
            or any(isinstance(expr, c.MethodCall) and isinstance(expr.object, c.Self) for expr in c.walk(value))
            for value in values
            if value is not None
        )
