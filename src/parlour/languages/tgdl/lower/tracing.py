"""What an observed program tells of itself: events that are thrown, actions that are judged, queued, started, skipped.

Every function here gives no statements for a program that is only to be played.
"""

from __future__ import annotations

from parlour.core import builder, nodes
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import STRING
from parlour.game.happening import SEPARATOR, TRACE
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.labels import label
from parlour.syntax.source import Span

# Where the event was thrown that is being heard.
THROWN_AT = nodes.GlobalVariable("thrown at", STRING)


def happened(
    low: Lowering,
    kind: str,
    what: str,
    *,
    why: str | Expr = "",
    at: Span | Expr | None = None,
    on: Expr | None = None,
    seat: Expr | None = None,
) -> list[Stmt]:
    """Tells a `Happening`; `seat` is the active player where nobody else is given."""
    if not low.observes:
        return []
    place: str | Expr = _place(at) if isinstance(at, Span) else at or ""
    player = builder.op("text_of_int", seat or names.global_variable(names.ACTIVE))
    thing: str | Expr = "" if on is None else label(low, on, is_offered=False)
    pieces = (kind, what, why, place, player, thing)
    told: list[str | Expr] = []
    for piece in pieces:
        told += [SEPARATOR, piece] if told else [piece]
    return [nodes.Tell(builder.sentence(*told), channel=TRACE)]


def throwing(low: Lowering, span: Span) -> list[Stmt]:
    """An event is about to be thrown here."""
    return [nodes.SetGlobal(THROWN_AT.name, builder.text(_place(span)))] if low.observes else []


def thrown(low: Lowering, event: m.Class) -> list[Stmt]:
    """An event of exactly this class is heard."""
    return happened(low, "thrown", event.shown, at=nodes.Global(THROWN_AT.name, STRING))


def unfilled(low: Lowering, what: str, each: m.Input, on: Expr | None = None) -> list[Stmt]:
    """Something is not done because an input cannot be filled."""
    return happened(low, "skipped", what, why=f"input {each.name} cannot be filled", at=each.span, on=on)


def action_name(action: m.Action) -> str:
    return f"{action.owner.shown}.{action.name}"


def for_whom(action: m.Action, thing: Expr) -> Expr:
    """For whom an action runs: the owner of its object, else the active player."""
    active = names.global_variable(names.ACTIVE)
    if action.owner.scope != "local":
        return active
    owner = nodes.Field(thing, names.OWNER, names.global_variable(names.ACTIVE).type)
    return nodes.Choose(builder.op("lt", owner, builder.number(0)), active, owner, active.type)


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
