"""Calls: functions and actions of the program, operations of collections, objects and boards, and of the table."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import builder, nodes, types
from parlour.core.nodes import Evaluate, Expr, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.nulls import root_action
from parlour.languages.tgdl.lower.stores import Opened, opened, stored
from parlour.languages.tgdl.lower.tracing import happened, throwing
from parlour.syntax.source import Span


def call(low: Lowering, expr: m.FunctionCall | m.ActionCall | m.MethodCall | m.TableCall) -> Expr:
    match expr:
        case m.FunctionCall():
            return _function(low, expr)
        case m.ActionCall():
            return _action(low, expr)
        case m.MethodCall():
            return _method(low, expr)
        case m.TableCall():
            return _table(low, expr)


# ---------------------------------------------------------------------------------------- the program's own functions


def _function(low: Lowering, expr: m.FunctionCall) -> Expr:
    function, span, build = expr.function, expr.span, low.body.build
    stmts: list[Stmt] = []
    this: Expr | None = None
    if expr.receiver is not None:
        this = build.keep(low.subject(expr.receiver, function.name), stmts, "receiver")
    given: dict[m.Input, Expr] = {}
    in_order = [each for each in function.inputs if each.modifier == "function"]
    is_plain = [each.input for each in expr.arguments] == in_order
    for argument in expr.arguments:
        value = low.fitted(argument.value, low.type_of(argument.input.var))
        given[argument.input] = value if is_plain else build.keep(value, stmts, argument.input.name)
    args: list[Expr] = []
    for each in in_order:
        if each in given:
            args.append(given[each])
        elif each.value is None:
            args.append(builder.none_of(low.type_of(each.var)))
        else:
            args.append(_default(low, each, function, this, span))
    result = low.result_type(function)
    found: Expr
    if this is None:
        found = nodes.Call(low.function_name(function), tuple(args), result, span)
    elif not expr.is_base and is_overridden(low, function, expr.receiver):
        found = nodes.VirtualCall(low.method_name(function), (this, *args), result, span)
    else:
        assert function.owner is not None
        this = low.fit(this, types.ObjectType(function.owner.shown))
        found = nodes.Call(low.function_name(function), (this, *args), result, span)
    return do(stmts, found)


def is_overridden(low: Lowering, function: m.Function, receiver: m.Expr | None) -> bool:
    """Whether an object of the receiver's class may have another version."""
    owner = receiver.type.of if receiver is not None and isinstance(receiver.type, t.Object) else function.owner
    assert owner is not None
    return any(each.function(function.name) is not function for each in low.checked.derived(owner))


def _default(low: Lowering, each: m.Input, function: m.Function, this: Expr | None, span: Span) -> Expr:
    """What a function takes for an argument that was not given."""
    assert each.value is not None
    type_ = low.type_of(each.var)
    name = low.name(each, f"default {each.name}")
    uses_this = any(isinstance(part, m.This) for part in walk.inside(each.value))
    if name not in low.functions:
        with low.writing("default", type_) as body:
            if uses_this:
                assert function.owner is not None
                low.this_parameter(function.owner.shown)
            value = low.fitted(each.value, type_)
            low.add(body.build.function(name, type_, [nodes.Return(value, each.span)]))
    if not uses_this:
        return nodes.Call(name, (), type_, span)
    assert this is not None and function.owner is not None
    return nodes.Call(name, (low.fit(this, types.ObjectType(function.owner.shown)),), type_, span)


def call_name(low: Lowering, action: m.Action) -> str:
    """The function that does what a call of an action does: judge, fill, run."""
    root = root_action(action)
    return low.name((root, "call"), f"call {root.owner.shown}.{root.name}")


def _action(low: Lowering, expr: m.ActionCall) -> Expr:
    receiver = low.subject(expr.receiver, expr.action.name)
    if expr.is_base:
        args = [low.fit(receiver, types.ObjectType(expr.action.owner.shown))]
        args.append(low.fit(low.event_local(), names.MAYBE_EVENT))
        args += [low.local(each.var) for each in expr.action.inputs]
        return nodes.Call(low.effect_name(expr.action), tuple(args), types.NONE, expr.span)
    root = root_action(expr.action)
    nothing = builder.none_of(names.MAYBE_EVENT)
    return nodes.Call(
        call_name(low, root), (low.fit(receiver, types.ObjectType(root.owner.shown)), nothing), types.NONE, expr.span
    )


