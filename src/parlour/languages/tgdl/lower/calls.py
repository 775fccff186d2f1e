"""Calls: functions and actions of the program, operations of collections, objects and boards, and of the table."""

from __future__ import annotations

from parlour.core import nodes, types
from parlour.core.builder import TRUE, assign, effect, length, none_of, number, op, when
from parlour.core.nodes import Evaluate, Expr, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.nulls import root_action
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
            args.append(none_of(low.type_of(each.var)))
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
    nothing = none_of(names.MAYBE_EVENT)
    return nodes.Call(
        call_name(low, root), (low.fit(receiver, types.ObjectType(root.owner.shown)), nothing), types.NONE, expr.span
    )


# ------------------------------------------------------------------------------------------------------- collections


def _method(low: Lowering, expr: m.MethodCall) -> Expr:
    type_ = expr.receiver.type
    match type_:
        case t.Collection("List", item):
            return _of_list(low, expr, item)
        case t.Collection("Table", item):
            return _of_table(low, expr, item)
        case t.Collection("Stack", item):
            receiver = low.subject(expr.receiver, expr.name)
            return _of_stack(low, expr, receiver, item)
        case t.Object(class_) if class_.kind == "stack":
            return _of_deck(low, expr, low.subject(expr.receiver, expr.name), class_)
        case t.OfKind("stack"):
            return _of_some_deck(low, expr)
    return _of_object(low, expr)


def _of_list(low: Lowering, expr: m.MethodCall, item: t.Type) -> Expr:
    span = expr.span
    items = low.subject(expr.receiver, expr.name)
    assert isinstance(items.type, types.ListType)
    element = items.type.item
    match expr.name:
        case "length":
            return op("to_float", length(items, span), span=span)
        case "add":
            added = low.stored(expr.receiver, low.value(expr.arguments[0]))
            return op("list_push", items, low.fit(added, element), span=span)
        case "append":
            other = low.need(expr.arguments[0], "expected a list, not null")
            if other.type != items.type or low.made_of(expr.receiver) is not None:
                return _append_converted(low, expr.receiver, items, other, span)
            # A list that is added to itself is read before it grows.
            return op("list_extend", items, op("list_copy", other, span=span), span=span)
        case "clear":
            return stale(low, item, op("list_clear", items, span=span))
        case "contains" | "indexOf":
            found = _index(low, items, low.fitted(expr.arguments[0], element), span)
            if expr.name == "contains":
                return op("ge", found, number(0), span=span)
            return op("to_float", found, span=span)
        case "remove":
            return stale(low, item, _remove(low, items, low.fitted(expr.arguments[0], element), span))
        case "removeAt":
            return stale(
                low, item, low.call("remove_at", items, low.expected(expr.arguments[0], types.FLOAT), span=span)
            )
        case "shuffle":
            return low.call("shuffle", items, span=span)
        case "copy" | "clone":
            return op("list_copy", items, span=span)
    raise AssertionError(f"a List has no {expr.name}")


def _append_converted(low: Lowering, receiver: m.Expr, items: Expr, other: Expr, span: Span) -> Expr:
    """Adds the elements of a list of another type, one by one."""
    assert isinstance(items.type, types.ListType) and isinstance(other.type, types.ListType)
    build = low.body.build
    stmts: list[Stmt] = []
    into, source = build.keep(items, stmts, "list"), build.keep(other, stmts, "other")
    at = build.fresh("at", types.INT)
    value = low.fit(low.stored(receiver, op("list_get", source, at, span=span)), items.type.item)
    stmts.append(
        nodes.For(at.name, number(0), length(source), (Evaluate(op("list_push", into, value, span=span)),), span)
    )
    return do(stmts, nodes.NO_VALUE)


def _index(low: Lowering, items: Expr, value: Expr, span: Span) -> Expr:
    """Where a value stands first; objects and collections are found by identity."""
    assert isinstance(items.type, types.ListType)
    if not _is_collection(items.type.item):
        return low.call("index_of", items, value, span=span)
    build = low.body.build
    stmts: list[Stmt] = []
    kept, wanted = build.keep(items, stmts, "list"), build.keep(value, stmts, "wanted")
    at, found = build.fresh("at", types.INT), build.fresh("found", types.INT)
    is_it = op("same", op("list_get", kept, at), wanted)
    loop = nodes.For(at.name, number(0), length(kept), (when(is_it, assign(found, at), nodes.Break()),))
    return do([*stmts, assign(found, number(-1)), loop], found)


