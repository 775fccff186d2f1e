"""Counting how games end: by what tells one ending from another, so that the host words each of them once.

An ending is a row of bytes: its code, then what its words may depend on: where the program says who has won, the
winners, and not all the rankings in which they have (eight seats have 40,320). Rows already known are found by hash;
the host adds a row for one that is not, and the driver asks again. A row knows the *seating*: who was at the table, and
how often they took each place. Scores are counted in a table that the host empties when it is full.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import fill, inline, ld, lshr, st, st8
from parlour.engines.native.driver.job import same_words
from parlour.engines.native.driver.words import (
    LAST_BITS,
    SCORES_MASK,
    SCORES_ROOM,
    Answer,
    Counted,
    Ending,
    EndingRow,
    Game,
    Orders,
    Rooms,
    ScoreRow,
    Seating,
    TotalRow,
)
from parlour.engines.native.layout import T_LIST_STRING, State
from parlour.engines.native.runtime.key import root_image
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.program import COUNTS, Count

# Outcome records: header and number of slots, then the ranking, the scores and whether there are any.
RANKING = 16
SCORES = 24
HAS_SCORES = 32


def ending_row(a: int, job: int) -> int:
    """The row of the game that is over; 0 if the host must first name its ending."""
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
            return row
        at += 1


def count_ending(a: int, job: int) -> int:
    """Counts the game that is over; gives an `Answer` if the host must first name its ending or make room, else 0."""
    row = ending_row(a, job)
    if row == 0:
        return Answer.NEEDS_ENDING
    seating = ld(row + EndingRow.SEATING)
    if seating:
        outcome = ld(a + State.OUTCOME)
        if ld(a + outcome + HAS_SCORES):
            if ld(job + Counted.SCORES_USED) > SCORES_ROOM:
                return Answer.NEEDS_ROOM
            count_scores(a, job, ld(a + outcome + SCORES), seating)
        if ld(a + outcome + RANKING):
            count_places(a, ld(a + outcome + RANKING), seating)
    st(row + EndingRow.COUNT, ld(row + EndingRow.COUNT) + 1)
    length = ld(job + Game.LENGTH)
    st(job + Counted.GAMES, ld(job + Counted.GAMES) + 1)
    st(job + Counted.QUESTIONS, ld(job + Counted.QUESTIONS) + length)
    lengths = ld(job + Rooms.LENGTHS) + 8 * length
    st(lengths, ld(lengths) + 1)
    if code_is_end(ld(job + Game.CODE)):
        add_counts(a, job)
    return 0


def count_places(a: int, ranking: int, seating: int) -> int:
    """As `Outcome.places`."""
    row = 8 * (1 + ld(seating + Seating.COUNT))
    place = 1
    for number in range(list_length(a, ranking)):
        rank = ld(elements(a, ranking) + 8 * number)
        count = list_length(a, rank)
        for index in range(count):
            seat = ld(elements(a, rank) + 8 * index)
            at = seating + Seating.PLACES + row * seat + 8 * place
            st(at, ld(at) + 1)
        place += count
    return 0


def count_scores(a: int, job: int, scores: int, seating: int) -> int:
    count = list_length(a, scores)
    if count > ld(seating + Seating.COUNT):
        count = ld(seating + Seating.COUNT)
    for seat in range(count):
        # No two seats of any seatings have the same.
        owner = seating + 8 * seat
        bits = ld(elements(a, scores) + 8 * seat)
        at = (owner ^ bits) * STEP
        at = at ^ lshr(at, 32)
        while True:
            row = ld(job + Rooms.SCORE_ROWS) + ScoreRow.ROW * (at & SCORES_MASK)
            if ld(row + ScoreRow.SEAT) == 0:
                st(row + ScoreRow.SEAT, owner)
                st(row + ScoreRow.SCORE, bits)
                st(job + Counted.SCORES_USED, ld(job + Counted.SCORES_USED) + 1)
            if ld(row + ScoreRow.SEAT) == owner and ld(row + ScoreRow.SCORE) == bits:
                break
            at += 1
        st(row + ScoreRow.COUNT, ld(row + ScoreRow.COUNT) + 1)
    return 0


@inline
def code_is_end(code: int) -> int:
    """The game came to an end of its own."""
    return code == Ending.OVER or code == Ending.OPEN


@inline
def add_counts(a: int, job: int) -> int:
    """Adds what the program counted to what it counted in games before."""
    row = ld(job + Rooms.TOTALS)
    for _number in range(ld(job + Rooms.TOTAL_COUNT)):
        counted = ld(a + ld(row + TotalRow.PLACE))
        low = ld(row + TotalRow.LOW) + (counted & LAST_BITS)
        st(row + TotalRow.HIGH, ld(row + TotalRow.HIGH) + (counted >> 32) + (low >> 32))
        st(row + TotalRow.LOW, low & LAST_BITS)
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
    at = place + 8
    limit = place + ld(job + Rooms.ENDING_ROOM)
    if ranking:
        st(place, Ending.RANKED)
        at = write_winners(a, ranking, at)
    elif code != Ending.OPEN:
        # A language words what the program came to, and sees nothing else (`Table.ending`).
        at = pad(at + root_image(a, ld(COUNTS + Count.RESULT_TYPE), a + ld(COUNTS + Count.RESULT), at, limit - at))
    if outcome and ld(job + Orders.NAMES_SEATS):
        at = pad(at + root_image(a, T_LIST_STRING, a + State.SEATS, at, limit - at))
    return at - place


def write_winners(a: int, ranking: int, at: int) -> int:
    """A bit for each seat of the first rank that has any."""
    for number in range(list_length(a, ranking)):
        rank = ld(elements(a, ranking) + 8 * number)
        count = list_length(a, rank)
        if count:
            words = 1 + list_length(a, ld(a + State.SEATS)) // 64
            fill(at, 0, 8 * words)
            for index in range(count):
                seat = ld(elements(a, rank) + 8 * index)
                word = at + 8 * (seat >> 6)
                st(word, ld(word) | 1 << (seat & 63))
            return at + 8 * words
    return at


def pad(at: int) -> int:
    """Zeros up to the next whole word."""
    while at & 7:
        st8(at, 0)
        at += 1
    return at
