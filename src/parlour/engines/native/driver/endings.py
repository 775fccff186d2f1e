"""Counting how games end: by what tells one ending from another, so that the host words each of them once.

An ending is a row of bytes: its code, then what its words may depend on. Rows already known are found by hash; the host
adds a row for one that is not, and the driver asks again.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import inline, ld, lshr, st, st8
from parlour.engines.native.driver.job import same_words
from parlour.engines.native.driver.words import Counted, Ending, EndingRow, Game, Orders, Rooms, TotalRow
from parlour.engines.native.layout import T_LIST_STRING, State
from parlour.engines.native.runtime.key import root_image
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.program import COUNTS, Count, GlobalRow, global_row

# Outcome records: header and number of slots, then the ranking.
RANKING = 16


def count_ending(a: int, job: int) -> int:
    """Counts the game that is over; 0 if the host must first say what its ending is called."""
    size = write_ending(a, job)
    st(job + Counted.ENDING_SIZE, size)
    place = ld(job + Rooms.ENDING)
    found = hash_of(place, size)
    mask = ld(job + Rooms.ENDING_MASK)
    at = found
    while True:
        row = ld(job + Rooms.ENDING_ROWS) + EndingRow.ROW * (at & mask)
        if ld(row + EndingRow.HASH) == 0:
            return 0
        is_alike = ld(row + EndingRow.HASH) == found and ld(row + EndingRow.SIZE) == size
        if is_alike and same_words(ld(row + EndingRow.PLACE), place, size):
            break
        at += 1
    st(row + EndingRow.COUNT, ld(row + EndingRow.COUNT) + 1)
    length = ld(job + Game.LENGTH)
    st(job + Counted.GAMES, ld(job + Counted.GAMES) + 1)
    st(job + Counted.QUESTIONS, ld(job + Counted.QUESTIONS) + length)
    lengths = ld(job + Rooms.LENGTHS) + 8 * length
    st(lengths, ld(lengths) + 1)
    if code_is_end(ld(job + Game.CODE)):
        add_counts(a, job)
    return 1


@inline
def code_is_end(code: int) -> int:
    """The game came to an end of its own."""
    return code == Ending.OVER or code == Ending.OPEN


@inline
def add_counts(a: int, job: int) -> int:
    """Adds what the program counted to what it counted in games before."""
    row = ld(job + Rooms.TOTALS)
    for _number in range(ld(job + Rooms.TOTAL_COUNT)):
        st(row + TotalRow.SUM, ld(row + TotalRow.SUM) + ld(a + ld(row + TotalRow.PLACE)))
        row += TotalRow.ROW
    return 0


@inline
def hash_of(place: int, size: int) -> int:
    """Never 0; sizes are whole words."""
    found = size
    for offset in range(0, size, 8):
        found = (found ^ ld(place + offset)) * STEP
    return (found ^ lshr(found, 32)) | 1


def write_ending(a: int, job: int) -> int:
    """Writes down what tells this ending from others; gives its size in bytes, padded to whole words."""
    place = ld(job + Rooms.ENDING)
    code = ld(job + Game.CODE)
    st(place, code)
    if not code_is_end(code):
        return 8
    outcome = ld(a + State.OUTCOME)
    ranking = ld(a + outcome + RANKING) if outcome else 0
    if ranking and list_length(a, ranking):
        st(place, Ending.RANKED)
        return write_ranking(a, job, ranking, place + 8) - place
    if code == Ending.OPEN:
        return 8
    return write_state(a, place + 8, place + ld(job + Rooms.ENDING_ROOM)) - place


def write_ranking(a: int, job: int, ranking: int, at: int) -> int:
    ranks = list_length(a, ranking)
    st(at, ranks)
    at += 8
    for number in range(ranks):
        rank = ld(elements(a, ranking) + 8 * number)
        count = list_length(a, rank)
        st(at, count)
        at += 8
        for seat in range(count):
            st(at, ld(elements(a, rank) + 8 * seat))
            at += 8
    if ld(job + Orders.NAMES_SEATS):
        room = ld(job + Rooms.ENDING) + ld(job + Rooms.ENDING_ROOM) - at
        at = pad(at + root_image(a, T_LIST_STRING, a + State.SEATS, at, room))
    return at


def write_state(a: int, at: int, limit: int) -> int:
    """The result and all globals but counts: the words of a language may depend on any of them."""
    at += root_image(a, ld(COUNTS + Count.RESULT_TYPE), a + ld(COUNTS + Count.RESULT), at, limit - at)
    row = global_row(0)
    for _number in range(ld(COUNTS + Count.GLOBALS)):
        place = a + ld(row + GlobalRow.PLACE)
        is_set = ld(place) and not ld(row + GlobalRow.IS_COUNT)
        st8(at, is_set)
        at += 1
        if is_set:
            at += root_image(a, ld(row + GlobalRow.TYPE), place + 8, at, limit - at)
        row += GlobalRow.SIZE
    return pad(at)


def pad(at: int) -> int:
    """Zeros up to the next whole word."""
    while at & 7:
        st8(at, 0)
        at += 1
    return at
