"""Which questions the open one continues: `Fingerprint.chain` of `engines/core/probing.py` on records in memory.

The record of a question is *short* as long as nothing in the heap has changed since it was asked: its state and frames
as they were saved. Most of the time they are enough to compare it with another one. Where they are not, or before the
heap changes, it is *written out*: it then holds its key and the image of every live root, in ascending order of what
the root is::

    short:       size in bytes │ 0 │ in a slot: its site, from 1 │ state, answer, result, globals, frames
    written out: size in bytes │ length of the key │ offset of the roots │ key, padded │ roots: number, length, image …

A local's number is made of its depth, function and number there; a global's is above all of these.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, inline, ld, same_bytes, st, st8
from parlour.engines.native.driver.compare import APART, UNKNOWN, YES, continues, is_member, is_same, live_globals
from parlour.engines.native.driver.job import end_of, fixed_size, is_changed, of_saved, restore, saved_frames
from parlour.engines.native.driver.paths import SHORT_RECORDS
from parlour.engines.native.driver.words import GLOBAL_ROOT, RECORD_HEAD, Asked, Chain, Levels, Rooms
from parlour.engines.native.layout import HOST_SIZE, Host, State
from parlour.engines.native.runtime.key import key, root_image
from parlour.engines.native.runtime.program import (
    COUNTS,
    Count,
    GlobalRow,
    SiteRow,
    SlotRow,
    global_row,
    site_row,
    slot_row,
)

KEY_SIZE = 8
ROOTS = 16
IN_SLOT = 16

# As in `engines/core/probing.py`: a move has no more answers than this.
LONGEST_MOVE = 16


@inline
def padded(size: int) -> int:
    return (size + 7) & -8


# ---------------------------------------------------------------------------------------------- making records


def make_record(a: int, job: int, out: int) -> int:
    """Writes the record of the open question."""
    room = ld(job + Rooms.RECORD_ROOM)
    size = key(a, out + RECORD_HEAD, room - RECORD_HEAD)
    st(out + KEY_SIZE, size)
    end = out + RECORD_HEAD + padded(size)
    st(out + ROOTS, end - out)
    base = a + ld(a + State.FRAMES_BASE)
    frame = a + ld(a + State.FRAMES)
    depth = 1
    while frame > base:
        site = ld(frame - 8)
        row = site_row(site)
        frame -= 8 + 8 * ld(row + SiteRow.WIDTH)
        slot = slot_row(ld(row + SiteRow.FIRST))
        for _number in range(ld(row + SiteRow.COUNT)):
            root = depth << 40 | ld(row + SiteRow.FUNCTION) << 20 | ld(slot + SlotRow.LOCAL)
            place = frame + 8 * ld(slot + SlotRow.PLACE)
            end = add_root(a, root, ld(slot + SlotRow.TYPE), ld(slot + SlotRow.MAY_BE_UNSET), place, end, out + room)
            slot += SlotRow.SIZE
        depth += 1
    end = add_globals(a, ld(job + Rooms.SETS), base, end, out + room)
    st(out, end - out)
    return end - out


def add_globals(a: int, sets: int, base: int, end: int, limit: int) -> int:
    live_globals(base, a + ld(a + State.FRAMES), sets)
    row = global_row(0)
    for number in range(ld(COUNTS + Count.GLOBALS)):
        if is_member(sets, number):
            place = a + ld(row + GlobalRow.PLACE)
            end = add_root(a, GLOBAL_ROOT | number, ld(row + GlobalRow.TYPE), 1, place, end, limit)
        row += GlobalRow.SIZE
    return end


def add_root(a: int, root: int, type_: int, may_be_unset: int, place: int, end: int, limit: int) -> int:
    """Adds a root to a record; gives the record's new end."""
    st(end, root)
    size = 1
    if may_be_unset and ld(place) == 0:
        st8(end + 16, 0)
    else:
        st8(end + 16, 1)
        size += root_image(a, type_, place + 8 * may_be_unset, end + 17, limit - end - 17)
    st(end + 8, size)
    return end + 16 + padded(size)


