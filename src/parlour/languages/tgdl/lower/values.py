"""Expressions: what each becomes in core.

`expression` gives a value of the type that its symbols have: optional where it can be null. Whoever cannot do with null
asks for `Lowering.expected`, which checks where a check is needed and says why it failed.
"""

from __future__ import annotations

from parlour.core import builder, nodes, types
from parlour.core.builder import op
from parlour.core.nodes import Const, Expr, Stmt
from parlour.core.passes.order import do
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.calls import by_deck, call, deck_type
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.objects import new, size_of
from parlour.languages.tgdl.lower.stores import fits
from parlour.syntax.source import Span

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "fdiv", "%": "frem", "^": "fpow"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_FIELDS: dict[str, tuple[str, types.Type]] = {
    "tile": (names.TILE, names.MAYBE_TILE),
    "discarded": (names.DISCARDED, types.BOOL),
    "group": (names.ON_GROUP, names.MAYBE_GROUP),
    "to": (names.LEADS_TO, names.MAYBE_TILE),
    "connections": (names.LINKS, types.ListType(names.MAYBE_LINK)),
}


def expression(low: Lowering, expr: m.Expr) -> Expr:
    span = expr.span
    match expr:
        case m.Const(type=type_, value=value):
            return _constant(value, span)
        case m.Local(var=var):
            local = low.local(var)
            return nodes.Local(local.name, local.type, span)
        case m.This():
            assert low.body.this is not None
            return nodes.Local(low.body.this.name, low.body.this.type, span)
        case m.GlobalObject(of=class_):
            low.messages[span] = f"{class_.shown} is read before it is made"
            return nodes.Global(names.instance_name(class_.shown), types.ObjectType(class_.shown), span)
        case m.Attr(object=subject, attribute=attribute):
            return nodes.Field(low.subject(subject, attribute.name), attribute.name, low.type_of(attribute), span)
        case m.BuiltInAttr(type=t.Collection(of=item)) if expr.name != "discard_stack":
            return low.marked(low.node(expr), _built_in(low, expr), item)
        case m.BuiltInAttr():
            return _built_in(low, expr)
        case m.GroupOf(board=board, group=group):
            return nodes.Field(low.subject(board, group.name), names.group_field(group.name), names.A_GROUP, span)
        case m.GroupNamed():
            return _group_named(low, expr)
        case m.TileAt(group=group_expr, first=first, second=second):
            group_value = low.need(group_expr, "null has no places")
            indexes = (low.expected(first, types.FLOAT), low.expected(second, types.FLOAT))
            known = group_expr.type.of if isinstance(group_expr.type, t.GroupType) else None
            if known is None or known.geometry == "graph":
                place = low.call("place", group_value, *indexes, span=span)
            else:
                size = map(builder.number, size_of(known))
                place = low.call("known_place", group_value, *size, *indexes, span=span)
            return low.fit(place, low.core_type(expr.type, True))
        case m.ListItem(list=items, index=index):
            known_list = low.bare(low.need(items, "null has no elements"))
            return low.read_from(low.call("item", known_list, low.expected(index, types.FLOAT), span=span), expr.type)
        case m.TableItem(table=table, key=key):
            stmts: list[Stmt] = []
            known_table: Expr = low.bare(low.need(table, "null has no entries"))
            if isinstance(key.type, t.Collection):
                known_table = low.body.build.keep(known_table, stmts, "table")
            wanted = entry_key(low, known_table, table_key(low, key), key.type)
            return do(stmts, low.read_from(low.call("entry", known_table, wanted, span=span), expr.type))
        case m.MakeList(type=type_, items=parts):
            assert isinstance(type_, t.Collection)
            list_type = low.bare_type(type_, low.node(expr))
            assert isinstance(list_type, types.ListType)
            made = nodes.MakeList(tuple(low.fitted(part, list_type.item) for part in parts), list_type, span)
            return low.marked(low.node(expr), made, type_.of)
        case m.MakeStack(type=type_, items=parts):
            assert isinstance(type_, t.Collection)
            stack = _make_stack(low, low.bare_type(type_, low.node(expr)), parts, span)
            return low.marked(low.node(expr), stack, type_.of)
        case m.MakeTable(type=type_, pairs=pairs):
            assert isinstance(type_, t.Collection)
            entries = _make_table(low, low.bare_type(type_, low.node(expr)), pairs, span)
            return low.marked(low.node(expr), entries, type_.of)
        case m.New(of=class_, fields=fields):
            return new(low, class_, fields, span)
        case m.ToPlayer(operand=operand):
            return _converted(
                low, operand, types.FLOAT, types.INT, lambda value: low.call("to_player", value, span=span)
            )
        case m.ToNumber(operand=operand):
            return _converted(low, operand, types.INT, types.FLOAT, lambda value: op("to_float", value, span=span))
        case m.PlayerOf(operand=operand):
            return do(builder.effect(low.value(operand)), names.global_variable(names.ACTIVE))
        case m.NameOf(operand=operand):
            return _turn_name(low, operand)
        case m.Arithmetic(operator=sign, left=left, right=right):
            return op(_ARITHMETIC[sign], low.expected(left, types.FLOAT), low.expected(right, types.FLOAT), span=span)
        case m.Negative(operand=m.Const(value=float() as value)) if value:
            return Const(-value, types.FLOAT, span)
        case m.Negative(operand=operand):
            return op("neg", low.expected(operand, types.FLOAT), span=span)
        case m.Join(left=left, right=right):
            return op("concat", low.expected(left, types.STRING), low.expected(right, types.STRING), span=span)
        case m.Order(operator=sign, left=left, right=right):
            return _order(low, sign, left, right, span)
        case m.Equal(left=left, right=right, is_negated=is_negated):
            found = equal(low, low.bare(low.value(left)), low.bare(low.value(right)), span)
            return builder.negated(found, span) if is_negated else found
        case m.Logic(operator=sign, left=left, right=right):
            return _logic(low, sign, low.expected(left, types.BOOL), low.expected(right, types.BOOL), span)
        case m.Not(operand=operand):
            return builder.negated(low.expected(operand, types.BOOL), span)
        case m.IsType(operand=operand, of=of):
            return _is_type(low, low.value(operand), operand.type, of, span)
        case m.AsType(operand=operand, type=type_):
            return _as_type(low, low.value(operand), type_)
        case m.Nowhere(operand=operand, type=type_):
            nowhere = builder.none_of(low.core_type(type_, True, low.node(expr)))
            return do(builder.effect(low.value(operand)), nowhere)
        case m.FunctionCall() | m.ActionCall() | m.MethodCall() | m.TableCall():
            return call(low, expr)