# ------------------------------------------------------------------------------------------------------- collections


def _method(low: Lowering, expr: m.MethodCall) -> Expr:
    type_ = expr.receiver.type
    match type_:
        case t.Collection(kind, item):
            stmts: list[Stmt] = []
            receiver = opened(low, expr.receiver, f"null has no member {expr.name}", stmts)
            if expr.name in ("copy", "clone"):
                copied = builder.op("table_copy" if kind == "Table" else "list_copy", receiver.items, span=expr.span)
                return do(stmts, receiver.like(copied))
            of_kind = {"List": _of_list, "Table": _of_table, "Stack": _of_stack}[kind]
            return do(stmts, of_kind(low, expr, receiver, item))
        case t.Object(m.Class(kind="stack")) | t.OfKind("stack"):
            deck = low.subject(expr.receiver, expr.name)
            result: types.Type = types.NONE
            if expr.type != t.NOTHING:
                result = low.core_type(expr.type, low.nulls.expression(expr), low.node(expr))
            return by_deck(
                low, deck, type_, result, lambda deck, class_: low.fit(_of_deck(low, expr, deck, class_), result)
            )
    return _of_object(low, expr)


def _of_list(low: Lowering, expr: m.MethodCall, receiver: Opened, item: t.Type) -> Expr:
    span, items = expr.span, receiver.items
    assert isinstance(items.type, types.ListType)
    element = items.type.item
    match expr.name:
        case "length":
            return builder.op("to_float", builder.length(items, span), span=span)
        case "add":
            (value,) = expr.arguments
            added = stored(low, receiver, low.value(value), value.type, span)
            return builder.op("list_push", items, low.fit(added, element), span=span)
        case "append":
            return _append(low, expr, receiver)
        case "clear":
            return stale(low, item, builder.op("list_clear", items, span=span))
        case "contains" | "indexOf":
            found = _index(low, items, low.fitted(expr.arguments[0], element), span)
            if expr.name == "contains":
                return builder.op("ge", found, builder.number(0), span=span)
            return builder.op("to_float", found, span=span)
        case "remove":
            return stale(low, item, _remove(low, items, low.fitted(expr.arguments[0], element), span))
        case "removeAt":
            return stale(
                low, item, low.call("remove_at", items, low.expected(expr.arguments[0], types.FLOAT), span=span)
            )
        case "shuffle":
            return low.call("shuffle", items, span=span)
    raise AssertionError(f"a List has no {expr.name}")


def _append(low: Lowering, expr: m.MethodCall, receiver: Opened) -> Expr:
    """Adds the elements of another list; all at once where every one will do."""
    build, span = low.body.build, expr.span
    stmts: list[Stmt] = []
    (argument,) = expr.arguments
    items = build.keep(receiver.items, stmts, "list")
    other = low.bare(low.need(argument, "expected a list, not null"))
    assert isinstance(items.type, types.ListType) and isinstance(other.type, types.ListType)
    assert isinstance(argument.type, t.Collection)
    # A list that is added to itself is read before it grows.
    source = build.keep(builder.op("list_copy", other, span=span), stmts, "other")
    at = build.fresh("at", types.INT)
    value: Expr = builder.op("list_get", source, at, span=span)
    if low.makers is not None and not all(t.fits(each, argument.type.of) for each in low.makers.made(argument)):
        # Seen as a narrower list than it was made as: what has come in since then is looked at as when it is read.
        value = low.read_from(value, argument.type.of)
    checked = stored(low, receiver, value, argument.type.of, span)
    if isinstance(checked, nodes.Op) and other.type == items.type:
        return do(stmts, builder.op("list_extend", items, source, span=span))
    loop: Stmt = Evaluate(builder.op("list_push", items, low.fit(checked, items.type.item), span=span))
    return do([*stmts, nodes.For(at.name, builder.number(0), builder.length(source), (loop,), span)], nodes.NO_VALUE)


