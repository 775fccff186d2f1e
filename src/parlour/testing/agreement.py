"""Playing one program in both engines, side by side: everything that can be seen must be the same."""

from __future__ import annotations

from parlour.core.chance import Chance
from parlour.core.nodes import Program
from parlour.engines.core.position import CorePosition
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host.position import NativePosition
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.position import PythonPosition
from parlour.game.position import Budget, NeedsChance, Position, Status
from parlour.testing.core_games import PlainTable, prepare, written

SMALL = Budget(steps=20_000, depth=200, told=50_000, memory=2_000_000)


def engines(program: Program) -> tuple[PythonEngine, NativeEngine]:
    """Both engines for a program that is not in order yet."""
    core = prepare(program)
    python = PythonEngine(core, PlainTable([var.name for var in core.globals]))
    return python, NativeEngine(python)


def seen(position: Position) -> dict[str, object]:
    """Everything that can be seen of a position, but for what it costs to find legal answers."""
    return {
        "status": position.status,
        "last": position.last,
        "error": position.error,
        "questions": position.questions,
        "seats": position.seats,
        "outcome": position.outcome,
        "key": position.key,
        "state": written(position.state()),
        "depth": position.move_depth,
    }


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return [f"{name}: {one[name]!r} and {other[name]!r}" for name in one if one[name] != other[name]]


def budgets(position: CorePosition) -> dict[str, object]:
    """What is left, and other numbers of a suspended run."""
    run = position.run
    numbers: dict[str, object] = {"room": run.room, "live": run.live, "depth": run.depth, "serial": run.serial}
    return numbers | {"chance": run.chance.state, "steps": run.steps, "told": run.told}


def compare(program: Program, seed: int, games: int, budget: Budget = SMALL) -> list[str]:
    """What differs between the engines on a program: in a match played by the question, and in the tally of so many
    games; to simulate it must be compiled once more."""
    python, native = engines(program)
    found = play_side_by_side(python, native, seed, budget)
    if not games:
        return found
    one, other = python.simulator(), native.simulator()
    one.budget = other.budget = budget
    tallies = one.playouts(games, seed), other.playouts(games, seed, jobs=1)
    if tallies[0] != tallies[1]:
        found.append(f"tallies: {tallies[0]} and {tallies[1]}")
    return found


def play_side_by_side(
    python: PythonEngine, native: NativeEngine, seed: int, budget: Budget, questions: int = 12
) -> list[str]:
    """Random answers to the same questions; what differed, in words. At every question the match is also handed over
    in both directions, and both copies are given the same answer."""
    one, other = python.start(seed, {}, budget), native.start(seed, {}, budget)
    answers = Chance(seed)
    found: list[str] = []
    for number in range(questions):
        found = differences(seen(one), seen(other))
        if one.status is Status.OPEN and not found:
            found = differences(budgets(one), budgets(other))
        if found or one.status is not Status.OPEN:
            return [f"seed {seed}, question {number}: {line}" for line in found]
        question = one.questions[answers.below(len(one.questions))]
        values = one.candidates(question.id - one.first_id).values or ("x",)
        value = values[answers.below(len(values))]
        adopted, returned = NativePosition.adopt(native, one), PythonPosition.adopt(python, other)
        forced = answers.below(4) == 0
        for position in (adopted, returned):
            found.extend(f"handed over: {line}" for line in differences(seen(one), seen(position)))
        if forced:
            needs = [position.answer(question, value, chance=()) for position in (one.copy(), other.copy())]
            if needs[0] != needs[1]:
                found.append(f"with no chance: {needs}")
            elif not isinstance(needs[0], NeedsChance):
                forced = False
        steps = [position.answer(question, value) for position in (one, other, adopted, returned)]
        if any(step != steps[0] for step in steps):
            found.append(f"the answer {value!r} gave {steps}")
        for position in (adopted, returned):
            found.extend(f"handed over and answered: {line}" for line in differences(seen(one), seen(position)))
        if found:
            return [f"seed {seed}, question {number}: {line}" for line in found]
    return found
