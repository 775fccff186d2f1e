"""Positions of the native engine: snapshots that are shared, answered, copied, handed to the Python engine and back."""

from __future__ import annotations

from functools import cache

import pytest

import parlour
from parlour.core.chance import Chance
from parlour.core.read.program import read_program
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host.position import NativePosition
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.keys import fingerprint
from parlour.engines.python.position import PythonPosition
from parlour.game.error import Refused
from parlour.game.position import Budget, Drawn, NeedsChance, Status, Step
from parlour.game.view import Told
from parlour.testing.agreement import differences, engines, play_side_by_side, seen
from parlour.testing.asking import SAMPLES


@cache
def sample(name: str) -> tuple[PythonEngine, NativeEngine]:
    return engines(read_program(SAMPLES[name]))


def start(name: str, seed: int = 0) -> NativePosition:
    return sample(name)[1].start(seed, {}, Budget())


def test_a_copy_goes_its_own_way() -> None:
    position = start("cards in a list that changes")
    copy = position.copy()
    copy.answer(copy.questions[0], "draw")
    assert position.state() == {"hand": [3, 5, 3, 8], "top": 3, "drawn": 0}
    assert copy.state() == {"hand": [3, 5, 3, 8, 1], "top": 3, "drawn": 1}
    assert position.key != copy.key


def test_a_copy_with_a_seed_draws_other_chance_and_is_the_same_state() -> None:
    position = start("dice, told lines and an outcome before the end")
    copies = [position.copy(seed=seed) for seed in range(8)]
    assert {copy.key for copy in copies} == {position.key}
    steps = {copy.answer(copy.questions[0], True) for copy in copies}
    assert len(steps) > 1, "eight seeds roll the same"


def test_events_come_in_order_and_stay_in_the_log() -> None:
    position = start("dice, told lines and an outcome before the end")
    (drawn, told) = position.last.events
    assert isinstance(drawn, Drawn) and drawn.of == 6
    assert told == Told(f"rolled {drawn.value + 1}")
    position.answer(position.questions[0], False)
    assert len(position.view(0).log) == 2


def test_given_chance_is_used_and_asked_for_when_it_runs_out() -> None:
    position = start("dice, told lines and an outcome before the end")
    before = position.key
    assert position.answer(position.questions[0], True, chance=()) == NeedsChance(6)
    assert position.key == before
    step = position.answer(position.questions[0], True, chance=(4,))
    assert isinstance(step, Step) and step.events[0] == Drawn(6, 4)
    with pytest.raises(ValueError, match="9 is not among the 6 outcomes"):
        position.answer(position.questions[0], True, chance=(9,))


def test_an_answer_of_the_wrong_form_is_refused_and_changes_nothing() -> None:
    position = start("a pair of an option and a number")
    before = position.key
    assert isinstance(position.answer(position.questions[0], (0, 9)), Refused)
    assert isinstance(position.answer(17, (0, 1)), Refused)
    assert position.key == before


def test_a_group_is_answered_in_any_order() -> None:
    first, second = start("a group that votes"), start("a group that votes")
    keys = []
    for position, order in ((first, (0, 1, 2)), (second, (2, 0, 1))):
        questions = position.questions
        for index in order:
            position.answer(questions[index], 0)
        keys.append(position.key)
    assert keys[0] == keys[1]
    assert [question.id for question in first.questions] == [4, 5, 6]


def test_an_error_has_the_words_and_the_place_of_the_python_engine() -> None:
    game = parlour.load(
        "game G\n\nplay : Int\nplay = 1 + div(input)\n\ndiv : Int -> Int\ndiv(n) = 10 / n", language="bogl"
    )
    python = game.engines["python"]
    assert isinstance(python, PythonEngine)
    errors = []
    for engine in (python, NativeEngine(python)):
        position = engine.start(0, {}, Budget())
        position.answer(position.questions[0], 0)
        errors.append(position.error)
    assert errors[0] == errors[1]
    assert errors[0] is not None and errors[0].span is not None
    assert (errors[0].code, errors[0].span.line, [call.name for call in errors[0].calls]) == (
        "zero",
        7,
        ["div", "play"],
    )


