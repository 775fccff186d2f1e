"""Both engines play the same game: same transcript, same key at every question, same errors, budgets and tallies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

import parlour
from parlour import library
from parlour.core.passes import small_ints
from parlour.core.read.program import read_program
from parlour.engines.core.position import CorePosition
from parlour.engines.native.compile import compiler, operations
from parlour.engines.native.compile.writer import Writer
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host import loading
from parlour.engines.python.engine import PythonEngine
from parlour.game.error import GameError
from parlour.game.outcome import Tally
from parlour.game.position import Budget, Status
from parlour.game.question import Question
from parlour.testing.agreement import SMALL, budgets, compare, engines, play_side_by_side, seen
from parlour.testing.asking import SAMPLES
from parlour.testing.generate import program_of

GENERATED = 200

Plant = Callable[[pytest.MonkeyPatch], None]

CORE_GAMES = [entry.name for entry in library.all() if entry.language != "gdl"]


@pytest.fixture(autouse=True)
def _compile_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less optimisation takes a third of the time and must come to the same."""
    monkeypatch.setattr(loading, "OPTIMISATION", 1)


def tallies(python: PythonEngine, native: NativeEngine, games: int, budget: Budget) -> tuple[Tally, Tally]:
    one, other = python.simulator(), native.simulator()
    one.budget = other.budget = budget
    return one.playouts(games, 5), other.playouts(games, 5, jobs=1)


@cache
def library_engines(name: str) -> tuple[PythonEngine, NativeEngine]:
    entry = library.find(name)
    assert entry is not None
    python = parlour.load(entry).engines["python"]
    assert isinstance(python, PythonEngine)
    return python, NativeEngine(python)


