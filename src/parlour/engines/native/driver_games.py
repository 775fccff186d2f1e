"""What happens in playouts besides the quick way through a question: beginning, collecting, policies, hard cases.

`question` here answers any question; `driver.py` has a quicker way for most of them, and both draw alike.
"""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.native.driver_answers import answer_at, ask_row, candidates, give_answer
from parlour.engines.native.driver_chain import (
    follow_chain,
    has_changed_live,
    is_saved_key,
    make_record,
    place_in_chain,
    write_chain_out,
)
from parlour.engines.native.driver_compare import UNKNOWN, YES, is_same
from parlour.engines.native.driver_job import (
    clear_error,
    end_of,
    is_changed,
    notice_unchanged,
    restore,
    same_globals,
    save,
)
from parlour.engines.native.job import (
    LONGEST_GAME,
    RECIPROCAL_COUNT,
    WALK_AFTER,
    AskKind,
    AskRow,
    Ending,
    Job,
    Phase,
    StartRow,
)
from parlour.engines.native.layout import HOST_SIZE, Error, Host, State, Status
from parlour.engines.native.low import copy, foreign, inline, ld, ld32, move, mulhi, st, st32, trailing_zeros, ult
from parlour.engines.native.runtime.chance import below, derive, mix
from parlour.engines.native.runtime.collect import collect
from parlour.engines.native.runtime.frames import asking_site
from parlour.engines.native.runtime.measure import measure
from parlour.engines.native.runtime.program import COUNTS, Count

# The heap is collected when it has grown to this and to four times what was alive: soon where it is copied at every
# question, later where it only lies there.
COLLECT_SMALL = 16 << 10
COLLECT_LARGE = 256 << 10

# A weight counts no more than this, so that no sum of weights is too large.
LARGEST_WEIGHT = 1 << 32


@foreign
def parlour_start(a: int) -> int:
    raise NotImplementedError


@foreign
def parlour_resume(a: int) -> int:
    raise NotImplementedError


@foreign
def parlour_weigh(a: int, address: int) -> int:
    raise NotImplementedError


# --------------------------------------------------------------------------------------------------- beginning


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


@inline
def reset_collection(a: int, job: int) -> int:
    # Where the heap is mirrored at every question it had better be small.
    is_mirrored = ld(job + Job.MUTATES) and (ld(job + Job.JUDGES) or ld(job + Job.WEIGHS))
    st(job + Job.COLLECT_AT, ld(a + State.BUMP) + (COLLECT_SMALL if is_mirrored else COLLECT_LARGE))
    return 0


# --------------------------------------------------------------------------------------------------- between runs


@inline
def count_live(a: int, job: int) -> int:
    """Counts what is still alive, once much was allocated since the last time."""
    if ld(job + Job.MEMORY) - ld(a + State.LIVE) - ld(a + State.ROOM) >= WALK_AFTER:
        count_now(a, job)
    return 0


def count_now(a: int, job: int) -> int:
    live = measure(a)
    st(a + State.LIVE, live)
    st(a + State.ROOM, ld(job + Job.MEMORY) - live)
    return 0


@inline
def settle(a: int, job: int, status: int) -> int:
    """Is the game over, or is there a question to answer?"""
    if status == Status.DONE:
        return end_game(job, Ending.OVER)
    if status != Status.ASKING:
        return end_game(job, ld(job + Job.CODE))
    if ld(a + State.OUTCOME):
        return end_game(job, Ending.OPEN)
    if ld(job + Job.LENGTH) >= LONGEST_GAME:
        return end_game(job, Ending.UNFINISHED)
    if ld(a + State.BUMP) > ld(job + Job.COLLECT_AT):
        collect_soon(a, job)
    st(job + Job.CANDIDATES, 0)
    st(job + Job.PHASE, Phase.QUESTION)
    return 0


