"""A tree over what is known, in low-level code: `Tree` of `players/information.py`, to the last bit.

It is one table of nodes and answers, found by the hash of what was answered since the root. It knows neither rules nor
how answers look. `k` is the address of a `Knowledge`, `t` that of a `Tree` (`words.py`), whose logarithms, span and
curiosity it uses. An iteration::

    know_begin(k, seed)                   what it draws from
    while know_node(k, key):              a node that is known already; else a place for the next time
        for each question:
            know_question(k)
            know_answer(k, key, number)   for each of its answers; gives 0 if there is no room for it
        know_pick(t, k, start, role)      for each question: of those since `start`; gives the address of a `WayRow`
    know_climb(t, k, scores)

Nothing counts before the end: who breaks off an iteration has changed nothing.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import (
    cold,
    fadd,
    fdiv,
    fill,
    float_of_int,
    flt,
    fmul,
    fsqrt,
    fsub,
    inline,
    ld,
    ld32,
    st,
    st32,
)
from parlour.engines.llvm.streams import below, derive, mix
from parlour.engines.search.tree import inverse_root, logarithm, widen
from parlour.engines.search.words import NODE_MARK, EntryRow, Knowledge, Tree, WayRow

LEAST_FLOAT = 0xFFF0000000000000  # minus infinity


@inline
def know_begin(k: int, seed: int) -> int:
    st(k + Knowledge.STREAM, seed)
    st(k + Knowledge.WAY_USED, ld(k + Knowledge.WAY))
    return 0


# --------------------------------------------------------------------------------------------------------- entries


@inline
def known_row(k: int, number: int) -> int:
    return ld(k + Knowledge.ENTRIES) + EntryRow.ROW * number


def find_known(k: int, key: int) -> int:
    """The address of the entry with this key, 0 if there is none."""
    mask = ld(k + Knowledge.INDEX_MASK)
    index = ld(k + Knowledge.INDEX)
    place = key
    while True:
        number = ld32(index + 4 * (place & mask))
        if number == 0:
            return 0
        row = known_row(k, number)
        if ld(row + EntryRow.KEY) == key:
            return row
        place += 1


def add_known(k: int, key: int) -> int:
    """One that is not there yet."""
    number = ld(k + Knowledge.COUNT) + 1
    st(k + Knowledge.COUNT, number)
    row = known_row(k, number)
    st(row + EntryRow.KEY, key)
    st(row + EntryRow.VISITS, 0)
    st(row + EntryRow.AVAILABLE, 0)
    st(row + EntryRow.TOTAL, 0)
    st(row + EntryRow.TIME, 0)
    if 2 * number > ld(k + Knowledge.INDEX_MASK):
        grow_index(k)
    else:
        index_known(k, key, number)
    return row


@inline
def index_known(k: int, key: int, number: int) -> int:
    mask = ld(k + Knowledge.INDEX_MASK)
    index = ld(k + Knowledge.INDEX)
    place = key
    while ld32(index + 4 * (place & mask)):
        place += 1
    st32(index + 4 * (place & mask), number)
    return 0


@cold
def grow_index(k: int) -> int:
    """A table twice as large: one that is as small as can be stays in the processor's cache."""
    mask = 2 * ld(k + Knowledge.INDEX_MASK) + 1
    st(k + Knowledge.INDEX_MASK, mask)
    fill(ld(k + Knowledge.INDEX), 0, 4 * (mask + 1))
    for number in range(1, ld(k + Knowledge.COUNT) + 1):
        index_known(k, ld(known_row(k, number) + EntryRow.KEY), number)
    return 0


def know_node(k: int, key: int) -> int:
    """1 if this node is known; else it gets a place if there is room."""
    marked = mix(key ^ NODE_MARK)
    if find_known(k, marked):
        return 1
    if ld(k + Knowledge.NODE_COUNT) < ld(k + Knowledge.MOST_NODES):
        st(k + Knowledge.NODE_COUNT, ld(k + Knowledge.NODE_COUNT) + 1)
        add_known(k, marked)
    return 0


