"""What a state that is over is worth to each role: `worths` of `game/search.py` in compiled code.

Places and scores are read where the program has left them. Where it says neither, the host is asked, once for each
ending that is different (`driver/endings.py`).
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, fadd, fdiv, float_of_int, inline, ld, lshr, st
from parlour.engines.native.driver.endings import HAS_SCORES, RANKING, SCORES, ending_row
from parlour.engines.native.driver.words import EndingRow
from parlour.engines.native.layout import State
from parlour.engines.native.runtime.lists import elements, list_length
from parlour.engines.native.search.words import AimKind, Seek
from parlour.engines.search.words import Tree

HALF = 0x3FE0000000000000
TWO = 0x4000000000000000
INFINITE = 0x7FF


def even(s: int, worth: int) -> int:
    """The same for everybody."""
    for role in range(ld(ld(s + Seek.TREE) + Tree.ROLES)):
        st(ld(s + Seek.SCORES) + 8 * role, worth)
    return 0


def find_worth(a: int, s: int) -> int:
    """Writes down what the ending in the arena is worth; gives 1 if the host must name it first."""
    outcome = ld(a + State.OUTCOME)
    ranking = ld(a + outcome + RANKING) if outcome else 0
    has_scores = outcome and ld(a + outcome + HAS_SCORES)
    if not ranking and not has_scores:
        row = ending_row(a, ld(s + Seek.JOB))
        if row == 0:
            return 1
        copy(ld(s + Seek.SCORES), ld(row + EndingRow.WORTH), 8 * ld(ld(s + Seek.TREE) + Tree.ROLES))
        return 0
    scores = ld(a + outcome + SCORES) if has_scores else 0
    if has_scores and not are_numbers(a, scores):
        has_scores = 0
    seats = ld(ld(s + Seek.TREE) + Tree.ROLES) - 1
    by_score = ld(s + Seek.AIM) == AimKind.SCORE
    if ld(s + Seek.AIM) == AimKind.NONE and has_scores:
        by_score = ld(s + Seek.BEST_SCORE) != 0 or seats <= 1 or ranking == 0
    if by_score:
        if has_scores and list_length(a, scores) >= seats:
            write_scores(a, s, scores, seats)
        else:
            even(s, HALF)
    elif ranking and seats:
        write_shares(a, s, ranking, seats)
    else:
        even(s, HALF)
    return 0


def are_numbers(a: int, scores: int) -> int:
    """There are some, and all are finite."""
    count = list_length(a, scores)
    for number in range(count):
        if lshr(ld(elements(a, scores) + 8 * number), 52) & INFINITE == INFINITE:
            return 0
    return count > 0


def write_scores(a: int, s: int, scores: int, seats: int) -> int:
    to = ld(s + Seek.SCORES)
    best = ld(s + Seek.BEST_SCORE)
    if seats == 0:
        st(to, share_of(ld(elements(a, scores)), best))
        return 0
    st(to, 0)
    for seat in range(seats):
        st(to + 8 + 8 * seat, share_of(ld(elements(a, scores) + 8 * seat), best))
    return 0


@inline
def share_of(score: int, best: int) -> int:
    return fdiv(score, best) if best else score


def write_shares(a: int, s: int, ranking: int, seats: int) -> int:
    """The share of other seats that each leaves behind, ties half; who is not ranked is last."""
    to = ld(s + Seek.SCORES)
    ranks = list_length(a, ranking)
    placed = 0
    for number in range(ranks):
        placed += list_length(a, ld(elements(a, ranking) + 8 * number))
    for role in range(seats + 1):
        st(to + 8 * role, 0)
    if seats > 1:
        # Those that no rank names are all tied behind the others.
        last = share(0, seats - placed - 1, seats)
        for seat in range(seats):
            st(to + 8 + 8 * seat, last)
    before = 0
    for number in range(ranks):
        rank = ld(elements(a, ranking) + 8 * number)
        count = list_length(a, rank)
        for index in range(count):
            seat = ld(elements(a, rank) + 8 * index)
            if seat < seats:
                behind = seats - before - count
                st(to + 8 + 8 * seat, ONE if seats == 1 else share(behind, count - 1, seats))
        before += count
    return 0


ONE = 0x3FF0000000000000


@inline
def share(behind: int, ties: int, seats: int) -> int:
    return fdiv(fadd(float_of_int(behind), fdiv(float_of_int(ties), TWO)), float_of_int(seats - 1))
