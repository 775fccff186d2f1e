"""The beginning of a game in playouts: from one of the positions given, from the first question as it was kept, or from
nothing."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, foreign, inline, ld, st
from parlour.engines.native.driver.answers import note_site
from parlour.engines.native.driver.chain import begin_chain, begin_with_chain
from parlour.engines.native.driver.draws import begin_stream
from parlour.engines.native.driver.job import end_of, forget_heap, forget_mirror, note_opening, restore, save
from parlour.engines.native.driver.paths import KEPT_OPENING
from parlour.engines.native.driver.runs import (
    begin_counting,
    count_live,
    end_game,
    open_question,
    reset_collection,
    settle,
    settled,
)
from parlour.engines.native.driver.tries import begin_tries
from parlour.engines.native.driver.words import Asked, Heap, Opening, Orders, Rooms, StartRow
from parlour.engines.native.layout import HOST_SIZE, State, Status
from parlour.engines.native.runtime.chance import derive
from parlour.engines.native.runtime.frames import asking_site


@foreign
def parlour_start(a: int) -> int:
    raise NotImplementedError


@inline
def begin_game(a: int, job: int) -> int:
    """Sets the next game up and runs to its first question."""
    number = ld(job + Opening.NEXT)
    st(job + Opening.NEXT, number + 1)
    own = derive(ld(job + Orders.SEED), number)
    begin_stream(job, own)
    begin_counting(job)
    begin_chain(job)
    begin_tries(job)
    forget_mirror(job)
    if ld(job + Orders.START_COUNT) or not ld(job + Opening.IS_KEPT):
        return begin_slowly(a, job, own, number)
    from_opening(a, job)
    if ld(job + Orders.DRAWS):
        st(a + State.CHANCE, derive(derive(own, 0), 0))
    return open_question(job)


def begin_slowly(a: int, job: int, own: int, number: int) -> int:
    chance = derive(derive(own, 0), 0)
    if ld(job + Orders.START_COUNT):
        status = from_start(a, job, number)
        st(a + State.CHANCE, chance)
    else:
        status = from_blank(a, job, chance)
    # A start that had failed before is over already.
    return 0 if status == Status.ABANDONED else settle(a, job, status)


def from_start(a: int, job: int, number: int) -> int:
    row = ld(job + Orders.STARTS) + StartRow.ROW * (number % ld(job + Orders.START_COUNT))
    copy(a + HOST_SIZE, ld(row + StartRow.SNAPSHOT), ld(row + StartRow.SIZE))
    count = ld(row + StartRow.CHAIN_COUNT)
    begin_with_chain(job, ld(row + StartRow.CHAIN), count)
    after_copy(a, job)
    if ld(row + StartRow.CODE):
        end_game(job, ld(row + StartRow.CODE))
        return Status.ABANDONED
    if ld(a + State.FRAMES) > ld(a + State.FRAMES_BASE):
        note_site(job, asking_site(a))
        return Status.ASKING
    return Status.DONE


@inline
def from_opening(a: int, job: int) -> int:
    """The first question as it was before; what it refers to need not be put back where nothing has changed it."""
    if ld(job + Heap.HAS_OPENING):
        restore(a, job, ld(job + Rooms.OPENING))
    else:
        restore_opening(a, job)
    note_site(job, ld(job + Opening.SITE))
    reset_collection(a, job)
    return Status.ASKING


def restore_opening(a: int, job: int) -> int:
    copy(a + HOST_SIZE, ld(job + Rooms.WHOLE_OPENING), ld(job + Opening.SIZE))
    return note_opening(job)


def from_blank(a: int, job: int, chance: int) -> int:
    copy(a + HOST_SIZE, ld(job + Orders.BLANK), ld(job + Orders.BLANK_SIZE))
    st(a + State.CHANCE, chance)
    after_copy(a, job)
    status = settled(a, job, parlour_start(a))
    if status == Status.ASKING:
        note_site(job, asking_site(a))
        count_live(a, job)
        if (
            KEPT_OPENING
            and ld(job + Orders.KEEPS_OPENING)
            and ld(a + State.CHANCE) == chance
            and ld(a + State.OUTCOME) == 0
        ):
            keep_opening(a, job)
    return status


def keep_opening(a: int, job: int) -> int:
    size = end_of(a) - HOST_SIZE
    copy(ld(job + Rooms.WHOLE_OPENING), a + HOST_SIZE, size)
    st(job + Opening.SIZE, size)
    st(job + Opening.SITE, ld(job + Asked.SITE))
    # Only where nothing older changes is it enough to put back state and frames.
    if not ld(job + Orders.MUTATES):
        save(a, job, ld(job + Rooms.OPENING))
    st(job + Opening.IS_KEPT, 1)
    return note_opening(job)


def after_copy(a: int, job: int) -> int:
    """Whatever lay in the arena is gone."""
    forget_heap(job)
    st(a + State.EVENTS, 0)
    return reset_collection(a, job)
