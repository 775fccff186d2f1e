"""What compiled trees have found out about the moves of a role at a node."""

from __future__ import annotations

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
