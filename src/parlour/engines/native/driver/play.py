"""Many games by random legal answers, without Python in the loop, just as `engines/python/simulator.py` plays them.

`parlour_play(a, job)` plays the games of a job (`job.py`) one after the other in an arena. It comes back when
all are played, when it needs something that only the host knows (the candidates of a question, the words for an ending)
and is then called again, or when it is told to stop.

This module is compiled into every program. It has the quick way through a question: few candidates, frames that differ
in a slot that can be compared as it is, nothing to put back but state and frames. All else is in `question.py`.
"""

from __future__ import annotations

from parlour.engines.llvm.low.language import export, inline, ld, lshr, poll, st
from parlour.engines.native.driver.answers import answer_at, ask_row, candidates, needs_host, put_answer
from parlour.engines.native.driver.begin import begin_game
from parlour.engines.native.driver.chain import forget_record
from parlour.engines.native.driver.draws import (
    FEW,
    begin_draws,
    draw_one_of_few,
    drawn_last,
    few_left,
    leave_out_drawn,
    look_ahead,
)
from parlour.engines.native.driver.endings import count_ending
from parlour.engines.native.driver.guards import forget_found, lets_through
from parlour.engines.native.driver.job import is_changed, of_saved, restore, save, saved_frames
from parlour.engines.native.driver.paths import FIRST_LOOK, IN_PLACE, QUICK_QUESTIONS
from parlour.engines.native.driver.place import left_globals, restore_counts
from parlour.engines.native.driver.question import judge, nothing_left, proceed, question
from parlour.engines.native.driver.runs import count_answer, go_on, leave_game, settle
from parlour.engines.native.driver.straight import allow_straight
from parlour.engines.native.driver.tries import (
    SENT_BACK,
    TAKEN,
    count_refused,
    count_try,
    forget_refused,
    keep_few,
    list_some,
    may_try,
    note_guarded,
    note_refused,
)
from parlour.engines.native.driver.words import (
    Answer,
    AskKind,
    AskRow,
    Chain,
    Draws,
    Game,
    Levels,
    Orders,
    Phase,
    Rooms,
    Tries,
)
from parlour.engines.native.layout import Host, State, Status

# Beside the verdicts of `judge`: the same question is open, and something in its frame is different, or nothing has
# changed and everything lies where it was.
GOES_ON = 5
NOTHING_MOVED = 6


@export
def play(a: int, job: int) -> int:
    """Plays on; gives an `Answer`, or 0 after an error that is not the program's."""
    allow_straight(a, job)
    while True:
        phase = ld(job + Game.PHASE)
        if phase == Phase.QUESTION:
            needed = play_on(a, job)
            if needed:
                return 0 if needed == Answer.FAILED else needed
        elif phase == Phase.BEGIN:
            if ld(job + Game.NEXT) >= ld(job + Orders.STOP):
                return Answer.FINISHED
            begin_game(a, job)
        else:
            needed = count_ending(a, job)
            if needed:
                return needed
            leave_game(job)


@export
def play_on(a: int, job: int) -> int:
    """Plays a game that has begun to its end: 0, or the `Answer` that says why it cannot."""
    st(job + Levels.IS_SAME, 0)
    while ld(job + Game.PHASE) == Phase.QUESTION:
        if not ld(job + Levels.IS_SAME):
            forget_found(job)
        st(job + Levels.IS_SAME, 0)
        if poll(a + Host.CANCEL):
            return Answer.CANCELLED
        if needs_host(a, job):
            return Answer.NEEDS_CANDIDATES
        answer_quickly(a, job)
        if ld(a + Host.ERROR):
            return Answer.FAILED
    return 0