def _constant(value: float | str | bool | None, span: Span) -> Expr:
    if value is None:
        return Const(None, types.NONE, span)
    if isinstance(value, str):
        return builder.text(value, span)
    return builder.truth(value, span) if isinstance(value, bool) else Const(float(value), types.FLOAT, span)


def _converted(low: Lowering, operand: m.Expr, given: types.Type, wanted: types.Type, convert: object) -> Expr:
    """A conversion of numbers and players; null stays null."""
    assert callable(convert)
    value = low.value(operand)
    if value.type == types.NONE:
        return value
    if not isinstance(value.type, types.OptionalType):
        return _known(low, value, convert)
    maybe = types.OptionalType(wanted)
    return low.body.build.once(
        value,
        lambda kept: nodes.Choose(
            nodes.Is(kept, types.NONE),
            builder.none_of(maybe),
            low.fit(convert(nodes.Narrow(kept, given)), maybe),
            maybe,
        ),
    )


def _known(low: Lowering, value: Expr, convert: object) -> Expr:
    """A conversion, done at once where the value is known."""
    assert callable(convert)
    if isinstance(value, Const) and isinstance(value.value, float) and value.value.is_integer():
        converted = convert(value)
        if converted.type == types.INT and abs(value.value) < 2**53:
            return builder.number(int(value.value) % low.players, value.span)
        return converted  # type: ignore[no-any-return]
    return convert(value)  # type: ignore[no-any-return]


def table_key(low: Lowering, key: m.Expr) -> Expr:
    """A key of a table: anything but null."""
    return low.fit(low.bare(low.need(key, "a Table key cannot be null")), types.ANY)


