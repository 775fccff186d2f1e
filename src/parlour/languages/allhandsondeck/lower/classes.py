"""Classes: their fields, and the functions that make objects of them.

A collection is an object with a hidden list. Constructor parameters that helpers mention are hidden fields. To make an
object the arguments go up the chain of classes first, then the attributes are computed from the top down. As long as
nothing needs the object itself on the way, its attributes are locals and it is made at the end, all at once; a class
whose attributes call its own helpers, or are computed by a block, is made first and filled then, and reading one of its
attributes too early is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Evaluate, Expr, Global, Op, SetField, Stmt, Variable
from parlour.core.types import ANY, INT, NONE, STRING, ListType, ObjectType
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Attribute, Function
from parlour.languages.allhandsondeck.check.meaning_walk import walk
from parlour.languages.allhandsondeck.check.types import ACTOR, COLLECTION
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ELEMENTS, ITEMS, SEAT, Val
from parlour.languages.allhandsondeck.lower.function import ACTING, Writer
from parlour.languages.allhandsondeck.lower.kinds import KINDS
from parlour.languages.allhandsondeck.lower.outcome import ACTOR_LIST, ACTORS

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.lower import Lowering

# The names of all seats. A name with a blank cannot be the author's.
SEAT_NAMES = "seat names"
_NAMES = ListType(STRING)


class Maker:
    """Writes the function that makes objects of one class."""

    def __init__(self, low: Lowering, class_name: str) -> None:
        self.low = low
        self.class_name = class_name
        self.line = low.bases.lines[class_name]
        self.writer = Writer(low, None, class_name)
        self.stmts: list[Stmt] = []
        self.values: dict[str, Expr] = {}
        self.elements: Expr = nodes.MakeList((), ITEMS)
        self.late: list[c.Arg] | None = None
        self.is_early = low.is_early(class_name)

    def function(self) -> nodes.Function:
        params = self.parameters()
        own = ObjectType(self.class_name)
        if self.is_early:
            made = self.writer.fresh("made", own)
            self.writer.object = made
        else:
            self.writer.building = {}
        self.climb()
        if self.is_early:
            assert isinstance(self.writer.object, nodes.Local)
            self.stmts.append(Assign(self.writer.object.name, self.new()))
            for name, value in self.values.items():
                self.stmts.append(SetField(self.writer.object, name, value))
        for level in reversed(self.line):
            self.writer.class_name = level
            for attribute in self.low.program.classes[level].attributes.values():
                self.attribute(attribute)
        result = self.finish()
        name = self.low.program.classes[self.class_name].shown
        span = self.low.program.classes[self.class_name].span
        return nodes.Function(
            self.low.maker(self.class_name),
            params,
            own,
            (*self.stmts, nodes.Return(result)),
            self.writer.all_locals(),
            label=name,
            span=span,
        )

    def parameters(self) -> tuple[Variable, ...]:
        """Those of the nearest class that has some, or the list of elements; and who acts, if somebody may be asked."""
        writer, found = self.writer, list[Variable]()
        params = self.low.constructor(self.class_name)
        if params is None:
            writer.names["elements"] = 1
            found.append(Variable("elements", ITEMS))
            self.elements = nodes.Local("elements", ITEMS)
        else:
            for var in params:
                writer.sure.add(var)
                local = nodes.Local(var.name, self.low.var_type(var))
                writer.names[var.name] = 1
                writer.vars[var] = local
                found.append(Variable(local.name, local.type))
        if self.low.maker_takes_acting(self.class_name):
            found.append(Variable(ACTING, INT))
            writer.acting = nodes.Local(ACTING, INT)
        return tuple(found)

    def climb(self) -> None:
        """Gives every class of the chain its constructor's arguments."""
        for level in self.line:
            class_ = self.low.program.classes[level]
            if class_.params is None:
                continue
            self.writer.class_name = level
            for var in class_.mentioned.values():
                field, type_ = self.low.hidden_field(level, var.name)
                self.values[field] = self.writer.fit(self.writer.vars[var], type_)
            if class_.base is not None:
                self.hand_up(class_.base, class_.super_args)

    def hand_up(self, base: str, args: tuple[c.Arg, ...]) -> None:
        writer = self.writer
        params = self.low.constructor(base)
        given = writer.given(args)
        if params is None:
            bit = self.low.bases.bits[self.class_name]
            if writer.needs_admission(bit, writer.spread_bases(given)):
                self.late = list(args)
            else:
                self.elements = writer.keep(writer.own_list(writer.spread(given, None), given), self.stmts, "elements")
            return
        for var, value in zip(params, writer.bound_arguments(params, args, given), strict=True):
            local = writer.declare(var)
            writer.sure.add(var)
            self.stmts.append(Assign(local.name, value))

    def attribute(self, attribute: Attribute) -> None:
        writer, low = self.writer, self.low
        root = low.field_root(attribute.class_name, attribute.name)
        assert root is not None
        if isinstance(attribute.value, Function):
            assert writer.object is not None
            block = attribute.value
            own = writer.fit(writer.object, low.self_type(block))
            called = writer.call_with(block, [own, *(writer.vars[var] for var in block.params)], attribute.span)
            place = low.found.result(block)
            val = Val(called, place.bases, place.item.bases)
        else:
            assert attribute.value is not None
            val = writer.value(attribute.value)
        type_ = low.field_type(root, attribute.name)
        value = writer.fit(writer.bound(val, attribute.type, f"'{attribute.name}'"), type_)
        if writer.object is not None:
            target = writer.fit(writer.object, ObjectType(root))
            self.stmts.append(SetField(target, attribute.name, value, attribute.span))
        else:
            assert writer.building is not None
            self.values[attribute.name] = writer.building[attribute.name] = writer.keep(
                value, self.stmts, attribute.name
            )

    def finish(self) -> Expr:
        """The object, with a seat if it is one of those who are asked."""
        writer = self.writer
        is_seated = bool(self.low.acting.seated & self.low.bases.bits[self.class_name])
        seat: Expr | None = None
        if is_seated:
            names = Global(SEAT_NAMES, _NAMES)
            unique = writer.routine("unseen_name", names, self.seat_name())
            seat = writer.keep(nodes.NewSeat(unique), self.stmts, "seat")
        if writer.object is not None:
            made: Expr = writer.object
            if seat is not None:
                self.stmts.append(SetField(writer.fit(made, ObjectType(ACTOR)), SEAT, seat))
        else:
            if seat is not None:
                self.values[SEAT] = seat
            made = writer.keep(self.new(), self.stmts, "made")
        if self.late is not None:
            elements = writer.spread(writer.given(self.late), Val(made, self.low.bases.bits[self.class_name]))
            into = writer.elements_of(writer.fit(made, COLLECTIONS))
            pushed = writer.putting_in(made, elements, lambda more: writer.routine("push_last", into, more))
            self.stmts.extend(writer.effect(pushed))
        if seat is not None:
            listed = Op("list_push", (Global(ACTORS, ACTOR_LIST), writer.fit(made, ObjectType(ACTOR))), NONE)
            self.stmts.append(Evaluate(listed))
        return made

    def new(self) -> Expr:
        """The object with all that is known of its fields."""
        parts: list[Expr | None] = []
        for variable in self.low.fields(self.class_name):
            if variable.name == ELEMENTS:
                parts.append(self.elements)
            elif variable.name == KINDS:
                parts.append(self.writer.kinds(self.elements))
            elif variable.name == SEAT:
                parts.append(self.values.get(SEAT, Const(-1, INT)))
            else:
                parts.append(None if self.is_early else self.values[variable.name])
        return nodes.New(self.class_name, tuple(parts), ObjectType(self.class_name))

    def seat_name(self) -> Expr:
        """The Actor's `name`; without one its class and a number."""
        writer = self.writer
        attribute = self.low.program.attribute_of(self.class_name, "name")
        if attribute is None:
            count = Op("add", (Op("seat_count", (), INT), Const(1, INT)), INT)
            shown = self.low.program.classes[self.class_name].shown
            return writer.sentence(f"{shown} ", Op("text_of_int", (count,), STRING))
        root = self.low.field_root(self.class_name, "name")
        assert root is not None
        type_ = self.low.field_type(root, "name")
        if writer.object is not None:
            value: Expr = nodes.Field(writer.fit(writer.object, ObjectType(root)), "name", type_)
        else:
            value = self.values["name"]
        bases = self.low.bases.mask_of(type_) if type_ != ANY else -1
        return writer.text(Val(value, bases))


def is_early(low: Lowering, class_name: str) -> bool:
    """Whether making an object of a class needs the object before all its attributes have values."""
    for level in low.bases.lines[class_name]:
        for attribute in low.program.classes[level].attributes.values():
            if isinstance(attribute.value, Function):
                return True
            if attribute.value is not None and any(
                isinstance(expr, c.MethodCall) and isinstance(expr.object, c.Self) for expr in walk(attribute.value)
            ):
                return True
    return False


def own_fields(low: Lowering, class_name: str) -> tuple[Variable, ...]:
    """The fields that a class adds to those it inherits."""
    class_ = low.program.classes[class_name]
    found: list[Variable] = []
    if class_name == COLLECTION:
        found.append(Variable(ELEMENTS, ITEMS))
        if low.keeps_kinds:
            found.append(Variable(KINDS, INT, is_hint=True))
    if class_name == ACTOR:
        found.append(Variable(SEAT, INT))
    early = class_name in low.early_lines
    for var in class_.mentioned.values():
        field, type_ = low.hidden_field(class_name, var.name)
        found.append(Variable(field, type_, early))
    for name in class_.attributes:
        if low.field_root(class_name, name) == class_name:
            found.append(Variable(name, low.field_type(class_name, name), early))
    return tuple(found)
