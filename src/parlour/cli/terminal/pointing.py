"""Moves by clicks: a cell or a card, or one after the other, the piece and its target.

>>> from parlour.game.question import Option
>>> here, there = Anchor("b", (0, 0)), Anchor("b", (1, 0))
>>> step = Move(0, (Option("a", "a", (here,)), Option("b", "b", (there,))))
>>> pointed([step], [here]).is_whole, pointed([step], [here, there]).moves == (step,), pointed([step], [there]).moves
(False, True, ())
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.game.question import Anchor, Move


@dataclass(frozen=True, slots=True)
class Click:
    """A click so many rows above the prompt, in this column, counted from 0."""

    above: int
    column: int


@dataclass(frozen=True, slots=True)
class Pointed:
    """The moves that some clicks may mean; `is_whole`: no further click tells them apart."""

    moves: tuple[Move, ...]
    is_whole: bool


def pointed(moves: Sequence[Move], clicks: Sequence[Anchor]) -> Pointed:
    """Of the moves that begin with these clicks, those that end with them; if there are none, all of them."""
    found = []
    for move in moves:
        places = move.places
        if len(places) >= len(clicks) and all(click in place for click, place in zip(clicks, places, strict=False)):
            found.append(move)
    whole = tuple(move for move in found if len(move.places) == len(clicks))
    return Pointed(whole or tuple(found), bool(whole))
