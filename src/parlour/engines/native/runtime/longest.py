"""The length of the longest list there is: an answer that indexes something may be as large."""

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
def longest(a: int) -> int:
    """Among all that frames and globals hold; -1 if there is too little working memory."""
    walk = walk_begin(a, Purpose.TRACK, 0, 0)
    walk_frames(a, walk)
    for number in range(ld(COUNTS + Count.GLOBALS)):
        row = global_row(number)
        walk_variable(a, walk, ld(row + GlobalRow.TYPE), a + ld(row + GlobalRow.PLACE))
    walk_things(a, walk)
    if walk_end(a, walk):
        return -1
    found = 0
    for number in range(ld(walk + Walk.THINGS)):
        thing = thing_at(walk, number)
        if kind(type_of(a, thing)) == Kind.LIST and list_length(a, thing) > found:
            found = list_length(a, thing)
    return found
