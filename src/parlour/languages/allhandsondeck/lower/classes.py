"""Classes: the functions that make objects of them.

To make an object the arguments go up the chain of classes first, then the attributes are computed from the top down. As
long as nothing needs the object itself on the way, its attributes are locals and it is made at the end, all at once; a
class whose attributes call its own helpers, or are computed by a block, is made first and filled then, and reading one
of its attributes too early is an error.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, number, op, push, sentence
from parlour.core.nodes import Expr, SetField, Stmt
from parlour.core.types import ANY, INT, ObjectType
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Attribute, Function
from parlour.languages.allhandsondeck.check.types import ACTOR
from parlour.languages.allhandsondeck.lower import calls, collections, kinds, names
from parlour.languages.allhandsondeck.lower.context import Lowering
from parlour.languages.allhandsondeck.lower.texts import printed
from parlour.languages.allhandsondeck.lower.writer import Val, Writer


def maker(low: Lowering, class_name: str) -> nodes.Function:
    """The function that makes objects of a class."""
    return _Maker(low, class_name).function()


class _Maker:
    """Writes it. `values` are those of fields that are known before the object is made."""

    def __init__(self, low: Lowering, class_name: str) -> None:
        self.low = low
        self.class_name = class_name
        self.own = ObjectType(class_name)
        self.bit = low.bases.bits[class_name]
        self.line = low.bases.lines[class_name]
        self.w = Writer(low, None, class_name)
        self.stmts: list[Stmt] = []
        self.values: dict[str, Expr] = {}
        self.elements: Expr = nodes.MakeList((), names.ITEMS)
        # Elements that must be let in one by one, which takes the object.
        self.late: tuple[c.Arg, ...] | None = None
        self.is_early = low.is_early(class_name)

    def function(self) -> nodes.Function:
        w, class_ = self.w, self.low.program.classes[self.class_name]
        self.parameters()
        made = w.fresh("made", self.own) if self.is_early else None
        w.object, w.building = made, None if self.is_early else {}
        self.climb()
        if made is not None:
            self.stmts.append(assign(made, self.new()))
            self.stmts.extend(SetField(made, name, value) for name, value in self.values.items())
        for level in reversed(self.line):
            w.class_name = level
            for attribute in self.low.program.classes[level].attributes.values():
                self.attribute(attribute)
        self.stmts.append(nodes.Return(self.finish()))
        name = self.low.maker(self.class_name)
        return w.function(name, self.own, self.stmts, label=class_.shown, span=class_.span)

    def parameters(self) -> None:
        """Those of the nearest class that has some, or the list of elements; and who acts, if somebody may be asked."""
        params = self.low.constructor(self.class_name)
        if params is None:
            self.elements = self.w.parameter("elements", names.ITEMS)
        for var in params or ():
            self.w.take(var)
        if self.low.acting.makes_concerned(self.class_name):
            self.w.acting = self.w.parameter(names.ACTING, INT)

    def climb(self) -> None:
        """Gives every class of the chain its constructor's arguments."""
        for level in self.line:
            class_ = self.low.program.classes[level]
            if class_.params is None:
                continue
            self.w.class_name = level
            for var in class_.mentioned.values():
                field, type_ = self.low.hidden_field(level, var.name)
                self.values[field] = self.w.fit(self.w.vars[var], type_)
            if class_.base is not None:
                self.hand_up(class_.base, class_.super_args)

    def hand_up(self, base: str, args: tuple[c.Arg, ...]) -> None:
        w = self.w
        params = self.low.constructor(base)
        values = calls.given(w, args)
        if params is None:
            if collections.needs_admission(w, self.bit, collections.spread_bases(w, values)):
                self.late = args
            else:
                self.elements = w.keep(collections.own_list(w, values), self.stmts, "elements")
            return
        for var, value in zip(params, calls.bound_arguments(w, params, args, values), strict=True):
            self.stmts.append(assign(w.declare(var), value))
            w.sure.add(var)

    def attribute(self, attribute: Attribute) -> None:
        w, low, name = self.w, self.low, attribute.name
        root = low.field_root(attribute.class_name, name)
        assert root is not None and attribute.value is not None
        if isinstance(attribute.value, Function):
            assert w.object is not None
            block = attribute.value
            own = w.fit(w.object, ObjectType(attribute.class_name))
            called = calls.call_with(w, block, [own, *(w.vars[var] for var in block.params)], attribute.span)
            place = low.found.result(block)
            val = Val(called, place.bases, place.item.bases)
        else:
            val = w.value(attribute.value)
        value = w.fit(kinds.bound(w, val, attribute.type, f"'{name}'"), low.field_type(root, name))
        if w.building is None:
            assert w.object is not None
            self.stmts.append(SetField(w.fit(w.object, ObjectType(root)), name, value, attribute.span))
        else:
            self.values[name] = w.building[name] = w.keep(value, self.stmts, name)

    def finish(self) -> Expr:
        """The object, with a seat if it is one of those who are asked."""
        w, actor = self.w, ObjectType(ACTOR)
        is_seated = self.low.acting.seated & self.bit
        if is_seated:
            seats = nodes.Global(names.SEAT_NAMES, names.NAME_LIST)
            seat = w.keep(nodes.NewSeat(w.routine("unseen_name", seats, self.seat_name())), self.stmts, "seat")
            if w.object is not None:
                self.stmts.append(SetField(w.fit(w.object, actor), names.SEAT, seat))
            self.values[names.SEAT] = seat
        made = w.object or w.keep(self.new(), self.stmts, "made")
        if self.late is not None:
            self.stmts.extend(collections.fill(w, made, self.bit, calls.given(w, self.late)))
        if is_seated:
            self.stmts.append(push(nodes.Global(names.ACTORS, names.ACTOR_LIST), w.fit(made, actor)))
        return made

    def new(self) -> Expr:
        """The object with all that is known of its fields."""
        fields = [variable.name for variable in self.low.fields(self.class_name)]
        known = {names.ELEMENTS: self.elements, names.SEAT: number(-1), **({} if self.is_early else self.values)}
        if names.KINDS in fields:
            known[names.KINDS] = kinds.kinds_of(self.w, self.elements)
        parts = tuple(known.get(name) for name in fields)
        return nodes.New(self.class_name, parts, self.own)

    def seat_name(self) -> Expr:
        """The Actor's `name`; without one its class and a number."""
        w = self.w
        root = self.low.field_root(self.class_name, "name")
        if root is None:
            count = op("add", op("seat_count"), number(1))
            return sentence(f"{self.low.program.classes[self.class_name].shown} ", op("text_of_int", count))
        type_ = self.low.field_type(root, "name")
        if w.object is None:
            value = self.values["name"]
        else:
            value = nodes.Field(w.fit(w.object, ObjectType(root)), "name", type_)
        return printed(w, Val(value, self.low.bases.mask_of(type_) if type_ != ANY else -1))