def collect_soon(a: int, job: int) -> int:
    """Collects the heap, best when no question before is still of interest: their records look into it."""
    if ld(job + Job.CHAIN_COUNT) and ld(a + State.BUMP) < ld(job + Job.COLLECT_AT) + COLLECT_LARGE:
        return 0
    write_chain_out(a, job)
    collect(a)
    st(job + Job.MIRROR_END, 0)
    st(job + Job.IS_INTACT, 0)
    heap = ld(COUNTS + Count.HEAP)
    reset_collection(a, job)
    st(job + Job.COLLECT_AT, ld(job + Job.COLLECT_AT) + 3 * (ld(a + State.BUMP) - heap))
    return 0


def end_game(job: int, code: int) -> int:
    st(job + Job.CODE, code)
    st(job + Job.PHASE, Phase.ENDING)
    return 0


@inline
def settled(a: int, job: int, status: int) -> int:
    """After a run: an error becomes the code of an ending. What the program raised itself counts by its kind."""
    if status == Status.FAILED:
        error = ld(a + Host.ERROR)
        raised = ld(a + Host.ERROR_A) if error == Error.RAISED else 0
        st(job + Job.CODE, Ending.ERROR | error << 8 | raised << 16)
        clear_error(a)
    return status


# --------------------------------------------------------------------------------------------------- a question


@inline
def draw_one(job: int, n: int) -> int:
    """One of 0 … n-1, as `Chance.below`: for small n without a division."""
    state = ld(job + Job.POLICY) + STEP
    bits = mix(state)
    if n >= RECIPROCAL_COUNT or not ult(bits, -n):
        return below(job + Job.POLICY, n)
    st(job + Job.POLICY, state)
    rest = bits - n * mulhi(bits, ld(ld(job + Job.RECIPROCALS) + 8 * n))
    # The reciprocal is rounded down, so the quotient may be one too small.
    return rest - n if rest >= n else rest


def question(a: int, job: int) -> int:
    """Answers the open question, whose state is saved: draws, tries, and takes what was not refused."""
    saved = ld(job + Job.SAVED)
    if ld(job + Job.IS_EAGER) and not ld(job + Job.HAS_RECORD):
        make_record(a, job, ld(job + Job.BEFORE))
        st(job + Job.HAS_RECORD, 1)
    total = candidates(a, job)
    weighs = ld(job + Job.WEIGHS) and weigh(a, job, total)
    if ld(a + Host.ERROR):
        # The host finds the error where it is.
        return 0
    if not ld(job + Job.IS_RESUMED):
        list_all(job, total)
    st(job + Job.IS_RESUMED, 0)
    is_legal = lists_options(job)
    while ld(job + Job.LEFT_COUNT) > 0:
        left = ld(job + Job.LEFT_COUNT)
        number = draw_weighted_one(job, left) if weighs else draw_one(job, left)
        chosen = leave_out(job, number)
        status = attempt(a, job, chosen, total)
        if is_legal:
            return proceed(a, job, status)
        verdict = judge(a, job, status)
        if verdict == TAKEN:
            return proceed(a, job, status)
        note_refused(job, verdict, chosen)
        restore(a, job, saved)
    return nothing_left(a, job, total)


@inline
def lists_options(job: int) -> int:
    """The program itself says what may be answered to the open question."""
    return ld(ask_row(job) + AskRow.KIND) == AskKind.OPTIONS


def note_refused(job: int, verdict: int, chosen: int) -> int:
    st(job + Job.REFUSED, ld(job + Job.REFUSED) + 1)
    if verdict == LEADS_BACK:
        backs = ld(job + Job.BACK_COUNT)
        st32(ld(job + Job.BACK) + 4 * backs, chosen)
        st(job + Job.BACK_COUNT, backs + 1)
    elif verdict != SENT_BACK:
        failures = ld(job + Job.FAILING_COUNT)
        st32(ld(job + Job.FAILING) + 4 * failures, chosen << 1 | (verdict == FAILS_LATE))
        st(job + Job.FAILING_COUNT, failures + 1)
    return 0


