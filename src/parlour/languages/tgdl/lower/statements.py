"""Statements and blocks, and the functions that blocks become."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.builder import TRUE, assign, effect, none_of, op, when
from parlour.core.nodes import Evaluate, Expr, SetGlobal, Stmt
from parlour.core.types import BOOL, FLOAT, NONE, STRING, ListType, OptionalType, TableType, Type
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.inputs import fill
from parlour.languages.tgdl.lower.outcome import winner
from parlour.languages.tgdl.lower.stores import opened, stored
from parlour.languages.tgdl.lower.tracing import unfilled
from parlour.languages.tgdl.lower.values import entry_key, table_key
from parlour.syntax.source import Span

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "fdiv", "%": "frem", "^": "fpow"}


def block(low: Lowering, body: m.Block) -> list[Stmt]:
    """The statements of a block; its variables end with it."""
    known = len(low.body.visible)
    stmts = [each for stmt in body for each in statement(low, stmt)]
    del low.body.visible[known:]
    return stmts


def statement(low: Lowering, stmt: m.Stmt) -> list[Stmt]:
    span = stmt.span
    match stmt:
        case m.Declare(var=var, value=value):
            local = low.local(var)
            given = none_of(local.type) if value is None else _value(low, value, local.type)
            low.body.visible.append(var)
            return [assign(local, given, span)]
        case m.Assign(target=target, value=value):
            return _assign(low, target, value, span)
        case m.Update(target=target, operator=operator, value=value):
            return _update(low, target, operator, value, span)
        case m.Evaluate(value=value):
            return effect(_looked(low, value, low.value(value)))
        case m.Nested(body=body):
            return block(low, body)
        case m.Return(value=value):
            return _return(low, value, span)
        case m.If(branches=branches, otherwise=otherwise):
            return _if(low, branches, otherwise, span)
        case m.While(condition=condition, body=body):
            low.body.steps.append(None)
            inner = tuple(block(low, body))
            low.body.steps.pop()
            return [nodes.While(_condition(low, condition), inner, span)]
        case m.For():
            return _for(low, stmt)
        case m.Break():
            return [nodes.Break(span)]
        case m.Continue():
            return [*_steps(low), nodes.Continue(span)]
        case m.Winner(value=value):
            return winner(low, value, span)
        case m.Ask(input=each):
            return fill(low, each, [*unfilled(low, "the rest of the effect", each), *skip(low)], span)


def skip(low: Lowering) -> list[Stmt]:
    """The rest of an effect is not run."""
    result = low.body.result
    if result is None or result == NONE:
        return [nodes.Return()]
    return [nodes.Return(none_of(result) if isinstance(result, OptionalType) else _never(result))]


def _never(result: Type) -> Expr:
    """The result of a block that must not end here: an error."""
    maybe = OptionalType(result)
    return nodes.Narrow(none_of(maybe), result)


def _looked(low: Lowering, expr: m.Expr, value: Expr) -> Expr:
    """A value whose computation may look around: what the open blocks know is told first."""
    return low.in_scope(value) if low.looking.expression(expr) else value


def _value(low: Lowering, expr: m.Expr, wanted: Type) -> Expr:
    return _looked(low, expr, low.fitted(expr, wanted))


def _condition(low: Lowering, expr: m.Expr) -> Expr:
    return _looked(low, expr, low.expected(expr, BOOL))


def _if(low: Lowering, branches: Sequence[tuple[m.Expr, m.Block]], otherwise: m.Block, span: Span) -> list[Stmt]:
    arms = [(_condition(low, condition), tuple(block(low, body))) for condition, body in branches]
    return [nodes.If(tuple(arms), tuple(block(low, otherwise)), span)]


def _for(low: Lowering, stmt: m.For) -> list[Stmt]:
    """`continue` goes to the step, so the step stands wherever a turn of the loop ends."""
    known = len(low.body.visible)
    start = [] if stmt.start is None else statement(low, stmt.start)
    condition = TRUE if stmt.condition is None else _condition(low, stmt.condition)
    low.body.steps.append(stmt.step)
    body = block(low, stmt.body)
    step = _steps(low)
    low.body.steps.pop()
    del low.body.visible[known:]
    return [*start, nodes.While(condition, (*body, *step), stmt.span)]


def _steps(low: Lowering) -> list[Stmt]:
    step = low.body.steps[-1] if low.body.steps else None
    return [] if step is None else statement(low, step)


def _return(low: Lowering, value: m.Expr | None, span: Span) -> list[Stmt]:
    result = low.body.result
    if result is None or result == NONE:
        return [*([] if value is None else effect(low.value(value))), nodes.Return(span=span)]
    if value is None:
        return [nodes.Return(none_of(result), span)]
    found = low.expected(value, result) if result == BOOL else low.fitted(value, result)
    return [nodes.Return(_looked(low, value, found), span)]


# ------------------------------------------------------------------------------------------------------- assignments


def _assign(low: Lowering, target: m.Target, value: m.Expr, span: Span) -> list[Stmt]:
    """The parts of the target come first."""
    stmts: list[Stmt] = []
    build = low.body.build
    match target:
        case m.Local(var=var):
            local = low.local(var)
            return [assign(local, _value(low, value, local.type), span)]
        case m.Attr(object=subject, attribute=attribute):
            owner = build.keep(low.subject(subject, attribute.name), stmts, "object")
            field = nodes.Field(owner, attribute.name, low.type_of(attribute), span)
            given = _value(low, value, field.type)
            return [*stmts, *_overwritten(low, field, attribute.type), assign(field, given, span)]
        case m.BuiltInAttr(object=subject, name="to"):
            owner = build.keep(low.subject(subject, "to"), stmts, "object")
            field = nodes.Field(owner, names.LEADS_TO, names.MAYBE_TILE, span)
            given = _value(low, value, field.type)
            return [*stmts, *_overwritten(low, field, t.TILE), assign(field, given, span)]
        case m.TileAt(group=group, first=first, second=second):
            board = build.keep(low.need(group, "null has no places"), stmts, "group")
            i = build.keep(low.expected(first, FLOAT), stmts, "first")
            j = build.keep(low.expected(second, FLOAT), stmts, "second")
            tile = _value(low, value, names.MAYBE_TILE)
            return [*stmts, Evaluate(low.call("put_tile", board, i, j, tile, span=span), span)]
        case m.ListItem(list=items, index=index):
            into = opened(low, items, "null has no elements", stmts, keep=True)
            kept = into.items
            at = build.keep(low.expected(index, FLOAT), stmts, "index")
            assert isinstance(kept.type, ListType)
            element = stored(low, into, low.value(value), value.type, span)
            given = _looked(low, value, low.fit(element, kept.type.item))
            if isinstance(items.type, t.Collection) and low.looking.leads(items.type.of):
                stmts.append(when(op("lt", at, op("to_float", op("list_length", kept))), _stale()))
            return [*stmts, Evaluate(low.call("set_item", kept, at, given, span=span), span)]
        case m.TableItem(table=table, key=key):
            into = opened(low, table, "null has no entries", stmts, keep=True)
            kept = into.items
            name = build.keep(table_key(low, key), stmts, "key")
            assert isinstance(kept.type, TableType)
            entry = stored(low, into, low.value(value), value.type, span)
            given = _looked(low, value, low.fit(entry, OptionalType(kept.type.value)))
            if isinstance(key.type, t.Collection):
                given = build.keep(given, stmts, "value")
                name = build.keep(entry_key(low, kept, name, key.type), stmts, "entry key")
            if low.looking.leads(table.type):
                stmts.append(when(op("table_has", kept, name), _stale()))
            return [*stmts, Evaluate(low.call("set_entry", kept, name, given, span=span), span)]
    raise AssertionError(f"{target} cannot be assigned to")


def _stale() -> Stmt:
    return SetGlobal(names.IS_STALE, TRUE)


def _overwritten(low: Lowering, field: nodes.Field, type_: t.Type) -> list[Stmt]:
    """What was stored there may be the last that knew something."""
    if not low.looking.leads(type_):
        return []
    if isinstance(field.type, OptionalType):
        return [when(nodes.Is(field, field.type.item), _stale())]
    return [_stale()]


def _update(low: Lowering, target: m.Target, operator: str, value: m.Expr, span: Span) -> list[Stmt]:
    """`target += value`: the parts of the target are evaluated once."""
    stmts: list[Stmt] = []
    build = low.body.build
    place: nodes.Local | nodes.Field
    match target:
        case m.Local(var=var):
            place = low.local(var)
            return [assign(place, low.fit(_updated(low, place, target, operator, value, span), place.type), span)]
        case m.Attr(object=subject, attribute=attribute):
            owner = build.keep(low.subject(subject, attribute.name), stmts, "object")
            place = nodes.Field(owner, attribute.name, low.type_of(attribute), span)
            found = low.fit(_updated(low, place, target, operator, value, span), place.type)
            return [*stmts, assign(place, found, span)]
        case m.ListItem(list=items, index=index):
            kept = opened(low, items, "null has no elements", stmts, keep=True).items
            at = build.keep(low.expected(index, FLOAT), stmts, "index")
            assert isinstance(kept.type, ListType)
            old = low.call("item", kept, at, span=span)
            found = low.fit(_updated(low, old, target, operator, value, span), kept.type.item)
            return [*stmts, Evaluate(low.call("set_item", kept, at, found, span=span), span)]
        case m.TableItem(table=table, key=key):
            kept = opened(low, table, "null has no entries", stmts, keep=True).items
            name = build.keep(table_key(low, key), stmts, "key")
            assert isinstance(kept.type, TableType)
            name = build.keep(entry_key(low, kept, name, key.type), stmts, "entry key")
            old = low.call("entry", kept, name, span=span)
            found = low.fit(_updated(low, old, target, operator, value, span), OptionalType(kept.type.value))
            return [*stmts, Evaluate(low.call("set_entry", kept, name, found, span=span), span)]
    raise AssertionError(f"{target} cannot be updated")


def _updated(low: Lowering, old: Expr, target: m.Target, operator: str, value: m.Expr, span: Span) -> Expr:
    if target.type == t.STRING:
        before = low.present(old, "expected string, not null", target.span)
        return op("concat", before, low.expected(value, STRING), span=span)
    if target.type == t.PLAYER:
        before = op("to_float", low.present(old, "expected player, not null", target.span))
        result = op(_ARITHMETIC[operator], before, low.expected(value, FLOAT), span=span)
        return low.call("to_player", result, span=span)
    before = low.present(old, "expected number, not null", target.span)
    return op(_ARITHMETIC[operator], before, low.expected(value, FLOAT), span=span)