def test_a_game_that_allocates_without_end_stops_at_its_budget_with_its_line() -> None:
    text = "program p entry main\nfunction main() -> none {\n  locals (xs: list[int])\n  xs = [1]\n"
    text += "  while true {\n    do list_extend(xs, xs)\n  }\n}\n"
    python, native = engines(read_program(text))
    one, other = (engine.start(0, {}, Budget()) for engine in (python, native))
    assert one.error == other.error
    assert other.error is not None and other.error.code == "memory" and other.status is Status.FAILED


def test_deep_recursion_stops_at_the_depth_budget_and_not_at_the_end_of_the_stack() -> None:
    text = 'program p entry main\nfunction main() -> int label "main" {\n  return deep(0, "x")\n}\n'
    text += (
        'function deep(n: int, s: string) -> int label "deep" {\n  return add(1, deep(add(n, 1), concat(s, "")))\n}\n'
    )
    python, native = engines(read_program(text))
    budget = Budget(depth=50_000)
    one, other = (engine.start(0, {}, budget) for engine in (python, native))
    assert one.error == other.error
    assert other.error is not None and other.error.code == "depth"


def test_handing_over_at_every_question_loses_nothing() -> None:
    for name in SAMPLES:
        python, native = sample(name)
        position, answers = native.start(2, {}, Budget()), Chance(2)
        for _ in range(8):
            if position.status is not Status.OPEN:
                break
            there = PythonPosition.adopt(python, position)
            assert differences(seen(position), seen(there)) == [], name
            back = NativePosition.adopt(native, there)
            assert differences(seen(position), seen(back)) == [], name
            question = position.questions[answers.below(len(position.questions))]
            values = position.candidates(question.id - position.first_id).values or ("x",)
            position = back
            position.answer(question.id, values[answers.below(len(values))])


def test_a_position_that_is_over_can_be_handed_over_with_its_result() -> None:
    python, native = sample("a pair of an option and a number")
    position = python.start(0, {}, Budget())
    for move in ((0, 3), (1, 2), (2, 3), (2, 1)):
        position.answer(position.questions[0], move)
    assert position.status is Status.OVER
    assert NativePosition.adopt(native, position).outcome == position.outcome


HINTS = """
program hints entry main
class Box {
  field n: int
  hint field seen: int
}
global box: object Box
function main() -> int {
  locals (n: int, ok: bool)
  @box = new Box(1, 0)
  while lt(@box.seen, 3) {
    ask n: whole(0, 2) seat -1 kind number
    if eq(n, 1) {
      @box.seen = add(@box.seen, 1)
    } else if eq(n, 2) {
      attempt ok {
        @box.n = 5
        @box.seen = 2
        ask n: whole(0, 2) seat -1 kind number
        fail
      }
    }
  }
  return @box.seen
}
"""


def test_a_hint_is_outside_the_key_and_not_forgotten() -> None:
    python, native = engines(read_program(HINTS))
    for engine in (python, native):
        position = engine.start(0, {}, Budget())
        first = position.key
        for answer in (1, 1, 2):
            position.answer(position.questions[0], answer)
        other = engine.start(0, {}, Budget())
        other.answer(other.questions[0], 2)
        assert position.key == other.key, "inside the attempt, which keeps what the box held"
        position.answer(position.questions[0], 0)
        assert position.key == first
        position.answer(position.questions[0], 1)
        assert position.status is Status.OVER
    for seed in range(3):
        assert play_side_by_side(python, native, seed, Budget()) == []


NESTED = """
program nested entry main
seats (Ada)
global held: any
function main() -> int {
  locals (n: int, i: int)
  @held = convert[any](0)
  while true {
    ask n: whole(1, 2) seat 0 kind number
    for i from 0 to 3000 {
      @held = convert[any]((@held, add(i, n)))
    }
    @held = convert[any](board[any, 2 x 1](@held, convert[any](n)))
  }
}
"""


def test_tuples_nested_without_end_take_no_stack_of_python() -> None:
    """Their images, copies, the way into an arena and the way back out."""
    python, native = engines(read_program(NESTED))
    one, other = python.start(0, {}, Budget()), native.start(0, {}, Budget())
    for answer in (1, 2):
        one.answer(one.questions[0], answer)
        other.answer(other.questions[0], answer)
        assert one.key == other.key == one.copy().key
        adopted = NativePosition.adopt(native, one.copy())
        assert adopted.key == one.key
        assert fingerprint(python, adopted.run, one.site.stmt, 0).key == one.key