@pytest.mark.parametrize("seed", range(GENERATED))
def test_generated_programs_run_the_same_in_both_engines(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % 2:
        # As large programs are compiled.
        monkeypatch.setattr(compiler, "LARGE", 0)
    assert compare(program_of(seed), seed, games=0 if seed % 5 else 8) == []


def test_questions_before_a_move_are_still_there_when_one_goes_back_to_them() -> None:
    """Of the records that say which question continues which, those of the question that a move begins at stay, also
    where all of them have to be written out on the way: a program that was found by chance overwrote them."""
    assert compare(program_of(20263005), 20263005, games=8) == []


def test_a_dead_beginning_leaves_what_the_question_before_it_continues() -> None:
    # Going back from it met slots that questions inside the move had been laid in.
    assert compare(program_of(20272497), 20272497, games=8) == []


def test_one_comes_back_through_a_question_that_does_not_continue_where_the_move_began() -> None:
    """A question inside a move continues the last one, but not always all before it: from a dead end one goes back to
    the move's first question all the same, in both engines."""
    assert compare(program_of(33002184), 33002184, games=8) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_every_way_to_be_asked_is_the_same_in_both_engines(name: str) -> None:
    python, native = engines(read_program(SAMPLES[name]))
    for seed in range(3):
        assert play_side_by_side(python, native, seed, SMALL) == []
    for budget in (SMALL, Budget(steps=400, depth=200, told=50_000, memory=2_000_000)):
        assert_answers_are_the_same(python.start(1, {}, budget), native.start(1, {}, budget))
    one, other = tallies(python, native, 60, SMALL)
    assert one == other
    assert one.games == 60


def offered(position: CorePosition, question: Question) -> tuple[object, ...]:
    """Without labels: objects have none here."""
    legal, moves = position.legal(question), position.moves(question.seat, 50)
    unproved = [option.value for option in legal.unproved]
    whole = [[answer.value for answer in move.answers] for move in moves.moves]
    return [option.value for option in legal], legal.sure, unproved, whole, moves.complete


def assert_answers_are_the_same(one: CorePosition, other: CorePosition) -> None:
    """At every open question of a match: what is legal and how sure that is, whole moves, what each seat knows; also
    where looking ahead has used up what it may cost."""
    is_shown = True
    for number in range(8):
        for question in one.questions:
            assert offered(one, question) == offered(other, question)
        # What is asked is part of what a seat knows, and objects without a label are shown by their address.
        is_shown = is_shown and not any(
            " object at " in option.label for each in one.questions for option in one.legal(each)
        )
        for seat in one.seats if is_shown else ():
            assert one.view_key(seat.number) == other.view_key(seat.number)
        if not one.questions:
            return
        question = one.questions[number % len(one.questions)]
        values = [option.value for option in one.legal(question)] or ["x"]
        value = values[number % len(values)]
        assert one.answer(question, value) == other.answer(question, value)


@pytest.mark.parametrize("name", CORE_GAMES)
def test_library_games_run_the_same_in_both_engines(name: str) -> None:
    python, native = library_engines(name)
    assert play_side_by_side(python, native, 1, Budget(), 6) == []
    one, other = tallies(python, native, 1, Budget())
    assert one == other


def test_legal_answers_and_whole_moves_are_the_same() -> None:
    for name in ("peg-solitaire", "reversi"):
        python, native = library_engines(name)
        one, other = python.start(3, {}, Budget()), native.start(3, {}, Budget())
        for number in range(4):
            assert one.legal(one.questions[0]) == other.legal(other.questions[0])
            assert one.moves(one.questions[0].seat, 50) == other.moves(other.questions[0].seat, 50)
            options = one.legal(one.questions[0]).options
            value = options[number % len(options)].value
            assert one.answer(one.questions[0], value) == other.answer(other.questions[0], value)


def test_random_tic_tac_toe_has_the_known_lengths_and_shares() -> None:
    games = 200_000
    tally = library_engines("tic-tac-toe")[1].simulator().playouts(games, 1)
    known = {"X wins": 0.585, "O wins": 0.288, "draw": 0.127}
    assert set(tally.endings) == set(known)
    for ending, share in known.items():
        assert abs(tally.endings[ending] / games - share) < 4 * sqrt(share * (1 - share) / games) + 0.0005
    # One game's length has a standard deviation of about 1.4.
    assert abs(tally.mean_length - 7.63) < 4 * 1.4 / sqrt(games) + 0.005


def swapped(one: str, other: str) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setitem(operations._WRITERS, one, operations._WRITERS[other])

    return plant


def no_overflow_check(patch: pytest.MonkeyPatch) -> None:
    original = Writer.checked
    patch.setattr(
        Writer, "checked", lambda self, operation, left, right, *_: original(self, operation, left, right, 0, 0)
    )


def no_depth(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Writer, "deeper", lambda self: None)


def no_steps(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Writer, "take_steps", lambda self, amount=1, looks=False: None)


def no_memory(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Writer, "take_memory", lambda self, amount: None)


def all_ints_small(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(small_ints.SmallInts, "locals_of", lambda self, function: {var.name for var in function.params})


def program(body: str, rest: str = "") -> str:
    return f"program p entry main\nfunction main() -> int {{\n  locals (n: int, xs: list[int])\n{body}\n}}\n{rest}"


ASK = "  ask n: whole(-5, 5) seat -1 kind number\n"
TWICE = "function twice(n: int) -> int {\n  return wrap32(add(n, n))\n}\n"
DEEP = "function deep(n: int) -> int {\n  return add(1, deep(n))\n}\n"
HOARD = "  xs = [n]\n  while true {\n    do list_push(xs, n)\n  }\n  return n"
FAULTS: dict[str, tuple[Plant, str]] = {
    "add is sub": (swapped("add", "sub"), program(ASK + "  return add(n, 7)")),
    "lt is le": (swapped("lt", "le"), program(ASK + "  return choose(lt(n, n), 1, 2)")),
    "div is quot": (swapped("div", "quot"), program(ASK + "  return add(div(-7, 2), n)")),
    "mod is rem": (swapped("mod", "rem"), program(ASK + "  return add(mod(-7, 3), n)")),
    "no overflow check": (no_overflow_check, program(ASK + "  return mul(add(n, 9), 9223372036854775807)")),
    "ints are taken to be small": (
        all_ints_small,
        program(ASK + "  return twice(add(sub(n, n), 4611686018427387904))", TWICE),
    ),
    "calls are not counted": (no_depth, program(ASK + "  return deep(n)", DEEP)),
    "steps are not counted": (no_steps, program(ASK + "  if gt(n, -9) {\n    n = 0\n  }\n" + HOARD)),
    "memory is not counted": (no_memory, program(ASK + HOARD)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_planted_in_the_native_lowering_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant, text = FAULTS[name]
    budget = Budget(steps=3_000, depth=60, memory=20_000) if name != "steps are not counted" else Budget(steps=3_000)
    assert play_side_by_side(*engines(read_program(text)), 1, budget) == []
    # Faulty code must not come into the cache that others use.
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    plant(monkeypatch)
    assert play_side_by_side(*engines(read_program(text)), 1, budget) != []


# Whether a global has a value when it is read depends on the answer; `sure` always has one.
UNSURE = {
    "set in a branch": "if eq(n, 1) {\n    @x = 5\n  }",
    "set in a loop": "while lt(n, 1) {\n    @x = 5\n    n = 1\n  }",
    "set by a function that is called late": "ok = and(eq(n, 1), given())",
    "set by a function that returns early": "do perhaps(n)",
    "set in an attempt that fails": "attempt ok {\n    @x = 5\n    if eq(n, 0) {\n      fail\n    }\n  }",
    "set by what is only tried": "if eq(n, 1) {\n    ok = given()\n  }\n  ok = speculate given()",
    "set before a way out": "catch out {\n    if eq(n, 0) {\n      abandon out\n    }\n    @x = 5\n  }",
}


@pytest.mark.parametrize("name", UNSURE)
def test_a_global_without_a_value_is_noticed_in_both_engines(name: str) -> None:
    text = (
        "program p entry main\nglobal x: int\nglobal sure: int\n"
        "function main() -> int {\n  locals (n: int, ok: bool)\n  @sure = 1\n"
        f"  ask n: whole(0, 1) seat -1 kind number\n  {UNSURE[name]}\n  return add(@x, @sure)\n}}\n"
        "function given() -> bool {\n  @x = 5\n  return true\n}\n"
        "function perhaps(n: int) -> none {\n  if eq(n, 0) {\n    return\n  }\n  @x = 5\n}\n"
    )
    python, native = engines(read_program(text))
    assert python.plan.unsure == {"x"}
    codes = set()
    for answer in (0, 1):
        ends = [engine.start(0, {}, Budget()) for engine in (python, native)]
        for position in ends:
            position.answer(position.questions[0], answer)
        assert seen(ends[0]) == seen(ends[1])
        codes.add(ends[0].error.code if ends[0].error is not None else "")
    assert codes == {"", "unset"}


def both_ends(text: str, answer: int) -> list[dict[str, object]]:
    """What is seen in both engines once a program in AllHandsOnDeck was given its one answer."""
    ends = []
    for engine in parlour.load(text, language="allhandsondeck", name="long").engines.values():
        position = engine.start(0, {}, Budget())
        position.answer(position.questions[0], answer)
        assert not position.questions
        ends.append(seen(position))
    return ends


LONG = "main:\n    do ALL\n\nwhen do ALL:\n    int n = input()\n    total = 0\n"


def test_each_of_very_many_places_that_may_fail_is_blamed_for_itself() -> None:
    text = LONG + "".join(f"    total = total + 100 // (n - {number})\n" for number in range(450))
    first = LONG.count("\n") + 1
    for answer in (0, 199, 200, 201, 449):
        python, native = both_ends(text, answer)
        assert python == native
        error = python["error"]
        assert isinstance(error, GameError)
        assert error.span is not None
        assert (error.code, error.span.line) == ("zero", first + answer)


def test_very_many_values_wait_for_each_other_in_order() -> None:
    items = ("n + {}", "n + {}.5", "n == {}", "'{}' + 'a'", "[n, {}]")
    every = ", ".join(items[number % 5].format(number) for number in range(150))
    python, native = both_ends(f"{LONG}    total = [{every}]\n    print(total)\n", 3)
    assert python == native
    assert python["status"] is Status.OVER


SPECULATED = """program p entry main
presentation global shown: string
global n: int
function show() -> int {
  @shown = concat("tried ", text_of_int(7))
  return 1
}
function tell_and_show() -> int {
  tell "tried"
  return show()
}
function fail_to_show() -> int {
  @shown = concat("tried ", text_of_int(7))
  return div(1, sub(@n, @n))
}
function main() -> int {
  locals (answer: int)
  @n = 0
  @shown = concat("shown ", text_of_int(1))
  @n = add(@n, speculate show())
  do concat("overwrites ", text_of_int(77777))
  ask answer: whole(0, 1) seat -1 kind number
  @n = add(@n, speculate tell_and_show())
  do concat("overwrites ", text_of_int(77777))
  ask answer: whole(0, 1) seat -1 kind number
  return speculate fail_to_show()
}
"""


def test_what_a_speculation_shows_is_put_back_in_both_engines() -> None:
    python, native = engines(read_program(SPECULATED))
    assert play_side_by_side(python, native, 1, SMALL) == []
    for position in (python.start(1, {}, SMALL), native.start(1, {}, SMALL)):
        for number in (1, 2):
            assert position.state() == {"shown": "shown 1", "n": number}
            position.answer(position.questions[0], 0)
        assert position.status is Status.FAILED
        assert position.state() == {"shown": "shown 1", "n": 2}


# What is made and changed in a speculation is noted by the attempt around it, which must still know it afterwards.
NOTED = """program p entry main
global xs: list[int]
function count() -> int {
  locals (fresh: list[int])
  fresh = [1]
  do list_push(fresh, 2)
  return list_length(fresh)
}
function main() -> int {
  locals (answer: int, n: int, made: list[int], ok: bool)
  @xs = [1, 2, 3]
  n = 0
  ask answer: whole(0, 1) seat -1 kind number
  attempt ok {
    n = add(n, speculate count())
    made = [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]
    do list_push(@xs, 4)
    ask answer: whole(0, 1) seat -1 kind number
    if eq(answer, 0) {
      fail
    }
  }
  ask answer: whole(0, 1) seat -1 kind number
  return add(n, list_length(@xs))
}
"""


@pytest.mark.parametrize("answer", [0, 1])
def test_an_attempt_survives_a_speculation_inside_it(answer: int) -> None:
    python, native = engines(read_program(NOTED))
    one, other = python.start(1, {}, SMALL), native.start(1, {}, SMALL)
    for _ in range(3):
        for position in (one, other):
            position.answer(position.questions[0], answer)
        assert seen(one) == seen(other)
        assert one.status is Status.OVER or budgets(one) == budgets(other)
    assert one.state() == {"xs": [1, 2, 3, 4] if answer else [1, 2, 3]}
