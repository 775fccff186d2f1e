"""A run from one question to the next, and what it comes to: is the game over, how much is alive, is it time to collect
the heap?"""

from __future__ import annotations

from parlour.engines.core.limits import LONGEST_GAME, WALK_AFTER
from parlour.engines.llvm.low.language import foreign, inline, ld, st
from parlour.engines.native.driver.answers import forget_candidates
from parlour.engines.native.driver.chain import write_chain_out
from parlour.engines.native.driver.job import clear_error
from parlour.engines.native.driver.words import Chain, Ending, Game, Levels, Orders, Phase
from parlour.engines.native.layout import Error, Host, State, Status
from parlour.engines.native.runtime.collect import collect
from parlour.engines.native.runtime.measure import measure
from parlour.engines.native.runtime.program import COUNTS, Count

# The heap is collected when it has grown by this and to four times what was alive: soon where it is copied at every
# question, later where it is not.
COLLECT_SMALL = 16 << 10
COLLECT_LARGE = 256 << 10


@foreign
def parlour_resume(a: int) -> int:
    raise NotImplementedError


@inline
def go_on(a: int, job: int) -> int:
    """Runs to the next question."""
    st(a + State.STEPS, ld(job + Orders.STEPS))
    st(a + State.TOLD, ld(job + Orders.TOLD))
    status = settled(a, job, parlour_resume(a))
    if status == Status.ASKING:
        count_live(a, job)
    return status


@inline
def settled(a: int, job: int, status: int) -> int:
    """After a run: an error becomes the code of an ending. What the program raised itself counts by its kind."""
    if status == Status.FAILED:
        error = ld(a + Host.ERROR)
        raised = ld(a + Host.ERROR_A) if error == Error.RAISED else 0
        st(job + Game.CODE, Ending.ERROR | error << 8 | raised << 16)
        clear_error(a)
    return status


@inline
def settle(a: int, job: int, status: int) -> int:
    """Is the game over, or is there a question to answer?"""
    if status == Status.DONE:
        return end_game(job, Ending.OVER)
    if status != Status.ASKING:
        return end_game(job, ld(job + Game.CODE))
    if ld(a + State.OUTCOME):
        return end_game(job, Ending.OPEN)
    if ld(job + Game.LENGTH) >= LONGEST_GAME:
        return end_game(job, Ending.UNFINISHED)
    if ld(a + State.BUMP) > ld(job + Game.COLLECT_AT):
        collect_soon(a, job)
    return open_question(job)


@inline
def open_question(job: int) -> int:
    """There is a question, and nobody has looked for its candidates."""
    forget_candidates(job)
    st(job + Game.PHASE, Phase.QUESTION)
    return 0


@inline
def begin_counting(job: int) -> int:
    """A game begins; gives its number."""
    number = ld(job + Game.NEXT)
    st(job + Game.NEXT, number + 1)
    st(job + Game.LENGTH, 0)
    return number


@inline
def count_answer(job: int) -> int:
    return count_answers(job, 1)


@inline
def count_answers(job: int, number: int) -> int:
    st(job + Game.LENGTH, ld(job + Game.LENGTH) + number)
    return 0


@inline
def note_code(job: int, code: int) -> int:
    st(job + Game.CODE, code)
    return 0


@inline
def leave_game(job: int) -> int:
    """The game is counted; the next one may begin."""
    st(job + Game.PHASE, Phase.BEGIN)
    return 0


def end_game(job: int, code: int) -> int:
    st(job + Game.CODE, code)
    st(job + Game.PHASE, Phase.ENDING)
    return 0


@inline
def count_live(a: int, job: int) -> int:
    """Counts what is still alive, once much was allocated since the last time."""
    if ld(job + Orders.MEMORY) - ld(a + State.LIVE) - ld(a + State.ROOM) >= WALK_AFTER:
        count_now(a, job)
    return 0


def count_now(a: int, job: int) -> int:
    live = measure(a)
    st(a + State.LIVE, live)
    st(a + State.ROOM, ld(job + Orders.MEMORY) - live)
    return 0


def collect_soon(a: int, job: int) -> int:
    """Collects the heap, best when no question before is still of interest: their records look into it."""
    if ld(job + Chain.COUNT) and ld(a + State.BUMP) < ld(job + Game.COLLECT_AT) + COLLECT_LARGE:
        return 0
    write_chain_out(a, job)
    collect(a)
    heap = ld(COUNTS + Count.HEAP)
    reset_collection(a, job)
    st(job + Game.COLLECT_AT, ld(job + Game.COLLECT_AT) + 3 * (ld(a + State.BUMP) - heap))
    return 0


@inline
def reset_collection(a: int, job: int) -> int:
    # Where the heap is mirrored at every question it had better be small.
    is_tried = ld(job + Orders.JUDGES) or ld(job + Orders.WEIGHS) or ld(job + Levels.BY_MOVE)
    is_mirrored = ld(job + Orders.MUTATES) and is_tried
    st(job + Game.COLLECT_AT, ld(a + State.BUMP) + (COLLECT_SMALL if is_mirrored else COLLECT_LARGE))
    return 0
