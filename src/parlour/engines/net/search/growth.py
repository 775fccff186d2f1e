"""Low-level code: a search tree (`engines/search/tree.py`) that grows over the states of a net, a batch at a time.

A batch of descents comes to so many leaves; these go into lanes together (`lanes.py`)::

    descend      as many as the batch has, each counted as a visit at once, so that they spread
    children     all leaves are stepped to and looked at in one pass
    games        a random game from each, one in a lane, or several where a small batch leaves lanes empty; they may be
                 put off and gone on with at any pass
    climb        what they came to on average

`g` is the address of a `Growth`. The row of node n is at `STATES + SIZE * n`: its packed facts, and then which moves
are legal there. What a batch holds is a function of the seed and of the sizes of all batches before it, never of the
width of planes.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import (
    copy,
    export,
    fadd,
    fdiv,
    fill,
    float_of_int,
    inline,
    ld,
    ld32,
    ones,
    st,
    trailing_zeros,
    udiv,
)
from parlour.engines.llvm.records import Words, auto
from parlour.engines.llvm.streams import mix, next64
from parlour.engines.net.fields import DONE, FULL, PAUSED
from parlour.engines.net.search.lanes import (
    LANES,
    Lanes,
    Role,
    begin_games,
    end_games,
    least,
    look_rows,
    play_games,
    step_lanes,
)
from parlour.engines.search.tree import (
    block_of,
    descent_now,
    last_step,
    pick_at,
    tree_begin,
    tree_begin_batch,
    tree_child,
    tree_climb,
    tree_close,
    tree_descend,
    tree_is_done,
    tree_keep,
    tree_mark,
    tree_open,
    tree_plant,
    wait,
)
from parlour.engines.search.words import DescentRow, EndRow, Need, PathsRow, StepRow, Tree

# A batch costs some time even where no game is played: as much as so many passes of games.
BATCH_PASSES = 8
# Batches grow with the tree: one that is as large as the tree itself would look everywhere alike.
SHARE = 8


class Growth(Words):
    TREE = auto()
    LANES = auto()
    STATES = auto()
    SIZE = auto()  # bytes of a row
    BATCH = auto()  # the most descents of a batch
    FOUND = auto()  # rows of facts of the ends of a batch, one after the other
    COUNTS = auto()  # a word for each role
    FIRST = auto()  # the first game of those that are under way; -1: none are
    SEED = auto()  # of these games
    GAMES = auto()  # of each descent that waits
    SUMS = auto()  # what they came to so far: a score for each role
    WIDTH = auto()  # lanes
    LEFT = auto()  # descents that are still to be made


# ---------------------------------------------------------------------------------------------------------- states


@inline
def state_row(g: int, number: int) -> int:
    return ld(g + Growth.STATES) + ld(g + Growth.SIZE) * number


def hashed(row: int, size: int) -> int:
    """A key for a row of facts; never 0."""
    found = size
    for place in range(0, size, 8):
        found = mix((found + STEP) ^ ld(row + place))
    return found if found else 1


@inline
def keep_state(g: int, number: int, facts: int, legal: int) -> int:
    c = ld(g + Growth.LANES)
    to = state_row(g, number)
    copy(to, facts, ld(c + Lanes.STATE))
    copy(to + ld(c + Lanes.STATE), legal, ld(c + Lanes.MOVES))
    return 0


@inline
def legal_row(g: int, number: int, role: int) -> int:
    """Where a node has the legal moves of a role."""
    c = ld(g + Growth.LANES)
    return state_row(g, number) + ld(c + Lanes.STATE) + ld(ld(c + Lanes.ROLE_TABLE) + Role.SIZE * role + Role.ROW)


@inline
def legal_count(g: int, number: int, role: int) -> int:
    count = ld(ld(ld(g + Growth.LANES) + Lanes.ROLE_TABLE) + Role.SIZE * role + Role.COUNT)
    row = legal_row(g, number, role)
    found = 0
    for part in range((count + 63) >> 6):
        found += ones(ld(row + 8 * part))
    return found


@inline
def legal_move(g: int, number: int, role: int, picked: int) -> int:
    """The number in the net of a legal move, by its number among those that are legal."""
    row = legal_row(g, number, role)
    bits = ld(row)
    first = 0
    while ones(bits) <= picked:
        picked -= ones(bits)
        first += 64
        bits = ld(row + (first >> 3))
    for _ in range(picked):
        bits &= bits - 1
    return first + trailing_zeros(bits)


@export
def plant(g: int, row: int) -> int:
    """The root of an empty tree, by its facts."""
    t, c = ld(g + Growth.TREE), ld(g + Growth.LANES)
    st(ld(c + Lanes.ROWS), row)
    look_rows(c, 1)
    number = tree_plant(t, hashed(row, ld(c + Lanes.STATE)))
    keep_state(g, number, row, ld(c + Lanes.LEGAL))
    st(g + Growth.FIRST, -1)
    if ld(ld(c + Lanes.ENDS)):
        st(t + Tree.AT, number)
        tree_close(t, ld(c + Lanes.WORTHS))
    return number


@export
def enter(g: int, number: int) -> int:
    """Goes on to another root, and forgets what cannot follow it."""
    t = ld(g + Growth.TREE)
    count = ld(t + Tree.NODE_COUNT)
    tree_mark(t, number)
    for old in range(1, count + 1):
        now = ld32(ld(t + Tree.NUMBERS) + 4 * old)
        if now and now != old:
            copy(state_row(g, now), state_row(g, old), ld(g + Growth.SIZE))
    return tree_keep(t)


# --------------------------------------------------------------------------------------------------------- batches


@export
def grow(g: int, passes: int) -> int:
    """Makes descents until none are `LEFT`, or nothing more can be learned: DONE. PAUSED after about so many passes of
    games: call it again to go on."""
    t = ld(g + Growth.TREE)
    while ld(g + Growth.FIRST) >= 0 or (ld(g + Growth.LEFT) > 0 and not tree_is_done(t)):
        if passes <= 0:
            return PAUSED
        if ld(g + Growth.FIRST) < 0:
            passes -= BATCH_PASSES
            begin_batch(g)
        else:
            passes = go_on(g, passes)
    return DONE


@inline
def next_batch(g: int) -> int:
    """How many descents there are in the next batch."""
    t = ld(g + Growth.TREE)
    block = block_of(t, ld(t + Tree.ROOT))
    total = ld(block + PathsRow.TOTAL) if block else 0
    size = total // SHARE if total >= 2 * SHARE else 1
    return least(least(size, ld(g + Growth.BATCH)), ld(g + Growth.LEFT))


def begin_batch(g: int) -> int:
    t = ld(g + Growth.TREE)
    size = next_batch(g)
    tree_begin_batch(t)
    made = 0
    while made < size and not tree_is_done(t):
        made += 1
        tree_begin(t)
        while tree_descend(t) == Need.OPENING and open_node(g):
            pass
    st(g + Growth.LEFT, ld(g + Growth.LEFT) - made)
    first = 0
    while first < ld(t + Tree.END_COUNT):
        make_children(g, first, least(ld(t + Tree.END_COUNT) - first, ld(g + Growth.WIDTH)))
        first += ld(g + Growth.WIDTH)
    waiting = ld(t + Tree.WAITING_COUNT)
    if waiting:
        st(g + Growth.SEED, next64(t + Tree.STREAM))
        games = ld(g + Growth.BATCH) // waiting
        st(g + Growth.GAMES, games if games else 1)
        fill(ld(g + Growth.SUMS), 0, 8 * ld(t + Tree.ROLES) * waiting)
        begin_group(g, 0)
    return 0


def open_node(g: int) -> int:
    """Counts the moves where the descent is; gives 0 if it ends there."""
    t = ld(g + Growth.TREE)
    number = ld(t + Tree.AT)
    for role in range(ld(t + Tree.ROLES)):
        st(ld(g + Growth.COUNTS) + 8 * role, legal_count(g, number, role))
    opened = tree_open(t, ld(g + Growth.COUNTS))
    if opened < 0:
        wait(t, descent_now(t), number)
    return opened > 0


def make_children(g: int, first: int, count: int) -> int:
    """The states that some ends of the batch come to, as many as there are lanes."""
    t, c = ld(g + Growth.TREE), ld(g + Growth.LANES)
    roles = ld(t + Tree.ROLES)
    for lane in range(count):
        step = last_step(t, ld(ld(t + Tree.END_ROWS) + EndRow.ROW * (first + lane) + EndRow.FIRST))
        parent = ld(step + StepRow.NODE)
        st(ld(c + Lanes.ROWS) + 8 * lane, state_row(g, parent))
        for role in range(roles):
            move = legal_move(g, parent, role, pick_at(step, role))
            st(ld(c + Lanes.CHOSEN) + 8 * (lane * roles + role), move)
    step_lanes(c, count)
    size = ld(c + Lanes.STATE)
    copy(ld(g + Growth.FOUND) + size * first, ld(c + Lanes.FOUND), size * count)
    for lane in range(count):
        facts = ld(c + Lanes.FOUND) + size * lane
        scores = ld(c + Lanes.WORTHS) + 8 * roles * lane if ld(ld(c + Lanes.ENDS) + 8 * lane) else 0
        tree_child(t, first + lane, hashed(facts, size), 0, scores)
        if ld(t + Tree.IS_NEW):
            keep_state(g, ld(t + Tree.MADE), facts, ld(c + Lanes.LEGAL) + ld(c + Lanes.MOVES) * lane)
    return 0


@inline
def group_size(g: int, first: int) -> int:
    """How many games are played at once, from this one on."""
    games = ld(ld(g + Growth.TREE) + Tree.WAITING_COUNT) * ld(g + Growth.GAMES)
    return least(games - first, ld(g + Growth.WIDTH))


def begin_group(g: int, first: int) -> int:
    """As many games as there are lanes, for those that wait."""
    t, c = ld(g + Growth.TREE), ld(g + Growth.LANES)
    count = group_size(g, first)
    for lane in range(count):
        descent = ld(ld(t + Tree.WAITING) + 8 * udiv(first + lane, ld(g + Growth.GAMES)))
        row = ld(g + Growth.FOUND) + ld(c + Lanes.STATE) * ld(descent + DescentRow.END)
        if ld(descent + DescentRow.NODE):
            row = state_row(g, ld(descent + DescentRow.NODE))
        st(ld(c + Lanes.ROWS) + 8 * lane, row)
    begin_games(c, count, ld(g + Growth.SEED), first // LANES)
    st(g + Growth.FIRST, first)
    return 0


def go_on(g: int, passes: int) -> int:
    """Plays on; gives the passes that are left."""
    t, c = ld(g + Growth.TREE), ld(g + Growth.LANES)
    status = play_games(c, passes)
    if status == FULL:
        return passes
    if status != DONE:
        return 0
    first = ld(g + Growth.FIRST)
    games = ld(g + Growth.GAMES)
    count = group_size(g, first)
    size = 8 * ld(t + Tree.ROLES)
    end_games(c, count)
    for lane in range(count):
        to = ld(g + Growth.SUMS) + size * udiv(first + lane, games)
        for place in range(0, size, 8):
            st(to + place, fadd(ld(to + place), ld(ld(c + Lanes.WORTHS) + size * lane + place)))
    if first + count < ld(t + Tree.WAITING_COUNT) * games:
        begin_group(g, first + count)
        return passes - BATCH_PASSES
    for number in range(ld(t + Tree.WAITING_COUNT)):
        scores = ld(g + Growth.SUMS) + size * number
        if games > 1:
            for place in range(0, size, 8):
                st(scores + place, fdiv(ld(scores + place), float_of_int(games)))
        tree_climb(t, ld(ld(t + Tree.WAITING) + 8 * number), scores)
    st(g + Growth.FIRST, -1)
    return passes - BATCH_PASSES


@export
def give_up(g: int) -> int:
    """Ends the games that are under way: what has waited for them was no visit."""
    t = ld(g + Growth.TREE)
    if ld(g + Growth.FIRST) >= 0:
        for number in range(ld(t + Tree.WAITING_COUNT)):
            tree_climb(t, ld(ld(t + Tree.WAITING) + 8 * number), 0)
    st(g + Growth.FIRST, -1)
    return 0