def nothing_left(a: int, job: int, total: int) -> int:
    """Every answer was refused: one is given that the program takes before it fails, else one that leads back, else one
    that fails, else nobody can go on."""
    taken = list_taken(a, job, total)
    if taken:
        chosen = ld32(ld(job + Job.LEFT) + 4 * draw_one(job, taken))
        return proceed(a, job, attempt(a, job, chosen, total))
    backs = ld(job + Job.BACK_COUNT)
    if backs:
        chosen = ld32(ld(job + Job.BACK) + 4 * draw_one(job, backs))
        status = attempt(a, job, chosen, total)
        is_last = status == Status.ASKING and place_in_chain(a, job) == ld(job + Job.CHAIN_COUNT)
        if not is_last or not ld(job + Job.HAS_EARLIER):
            return proceed(a, job, status)
        # Back at the question just before: one goes on with what is left there.
        proceed(a, job, status)
        exchange_lists(job)
        st(job + Job.HAS_EARLIER, 0)
        st(job + Job.IS_RESUMED, 1)
        return 0
    failures = ld(job + Job.FAILING_COUNT)
    if failures:
        chosen = ld32(ld(job + Job.FAILING) + 4 * draw_one(job, failures)) >> 1
        return proceed(a, job, attempt(a, job, chosen, total))
    st(job + Job.LENGTH, ld(job + Job.LENGTH) + 1)
    return end_game(job, Ending.STUCK)


def list_taken(a: int, job: int, total: int) -> int:
    """Puts the failing answers that the program had taken where those lay that are left, and counts them."""
    saved = ld(job + Job.SAVED)
    failing = ld(job + Job.FAILING)
    taken = 0
    for number in range(ld(job + Job.FAILING_COUNT)):
        entry = ld32(failing + 4 * number)
        if entry & 1:
            if not ld(job + Job.HAS_RECORD):
                make_record(a, job, ld(job + Job.BEFORE))
                st(job + Job.HAS_RECORD, 1)
            attempt(a, job, entry >> 1, total)
            if has_changed_live(a, job):
                st32(ld(job + Job.LEFT) + 4 * taken, entry >> 1)
                taken += 1
            restore(a, job, saved)
    return taken


def exchange_lists(job: int) -> int:
    """What is left at the open question becomes what is left at the question before, and the other way round."""
    for place in range(3):
        exchange(job + lists_place(place), job + Job.EARLIER_LEFT + 8 * place)
        exchange(job + Job.LEFT_COUNT + 8 * place, job + Job.EARLIER_LEFT_COUNT + 8 * place)
    return 0


@inline
def lists_place(place: int) -> int:
    return Job.LEFT + 8 * place


@inline
def exchange(one: int, other: int) -> int:
    word = ld(one)
    st(one, ld(other))
    st(other, word)
    return 0


@inline
def attempt(a: int, job: int, chosen: int, total: int) -> int:
    """Gives an answer and runs to the next question; the answer to a group that stays open runs nothing."""
    if not give_answer(a, job, chosen, total):
        return Status.ASKING
    return go_on(a, job)


@inline
def go_on(a: int, job: int) -> int:
    """Runs to the next question."""
    st(a + State.STEPS, ld(job + Job.STEPS))
    st(a + State.TOLD, ld(job + Job.TOLD))
    status = settled(a, job, parlour_resume(a))
    if status == Status.ASKING:
        count_live(a, job)
    return status


TAKEN = 0
SENT_BACK = 1
LEADS_BACK = 2
FAILS = 3
FAILS_LATE = 4  # and something may have changed by then


def judge(a: int, job: int, status: int) -> int:
    """What an answer came to."""
    if status == Status.DONE:
        return TAKEN
    if status != Status.ASKING:
        return FAILS_LATE if may_have_changed(a, job) else FAILS
    if not ld(job + Job.JUDGES):
        return TAKEN
    notice_unchanged(a, job)
    same = is_same(a, job, ld(job + Job.SAVED))
    if same == UNKNOWN:
        st(job + Job.IS_EAGER, 1)
        same = is_saved_key(a, job)
    if same == YES:
        return SENT_BACK
    return LEADS_BACK if place_in_chain(a, job) else TAKEN