@inline
def know_question(k: int) -> int:
    """Answers of another question come now."""
    st(k + Knowledge.TIME, ld(k + Knowledge.TIME) + 1)
    return 0


def know_answer(k: int, key: int, number: int) -> int:
    """Notes that an answer could be given; of several with the same key each has an entry of its own. Gives 0 if there
    is no room."""
    time = ld(k + Knowledge.TIME)
    row = find_known(k, key)
    while row:
        if ld(row + EntryRow.TIME) != time:
            break
        key = derive(key, 1)
        row = find_known(k, key)
    if row == 0:
        if ld(k + Knowledge.ANSWER_COUNT) >= ld(k + Knowledge.MOST_ANSWERS):
            return 0
        st(k + Knowledge.ANSWER_COUNT, ld(k + Knowledge.ANSWER_COUNT) + 1)
        row = add_known(k, key)
    st(row + EntryRow.TIME, time)
    at = ld(k + Knowledge.WAY_USED)
    st(at + WayRow.ENTRY, row)
    st(at + WayRow.NUMBER, number)
    st(at + WayRow.ROLE, -1)
    st(k + Knowledge.WAY_USED, at + WayRow.ROW)
    return row


@inline
def has_room_on_way(k: int, count: int) -> int:
    used = ld(k + Knowledge.WAY_USED) - ld(k + Knowledge.WAY)
    return used + WayRow.ROW * count <= ld(k + Knowledge.WAY_ROOM)


# --------------------------------------------------------------------------------------------------------- picking


def know_pick(t: int, k: int, start: int, end: int, role: int) -> int:
    """Of the answers that were noted between these addresses the one that a role is most curious about; one that was
    never given comes first."""
    untried = 0
    for at in range(start, end, WayRow.ROW):
        untried += ld(ld(at + WayRow.ENTRY) + EntryRow.VISITS) == 0
    found = start
    if untried:
        left = below(k + Knowledge.STREAM, untried)
        for at in range(start, end, WayRow.ROW):
            if ld(ld(at + WayRow.ENTRY) + EntryRow.VISITS) == 0:
                if left == 0:
                    found = at
                    break
                left -= 1
    else:
        found = most_curious(t, start, end)
    st(found + WayRow.ROLE, role)
    return found


def most_curious(t: int, start: int, end: int) -> int:
    curiosity = ld(t + Tree.CURIOSITY)
    low = ld(t + Tree.LOW)
    width = ld(t + Tree.WIDTH)
    found = start
    most = LEAST_FLOAT
    for at in range(start, end, WayRow.ROW):
        entry = ld(at + WayRow.ENTRY)
        visits = ld(entry + EntryRow.VISITS)
        # This time counts.
        bonus = fmul(curiosity, fsqrt(logarithm(t, ld(entry + EntryRow.AVAILABLE) + 1)))
        bonus = fmul(bonus, inverse_root(t, visits))
        mean = fdiv(ld(entry + EntryRow.TOTAL), float_of_int(visits))
        value = fadd(fdiv(fsub(mean, low), width), bonus)
        if flt(most, value):
            found = at
            most = value
    return found


def know_climb(t: int, k: int, scores: int) -> int:
    """What an iteration came to."""
    if not ld(t + Tree.IS_BOUNDED):
        widen(t, scores)
    for at in range(ld(k + Knowledge.WAY), ld(k + Knowledge.WAY_USED), WayRow.ROW):
        entry = ld(at + WayRow.ENTRY)
        st(entry + EntryRow.AVAILABLE, ld(entry + EntryRow.AVAILABLE) + 1)
        role = ld(at + WayRow.ROLE)
        if role >= 0:
            st(entry + EntryRow.VISITS, ld(entry + EntryRow.VISITS) + 1)
            st(entry + EntryRow.TOTAL, fadd(ld(entry + EntryRow.TOTAL), ld(scores + 8 * role)))
    return 0
