"""Routines that write: lists of texts as one text, numbers with their nouns.

How a language writes its own lists and tuples is that language's business; these are the pieces it is made from.
"""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import join

T = TypeVar("T")


@routine(charge="2 * len(parts)")
def join_with(parts: list[str], separator: str) -> str:
    """The texts with another one between each two."""
    return enclosed(parts, "", separator, "")


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


@routine(charge="2 * len(parts)")
def enumerated(parts: list[str], word: str) -> str:
    """`a, b and c`: the last two joined by a word."""
    n = len(parts)
    if n == 0:
        return ""
    if n == 1:
        return parts[0]
    return join([join_with(parts[0 : n - 1], ", "), " ", word, " ", parts[n - 1]])


@routine(charge="len(xs)")
def texts_of(xs: list[T]) -> list[str]:
    """Whole numbers, floats, symbols or strings as texts."""
    result: list[str] = []
    for x in xs:
        result.append(str(x))
    return result


@routine(charge="0")
def counted(n: int, one: str, many: str) -> str:
    """`1 card`, `2 cards`: a number with its noun."""
    return f"{n} {one if n == 1 else many}"