def need_record(a: int, job: int) -> int:
    """Writes the record of the open question, unless there is one."""
    if not ld(job + Chain.HAS_RECORD):
        make_record(a, job, ld(job + Chain.BEFORE))
        st(job + Chain.HAS_RECORD, 1)
    return 0


@inline
def forget_record(job: int) -> int:
    """Another question is open."""
    st(job + Chain.HAS_RECORD, 0)
    return 0


@inline
def begin_chain(job: int) -> int:
    """A game begins: its first question continues nothing."""
    st(job + Chain.COUNT, 0)
    st(job + Chain.HAS_RECORD, 0)
    return 0


def begin_with_chain(job: int, chain: int, count: int) -> int:
    """A game goes on from a question that continues others, by the addresses of their records."""
    copy(ld(job + Rooms.CHAIN), chain, 8 * count)
    st(job + Chain.COUNT, count)
    return 0


def make_short_record(job: int) -> int:
    """Makes the short record of the saved question, where its state is saved; gives its address."""
    saved = ld(job + Rooms.SAVED)
    record = saved - RECORD_HEAD
    st(record, RECORD_HEAD + fixed_size() + of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE))
    st(record + KEY_SIZE, 0)
    st(record + IN_SLOT, 1 + ld(job + Asked.SITE))
    return record


@inline
def is_in_slot(record: int) -> int:
    """It is short, and lies in the slot of its level: it stays there as long as it is needed."""
    return ld(record + KEY_SIZE) == 0 and ld(record + IN_SLOT)


def move_last_out(job: int) -> int:
    """The record of the saved question, if the open one continues it, goes to those that are kept. For who takes no
    care of levels."""
    at = ld(job + Rooms.CHAIN) + 8 * (ld(job + Chain.COUNT) - 1)
    if ld(job + Chain.COUNT) and is_in_slot(ld(at)):
        record = ld(at)
        place = ld(job + Chain.END)
        copy(place, record, ld(record))
        st(place + IN_SLOT, 0)
        st(at, place)
        st(job + Chain.END, place + ld(place))
    return 0


def write_out(a: int, job: int) -> int:
    """Writes out all records of the chain. What is older than their questions must lie in the heap as it was then; the
    open question is gone afterwards."""
    bump = ld(a + State.BUMP)
    place = keeping_place(job)
    chain = ld(job + Rooms.CHAIN)
    for number in range(ld(job + Chain.COUNT)):
        record = ld(chain + 8 * number)
        if ld(record + KEY_SIZE):
            copy(place, record, ld(record))
        else:
            # Its frames go above all that the heap holds, which others may need.
            fixed = fixed_size()
            frames = ld(record) - RECORD_HEAD - fixed
            copy(a + HOST_SIZE, record + RECORD_HEAD, fixed)
            st(a + State.BUMP, bump)
            st(a + State.FRAMES_BASE, bump)
            st(a + State.FRAMES, bump + frames)
            copy(a + bump, record + RECORD_HEAD + fixed, frames)
            make_record(a, job, place)
        st(chain + 8 * number, place)
        place += ld(place)
    st(job + Chain.END, place)
    return 0


def keeping_place(job: int) -> int:
    """Where records are kept from now on. Those that are kept already lie in the other half; but when a move has begun
    one may have to go back to them, and they stay where they are."""
    if ld(job + Levels.BEGUN):
        return ld(job + Chain.END)
    half = 1 - ld(job + Chain.HALF)
    st(job + Chain.HALF, half)
    return ld(job + Rooms.HALVES) + half * ld(job + Rooms.HALF_SIZE)


def has_short_records(job: int) -> int:
    chain = ld(job + Rooms.CHAIN)
    for number in range(ld(job + Chain.COUNT)):
        if ld(ld(chain + 8 * number) + KEY_SIZE) == 0:
            return 1
    return 0


def write_chain_out(a: int, job: int) -> int:
    """Writes the chain of the open question out, which stays open."""
    if not has_short_records(job):
        return 0
    spare = ld(job + Rooms.SPARE)
    size = end_of(a) - HOST_SIZE
    copy(spare, a + HOST_SIZE, size)
    write_out(a, job)
    copy(a + HOST_SIZE, spare, size)
    return 0