def entry_key(low: Lowering, table: Expr, key: Expr, type_: t.Type) -> Expr:
    """A key of this type as a table has it. Tables of core know collections by what they hold, so one of those is put
    in an object of its own, which the table keeps."""
    if not isinstance(type_, t.Collection):
        return key
    build, kind = low.body.build, types.ObjectType(names.KEY)
    stmts: list[Stmt] = []
    kept = build.keep(key, stmts, "collection")
    keys = build.keep(op("table_keys", table), stmts, "keys")
    at, other, found = (
        build.fresh("at", types.INT),
        build.fresh("other", types.ANY),
        build.fresh("entry key", types.ANY),
    )
    is_it = nodes.And(
        nodes.Is(other, kind), op("same", nodes.Field(nodes.Narrow(other, kind), names.KEY_OF, types.ANY), kept)
    )
    turn = (
        builder.assign(other, op("list_get", keys, at)),
        builder.when(is_it, builder.assign(found, other), nodes.Break()),
    )
    stmts += [
        builder.assign(found, low.fit(nodes.New(names.KEY, (kept,), kind), types.ANY)),
        nodes.For(at.name, builder.number(0), builder.length(keys), turn),
    ]
    return do(stmts, found)


# ---------------------------------------------------------------------------------------------------------- members


def _built_in(low: Lowering, expr: m.BuiltInAttr) -> Expr:
    span = expr.span
    subject = low.subject(expr.object, expr.name)
    match expr.name:
        case "player":
            owner = nodes.Field(subject, names.OWNER, types.INT, span)
            maybe = types.OptionalType(types.INT)
            return low.body.build.once(
                owner,
                lambda kept: nodes.Choose(
                    op("lt", kept, builder.number(0)), builder.none_of(maybe), low.fit(kept, maybe), maybe
                ),
            )
        case "players":
            return low.call(
                "maybe_players", nodes.Field(subject, names.MEMBERS, types.ListType(types.INT), span), span=span
            )
        case "discard_stack":
            node = low.node(expr)

            def discards(deck: Expr, class_: m.Class) -> Expr:
                assert class_.holds is not None
                pile = nodes.Field(deck, names.DISCARDS, deck_type(low, class_), span)
                return low.marked(node, pile, t.Object(class_.holds))

            return by_deck(low, subject, expr.object.type, low.core_type(expr.type, False, node), discards)
        case "x" | "y":
            field: Expr = nodes.Field(subject, names.X if expr.name == "x" else names.Y, types.INT, span)
            if low.nulls.is_placed(expr.object):
                return op("to_float", field, span=span)
            return low.call("coordinate", field, span=span)
        case "placeables":
            return low.call("placeables", subject, span=span)
        case "groups":
            return _groups(low, expr, subject)
        case "tiles":
            return low.call("tiles_of", subject, span=span)
        case name:
            core_name, type_ = _FIELDS[name]
            return nodes.Field(low.fit(subject, subject.type), core_name, type_, span)


def _groups(low: Lowering, expr: m.BuiltInAttr, board: Expr) -> Expr:
    """A new table with all groups of a board by name."""
    type_ = types.TableType(types.ANY, names.A_GROUP)
    assert isinstance(expr.object.type, t.Object)
    stmts: list[Stmt] = []
    kept = low.body.build.keep(board, stmts, "board")
    table = low.body.build.keep(op("table_new", given=type_), stmts, "groups")
    for group in expr.object.type.of.all_groups():
        value = nodes.Field(kept, names.group_field(group.name), names.A_GROUP)
        stmts.append(nodes.Evaluate(op("table_set", table, low.fit(builder.text(group.name), types.ANY), value)))
    return do(stmts, table)


def _group_named(low: Lowering, expr: m.GroupNamed) -> Expr:
    """The group of a name that is computed."""
    stmts: list[Stmt] = []
    build, maybe = low.body.build, names.MAYBE_GROUP
    board = build.keep(low.subject(expr.board, "groups"), stmts, "board")
    wanted = build.keep(low.expected(expr.name, types.STRING), stmts, "name")
    found: Expr = builder.none_of(maybe)
    assert isinstance(expr.board.type, t.Object)
    for group in expr.board.type.of.all_groups():
        value = low.fit(nodes.Field(board, names.group_field(group.name), names.A_GROUP), maybe)
        found = nodes.Choose(op("eq", wanted, builder.text(group.name)), value, found, maybe)
    return do(stmts, found)


