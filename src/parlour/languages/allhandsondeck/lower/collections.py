"""Collections: elements and slices, elements arguments, the built-in ACTIONs and helpers.

`Given` is an argument that was evaluated. A collection's class may say what its elements are; what goes in is checked
against that where inference cannot tell (`admitted`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Convert, Evaluate, Expr, MakeList, Op, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ObjectType, OptionalType, Type
from parlour.languages.allhandsondeck.check.types import SERIES, Signature
from parlour.languages.allhandsondeck.check.types import Type as WrittenType
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ITEMS, NOTHING, Case, Val
from parlour.languages.allhandsondeck.lower.bases import (
    INT_BIT,
    INT_RANGE,
    INT_RANGE_BIT,
    RANGES,
    STRING_BIT,
    TEXT_RANGE,
    TEXT_RANGE_BIT,
)
from parlour.languages.allhandsondeck.lower.ranges import Ranges
from parlour.syntax.source import Span

_OPTIONAL_INT = OptionalType(INT)


@dataclass(frozen=True, slots=True)
class Given:
    """An argument: a value, the list of a comprehension (`many`), or the three parts of a slice."""

    name: str | None
    val: Val | None
    span: Span
    many: bool = False
    slice: tuple[Expr, Expr, Expr] | None = None


class Collections(Ranges):
    """What can be done with collections."""

    # -------------------------------------------------------------------------------------------------- binding

    def bound(self, val: Val, type_: WrittenType | None, what: str) -> Expr:
        """A value that is bound to something with a type: checked where inference cannot tell, ints made floats."""
        if type_ is None:
            return val.expr
        if type_.name == "float" and not val.bases & ~INT_BIT:
            return Op("to_float", (self.fit(val.expr, INT),), FLOAT, val.expr.span)
        if self.surely_is(val, type_):
            return val.expr
        name, result = self.low.shared.check(type_)
        return nodes.Call(name, (self.fit(val.expr, ANY), Const(what, STRING)), result, val.expr.span)

    def surely_is(self, val: Val, type_: WrittenType) -> bool:
        if val.bases & ~self.bases.accepted(type_):
            return False
        if type_.of is None:
            return True
        dispatch, of = self.low.found.dispatch, type_.of
        return all(dispatch.surely_holds(name, val.items, of) for name in self.bases.class_names(val.bases))

    def as_int(self, val: Val, what: str) -> Expr:
        return self.fit(self.bound(val, WrittenType("int"), what), INT)

    # ------------------------------------------------------------------------------------------------- elements

    def taken(self, element: Expr, items: int) -> Expr:
        """An element as it comes out of a list."""
        wanted = self.storage(items)
        return element if wanted == ANY else nodes.Narrow(element, wanted, element.span)

    def element(self, whole: Val, index: Val, result: int, span: Span) -> Expr:
        """`whole[index]`"""
        stmts: list[Stmt] = []
        kept = whole
        if not isinstance(index.expr, Const | nodes.Local):
            kept = Val(self.keep(whole.expr, stmts), whole.bases, whole.items)
        place = self.keep(self.as_int(index, "an index"), stmts, "index") if stmts else self.as_int(index, "an index")

        def in_list(value: Expr) -> Expr:
            if isinstance(place, Const) and isinstance(place.value, int) and place.value >= 0:
                found: Expr = Op("list_get", (self.elements_of(value), place), ANY, span)
            else:
                found = self.routine("item_at", self.elements_of(value), place, span=span)
            return self.taken(found, whole.items)

        cases = [
            Case(self.bases.collections, COLLECTIONS, in_list),
            Case(STRING_BIT, STRING, lambda value: self.routine("letter_at", value, place, span=span)),
        ]
        return do(stmts, self.choose(kept, cases, self.storage(result), self.no_elements, span))

    def no_elements(self, value: Expr) -> Expr:
        return self.sentence(self.kind(value), " has no elements: only collections and strings can be indexed")

    def sliced(self, whole: Val, parts: tuple[Expr, Expr, Expr], result: int, span: Span) -> Expr:
        cases = [
            Case(
                self.bases.collections,
                COLLECTIONS,
                lambda value: self.with_local(
                    value,
                    lambda kept: self.like(
                        kept, self.routine("slice_items", self.elements_of(kept), *parts, span=span)
                    ),
                ),
            ),
            Case(STRING_BIT, STRING, lambda value: self.routine("slice_text", value, *parts, span=span)),
        ]
        # The class that inference found tells whether the slice is a Stack.
        narrow = self.storage(whole.bases)
        if isinstance(narrow, ObjectType):
            cases[0] = Case(self.bases.collections, narrow, cases[0].make)
        return self.choose(whole, cases, self.storage(result), self.no_elements, span)

    def slice_part(self, val: Val | None) -> Expr:
        """A bound of a slice: an int, or none where it is missing."""
        if val is None:
            return Convert(NOTHING, _OPTIONAL_INT)
        return Convert(self.as_int(val, "the bound of a slice"), _OPTIONAL_INT, val.expr.span)

    def set_element(self, whole: Val, index: Expr, value: Val, span: Span) -> list[Stmt]:
        """`whole[index] = value`, all of them evaluated."""

        def put(collection: Expr) -> Expr:
            element = self.admitted(Val(collection, whole.bases & self.bases.collections, whole.items), value)
            return self.putting_in(
                collection,
                element,
                lambda new: self.routine("put_at", self.elements_of(collection), index, new, span=span),
            )

        cases = [Case(self.bases.collections, COLLECTIONS, put)]
        done = self.choose(
            whole,
            cases,
            NONE,
            lambda found: self.sentence("an element of ", self.kind(found), " cannot be changed"),
            span,
        )
        return self.effect(done)

    def admitted(self, collection: Val, value: Val) -> Expr:
        """A value that goes into a collection, as `any`, if the collection's class lets it in."""
        names = self.bases.class_names(collection.bases & self.bases.collections)
        types = {type_ for name in names for type_ in self.low.found.dispatch.element_types(name)}
        if all(self.surely_is(value, type_) and type_.name != "float" for type_ in types):
            return self.fit(value.expr, ANY)
        return self.admission(collection, self.fit(value.expr, ANY), value.expr.span)

    def admission(self, collection: Val, value: Expr, span: Span | None) -> Expr:
        """The element, if the collection's class lets it in."""
        shared = self.low.shared
        return self.method_of(collection, shared.admit, shared.admit_of, (value,), ANY, span)

    def needs_admission(self, classes: int, items: int) -> bool:
        """Whether elements of such bases must be looked at before they go into collections of such classes."""
        for name in self.bases.class_names(classes & self.bases.collections):
            for type_ in self.low.found.dispatch.element_types(name):
                if type_.of is not None or type_.name == "float" or items & ~self.bases.accepted(type_):
                    return True
        return False

    # -------------------------------------------------------------------------------------- elements arguments

    def spread(self, given: Sequence[Given], collection: Val | None) -> Expr:
        """The list of elements that arguments stand for; collections and ranges among them are taken apart.

        It may be the very list of a collection: whoever keeps it makes a copy."""
        many = self.bases.collections | RANGES
        if len(given) == 1 and (given[0].many or self.is_whole(given[0])):
            return self.let_in(self.list_of(given[0]), given[0], collection)
        if all(not item.many and item.val is not None and not item.val.bases & many for item in given):
            parts = [item.val for item in given if item.val is not None]
            return MakeList(tuple(self.admit_one(part, collection) for part in parts), ITEMS)
        stmts: list[Stmt] = []
        out = self.fresh("elements", ITEMS)
        stmts.append(Assign(out.name, MakeList((), ITEMS)))
        for item in given:
            assert item.val is not None
            if item.many or self.is_whole(item):
                more = self.let_in(self.list_of(item), item, collection)
                stmts.append(Evaluate(Op("list_extend", (out, more), NONE, item.span), item.span))
            elif item.val.bases & many:
                add = nodes.Call(self.low.shared.spread(), (out, self.fit(item.val.expr, ANY)), NONE, item.span)
                stmts.append(Evaluate(add, item.span))
                if collection is not None and self.needs_admission(collection.bases, -1):
                    stmts.extend(self.effect(self.admit_all(out, collection)))
            else:
                element = self.admit_one(item.val, collection)
                stmts.append(Evaluate(Op("list_push", (out, element), NONE, item.span), item.span))
        return do(stmts, out)

    def admit_one(self, val: Val, collection: Val | None) -> Expr:
        return self.fit(val.expr, ANY) if collection is None else self.admitted(collection, val)

    def let_in(self, elements: Expr, item: Given, collection: Val | None) -> Expr:
        assert item.val is not None
        items = item.val.bases if item.many else item.val.items if item.val.bases & self.bases.collections else 0
        if not item.many:
            items |= INT_BIT if item.val.bases & INT_RANGE_BIT else 0
            items |= STRING_BIT if item.val.bases & TEXT_RANGE_BIT else 0
        if collection is None or not self.needs_admission(collection.bases, items):
            return elements
        return self.admit_all(Op("list_copy", (elements,), ITEMS, item.span), collection)

    def admit_all(self, elements: Expr, collection: Val) -> Expr:
        """All elements of a list of one's own, each one let in."""
        stmts: list[Stmt] = []
        kept = self.keep(elements, stmts, "elements")
        counter = self.fresh("number", INT)
        each = Op("list_get", (kept, counter), ANY)
        admitted = self.admission(collection, each, elements.span)
        body = (Evaluate(Op("list_set", (kept, counter, admitted), NONE)),)
        stmts.append(nodes.For(counter.name, self.int_const(0), Op("list_length", (kept,), INT), body, elements.span))
        return do(stmts, kept)

    def is_whole(self, item: Given) -> bool:
        """An argument that is surely a collection, or surely a range of one sort."""
        return item.val is not None and item.val.bases != 0 and self.whole_type(item.val) is not None

    def whole_type(self, val: Val) -> Type | None:
        if not val.bases & ~self.bases.collections:
            return COLLECTIONS
        if val.bases == INT_RANGE_BIT:
            return INT_RANGE
        return TEXT_RANGE if val.bases == TEXT_RANGE_BIT else None

    def list_of(self, item: Given) -> Expr:
        assert item.val is not None
        if item.many:
            return item.val.expr
        type_ = self.whole_type(item.val)
        assert type_ is not None
        return self.items(self.fit(item.val.expr, type_))

    # ----------------------------------------------------------------------------------------------- built-ins

    def built_in_action(self, name: str, whole: Val, given: Sequence[Given], signature: Signature, span: Span) -> Expr:
        """The value is evaluated, and so are the arguments."""
        plain, elements = given_by_name(given, signature)
        xs = self.elements_of(whole.expr)
        match name:
            case "SHUFFLE":
                return self.routine("shuffle", xs, span=span)
            case "INSERT":
                index = plain["index"]
                assert index.val is not None
                place = self.as_int(index.val, "an index")
                return self.putting_in(
                    whole.expr,
                    self.spread(elements, whole),
                    lambda new: self.routine("insert_all", xs, place, new, span=span),
                )
            case "DELETE":
                return self.delete(whole, plain["index"], span)
            case "CLEAR":
                copied = self.copied(whole, span)
                stmts: list[Stmt] = []
                kept = self.keep(copied, stmts)
                stmts.append(Evaluate(Op("list_clear", (xs,), NONE, span), span))
                return do(stmts, kept)
            case "PUSH_TOP" | "PUSH_FRONT":
                if self.is_single(elements):
                    assert elements[0].val is not None
                    return self.putting_in(
                        whole.expr,
                        self.admitted(whole, elements[0].val),
                        lambda new: Op("list_insert", (xs, self.int_const(0), new), NONE, span),
                    )
                return self.putting_in(
                    whole.expr, self.spread(elements, whole), lambda new: self.routine("push_first", xs, new, span=span)
                )
            case "PUSH_BOTTOM" | "PUSH_BACK":
                if self.is_single(elements):
                    assert elements[0].val is not None
                    return self.putting_in(
                        whole.expr,
                        self.admitted(whole, elements[0].val),
                        lambda new: Op("list_push", (xs, new), NONE, span),
                    )
                return self.putting_in(
                    whole.expr, self.spread(elements, whole), lambda new: self.routine("push_last", xs, new, span=span)
                )
        is_first = name in ("POP_TOP", "POP_FRONT")
        return self.take("pop_first" if is_first else "pop_last", whole, plain.get("num"), span)

    def is_single(self, elements: Sequence[Given]) -> bool:
        """One argument that surely is one element."""
        many = self.bases.collections | RANGES
        if len(elements) != 1 or elements[0].many or elements[0].val is None:
            return False
        return not elements[0].val.bases & many

    def delete(self, whole: Val, index: Given, span: Span) -> Expr:
        xs = self.elements_of(whole.expr)
        if index.slice is not None:
            return self.new(SERIES, self.routine("delete_slice", xs, *index.slice, span=span))
        assert index.val is not None
        place = self.as_int(index.val, "an index")
        return self.taken(self.routine("delete_at", xs, place, span=span), whole.items)

    def take(self, routine: str, whole: Val, num: Given | None, span: Span) -> Expr:
        """One element, or with a number a Series of so many."""
        xs = self.elements_of(whole.expr)
        what = self.class_words(whole)
        if num is None:
            return self.taken(self.routine(routine, xs, what, span=span), whole.items)
        assert num.val is not None
        many = {"first_of": "first_ones", "last_of": "last_ones"}.get(routine, f"{routine}_ones")
        return self.new(SERIES, self.routine(many, xs, self.as_int(num.val, "the number"), what, span=span))

    def class_words(self, whole: Val) -> Expr:
        """The name of a collection's class."""
        names = self.bases.class_names(whole.bases & self.bases.collections)
        if len(names) == 1:
            return Const(self.low.program.classes[names[0]].shown, STRING)
        return self.kind(whole.expr)

    def method_of(
        self,
        whole: Val,
        method: Callable[[], str],
        function: Callable[[str], str],
        args: tuple[Expr, ...],
        result: Type,
        span: Span | None,
    ) -> Expr:
        """A method of collections, or where the class is known the function itself."""
        names = self.bases.class_names(whole.bases & self.bases.collections)
        if len(names) == 1:
            own = self.fit(whole.expr, ObjectType(names[0]))
            return nodes.Call(function(names[0]), (own, *args), result, span)
        return nodes.VirtualCall(method(), (self.fit(whole.expr, COLLECTIONS), *args), result, span)

    def copied(self, whole: Val, span: Span) -> Expr:
        """A copy of the same class, attributes included."""
        shared = self.low.shared
        copy = self.method_of(whole, shared.copy, shared.copy_of, (), COLLECTIONS, span)
        return self.fit(copy, self.storage(whole.bases & self.bases.collections))

    def built_in_helper(self, name: str, whole: Val, given: Sequence[Given], signature: Signature, span: Span) -> Expr:
        plain, _ = given_by_name(given, signature)
        xs = self.elements_of(whole.expr)
        match name:
            case "size":
                return Op("list_length", (xs,), INT, span)
            case "empty":
                return Op("eq", (Op("list_length", (xs,), INT, span), self.int_const(0)), BOOL, span)
            case "copy":
                return self.copied(whole, span)
            case "shuffled":
                return self.with_local(
                    self.copied(whole, span),
                    lambda copy: do(self.effect(self.routine("shuffle", self.elements_of(copy), span=span)), copy),
                )
        is_first = name in ("top", "front")
        return self.take("first_of" if is_first else "last_of", whole, plain.get("num"), span)

    # ------------------------------------------------------------------------------------------- going through

    def loop_over(
        self, over: Val, var: Callable[[Expr], list[Stmt]], body: tuple[Stmt, ...], span: Span, copies: bool
    ) -> list[Stmt]:
        """A loop over a collection (as it was when the loop began), a range or the characters of a string. `var` binds
        the variable to a value of this loop."""
        stmts: list[Stmt] = []
        counter = self.fresh("number", INT)
        zero = self.int_const(0)
        if over.bases and not over.bases & ~self.bases.collections:
            elements = self.elements_of(self.fit(over.expr, COLLECTIONS))
            if copies:
                elements = Op("list_copy", (elements,), ITEMS, span)
            xs = self.keep(elements, stmts, "all")
            each = self.taken(Op("list_get", (xs, counter), ANY, span), over.items)
            stop: Expr = Op("list_length", (xs,), INT, span)
        elif over.bases == INT_RANGE_BIT:
            found: list[tuple[Expr, Expr]] = []

            def ends(start: Expr, end: Expr, closed: Expr) -> Expr:
                first = self.keep(start, stmts, "first")
                if isinstance(closed, Const):
                    behind = Op("add", (end, self.int_const(1)), INT, span) if closed.value else end
                else:
                    behind = self.routine("range_stop", end, closed, span=span)
                found.append((first, behind))
                return NOTHING

            opened = self.with_range(over.expr, ends)
            stmts = [*self.effect(opened), *stmts]
            first, behind = found[0]
            return [*stmts, nodes.For(counter.name, first, behind, (*var(counter), *body), span)]
        elif over.bases == STRING_BIT:
            text = self.keep(self.fit(over.expr, STRING), stmts, "text")
            each = Op("char_at", (text, counter), STRING, span)
            stop = Op("string_length", (text,), INT, span)
        else:
            listed = nodes.Call(self.low.shared.each(), (self.fit(over.expr, ANY),), ITEMS, span)
            xs = self.keep(listed, stmts, "all")
            each = Op("list_get", (xs, counter), ANY, span)
            stop = Op("list_length", (xs,), INT, span)
        stmts.append(nodes.For(counter.name, zero, stop, (*var(each), *body), span))
        return stmts


def given_by_name(given: Sequence[Given], signature: Signature) -> tuple[dict[str, Given], list[Given]]:
    """Arguments of a built-in that are known to fit."""
    plain: dict[str, Given] = {}
    elements: list[Given] = []
    for item in given:
        if item.name is not None:
            plain[item.name] = item
        elif len(plain) < len(signature.names):
            plain[signature.names[len(plain)]] = item
        else:
            elements.append(item)
    return plain, elements
