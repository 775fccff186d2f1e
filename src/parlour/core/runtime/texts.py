"""Routines that write: lists of texts as one text, numbers with their nouns.

How a language writes its own lists and tuples is that language's business; these are the pieces it is made from.
"""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import join


@routine(charge="2 * len(parts)")
def enclosed(parts: list[str], opening: str, separator: str, closing: str) -> str:
    """`[a, b, c]`: the texts with a separator between them and brackets around."""
    pieces: list[str] = [opening]
    for i in range(len(parts)):
        if i > 0:
            pieces.append(separator)
        pieces.append(parts[i])
    pieces.append(closing)
    return join(pieces)


@routine(charge="0")
def counted(n: int, one: str, many: str) -> str:
    """`1 card`, `2 cards`: a number with its noun."""
    return f"{n} {one if n == 1 else many}"
