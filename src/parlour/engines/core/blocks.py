"""What the text of a function shows to those who compile it."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.walk import assigned, walk_block


def fixed_locals(function: nodes.Function) -> frozenset[str]:
    """Parameters that are never assigned and locals with one assignment in the text: what is known of their value
    holds from there on wherever they are read."""
    counts = {param.name: 1 for param in function.params}
    for stmt in walk_block(function.body):
        name = assigned(stmt)
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    return frozenset(name for name, count in counts.items() if count == 1)


_JUMPS = (nodes.Return, nodes.TailCall, nodes.Raise, nodes.Break, nodes.Continue, nodes.Abandon, nodes.Fail)


def leaves(block: nodes.Block) -> bool:
    """Control never comes to the end of this block."""
    return bool(block) and isinstance(block[-1], _JUMPS)