def need_records(a: int, job: int) -> int:
    """Writes out the saved question and its chain, whatever was written since: for a moment the saved state is put
    back. Gives 1 if the records of the chain lie elsewhere now."""
    is_moved = has_short_records(job)
    if ld(job + Chain.HAS_RECORD) and not is_moved:
        return 0
    spare = ld(job + Rooms.SPARE)
    size = end_of(a) - HOST_SIZE
    copy(spare, a + HOST_SIZE, size)
    restore(a, job, ld(job + Rooms.SAVED))
    need_record(a, job)
    if is_moved:
        write_out(a, job)
    copy(a + HOST_SIZE, spare, size)
    return is_moved


# --------------------------------------------------------------------------------------------- comparing records


def has_key(record: int, place: int, size: int) -> int:
    """The key of a record is this one."""
    return ld(record + KEY_SIZE) == size and same_bytes(record + RECORD_HEAD, place, size)


def place_in_chain(a: int, job: int) -> int:
    """The place, from 1, of the open question among those that the saved one continues; 0 if it is none of them."""
    count = ld(job + Chain.COUNT)
    chain = ld(job + Rooms.CHAIN)
    found = 0
    while found < count:
        record = ld(chain + 8 * found)
        same = UNKNOWN if ld(record + KEY_SIZE) else is_same(a, job, record + RECORD_HEAD)
        if same == YES:
            return found + 1
        if same == UNKNOWN:
            break
        found += 1
    if found == count:
        return 0
    need_records(a, job)
    place = ld(job + Rooms.KEY)
    size = key(a, place, ld(job + Rooms.KEY_ROOM))
    for number in range(count):
        if has_key(ld(chain + 8 * number), place, size):
            return number + 1
    return 0


def is_saved_key(a: int, job: int) -> int:
    """The open question has the key of the saved one."""
    need_records(a, job)
    place = ld(job + Rooms.KEY)
    return has_key(ld(job + Chain.BEFORE), place, key(a, place, ld(job + Rooms.KEY_ROOM)))


def has_changed_live(a: int, job: int) -> int:
    """A run has failed that went on from the saved question, which has a record. Something that was live there is not
    what it was: seen by putting its frames back above what the run has left."""
    saved = ld(job + Rooms.SAVED)
    base = ld(a + State.BUMP)
    size = of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE)
    if base + size > ld(a + Host.LIMIT):
        return 0
    copy(a + base, saved_frames(saved), size)
    st(a + State.FRAMES_BASE, base)
    st(a + State.FRAMES, base + size)
    make_record(a, job, ld(job + Chain.NOW))
    return roots_agree(ld(job + Chain.BEFORE), ld(job + Chain.NOW)) == 0


def roots_agree(earlier: int, later: int) -> int:
    """0: something live at both has changed. 1: nothing has. 2: nothing has, but nothing is live at both either."""
    one = earlier + ld(earlier + ROOTS)
    end = earlier + ld(earlier)
    other = later + ld(later + ROOTS)
    other_end = later + ld(later)
    result = 2
    while one < end and other < other_end:
        if ld(one) == ld(other):
            result = 1
            if ld(one + 8) != ld(other + 8) or not same_bytes(one + 16, other + 16, ld(one + 8)):
                return 0
            one += 16 + padded(ld(one + 8))
            other += 16 + padded(ld(other + 8))
        elif ld(one) < ld(other):
            one += 16 + padded(ld(one + 8))
        else:
            other += 16 + padded(ld(other + 8))
    return result


# ------------------------------------------------------------------------------------------------------ the chain


def follow_chain(a: int, job: int, site: int) -> int:
    """An answer was taken and another question is open, at this site: the chain of that one, and its record if it has
    one. Gives 1 if it continues the question just before."""
    found = follow_quickly(a, job, site) if SHORT_RECORDS else UNKNOWN
    return follow_slowly(a, job) if found == UNKNOWN else found


