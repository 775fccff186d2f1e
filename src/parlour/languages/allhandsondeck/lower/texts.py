"""Values as texts: as `print` writes them, and inside of collections. Functions are made where a program needs them."""

from __future__ import annotations

from parlour.core import builder as build
from parlour.core import nodes, types
from parlour.core.nodes import Call, Expr, Is, Narrow, Return, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING
from parlour.languages.allhandsondeck.check.bases import plain_type
from parlour.languages.allhandsondeck.check.types import COLLECTION, OBJECT, SERIES
from parlour.languages.allhandsondeck.lower.names import ELEMENTS, ITEMS
from parlour.languages.allhandsondeck.lower.writer import Val, Writer

_TEXTS = types.ListType(STRING)


def printed(w: Writer, val: Val) -> Expr:
    """A value as `print` writes it."""
    value = val.expr
    if value.type in (STRING, INT, FLOAT, BOOL, NONE):
        return value if value.type == STRING else _plain(w, value)
    name = _text_of(w, val.bases) if w.bases.is_plain(val.bases) else text_of_value(w)
    return Call(name, (w.fit(value, ANY),), STRING, value.span)


def answered(w: Writer, answer: Expr) -> Expr:
    """An answer that is a text, a number, True or False, as somebody gives it."""
    return answer if answer.type == STRING else _plain(w, answer)


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
    """The function for a value of any type."""
    w.method("shown", OBJECT, _shown_of)
    return w.low.linker.need("text of a value")


def name_of_option(w: Writer) -> str:
    """The function for what an option is called."""
    w.method("shown", OBJECT, _shown_of)
    w.method("face", OBJECT, _face_of)
    return w.low.linker.need("name of an option")


def _face_of(w: Writer, class_name: str) -> str:
    """As `table/zones.py` writes it on a card: its name, or else its plain attributes; empty if it has none."""

    def body(w: Writer, value: Expr) -> list[Stmt]:
        if COLLECTION in w.bases.lines[class_name]:
            return [Return(build.text(""))]
        face = w.fresh("face", STRING)
        stmts: list[Stmt] = [build.assign(face, build.text(""))]
        for name in w.low.attribute_names(class_name):
            root = w.low.field_root(class_name, name)
            assert root is not None
            field = w.keep(w.fit(nodes.Field(value, name, w.low.field_type(root, name)), ANY), stmts, "part")
            if name == "name":
                stmts.append(build.when(Is(field, STRING), Return(Narrow(field, STRING))))
            stmts.append(build.assign(face, w.routine("with word of", face, field)))
        return [*stmts, Return(face)]

    return w.shared(f"face of {class_name}", {"value": types.ObjectType(class_name)}, STRING, body)


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


def _shown_of(w: Writer, class_name: str) -> str:
    """An object with its attributes, or a collection with its elements."""
    shown = w.low.program.classes[class_name].shown

    def body(w: Writer, value: Expr, inside: Expr) -> list[Stmt]:
        whole = nodes.Convert(value, ANY)
        if COLLECTION in w.bases.lines[class_name]:
            marks = [build.text(mark) for mark in (("[", "]") if shown == SERIES else (f"{shown}(", ")"))]
            elements = nodes.Field(value, ELEMENTS, ITEMS)
            return [Return(w.routine("shown elements", whole, elements, inside, *marks))]
        within, parts = w.fresh("within", ITEMS), w.fresh("parts", _TEXTS)
        attributes: list[Stmt] = []
        for name in w.low.attribute_names(class_name):
            root = w.low.field_root(class_name, name)
            assert root is not None
            field = w.fit(nodes.Field(value, name, w.low.field_type(root, name)), ANY)
            one = w.routine("shown value", field, within)
            attributes.append(build.push(parts, build.op("concat", build.text(f"{name}="), one)))
        return [
            # An object inside itself is not written out again.
            build.when(w.routine("contains", inside, whole), Return(build.text("…"))),
            build.assign(within, build.op("list_copy", inside)),
            build.push(within, whole),
            build.assign(parts, nodes.MakeList((), _TEXTS)),
            *attributes,
            Return(w.routine("enclosed", parts, build.text(f"{shown}("), build.text(", "), build.text(")"))),
        ]

    return w.shared(f"shown {class_name}", {"value": types.ObjectType(class_name), "inside": ITEMS}, STRING, body)
