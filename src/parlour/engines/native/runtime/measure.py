"""How much is alive, in abstract bytes: 16 for each thing and 8 for each slot, as the Python engine counts it."""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, ld
from parlour.engines.native.runtime.key import walk_frames
from parlour.engines.native.runtime.program import COUNTS, Count, GlobalRow, global_row
from parlour.engines.native.runtime.walk import Purpose, Walk, walk_begin, walk_end, walk_things, walk_variable


@export
def measure(a: int) -> int:
    """What frames and globals hold; -1 if there is too little working memory."""
    walk = walk_begin(a, Purpose.MEASURE, 0, 0)
    walk_frames(a, walk)
    for number in range(ld(COUNTS + Count.GLOBALS)):
        row = global_row(number)
        walk_variable(a, walk, ld(row + GlobalRow.TYPE), a + ld(row + GlobalRow.PLACE))
    walk_things(a, walk)
    return -1 if walk_end(a, walk) else ld(walk + Walk.TOTAL)