def _make_stack(low: Lowering, type_: types.Type, parts: tuple[m.Expr, ...], span: Span) -> Expr:
    assert isinstance(type_, types.ListType)
    values = [low.value(part) for part in parts]
    if not any(isinstance(value.type, types.OptionalType) or value.type == types.NONE for value in values):
        return nodes.MakeList(tuple(low.fit(value, type_.item) for value in values), type_, span)
    stmts: list[Stmt] = []
    made = low.body.build.keep(nodes.MakeList((), type_, span), stmts, "stack")
    for value in values:
        stmts.append(nodes.Evaluate(low.call("push", made, low.fit(value, types.OptionalType(type_.item)), span=span)))
    return do(stmts, made)


def _make_table(low: Lowering, type_: types.Type, pairs: tuple[tuple[m.Expr, m.Expr], ...], span: Span) -> Expr:
    assert isinstance(type_, types.TableType)
    stmts: list[Stmt] = []
    made = low.body.build.keep(op("table_new", given=type_, span=span), stmts, "table")
    for key, value in pairs:
        found = low.fit(low.value(value), types.OptionalType(type_.value))
        wanted = entry_key(low, made, table_key(low, key), key.type)
        stmts.append(nodes.Evaluate(low.call("set_entry", made, wanted, found, span=span)))
    return do(stmts, made)


def _turn_name(low: Lowering, operand: m.Expr) -> Expr:
    maybe = types.OptionalType(types.STRING)

    def name(kept: Expr) -> Expr:
        found: Expr = builder.none_of(maybe)
        for place, turn in enumerate(low.checked.turns):
            is_it = op(
                "eq",
                low.fit(kept, types.OptionalType(types.INT)),
                low.fit(builder.number(place), types.OptionalType(types.INT)),
            )
            found = nodes.Choose(is_it, low.fit(builder.text(turn.name), maybe), found, maybe)
        return found

    return low.body.build.once(low.value(operand), name)


# -------------------------------------------------------------------------------------------------------- operators


def _order(low: Lowering, sign: str, left: m.Expr, right: m.Expr, span: Span) -> Expr:
    if t.STRING in (left.type, right.type):
        order = low.call(
            "order_by_units", low.expected(left, types.STRING), low.expected(right, types.STRING), span=span
        )
        return op(_ORDER[sign], order, builder.number(0), span=span)
    return op(_ORDER[sign], low.expected(left, types.FLOAT), low.expected(right, types.FLOAT), span=span)


def equal(low: Lowering, left: Expr, right: Expr, span: Span) -> Expr:
    """Numbers as IEEE says, other plain values by content, all else by identity; null equals null alone."""
    if left.type == types.NONE and right.type == types.NONE:
        return do([*builder.effect(left), *builder.effect(right)], builder.truth(True, span))
    if types.NONE in (left.type, right.type):
        value, nothing = (left, right) if right.type == types.NONE else (right, left)
        if isinstance(value.type, types.OptionalType):
            return nodes.Is(do(builder.effect(nothing), value), types.NONE, span)
        return do([*builder.effect(left), *builder.effect(right)], builder.FALSE)
    one, other = _item(left.type), _item(right.type)
    is_optional = isinstance(left.type, types.OptionalType) or isinstance(right.type, types.OptionalType)
    if one == types.FLOAT and other == types.FLOAT:
        return _equal_numbers(low, left, right, span)
    common: types.Type = one if one == other else names.A_THING
    if isinstance(one, types.ObjectType) and isinstance(other, types.ObjectType):
        if low.hierarchy.derives(one.name, other.name):
            common = other
        elif low.hierarchy.derives(other.name, one.name):
            common = one
    elif one != other:
        common = types.ANY
    wanted = types.OptionalType(common) if is_optional and common != types.ANY else common
    name = "same" if types.is_reference(common) or common == types.ANY else "eq"
    return op(name, low.fit(left, wanted), low.fit(right, wanted), span=span)


