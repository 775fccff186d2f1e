"""Playouts of the native engine: the same for any number of jobs, from given starts, with policies, interruptible."""

from __future__ import annotations

import signal
import threading
from functools import cache

import pytest

import parlour
from parlour.core.read.program import read_program
from parlour.engines.core.policy import PolicyFailed
from parlour.engines.native.engine import NativeEngine
from parlour.engines.python.engine import PythonEngine
from parlour.game.game import UnfitPolicy
from parlour.game.outcome import Tally
from parlour.game.position import Budget
from parlour.testing.agreement import engines
from parlour.testing.asking import SAMPLES

CHOOSING = """
program choosing entry main
symbols (Red, Blue, Green)
seats (Ada)
global favourite: symbol
function main() -> symbol {
  locals (colour: symbol, n: int)
  @favourite = #Blue
  ask n: whole(1, 4) seat 0 kind number
  ask colour: one_of(Red, Blue, Green) seat 0 kind choice
  if eq(colour, #Green) {
    raise `no-green` "green is not to be had"
  }
  return colour
}
function likes(colour: symbol) -> int {
  return choose(eq(colour, @favourite), 3, choose(eq(colour, #Green), -7, 1))
}
function nothing(colour: symbol) -> int {
  return 0
}
function breaks(colour: symbol) -> int {
  return div(1, sub(1, 1))
}
function of_text(line: string) -> int {
  return 1
}
function writes(colour: symbol) -> int {
  @favourite = colour
  return 1
}
"""


@cache
def both(text: str) -> tuple[PythonEngine, NativeEngine]:
    return engines(read_program(text))


@pytest.mark.parametrize("name", ["cards in a list that changes", "dice, told lines and an outcome before the end"])
def test_the_tally_does_not_depend_on_the_number_of_jobs(name: str) -> None:
    simulator = both(SAMPLES[name])[1].simulator()
    tallies = [simulator.playouts(500, 3, jobs=jobs) for jobs in (1, 2, 3)]
    assert tallies[0] == tallies[1] == tallies[2]
    assert tallies[0] != simulator.playouts(500, 4, jobs=2), "another seed comes to the same"


def test_several_calls_make_one_simulation() -> None:
    for engine in both(SAMPLES["from a square to a square"]):
        simulator = engine.simulator()
        parts = Tally()
        for first, count in ((0, 30), (30, 1), (31, 69)):
            parts.add(simulator.playouts(count, 8, first=first))
        assert parts == simulator.playouts(100, 8)


def test_progress_is_told_and_ends_with_all_games() -> None:
    for engine in both(SAMPLES["from a square to a square"]):
        told: list[int] = []
        engine.simulator().playouts(3_000, 1, progress=told.append)
        assert told == sorted(told) and told[-1] == 3_000


@pytest.mark.parametrize("game", ["tic-tac-toe auto", "tic-tac-toe-gdl rules", "tic-tac-toe-gdl net"])
@pytest.mark.parametrize("games", [7, 900])
def test_every_engine_tells_in_the_end_that_all_games_are_played(game: str, games: int) -> None:
    told: list[int] = []
    name, engine = game.split()
    parlour.load(name).simulator(engine=engine).playouts(games, 1, progress=told.append)
    assert told == sorted(told) and told[-1] == games


@pytest.mark.parametrize("name", SAMPLES)
def test_playouts_start_from_positions_of_either_engine(name: str) -> None:
    """Also amid a move, in an open group, after the end and after an error: the same tally from both engines."""
    python, native = both(SAMPLES[name])
    position = python.start(1, {}, Budget())
    starts = [position.copy()]
    for _ in range(6):
        if not position.questions:
            break
        index = position.place(0)
        values = position.candidates(index).values or ("x",)
        position.answer(position.questions[0], values[-1])
        starts.append(position.copy())
    here = [type(native.start(1, {}, Budget())).adopt(native, start) for start in starts]
    wanted = python.simulator().playouts(3 * len(starts), 6, start=starts)
    assert native.simulator().playouts(3 * len(starts), 6, jobs=2, start=starts) == wanted
    assert native.simulator().playouts(3 * len(starts), 6, jobs=1, start=here) == wanted


def test_a_position_of_another_game_is_no_start() -> None:
    other = both(CHOOSING)[1].start(0, {}, Budget())
    with pytest.raises(ValueError, match="a position of the same game"):
        both(SAMPLES["every answer fails"])[1].simulator().playouts(1, 0, start=[other])


def test_a_policy_weighs_the_answers_of_its_type_and_no_others() -> None:
    python, native = both(CHOOSING)
    tally = native.simulator().playouts(4_000, 2, policy="likes", jobs=2)
    assert tally.failed == {}, "a weight below zero counts as nothing"
    assert abs(tally.endings["Blue"] - 3_000) < 4 * 28, "three times as often as red"
    assert python.simulator().playouts(300, 2, policy="likes") == native.simulator().playouts(300, 2, policy="likes")


