"""How much is alive: all that frames and globals hold, walked to its end."""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, ld
from parlour.engines.native.layout import Kind
from parlour.engines.native.runtime.key import walk_frames
from parlour.engines.native.runtime.lists import list_length
from parlour.engines.native.runtime.program import COUNTS, Count, GlobalRow, global_row, kind, type_of
from parlour.engines.native.runtime.walk import (
    Purpose,
    Walk,
    thing_at,
    walk_begin,
    walk_end,
    walk_things,
    walk_variable,
)


@export
def measure(a: int) -> int:
    """In abstract bytes, 16 for each thing and 8 for each slot, as the Python engine counts them; -1 if there is too
    little working memory."""
    walk = walk_all(a, Purpose.MEASURE)
    return -1 if walk_end(a, walk) else ld(walk + Walk.TOTAL)


@export
def longest(a: int) -> int:
    """The length of the longest list: an answer that indexes something may be as large. -1 if there is too little
    working memory."""
    walk = walk_all(a, Purpose.TRACK)
    if walk_end(a, walk):
        return -1
    found = 0
    for number in range(ld(walk + Walk.THINGS)):
        thing = thing_at(walk, number)
        if kind(type_of(a, thing)) == Kind.LIST and list_length(a, thing) > found:
            found = list_length(a, thing)
    return found


def walk_all(a: int, purpose: int) -> int:
    walk = walk_begin(a, purpose, 0, 0)
    walk_frames(a, walk)
    for number in range(ld(COUNTS + Count.GLOBALS)):
        row = global_row(number)
        walk_variable(a, walk, ld(row + GlobalRow.TYPE), a + ld(row + GlobalRow.PLACE))
    walk_things(a, walk)
    return walk
