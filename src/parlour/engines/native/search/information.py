"""The search over what is known: `players/information.py` in compiled code, to the last bit.

`parlour_ponder(a, s)` makes iterations as `parlour_seek` does (`search.py`), and comes back for the same reasons; and
when it needs another position to go down in, where faces cannot be dealt anew. No states are kept on the way: the next
iteration imagines something else. One that is broken off has counted for nothing, and is made again.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, inline, ld, ld32, poll, st, st32
from parlour.engines.llvm.streams import below, derive
from parlour.engines.native.driver.answers import answer_at, ask_row, forget_candidates, lacks_candidates
from parlour.engines.native.driver.begin import from_start
from parlour.engines.native.driver.chain import forget_record
from parlour.engines.native.driver.levels import begin_levels
from parlour.engines.native.driver.words import Answer, Asked
from parlour.engines.native.layout import Host, State
from parlour.engines.native.runtime.effects import seat_count
from parlour.engines.native.search.dealing import deal
from parlour.engines.native.search.legal import begin_asking, list_asked
from parlour.engines.native.search.names import name_of
from parlour.engines.native.search.search import (
    end_iteration,
    find_end,
    find_step,
    is_open,
    parlour_play_on,
    play_from,
)
from parlour.engines.native.search.states import answer_all
from parlour.engines.native.search.words import AskedRow, Informed, Seek, SeekPhase, WorldRow
from parlour.engines.search.knowledge import (
    has_room_on_way,
    know_answer,
    know_begin,
    know_climb,
    know_node,
    know_pick,
    know_question,
)
from parlour.engines.search.words import EntryRow, Knowledge, Tree, WayRow
from parlour.game.search import MOST_WORLDS

# What nothing was answered after.
ROOT_KEY = 0x1234567


@export
def ponder(a: int, s: int) -> int:
    """Goes on; gives an `Answer`."""
    while True:
        needed = 0
        phase = ld(s + Seek.PHASE)
        if phase == SeekPhase.BEGIN:
            if ld(s + Seek.MADE) >= ld(s + Seek.WANTED) or poll(s + Seek.STOP):
                return Answer.FINISHED
            needed = imagine(a, s)
        elif phase == SeekPhase.DESCEND:
            needed = come_by(a, s)
        elif phase == SeekPhase.LISTING:
            needed = go_down(a, s)
        elif phase == SeekPhase.LOOKING:
            needed = see_step(a, s)
        elif phase == SeekPhase.PLAYING:
            needed = parlour_play_on(a, ld(s + Seek.JOB))
            if needed == 0:
                st(s + Seek.PHASE, SeekPhase.COMING)
        else:
            needed = find_end(a, s)
            if needed == 0:
                climb_up(s)
        if poll(a + Host.CANCEL):
            st(s + Seek.PHASE, SeekPhase.BEGIN)
            return Answer.CANCELLED
        if ld(a + Host.ERROR):
            return Answer.FAILED
        if needed:
            return needed


@export
def ponder_plant(a: int, s: int) -> int:
    """An empty tree gets its root. Gives 0, or an `Answer`."""
    f = ld(s + Seek.INFORMED)
    from_start(a, ld(s + Seek.JOB), 0)
    if seat_count(a) + 1 != ld(ld(s + Seek.TREE) + Tree.ROLES):
        return Answer.CANNOT
    know_node(ld(f + Informed.KNOWLEDGE), ROOT_KEY)
    return 0


@inline
def climb_up(s: int) -> int:
    know_climb(ld(s + Seek.TREE), ld(ld(s + Seek.INFORMED) + Informed.KNOWLEDGE), ld(s + Seek.SCORES))
    return end_iteration(s)


# ------------------------------------------------------------------------------------------------------- imagining


def imagine(a: int, s: int) -> int:
    """Begins an iteration with a position in the arena that the seat cannot tell from the real one."""
    f = ld(s + Seek.INFORMED)
    job = ld(s + Seek.JOB)
    k = ld(f + Informed.KNOWLEDGE)
    own = derive(ld(f + Informed.SEED), ld(s + Seek.MADE))
    st(f + Informed.OWN, own)
    seed = derive(own, 0)
    number = 0
    if not ld(f + Informed.IS_DEALT):
        count = worlds_wanted(s, f)
        if ld(f + Informed.WORLD_COUNT) < count:
            return Answer.NEEDS_WORLD
        know_begin(k, derive(own, 3))
        number = below(k + Knowledge.STREAM, count)
    world = ld(f + Informed.WORLDS) + WorldRow.ROW * number
    st(f + Informed.FACES, ld(world + WorldRow.FACES))
    st(f + Informed.FACE_COUNT, ld(world + WorldRow.FACE_COUNT))
    from_start(a, job, number)
    if ld(f + Informed.IS_DEALT):
        # The first deal that is tried is one.
        seed = derive(seed, 0)
        know_begin(k, derive(seed, 1))
        deal(a, f, k + Knowledge.STREAM)
    st(a + State.CHANCE, derive(seed, 0))
    forget_record(job)
    forget_candidates(job)
    begin_levels(job)
    know_begin(k, derive(own, 1))
    st(f + Informed.KEY, ROOT_KEY)
    st(s + Seek.PHASE, SeekPhase.DESCEND)
    return 0


@inline
def worlds_wanted(s: int, f: int) -> int:
    """So many positions there are to be by now."""
    made = ld(s + Seek.MADE)
    root = ld(f + Informed.SQUARE_ROOT)
    while (root + 1) * (root + 1) <= made:
        root += 1
    st(f + Informed.SQUARE_ROOT, root)
    return root + 1 if root + 1 < MOST_WORLDS else MOST_WORLDS


# ------------------------------------------------------------------------------------------------------ descending


def come_by(a: int, s: int) -> int:
    """At an open question: plays on from one that is new, and else finds out what may be answered."""
    f = ld(s + Seek.INFORMED)
    if not know_node(ld(f + Informed.KNOWLEDGE), ld(f + Informed.KEY)):
        return guess(a, s)
    st(f + Informed.CHANCE, ld(a + State.CHANCE))
    st(s + Seek.PHASE, SeekPhase.LISTING)
    return begin_asking(a, s)


@inline
def guess(a: int, s: int) -> int:
    return play_from(a, s, derive(ld(ld(s + Seek.INFORMED) + Informed.OWN), 2))


def go_down(a: int, s: int) -> int:
    """Everybody who is asked picks, and answers."""
    needed = list_asked(a, s)
    if needed or poll(a + Host.CANCEL):
        return needed
    f = ld(s + Seek.INFORMED)
    k = ld(f + Informed.KNOWLEDGE)
    before = ld(k + Knowledge.WAY_USED)
    if not note_answers(a, s, f, k):
        st(k + Knowledge.WAY_USED, before)
        return Answer.CANNOT if ld(f + Informed.IS_NAMELESS) else guess(a, s)
    pick_answers(s, f, k)
    begin_levels(ld(s + Seek.JOB))
    rows = ld(s + Seek.ASKED)
    count = ld(s + Seek.ASKED_COUNT)
    status = answer_all(a, s, rows, count, ld(s + Seek.LISTS), ld(s + Seek.PICKS), ld(f + Informed.CHANCE))
    st(s + Seek.STATUS, status)
    st(s + Seek.PHASE, SeekPhase.LOOKING)
    return 0


def note_answers(a: int, s: int, f: int, k: int) -> int:
    """Notes all answers that could be given; 0 if that is none for somebody."""
    job = ld(s + Seek.JOB)
    row = ld(s + Seek.ASKED)
    site = ld(job + Asked.SITE)
    for question in range(ld(s + Seek.ASKED_COUNT)):
        start = ld(k + Knowledge.WAY_USED)
        st(ld(f + Informed.FIRSTS) + 8 * question, start)
        count = ld(row + AskedRow.COUNT)
        role = ld(row + AskedRow.ROLE)
        if role >= ld(ld(s + Seek.TREE) + Tree.ROLES):
            st(f + Informed.IS_NAMELESS, 1)
        if count == 0 or ld(f + Informed.IS_NAMELESS) or not has_room_on_way(k, count):
            return 0
        if not is_nobody(s, role):
            st(job + Asked.INDEX, ld(row + AskedRow.INDEX))
            lacks_candidates(a, job, ask_row(job))
            base = derive(derive(ld(f + Informed.KEY), role), site)
            kinds = ld(ld(f + Informed.KINDS) + 8 * site)
            know_question(k)
            for number in range(count):
                place = answer_at(a, job, number_of(s, row, number), ld(row + AskedRow.TOTAL))
                know_answer(k, derive(base, name_of(a, f, kinds, place)), number)
            if ld(f + Informed.IS_NAMELESS) or ld(k + Knowledge.WAY_USED) == start:
                return 0
            if ld(f + Informed.KEY) == ROOT_KEY and role == ld(f + Informed.ROLE) and not ld(f + Informed.HAS_ROOT):
                note_root(f, start, ld(k + Knowledge.WAY_USED))
            forget_candidates(job)
        row += AskedRow.ROW
    st(ld(f + Informed.FIRSTS) + 8 * ld(s + Seek.ASKED_COUNT), ld(k + Knowledge.WAY_USED))
    return 1


@inline
def is_nobody(s: int, role: int) -> int:
    """Whoever is nobody in particular plays for nobody, where there are seats."""
    return role == 0 and ld(ld(s + Seek.TREE) + Tree.CHANCE_ROLES) & 1


@inline
def number_of(s: int, row: int, number: int) -> int:
    """The number among all candidates of a legal answer."""
    if ld(row + AskedRow.FIRST) < 0:
        return number
    return ld32(ld(s + Seek.LISTS) + 4 * (ld(row + AskedRow.FIRST) + number))


def note_root(f: int, start: int, end: int) -> int:
    for at in range(start, end, WayRow.ROW):
        st(ld(f + Informed.ROOT_ENTRIES) + 8 * ld(at + WayRow.NUMBER), ld(at + WayRow.ENTRY))
    st(f + Informed.HAS_ROOT, 1)
    return 0


def pick_answers(s: int, f: int, k: int) -> int:
    """Each role picks; where that leads to is known by what was answered."""
    row = ld(s + Seek.ASKED)
    key = ld(f + Informed.KEY)
    for question in range(ld(s + Seek.ASKED_COUNT)):
        role = ld(row + AskedRow.ROLE)
        if is_nobody(s, role):
            number = below(k + Knowledge.STREAM, ld(row + AskedRow.COUNT))
            key = derive(key, number)
        else:
            firsts = ld(f + Informed.FIRSTS) + 8 * question
            way = know_pick(ld(s + Seek.TREE), k, ld(firsts), ld(firsts + 8), role)
            number = ld(way + WayRow.NUMBER)
            key = derive(key, ld(ld(way + WayRow.ENTRY) + EntryRow.KEY))
        st32(ld(s + Seek.PICKS) + 4 * role, number)
        row += AskedRow.ROW
    st(f + Informed.KEY, key)
    return 0


def see_step(a: int, s: int) -> int:
    """A step was made: goes on, or climbs if the game is over."""
    needed = find_step(a, s)
    if needed:
        return needed
    if is_open(a, s):
        st(s + Seek.PHASE, SeekPhase.DESCEND)
        return 0
    return climb_up(s)
