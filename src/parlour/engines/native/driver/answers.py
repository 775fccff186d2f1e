"""The answers that may be given to the open question, and giving one.

Candidates of a site are the same each time, or they are the elements of a list in the frame, or they depend on some
numbers there: then lists that the host has made are found by these numbers. A list is two words, the number of answers
and 1 if there are others that nobody can list, and then the slots of each.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import inline, ld, st
from parlour.engines.llvm.streams import derive
from parlour.engines.native.driver.words import LONGEST, Asked, AskKind, AskRow, Rooms
from parlour.engines.native.layout import State
from parlour.engines.native.runtime.groups import GROUP_ANSWERS, group_close, group_count, group_give
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.runtime.measure import longest
from parlour.engines.native.runtime.program import COUNTS, Count

# Of more options than this as many are chosen evenly, as `enumerate_domain` does.
MOST_OPTIONS = 10_000

LIST_HEAD = 16


@inline
def ask_row(job: int) -> int:
    return ask_row_of(job, ld(job + Asked.SITE))


@inline
def ask_row_of(job: int, site: int) -> int:
    return ld(job + Rooms.SITE_ROWS) + AskRow.ROW * site


@inline
def note_site(job: int, site: int) -> int:
    """Where the open question is asked."""
    st(job + Asked.SITE, site)
    return 0


@inline
def forget_candidates(job: int) -> int:
    st(job + Asked.CANDIDATES, 0)
    return 0


@inline
def top_frame(a: int) -> int:
    return a + ld(a + State.FRAMES_BASE)


def open_index(a: int, wide: int) -> int:
    """The first question of the open group that has no answer yet; answers lie in the order of their indexes."""
    count = group_count(a)
    at = a + ld(a + State.GROUP) + GROUP_ANSWERS
    for number in range(count):
        if ld(at) != number:
            return number
        at += 8 + 8 * wide
    return count


# -------------------------------------------------------------------------------------------------- candidates


@inline
def needs_host(a: int, job: int) -> int:
    """Finds the candidates of the open question; 1 if the host must make them first."""
    row = ask_row(job)
    if ld(row + AskRow.ITEM):
        st(job + Asked.INDEX, open_index(a, ld(row + AskRow.WIDTH)))
    return lacks_candidates(a, job, row)


@inline
def lacks_candidates(a: int, job: int, row: int) -> int:
    """The same where the place in a group is noted."""
    if ld(row + AskRow.KIND) != AskKind.FIXED:
        return find_candidates(a, job, row)
    found = ld(row + AskRow.LIST)
    st(job + Asked.CANDIDATES, found)
    return found == 0


def find_candidates(a: int, job: int, row: int) -> int:
    kind = ld(row + AskRow.KIND)
    if kind == AskKind.OPTIONS:
        return 0
    if kind == AskKind.DEPENDS:
        found = known_list(a, job, row)
        st(job + Asked.CANDIDATES, found)
        return found == 0
    return ld(job + Asked.CANDIDATES) == 0


def input_word(a: int, job: int, row: int, number: int) -> int:
    """A word that the candidates depend on."""
    place = ld(ld(row + AskRow.FIRST) + 8 * number)
    if place == LONGEST:
        return longest(a)
    word = ld(top_frame(a) + place)
    if ld(row + AskRow.ITEM):
        word = ld(elements(a, word) + 8 * ld(job + Asked.INDEX))
    return word


def known_list(a: int, job: int, row: int) -> int:
    """The list for the words it depends on, 0 if it is not known. The table is: its size less one, then the rows."""
    table = ld(row + AskRow.LISTS)
    count = ld(row + AskRow.INPUTS)
    mask = ld(table)
    place = 0
    for number in range(count):
        place = derive(place, input_word(a, job, row, number))
    while True:
        entry = table + 8 + 8 * (count + 1) * (place & mask)
        if ld(entry) == 0:
            return 0
        is_found = 1
        for number in range(count):
            if ld(entry + 8 + 8 * number) != input_word(a, job, row, number):
                is_found = 0
                break
        if is_found:
            return ld(entry)
        place += 1


@inline
def options(a: int, job: int, row: int) -> int:
    """The list in the frame whose elements are the answers."""
    found = ld(top_frame(a) + ld(row + AskRow.PLACE))
    if ld(row + AskRow.ITEM):
        found = ld(elements(a, found) + 8 * ld(job + Asked.INDEX))
    return found


@inline
def candidates(a: int, job: int) -> int:
    """How many answers there are to draw from."""
    row = ask_row(job)
    if ld(row + AskRow.KIND) != AskKind.OPTIONS:
        return ld(ld(job + Asked.CANDIDATES))
    count = list_length(a, options(a, job, row))
    return MOST_OPTIONS if count > MOST_OPTIONS else count


@inline
def answer_at(a: int, job: int, number: int, total: int) -> int:
    """The address of the slots of an answer."""
    row = ask_row(job)
    wide = 8 * ld(row + AskRow.WIDTH)
    if ld(row + AskRow.KIND) != AskKind.OPTIONS:
        return ld(job + Asked.CANDIDATES) + LIST_HEAD + wide * number
    items = options(a, job, row)
    count = list_length(a, items)
    if count > total:
        number = number * count // total
    return elements(a, items) + wide * number


# ------------------------------------------------------------------------------------------------------- giving


@inline
def give_answer(a: int, job: int, number: int, total: int) -> int:
    """Puts an answer where the program takes it from; 0 if it belongs to a group that stays open."""
    source = answer_at(a, job, number, total)
    row = ask_row(job)
    if ld(row + AskRow.ITEM):
        return give_to_group(a, job, source)
    put_answer(a, source, ld(row + AskRow.WIDTH))
    return 1


@inline
def put_answer(a: int, source: int, wide: int) -> int:
    place = a + ld(COUNTS + Count.ANSWER)
    if wide > 0:
        st(place, ld(source))
    for slot in range(1, wide):
        st(place + 8 * slot, ld(source + 8 * slot))
    return 0


def give_to_group(a: int, job: int, source: int) -> int:
    """Adds an answer to the open group. When it was the last, the answers become a list."""
    seats = ld(top_frame(a) + ld(ask_row(job) + AskRow.SEATS))
    count = list_length(a, seats)
    group_give(a, ld(job + Asked.INDEX), source)
    if group_count(a) < count:
        return 0
    st(a + ld(COUNTS + Count.ANSWER), group_close(a))
    return 1
