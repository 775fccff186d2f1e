"""Functions that write values as texts: as `print` does, and inside of collections. Made where a program needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Call, Const, Evaluate, Expr, For, If, Is, Local, Narrow, Op, Return, Stmt
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ListType, ObjectType
from parlour.languages.allhandsondeck.check.types import COLLECTION, OBJECT, SERIES
from parlour.languages.allhandsondeck.lower.base import ELEMENTS, ITEMS, Val
from parlour.languages.allhandsondeck.lower.bases import FLOAT_RANGE, INT_RANGE, TEXT_RANGE, plain_type
from parlour.languages.allhandsondeck.lower.operators import Operators, parameters

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.shared import Shared

_TEXTS = ListType(STRING)
_ROOT = ObjectType(OBJECT)


class Texts:
    """Makes them on demand; `shared` keeps what was made."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.low = shared.low

    def text(self) -> str:
        """A value as `print` writes it: strings bare."""

        def body(writer: Operators) -> list[Stmt]:
            value = Local("value", ANY)
            bare = Return(Narrow(value, STRING))
            shown = Call(self.shown(), (value, nodes.MakeList((), ITEMS)), STRING)
            return [If(((Is(value, STRING), (bare,)),)), Return(shown)]

        return self.shared.function("text of a value", parameters("value"), STRING, body)

    def plain_text(self, bases: int) -> str:
        """The same for values that are no objects, so that nothing need be known of those."""

        def body(writer: Operators) -> list[Stmt]:
            value = Local("value", ANY)
            *others, last = [
                (type_, Const("None", STRING) if type_ == NONE else writer.text(Val(Narrow(value, type_), bit)))
                for type_, bit in ((plain_type(bit), bit) for bit, _ in self.low.bases.each(bases))
            ]
            return [*(If(((Is(value, type_), (Return(text),)),)) for type_, text in others), Return(last[1])]

        names = " or ".join(name for _, name in self.low.bases.each(bases))
        return self.shared.function(f"text of {names}", parameters("value"), STRING, body)

    def shown(self) -> str:
        """A value inside a collection: strings in quotes. `inside` are the objects around it."""

        def body(writer: Operators) -> list[Stmt]:
            value, inside = Local("value", ANY), Local("inside", ITEMS)
            method = self.shared.method("shown", OBJECT, self._shown_of)
            of_object = nodes.VirtualCall(method, (Narrow(value, _ROOT), inside), STRING)
            number = Op("text_of_int", (Narrow(value, INT),), STRING)
            decimal = Op("text_of_float", (Narrow(value, FLOAT),), STRING)
            quoted = writer.routine("quoted", Narrow(value, STRING))
            truth = nodes.Choose(Narrow(value, BOOL), Const("True", STRING), Const("False", STRING), STRING)
            arms: list[tuple[Expr, tuple[Stmt, ...]]] = [
                (Is(value, INT), (Return(number),)),
                (Is(value, STRING), (Return(quoted),)),
                (Is(value, _ROOT), (Return(of_object),)),
                (Is(value, BOOL), (Return(truth),)),
                (Is(value, FLOAT), (Return(decimal),)),
            ]
            for type_ in (INT_RANGE, FLOAT_RANGE, TEXT_RANGE):
                if self.low.uses(type_):
                    arms.append((Is(value, type_), (Return(self._range_text(Narrow(value, type_))),)))
            return [If(tuple(arms), (Return(Const("None", STRING)),))]

        return self.shared.function("shown value", parameters("value", "inside", types=(ANY, ITEMS)), STRING, body)

    def _range_text(self, whole: Narrow) -> Expr:
        """`1..9`; characters stand in quotes."""
        writer = Operators(self.low)
        item = INT if whole.type == INT_RANGE else FLOAT if whole.type == FLOAT_RANGE else STRING
        ends: list[Expr] = [nodes.TupleItem(whole, number, item) for number in (0, 1)]
        if item == STRING:
            ends = [writer.routine("quoted", end) for end in ends]
        else:
            ends = [Op("text_of_int" if item == INT else "text_of_float", (end,), STRING) for end in ends]
        dots = nodes.Choose(nodes.TupleItem(whole, 2, BOOL), Const("..", STRING), Const("...", STRING), STRING)
        return Op("join", (nodes.MakeList((ends[0], dots, ends[1]), _TEXTS),), STRING)

    def _shown_of(self, class_name: str) -> str:
        own = ObjectType(class_name)
        params = parameters("value", "inside", types=(own, ITEMS))
        shown = self.low.program.classes[class_name].shown

        def body(writer: Operators) -> list[Stmt]:
            value, inside = Local("value", own), Local("inside", ITEMS)
            whole = nodes.Convert(value, ANY)
            if COLLECTION in self.low.bases.lines[class_name]:
                marks = [Const(mark, STRING) for mark in (("[", "]") if shown == SERIES else (f"{shown}(", ")"))]
                elements = nodes.Field(value, ELEMENTS, ITEMS)
                return [Return(Call(self._shown_collection(), (whole, elements, inside, *marks), STRING))]

            def attributes(inner: Expr, parts: Expr) -> list[Stmt]:
                names = self.low.attribute_names(class_name)
                return [self._shown_attribute(value, class_name, name, inner, parts) for name in names]

            return self._written_out(writer, whole, attributes, Const(f"{shown}(", STRING), Const(")", STRING))

        return self.shared.function(f"shown {class_name}", params, STRING, body)

    def _shown_collection(self) -> str:
        """What the collections of all classes have in common."""

        def body(writer: Operators) -> list[Stmt]:
            elements = Local("elements", ITEMS)

            def each(inner: Expr, parts: Expr) -> list[Stmt]:
                number = writer.fresh("number", INT)
                one = Call(self.shown(), (Op("list_get", (elements, number), ANY), inner), STRING)
                push = Evaluate(Op("list_push", (parts, one), NONE))
                return [For(number.name, Const(0, INT), Op("list_length", (elements,), INT), (push,))]

            return self._written_out(
                writer, Local("value", ANY), each, Local("opening", STRING), Local("closing", STRING)
            )

        types = (ANY, ITEMS, ITEMS, STRING, STRING)
        params = parameters("value", "elements", "inside", "opening", "closing", types=types)
        return self.shared.function("shown elements", params, STRING, body)

    def _written_out(
        self, writer: Operators, whole: Expr, add: Callable[[Expr, Expr], list[Stmt]], opening: Expr, closing: Expr
    ) -> list[Stmt]:
        """The parts of an object, which `add` puts into a list, between two marks."""
        inside = Local("inside", ITEMS)
        inner, parts = writer.fresh("within", ITEMS), writer.fresh("parts", _TEXTS)
        return [
            # An object inside itself is not written out again.
            If(((writer.routine("contains", inside, whole), (Return(Const("…", STRING)),)),)),
            Assign(inner.name, Op("list_copy", (inside,), ITEMS)),
            Evaluate(Op("list_push", (inner, whole), NONE)),
            Assign(parts.name, nodes.MakeList((), _TEXTS)),
            *add(inner, parts),
            Return(writer.routine("enclosed", parts, opening, Const(", ", STRING), closing)),
        ]

    def _shown_attribute(self, value: Expr, class_name: str, name: str, inner: Expr, parts: Expr) -> Stmt:
        root = self.low.field_root(class_name, name)
        assert root is not None
        field: Expr = nodes.Field(value, name, self.low.field_type(root, name))
        if field.type != ANY:
            field = nodes.Convert(field, ANY)
        text = Op("concat", (Const(f"{name}=", STRING), Call(self.shown(), (field, inner), STRING)), STRING)
        return Evaluate(Op("list_push", (parts, text), NONE))