def test_where_all_weights_are_zero_answers_are_drawn_uniformly() -> None:
    for engine in both(CHOOSING):
        simulator = engine.simulator()
        assert simulator.playouts(200, 2, policy="nothing") == simulator.playouts(200, 2)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("like", "Did you mean likes"),
        ("of_text", "it weighs answers of type string, but answers here are of type int, symbol"),
        ("writes", "must not ask, tell, draw or change anything"),
        ("main", "it must take one answer and give a whole number"),
    ],
)
def test_what_cannot_be_a_policy_is_refused_with_a_reason(policy: str, words: str) -> None:
    for engine in both(CHOOSING):
        with pytest.raises(UnfitPolicy, match=words):
            engine.simulator().playouts(1, 0, policy=policy)


def test_a_policy_that_fails_stops_the_simulation_with_its_error() -> None:
    for engine in both(CHOOSING):
        with pytest.raises(PolicyFailed, match="the policy `breaks` failed: Division by zero"):
            engine.simulator().playouts(100, 0, policy="breaks")


def test_a_game_without_end_is_given_up_as_unfinished() -> None:
    text = "program p entry main\nfunction main() -> none {\n  locals (n: int, k: int)\n  n = 0\n  while true {\n"
    text += "    ask k: whole(1, 2) seat -1 kind number\n    n = add(n, k)\n  }\n}\n"
    tally = both(text)[1].simulator().playouts(2, 0)
    assert tally.failed == {"unfinished": 2} and tally.lengths == {100_000: 2}


def test_an_interruption_stops_all_jobs() -> None:
    simulator = both(SAMPLES["cards in a list that changes"])[1].simulator()
    simulator.playouts(10, 0)
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        simulator.playouts(10**12, 0, jobs=2)
    assert simulator.playouts(50, 1).games == 50, "and it can play again"


TELLING = """
program telling entry main
presentation global shown: string
function main() -> int {
  locals (n: int, i: int, line: string, whole: string, kept: string, to: list[int])
  @shown = ""
  ask n: whole(0, 40) seat -1 kind number
  kept = "é"
  to = [0, 0, 0]
  for i from 0 to n {
    line = join(["turn ", text_of_int(i), " is 漢字 ", kept])
    whole = concat(line, concat(" 🂡", line))
    tell whole
    tell concat(line, "\\n") to to
    @shown = concat(@shown, whole)
    kept = concat(kept, "x")
  }
  return string_length(kept)
}
"""


@pytest.mark.parametrize(
    "budget",
    [Budget(told=told) for told in (73, 74, 75, 89, 90, 91, 92, 93, 1_000, 2_000, 2_001)]
    + [Budget(steps=steps) for steps in (5, 40, 80, 120)]
    + [Budget(memory=memory) for memory in (100, 1_000, 3_000, 3_001, 5_000)],
    ids=str,
)
def test_lines_that_nobody_hears_cost_what_they_would_cost(budget: Budget) -> None:
    python, native = both(TELLING)
    one, other = (engine.simulator() for engine in (python, native))
    one.budget = other.budget = budget
    expected = one.playouts(100, 3)
    assert other.playouts(100, 3, jobs=1) == expected
    assert expected.refused > 0, "some n go beyond the budget"


SEARCHING = """
program searching entry main
seats (Ada)
global seen: list[int]
function main() -> int {{
  locals (n: int, k: int, i: int, again: int)
  @seen = [0]
  k = 0
  while true {{
    ask n: whole(1, {count}) seat 0 kind number
    for i from 0 to mul(n, 7) {{
      k = 0
    }}
    if eq(n, {good}) {{
      return n
    }}
    if eq(mod(n, 3), 1) {{
      raise `wrong` "not this one"
    }}
    if eq(mod(n, 3), 2) {{
      ask again: whole(1, 40) seat 0 kind number
      for i from 0 to mul(again, 5) {{
        k = 0
      }}
      if gt(again, {late}) {{
        do list_push(@seen, n)
        raise `late` "it was taken, and fails"
      }}
    }}
  }}
}}
"""


@pytest.mark.parametrize("count", [12, 50, 90, 4_000])
@pytest.mark.parametrize("late", [30, 99])
def test_tries_at_a_question_have_a_budget_together_in_both_engines(count: int, late: int) -> None:
    """Few answers, as many as are drawn from a word of bits, and more: what was not tried counts as refused."""
    python, native = both(SEARCHING.format(count=count, good=7, late=late))
    one, other = (engine.simulator() for engine in (python, native))
    tallies = []
    for steps in (60, 500, 1_500, 8_000, 40_000):
        one.budget = other.budget = Budget(steps=steps)
        tallies.append(one.playouts(40, 5))
        assert other.playouts(40, 5, jobs=1) == tallies[-1], steps
    assert tallies[0] != tallies[1] != tallies[2], "the budget is felt"
    assert tallies[0].refused < tallies[2].refused, "and the more there is the more is tried"


def test_ten_thousand_answers_that_all_fail_late_are_not_all_tried_to_their_end() -> None:
    text = "program p entry main\nfunction main() -> none {\n  locals (n: int, i: int)\n"
    text += "  ask n: whole(1, 10000) seat -1 kind number\n  while true {\n    i = n\n  }\n}\n"
    for engine in both(text):
        tally = engine.simulator().playouts(1, 0)
        assert tally.failed == {"steps": 1} and tally.refused == 10, "ten that use up all that a program may"
