"""What compiled trees have found out about the moves of a role at a node, and which of them is best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.engines.search.room import Node
from parlour.game.search import Proof


class Found(NamedTuple):
    """Of one move: how often it was tried, what it seems to be worth, and whether that is certain."""

    visits: int = 0
    worth: float = 0.0
    is_settled: bool = False

    @property
    def proof(self) -> Proof | None:
        """Where worths go from 0 to 1."""
        if not self.is_settled:
            return None
        return "win" if self.worth >= 1.0 else "loss" if self.worth <= 0.0 else "known"


def found_at(node: Node, role: int, count: int) -> list[Found]:
    """Of all moves of a role, which has so many; nothing is known of a role without a choice, nor of a node that no
    descent has gone through."""
    if not node.is_open or not node.is_chooser(role):
        return [Found()] * count
    return [
        Found(node.visits(role, move), node.worth(role, move), node.is_settled(role, move)) for move in range(count)
    ]


def joined(each: Sequence[Sequence[Found]]) -> list[Found]:
    """What several trees have found together: what is certain in one of them is certain.

    >>> joined([[Found(2, 0.5)], [Found(6, 0.75)]])
    [Found(visits=8, worth=0.6875, is_settled=False)]
    """
    if len(each) == 1:
        return list(each[0])
    together = []
    for own in zip(*each, strict=True):
        visits = sum(found.visits for found in own)
        certain = next((found for found in own if found.is_settled), None)
        worth = sum(found.visits * found.worth for found in own) / max(visits, 1)
        together.append(Found(visits, worth) if certain is None else Found(visits, certain.worth, True))
    return together


def best_of(moves: Sequence[Found]) -> int | None:
    """The number of the best move: one that certainly wins, else the one tried most, if no settled one is worth more;
    None where nothing is known. As `players/tree.py` has it (`best_at`).

    >>> best_of([Found(9, 0.4), Found(1, 0.6)]), best_of([Found(9, 0.4), Found(1, 0.6, True)]), best_of([Found()])
    (0, 1, None)
    """
    settled = [number for number, found in enumerate(moves) if found.is_settled]
    rest = [number for number, found in enumerate(moves) if not found.is_settled]
    best = []
    if settled:
        best.append(max(settled, key=lambda number: (moves[number].worth, moves[number].visits)))
    if rest:
        best.append(max(rest, key=lambda number: (moves[number].visits, moves[number].worth)))
    if not settled and not any(found.visits for found in moves):
        return None
    # Of two that seem to be worth the same, what is certain comes first.
    return max(best, key=lambda number: moves[number].worth)