def _index(low: Lowering, items: Expr, value: Expr, span: Span) -> Expr:
    """Where a value stands first; objects and collections are found by identity."""
    assert isinstance(items.type, types.ListType)
    if not _is_collection(items.type.item):
        return low.call("index_of", items, value, span=span)
    build = low.body.build
    stmts: list[Stmt] = []
    kept, wanted = build.keep(items, stmts, "list"), build.keep(value, stmts, "wanted")
    at, found = build.fresh("at", types.INT), build.fresh("found", types.INT)
    is_it = builder.op("same", low.bare(builder.op("list_get", kept, at)), low.bare(wanted))
    loop = nodes.For(
        at.name,
        builder.number(0),
        builder.length(kept),
        (builder.when(is_it, builder.assign(found, at), nodes.Break()),),
    )
    return do([*stmts, builder.assign(found, builder.number(-1)), loop], found)


def _remove(low: Lowering, items: Expr, value: Expr, span: Span) -> Expr:
    assert isinstance(items.type, types.ListType)
    if not _is_collection(items.type.item):
        return low.call("remove_first", items, value, span=span)
    stmts: list[Stmt] = []
    kept = low.body.build.keep(items, stmts, "list")
    at = low.body.build.keep(_index(low, kept, value, span), stmts, "at")
    stmts.append(builder.when(builder.op("ge", at, builder.number(0)), Evaluate(builder.op("list_remove", kept, at))))
    return do(stmts, nodes.NO_VALUE)


def _is_collection(type_: types.Type) -> bool:
    inner = type_.item if isinstance(type_, types.OptionalType) else type_
    return isinstance(inner, types.ListType | types.TableType | types.TupleType)


def _of_table(low: Lowering, expr: m.MethodCall, receiver: Opened, item: t.Type) -> Expr:
    span, table = expr.span, receiver.items
    match expr.name:
        case "length":
            return builder.op("to_float", builder.op("table_length", table, span=span), span=span)
        case "clear":
            return stale(low, t.Collection("Table", item), builder.op("table_clear", table, span=span))
    raise AssertionError(f"a Table has no {expr.name}")


def _of_stack(low: Lowering, expr: m.MethodCall, receiver: Opened, item: t.Type) -> Expr:
    span, items = expr.span, receiver.items
    assert isinstance(items.type, types.ListType)
    element = items.type.item
    match expr.name:
        case "length":
            return builder.op("to_float", builder.length(items, span), span=span)
        case "push" | "push_front":
            (argument,) = expr.arguments
            value = stored(low, receiver, low.value(argument), argument.type, span)
            if expr.name == "push" and not isinstance(value.type, types.OptionalType) and value.type != types.NONE:
                return builder.op("list_push", items, low.fit(value, element), span=span)
            return low.call(expr.name, items, low.fit(value, types.OptionalType(element)), span=span)
        case "pop" | "pop_front":
            return low.read_from(stale(low, item, low.call(expr.name, items, span=span)), item)
        case "clear":
            return stale(low, item, builder.op("list_clear", items, span=span))
        case "shuffle":
            return low.call("shuffle", items, span=span)
        case "contains":
            return builder.op(
                "ge", _index(low, items, low.fitted(expr.arguments[0], element), span), builder.number(0), span=span
            )
    raise AssertionError(f"a Stack has no {expr.name}")


def deck_type(low: Lowering, class_: m.Class) -> types.ListType:
    """What the fields of a deck hold."""
    holds = class_.holds
    assert holds is not None
    return types.ListType(low.element_type(t.Object(holds)))


def _of_deck(low: Lowering, expr: m.MethodCall, deck: Expr, class_: m.Class) -> Expr:
    holds, type_ = class_.holds, deck_type(low, class_)
    assert holds is not None
    if expr.name != "reshuffle":
        cards = Opened(expr.receiver, nodes.Field(deck, names.CARDS, type_, expr.span), deck=class_)
        if expr.name == "clone":
            return low.marked(low.node(expr), builder.op("list_copy", cards.items, span=expr.span), t.Object(holds))
        return _of_stack(low, expr, cards, t.Object(holds))
    stmts: list[Stmt] = []
    kept = low.body.build.keep(deck, stmts, "deck")
    cards_of, discards = nodes.Field(kept, names.CARDS, type_), nodes.Field(kept, names.DISCARDS, type_)
    return do(stmts, low.call("reshuffle", cards_of, discards, span=expr.span))


