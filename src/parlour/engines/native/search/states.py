"""States of the tree: keeping one, bringing one back, and making a step from one."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, inline, ld, ld32, lshr, move, st
from parlour.engines.llvm.streams import derive
from parlour.engines.native.driver.answers import ask_row, forget_candidates, lacks_candidates, note_site
from parlour.engines.native.driver.begin import from_start
from parlour.engines.native.driver.chain import follow_chain, forget_record, move_last_out, write_chain_out
from parlour.engines.native.driver.job import (
    end_of,
    is_changed,
    notice_unchanged,
    of_saved,
    same_globals,
    same_words,
    save,
    saved_frames,
)
from parlour.engines.native.driver.levels import begin_levels
from parlour.engines.native.driver.question import attempt
from parlour.engines.native.driver.words import Asked, AskRow, Chain, Orders, Rooms
from parlour.engines.native.layout import HOST_SIZE, Host, State, Status
from parlour.engines.native.runtime.collect import collect
from parlour.engines.native.runtime.frames import asking_site
from parlour.engines.native.search.words import AskedRow, Seek, StateRow
from parlour.engines.search.tree import is_settled, node_row, number_now, tree_picks
from parlour.engines.search.words import NodeRow, Tree

# --------------------------------------------------------------------------------------------------------- keeping


def keep_state(a: int, s: int, number: int) -> int:
    """Keeps the state that lies in the arena, with its questions; gives 0 if there is no room for it."""
    job = ld(s + Seek.JOB)
    asked = AskedRow.ROW * ld(s + Seek.ASKED_COUNT)
    lists = (4 * ld(s + Seek.LISTED) + 7) & -8
    snapshot = end_of(a) - HOST_SIZE
    records = chain_size(job)
    size = StateRow.DATA + snapshot + records + asked + lists
    if ld(s + Seek.STATES_USED) + size > ld(s + Seek.STATES_ROOM):
        return 0
    kept = ld(s + Seek.STATES) + ld(s + Seek.STATES_USED)
    st(s + Seek.STATES_USED, ld(s + Seek.STATES_USED) + size)
    st(kept + StateRow.OWNER, number)
    st(kept + StateRow.SIZE, size)
    st(kept + StateRow.SNAPSHOT, snapshot)
    st(kept + StateRow.RECORDS, records)
    st(kept + StateRow.CHAIN_COUNT, ld(job + Chain.COUNT))
    st(kept + StateRow.SITE, ld(job + Asked.SITE))
    st(kept + StateRow.ASKED_COUNT, ld(s + Seek.ASKED_COUNT))
    at = kept + StateRow.DATA
    copy(at, a + HOST_SIZE, snapshot)
    at += snapshot
    chain = ld(job + Rooms.CHAIN)
    for place in range(ld(job + Chain.COUNT)):
        record = ld(chain + 8 * place)
        copy(at, record, ld(record))
        at += ld(record)
    copy(at, ld(s + Seek.ASKED), asked)
    copy(at + asked, ld(s + Seek.LISTS), 4 * ld(s + Seek.LISTED))
    st(node_row(ld(s + Seek.TREE), number) + NodeRow.PAYLOAD, kept)
    return 1


def chain_size(job: int) -> int:
    size = 0
    chain = ld(job + Rooms.CHAIN)
    for place in range(ld(job + Chain.COUNT)):
        size += ld(ld(chain + 8 * place))
    return size


def shrink(a: int, s: int) -> int:
    """Collects a heap that has grown large, before its state is kept."""
    if ld(a + State.BUMP) > ld(s + Seek.SMALL):
        job = ld(s + Seek.JOB)
        write_chain_out(a, job)
        collect(a)
        forget_record(job)
    return 0


@inline
def asked_of(kept: int) -> int:
    """The rows of the questions of a state."""
    return kept + StateRow.DATA + ld(kept + StateRow.SNAPSHOT) + ld(kept + StateRow.RECORDS)


# ------------------------------------------------------------------------------------------------------- bringing


def bring(a: int, s: int, number: int) -> int:
    """Puts the state of a node into the arena."""
    row = node_row(ld(s + Seek.TREE), number)
    job = ld(s + Seek.JOB)
    if ld(row + NodeRow.PAYLOAD):
        return put_state(a, job, ld(row + NodeRow.PAYLOAD))
    if number == ld(ld(s + Seek.TREE) + Tree.ROOT):
        from_start(a, job, 0)
        forget_record(job)
        forget_candidates(job)
        return begin_levels(job)
    tree_picks(ld(s + Seek.TREE), ld(row + NodeRow.MAKER), ld(row + NodeRow.CODE), ld(s + Seek.PICKS))
    step(a, s, ld(row + NodeRow.MAKER), ld(s + Seek.PICKS), ld(row + NodeRow.PAYLOAD_2))
    return begin_levels(job)


def put_state(a: int, job: int, kept: int) -> int:
    snapshot = ld(kept + StateRow.SNAPSHOT)
    at = kept + StateRow.DATA
    copy(a + HOST_SIZE, at, snapshot)
    count = ld(kept + StateRow.CHAIN_COUNT)
    st(job + Chain.COUNT, count)
    if count:
        place = ld(job + Rooms.HALVES) + ld(job + Chain.HALF) * ld(job + Rooms.HALF_SIZE)
        copy(place, at + snapshot, ld(kept + StateRow.RECORDS))
        chain = ld(job + Rooms.CHAIN)
        for number in range(count):
            st(chain + 8 * number, place)
            place += ld(place)
        st(job + Chain.END, place)
    forget_record(job)
    forget_candidates(job)
    note_site(job, ld(kept + StateRow.SITE))
    return begin_levels(job)


# ----------------------------------------------------------------------------------------------------------- steps


def step(a: int, s: int, number: int, picks: int, seed: int) -> int:
    """Makes the step from a node that is kept: every question that was listed there is answered, those of each role by
    its pick. Chance comes from this seed. Gives the status."""
    job = ld(s + Seek.JOB)
    kept = ld(node_row(ld(s + Seek.TREE), number) + NodeRow.PAYLOAD)
    put_state(a, job, kept)
    asked = asked_of(kept)
    count = ld(kept + StateRow.ASKED_COUNT)
    return answer_all(a, s, asked, count, asked + AskedRow.ROW * count, picks, derive(seed, 0))


def answer_all(a: int, s: int, asked: int, count: int, lists: int, picks: int, chance: int) -> int:
    """Answers these questions of the state in the arena, those of each role by its pick. Gives the status."""
    job = ld(s + Seek.JOB)
    st(a + Host.STRAIGHT, 0)
    st(a + Host.IN_PLACE, 0)
    st(job + Orders.STEPS, ld(s + Seek.STEPS))
    st(a + State.CHANCE, chance)
    st(s + Seek.BEFORE, chance)
    status: int = Status.ASKING
    for _place in range(count):
        chosen = ld32(picks + 4 * ld(asked + AskedRow.ROLE))
        if ld(asked + AskedRow.FIRST) >= 0:
            chosen = ld32(lists + 4 * (ld(asked + AskedRow.FIRST) + chosen))
        st(job + Asked.INDEX, ld(asked + AskedRow.INDEX))
        lacks_candidates(a, job, ask_row(job))
        save(a, job, ld(job + Rooms.SAVED))
        status = attempt(a, job, chosen, ld(asked + AskedRow.TOTAL))
        asked += AskedRow.ROW
    st(s + Seek.STATUS, status)
    if status == Status.ASKING:
        follow(a, job)
    return status


# What is seen at once of the question that is open after a run, beside the saved one.
ANEW = 1
SAME = 2


@inline
def first_look(a: int, job: int) -> int:
    """The question at the saved one's site is open again, as `driver/play.py` looks at it (`look`). `ANEW`: it
    continues nothing, and a slot of its frame that can be compared as it is holds something else, so it is another
    question that continues nothing. `SAME`: everything is as it was. 0: nobody can tell so quickly."""
    saved = ld(job + Rooms.SAVED)
    row = ask_row(job)
    base = ld(a + State.FRAMES_BASE)
    size = ld(a + State.FRAMES) - base
    if ld(a + State.OUTCOME) or ld(row + AskRow.ITEM):
        return 0
    if size != of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE):
        return 0
    top = ld(row + AskRow.TOP)
    if not same_words(a + base + top, saved_frames(saved) + top, size - top):
        return 0
    plain = ld(row + AskRow.PLAIN)
    is_equal = 1
    is_new = 0
    for place in range(0, top, 8):
        differs = ld(a + base + place) != ld(saved_frames(saved) + place)
        is_new |= differs & lshr(plain, place >> 3)
        is_equal &= 1 - differs
    if is_new & 1:
        return 0 if ld(job + Chain.COUNT) else ANEW
    is_quiet = not ld(job + Orders.MUTATES) or (not is_changed(a, saved) and not ld(a + State.JOURNAL))
    has_drawn = ld(a + State.CHANCE) != of_saved(saved, State.CHANCE)
    return SAME if is_equal and is_quiet and not has_drawn and same_globals(a, saved) else 0


@inline
def follow(a: int, job: int) -> int:
    """Another question is open: which ones it continues. Of a group that is the first one's business."""
    if not ld(a + State.GROUP) and first_look(a, job) != ANEW:
        site = asking_site(a)
        if ld(job + Orders.JUDGES):
            notice_unchanged(a, job)
            follow_chain(a, job, site)
            move_last_out(job)
        note_site(job, site)
    forget_record(job)
    return forget_candidates(job)


