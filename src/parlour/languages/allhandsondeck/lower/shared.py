"""Functions that a program shares: equality, kinds, type checks, and what depends on the class of a collection.

Each is made when it is first needed, for this program: it knows which classes there are. They carry no places and no
labels, so what goes wrong in them is the fault of the author's line that called them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import (
    And,
    Assign,
    Call,
    Const,
    Evaluate,
    Expr,
    For,
    If,
    Is,
    Local,
    Narrow,
    Op,
    Raise,
    Return,
    Stmt,
)
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ObjectType, OptionalType, TupleType, Type
from parlour.languages.allhandsondeck.check.types import COLLECTION, OBJECT
from parlour.languages.allhandsondeck.check.types import Type as WrittenType
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ELEMENTS, FALSE, ITEMS, TRUE, Val
from parlour.languages.allhandsondeck.lower.bases import FLOAT_RANGE, INT_RANGE, TEXT_RANGE
from parlour.languages.allhandsondeck.lower.kinds import KINDS
from parlour.languages.allhandsondeck.lower.operators import Operators, parameters
from parlour.languages.allhandsondeck.lower.texts import Texts

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.lower import Lowering

_ROOT = ObjectType(OBJECT)


class Shared:
    """Makes them on demand."""

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.texts = Texts(self)
        self.made: dict[str, nodes.Function] = {}
        # Methods by name: the function that each class has for it.
        self.methods: dict[str, dict[str, str]] = {}
        # Somewhere it depends on the elements whether a collection is of a type.
        self.looks_inside = False

    def function(
        self, name: str, params: tuple[nodes.Variable, ...], result: Type, body: Callable[[Operators], list[Stmt]]
    ) -> str:
        """A function of this name, made once. Its name stands before its body is there, for it may call itself."""
        if name not in self.made:
            self.made[name] = nodes.Function(name, params, result, ())
            writer = Operators(self.low)
            writer.names = {param.name: 1 for param in params}
            stmts = body(writer)
            self.made[name] = nodes.Function(name, params, result, tuple(stmts), tuple(writer.locals))
        return name

    def method(self, name: str, root: str, make: Callable[[str], str]) -> str:
        """A method that every class from `root` down has; `make` gives the function of a class."""
        if name not in self.methods:
            found = self.methods[name] = {}
            for class_name in self.low.program.classes:
                if root in self.low.bases.lines[class_name]:
                    found[class_name] = make(class_name)
        return name

    # ---------------------------------------------------------------------------------------------------- kinds

    def kind(self) -> str:
        """What a value is, in words: `int`, `Card`."""

        def body(writer: Operators) -> list[Stmt]:
            value = Local("value", ANY)
            method = self.method("kind", OBJECT, self._kind_of)
            arms = [(Is(value, _ROOT), (Return(nodes.VirtualCall(method, (Narrow(value, _ROOT),), STRING)),))]
            words: list[tuple[Type, str]] = [
                (INT, "int"),
                (FLOAT, "float"),
                (BOOL, "bool"),
                (STRING, "string"),
                (NONE, "None"),
            ]
            arms.extend((Is(value, type_), (Return(Const(word, STRING)),)) for type_, word in words)
            return [If(tuple(arms), (Return(Const("Range", STRING)),))]

        return self.function("kind of a value", parameters("value"), STRING, body)

    def _kind_of(self, class_name: str) -> str:
        shown = self.low.program.classes[class_name].shown
        params = parameters("value", types=(ObjectType(class_name),))
        return self.function(f"kind of {class_name}", params, STRING, lambda _: [Return(Const(shown, STRING))])

    # ------------------------------------------------------------------------------------------------- operators

    def operator(self, operator: str, left: int, right: int, result: Type) -> str:
        """An operator for operands that may be of several types."""
        name = f"{operator} for {left:x} and {right:x} as {result}"

        def body(writer: Operators) -> list[Stmt]:
            one, other = Val(Local("left", ANY), left), Val(Local("right", ANY), right)
            return writer.operator_body(operator, one, other, result)

        return self.function(name, parameters("left", "right"), result, body)

    def equal(self) -> str:
        """`==` where collections, ranges, or an int beside a float may be compared."""

        def body(writer: Operators) -> list[Stmt]:
            one, other = Local("left", ANY), Local("right", ANY)
            arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
            for a, b in ((INT, FLOAT), (FLOAT, INT)):
                sides = [
                    Op("to_float", (Narrow(side, INT),), FLOAT) if type_ == INT else Narrow(side, FLOAT)
                    for side, type_ in ((one, a), (other, b))
                ]
                arms.append((And(Is(one, a), Is(other, b)), (Return(Op("eq", tuple(sides), BOOL)),)))
            xs, ys = (writer.fresh(name, ITEMS) for name in ("some", "others"))
            number = writer.fresh("number", INT)
            lengths = [Op("list_length", (side,), INT) for side in (xs, ys)]
            pair = tuple(Op("list_get", (side, number), ANY) for side in (xs, ys))
            differs = Op("not", (Call("equal values", pair, BOOL),), BOOL)
            collections: tuple[Stmt, ...] = (
                Assign(xs.name, nodes.Field(Narrow(one, COLLECTIONS), ELEMENTS, ITEMS)),
                Assign(ys.name, nodes.Field(Narrow(other, COLLECTIONS), ELEMENTS, ITEMS)),
                If(((Op("ne", tuple(lengths), BOOL), (Return(FALSE),)),)),
                For(number.name, Const(0, INT), lengths[0], (If(((differs, (Return(FALSE),)),)),)),
                Return(TRUE),
            )
            arms.append((And(Is(one, COLLECTIONS), Is(other, COLLECTIONS)), collections))
            if self.low.uses(INT_RANGE):
                test = And(Is(one, INT_RANGE), Is(other, INT_RANGE))
                arms.append((test, (Return(self._same_ranges(writer, one, other)),)))
            return [If(tuple(arms), (Return(Op("eq", (one, other), BOOL)),))]

        return self.function("equal values", parameters("left", "right"), BOOL, body)

    def _same_ranges(self, writer: Operators, one: Expr, other: Expr) -> Expr:
        parts: list[Expr] = []
        for side in (one, other):
            start, end, closed = (
                nodes.TupleItem(Narrow(side, INT_RANGE), number, type_) for number, type_ in enumerate((INT, INT, BOOL))
            )
            parts.extend((start, writer.routine("range_stop", end, closed)))
        return writer.routine("same_range", *parts)

    def contains(self) -> str:
        """`in` by that equality."""

        def body(writer: Operators) -> list[Stmt]:
            xs, sought, number = Local("all", ITEMS), Local("sought", ANY), writer.fresh("number", INT)
            test = Call(self.equal(), (Op("list_get", (xs, number), ANY), sought), BOOL)
            found = (If(((test, (Return(TRUE),)),)),)
            return [For(number.name, Const(0, INT), Op("list_length", (xs,), INT), found), Return(FALSE)]

        return self.function("an element equals", parameters("all", "sought", types=(ITEMS, ANY)), BOOL, body)

    # ----------------------------------------------------------------------------------------------- type checks

    def matches(self, type_: WrittenType) -> str:
        """Whether a value is of a type, the elements of a `C<T>` included."""

        def body(writer: Operators) -> list[Stmt]:
            value = Local("value", ANY)
            if type_.name == "Range":
                ranges = [Is(value, part) for part in (INT_RANGE, FLOAT_RANGE, TEXT_RANGE) if self.low.uses(part)]
                return [*(If(((test, (Return(TRUE),)),)) for test in ranges), Return(FALSE)]
            core = core_type(type_)
            if type_.of is None:
                return [Return(Is(value, core))]
            self.looks_inside = True
            number = writer.fresh("number", INT)
            xs = writer.fresh("all", ITEMS)
            each = Call(self.matches(type_.of), (Op("list_get", (xs, number), ANY),), BOOL)
            return [
                If(((Is(value, NONE), (Return(TRUE),)),)),
                If(((Op("not", (Is(value, ObjectType(type_.name)),), BOOL), (Return(FALSE),)),)),
                *self._sure_of(Narrow(value, COLLECTIONS), type_.of),
                Assign(xs.name, nodes.Field(Narrow(value, COLLECTIONS), ELEMENTS, ITEMS)),
                For(
                    number.name,
                    Const(0, INT),
                    Op("list_length", (xs,), INT),
                    (If(((Op("not", (each,), BOOL), (Return(FALSE),)),)),),
                ),
                Return(TRUE),
            ]

        return self.function(f"is {type_}", parameters("value"), BOOL, body)

    def _sure_of(self, collection: Expr, of: WrittenType) -> list[Stmt]:
        """What the collection remembers of its elements may say that all of them are of a type."""
        if not self.low.keeps_kinds or of.of is not None:
            return []
        others = self.low.bases.every & ~self.low.bases.accepted(of)
        among = Op("bit_and", (nodes.Field(collection, KINDS, INT), Const(others, INT)), INT)
        return [If(((Op("eq", (among, Const(0, INT)), BOOL), (Return(TRUE),)),))]

    def kind_bit(self) -> str:
        """The base of a value, as a set of one bit."""

        def body(writer: Operators) -> list[Stmt]:
            value, bases = Local("value", ANY), self.low.bases
            method = self.method("kind bit", OBJECT, self._kind_bit_of)
            arms = [(Is(value, _ROOT), (Return(nodes.VirtualCall(method, (Narrow(value, _ROOT),), INT)),))]
            for type_ in (INT, FLOAT, BOOL, STRING, INT_RANGE, FLOAT_RANGE, TEXT_RANGE):
                if not isinstance(type_, TupleType) or self.low.uses(type_):
                    arms.append((Is(value, type_), (Return(Const(bases.mask_of(type_), INT)),)))
            return [If(tuple(arms), (Return(Const(bases.mask_of(NONE), INT)),))]

        return self.function("kind bit of a value", parameters("value"), INT, body)

    def _kind_bit_of(self, class_name: str) -> str:
        bit = Const(self.low.bases.bits[class_name], INT)
        params = parameters("value", types=(ObjectType(class_name),))
        return self.function(f"kind bit of {class_name}", params, INT, lambda _: [Return(bit)])

    def kinds(self) -> str:
        """The bases of all elements of a list."""

        def body(writer: Operators) -> list[Stmt]:
            xs, number, found = Local("all", ITEMS), writer.fresh("number", INT), writer.fresh("found", INT)
            each = Call(self.kind_bit(), (Op("list_get", (xs, number), ANY),), INT)
            more = Assign(found.name, Op("bit_or", (found, each), INT))
            return [
                Assign(found.name, Const(0, INT)),
                For(number.name, Const(0, INT), Op("list_length", (xs,), INT), (more,)),
                Return(found),
            ]

        return self.function("kinds of elements", parameters("all", types=(ITEMS,)), INT, body)

    def check(self, type_: WrittenType) -> tuple[str, Type]:
        """A function that gives a value as one of a type, or fails; and the core type it gives."""
        result = core_type(type_)

        def body(writer: Operators) -> list[Stmt]:
            value, what = Local("value", ANY), Local("what", STRING)
            stmts: list[Stmt] = []
            if type_.name == "float":
                made = Op("to_float", (Narrow(value, INT),), FLOAT)
                stmts.append(If(((Is(value, INT), (Return(made),)),)))
            fits = Call(self.matches(type_), (value,), BOOL)
            stmts.append(If(((fits, (Return(writer.fit(value, result)),)),)))
            if type_.of is not None:
                elements = writer.sentence(what, f" must be {type_}, and one of its elements is no {type_.of}")
                stmts.append(If(((Is(value, ObjectType(type_.name)), (Raise("type", elements),)),)))
            stmts.append(Raise("type", writer.sentence(what, f" must be {type_}, not ", writer.kind(value))))
            return stmts

        params = parameters("value", "what", types=(ANY, STRING))
        return self.function(f"as {type_}", params, result, body), result

    # ----------------------------------------------------------------------------------------------- collections

    def each(self) -> str:
        """What a loop goes through, as a list of its own."""

        def body(writer: Operators) -> list[Stmt]:
            value = Local("value", ANY)
            text, letters = writer.fresh("text", STRING), writer.fresh("letters", ITEMS)
            number = writer.fresh("number", INT)
            letter = nodes.Convert(Op("char_at", (text, number), STRING), ANY)
            stmts: list[Stmt] = [
                If((self._listed(writer, value, COLLECTIONS, copies=True),)),
                *(If((self._listed(writer, value, t),)) for t in (INT_RANGE, TEXT_RANGE) if self.low.uses(t)),
                If(
                    (
                        (
                            Is(value, STRING),
                            (
                                Assign(text.name, Narrow(value, STRING)),
                                Assign(letters.name, nodes.MakeList((), ITEMS)),
                                For(
                                    number.name,
                                    Const(0, INT),
                                    Op("string_length", (text,), INT),
                                    (Evaluate(Op("list_push", (letters, letter), NONE)),),
                                ),
                                Return(letters),
                            ),
                        ),
                    )
                ),
            ]
            message = writer.sentence("a loop goes through a collection, a range or a string, not ", writer.kind(value))
            return [*stmts, Raise("type", message)]

        return self.function("all of a value", parameters("value"), ITEMS, body)

    def _listed(
        self, writer: Operators, value: Expr, type_: Type, *, copies: bool = False
    ) -> tuple[Expr, tuple[Stmt, ...]]:
        """A test for a type and, if it holds, the list of its elements."""
        stmts: list[Stmt] = []
        whole = writer.keep(Narrow(value, type_), stmts, "whole")
        if type_ == COLLECTIONS:
            items: Expr = nodes.Field(whole, ELEMENTS, ITEMS)
            if copies:
                items = Op("list_copy", (items,), ITEMS)
        else:
            end = INT if type_ == INT_RANGE else STRING
            start, stop, closed = (nodes.TupleItem(whole, n, t) for n, t in enumerate((end, end, BOOL)))
            name = "range_items" if type_ == INT_RANGE else "letter_items"
            items = writer.routine(name, start, stop, closed)
        return Is(value, type_), (*stmts, Return(items))

    def spread(self) -> str:
        """Adds an elements argument to a list: a collection or range element by element."""

        def body(writer: Operators) -> list[Stmt]:
            xs, value = Local("all", ITEMS), Local("value", ANY)
            types: list[Type] = [COLLECTIONS, *(t for t in (INT_RANGE, TEXT_RANGE) if self.low.uses(t))]
            is_many: Expr = Is(value, types[0])
            for type_ in types[1:]:
                is_many = nodes.Or(is_many, Is(value, type_))
            more = Evaluate(Op("list_extend", (xs, Call(self.each(), (value,), ITEMS)), NONE))
            one = Evaluate(Op("list_push", (xs, value), NONE))
            return [If(((is_many, (more,)),), (one,)), Return()]

        return self.function("add elements", parameters("all", "value", types=(ITEMS, ANY)), NONE, body)

    def admit(self) -> str:
        """A method of collections: gives an element that the class lets in, or fails."""
        return self.method("admit", COLLECTION, self.admit_of)

    def admit_of(self, class_name: str) -> str:
        types = self.low.found.dispatch.element_types(class_name)
        own = ObjectType(class_name)

        def body(writer: Operators) -> list[Stmt]:
            value: Expr = Local("value", ANY)
            shown = self.low.program.classes[class_name].shown
            for type_ in types:
                name, result = self.check(type_)
                what = Const(f"an element of {shown}", STRING)
                value = writer.fit(Call(name, (value, what), result), ANY)
            return [Return(value)]

        params = parameters("collection", "value", types=(own, ANY))
        return self.function(f"admit to {class_name}", params, ANY, body)

    def copy(self) -> str:
        """A method of collections: a copy of the same class, with its own list and the same attributes."""
        return self.method("copy", COLLECTION, self.copy_of)

    def copy_of(self, class_name: str) -> str:
        own = ObjectType(class_name)

        def body(writer: Operators) -> list[Stmt]:
            value = Local("collection", own)
            parts: list[Expr] = []
            for variable in self.low.fields(class_name):
                field = nodes.Field(value, variable.name, variable.type)
                parts.append(Op("list_copy", (field,), ITEMS) if variable.name == ELEMENTS else field)
            made = nodes.New(class_name, tuple(parts), own)
            return [Return(writer.fit(made, COLLECTIONS))]

        params = parameters("collection", types=(own,))
        return self.function(f"copy of {class_name}", params, COLLECTIONS, body)


def core_type(type_: WrittenType) -> Type:
    """What a value of a written type is in core; None is let in for classes."""
    plain: dict[str, Type] = {"int": INT, "float": FLOAT, "bool": BOOL, "string": STRING, "Range": ANY}
    return plain.get(type_.name) or OptionalType(ObjectType(type_.name))
