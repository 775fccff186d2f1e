"""Many games by random legal answers, in this process.

How a random answer is chosen is part of the meaning, so that every engine comes to the same tally: playout i of seed s
draws its chance from the stream `derive(derive(s, i, 0), 0)` and its answers from `derive(s, i, 1)`. At a question an
answer is drawn from the candidates in their order, uniformly; one that is refused is not drawn again before the state
changes. With a policy (see `engines/core/policy.py`) answers are drawn by its weights instead. Where the program itself
lists the options they are legal, and the one drawn is taken as it comes.

Where a question has a guard (`core/passes/guards.py`), an answer that it turns away counts as refused and is not tried.

An answer that leads, without chance, to a question of the same seat that continues this one only *begins* a move. One
goes on there, and if everything is refused the beginning is refused, one is back where it was drawn, and another is
drawn (backtracking): so each answer is drawn evenly among those that are legal as `engines/core/probing.py` has it.
What was drawn after a refused beginning counts for nothing: the stream goes on from where that was drawn. Answers are
*given* when the move is whole, or when a draw, another seat's question or a list of options comes after them, or a move
gets longer than moves are, or what all tries since the last given answer may cost together is used up (`most_tried`).
An answer after which something was drawn is given whatever it comes to, an error excepted.

When all answers to a question are refused and nothing was begun, one of these is given, the first that there are: one
that leads to a dead end; one that the program took before it failed; one that leads back to a question before, where
one goes on with the answers that are left; one that fails at once. Where there are none the game is *stuck*. Answers
that were not tried when the budget is used up count as refused, too.

By whole moves (`by="move"`), all moves from a question are found first, in the order of their answers, and one of them
is drawn; if the budget is used up, one of those found by then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from parlour.core.chance import Chance, derive
from parlour.core.nodes import Ask, Const, Local
from parlour.core.passes.effects import adds_seats, draws_unseen
from parlour.core.values import Plain
from parlour.core.walk import domain_expressions
from parlour.engines.core.endings import ending_of
from parlour.engines.core.failures import GameFailure, code_of
from parlour.engines.core.limits import BUDGETS, LONGEST_GAME, SAY_AFTER_S, WALK_AFTER
from parlour.engines.core.policy import LARGEST_WEIGHT, Policy, PolicyFailed, checked_data, find_policy
from parlour.engines.core.position import CorePosition
from parlour.engines.core.probing import (
    COMPARING,
    GUARD_STEPS,
    GUARDING,
    LONGEST_MOVE,
    MOST_MOVES,
    TRYING,
    cost_of_try,
    most_tried,
)
from parlour.engines.core.run import Frame, Run
from parlour.engines.core.state import RunState
from parlour.engines.core.values import UNSET
from parlour.engines.python.driver import deep_calls
from parlour.engines.python.position import PythonPosition, count_live
from parlour.game.outcome import Outcome, Tally
from parlour.game.policy import NOTHING_GIVEN, Drawing, Given, drawing
from parlour.game.position import Budget, By, Position, Status

if TYPE_CHECKING:
    from parlour.engines.python.engine import PythonEngine


# So many different endings are kept before they are put into the tally: in some games no two are alike.
MOST_ENDINGS = 1 << 12


class Level:
    """A question of the move that is being made: the state there, and what was tried. `left` are the answers that were
    not drawn yet (None: nobody was here yet); of those that were, the others have come to nothing, `guarded` ones
    without being tried. `stopped` says which of the failing ones a budget has stopped: nobody knows whether the program
    had taken them. `value` was drawn last, and `stream` is where the answers' stream stood then.

    One is made for every answer, and most of it is never written: so what is not stands in the class."""

    left: list[Any] | None = None
    dead: tuple[Any, ...] = ()
    back: tuple[Any, ...] = ()
    failing: tuple[Any, ...] = ()
    stopped: tuple[int, ...] = ()
    guarded: tuple[Any, ...] = ()
    spent: int = 0
    value: Any = None
    stream: int = 0

    def __init__(self, state: Any) -> None:
        self.state = state

    def compared(self, most: int) -> tuple[Any, ...]:
        """The failing ones of which it can still be found out whether they were taken."""
        known = self.failing[: max(most - self.spent, 0) // COMPARING]
        return tuple(value for place, value in enumerate(known) if place not in self.stopped)

    def fail(self, value: Any, code: str) -> None:
        """An answer fails with this error."""
        if code in BUDGETS:
            self.stopped += (len(self.failing),)
        self.failing += (value,)


class Way(Protocol):
    """How states are held while games are played: `Positions` for any program, `Frames` for simple ones."""

    tally: Tally
    policy: Chance

    def begin(self, own: int, first: Position | None) -> list[Level]:
        """A new game, and the questions that its first one continues."""

    @property
    def is_asking(self) -> bool:
        """A question is open, and nothing is decided."""

    def here(self) -> Level:
        """The open question, new."""

    # So many answers were given by `draw` before the one that it speaks of.
    beside: int

    def draw(self, level: Level, purse: Level, room: int) -> bool:
        """Draws answers until one is not refused, and goes on with it; False, and nothing has changed, if there is none
        or the purse is empty. Where the next question continues nothing it may go on there at once, with that one in
        the place of this level, until it has given `room` more."""

    def give(self, level: Level, value: Any) -> None:
        """Goes on with an answer, whatever it comes to."""

    def put_back(self, level: Level) -> None: ...

    def taken(self, level: Level) -> list[Any]:
        """The failing answers that the program took before it failed."""

    def begins(self, level: Level) -> bool:
        """The answer that led here from there has only begun a move."""

    def continued(self, levels: list[Level]) -> list[Level]:
        """Those of the questions so far that the open one continues."""

    def again(self, levels: list[Level]) -> int | None:
        """Which of them the open one is."""

    def every(self, level: Level) -> list[Any]:
        """All answers to try."""

    def sort_guarded(self, level: Level) -> None:
        """Tries the answers that a guard has turned away, to see what they come to."""

    def end(self, length: int, is_stuck: bool) -> None:
        """Counts a game that is over, or given up."""


def policy_weights(policy: Policy, position: PythonPosition, index: int, values: Sequence[Plain]) -> list[int]:
    """How likely a policy makes each of these answers to a question; nothing where it weighs none."""
    ask = position.site.stmt
    member = policy.member(ask) if isinstance(ask, Ask) else None
    if member is None:
        return []
    weigh = position.engine.bulk_code.functions[policy.numbers[member]]
    found: list[int] = []
    for value in position.core_answers(index, values):
        looking = RunState(position).looking()
        try:
            weight = weigh(looking, value)
        except (GameFailure, RecursionError, MemoryError) as failure:
            raise PolicyFailed(policy.name, str(failure)) from None
        found.append(min(max(weight, 0), LARGEST_WEIGHT))
    return found


class PythonSimulator:
    """See `parlour.game.position.Simulator`. It works in this process alone, whatever `jobs` says."""

    def __init__(self, engine: PythonEngine) -> None:
        self.engine = engine
        self.budget = Budget()
        self.policy: Policy | None = None
        self.given: Given = NOTHING_GIVEN
        self.deadline: float | None = None
        # How often games ended in which way, with which seats: put into the tally when there are many, and at the end.
        self.endings: Counter[tuple[Outcome, tuple[str, ...]]] = Counter()

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
        first: int = 0,
        progress: Callable[[int], object] | None = None,
        patience_s: float | None = None,
    ) -> Tally:
        """Beside what the protocol says: `first` numbers the first playout, and after `patience_s` seconds of processor
        time no more are played; one that is not over then does not count."""
        self.deadline = None if patience_s is None else thread_time() + patience_s
        self.draw_by(policy)
        tally = Tally()
        is_simple = not start and self.policy is None and by == "answer" and self.is_simple()
        way: Way = Frames(self, tally) if is_simple else Positions(self, tally, by)
        said = monotonic()
        with deep_calls(self.budget.depth):
            for number in range(first, first + n):
                position = start[number % len(start)] if start else None
                if self.is_late():
                    break
                self.playout(way, derive(seed, number), position, by)
                if len(self.endings) > MOST_ENDINGS:
                    self.put_endings(tally)
                if progress is not None and monotonic() - said >= SAY_AFTER_S:
                    progress(tally.games)
                    said = monotonic()
        self.put_endings(tally)
        if progress is not None:
            progress(tally.games)
        return tally

    def put_endings(self, tally: Tally) -> None:
        """Words and counts what has ended so far."""
        for (outcome, names), games in self.endings.items():
            tally.add_ending(outcome, names, games)
        self.endings.clear()

    def draw_by(self, policy: str | Drawing | None) -> None:
        """How answers are drawn, and what the program is given."""
        wanted = drawing(policy)
        self.policy = None if wanted.name is None else find_policy(self.engine.plan, wanted.name)
        self.given = checked_data(self.engine.program, wanted.given)

    @property
    def most_tried(self) -> int:
        return most_tried(self.budget)

    def is_late(self) -> bool:
        return self.deadline is not None and thread_time() > self.deadline

    def is_simple(self) -> bool:
        """States are plain frames and globals, and what may be answered depends on the question alone."""
        asks = [site.stmt for sites in self.engine.plan.sites.values() for site in sites if isinstance(site.stmt, Ask)]
        return (
            self.engine.all_plain
            and not adds_seats(self.engine.program)
            and not any(
                ask.group or not all(isinstance(expr, Const) for expr in domain_expressions(ask.question.domain))
                for ask in asks
            )
        )

    # ------------------------------------------------------------------------------------------------ one game

    def playout(self, way: Way, own: int, first: Position | None, by: By) -> None:
        """One game; `own` is its own seed."""
        refused, most, has_deadline = way.tally.refused, self.most_tried, self.deadline is not None
        levels = way.begin(own, first)
        # How many answers were given; and of those after them that have only begun a move the questions up to each: the
        # next one may continue the last of them alone, and one comes back to all of them.
        length = 0
        begun: list[list[Level]] = []
        is_stuck = False
        if way.is_asking:
            levels.append(way.here())
        is_asking = way.is_asking
        while is_asking and length < LONGEST_GAME:
            if has_deadline and self.is_late():
                # Whoever plays this game again counts its tries again.
                way.tally.refused = refused
                return
            level = levels[-1]
            purse = begun[0][-1] if begun else level
            if by == "move" and level.left is None and not begun and (move := self.drawn_move(way, level)):
                length += self.given_move(way, levels, move)
                is_asking = way.is_asking
                continue
            is_drawn = way.draw(level, purse, 0 if has_deadline else LONGEST_GAME - length - 1)
            length += way.beside
            if not is_drawn:
                if begun and purse.spent < most:
                    levels = begun.pop()
                    self.dead_end(way, levels[-1])
                    purse.spent += TRYING
                elif begun:
                    length += len(begun)
                    begun.clear()
                else:
                    length += 1
                    found = self.last_resort(way, levels)
                    is_stuck = found is None
                    if found is None:
                        break
                    levels = found
                is_asking = way.is_asking
                continue
            is_asking = way.is_asking
            if not is_asking:
                length += len(begun) + 1
                break
            kept = way.continued(levels)
            if kept and len(begun) < LONGEST_MOVE and way.begins(level):
                begun.append(levels)
            else:
                length += len(begun) + 1
                begun.clear()
            levels = [*kept, way.here()]
        way.end(length, is_stuck)

    def dead_end(self, way: Way, level: Level) -> None:
        """Back at a question whose answer has come to nothing."""
        way.put_back(level)
        way.policy.state = level.stream
        level.dead += (level.value,)
        way.tally.refused += 1

    def last_resort(self, way: Way, levels: list[Level]) -> list[Level] | None:
        """Gives one of the answers that come to nothing, and says at which questions one is then; None if there are
        none."""
        level, below = levels[-1], way.policy.below
        way.sort_guarded(level)
        choice: Sequence[Any] = level.dead or way.taken(level) or level.back or level.failing
        if not choice:
            return None
        value = choice[below(len(choice))]
        if level.dead:
            level.dead = tuple(each for each in level.dead if each is not value)
        way.give(level, value)
        if not way.is_asking:
            return levels
        number = way.again(levels) if choice is level.back else None
        if number is None:
            return [*way.continued(levels), way.here()]
        levels[number].spent += level.spent
        return levels[: number + 1]

    # --------------------------------------------------------------------------------------------- by whole moves

    def drawn_move(self, way: Way, first: Level) -> list[Any] | None:
        """One of all moves from a question, by its answers; None if nothing was found."""
        found: list[list[Any]] = []
        levels, stream = [first], way.policy.state
        answers = [iter(way.every(first))]
        while levels:
            level = levels[-1]
            value = next(answers[-1], UNSET)
            if value is UNSET or first.spent >= self.most_tried:
                levels.pop()
                answers.pop()
                if levels:
                    way.put_back(levels[-1])
                continue
            level.left = [value]
            if not way.draw(level, first, 0):
                continue
            level.value = value
            first.spent += TRYING
            if len(levels) <= LONGEST_MOVE and way.begins(level):
                levels.append(way.here())
                answers.append(iter(way.every(levels[-1])))
                continue
            found.append([each.value for each in levels])
            if len(found) == MOST_MOVES:
                first.spent = self.most_tried
            way.put_back(level)
        # Nothing was drawn: there was only one answer to draw from each time.
        first.left, first.back, first.failing, first.stopped, first.guarded = None, (), (), (), ()
        way.policy.state = stream
        return found[way.policy.below(len(found))] if found else None

    def given_move(self, way: Way, levels: list[Level], move: list[Any]) -> int:
        """Gives the answers of a move; how many."""
        for value in move:
            way.give(levels[-1], value)
            if way.is_asking:
                levels[:] = [*way.continued(levels), way.here()]
        return len(move)

    def weights(self, position: PythonPosition, index: int, values: Sequence[Plain]) -> list[int]:
        """How likely each of these answers is; nothing where all are alike."""
        return [] if self.policy is None else policy_weights(self.policy, position, index, values)

    def lets_through(self, guard: Callable[..., bool], looking: Run, given: list[Any], value: Any) -> bool:
        """Whether an answer may be taken, by a guard. One that fails knows nothing."""
        looking.steps = min(GUARD_STEPS, self.budget.steps)
        looking.depth, looking.room = looking.depth_limit, self.budget.memory
        try:
            return guard(looking, *given, value)
        except (GameFailure, RecursionError, MemoryError):
            return True

    def count(self, tally: Tally, length: int) -> None:
        tally.games += 1
        tally.questions += length
        tally.lengths[length] += 1

    def add_counts(self, tally: Tally, run: Run) -> None:
        for name, number in self.engine.counts.items():
            if run.globals[number]:
                tally.counts[name] += run.globals[number]


class Positions:
    """Any program, on copies of positions. A state is a position."""

    def __init__(self, simulator: PythonSimulator, tally: Tally, by: By) -> None:
        self.simulator = simulator
        self.engine = simulator.engine
        self.budget = simulator.budget
        self.tally = tally
        self.by_move = by == "move"
        self.policy = Chance(0)
        self.beside = 0
        self.position: PythonPosition

    def begin(self, own: int, first: Position | None) -> list[Level]:
        seed, self.policy = derive(own, 0), Chance(derive(own, 1))
        if first is None:
            self.position = PythonPosition.begin(self.engine, seed, self.budget, bulk=True, given=self.simulator.given)
        elif isinstance(first, CorePosition) and first.engine is self.engine:
            here = first if isinstance(first, PythonPosition) else PythonPosition.adopt(self.engine, first)
            self.position = here.bulk_copy(self.budget, seed)
        else:
            raise ValueError("a playout starts from a position of the same game")
        return [Level(earlier) for earlier in self.position.chain]

    @property
    def is_asking(self) -> bool:
        return self.position.status is Status.OPEN and self.position.run.outcome is None

    def here(self) -> Level:
        return Level(self.position)

    def every(self, level: Level) -> list[Any]:
        return list(self.position.candidates(self.position.place(0)).values)

    def draw(self, level: Level, purse: Level, room: int) -> bool:
        position = self.position
        # The beginning of a game may be in the middle of a move, whose questions nobody has seen.
        level.state = position
        if level.left is None:
            level.left = self.every(level)
        index, left, most = position.place(0), level.left, self.simulator.most_tried
        is_listed = position.lists_options
        judges = self.engine.tries_answers and not is_listed
        weights = self.simulator.weights(position, index, left)
        before = {earlier.key for earlier in position.chain} if judges else set()
        guard = self.guard(position) if judges else None
        while left and purse.spent < most:
            number = self.policy.weighted(weights) if any(weights) else self.policy.below(len(left))
            value = level.value = left.pop(number)
            del weights[number : number + 1]
            level.stream = self.policy.state
            if guard is not None and not guard(position.core_answers(index, [value])[0]):
                level.guarded += (value,)
                purse.spent += GUARDING
                continue
            trial = self.attempt(position, value)
            if trial.error is not None and judges:
                level.fail(value, trial.error.code)
            elif trial.status is not Status.OPEN or not judges or trial.stream != position.stream:
                self.position = trial
                return True
            elif trial.key in before:
                level.back += (value,)
            elif trial.key != position.key:
                self.position = trial
                return True
            self.tally.refused += 1
            purse.spent += cost_of_try(self.budget, trial.steps_left)
        return False

    def guard(self, position: PythonPosition) -> Callable[[Any], bool] | None:
        """What tells of an answer whether it may be taken; None if there is no guard."""
        site = position.site
        found = self.engine.guards.get((site.function, site.number))
        if found is None:
            return None
        function = self.engine.bulk_code.functions[self.engine.functions[found.function]]
        slots = dict(zip(site.slots, position.top[2:], strict=True))
        given, looking = [slots[name] for name in found.wanted], RunState(position).looking()
        return lambda value: self.simulator.lets_through(function, looking, given, value)

    def sort_guarded(self, level: Level) -> None:
        before = {earlier.key for earlier in self.position.chain}
        for value in level.guarded:
            trial = self.attempt(self.position, value)
            if trial.error is not None:
                level.fail(value, trial.error.code)
            elif trial.key in before:
                level.back += (value,)
            elif trial.key != self.position.key:
                level.dead += (value,)
        level.guarded = ()

    def attempt(self, position: PythonPosition, value: Plain) -> PythonPosition:
        trial = position.bulk_copy(self.budget, None)
        trial.give(position.place(0), value)
        return trial

    def give(self, level: Level, value: Any) -> None:
        self.position = self.attempt(self.position, value)

    def put_back(self, level: Level) -> None:
        self.position = level.state

    def taken(self, level: Level) -> list[Any]:
        failing = level.compared(self.simulator.most_tried)
        return [value for value in failing if self.attempt(self.position, value).was_taken]

    def begins(self, level: Level) -> bool:
        before, now = level.state, self.position
        if not self.is_asking or now.stream != before.stream or not now.chain or now.chain[-1].key != before.key:
            return False
        is_single = not before.is_group and not now.is_group
        return is_single and before.questions[0].seat == now.questions[0].seat and self.may_begin(before, now)

    def may_begin(self, before: PythonPosition, now: PythonPosition) -> bool:
        return self.by_move or (self.engine.tries_answers and not before.lists_options and not now.lists_options)

    def continued(self, levels: list[Level]) -> list[Level]:
        keys = [earlier.key for earlier in self.position.chain]
        return [level for level in levels if level.state.key in keys]

    def again(self, levels: list[Level]) -> int | None:
        key = self.position.key
        return next((number for number, level in enumerate(levels) if level.state.key == key), None)

    def end(self, length: int, is_stuck: bool) -> None:
        position, tally = self.position, self.tally
        if position.error is not None:
            tally.failed[position.error.code] += 1
        elif is_stuck or self.is_asking:
            tally.failed["stuck" if is_stuck else "unfinished"] += 1
        else:
            self.simulator.endings[ending_of(position), tuple(position.run.seats)] += 1
            self.simulator.add_counts(tally, position.run)
        self.simulator.count(tally, length)


class Snapshot(NamedTuple):
    """A state at a question, with all that a run can change, and the questions that it continues."""

    stack: list[Frame]
    globals: list[Any]
    chance: int
    room: int
    live: int
    chain: list[Any]


class Frames:
    """The same playouts for programs whose states are plain frames: compared and kept as they are, without images."""

    def __init__(self, simulator: PythonSimulator, tally: Tally) -> None:
        self.simulator = simulator
        self.engine = simulator.engine
        self.budget = simulator.budget
        self.tally = tally
        self.policy = Chance(0)
        self.most = simulator.most_tried
        self.is_open: bool | None = False
        self.beside = 0
        self.chain: list[Snapshot] = []
        self.seats: dict[tuple[Any, ...], tuple[int | None, Any]] = {}
        self.guards = self.engine.guards
        self.judges = self.engine.tries_answers
        self.counts = bool(self.engine.counts)
        self.driver = self.engine.bulk_code.driver
        self.run_on = self.driver.drive
        self.steps_and_told = self.budget.steps, self.budget.told
        self.counts_below = self.budget.memory - WALK_AFTER
        self.answers: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        compared = self.engine.comparing
        self.equals, self.same_globals, self.chain_of = compared.equals, compared.same_globals, compared.chain_of
        self.live_globals = compared.live_globals
        self.opening: Snapshot | None = None
        self.run = self.engine.new_run(0, self.budget)
        self.run.events = None
        self.draws = any(effects.draws for effects in self.engine.plan.effects.values())
        self.draws_unseen = draws_unseen(self.engine.program, self.engine.plan.effects)

    def begin(self, own: int, first: Position | None) -> list[Level]:
        self.policy.state = derive(own, 1)
        run = self.run
        run.outcome = None
        run.room, run.live, run.depth = self.budget.memory, 0, run.depth_limit
        run.chance.state = derive(derive(own, 0), 0) if self.draws else 0
        self.chain = []
        self.is_open = self.open(run)
        return []

    @property
    def is_asking(self) -> bool:
        return self.is_open is True and self.run.outcome is None

    def here(self) -> Level:
        return Level(self.snapshot())

    def every(self, level: Level) -> list[Any]:
        frame = self.run.stack[-1]
        return list(self.answers.get(frame[:2]) or self.candidates(frame, self.run))

    def draw(self, level: Level, purse: Level, room: int) -> bool:
        run, before, left, judges = self.run, level.state, level.left, self.judges
        then, globals_then, chance_then, memory, live, chain = before
        stack, chance, below, most, steps = run.stack, run.chance, self.policy.below, self.most, self.budget.steps
        frame = stack[-1]
        if left is None:
            left = level.left = self.every(level)
        guard = self.guard(frame) if self.guards else None
        spent, self.beside = purse.spent, 0
        while True:
            while left and spent < most:
                value = left.pop(below(len(left)))
                if guard is not None and not guard(value):
                    level.guarded += (value,)
                    spent += GUARDING
                    continue
                is_open = self.attempt(run, frame, value)
                if is_open is None and judges:
                    level.fail(value, run.value)
                    self.put_back(level)
                elif not is_open or not judges or run.outcome is not None or chance.state != chance_then:
                    break
                elif stack != then or (run.globals != globals_then and not self.same_globals(run, before)):
                    if not chain or not any(self.equals(run, one) for one in chain):
                        break
                    level.back += (value,)
                    self.put_back(level)
                # A refused answer leaves nothing behind, not even what it counted.
                run.room, run.live = memory, live
                if self.counts:
                    run.globals[:] = globals_then
                self.tally.refused += 1
                # As `cost_of_try`.
                spent += TRYING + steps - run.steps if run.steps > 0 else TRYING + steps
            else:
                purse.spent = spent
                return False
            if self.beside >= room or guard is not None or not is_open or run.outcome is not None:
                break
            top = stack[-1]
            if chain or top[:2] != frame[:2] or top == frame or len(stack) != len(then):
                break
            # As `follow`, `here` and another turn of `playout` would have it.
            self.beside += 1
            self.chain, spent, frame = [], 0, top
            before = level.state = self.snapshot()
            then, globals_then, chance_then, memory, live, chain = before
            left = level.left = [*self.answers[frame[:2]]]
            level.dead = level.back = level.failing = level.stopped = ()
        purse.spent = spent
        level.value, level.stream = value, self.policy.state
        self.is_open = is_open
        self.follow(before)
        return True

    def guard(self, frame: Frame) -> Callable[[Any], bool] | None:
        site = self.engine.plan.sites[self.engine.program.functions[frame[0]].name][frame[1] - 1]
        found = self.guards.get((site.function, site.number))
        if found is None:
            return None
        function = self.engine.bulk_code.functions[self.engine.functions[found.function]]
        given = [frame[2 + site.slots.index(name)] for name in found.wanted]
        looking = Run(self.run.globals, self.run.seats, self.run.chance.copy())
        looking.depth_limit = self.budget.depth
        return lambda value: self.simulator.lets_through(function, looking, given, value)

    def sort_guarded(self, level: Level) -> None:
        run, before = self.run, level.state
        for value in level.guarded:
            is_open = self.attempt(run, run.stack[-1], value)
            if is_open is None:
                level.fail(value, run.value)
            elif any(self.equals(run, one) for one in before.chain):
                level.back += (value,)
            elif not self.equals(run, before):
                level.dead += (value,)
            self.put_back(level)
        level.guarded = ()

    def follow(self, before: Snapshot) -> None:
        """Which questions the one continues that an answer has led to."""
        run = self.run
        if self.is_open and run.outcome is None:
            now, then = run.stack[-1], before.stack[-1]
            if before.chain or now[:2] != then[:2] or now == then or len(run.stack) != len(before.stack):
                self.chain = self.chain_of(run, before.chain, before)
            else:
                # The same question is asked with other values: it continues nothing.
                self.chain = []

    def give(self, level: Level, value: Any) -> None:
        self.is_open = self.attempt(self.run, self.run.stack[-1], value)
        self.follow(level.state)

    def taken(self, level: Level) -> list[Any]:
        return [value for value in level.compared(self.most) if self.is_taken(level, value)]

    def begins(self, level: Level) -> bool:
        if not self.chain or self.chain[-1] is not level.state or self.run.chance.state != level.state.chance:
            return False
        return (
            self.is_asking and self.engine.tries_answers and self.seat(self.run.stack) == self.seat(level.state.stack)
        )

    def seat(self, stack: list[Frame]) -> Any:
        """Who is asked."""
        frame = stack[-1]
        place = self.seats.get(frame[:2])
        if place is None:
            site = self.engine.plan.sites[self.engine.program.functions[frame[0]].name][frame[1] - 1]
            assert isinstance(site.stmt, Ask)
            expr = site.stmt.question.seat
            assert isinstance(expr, Const | Local)
            found = (None, expr.value) if isinstance(expr, Const) else (2 + site.slots.index(expr.name), None)
            place = self.seats[frame[:2]] = found
        return place[1] if place[0] is None else frame[place[0]]

    def continued(self, levels: list[Level]) -> list[Level]:
        return (
            [level for level in levels if any(level.state is earlier for earlier in self.chain)] if self.chain else []
        )

    def again(self, levels: list[Level]) -> int | None:
        return next((number for number, level in enumerate(levels) if self.equals(self.run, level.state)), None)

    def end(self, length: int, is_stuck: bool) -> None:
        run, tally = self.run, self.tally
        if is_stuck or self.is_asking:
            tally.failed["stuck" if is_stuck else "unfinished"] += 1
        elif self.is_open is None:
            tally.failed[str(run.value)] += 1
        else:
            # Seats do not appear in a simple program, so what was said of the ranking holds.
            outcome = run.outcome
            if outcome is None or outcome.ranking is None:
                outcome = self.ending(run, self.is_open)
            self.simulator.endings[outcome, tuple(run.seats)] += 1
            self.simulator.add_counts(tally, run)
        self.simulator.count(tally, length)

    def is_taken(self, level: Level, failing: Any) -> bool:
        """As `PythonPosition.was_taken`: frames do not change, so it is the globals that count."""
        run, before = self.run, level.state
        self.attempt(run, run.stack[-1], failing)
        live = self.live_globals(before.stack)
        now, then = ([globals_[number] for number in live] for globals_ in (run.globals, before.globals))
        is_taken = run.value not in BUDGETS and now != then
        self.put_back(level)
        return is_taken

    def attempt(self, run: Run, frame: Frame, value: Any) -> bool | None:
        """Gives an answer: True: another question; False: over; None: an error, its code in `run.value`."""
        run.value = value
        run.stack.pop()
        run.steps, run.told = self.steps_and_told
        # As `drive`, which is called a hundred times less often.
        try:
            is_open = self.run_on(run, frame)
        except (GameFailure, RecursionError, MemoryError) as failure:
            run.value = code_of(failure)
            return None
        if is_open and run.live + run.room <= self.counts_below:
            count_live(self.engine, run, self.budget)
        return is_open

    def snapshot(self) -> Snapshot:
        run = self.run
        words = run.stack[:], run.globals[:], run.chance.state, run.room, run.live, self.chain
        # One is made at every question, and this takes half the time of `Snapshot(...)`.
        return tuple.__new__(Snapshot, words)

    def put_back(self, level: Level) -> None:
        self.restore(level.state)
        self.is_open = True

    def restore(self, snapshot: Snapshot) -> None:
        run = self.run
        run.stack[:], run.globals[:], run.chance.state = snapshot.stack, snapshot.globals, snapshot.chance
        run.room, run.live, run.outcome = snapshot.room, snapshot.live, None
        run.depth = self.driver.depth(run)

    def open(self, run: Run) -> bool | None:
        """To the first question; played only once where no chance comes before it."""
        state = run.chance.state
        if self.opening is not None:
            self.restore(self.opening)
            run.chance.state = state
            return True
        run.stack.clear()
        run.globals[:] = self.engine.new_globals(self.simulator.given)
        run.refill(self.budget)
        is_open = self.drive(run, (self.engine.entry, 0))
        if is_open and run.chance.state == state and run.outcome is None and not self.draws_unseen:
            self.opening = self.snapshot()
        return is_open

    def drive(self, run: Run, frame: Frame) -> bool | None:
        """True: a question; False: over; None: an error, its code in `run.value`."""
        try:
            is_open = self.driver.drive(run, frame)
        except (GameFailure, RecursionError, MemoryError) as failure:
            run.value = code_of(failure)
            return None
        if is_open and run.live + run.room <= self.counts_below:
            count_live(self.engine, run, self.budget)
        return is_open

    def candidates(self, frame: Frame, run: Run) -> tuple[Any, ...]:
        """The answers to try at a question, as the program holds them."""
        position = PythonPosition(self.engine, self.engine.bulk_code, run, self.budget)
        found = self.answers[frame[:2]] = tuple(position.core_answers(0, position.candidates(0).values))
        return found

    def ending(self, run: Run, is_open: bool) -> Outcome:
        position = PythonPosition(self.engine, self.engine.bulk_code, run, self.budget)
        position.status, position.result = (Status.OPEN, UNSET) if is_open else (Status.OVER, run.value)
        return ending_of(position)
