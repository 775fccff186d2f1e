"""Classes and objects: what a class becomes in core, and how an object is made.

`new C` makes the object with the values that its attributes begin with, base class first; then come the fields in the
braces, then the `default` blocks. Where nothing can look at the object before it is whole, it is one `New`, so that
engines know that nothing has changed; else attributes begin as null and are stored one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.core import nodes
from parlour.core.builder import TRUE, assign, blank, none_of, number, op, text
from parlour.core.nodes import Evaluate, Expr, SetGlobal, Stmt, Variable
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.calls import deck_type
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.routines import GRAPH, HEX, SQUARE
from parlour.syntax.source import Span

_KIND_FIELDS: dict[str, tuple[Variable, ...]] = {
    "interactable": (Variable(names.TILE, names.MAYBE_TILE), Variable(names.DISCARDED, BOOL)),
    "tile": (
        Variable(names.ON_GROUP, names.MAYBE_GROUP),
        Variable(names.X, INT),
        Variable(names.Y, INT),
        Variable(names.LINKS, ListType(names.MAYBE_LINK)),
        Variable(names.PIECES, ListType(names.A_PIECE)),
    ),
    "connection": (Variable(names.LEADS_TO, names.MAYBE_TILE),),
}
_GROUP_FIELDS = (
    Variable(names.NAME, STRING),
    Variable(names.GEOMETRY, INT),
    Variable(names.LINES, INT),
    Variable(names.LENGTH, INT),
    Variable(names.PLACES, ListType(names.MAYBE_TILE)),
    Variable(names.TILES, ListType(names.A_TILE)),
)
_GEOMETRIES = {"square": SQUARE, "hex": HEX, "graph": GRAPH}


# ------------------------------------------------------------------------------------------------------- declarations


def declare(low: Lowering) -> None:
    """All classes, and the globals with the instances of global ones."""
    classes = [nodes.Class(names.THING, None, (Variable(names.NUMBER, INT, is_hint=True),))]
    for kind, name in names.KINDS.items():
        classes.append(nodes.Class(name, names.THING, _KIND_FIELDS.get(kind, ())))
    classes.append(nodes.Class(names.GROUP, names.THING, _GROUP_FIELDS))
    start = (
        Variable(names.QUEUED_ACTION, INT),
        Variable(names.QUEUED_OBJECT, names.A_THING),
        Variable(names.QUEUED_EVENT, names.AN_EVENT),
    )
    classes.append(nodes.Class(names.QUEUED, None, start))
    if _has_collections_as_keys(low.checked):
        classes.append(nodes.Class(names.KEY, None, (Variable(names.KEY_OF, ANY),)))
    counts = [Variable(names.count_name(each.shown), INT, is_hint=True) for each in low.checked.classes]
    classes.append(nodes.Class(names.COUNTS, None, tuple(counts)))
    for class_ in low.checked.classes:
        parent = names.KINDS[class_.kind] if class_.base is None else class_.base.shown
        classes.append(nodes.Class(class_.shown, parent, tuple(_own_fields(low, class_)), tuple(_methods(low, class_))))
        if class_.scope == "global":
            low.globals.append(nodes.GlobalVariable(names.instance_name(class_.shown), ObjectType(class_.shown)))
    low.declare_classes(classes)


def _has_collections_as_keys(checked: m.Checked) -> bool:
    keys: list[m.Expr] = []
    for section in walk.sections(checked):
        for expr in walk.expressions(section.block):
            if isinstance(expr, m.TableItem):
                keys.append(expr.key)
            elif isinstance(expr, m.MakeTable):
                keys += [key for key, _ in expr.pairs]
    return any(isinstance(key.type, t.Collection) for key in keys)


def _own_fields(low: Lowering, class_: m.Class) -> Iterator[Variable]:
    line = class_.line[1:]
    if class_.kind in ("class", "interactable"):
        if class_.scope == "local" and not any(each.scope == "local" for each in line):
            yield Variable(names.OWNER, INT)
        if class_.scope == "group" and not any(each.scope == "group" for each in line):
            yield Variable(names.MEMBERS, ListType(INT))
    if class_.kind == "stack" and class_.base is None:
        yield Variable(names.CARDS, deck_type(low, class_))
        yield Variable(names.DISCARDS, deck_type(low, class_))
    for group in class_.groups.values():
        yield Variable(names.group_field(group.name), names.A_GROUP)
    for attribute in class_.attributes.values():
        yield Variable(attribute.name, low.type_of(attribute))


def _methods(low: Lowering, class_: m.Class) -> Iterator[tuple[str, str]]:
    """What virtual calls find in a class."""
    for function in class_.functions.values():
        yield low.method_name(function), low.function_name(function)
    for action in class_.actions.values():
        yield low.effect_method(action), low.effect_name(action)
    if class_.kind == "event":
        yield names.HEAR, low.hear_name(class_)


def set_up(low: Lowering) -> list[Stmt]:
    """The counters, and one instance of every global class, in order of declaration."""
    counts = nodes.New(names.COUNTS, (number(0),) * len(low.checked.classes), ObjectType(names.COUNTS))
    stmts: list[Stmt] = [SetGlobal(names.COUNTERS, counts)]
    for class_ in low.checked.globals():
        made = new(low, class_, (), class_.span)
        stmts.append(SetGlobal(names.instance_name(class_.shown), made, class_.span))
    return stmts


# --------------------------------------------------------------------------------------------------------------- new


def new(low: Lowering, class_: m.Class, fields: Sequence[m.FieldValue], span: Span) -> Expr:
    _write_new(low, class_)
    kind = ObjectType(class_.shown)
    made: Expr = nodes.Call(_name(class_), (), kind, span)
    defaults = _defaults(low, class_)
    if not fields and not defaults:
        return made
    stmts: list[Stmt] = []
    local = low.body.build.fresh("made", kind)
    stmts.append(assign(local, made, span))
    for field in fields:
        if field.attribute == "to":
            target = nodes.Field(local, names.LEADS_TO, names.MAYBE_TILE)
        else:
            assert isinstance(field.attribute, m.Attribute)
            target = nodes.Field(local, field.attribute.name, low.type_of(field.attribute))
        stmts.append(assign(target, low.fitted(field.value, target.type), field.span))
    for name, owner, field_name in defaults:
        taken = low.fit(local, ObjectType(owner))
        if field_name is not None:
            taken = nodes.Field(taken, field_name, names.A_GROUP)
        stmts.append(Evaluate(nodes.Call(name, (taken,), NONE, span), span))
    return do(stmts, local)


def _name(class_: m.Class) -> str:
    return f"new {class_.shown}"


def _write_new(low: Lowering, class_: m.Class) -> None:
    """The object with what its attributes begin with, groups of a board included, but before its defaults."""
    name, kind = _name(class_), ObjectType(class_.shown)
    if name in low.functions:
        return
    with low.writing("attribute", kind) as body:
        # Known by its name before its body is written: attributes may begin with new objects.
        low.add(body.build.function(name, kind, ()))
        made = body.this = body.build.fresh("made", kind)
        stmts: list[Stmt] = []
        count = nodes.Field(names.global_variable(names.COUNTERS), names.count_name(class_.shown), INT)
        stmts.append(assign(count, op("add", count, number(1))))
        # One that nobody looks for may lead to others, but those are known already or were made since.
        if low.looking.is_wanted(class_):
            stmts.append(SetGlobal(names.IS_STALE, TRUE))
        looks_back = any(
            isinstance(part, m.This)
            for attribute in class_.attribute_line()
            if attribute.value is not None
            for part in walk.inside(attribute.value)
        )
        given = list(_given(low, class_, count, looks_back))
        stmts.append(assign(made, nodes.New(class_.shown, tuple(given), kind, class_.span)))
        if looks_back:
            for attribute in class_.attribute_line():
                if attribute.value is not None and not isinstance(attribute.value, m.Const):
                    field = nodes.Field(made, attribute.name, low.type_of(attribute))
                    stmts.append(assign(field, low.fitted(attribute.value, field.type), attribute.span))
        stmts += [*_settle(low, class_, made), nodes.Return(made)]
        low.add(body.build.function(name, kind, stmts))


def _given(low: Lowering, class_: m.Class, count: Expr, looks_back: bool) -> Iterator[Expr]:
    """The fields of a new object, inherited ones first."""
    attributes = {attribute.name: attribute for attribute in class_.attribute_line()}
    groups = {names.group_field(group.name): group for group in class_.all_groups()}
    first: dict[str, Expr] = {names.NUMBER: count, names.OWNER: number(names.NOBODY), names.X: number(-1)}
    first[names.Y] = number(-1)
    for field in low.hierarchy.fields(class_.shown):
        if field.name in groups:
            yield _group(low, groups[field.name])
        elif field.name in attributes:
            attribute = attributes[field.name]
            if attribute.value is None or (looks_back and not isinstance(attribute.value, m.Const)):
                # What some initialiser may look at before it has a value.
                yield none_of(field.type) if isinstance(field.type, OptionalType) else _unseen(low, attribute)
            else:
                yield low.fitted(attribute.value, field.type)
        else:
            yield first[field.name] if field.name in first else blank(field.type)


def _unseen(low: Lowering, attribute: m.Attribute) -> Expr:
    """The value of an attribute before the first one that looks at the object."""
    assert attribute.value is not None
    return low.fitted(attribute.value, low.type_of(attribute))


# ------------------------------------------------------------------------------------------------------------- boards


def _group(low: Lowering, group: m.Group) -> Expr:
    """A group with its tiles, made in the reading order of the grid text."""
    build = low.body.build
    is_square = group.geometry == "square"
    lines, length = size_of(group)
    stmts: list[Stmt] = []
    tiles: dict[tuple[int, int], Expr] = {}
    for line, cells in enumerate(group.lines):
        for place, cell in enumerate(cells):
            made = new(low, low.checked.blank_tile if cell is None else cell, (), group.span)
            at = (place, line) if is_square else (line, place)
            tiles[at] = build.keep(low.fit(made, names.MAYBE_TILE), stmts, "tile")
    nowhere = none_of(names.MAYBE_TILE)
    places = [tiles.get((i, j), nowhere) for i in range(lines) for j in range(length)]
    items: dict[str, Expr] = {
        names.NUMBER: number(0),
        names.NAME: text(group.name),
        names.GEOMETRY: number(_GEOMETRIES[group.geometry]),
        names.LINES: number(lines),
        names.LENGTH: number(length),
        names.PLACES: nodes.MakeList(tuple(places), ListType(names.MAYBE_TILE)),
        names.TILES: nodes.MakeList((), ListType(names.A_TILE)),
    }
    given = tuple(items[field.name] for field in low.hierarchy.fields(names.GROUP))
    return do(stmts, nodes.New(names.GROUP, given, names.A_GROUP, group.span))


def size_of(group: m.Group) -> tuple[int, int]:
    """How many places there are along the first and the second index."""
    longest = max((len(line) for line in group.lines), default=0)
    return (longest, len(group.lines)) if group.geometry == "square" else (len(group.lines), longest)


def _settle(low: Lowering, class_: m.Class, made: Expr) -> list[Stmt]:
    """The tiles of a new board are told where they lie."""
    return [
        Evaluate(low.call("settle", nodes.Field(made, names.group_field(group.name), names.A_GROUP)))
        for group in class_.all_groups()
        if group.geometry != "graph"
    ]


def _defaults(low: Lowering, class_: m.Class) -> list[tuple[str, str, str | None]]:
    """The functions that run the `default` blocks of a new object, base class first, those of a board's groups before
    its own; each with the class that it belongs to, and the field with the group that it takes."""
    found: list[tuple[str, str, str | None]] = []
    for each in reversed(class_.line):
        for group in each.groups.values():
            if group.default is not None:
                name = default_name(low, group)
                found.append((name, each.shown, names.group_field(group.name)))
        if each.default is not None:
            found.append((default_name(low, each), each.shown, None))
    return found


def default_name(low: Lowering, owner: m.Class | m.Group) -> str:
    """The function that runs a `default` block."""
    whole = owner.shown if isinstance(owner, m.Class) else f"{owner.board.shown}.{owner.name}"
    return low.name((owner, "default"), f"default {whole}")
