"""Who has won, by the value that the game comes to."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import number, op, symbol, when
from parlour.core.nodes import Expr, Stmt
from parlour.core.types import ANY, INT, SYMBOL, ListType
from parlour.languages.bogl.check.types import Expanded
from parlour.languages.bogl.lower.context import Body


def outcome(body: Body, value: Expr, type_: Expanded) -> list[Stmt]:
    """A player's symbol: that player has won. Another symbol: nobody has. Anything else says nothing."""
    players = body.whole.players
    if not players or (not type_.symbols and not type_.is_open):
        return []
    every = range(len(players))
    arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
    for winner, name in enumerate(players):
        others = [other for other in every if other != winner]
        test = op("eq", value, body.build.fit(symbol(name), value.type))
        arms.append((test, (nodes.Finish(_ranking([[winner], others] if others else [[winner]])),)))
    # Alone at the table there is nobody to draw with.
    draw: tuple[Stmt, ...] = (nodes.Finish(_ranking([list(every)] if len(players) > 1 else [])),)
    if value.type == ANY:
        draw = (when(nodes.Is(value, SYMBOL), *draw),)
    return [nodes.If(tuple(arms), draw)]


def _ranking(ranks: list[list[int]]) -> Expr:
    """A ranking as a constant list of lists."""
    inner = ListType(INT)
    lists = tuple(nodes.MakeList(tuple(map(number, rank)), inner) for rank in ranks)
    return nodes.MakeList(lists, ListType(inner))