def by_deck(low: Lowering, deck: Expr, given: t.Type, result: types.Type, use: Callable[[Expr, m.Class], Expr]) -> Expr:
    """What is done with a deck; of a `stack` the class is only known at run time."""
    if isinstance(given, t.Object):
        return use(deck, given.of)
    build = low.body.build
    stmts: list[Stmt] = []
    kept = build.keep(deck, stmts, "deck")
    found = build.fresh("found", result) if result != types.NONE else None
    arms: list[tuple[Expr, nodes.Block]] = []
    for class_ in low.checked.classes:
        if class_.kind == "stack" and class_.base is None:
            kind = types.ObjectType(class_.shown)
            done = use(nodes.Narrow(kept, kind), class_)
            arms.append(
                (nodes.Is(kept, kind), tuple(builder.effect(done) if found is None else [builder.assign(found, done)]))
            )
    if not arms:
        return do([*stmts, nodes.Raise("null", builder.text("there is no deck"))], builder.blank(result))
    *before, (_, last) = arms
    stmts += [nodes.If(tuple(before), last)] if before else last
    return do(stmts, nodes.NO_VALUE if found is None else found)


# ------------------------------------------------------------------------------------------------------------ objects


def stale(low: Lowering, item: t.Type, value: Expr) -> Expr:
    """An operation that lets go of things of a type: what is tracked must be looked for again, if it may matter."""
    if not low.looking.leads(item):
        return value
    if value.type == types.NONE:
        return do([*builder.effect(value), SetGlobal(names.IS_STALE, builder.TRUE)], nodes.NO_VALUE)
    return do([SetGlobal(names.IS_STALE, builder.TRUE)], value)


def _of_object(low: Lowering, expr: m.MethodCall) -> Expr:
    span = expr.span
    receiver = low.subject(expr.receiver, expr.name)
    match expr.name:
        case "assign":
            return _assign(low, expr, receiver)
        case "move_to":
            tile = low.fit(low.value(expr.arguments[0]), names.MAYBE_TILE)
            return low.call("move_to", receiver, tile, span=span)
        case "discard":
            return _discard(low, expr, receiver)
        case "connect":
            return low.call("connect", receiver, low.fit(low.value(expr.arguments[0]), names.MAYBE_TILE), span=span)
        case "add":
            return low.call(
                "add_to_graph", receiver, low.fit(low.value(expr.arguments[0]), names.MAYBE_TILE), span=span
            )
    raise AssertionError(f"an object has no {expr.name}")


def _assign(low: Lowering, expr: m.MethodCall, receiver: Expr) -> Expr:
    assert isinstance(expr.receiver.type, t.Object)
    scope = expr.receiver.type.of.scope
    stmts: list[Stmt] = []
    build, owned = low.body.build, names.global_variable(names.OWNED)
    kept = build.keep(receiver, stmts, "assigned")
    player = build.keep(low.fit(low.value(expr.arguments[0]), types.OptionalType(types.INT)), stmts, "player")
    if scope == "group":
        members = nodes.Field(kept, names.MEMBERS, types.ListType(types.INT))
        taken: list[Stmt] = [Evaluate(builder.op("list_clear", members)), Evaluate(low.call("let_go", owned, kept))]
        member = build.fresh("member", types.INT)
        given: list[Stmt] = [
            builder.assign(member, nodes.Narrow(player, types.INT)),
            builder.when(
                builder.op("lt", low.call("index_of", members, member), builder.number(0)),
                Evaluate(builder.op("list_push", members, member)),
                Evaluate(low.call("hold", owned, kept)),
            ),
        ]
    else:
        owner = nodes.Field(kept, names.OWNER, types.INT)
        taken = [builder.assign(owner, builder.number(names.NOBODY)), Evaluate(low.call("let_go", owned, kept))]
        given = [builder.assign(owner, nodes.Narrow(player, types.INT)), Evaluate(low.call("hold", owned, kept))]
    stmts.append(builder.when(nodes.Is(player, types.NONE), *taken, otherwise=given, span=expr.span))
    return do(stmts, nodes.NO_VALUE)


def _discard(low: Lowering, expr: m.MethodCall, receiver: Expr) -> Expr:
    stmts: list[Stmt] = []
    build = low.body.build
    piece = build.keep(receiver, stmts, "discarded")
    (given,) = expr.arguments
    into = opened(low, given, "expected a stack, not null", stmts, keep=True)
    if isinstance(given.type, t.Collection):
        return do([*stmts, *_pushed(low, expr, into, piece)], nodes.NO_VALUE)

    def put(deck: Expr, class_: m.Class) -> Expr:
        cards = nodes.Field(deck, names.CARDS, deck_type(low, class_))
        return do(_pushed(low, expr, Opened(given, cards, deck=class_), piece), nodes.NO_VALUE)

    return do(stmts, by_deck(low, into.items, given.type, types.NONE, put))


