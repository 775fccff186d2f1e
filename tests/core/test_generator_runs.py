"""What generated programs do when they run: the measures that make comparing engines on them worth something."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from parlour.core.chance import Chance
from parlour.core.nodes import Ask, Invoke, While
from parlour.core.walk import walk_block
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.position import PythonPosition
from parlour.game.error import Refused
from parlour.game.position import Budget, Status
from parlour.testing.core_games import core_game
from parlour.testing.generate import random_program

PROGRAMS = 80
SMALL = Budget(steps=20_000, depth=200, told=50_000, memory=2_000_000)
ERRORS = {"overflow", "zero", "index", "empty", "key", "range", "unset", "none", "type"}
BUDGETS = {"steps", "depth", "told", "memory"}


@dataclass
class Measured:
    """What was seen while all programs ran."""

    endings: Counter[str] = field(default_factory=Counter)
    deep_asks: int = 0
    lost: list[str] = field(default_factory=list)


@cache
def measured() -> Measured:
    """Runs every program by random answers, twice side by side: the twin is a copy made anew at every question."""
    seen = Measured()
    for seed in range(PROGRAMS):
        engine = core_game(random_program(Chance(seed), 4)).engines["python"]
        assert isinstance(engine, PythonEngine)
        position = engine.start(seed, {}, SMALL)
        answers = Chance(seed)
        is_deep = False
        for _ in range(20):
            if position.status is not Status.OPEN:
                break
            is_deep = is_deep or asks_in_a_call_in_a_loop(position)
            question = position.questions[answers.below(len(position.questions))]
            values = position.candidates(question.id - position.first_id).values or ("x",)
            value = values[answers.below(len(values))]
            twin = position.copy()
            if twin.key != position.key:
                seen.lost.append(f"{seed}: the key of a copy")
            first, second = position.answer(question, value), twin.answer(question.id, value)
            if first != second or position.key != twin.key or position.status is not twin.status:
                seen.lost.append(f"{seed}: a copy answered {value!r} went another way")
            if isinstance(first, Refused):
                break
        seen.deep_asks += is_deep
        seen.endings[position.status.value if position.error is None else position.error.code] += 1
    return seen


def asks_in_a_call_in_a_loop(position: PythonPosition) -> bool:
    """Some frame below the asking one waits inside a loop of its function."""
    engine = position.engine
    for number, site in [frame[:2] for frame in position.run.stack[:-1]]:
        function = engine.program.functions[number]
        stmt = engine.plan.sites[function.name][site - 1].stmt
        for loop in walk_block(function.body):
            if isinstance(loop, While) and any(inner is stmt for inner in walk_block(loop.body)):
                assert isinstance(stmt, Invoke)
                return True
    return False


def test_half_the_programs_reach_an_ask_inside_a_call_inside_a_loop() -> None:
    assert measured().deep_asks >= PROGRAMS // 2


def test_every_kind_of_error_and_every_budget_occurs() -> None:
    assert set(measured().endings) >= ERRORS | BUDGETS, ERRORS | BUDGETS - set(measured().endings)


def test_a_copy_of_a_position_has_its_key_and_goes_the_same_way() -> None:
    assert measured().lost == []


def test_programs_ask() -> None:
    programs = [random_program(Chance(seed), 4) for seed in range(20)]
    asking = [
        any(isinstance(stmt, Ask) for function in program.functions for stmt in walk_block(function.body))
        for program in programs
    ]
    assert sum(asking) >= 15
