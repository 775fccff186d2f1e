"""Values as texts: as `print` writes them, and inside of collections. Functions are made where a program needs them."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import builder as build
from parlour.core import nodes, types
from parlour.core.nodes import Call, Expr, Is, Narrow, Return, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, Type
from parlour.languages.allhandsondeck.check.bases import RANGE_TYPES, plain_type
from parlour.languages.allhandsondeck.check.types import COLLECTION, OBJECT, SERIES
from parlour.languages.allhandsondeck.lower.names import ELEMENTS, ITEMS
from parlour.languages.allhandsondeck.lower.writer import ROOT, Val, Writer, gives

_TEXTS = types.ListType(STRING)


def printed(w: Writer, val: Val) -> Expr:
    """A value as `print` writes it."""
    value = val.expr
    if value.type in (STRING, INT, FLOAT, BOOL, NONE):
        return value if value.type == STRING else _plain(w, value)
    name = _text_of(w, val.bases) if w.bases.is_plain(val.bases) else text_of_value(w)
    return Call(name, (w.fit(value, ANY),), STRING, value.span)


def _plain(w: Writer, value: Expr) -> Expr:
    """A value that is no object and of a known type, strings in quotes."""
    span = value.span
    match value.type:
        case t if t == STRING:
            return w.routine("quoted", value)
        case t if t == INT:
            return build.op("text_of_int", value, span=span)
        case t if t == FLOAT:
            return build.op("text_of_float", value, span=span)
        case t if t == BOOL:
            return nodes.Choose(value, build.text("True"), build.text("False"), STRING, span)
        case t if t == NONE:
            return do(build.effect(value), build.text("None"))
    # `1..9`
    start, end, closed = build.parts(value)
    return build.sentence(
        _plain(w, start), nodes.Choose(closed, build.text(".."), build.text("..."), STRING), _plain(w, end)
    )


def text_of_value(w: Writer) -> str:
    """The function for a value of any type: strings bare."""

    def body(w: Writer, value: Expr) -> list[Stmt]:
        shown = _shown(w, value, nodes.MakeList((), ITEMS))
        return [build.when(Is(value, STRING), Return(Narrow(value, STRING))), Return(shown)]

    return w.shared("text of a value", {"value": ANY}, STRING, body)


def _text_of(w: Writer, mask: int) -> str:
    """The same for values that are no objects, so that nothing need be known of those."""

    def body(w: Writer, value: Expr) -> list[Stmt]:
        plain = [(plain_type(bit), bit) for bit, _ in w.bases.each(mask)]
        *others, last = [
            (type_, build.text("None") if type_ == NONE else printed(w, Val(Narrow(value, type_), bit)))
            for type_, bit in plain
        ]
        return [*(build.when(Is(value, type_), Return(shown)) for type_, shown in others), Return(last[1])]

    names = " or ".join(name for _, name in w.bases.each(mask))
    return w.shared(f"text of {names}", {"value": ANY}, STRING, body)


def _shown(w: Writer, value: Expr, inside: Expr) -> Expr:
    """A value inside a collection: strings in quotes. `inside` are the objects around it."""

    def body(w: Writer, value: Expr, inside: Expr) -> list[Stmt]:
        method = w.method("shown", OBJECT, _shown_of)
        of_object = nodes.VirtualCall(method, (Narrow(value, ROOT), inside), STRING)
        ranges = [type_ for _, type_ in RANGE_TYPES if w.low.uses(type_)]
        shown: tuple[Type, ...] = (INT, STRING, ROOT, BOOL, FLOAT, *ranges)
        arms = [
            (Is(value, type_), gives(of_object if type_ == ROOT else _plain(w, Narrow(value, type_))))
            for type_ in shown
        ]
        return [nodes.If(tuple(arms), gives(build.text("None")))]

    name = w.shared("shown value", {"value": ANY, "inside": ITEMS}, STRING, body)
    return Call(name, (value, inside), STRING)


def _shown_of(w: Writer, class_name: str) -> str:
    own = types.ObjectType(class_name)
    shown = w.low.program.classes[class_name].shown

    def body(w: Writer, value: Expr, inside: Expr) -> list[Stmt]:
        whole = nodes.Convert(value, ANY)
        if COLLECTION in w.bases.lines[class_name]:
            marks = [build.text(mark) for mark in (("[", "]") if shown == SERIES else (f"{shown}(", ")"))]
            elements = nodes.Field(value, ELEMENTS, ITEMS)
            return [Return(_shown_elements(w, whole, elements, inside, *marks))]

        def attributes(inner: Expr, texts: Expr) -> list[Stmt]:
            found: list[Stmt] = []
            for name in w.low.attribute_names(class_name):
                root = w.low.field_root(class_name, name)
                assert root is not None
                field = w.fit(nodes.Field(value, name, w.low.field_type(root, name)), ANY)
                found.append(build.push(texts, build.op("concat", build.text(f"{name}="), _shown(w, field, inner))))
            return found

        return _written_out(w, whole, inside, attributes, build.text(f"{shown}("), build.text(")"))

    return w.shared(f"shown {class_name}", {"value": own, "inside": ITEMS}, STRING, body)


def _shown_elements(w: Writer, *args: Expr) -> Expr:
    """What the collections of all classes have in common."""

    def body(w: Writer, value: Expr, elements: Expr, inside: Expr, opening: Expr, closing: Expr) -> list[Stmt]:
        def each(inner: Expr, texts: Expr) -> list[Stmt]:
            place = w.fresh("number", INT)
            one = build.push(texts, _shown(w, build.element(elements, place), inner))
            return [nodes.For(place.name, build.number(0), build.length(elements), (one,))]

        return _written_out(w, value, inside, each, opening, closing)

    params: dict[str, Type] = {"value": ANY, "elements": ITEMS, "inside": ITEMS, "opening": STRING, "closing": STRING}
    return Call(w.shared("shown elements", params, STRING, body), args, STRING)


def _written_out(
    w: Writer, whole: Expr, inside: Expr, add: Callable[[Expr, Expr], list[Stmt]], opening: Expr, closing: Expr
) -> list[Stmt]:
    """The parts of an object, which `add` puts into a list, between two marks."""
    inner, texts = w.fresh("within", ITEMS), w.fresh("parts", _TEXTS)
    return [
        # An object inside itself is not written out again.
        build.when(w.routine("contains", inside, whole), Return(build.text("…"))),
        build.assign(inner, build.op("list_copy", inside)),
        build.push(inner, whole),
        build.assign(texts, nodes.MakeList((), _TEXTS)),
        *add(inner, texts),
        Return(w.routine("enclosed", texts, opening, build.text(", "), closing)),
    ]
