"""Questions answered without a stop, where nothing is tried: a game is one run from its beginning to its end.

Where every candidate counts as legal, nobody ever goes back to a question, so nothing has to be kept of it. When a
program comes to one it writes its frame down, in which the candidates are found, and calls `straight`, which draws;
what is asked of several at once is answered for all of them. The functions that have called this one have written
nothing, so whatever walks over the whole state (counting what is alive, collecting, the host) needs a stop: then the
program stops as usual.
"""

from __future__ import annotations

from parlour.engines.core.limits import LONGEST_GAME, WALK_AFTER
from parlour.engines.llvm.low.language import inline, ld, poll, st
from parlour.engines.native.driver.answers import (
    answer_at,
    ask_row,
    candidates,
    lacks_candidates,
    note_site,
    top_frame,
)
from parlour.engines.native.driver.draws import draw_by_weight, draw_one, weigh_above
from parlour.engines.native.driver.job import clear_error
from parlour.engines.native.driver.paths import STRAIGHT
from parlour.engines.native.driver.runs import count_answers
from parlour.engines.native.driver.words import Asked, AskRow, Draws, Game, Levels, Orders
from parlour.engines.native.layout import T_BLOCK, Host, State
from parlour.engines.native.runtime.lists import BLOCK_HEAD, LIST_SIZE, list_length
from parlour.engines.native.runtime.program import COUNTS, Count, SiteRow, site_row


@inline
def allow_straight(a: int, job: int) -> int:
    """A driver begins to play, or goes on."""
    is_tried = not STRAIGHT or ld(job + Orders.JUDGES) or ld(job + Levels.BY_MOVE)
    st(a + Host.STRAIGHT, 0 if is_tried else job)
    return 0


def straight(a: int, site: int) -> int:
    """The program has come to a question. Gives the address of an answer to go on with, 0 if it must stop."""
    job = ld(a + Host.STRAIGHT)
    if job == 0 or ld(a + State.OUTCOME) or poll(a + Host.CANCEL) or ld(a + State.BUMP) > ld(job + Game.COLLECT_AT):
        return 0
    if ld(job + Orders.MEMORY) - ld(a + State.LIVE) - ld(a + State.ROOM) >= WALK_AFTER:
        return 0
    note_site(job, site)
    row = ask_row(job)
    if not ld(row + AskRow.STRAIGHT):
        return 0
    if ld(row + AskRow.ITEM):
        return straight_group(a, job, row)
    # One answer may have been given that is not counted yet.
    if ld(job + Game.LENGTH) + 1 >= LONGEST_GAME:
        return 0
    found = drawn_answer(a, job, row, ld(a + State.FRAMES))
    if found:
        go_straight_on(a, job, 1)
    return found


@inline
def drawn_answer(a: int, job: int, row: int, free: int) -> int:
    """The address of an answer to the question, 0 if there is none or the host is needed. A policy may use the memory
    from this offset on."""
    if lacks_candidates(a, job, row):
        return 0
    total = candidates(a, job)
    if total == 0:
        return 0
    member = ld(row + AskRow.WEIGHS)
    weight = weigh_above(a, job, total, member, free) if member else 0
    if weight < 0:
        # It fails again where somebody sees it.
        clear_error(a)
        return 0
    chosen = draw_by_weight(job, weight) if weight else draw_one(job, total)
    return answer_at(a, job, chosen, total)


@inline
def go_straight_on(a: int, job: int, count: int) -> int:
    """So many answers were given: the run goes on as after a stop."""
    count_answers(job, count)
    st(a + State.STEPS, ld(job + Orders.STEPS))
    st(a + State.TOLD, ld(job + Orders.TOLD))
    return 0


def straight_group(a: int, job: int, row: int) -> int:
    """All answers of a group as one list, which is made above the frame."""
    count = list_length(a, ld(top_frame(a) + ld(row + AskRow.SEATS)))
    wide = 8 * ld(row + AskRow.WIDTH)
    items = ld(a + State.FRAMES)
    block = items + LIST_SIZE
    end = block + BLOCK_HEAD + wide * count
    if ld(job + Game.LENGTH) + count >= LONGEST_GAME or end > ld(a + Host.LIMIT):
        return 0
    stream = ld(job + Draws.POLICY)
    to = a + block + BLOCK_HEAD
    for number in range(count):
        st(job + Asked.INDEX, number)
        found = drawn_answer(a, job, row, end)
        if found == 0:
            # All are asked again.
            st(job + Draws.POLICY, stream)
            return 0
        for slot in range(0, wide, 8):
            st(to + slot, ld(found + slot))
        to += wide
    st(a + items, ld(site_row(ld(job + Asked.SITE)) + SiteRow.ANSWER))
    st(a + items + 8, count)
    st(a + items + 16, count)
    st(a + items + 24, block)
    st(a + block, T_BLOCK)
    st(a + block + 8, (wide >> 3) * count)
    st(a + State.BUMP, end)
    go_straight_on(a, job, count)
    place = a + ld(COUNTS + Count.ANSWER)
    st(place, items)
    return place
