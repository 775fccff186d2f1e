"""What options are called: a tile by its place, other objects by their names or by class and number.

These functions run when somebody looks, never while rules do.
"""

from __future__ import annotations

from parlour.core import nodes, types
from parlour.core.builder import number, op, sentence, text, when
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import BOOL, FLOAT, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.hiding import hidden_label

LABEL, NAME = "label of a thing", "name of a thing"


def label_function(low: Lowering, type_: types.Type, none_word: str | None) -> str:
    """The function that names a value of a type; `none_word` is what null is called."""
    name = f"label {type_}" if none_word is None else f"label {type_} or {none_word}"
    if name in low.functions:
        return name
    with low.writing() as body:
        value = body.build.parameter("value", type_)
        stmts: list[Stmt] = []
        known: Expr = value
        if isinstance(type_, OptionalType):
            stmts.append(when(nodes.Is(value, NONE), nodes.Return(text(none_word or "null"))))
            known = nodes.Narrow(value, type_.item)
        stmts.append(nodes.Return(label(low, known)))
        low.add(body.build.function(name, STRING, stmts))
    return name


def label(low: Lowering, value: Expr, *, is_offered: bool = True) -> Expr:
    """The text for a value that is not null. Names that are hidden from whoever is asked are not offered."""
    match value.type:
        case ObjectType():
            return nodes.Call(_thing_label(low, is_offered), (low.fit(value, names.A_THING),), STRING)
    if value.type == FLOAT:
        return low.call("number_text", value)
    if value.type == INT:
        seats = low.checked.seats
        if seats is None:
            return sentence("player ", op("text_of_int", value))
        return op("list_get", nodes.MakeList(tuple(map(text, seats)), ListType(STRING)), value)
    if value.type == BOOL:
        return nodes.Choose(value, text("true"), text("false"), STRING)
    assert value.type == STRING, f"{value.type} is never offered"
    return value


def _thing_label(low: Lowering, is_offered: bool) -> str:
    called = LABEL if is_offered else NAME
    if called in low.functions:
        return called
    with low.writing() as body:
        low.functions[called] = body.build.function(called, STRING, ())
        thing = body.build.parameter("thing", names.A_THING)
        stmts = hidden_label(low, thing) if is_offered else []
        tile = nodes.Narrow(thing, names.A_TILE)
        placed = nodes.And(nodes.Is(thing, names.A_TILE), op("ge", nodes.Field(tile, names.X, INT), number(0)))
        stmts.append(when(placed, nodes.Return(low.call("place_label", tile))))
        group = nodes.Narrow(thing, names.A_GROUP)
        stmts.append(when(nodes.Is(thing, names.A_GROUP), nodes.Return(nodes.Field(group, names.NAME, STRING))))
        order = sorted(low.checked.classes, key=lambda each: -len(each.line))
        for class_ in order:
            kind = ObjectType(class_.shown)
            own = nodes.Narrow(thing, kind)
            found: list[Stmt] = []
            name = class_.attribute("name")
            if name is not None and name.type == t.STRING:
                field = nodes.Field(own, "name", low.type_of(name))
                given = low.fit(field, OptionalType(STRING))
                is_given = nodes.And(nodes.Is(given, STRING), op("ne", nodes.Narrow(given, STRING), text("")))
                found.append(when(is_given, nodes.Return(nodes.Narrow(given, STRING))))
            count = op("text_of_int", nodes.Field(thing, names.NUMBER, INT))
            found.append(nodes.Return(sentence(f"{class_.shown}#", count)))
            stmts.append(when(nodes.Is(thing, kind), *found))
        stmts.append(nodes.Return(text("?")))
        low.add(body.build.function(called, STRING, stmts))
    return called
