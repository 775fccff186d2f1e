"""The beginning of a game in playouts: from one of the positions given, or from nothing."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, foreign, inline, ld, st
from parlour.engines.llvm.streams import derive
from parlour.engines.native.driver.answers import note_site
from parlour.engines.native.driver.chain import begin_chain, begin_with_chain
from parlour.engines.native.driver.draws import begin_stream
from parlour.engines.native.driver.levels import begin_levels
from parlour.engines.native.driver.runs import (
    begin_counting,
    count_live,
    end_game,
    reset_collection,
    settle,
    settled,
)
from parlour.engines.native.driver.words import Orders, StartRow
from parlour.engines.native.layout import HOST_SIZE, State, Status
from parlour.engines.native.runtime.frames import asking_site


@foreign
def parlour_start(a: int) -> int:
    raise NotImplementedError


@inline
def begin_game(a: int, job: int) -> int:
    """Sets the next game up and runs to its first question."""
    number = begin_counting(job)
    own = derive(ld(job + Orders.SEED), number)
    begin_stream(job, own)
    begin_chain(job)
    chance = derive(derive(own, 0), 0)
    if ld(job + Orders.START_COUNT):
        status = from_start(a, job, number)
        begin_levels(job)
        st(a + State.CHANCE, chance)
        # A start that had failed before is over already.
        return 0 if status == Status.ABANDONED else settle(a, job, status)
    begin_levels(job)
    return settle(a, job, from_blank(a, job, chance))


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
def from_blank(a: int, job: int, chance: int) -> int:
    copy(a + HOST_SIZE, ld(job + Orders.BLANK), ld(job + Orders.BLANK_SIZE))
    st(a + State.CHANCE, chance)
    after_copy(a, job)
    status = settled(a, job, parlour_start(a))
    if status == Status.ASKING:
        note_site(job, asking_site(a))
        count_live(a, job)
    return status


@inline
def after_copy(a: int, job: int) -> int:
    """Forgets what was known of the arena's heap and events: another state has been copied there."""
    st(a + State.EVENTS, 0)
    return reset_collection(a, job)