def _equal_numbers(low: Lowering, left: Expr, right: Expr, span: Span) -> Expr:
    """NaN is not even equal to itself."""
    stmts: list[Stmt] = []
    build = low.body.build
    one, other = build.keep(left, stmts), build.keep(right, stmts)

    def plain(value: Expr) -> Expr:
        return nodes.Narrow(value, types.FLOAT) if isinstance(value.type, types.OptionalType) else value

    same: Expr = nodes.And(op("le", plain(one), plain(other)), op("ge", plain(one), plain(other)), span)
    nulls = [value for value in (one, other) if isinstance(value.type, types.OptionalType)]
    if len(nulls) == 2:
        both = nodes.And(nodes.Is(one, types.NONE), nodes.Is(other, types.NONE))
        neither = nodes.And(nodes.Is(one, types.FLOAT), nodes.Is(other, types.FLOAT))
        same = nodes.Or(both, nodes.And(neither, same), span)
    elif nulls:
        same = nodes.And(nodes.Is(nulls[0], types.FLOAT), same, span)
    return do(stmts, same)


def _item(type_: types.Type) -> types.Type:
    return type_.item if isinstance(type_, types.OptionalType) else type_


def _logic(low: Lowering, sign: str, left: Expr, right: Expr, span: Span) -> Expr:
    if sign == "&&":
        return nodes.And(left, right, span)
    if sign == "||":
        return nodes.Or(left, right, span)
    if sign == "^":
        return op("ne", left, right, span=span)
    stmts: list[Stmt] = []
    one, other = low.body.build.keep(left, stmts), low.body.build.keep(right, stmts)
    return do(stmts, nodes.And(one, other, span) if sign == "&" else nodes.Or(one, other, span))


def _is_type(low: Lowering, value: Expr, given: t.Type, of: t.Type, span: Span) -> Expr:
    """Null is of no type."""
    if value.type == types.NONE:
        return do(builder.effect(value), builder.FALSE)
    if isinstance(of, t.Collection) or isinstance(given, t.Collection):
        found = _as_type(low, value, of)
        return (
            nodes.Is(found, _item(found.type), span)
            if isinstance(found.type, types.OptionalType)
            else builder.truth(True, span)
        )
    wanted = low.core_type(of)
    if not isinstance(wanted, types.ObjectType):
        fits = wanted == _item(value.type)
    else:
        item = _item(value.type)
        if isinstance(item, types.ObjectType) and not low.hierarchy.derives(item.name, wanted.name):
            if not low.hierarchy.derives(wanted.name, item.name):
                return do(builder.effect(value), builder.FALSE)
            return nodes.Is(value, wanted, span)
        fits = isinstance(item, types.ObjectType)
    if not fits:
        return do(builder.effect(value), builder.FALSE)
    if isinstance(value.type, types.OptionalType):
        return nodes.Is(value, value.type.item, span)
    return do(builder.effect(value), builder.truth(True, span))


def _as_type(low: Lowering, value: Expr, of: t.Type) -> Expr:
    """The value if it fits, else null."""
    maybe = low.core_type(of, True)
    assert isinstance(maybe, types.OptionalType)
    if value.type == types.NONE:
        return do(builder.effect(value), builder.none_of(maybe))
    if isinstance(of, t.Collection):
        return low.body.build.once(value, lambda kept: _if_all_fit(low, kept, of))
    item = _item(value.type)
    if item == maybe.item or (
        isinstance(item, types.ObjectType)
        and isinstance(maybe.item, types.ObjectType)
        and low.hierarchy.derives(item.name, maybe.item.name)
    ):
        return low.fit(value, maybe)
    return low.body.build.once(
        value,
        lambda kept: nodes.Choose(
            nodes.Is(kept, maybe.item),
            low.fit(nodes.Narrow(kept, maybe.item), maybe),
            builder.none_of(maybe),
            maybe,
        ),
    )


def _if_all_fit(low: Lowering, value: Expr, of: t.Collection) -> Expr:
    """The collection if every element fits, else null; null is of every type."""
    maybe = types.OptionalType(_item(value.type))
    return nodes.Choose(fits(low, value, of), low.fit(value, maybe), builder.none_of(maybe), maybe)
