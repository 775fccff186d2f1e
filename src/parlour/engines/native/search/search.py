"""The search tree over states of a program: `players/search.py` in compiled code, to the last bit.

`parlour_seek(a, s)` makes iterations until there are as many as are wanted. It comes back when it needs something that
only the host knows (candidates, what an ending without places or scores is worth), and is then called again; when it is
told to stop, between two iterations; or when it is cancelled, and then the iteration under way counts for nothing.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, foreign, inline, ld, poll, st
from parlour.engines.llvm.streams import derive, next64
from parlour.engines.native.driver.begin import after_copy
from parlour.engines.native.driver.draws import begin_stream
from parlour.engines.native.driver.endings import code_is_end
from parlour.engines.native.driver.levels import begin_levels
from parlour.engines.native.driver.runs import settle
from parlour.engines.native.driver.straight import allow_straight
from parlour.engines.native.driver.words import Answer, Ending, Game, Orders
from parlour.engines.native.layout import Host, State, Status
from parlour.engines.native.runtime.effects import seat_count
from parlour.engines.native.search.hashing import hash_of_state
from parlour.engines.native.search.legal import begin_asking, list_asked
from parlour.engines.native.search.states import bring, keep_state, keep_states, secure_states, shrink, step
from parlour.engines.native.search.words import AskedRow, Seek, SeekPhase
from parlour.engines.native.search.worth import HALF, even, find_worth
from parlour.engines.search.tree import (
    descent_now,
    last_step,
    node_row,
    settle_node,
    take_back,
    tree_begin,
    tree_begin_batch,
    tree_child,
    tree_climb,
    tree_close,
    tree_descend,
    tree_find,
    tree_follow,
    tree_is_done,
    tree_keep,
    tree_mark,
    tree_open,
    tree_plant,
    tree_stay,
)
from parlour.engines.search.words import Need, NodeRow, StepRow, Tree


@foreign
def parlour_play_on(a: int, job: int) -> int:
    raise NotImplementedError


@export
def seek(a: int, s: int) -> int:
    """Goes on; gives an `Answer`."""
    while True:
        needed = 0
        phase = ld(s + Seek.PHASE)
        if phase == SeekPhase.BEGIN:
            if ld(s + Seek.MADE) >= ld(s + Seek.WANTED) or poll(s + Seek.STOP) or tree_is_done(ld(s + Seek.TREE)):
                return Answer.FINISHED
            begin_iteration(s)
        elif phase == SeekPhase.DESCEND:
            needed = descend(a, s)
        elif phase == SeekPhase.LISTING:
            needed = open_node(a, s)
        elif phase == SeekPhase.LOOKING:
            needed = look_at_step(a, s)
        elif phase == SeekPhase.PLAYING:
            needed = parlour_play_on(a, ld(s + Seek.JOB))
            if needed == 0:
                st(s + Seek.PHASE, SeekPhase.COMING)
        else:
            needed = come_to_end(a, s)
        if poll(a + Host.CANCEL):
            return give_up(s)
        if ld(a + Host.ERROR):
            return Answer.FAILED
        if needed:
            return needed


def give_up(s: int) -> int:
    """The iteration under way comes to nothing."""
    t = ld(s + Seek.TREE)
    if ld(s + Seek.PHASE) != SeekPhase.BEGIN:
        take_back(t, descent_now(t))
        st(s + Seek.PHASE, SeekPhase.BEGIN)
    return Answer.CANCELLED


@inline
def begin_iteration(s: int) -> int:
    tree_begin_batch(ld(s + Seek.TREE))
    tree_begin(ld(s + Seek.TREE))
    st(s + Seek.PHASE, SeekPhase.DESCEND)
    return 0


@inline
def end_iteration(s: int) -> int:
    st(s + Seek.MADE, ld(s + Seek.MADE) + 1)
    st(s + Seek.PHASE, SeekPhase.BEGIN)
    return 0


def descend(a: int, s: int) -> int:
    t = ld(s + Seek.TREE)
    need = tree_descend(t)
    if need == Need.NOTHING:
        return end_iteration(s)
    if need == Need.OPENING:
        bring(a, s, ld(t + Tree.AT))
        shrink(a, s)
        st(s + Seek.PHASE, SeekPhase.LISTING)
        return begin_asking(a, s)
    if need == Need.GUESS:
        bring(a, s, ld(t + Tree.AT))
        return begin_playing(a, s)
    way = last_step(t, descent_now(t))
    st(s + Seek.SEED, next64(s + Seek.STREAM))
    step(a, s, ld(way + StepRow.NODE), way + StepRow.PICKS, ld(s + Seek.SEED))
    st(s + Seek.PHASE, SeekPhase.LOOKING)
    return 0


# --------------------------------------------------------------------------------------------------- opening a node


def open_node(a: int, s: int) -> int:
    """Finds out what may be answered at the node where the descent is."""
    t = ld(s + Seek.TREE)
    needed = list_asked(a, s)
    if needed or poll(a + Host.CANCEL):
        return needed
    counts = ld(s + Seek.COUNTS)
    for role in range(ld(t + Tree.ROLES)):
        st(counts + 8 * role, 1)
    row = ld(s + Seek.ASKED)
    for _number in range(ld(s + Seek.ASKED_COUNT)):
        if ld(row + AskedRow.COUNT) == 0:
            # What cannot be listed cannot be searched, and where nothing goes on nobody wins.
            even(s, HALF)
            tree_close(t, ld(s + Seek.SCORES))
            st(s + Seek.PHASE, SeekPhase.DESCEND)
            return 0
        if ld(row + AskedRow.ROLE) >= ld(t + Tree.ROLES):
            return Answer.CANNOT
        st(counts + 8 * ld(row + AskedRow.ROLE), ld(row + AskedRow.COUNT))
        row += AskedRow.ROW
    used = ld(s + Seek.STATES_USED)
    if not keep_state(a, s, ld(t + Tree.AT)):
        tree_stay(t)
        return begin_playing(a, s)
    opened = tree_open(t, counts)
    if opened < 0:
        return Answer.CANNOT
    if opened == 0:
        st(s + Seek.STATES_USED, used)
        st(node_row(t, ld(t + Tree.AT)) + NodeRow.PAYLOAD, 0)
        return begin_playing(a, s)
    st(s + Seek.PHASE, SeekPhase.DESCEND)
    return 0


# -------------------------------------------------------------------------------------------------- after a step


def look_at_step(a: int, s: int) -> int:
    """A step was made: puts what it has come to into the tree, and plays on from there."""
    t = ld(s + Seek.TREE)
    needed = find_step(a, s)
    if needed:
        return needed
    scores = 0 if is_open(a, s) else ld(s + Seek.SCORES)
    hashed = 0 if scores else hash_of_state(a, ld(s + Seek.JOB))
    is_drawn = ld(a + State.CHANCE) != ld(s + Seek.BEFORE)
    # Where there is no end yet, chance has led the same answers elsewhere before.
    if ld(t + Tree.END_COUNT) == 0 and tree_follow(t, hashed):
        st(s + Seek.PHASE, SeekPhase.DESCEND)
        return 0
    waits = tree_child(t, ld(t + Tree.END_COUNT) - 1, hashed, is_drawn, scores)
    if ld(t + Tree.IS_NEW):
        st(node_row(t, ld(t + Tree.MADE)) + NodeRow.PAYLOAD_2, ld(s + Seek.SEED))
    return begin_playing(a, s) if waits else end_iteration(s)


@inline
def is_open(a: int, s: int) -> int:
    """The last step has led to a question, and nobody has said how the game ends."""
    return ld(s + Seek.STATUS) == Status.ASKING and not ld(a + State.OUTCOME)


def find_step(a: int, s: int) -> int:
    """If a step has ended the game, writes down what that is worth; gives 0, or an `Answer`."""
    if ld(s + Seek.STATUS) == Status.FAILED:
        even(s, 0)
        return 0
    if seat_count(a) + 1 != ld(ld(s + Seek.TREE) + Tree.ROLES):
        return Answer.CANNOT
    if is_open(a, s):
        return 0
    is_done = ld(s + Seek.STATUS) == Status.DONE
    st(ld(s + Seek.JOB) + Game.CODE, Ending.OVER if is_done else Ending.OPEN)
    return Answer.NEEDS_ENDING if find_worth(a, s) else 0


# --------------------------------------------------------------------------------------------------- random games


def begin_playing(a: int, s: int) -> int:
    """One random game from the state in the arena, with a seed of its own."""
    return play_from(a, s, derive(next64(ld(s + Seek.TREE) + Tree.STREAM), 0))


def play_from(a: int, s: int, seed: int) -> int:
    """Playout 0 of a seed."""
    job = ld(s + Seek.JOB)
    own = derive(seed, 0)
    st(job + Orders.STEPS, ld(s + Seek.STEPS))
    st(job + Game.LENGTH, 0)
    begin_stream(job, own)
    after_copy(a, job)
    begin_levels(job)
    st(a + State.CHANCE, derive(derive(own, 0), 0))
    settle(a, job, Status.ASKING)
    allow_straight(a, job)
    st(s + Seek.PHASE, SeekPhase.PLAYING)
    return 0


def come_to_end(a: int, s: int) -> int:
    """A random game is over."""
    t = ld(s + Seek.TREE)
    needed = find_end(a, s)
    if needed:
        return needed
    tree_climb(t, ld(ld(t + Tree.WAITING)), ld(s + Seek.SCORES))
    return end_iteration(s)


def find_end(a: int, s: int) -> int:
    """Writes down what the random game in the arena came to; gives 0, or an `Answer`."""
    code = ld(ld(s + Seek.JOB) + Game.CODE)
    if not code_is_end(code):
        even(s, HALF if code == Ending.UNFINISHED else 0)
        return 0
    if seat_count(a) + 1 != ld(ld(s + Seek.TREE) + Tree.ROLES):
        return Answer.CANNOT
    return Answer.NEEDS_ENDING if find_worth(a, s) else 0


# ------------------------------------------------------------------------------------------------------- the root


@export
def seek_plant(a: int, s: int) -> int:
    """The state that the job starts from becomes the root of an empty tree. Gives 0, or an `Answer`."""
    t = ld(s + Seek.TREE)
    st(t + Tree.ROOT, 0)
    bring(a, s, 0)
    if seat_count(a) + 1 != ld(t + Tree.ROLES):
        return Answer.CANNOT
    tree_plant(t, hash_of_state(a, ld(s + Seek.JOB)))
    return 0


@export
def seek_plant_over(a: int, s: int) -> int:
    """The root of an empty tree is a state that is over, and worth what `Seek.SCORES` says."""
    t = ld(s + Seek.TREE)
    return settle_node(t, tree_plant(t, 0), ld(s + Seek.SCORES))


@export
def seek_enter(a: int, s: int) -> int:
    """Goes on to the state that the job starts from, and forgets what cannot follow it. Gives 1; 0 if nothing is known
    of that state, -1 if there is no room to keep what is."""
    t = ld(s + Seek.TREE)
    root = ld(t + Tree.ROOT)
    st(t + Tree.ROOT, 0)
    bring(a, s, 0)
    number = tree_find(t, hash_of_state(a, ld(s + Seek.JOB)))
    st(t + Tree.ROOT, root)
    if number == 0:
        return 0
    tree_mark(t, number)
    if not secure_states(a, s):
        return -1
    tree_keep(t)
    keep_states(s)
    return 1
