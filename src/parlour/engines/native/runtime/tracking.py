"""The objects of a class that globals reach."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fail, ld, st
from parlour.engines.native.layout import Error, Kind, State
from parlour.engines.native.runtime.lists import elements, list_of_width
from parlour.engines.native.runtime.memory import no_memory, take
from parlour.engines.native.runtime.program import (
    COUNTS,
    Count,
    GlobalRow,
    global_row,
    is_class_below,
    kind,
    type_of,
)
from parlour.engines.native.runtime.sorting import sort_pairs
from parlour.engines.native.runtime.walk import (
    Purpose,
    Walk,
    thing_at,
    walk_begin,
    walk_end,
    walk_things,
    walk_variable,
)


def tracked(a: int, class_type: int, list_type: int) -> int:
    """A list of them in the order of creation; takes a step for every list, table and object that was visited."""
    walk = walk_begin(a, Purpose.TRACK, 0, 0)
    for number in range(ld(COUNTS + Count.GLOBALS)):
        row = global_row(number)
        if not ld(row + GlobalRow.PRESENTATION):
            walk_variable(a, walk, ld(row + GlobalRow.TYPE), a + ld(row + GlobalRow.PLACE))
    walk_things(a, walk)
    short = walk_end(a, walk)
    things = ld(walk + Walk.THINGS)
    pairs = ld(walk + Walk.FIRST) + 8 * things
    if short or pairs + 32 * things > ld(walk + Walk.STACK):
        no_memory(a)
    count = 0
    for number in range(things):
        thing = thing_at(walk, number)
        if kind(type_of(a, thing)) == Kind.OBJECT and is_class_below(type_of(a, thing), class_type):
            st(pairs + 16 * count, ld(a + thing + 8))
            st(pairs + 16 * count + 8, thing)
            count += 1
    steps = ld(a + State.STEPS) - things
    st(a + State.STEPS, steps)
    if steps < 0:
        fail(a, Error.STEPS)
    take(a, 16 + 8 * count)
    pairs = sort_pairs(pairs, count, pairs + 16 * things)
    items = list_of_width(a, list_type, count, 1)
    for number in range(count):
        copy(elements(a, items) + 8 * number, pairs + 16 * number + 8, 8)
    return items
