"""Planted faults in the lowering to Python: comparing runs of generated programs catches every one of them.

This is what generated programs are for. Each mutation breaks one small thing in the compiler; a program that then runs
differently (another transcript, key, ending or error) has caught it. A mutation that nothing catches means that the
generator has stopped producing what it should.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache

import pytest

from parlour.core.chance import Chance
from parlour.core.nodes import Program
from parlour.engines.core import failures
from parlour.engines.core.run import Run
from parlour.engines.python import containers, expressions, operations, primitives, statements
from parlour.engines.python.code import Value
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.state_machines import MachineWriter
from parlour.engines.python.writer import Writer
from parlour.game.position import Budget, Status
from parlour.testing.core_games import PlainTable, prepare
from parlour.testing.generate import random_program

SMALL = Budget(steps=20_000, depth=200, told=50_000, memory=2_000_000)
MOST_PROGRAMS = 150

Patch = pytest.MonkeyPatch


@cache
def program(seed: int) -> Program:
    return prepare(random_program(Chance(seed), 4))


def transcript(program_: Program, seed: int) -> list[object]:
    """Everything that can be seen of a run by random answers."""
    engine = PythonEngine(program_, PlainTable([]))
    seen: list[object] = []
    try:
        position = engine.start(seed, {}, SMALL)
        answers = Chance(seed)
        for _ in range(10):
            seen.append((position.status, position.last, position.key, position.error and position.error.code))
            if position.status is not Status.OPEN:
                break
            question = position.questions[answers.below(len(position.questions))]
            values = position.candidates(question.id - position.first_id).values or ("x",)
            seen.append(position.answer(question, values[answers.below(len(values))]))
    except Exception as problem:
        # A mutation may break Python code outright: that, too, is a difference.
        seen.append(type(problem))
    return seen


@cache
def expected(seed: int) -> list[object]:
    return transcript(program(seed), seed)


def swap_op(one: str, other: str) -> Callable[[Patch], None]:
    def plant(patch: Patch) -> None:
        patch.setitem(operations._WRITERS, one, operations._WRITERS[other])

    return plant


def no_overflow_check(patch: Patch) -> None:
    patch.setattr(
        Writer, "checked", lambda self, code, low, high, stable, height: Value(code, stable, low, high, height)
    )


def index_from_the_end(patch: Patch) -> None:
    patch.setattr(containers, "_check_list_index", lambda writer, items, index: None)


def no_steps_in_loops(patch: Patch) -> None:
    patch.setattr(statements.PlainWriter, "turn", lambda self: None)


def operands_in_no_order(patch: Patch) -> None:
    def operands(self: Writer, parts: list[object]) -> list[Value]:
        return [self.expression(part) for part in reversed(parts)][::-1]  # type: ignore[arg-type]

    patch.setattr(Writer, "operands", operands)


def and_is_or(patch: Patch) -> None:
    original = expressions._short
    patch.setattr(expressions, "_short", lambda writer, left, right, op: original(writer, left, right, ast.Or()))


def slots_swapped(patch: Patch) -> None:
    original = MachineWriter.unpack
    patch.setattr(MachineWriter, "unpack", lambda self, names: original(self, list(reversed(names))))


def no_rollback(patch: Patch) -> None:
    patch.setattr(Run, "rollback", Run.commit)


def speculation_speaks(patch: Patch) -> None:
    patch.setattr(Run, "unspeculate", lambda self, kept: self.rollback())


def globals_are_not_kept(patch: Patch) -> None:
    patch.setattr(Run, "keep_global", lambda self, number: None)


def rounding_toward_zero(patch: Patch) -> None:
    patch.setattr(
        primitives, "whole", lambda value, down: int(value) if abs(value) < 2**62 else failures.fail_range("")
    )


def no_memory(patch: Patch) -> None:
    patch.setattr(Writer, "take_memory", lambda self, amount: None)
    patch.setattr(primitives, "take", lambda run, amount: None)


def tracked_in_the_order_of_meeting(patch: Patch) -> None:
    original = primitives.tracked
    patch.setattr(primitives, "tracked", lambda *args: list(reversed(original(*args))))


MUTATIONS: dict[str, Callable[[Patch], None]] = {
    "add is sub": swap_op("add", "sub"),
    "lt is le": swap_op("lt", "le"),
    "eq is ne": swap_op("eq", "ne"),
    "div is quot": swap_op("div", "quot"),
    "mod is rem": swap_op("mod", "rem"),
    "copying a list shares it": swap_op("list_copy", "list_length"),
    "no overflow check": no_overflow_check,
    "negative indexes count from the end": index_from_the_end,
    "loops take no steps": no_steps_in_loops,
    "operands from right to left": operands_in_no_order,
    "and is or": and_is_or,
    "slots of a frame swapped": slots_swapped,
    "a failed attempt keeps what it wrote": no_rollback,
    "speculation leaves what it told and drew": speculation_speaks,
    "globals are not put back": globals_are_not_kept,
    "floats are cut, not rounded down": rounding_toward_zero,
    "memory is not counted": no_memory,
    "tracked in another order": tracked_in_the_order_of_meeting,
}


# Which program has caught a fault that most do not notice, so that it is tried first. Where the generator has changed
# since and it does not any more, one of the others has to: then note that one here.
CAUGHT_BY = {
    "no overflow check": 111,
    "negative indexes count from the end": 27,
    "loops take no steps": 18,
    "a failed attempt keeps what it wrote": 29,
    "globals are not put back": 29,
    "floats are cut, not rounded down": 7,
    "memory is not counted": 19,
    "tracked in another order": 49,
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_fault_is_caught(name: str, monkeypatch: Patch) -> None:
    for seed in (CAUGHT_BY.get(name, 0), *range(MOST_PROGRAMS)):
        right = expected(seed)
        with monkeypatch.context() as patch:
            MUTATIONS[name](patch)
            if transcript(program(seed), seed) != right:
                return
    pytest.fail(f"{MOST_PROGRAMS} programs ran as if nothing were wrong")


def test_without_a_fault_nothing_differs() -> None:
    assert all(transcript(program(seed), seed) == expected(seed) for seed in range(8))
