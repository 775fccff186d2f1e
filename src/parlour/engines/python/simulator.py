"""Many games by random legal answers, in this process.

How a random answer is chosen is part of the meaning, so that every engine comes to the same tally: playout i of seed s
draws its chance from the stream `derive(derive(s, i, 0), 0)` and its answers from `derive(s, i, 1)`. At a question an
answer is drawn from the candidates in their order, uniformly; one that is refused is not drawn again before the state
changes. When all are refused, one of those that lead back to the question before is drawn; without such, one of those
that ended in an error, and the game ends with it; where there are none either the game is *stuck*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance, derive
from parlour.core.effects import infer
from parlour.core.nodes import Ask, Const
from parlour.core.walk import domain_expressions
from parlour.engines.probing import LONGEST_MOVE
from parlour.engines.python.position import PythonPosition
from parlour.engines.python.run import Frame, GameFailure, Run, deep_calls
from parlour.engines.python.values import UNSET
from parlour.game.outcome import Outcome, Tally
from parlour.game.position import Budget, Position, Status

if TYPE_CHECKING:
    from parlour.engines.python.engine import PythonEngine

# A game that has asked so often is given up as unfinished.
LONGEST_GAME = 100_000


class PythonSimulator:
    """See `parlour.game.position.Simulator`. It works in this process alone, whatever `jobs` says."""

    def __init__(self, engine: PythonEngine) -> None:
        self.engine = engine
        self.budget = Budget()

    def playouts(
        self, n: int, seed: int, *, jobs: int = 0, start: Sequence[Position] = (), policy: str | None = None
    ) -> Tally:
        if policy is not None:
            raise ValueError(f"there is no policy {policy}")
        tally = Tally()
        playout = Frames(self).playout if not start and self.is_simple() else self.playout
        with deep_calls(self.budget.depth):
            for number in range(n):
                first = start[number % len(start)] if start else None
                own = derive(seed, number)
                playout(derive(own, 0), Chance(derive(own, 1)), first, tally)
        return tally

    def is_simple(self) -> bool:
        """States are plain frames, and what may be answered depends on the question alone."""
        asks = [site.stmt for sites in self.engine.plan.sites.values() for site in sites if isinstance(site.stmt, Ask)]
        return self.engine.all_plain and not any(
            ask.group or not all(isinstance(expr, Const) for expr in domain_expressions(ask.question.domain))
            for ask in asks
        )

    # --------------------------------------------------------------------------------------------- any program

    def playout(self, seed: int, policy: Chance, first: Position | None, tally: Tally) -> None:
        """One game, on copies of positions."""
        if first is None:
            position = PythonPosition.begin(self.engine, seed, self.budget, bulk=True)
        elif isinstance(first, PythonPosition):
            position = first.bulk_copy(self.budget, seed)
        else:
            raise ValueError("a playout of this engine starts from one of its own positions")
        length = 0
        error = None
        while position.status is Status.OPEN and position.run.outcome is None and length < LONGEST_GAME:
            following = self.step(position, policy, tally)
            length += 1
            if following is None:
                error = "stuck"
                break
            position = following
        if position.error is not None:
            error = position.error.code
        unfinished = position.status is Status.OPEN and position.run.outcome is None
        self.count(tally, length, self.ending(position, error or ("unfinished" if unfinished else None)))

    def step(self, position: PythonPosition, policy: Chance, tally: Tally) -> PythonPosition | None:
        index = position.place(0)
        left = list(position.candidates(index).values)
        before = {earlier.key for earlier in position.chain}
        back: list[PythonPosition] = []
        failing: list[PythonPosition] = []
        while left:
            value = left.pop(policy.below(len(left)))
            trial = position.bulk_copy(self.budget, None)
            trial.give(index, value)
            if trial.status is Status.FAILED:
                failing.append(trial)
            elif trial.status is Status.OVER or not self.engine.tries_answers:
                return trial
            elif trial.key in before:
                back.append(trial)
            elif trial.key != position.key:
                return trial
            tally.refused += 1
        choice = back or failing
        return choice[policy.below(len(choice))] if choice else None

    def count(self, tally: Tally, length: int, ending: str) -> None:
        tally.games += 1
        tally.questions += length
        tally.lengths[length] += 1
        tally.endings[ending] += 1

    def ending(self, position: PythonPosition, error: str | None) -> str:
        if error is not None:
            return error
        outcome = position.run.outcome
        if outcome is not None and outcome.ranking is not None:
            return ranking_text(outcome, position.run.seats)
        final = position.outcome
        return final.value or "over" if final is not None else "over"


def ranking_text(outcome: Outcome, seats: Sequence[str]) -> str:
    """`A > B`, or `A = B` for a tie."""
    return " > ".join(" = ".join(seats[seat] for seat in rank) for rank in outcome.ranking or ())


def _code(failure: GameFailure | RecursionError | MemoryError) -> str:
    if isinstance(failure, GameFailure):
        return failure.code
    return "depth" if isinstance(failure, RecursionError) else "memory"


Snapshot = tuple[list[Frame], list[Any], int]


class Frames:
    """The same playouts for programs whose states are plain frames: compared and kept as they are, without images."""

    def __init__(self, simulator: PythonSimulator) -> None:
        self.simulator = simulator
        self.engine = simulator.engine
        self.budget = simulator.budget
        self.driver = self.engine.bulk_code.driver
        self.answers: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.live: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        self.shared: dict[tuple[int, int, int], tuple[tuple[int, int], ...]] = {}
        self.opening: Snapshot | None = None
        self.run = self.engine.new_run(0, self.budget)
        self.run.events = None
        self.draws = any(effects.draws for effects in infer(self.engine.program).values())
        self.texts: dict[Outcome, str] = {}

    def playout(self, seed: int, policy: Chance, first: Position | None, tally: Tally) -> None:
        run = self.run
        run.outcome = None
        run.room, run.depth = self.budget.memory, run.depth_limit
        stack, globals_, chance = run.stack, run.globals, run.chance
        chance.state = derive(seed, 0) if self.draws else 0
        drive, judges, answers = self.driver.drive, self.engine.tries_answers, self.answers
        steps, told = self.budget.steps, self.budget.told
        chain: list[Snapshot] = []
        refused = length = 0
        is_open: bool | None = self.open(run)
        while is_open and run.outcome is None and length < LONGEST_GAME:
            frame = stack[-1]
            values = answers.get(frame[:2]) or self.candidates(frame, run)
            before = (stack[:], globals_[:], chance.state)
            room = run.room
            left: list[Any] | None = None
            back: list[Snapshot] = []
            failing: list[str] = []
            while left or left is None:
                number = policy.below(len(values if left is None else left))
                run.value = values[number] if left is None else left[number]
                stack.pop()
                run.steps, run.told = steps, told
                try:
                    is_open = drive(run, frame)
                except (GameFailure, RecursionError, MemoryError) as failure:
                    failing.append(_code(failure))
                    stack[:], globals_[:] = before[0], before[1]
                    run.depth, run.outcome = self.driver.depth(run), None
                else:
                    if not is_open or not judges:
                        break
                    if stack != before[0] or not self.same_globals(run, before):
                        if not chain or not any(self.equals(run, earlier) for earlier in chain):
                            break
                        back.append((stack[:], globals_[:], chance.state))
                        stack[:], globals_[:] = before[0], before[1]
                        run.depth = self.driver.depth(run)
                # A refused answer leaves nothing behind, not even what it drew.
                run.room, chance.state = room, before[2]
                refused += 1
                left = list(values) if left is None else left
                del left[number]
            else:
                if back:
                    stack[:], globals_[:], chance.state = back[policy.below(len(back))]
                    run.depth = self.driver.depth(run)
                else:
                    is_open = None
                    run.value = failing[policy.below(len(failing))] if failing else "stuck"
            length += 1
            if is_open:
                now = stack[-1]
                if chain or now[:2] != frame[:2] or now == frame or len(stack) != len(before[0]):
                    chain = self.chain(run, chain, before)
                # Else the same question is asked with other values: it continues nothing.
        tally.refused += refused
        self.simulator.count(tally, length, self.ending(run, is_open))

    def open(self, run: Run) -> bool | None:
        """To the first question; played only once where no chance comes before it."""
        if self.opening is not None:
            run.stack[:], run.globals[:] = self.opening[0], self.opening[1]
            run.depth = self.driver.depth(run)
            return True
        run.stack.clear()
        run.globals[:] = [UNSET] * len(run.globals)
        run.refill(self.budget)
        state = run.chance.state
        is_open = self.drive(run, (self.engine.entry, 0))
        if is_open and run.chance.state == state and run.outcome is None:
            self.opening = (run.stack[:], run.globals[:], state)
        return is_open

    def drive(self, run: Run, frame: Frame) -> bool | None:
        """True: a question; False: over; None: an error, its code in `run.value`."""
        try:
            return self.driver.drive(run, frame)
        except (GameFailure, RecursionError, MemoryError) as failure:
            run.value = _code(failure)
        return None

    def equals(self, run: Run, earlier: Snapshot) -> bool:
        return run.stack == earlier[0] and self.same_globals(run, earlier)

    def same_globals(self, run: Run, earlier: Snapshot) -> bool:
        """For two states with the same stack."""
        if run.globals == earlier[1]:
            return True
        return all(run.globals[number] == earlier[1][number] for number in self.live_globals(run.stack))

    def live_globals(self, stack: list[Frame]) -> tuple[int, ...]:
        sites = tuple((frame[0], frame[1]) for frame in stack)
        found = self.live.get(sites)
        if found is None:
            names = [(self.engine.program.functions[function].name, site) for function, site in sites]
            found = self.live[sites] = self.engine.plan.live_globals(names)
        return found

    def chain(self, run: Run, chain: list[Snapshot], before: Snapshot) -> list[Snapshot]:
        """As `Fingerprint.chain`."""
        found: list[Snapshot] = []
        for earlier in (*chain, before):
            if self.equals(run, earlier):
                break
            if self.continues(run, earlier) and (earlier is before or self.shares(run, earlier)):
                found.append(earlier)
        return found[-LONGEST_MOVE:]

    def shares(self, run: Run, earlier: Snapshot) -> bool:
        """Something that was live then is still live."""
        for then, now in zip(earlier[0], run.stack):  # noqa: B905 - as in `continues`
            if then[0] != now[0]:
                break
            if self.common(then[0], then[1], now[1]):
                return True
        alive = self.live_globals(run.stack)
        return any(number in alive for number in self.live_globals(earlier[0]))

    def continues(self, run: Run, earlier: Snapshot) -> bool:
        """What was live then and still is has the same value."""
        for then, now in zip(earlier[0], run.stack):  # noqa: B905 - frames above have returned, or are new
            if then[0] != now[0]:
                break
            if then != now:
                for one, other in self.common(then[0], then[1], now[1]):
                    if then[one] != now[other]:
                        return False
        if earlier[1] == run.globals:
            return True
        alive = self.live_globals(run.stack)
        return all(
            earlier[1][number] == run.globals[number] for number in self.live_globals(earlier[0]) if number in alive
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
        found = self.answers[frame[:2]] = position.core_candidates()
        return found

    def ending(self, run: Run, is_open: bool | None) -> str:
        if is_open is None:
            return str(run.value)
        outcome = run.outcome
        if outcome is None and is_open:
            return "unfinished"
        if outcome is not None and outcome.ranking is not None:
            text = self.texts.get(outcome)
            if text is None:
                text = self.texts[outcome] = ranking_text(outcome, run.seats)
            return text
        position = PythonPosition(self.engine, self.engine.bulk_code, run, self.budget)
        position.status, position.result = Status.OVER, run.value
        return self.simulator.ending(position, None)
