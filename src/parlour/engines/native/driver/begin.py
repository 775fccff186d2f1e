"""The beginning of a game in playouts: from one of the positions given, from the first question as it was kept, or from
nothing."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, foreign, inline, ld, st
from parlour.engines.native.driver.job import end_of, restore, save
from parlour.engines.native.driver.runs import count_live, end_game, reset_collection, settle, settled
from parlour.engines.native.driver.words import Job, Phase, StartRow
from parlour.engines.native.layout import HOST_SIZE, State, Status
from parlour.engines.native.runtime.chance import derive
from parlour.engines.native.runtime.frames import asking_site


@foreign
def parlour_start(a: int) -> int:
    raise NotImplementedError


@inline
def begin_game(a: int, job: int) -> int:
    """Sets the next game up and runs to its first question."""
    number = ld(job + Job.NEXT)
    st(job + Job.NEXT, number + 1)
    own = derive(ld(job + Job.SEED), number)
    st(job + Job.POLICY, derive(own, 1))
    st(job + Job.LENGTH, 0)
    st(job + Job.CHAIN_COUNT, 0)
    st(job + Job.MIRROR_END, 0)
    st(job + Job.CANDIDATES, 0)
    st(job + Job.HAS_RECORD, 0)
    st(job + Job.IS_RESUMED, 0)
    st(job + Job.HAS_EARLIER, 0)
    if ld(job + Job.START_COUNT) or not ld(job + Job.OPENING):
        return begin_slowly(a, job, own, number)
    from_opening(a, job)
    if ld(job + Job.DRAWS):
        st(a + State.CHANCE, derive(derive(own, 0), 0))
    st(job + Job.PHASE, Phase.QUESTION)
    return 0


def begin_slowly(a: int, job: int, own: int, number: int) -> int:
    chance = derive(derive(own, 0), 0)
    if ld(job + Job.START_COUNT):
        status = from_start(a, job, number)
        st(a + State.CHANCE, chance)
    else:
        status = from_blank(a, job, chance)
    # A start that had failed before is over already.
    return 0 if status == Status.ABANDONED else settle(a, job, status)


def from_start(a: int, job: int, number: int) -> int:
    row = ld(job + Job.STARTS) + StartRow.ROW * (number % ld(job + Job.START_COUNT))
    copy(a + HOST_SIZE, ld(row + StartRow.SNAPSHOT), ld(row + StartRow.SIZE))
    count = ld(row + StartRow.CHAIN_COUNT)
    copy(ld(job + Job.CHAIN), ld(row + StartRow.CHAIN), 8 * count)
    st(job + Job.CHAIN_COUNT, count)
    after_copy(a, job)
    if ld(row + StartRow.CODE):
        end_game(job, ld(row + StartRow.CODE))
        return Status.ABANDONED
    if ld(a + State.FRAMES) > ld(a + State.FRAMES_BASE):
        st(job + Job.SITE, asking_site(a))
        return Status.ASKING
    return Status.DONE


@inline
def from_opening(a: int, job: int) -> int:
    """The first question as it was before; where nothing older changes its heap still lies there."""
    opening = ld(job + Job.OPENING)
    if ld(job + Job.IS_INTACT):
        restore(a, job, opening)
    else:
        restore_opening(a, job)
    st(job + Job.SITE, ld(job + Job.OPENING_SITE))
    reset_collection(a, job)
    return Status.ASKING


def restore_opening(a: int, job: int) -> int:
    copy(a + HOST_SIZE, ld(job + Job.OPENING_SPACE), ld(job + Job.OPENING_SIZE))
    st(job + Job.IS_INTACT, not ld(job + Job.MUTATES))
    return 0


def from_blank(a: int, job: int, chance: int) -> int:
    copy(a + HOST_SIZE, ld(job + Job.BLANK), ld(job + Job.BLANK_SIZE))
    st(a + State.CHANCE, chance)
    after_copy(a, job)
    status = settled(a, job, parlour_start(a))
    if status == Status.ASKING:
        st(job + Job.SITE, asking_site(a))
        count_live(a, job)
        if ld(job + Job.KEEPS_OPENING) and ld(a + State.CHANCE) == chance and ld(a + State.OUTCOME) == 0:
            keep_opening(a, job)
    return status


def keep_opening(a: int, job: int) -> int:
    size = end_of(a) - HOST_SIZE
    copy(ld(job + Job.OPENING_SPACE), a + HOST_SIZE, size)
    st(job + Job.OPENING_SIZE, size)
    st(job + Job.OPENING_SITE, ld(job + Job.SITE))
    # Only where nothing older changes is it enough to put back state and frames.
    if not ld(job + Job.MUTATES):
        save(a, job, ld(job + Job.OPENING_SAVED))
        st(job + Job.IS_INTACT, 1)
    st(job + Job.OPENING, ld(job + Job.OPENING_SAVED))
    return 0


def after_copy(a: int, job: int) -> int:
    """Whatever lay in the arena is gone."""
    st(job + Job.IS_INTACT, 0)
    st(a + State.EVENTS, 0)
    return reset_collection(a, job)
