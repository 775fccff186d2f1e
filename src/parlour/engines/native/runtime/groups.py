"""Answers given to a group of questions that is still open: a block of slots at `State.GROUP`.

    block   header, number of slots, number of answers, then for each its place in the group and its slots

They stand in the order of their places."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, export, inline, ld, st
from parlour.engines.native.layout import T_BLOCK, State
from parlour.engines.native.runtime.frames import asking_site
from parlour.engines.native.runtime.lists import BLOCK_HEAD, LIST_SIZE
from parlour.engines.native.runtime.memory import alloc_beside_frames
from parlour.engines.native.runtime.program import SiteRow, item, site_row, width

GROUP_ANSWERS = 24  # bytes before the first answer


@inline
def group_count(a: int) -> int:
    """How many answers were given."""
    group = ld(a + State.GROUP)
    return ld(a + group + 16) if group else 0


def group_type(a: int) -> int:
    """The type of one answer of the open group."""
    return item(ld(site_row(asking_site(a)) + SiteRow.ANSWER))


@export
def group_give(a: int, place: int, source: int) -> int:
    """Adds an answer, the slots at `source`, to the open group."""
    count = group_count(a)
    stride = 8 + 8 * width(group_type(a))
    block = alloc_beside_frames(a, GROUP_ANSWERS + stride * (count + 1))
    st(a + block, T_BLOCK)
    st(a + block + 8, 1 + (stride >> 3) * (count + 1))
    st(a + block + 16, count + 1)
    old = a + ld(a + State.GROUP) + GROUP_ANSWERS
    before = 0
    while before < count and ld(old + stride * before) < place:
        before += 1
    to = a + block + GROUP_ANSWERS
    copy(to, old, stride * before)
    st(to + stride * before, place)
    copy(to + stride * before + 8, source, stride - 8)
    copy(to + stride * (before + 1), old + stride * before, stride * (count - before))
    st(a + State.GROUP, block)
    return 0


@export
def group_close(a: int) -> int:
    """All answers are there: the list of them, in the order of their places. No group is open any more."""
    count = group_count(a)
    type_ = ld(site_row(asking_site(a)) + SiteRow.ANSWER)
    wide = width(item(type_))
    # One allocation, so that the frames move once: the list, then its block.
    items = alloc_beside_frames(a, LIST_SIZE + BLOCK_HEAD + 8 * wide * count)
    block = items + LIST_SIZE
    st(a + items, type_)
    st(a + items + 8, count)
    st(a + items + 16, count)
    st(a + items + 24, block)
    st(a + block, T_BLOCK)
    st(a + block + 8, wide * count)
    at = a + ld(a + State.GROUP) + GROUP_ANSWERS
    for number in range(count):
        copy(a + block + BLOCK_HEAD + 8 * wide * number, at + 8, 8 * wide)
        at += 8 + 8 * wide
    st(a + State.GROUP, 0)
    return items
