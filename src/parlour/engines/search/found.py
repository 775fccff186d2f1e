"""What compiled trees have found out about the moves of a role at a node, and what several of them have together."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engines.search.room import Node
from parlour.game.lines import Known


def known_at(node: Node, role: int) -> list[Known] | None:
    """Of all moves of a role; None where it has no choice, and at a node that no descent has gone through."""
    if not node.is_open or not node.is_chooser(role):
        return None
    return [
        Known(node.visits(role, move), node.worth(role, move), node.is_settled(role, move))
        for move in range(node.count(role))
    ]


def known_together(each: Sequence[Sequence[Known] | None]) -> list[Known] | None:
    """What several trees know of the same moves: what is certain in one of them is certain; None where none knows
    anything.

    >>> known_together([[Known(2, 0.5, False)], None, [Known(6, 0.75, False)]])
    [Known(visits=8, worth=0.6875, is_settled=False)]
    """
    some = [known for known in each if known is not None]
    if len(some) == 1:
        return list(some[0])
    found = []
    for own in zip(*some, strict=True):
        visits = sum(known.visits for known in own)
        certain = next((known for known in own if known.is_settled), None)
        worth = sum(known.visits * known.worth for known in own) / max(visits, 1)
        found.append(Known(visits, worth, False) if certain is None else Known(visits, certain.worth, True))
    return found or None