def _remove(low: Lowering, items: Expr, value: Expr, span: Span) -> Expr:
    assert isinstance(items.type, types.ListType)
    if not _is_collection(items.type.item):
        return low.call("remove_first", items, value, span=span)
    stmts: list[Stmt] = []
    kept = low.body.build.keep(items, stmts, "list")
    at = low.body.build.keep(_index(low, kept, value, span), stmts, "at")
    stmts.append(when(op("ge", at, number(0)), Evaluate(op("list_remove", kept, at))))
    return do(stmts, nodes.NO_VALUE)


def _is_collection(type_: types.Type) -> bool:
    inner = type_.item if isinstance(type_, types.OptionalType) else type_
    return isinstance(inner, types.ListType | types.TableType)


def _of_table(low: Lowering, expr: m.MethodCall, item: t.Type) -> Expr:
    span = expr.span
    table = low.subject(expr.receiver, expr.name)
    match expr.name:
        case "length":
            return op("to_float", op("table_length", table, span=span), span=span)
        case "clear":
            return stale(low, t.Collection("Table", item), op("table_clear", table, span=span))
        case "copy" | "clone":
            return op("table_copy", table, span=span)
    raise AssertionError(f"a Table has no {expr.name}")


def _of_stack(low: Lowering, expr: m.MethodCall, items: Expr, item: t.Type) -> Expr:
    span = expr.span
    assert isinstance(items.type, types.ListType)
    element = items.type.item
    match expr.name:
        case "length":
            return op("to_float", length(items, span), span=span)
        case "push" | "push_front":
            value = low.stored(expr.receiver, low.value(expr.arguments[0]))
            if expr.name == "push" and not isinstance(value.type, types.OptionalType) and value.type != types.NONE:
                return op("list_push", items, low.fit(value, element), span=span)
            return low.call(expr.name, items, low.fit(value, types.OptionalType(element)), span=span)
        case "pop" | "pop_front":
            return low.read_from(stale(low, item, low.call(expr.name, items, span=span)), item)
        case "clear":
            return stale(low, item, op("list_clear", items, span=span))
        case "clone" | "copy":
            return op("list_copy", items, span=span)
        case "shuffle":
            return low.call("shuffle", items, span=span)
        case "contains":
            return op("ge", _index(low, items, low.fitted(expr.arguments[0], element), span), number(0), span=span)
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
        return _of_stack(low, expr, nodes.Field(deck, names.CARDS, type_, expr.span), t.Object(holds))
    stmts: list[Stmt] = []
    kept = low.body.build.keep(deck, stmts, "deck")
    cards, discards = nodes.Field(kept, names.CARDS, type_), nodes.Field(kept, names.DISCARDS, type_)
    return do(stmts, low.call("reshuffle", cards, discards, span=expr.span))


def _of_some_deck(low: Lowering, expr: m.MethodCall) -> Expr:
    """The deck's own class is only known at run time."""
    stmts: list[Stmt] = []
    build = low.body.build
    deck = build.keep(low.subject(expr.receiver, expr.name), stmts, "deck")
    type_ = low.core_type(expr.type, low.nulls.expression(expr)) if expr.type != t.NOTHING else types.NONE
    found = build.fresh("found", type_) if type_ != types.NONE else None
    arms: list[tuple[Expr, nodes.Block]] = []
    for class_ in low.checked.classes:
        if class_.kind == "stack" and (class_.base is None):
            done = _of_deck(low, expr, nodes.Narrow(deck, types.ObjectType(class_.shown)), class_)
            body = effect(done) if found is None else [assign(found, low.fit(done, type_))]
            arms.append((nodes.Is(deck, types.ObjectType(class_.shown)), tuple(body)))
    if not arms:
        return do(stmts, nodes.NO_VALUE)
    *before, (_, last) = arms
    stmts += [nodes.If(tuple(before), last)] if before else list(last)
    return do(stmts, nodes.NO_VALUE if found is None else found)


# ------------------------------------------------------------------------------------------------------------ objects