def may_have_changed(a: int, job: int) -> int:
    """A run that has failed, and not by a budget, may have changed something that was live at the saved question."""
    error = ld(job + Job.CODE) >> 8 & 0xFF
    if error == Error.STEPS or error == Error.DEPTH or error == Error.MEMORY or error == Error.TOLD:
        return 0
    saved = ld(job + Job.SAVED)
    return is_changed(a, saved) or not same_globals(a, saved)


def proceed(a: int, job: int, status: int) -> int:
    """An answer was taken."""
    st(job + Job.LENGTH, ld(job + Job.LENGTH) + 1)
    if status == Status.ASKING:
        st(job + Job.HAS_EARLIER, 0)
        if ld(a + State.GROUP):
            st(job + Job.HAS_RECORD, 0)
        elif ld(job + Job.JUDGES) and follow_chain(a, job):
            exchange_lists(job)
            st(job + Job.HAS_EARLIER, 1)
        st(job + Job.SITE, asking_site(a))
    return settle(a, job, status)


# ------------------------------------------------------------------------------------------ what is left to draw


def list_all(job: int, count: int) -> int:
    """Nothing was tried yet."""
    left = ld(job + Job.LEFT)
    for number in range(count):
        st32(left + 4 * number, number)
    st(job + Job.LEFT_COUNT, count)
    st(job + Job.BACK_COUNT, 0)
    st(job + Job.FAILING_COUNT, 0)
    return 0


def list_some(job: int, rest: int) -> int:
    """The candidates whose bits are set are left."""
    left = ld(job + Job.LEFT)
    count = 0
    while rest:
        st32(left + 4 * count, trailing_zeros(rest))
        rest &= rest - 1
        count += 1
    st(job + Job.LEFT_COUNT, count)
    return 0


def leave_out(job: int, number: int) -> int:
    """Takes an entry out of the list and gives the candidate it stands for."""
    at = ld(job + Job.LEFT) + 4 * number
    chosen = ld32(at)
    count = ld(job + Job.LEFT_COUNT) - 1
    move(at, at + 4, 4 * (count - number))
    st(job + Job.LEFT_COUNT, count)
    return chosen


# ------------------------------------------------------------------------------------------------------ a policy


def weigh(a: int, job: int, count: int) -> int:
    """Weighs all candidates, if the policy is for answers of this type; 0 if it is not."""
    if not ld(ld(job + Job.SITE_ROWS) + AskRow.ROW * ld(job + Job.SITE) + AskRow.WEIGHS):
        return 0
    weights = ld(job + Job.WEIGHTS)
    saved = ld(job + Job.SAVED)
    for number in range(count):
        # It runs above the frames, and all it does to the state is undone.
        st(a + State.BUMP, ld(a + State.FRAMES))
        st(a + State.STEPS, ld(job + Job.STEPS) // 10)
        st(a + State.ROOM, ld(job + Job.MEMORY))
        st(a + State.DEPTH, ld(a + State.DEPTH_LIMIT))
        weight = parlour_weigh(a, answer_at(a, job, number, count))
        copy(a + HOST_SIZE, saved, ld(COUNTS + Count.HEAP) - HOST_SIZE)
        if ld(a + Host.ERROR):
            st(job + Job.CODE, Ending.POLICY)
            return 0
        if weight < 0:
            weight = 0
        st(weights + 8 * number, LARGEST_WEIGHT if weight > LARGEST_WEIGHT else weight)
    return 1


def draw_weighted_one(job: int, count: int) -> int:
    """An entry of the candidates left, as likely as its weight; all alike if no weight is left."""
    weights = ld(job + Job.WEIGHTS)
    left = ld(job + Job.LEFT)
    total = 0
    for number in range(count):
        total += ld(weights + 8 * ld32(left + 4 * number))
    if total == 0:
        return draw_one(job, count)
    rest = below(job + Job.POLICY, total)
    for number in range(count):
        weight = ld(weights + 8 * ld32(left + 4 * number))
        if rest < weight:
            return number
        rest -= weight
    return 0
