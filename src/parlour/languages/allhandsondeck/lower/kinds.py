"""What a value must be: values bound to names with a type, tests for written types, what collections remember.

Whether a value is a `Stack<Card>` depends on what it holds. Mostly inference knows; a program in which it does not
keeps in every collection a *hint*: the set of the bases of all elements that were put in since it was last empty.
Taking elements out leaves it as it is, so it may say too much, and then the elements are looked at one by one. It is
outside the key, because a game cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import builder as build
from parlour.core import nodes, types
from parlour.core.nodes import Call, Expr, Is, Narrow, Return, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, Type
from parlour.languages.allhandsondeck.check.bases import INT_BIT, RANGE_TYPES
from parlour.languages.allhandsondeck.check.meaning import Var
from parlour.languages.allhandsondeck.check.types import OBJECT
from parlour.languages.allhandsondeck.check.types import Type as WrittenType
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS, ELEMENTS, ITEMS, KINDS
from parlour.languages.allhandsondeck.lower.writer import Val, Writer, gives
from parlour.syntax.source import Span

_CORE: dict[str, Type] = {"int": INT, "float": FLOAT, "bool": BOOL, "string": STRING, "Range": ANY}

# ------------------------------------------------------------------------------------------------------------ binding


def bound(w: Writer, val: Val, type_: WrittenType | None, what: str) -> Expr:
    """A value that is bound to something with a type: checked where inference cannot tell, ints made floats."""
    if type_ is None:
        return val.expr
    if type_.name == "float" and not val.bases & ~INT_BIT:
        return build.op("to_float", w.fit(val.expr, INT), span=val.expr.span)
    if surely_is(w, val, type_):
        return val.expr
    return checked(w, w.fit(val.expr, ANY), type_, what, val.expr.span)


def as_int(w: Writer, val: Val, what: str) -> Expr:
    return w.fit(bound(w, val, WrittenType("int"), what), INT)


def bind_variable(w: Writer, var: Var, val: Val, span: Span) -> list[Stmt]:
    local = w.declare(var)
    new = w.fit(bound(w, val, var.type, f"'{var.name}'"), local.type)
    w.sure.add(var)
    return [build.assign(local, new, span)]


def surely_is(w: Writer, val: Val, type_: WrittenType) -> bool:
    if val.bases & ~w.bases.accepted(type_):
        return False
    of, dispatch = type_.of, w.low.found.dispatch
    return of is None or all(dispatch.surely_holds(name, val.items, of) for name in w.bases.class_names(val.bases))


# -------------------------------------------------------------------------------------------------------------- tests


def checked(w: Writer, value: Expr, type_: WrittenType, what: str, span: Span | None = None) -> Expr:
    """A value of any type as one of a written type, or a failure that says `what` it was for."""
    result = _core_type(type_)

    def body(w: Writer, value: Expr, what: Expr) -> list[Stmt]:
        stmts: list[Stmt] = []
        if type_.name == "float":
            stmts.append(build.when(Is(value, INT), Return(build.op("to_float", Narrow(value, INT)))))
        stmts.append(build.when(matches(w, value, type_), Return(w.fit(value, result))))
        if type_.of is not None:
            message = build.sentence(what, f" must be {type_}, and one of its elements is no {type_.of}")
            stmts.append(build.when(Is(value, types.ObjectType(type_.name)), nodes.Raise("type", message)))
        return [*stmts, nodes.Raise("type", build.sentence(what, f" must be {type_}, not ", w.kind(value)))]

    name = w.shared(f"as {type_}", {"value": ANY, "what": STRING}, result, body)
    return Call(name, (value, build.text(what)), result, span)


def _core_type(type_: WrittenType) -> Type:
    return _CORE.get(type_.name) or types.OptionalType(types.ObjectType(type_.name))


def matches(w: Writer, value: Expr, type_: WrittenType) -> Expr:
    """Whether a value is of a type, the elements of a `C<T>` included; None is let in for classes."""

    def body(w: Writer, value: Expr) -> list[Stmt]:
        of = type_.of
        if type_.name == "Range":
            tests = [build.when(Is(value, part), Return(build.TRUE)) for _, part in RANGE_TYPES if w.low.uses(part)]
            return [*tests, Return(build.FALSE)]
        if of is None:
            return [Return(Is(value, _core_type(type_)))]
        w.low.looks_inside = True
        place, xs = w.fresh("number", INT), w.fresh("all", ITEMS)
        is_no = build.negated(matches(w, build.element(xs, place), of))
        return [
            build.when(Is(value, NONE), Return(build.TRUE)),
            build.when(build.negated(Is(value, types.ObjectType(type_.name))), Return(build.FALSE)),
            *_sure_of(w, Narrow(value, COLLECTIONS), of),
            build.assign(xs, nodes.Field(Narrow(value, COLLECTIONS), ELEMENTS, ITEMS)),
            nodes.For(place.name, build.number(0), build.length(xs), (build.when(is_no, Return(build.FALSE)),)),
            Return(build.TRUE),
        ]

    return Call(w.shared(f"is {type_}", {"value": ANY}, BOOL, body), (value,), BOOL)


def _sure_of(w: Writer, collection: Expr, of: WrittenType) -> list[Stmt]:
    """What the collection remembers of its elements may say that all of them are of a type."""
    if not w.low.keeps_kinds or of.of is not None:
        return []
    others = build.number(w.bases.every & ~w.bases.accepted(of))
    return [
        build.when(
            build.op("eq", build.op("bit_and", nodes.Field(collection, KINDS, INT), others), build.number(0)),
            Return(build.TRUE),
        )
    ]


# --------------------------------------------------------------------------------------------------------- collections


def elements_of(value: Expr) -> Expr:
    """The elements of a collection; those of one that is made for nothing else are all there is to make."""
    made = value.value if isinstance(value, nodes.Convert) else value
    if isinstance(made, nodes.New) and made.args[0] is not None:
        return made.args[0]
    return nodes.Field(value, ELEMENTS, ITEMS, value.span)


def new_collection(w: Writer, class_name: str, elements: Expr) -> Expr:
    """A collection of a class without attributes, from a list that nobody else holds."""
    type_, span = types.ObjectType(class_name), elements.span
    if not w.low.keeps_kinds:
        return nodes.New(class_name, (elements,), type_, span)
    stmts: list[Stmt] = []
    kept = elements if isinstance(elements, nodes.MakeList) and not elements.items else w.keep(elements, stmts)
    return do(stmts, nodes.New(class_name, (kept, kinds_of(w, kept)), type_, span))


def kinds_of(w: Writer, elements: Expr) -> Expr:
    """The bases of all elements of a list, or that of one element, as a set of bits."""
    if isinstance(elements, nodes.MakeList) and not elements.items:
        return build.number(0)
    w.method("kind bit", OBJECT, _kind_bit_of)
    return w.routine("kinds of elements" if elements.type == ITEMS else "kind bit of a value", elements)


def _kind_bit_of(w: Writer, class_name: str) -> str:
    bit = build.number(w.bases.bits[class_name])
    return w.shared(
        f"kind bit of {class_name}", {"value": types.ObjectType(class_name)}, INT, lambda _, value: gives(bit)
    )


def putting_in(w: Writer, collection: Expr, elements: Expr, use: Callable[[Expr], Expr]) -> Expr:
    """`use` puts an element, or a list of elements, into a collection, which takes note of it."""
    if not w.low.keeps_kinds:
        return use(elements)
    stmts: list[Stmt] = []
    kept = w.keep(elements, stmts, "new")
    more = kinds_of(w, kept)
    is_empty = build.op("eq", build.length(elements_of(collection)), build.number(0))
    before = nodes.Choose(is_empty, build.number(0), nodes.Field(collection, KINDS, INT), INT)
    stmts.append(nodes.SetField(collection, KINDS, build.op("bit_or", before, more)))
    return do(stmts, use(kept))