@inline
def answer_quickly(a: int, job: int) -> int:
    """As `question.question`, for a question with few candidates that is no group."""
    saved = ld(job + Rooms.SAVED)
    row = ask_row(job)
    is_legal = ld(row + AskRow.KIND) == AskKind.OPTIONS or not ld(job + Orders.JUDGES)
    if ld(job + Orders.JUDGES) or ld(job + Orders.WEIGHS) or ld(job + Levels.BY_MOVE):
        save(a, job, saved)
    total = candidates(a, job)
    if not QUICK_QUESTIONS or total == 0 or total > FEW or ld(row + AskRow.ITEM) or ld(job + Orders.WEIGHS):
        return question(a, job)
    if ld(job + Tries.IS_RESUMED) or ld(job + Levels.BY_MOVE):
        return question(a, job)
    forget_refused(job)
    first = answer_at(a, job, 0, total)
    wide = ld(row + AskRow.WIDTH)
    # Who comes back to a fixed question in place need not stop; see `place.py`.
    is_fixed = ld(row + AskRow.KIND) == AskKind.FIXED and ld(job + Orders.JUDGES) and not ld(job + Orders.MUTATES)
    guard = ld(row + AskRow.GUARD)
    in_place = job if IN_PLACE and is_fixed and not guard and not ld(job + Chain.COUNT) else 0
    begin_draws(job, total)
    look_ahead(job, total)
    while True:
        chosen = draw_one_of_few(job, total, ld(job + Draws.AHEAD_NUMBER))
        if guard and not lets_through(a, job, guard, first + 8 * wide * chosen):
            note_guarded(job, chosen)
            if leave_out_drawn(job, total) == 0 or not may_try(job):
                list_rest(job, total)
                return nothing_left(a, job, total)
            continue
        put_answer(a, first + 8 * wide * chosen, wide)
        st(a + Host.IN_PLACE, in_place)
        st(a + Host.TOUCHED, not in_place)
        status = go_on(a, job)
        st(a + Host.IN_PLACE, 0)
        if is_legal:
            verdict = TAKEN
        elif FIRST_LOOK and status == Status.ASKING and ld(job + Orders.JUDGES):
            verdict = look(a, job, row, saved)
        else:
            verdict = judge(a, job, status)
        if verdict == GOES_ON:
            count_answer(job)
            forget_record(job)
            st(job + Tries.SPENT, 0)
            return settle(a, job, Status.ASKING)
        if verdict == TAKEN:
            drawn = drawn_last(job, total)
            if status == Status.ASKING and ld(job + Orders.JUDGES):
                left = leave_out_drawn(job, total)
                keep_few(job, left, ld(job + Draws.REST), total)
            return proceed(a, job, status, drawn)
        count_try(a, job)
        if verdict == NOTHING_MOVED:
            count_refused(job)
            restore_counts(a, saved)
            st(a + State.LIVE, of_saved(saved, State.LIVE))
        else:
            note_refused(job, verdict, drawn_last(job, total))
            restore(a, job, saved)
        if leave_out_drawn(job, total) == 0 or not may_try(job):
            list_rest(job, total)
            return nothing_left(a, job, total)


@inline
def list_rest(job: int, total: int) -> int:
    return list_some(job, few_left(ld(job + Draws.FEW_LEFT), ld(job + Draws.REST), total))


@inline
def look(a: int, job: int, row: int, saved: int) -> int:
    """Judges by comparing the words of the frames; where these do not decide, `judge` follows references."""
    base = ld(a + State.FRAMES_BASE)
    size = ld(a + State.FRAMES) - base
    if size != of_saved(saved, State.FRAMES) - of_saved(saved, State.FRAMES_BASE) or ld(a + State.OUTCOME):
        return judge(a, job, Status.ASKING)
    now = a + base
    then = saved_frames(saved)
    top = ld(row + AskRow.TOP)
    # Frames are told apart from the outermost on, so equal words from the end mean equal sites up to there.
    for place in range(top, size, 8):
        if ld(now + place) != ld(then + place):
            return judge(a, job, Status.ASKING)
    plain = ld(row + AskRow.PLAIN)
    is_equal = 1
    for place in range(0, top, 8):
        if ld(now + place) != ld(then + place):
            if plain & 1:
                # What is live at both questions has changed, so this one continues nothing before it.
                return judge(a, job, Status.ASKING) if ld(job + Chain.COUNT) else GOES_ON
            is_equal = 0
        plain = lshr(plain, 1)
    # Where nothing older changes it does not matter what was written.
    is_quiet = not ld(job + Orders.MUTATES) or (not is_changed(a, saved) and not ld(a + State.JOURNAL))
    has_drawn = ld(a + State.CHANCE) != of_saved(saved, State.CHANCE)
    if is_equal and is_quiet and not has_drawn and left_globals(a, saved):
        return NOTHING_MOVED if base == of_saved(saved, State.FRAMES_BASE) else SENT_BACK
    return judge(a, job, Status.ASKING)