# --------------------------------------------------------------------------------------------------- another root


def secure_states(a: int, s: int) -> int:
    """Before nodes are forgotten (`tree_mark` has said which): those that stay and can only be made again from one that
    does not are kept. Gives 0 if there was no room for one."""
    t = ld(s + Seek.TREE)
    st(s + Seek.ASKED_COUNT, 0)
    st(s + Seek.LISTED, 0)
    for number in range(1, ld(t + Tree.NODE_COUNT) + 1):
        row = node_row(t, number)
        is_needed = number_now(t, number) and number != ld(t + Tree.ROOT) and not is_settled(t, number)
        if is_needed and not ld(row + NodeRow.PAYLOAD) and not number_now(t, ld(row + NodeRow.MAKER)):
            bring(a, s, number)
            if not keep_state(a, s, number):
                return 0
    return 1


def keep_states(s: int) -> int:
    """After nodes were forgotten, states slide down over theirs."""
    t = ld(s + Seek.TREE)
    at = ld(s + Seek.STATES)
    end = at + ld(s + Seek.STATES_USED)
    to = at
    while at < end:
        size = ld(at + StateRow.SIZE)
        owner = number_now(t, ld(at + StateRow.OWNER))
        # One that was kept without its questions may lie there twice.
        if owner and ld(node_row(t, owner) + NodeRow.PAYLOAD) == at:
            if to != at:
                move(to, at, size)
            st(to + StateRow.OWNER, owner)
            st(node_row(t, owner) + NodeRow.PAYLOAD, to)
            to += size
        at += size
    st(s + Seek.STATES_USED, to - ld(s + Seek.STATES))
    return 0
