"""`winner`: the ranking, and the end of the game."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.nodes import Stmt
from parlour.core.types import INT, ListType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.tracing import happened
from parlour.syntax.source import Span

RANKING = ListType(ListType(INT))


def winner(low: Lowering, value: m.Expr, span: Span) -> list[Stmt]:
    if value.type == t.PLAYER:
        first = nodes.MakeList((low.expected(value, INT),), ListType(INT), span)
        ranking: nodes.Expr = nodes.MakeList((first,), RANKING, span)
    else:
        ranks = low.need(value, "expected a ranking, not null")
        ranking = low.call("ranking_of", ranks, span=span)
    told = happened(low, "ended", "the game", at=span)
    return [*told, nodes.Finish(ranking, span=span), nodes.Abandon(names.OVER, span)]