def stale(low: Lowering, item: t.Type, value: Expr) -> Expr:
    """An operation that lets go of things of a type: what is tracked must be looked for again, if it may matter."""
    if not low.looking.leads(item):
        return value
    if value.type == types.NONE:
        return do([*effect(value), SetGlobal(names.IS_STALE, TRUE)], nodes.NO_VALUE)
    return do([SetGlobal(names.IS_STALE, TRUE)], value)


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
        taken: list[Stmt] = [Evaluate(op("list_clear", members)), Evaluate(low.call("let_go", owned, kept))]
        member = build.fresh("member", types.INT)
        given: list[Stmt] = [
            assign(member, nodes.Narrow(player, types.INT)),
            when(
                op("lt", low.call("index_of", members, member), number(0)),
                Evaluate(op("list_push", members, member)),
                Evaluate(low.call("hold", owned, kept)),
            ),
        ]
    else:
        owner = nodes.Field(kept, names.OWNER, types.INT)
        taken = [assign(owner, number(names.NOBODY)), Evaluate(low.call("let_go", owned, kept))]
        given = [assign(owner, nodes.Narrow(player, types.INT)), Evaluate(low.call("hold", owned, kept))]
    stmts.append(when(nodes.Is(player, types.NONE), *taken, otherwise=given, span=expr.span))
    return do(stmts, nodes.NO_VALUE)


def _discard(low: Lowering, expr: m.MethodCall, receiver: Expr) -> Expr:
    stmts: list[Stmt] = []
    build = low.body.build
    piece = build.keep(receiver, stmts, "discarded")
    (given,) = expr.arguments
    target = build.keep(low.need(given, "expected a stack, not null"), stmts, "stack")
    match given.type:
        case t.Object(class_):
            cards: Expr = nodes.Field(target, names.CARDS, deck_type(low, class_))
        case t.OfKind():
            arms: list[tuple[Expr, nodes.Block]] = []
            for class_ in low.checked.classes:
                if class_.kind == "stack" and class_.base is None:
                    deck = nodes.Narrow(target, types.ObjectType(class_.shown))
                    cards = nodes.Field(deck, names.CARDS, deck_type(low, class_))
                    item = deck_type(low, class_).item
                    arms.append(
                        (
                            nodes.Is(target, types.ObjectType(class_.shown)),
                            (Evaluate(op("list_push", cards, low.fit(piece, item))),),
                        )
                    )
            stmts += [Evaluate(low.call("discard", piece, span=expr.span)), nodes.If(tuple(arms))]
            return do(stmts, nodes.NO_VALUE)
        case _:
            cards = target
    assert isinstance(cards.type, types.ListType)
    kept = build.keep(low.fit(piece, cards.type.item), stmts, "card")
    stmts += [Evaluate(low.call("discard", piece, span=expr.span)), Evaluate(op("list_push", cards, kept))]
    return do(stmts, nodes.NO_VALUE)


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
            return nodes.Choose(op("lt", turn, number(0)), none_of(maybe), low.fit(turn, maybe), maybe)
        case "turn.phase.active":
            return nodes.Call(names.PHASE_NAME, (), types.OptionalType(types.STRING), span)
        case "turn.pass":
            return _pass(low, expr)
        case "turns.use":
            name, phase = (*expr.arguments, None)[:2]
            assert name is not None
            wanted = none_of(types.OptionalType(types.STRING)) if phase is None else low.value(phase)
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
    wanted = none_of(types.OptionalType(types.STRING)) if phase is None else low.value(phase)
    known = low.phase_number(phase)
    if known is None:
        args = (who, low.fit(wanted, types.OptionalType(types.STRING)))
        return nodes.Call(names.NOTE_PASS, args, types.NONE, expr.span)
    stmts: list[Stmt] = [
        SetGlobal(names.NOTED_PLAYER, who, expr.span),
        SetGlobal(names.NOTED_PHASE, number(known), expr.span),
        SetGlobal(names.HAS_PASSED, TRUE, expr.span),
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
    stmts += effect(low.heard(kept, into, expr.span))
    if expr.name == "event.throw_sync":
        stmts.append(Evaluate(nodes.Call(names.RUN_STARTS, (into,), types.NONE, expr.span)))
    return do(stmts, nodes.NO_VALUE)