def _pushed(low: Lowering, expr: m.MethodCall, into: Opened, piece: Expr) -> list[Stmt]:
    """A piece is put away on a pile that takes it."""
    assert isinstance(into.items.type, types.ListType)
    stmts: list[Stmt] = []
    kept = low.body.build.keep(stored(low, into, piece, expr.receiver.type, expr.span), stmts, "card")
    put = Evaluate(builder.op("list_push", into.items, low.fit(kept, into.items.type.item)))
    return [*stmts, Evaluate(low.call("discard", piece, span=expr.span)), put]


# ---------------------------------------------------------------------------------------------------------- the table


def _table(low: Lowering, expr: m.TableCall) -> Expr:
    span = expr.span
    match expr.name:
        case "player.all":
            return low.call("all_players", span=span)
        case "player.active":
            return names.global_variable(names.ACTIVE)
        case "turn.active":
            maybe = types.OptionalType(types.INT)
            turn = names.global_variable(names.TURN)
            return nodes.Choose(
                builder.op("lt", turn, builder.number(0)), builder.none_of(maybe), low.fit(turn, maybe), maybe
            )
        case "turn.phase.active":
            return nodes.Call(names.PHASE_NAME, (), types.OptionalType(types.STRING), span)
        case "turn.pass":
            return _pass(low, expr)
        case "turns.use":
            name, phase = (*expr.arguments, None)[:2]
            assert name is not None
            wanted = builder.none_of(types.OptionalType(types.STRING)) if phase is None else low.value(phase)
            args = (low.expected(name, types.STRING), low.fit(wanted, types.OptionalType(types.STRING)))
            return nodes.Call(names.USE_TURN, args, types.NONE, span)
        case "event.throw" | "event.throw_sync":
            return _throw(low, expr)


def _pass(low: Lowering, expr: m.TableCall) -> Expr:
    noted = happened(low, "passed", expr.span.source.text[expr.span.start : expr.span.end], at=expr.span)
    return do([*noted], _noted_pass(low, expr)) if noted else _noted_pass(low, expr)


def _noted_pass(low: Lowering, expr: m.TableCall) -> Expr:
    player, phase = (*expr.arguments, None, None)[:2]
    if player is None and phase is None:
        return nodes.Call(names.NOTE_DEFAULT, (), types.NONE, expr.span)
    who = names.global_variable(names.ACTIVE) if player is None else low.expected(player, types.INT)
    wanted = builder.none_of(types.OptionalType(types.STRING)) if phase is None else low.value(phase)
    known = low.phase_number(phase)
    if known is None:
        args = (who, low.fit(wanted, types.OptionalType(types.STRING)))
        return nodes.Call(names.NOTE_PASS, args, types.NONE, expr.span)
    stmts: list[Stmt] = [
        SetGlobal(names.NOTED_PLAYER, who, expr.span),
        SetGlobal(names.NOTED_PHASE, builder.number(known), expr.span),
        SetGlobal(names.HAS_PASSED, builder.TRUE, expr.span),
    ]
    return do(stmts, nodes.NO_VALUE)


def _throw(low: Lowering, expr: m.TableCall) -> Expr:
    (thrown,) = expr.arguments
    assert thrown is not None
    event = low.need(thrown, "null cannot be thrown")
    starts = types.ListType(types.ObjectType(names.QUEUED))
    stmts: list[Stmt] = []
    kept = low.body.build.keep(event, stmts, "event")
    into: Expr = names.global_variable(names.QUEUE)
    if expr.name == "event.throw_sync":
        into = low.body.build.keep(nodes.MakeList((), starts), stmts, "starts")
    stmts += throwing(low, expr.span)
    stmts += builder.effect(low.heard(kept, into, expr.span))
    if expr.name == "event.throw_sync":
        stmts.append(Evaluate(nodes.Call(names.RUN_STARTS, (into,), types.NONE, expr.span)))
    return do(stmts, nodes.NO_VALUE)