def follow_quickly(a: int, job: int, site: int) -> int:
    """As `follow_chain`, on short records; `UNKNOWN` where these do not tell."""
    count = ld(job + Chain.COUNT)
    chain = ld(job + Rooms.CHAIN)
    saved = ld(job + Rooms.SAVED)
    kept = 0
    apart = 0
    for number in range(count + 1):
        earlier = saved
        before = ld(job + Asked.SITE)
        if number < count:
            record = ld(chain + 8 * number)
            if ld(record + KEY_SIZE):
                return UNKNOWN
            earlier = record + RECORD_HEAD
            before = ld(record + IN_SLOT) - 1
        same = is_same(a, job, earlier)
        if same == UNKNOWN:
            return UNKNOWN
        if same == YES:
            # It takes up where it stood.
            kept = (1 << number) - 1
            apart = 0
            break
        found = continues(a, job, earlier, site, before)
        if found == UNKNOWN:
            return UNKNOWN
        if found == YES:
            kept |= 1 << number
        elif found == APART:
            apart |= 1 << number
    # Where nothing is left to compare it counts only within a move.
    if (kept | apart) >> count & 1:
        kept |= apart
    # What is kept must not look into a heap that has changed since.
    if kept and is_changed(a, saved):
        return UNKNOWN
    st(job + Chain.HAS_RECORD, 0)
    st(job + Chain.KEPT, kept)
    if kept == 0:
        st(job + Chain.COUNT, 0)
        return 0
    continues_last = kept >> count
    if continues_last:
        st(chain + 8 * count, make_short_record(job))
    total = 0
    for number in range(count + 1):
        if kept >> number & 1:
            st(chain + 8 * total, ld(chain + 8 * number))
            total += 1
    keep_chain(job, total, 0)
    return continues_last


def follow_slowly(a: int, job: int) -> int:
    count = ld(job + Chain.COUNT)
    continues_last = 0
    is_moved = need_records(a, job)
    now = ld(job + Chain.NOW)
    before = ld(job + Chain.BEFORE)
    make_record(a, job, now)
    chain = ld(job + Rooms.CHAIN)
    st(chain + 8 * count, before)
    found = 0
    while found <= count:
        if has_key(ld(chain + 8 * found), now + RECORD_HEAD, ld(now + KEY_SIZE)):
            break
        found += 1
    kept = (1 << found) - 1
    if found > count:
        found = 0
        kept = 0
        continues_last = roots_agree(before, now) != 0
        for number in range(count + 1):
            earlier = ld(chain + 8 * number)
            agrees = roots_agree(earlier, now)
            if agrees == 1 or (agrees == 2 and continues_last):
                st(chain + 8 * found, earlier)
                kept |= 1 << number
                found += 1
    st(job + Chain.KEPT, kept)
    keep_chain(job, found, is_moved)
    st(job + Chain.BEFORE, now)
    st(job + Chain.NOW, before)
    st(job + Chain.HAS_RECORD, 1)
    return continues_last


def keep_chain(job: int, found: int, is_moved: int) -> int:
    """Keeps the last records of the chain where they stay. If they have just been moved they do: in the other half lie
    those of the question before, to which one may have to go back."""
    chain = ld(job + Rooms.CHAIN)
    first = 0
    while found - first > LONGEST_MOVE:
        first += 1
        # The lowest of the bits.
        st(job + Chain.KEPT, ld(job + Chain.KEPT) & (ld(job + Chain.KEPT) - 1))
    stay = is_moved or ld(job + Levels.BEGUN)
    place = ld(job + Chain.END) if is_moved else keeping_place(job)
    for number in range(first, found):
        record = ld(chain + 8 * number)
        if is_in_slot(record) or (stay and is_kept_record(job, record)):
            st(chain + 8 * (number - first), record)
        else:
            size = ld(record)
            copy(place, record, size)
            st(chain + 8 * (number - first), place)
            place += size
    st(job + Chain.END, place)
    st(job + Chain.COUNT, found - first)
    return 0


@inline
def is_kept_record(job: int, record: int) -> int:
    """It lies where records are kept."""
    return record != ld(job + Chain.BEFORE) and record != ld(job + Chain.NOW)


def cut_chain(job: int, count: int) -> int:
    """Back at the question after so many."""
    st(job + Chain.COUNT, count)
    return forget_record(job)
