"""Many games by random legal answers, in this process.

How a random answer is chosen is part of the meaning, so that every engine comes to the same tally: playout i of seed s
draws its chance from the stream `derive(derive(s, i, 0), 0)` and its answers from `derive(s, i, 1)`. At a question an
answer is drawn from the candidates in their order, uniformly; one that is refused is not drawn again before the state
changes. When all are refused, one of those is drawn that the program took before it failed (see
`engines/core/probing.py`), and the game ends with that error. Where there are none, one of those that lead back to a
question before is drawn; if that is the question just before, one goes on there with the answers that are left, for the
one that led here is spent. Without a way back, one of all that fail is drawn; where there are none either the game is
*stuck*. When what all tries at a question may cost together is used up (`most_tried`), what is left counts as refused,
too. Where the program itself lists the options they are legal, and the one drawn is taken as it comes. With a policy
(see `engines/core/policy.py`) answers are drawn by its weights instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.core.chance import Chance, derive
from parlour.core.nodes import Ask, Const, Options
from parlour.core.passes.effects import adds_seats, draws_unseen
from parlour.core.values import Plain
from parlour.core.walk import domain_expressions
from parlour.engines.core.endings import ending_of
from parlour.engines.core.failures import GameFailure
from parlour.engines.core.limits import BUDGETS, LONGEST_GAME, SAY_AFTER_S, WALK_AFTER
from parlour.engines.core.policy import LARGEST_WEIGHT, Policy, PolicyFailed, checked_data, find_policy
from parlour.engines.core.probing import COMPARING, LONGEST_MOVE, cost_of_try, most_tried
from parlour.engines.core.run import Frame, Run
from parlour.engines.core.state import RunState
from parlour.engines.core.values import UNSET
from parlour.engines.python.driver import deep_calls
from parlour.engines.python.position import PythonPosition, count_live
from parlour.game.outcome import Outcome, Tally
from parlour.game.policy import NOTHING_GIVEN, Drawing, Given, drawing
from parlour.game.position import Budget, Position, Status

if TYPE_CHECKING:
    from parlour.engines.python.engine import PythonEngine


@dataclass(slots=True)
class Tries:
    """The answers to a question that were not drawn yet, of those refused the ones that lead back or fail, and what the
    tries have cost."""

    left: list[Any]
    back: tuple[Any, ...] = ()
    failing: tuple[Any, ...] = ()
    spent: int = 0

    def compared(self, most: int) -> tuple[Any, ...]:
        """The failing ones of which it can still be found out whether they were taken."""
        return self.failing[: max(most - self.spent, 0) // COMPARING]


class PythonSimulator:
    """See `parlour.game.position.Simulator`. It works in this process alone, whatever `jobs` says."""

    def __init__(self, engine: PythonEngine) -> None:
        self.engine = engine
        self.budget = Budget()
        self.policy: Policy | None = None
        self.given: Given = NOTHING_GIVEN
        self.deadline: float | None = None

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        first: int = 0,
        progress: Callable[[int], object] | None = None,
        patience_s: float | None = None,
    ) -> Tally:
        """Beside what the protocol says: `first` numbers the first playout, and after `patience_s` seconds of processor
        time no more are played; one that is not over then does not count."""
        self.deadline = None if patience_s is None else thread_time() + patience_s
        wanted = drawing(policy)
        self.policy = None if wanted.name is None else find_policy(self.engine.plan, wanted.name)
        self.given = checked_data(self.engine.program, wanted.given)
        tally = Tally()
        is_simple = not start and self.policy is None and self.is_simple()
        playout = Frames(self).playout if is_simple else self.playout
        said = monotonic()
        with deep_calls(self.budget.depth):
            for number in range(first, first + n):
                position = start[number % len(start)] if start else None
                if self.is_late():
                    break
                playout(derive(seed, number), position, tally)
                if progress is not None and monotonic() - said >= SAY_AFTER_S:
                    progress(tally.games)
                    said = monotonic()
        if progress is not None:
            progress(tally.games)
        return tally

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

    # --------------------------------------------------------------------------------------------- any program

    def playout(self, own: int, first: Position | None, tally: Tally) -> None:
        """One game, on copies of positions; `own` is its own seed."""
        seed, policy = derive(own, 0), Chance(derive(own, 1))
        if first is None:
            position = PythonPosition.begin(self.engine, seed, self.budget, bulk=True, given=self.given)
        elif isinstance(first, PythonPosition):
            position = first.bulk_copy(self.budget, seed)
        else:
            raise ValueError("a playout of this engine starts from one of its own positions")
        refused = tally.refused
        length = 0
        error = None
        tries: Tries | None = None
        earlier: tuple[bytes, Tries] | None = None
        while position.status is Status.OPEN and position.run.outcome is None and length < LONGEST_GAME:
            if self.is_late():
                # Whoever plays this game again counts its tries again.
                tally.refused = refused
                return
            if tries is None:
                tries = Tries(list(position.candidates(position.place(0)).values))
            following, is_way_back = self.step(position, policy, tally, tries)
            length += 1
            if following is None:
                error = "stuck"
                break
            if is_way_back and earlier is not None and following.key == earlier[0]:
                earlier[1].spent += tries.spent
                tries, earlier = earlier[1], None
            elif following.chain and following.chain[-1].key == position.key:
                earlier = (position.key, tries)
                tries = None
            else:
                tries = earlier = None
            position = following
        if position.error is not None:
            error = position.error.code
        elif error is None and position.status is Status.OPEN and position.run.outcome is None:
            error = "unfinished"
        if error is None:
            tally.add_ending(ending_of(position), position.run.seats)
            self.add_counts(tally, position.run)
        else:
            tally.failed[error] += 1
        self.count(tally, length)

    def step(
        self, position: PythonPosition, policy: Chance, tally: Tally, tries: Tries
    ) -> tuple[PythonPosition | None, bool]:
        """The position after an answer, and whether it was only taken to go back; None where nobody can go on."""
        index = position.place(0)
        left = tries.left
        judges = self.engine.tries_answers and not isinstance(position.asked.domain, Options)
        weights = self.weights(position, index, left)
        before = {earlier.key for earlier in position.chain} if judges else set()
        most = self.most_tried
        while left and tries.spent < most:
            number = policy.weighted(weights) if any(weights) else policy.below(len(left))
            value = left.pop(number)
            del weights[number : number + 1]
            trial = self.attempt(position, index, value)
            if trial.status is Status.FAILED and not isinstance(position.asked.domain, Options):
                tries.failing += (value,)
            elif trial.status is not Status.OPEN or not judges:
                return trial, False
            elif trial.key in before:
                tries.back += (value,)
            elif trial.key != position.key:
                return trial, False
            tally.refused += 1
            tries.spent += cost_of_try(self.budget, trial.steps_left)
        taken = [value for value in tries.compared(most) if self.attempt(position, index, value).was_taken]
        choice = taken or tries.back or tries.failing
        if not choice:
            return None, False
        return self.attempt(position, index, choice[policy.below(len(choice))]), not taken and bool(tries.back)

    def attempt(self, position: PythonPosition, index: int, value: Plain) -> PythonPosition:
        trial = position.bulk_copy(self.budget, None)
        trial.give(index, value)
        return trial

    def weights(self, position: PythonPosition, index: int, values: Sequence[Plain]) -> list[int]:
        """How likely each of these answers is; nothing where all are alike."""
        policy, ask = self.policy, position.site.stmt
        member = None if policy is None or not isinstance(ask, Ask) else policy.member(ask)
        if policy is None or member is None:
            return []
        weigh = self.engine.bulk_code.functions[policy.numbers[member]]
        found: list[int] = []
        for value in position.core_answers(index, values):
            looking = RunState(position).looking()
            try:
                weight = weigh(looking, value)
            except (GameFailure, RecursionError, MemoryError) as failure:
                raise PolicyFailed(policy.name, str(failure)) from None
            found.append(min(max(weight, 0), LARGEST_WEIGHT))
        return found

    def count(self, tally: Tally, length: int) -> None:
        tally.games += 1
        tally.questions += length
        tally.lengths[length] += 1

    def add_counts(self, tally: Tally, run: Run) -> None:
        for name, number in self.engine.counts.items():
            if run.globals[number]:
                tally.counts[name] += run.globals[number]


def _code(failure: GameFailure | RecursionError | MemoryError) -> str:
    if isinstance(failure, GameFailure):
        return failure.code
    return "depth" if isinstance(failure, RecursionError) else "memory"


class Snapshot(NamedTuple):
    """A state at a question, with all that a run can change."""

    stack: list[Frame]
    globals: list[Any]
    chance: int
    room: int
    live: int


class Frames:
    """The same playouts for programs whose states are plain frames: compared and kept as they are, without images."""

    def __init__(self, simulator: PythonSimulator) -> None:
        self.simulator = simulator
        self.engine = simulator.engine
        self.budget = simulator.budget
        self.driver = self.engine.bulk_code.driver
        self.steps_and_told = self.budget.steps, self.budget.told
        self.counts_below = self.budget.memory - WALK_AFTER
        self.answers: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.live: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        self.shared: dict[tuple[int, int, int], tuple[tuple[int, int], ...]] = {}
        self.opening: Snapshot | None = None
        self.run = self.engine.new_run(0, self.budget)
        self.run.events = None
        self.draws = any(effects.draws for effects in self.engine.plan.effects.values())
        self.draws_unseen = draws_unseen(self.engine.program, self.engine.plan.effects)

    def playout(self, own: int, first: Position | None, tally: Tally) -> None:
        policy = Chance(derive(own, 1))
        run = self.run
        run.outcome = None
        run.room, run.live, run.depth = self.budget.memory, 0, run.depth_limit
        stack, chance = run.stack, run.chance
        chance.state = derive(derive(own, 0), 0) if self.draws else 0
        judges, answers, most = self.engine.tries_answers, self.answers, self.simulator.most_tried
        chain: list[Snapshot] = []
        tries: Tries | None = None
        earlier: Tries | None = None
        refused = length = 0
        is_open: bool | None = self.open(run)
        while is_open and run.outcome is None and length < LONGEST_GAME:
            frame = stack[-1]
            before = self.snapshot()
            if tries is None:
                tries = Tries(list(answers.get(frame[:2]) or self.candidates(frame, run)))
            left, is_way_back = tries.left, False
            while left and tries.spent < most:
                value = left.pop(policy.below(len(left)))
                is_open = self.attempt(run, frame, value)
                if is_open is None:
                    tries.failing += (value,)
                    self.put_back(before)
                else:
                    if not is_open or not judges:
                        break
                    if run.outcome is not None or stack != before.stack or not self.same_globals(run, before):
                        if not chain or run.outcome is not None or not any(self.equals(run, one) for one in chain):
                            break
                        tries.back += (value,)
                        self.put_back(before)
                # A refused answer leaves nothing behind, not even what it drew or counted.
                chance.state, run.room, run.live = before[2:]
                if self.engine.counts:
                    run.globals[:] = before.globals
                refused += 1
                tries.spent += cost_of_try(self.budget, run.steps)
            else:
                taken = [value for value in tries.compared(most) if self.is_taken(frame, value, before)]
                choice = taken or tries.back or tries.failing
                is_way_back = not taken and bool(tries.back)
                if choice:
                    is_open = self.attempt(run, frame, choice[policy.below(len(choice))])
                else:
                    is_open, run.value = None, "stuck"
            length += 1
            if is_open:
                now = stack[-1]
                if is_way_back and earlier is not None and self.equals(run, chain[-1]):
                    chain = self.chain(run, chain, before)
                    earlier.spent += tries.spent
                    tries, earlier = earlier, None
                elif chain or now[:2] != frame[:2] or now == frame or len(stack) != len(before.stack):
                    chain = self.chain(run, chain, before)
                    earlier = tries if chain and chain[-1] is before else None
                    tries = None
                else:
                    # The same question is asked with other values: it continues nothing.
                    tries = earlier = None
        tally.refused += refused
        if is_open is None or (is_open and run.outcome is None):
            tally.failed["unfinished" if is_open else str(run.value)] += 1
        else:
            tally.add_ending(self.ending(run, is_open), run.seats)
            self.simulator.add_counts(tally, run)
        self.simulator.count(tally, length)

    def is_taken(self, frame: Frame, failing: Any, before: Snapshot) -> bool:
        """As `PythonPosition.was_taken`: frames do not change, so it is the globals that count."""
        run = self.run
        self.attempt(run, frame, failing)
        live = self.live_globals(before.stack)
        now, then = ([globals_[number] for number in live] for globals_ in (run.globals, before.globals))
        is_taken = run.value not in BUDGETS and now != then
        self.put_back(before)
        return is_taken

    def attempt(self, run: Run, frame: Frame, value: Any) -> bool | None:
        """Gives an answer: True: another question; False: over; None: an error, its code in `run.value`."""
        run.value = value
        run.stack.pop()
        run.steps, run.told = self.steps_and_told
        return self.drive(run, frame)

    def snapshot(self) -> Snapshot:
        run = self.run
        return Snapshot(run.stack[:], run.globals[:], run.chance.state, run.room, run.live)

    def put_back(self, snapshot: Snapshot) -> None:
        run = self.run
        run.stack[:], run.globals[:], run.chance.state = snapshot.stack, snapshot.globals, snapshot.chance
        run.room, run.live, run.outcome = snapshot.room, snapshot.live, None
        run.depth = self.driver.depth(run)

    def open(self, run: Run) -> bool | None:
        """To the first question; played only once where no chance comes before it."""
        state = run.chance.state
        if self.opening is not None:
            self.put_back(self.opening)
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
            run.value = _code(failure)
            return None
        if is_open and run.live + run.room <= self.counts_below:
            count_live(self.engine, run, self.budget)
        return is_open

    def equals(self, run: Run, earlier: Snapshot) -> bool:
        return run.stack == earlier.stack and self.same_globals(run, earlier)

    def same_globals(self, run: Run, earlier: Snapshot) -> bool:
        """For two states with the same stack."""
        if run.globals == earlier.globals:
            return True
        return all(run.globals[number] == earlier.globals[number] for number in self.live_globals(run.stack))

    def live_globals(self, stack: list[Frame]) -> tuple[int, ...]:
        sites = tuple((frame[0], frame[1]) for frame in stack)
        found = self.live.get(sites)
        if found is None:
            names = [(self.engine.program.functions[function].name, site) for function, site in sites]
            found = self.live[sites] = self.engine.plan.live_globals(names)
        return found

    def chain(self, run: Run, chain: list[Snapshot], before: Snapshot) -> list[Snapshot]:
        """As `Fingerprint.chain`."""
        for number, earlier in enumerate((*chain, before)):
            if self.equals(run, earlier):
                return chain[:number]
        is_same_move = self.continues(run, before)
        found = [
            earlier
            for earlier in (*chain, before)
            if self.continues(run, earlier) and (is_same_move or self.shares(run, earlier))
        ]
        return found[-LONGEST_MOVE:]

    def shares(self, run: Run, earlier: Snapshot) -> bool:
        """Something that was live then is still live."""
        for then, now in zip(earlier.stack, run.stack):  # noqa: B905 - as in `continues`
            if then[0] == now[0] and self.common(then[0], then[1], now[1]):
                return True
        alive = self.live_globals(run.stack)
        return any(number in alive for number in self.live_globals(earlier.stack))

    def continues(self, run: Run, earlier: Snapshot) -> bool:
        """What was live then and still is has the same value."""
        for then, now in zip(earlier.stack, run.stack):  # noqa: B905 - frames above have returned, or are new
            if then[0] == now[0] and then != now:
                for one, other in self.common(then[0], then[1], now[1]):
                    if then[one] != now[other]:
                        return False
        if earlier.globals == run.globals:
            return True
        alive = self.live_globals(run.stack)
        return all(
            earlier.globals[number] == run.globals[number]
            for number in self.live_globals(earlier.stack)
            if number in alive
        )

    def common(self, function: int, then: int, now: int) -> tuple[tuple[int, int], ...]:
        """Where two frames of a function keep the locals that are live at both sites."""
        found = self.shared.get((function, then, now))
        if found is None:
            sites = self.engine.plan.sites[self.engine.program.functions[function].name]
            places = {name: number for number, name in enumerate(sites[now - 1].slots, 2)}
            found = self.shared[function, then, now] = tuple(
                (number, places[name]) for number, name in enumerate(sites[then - 1].slots, 2) if name in places
            )
        return found

    def candidates(self, frame: Frame, run: Run) -> tuple[Any, ...]:
        """The answers to try at a question, as the program holds them."""
        position = PythonPosition(self.engine, self.engine.bulk_code, run, self.budget)
        found = self.answers[frame[:2]] = tuple(position.core_answers(0, position.candidates(0).values))
        return found

    def ending(self, run: Run, is_open: bool) -> Outcome:
        position = PythonPosition(self.engine, self.engine.bulk_code, run, self.budget)
        position.status, position.result = (Status.OPEN, UNSET) if is_open else (Status.OVER, run.value)
        return ending_of(position)
