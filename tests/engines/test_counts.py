"""What a program counts for reports: the same in both engines, undone with what it counted, and unknown to rules."""

from __future__ import annotations

import pytest

from parlour.core.nodes import Const, Count, Function, GlobalVariable, Program, SetGlobal
from parlour.core.read.program import read_program
from parlour.core.types import BOOL, INT, NONE
from parlour.core.verify import verify
from parlour.game.position import Budget
from parlour.testing.agreement import engines
from parlour.testing.asking import SAMPLES

COUNTING = """
program counting entry main
seats (Ada)
global rounds: int
count global asked: int
count global guessed: int
function tried(n: int) -> int {
  count guessed by 1000
  return n
}
function main() -> none {
  locals (answer: bool, done: bool, undone: bool, n: int)
  @rounds = 0
  while lt(@rounds, 3) {
    count asked by 1
    ask answer: yes_no seat 0 kind literal
    n = speculate tried(1)
    attempt done {
      count guessed by n
      if answer {
        count guessed by 100
        fail
      }
    }
    @rounds = add(@rounds, 1)
  }
  finish [[0]]
}
"""


def test_counts_are_added_up_over_games_and_undone_by_speculations_and_failed_attempts() -> None:
    python, native = engines(read_program(COUNTING))
    one, other = python.simulator().playouts(200, 3), native.simulator().playouts(200, 3, jobs=1)
    assert one == other
    # Where the answer was yes the attempt failed, and what it counted is gone.
    assert one.counts["asked"] == 600
    assert 200 < one.counts["guessed"] < 400


def test_a_refused_answer_counts_nothing() -> None:
    python, native = engines(read_program(SAMPLES["counted, whatever was refused"]))
    one, other = python.simulator().playouts(50, 1), native.simulator().playouts(50, 1, jobs=2)
    assert one == other
    assert one.refused > 0
    assert one.counts == {"answered": 100, "sum": 300}


def test_a_count_wraps_around_and_never_fails() -> None:
    largest = f"count asked by {2**63 - 1}"
    python, native = engines(read_program(COUNTING.replace("count asked by 1", largest)))
    one, other = python.simulator().playouts(1, 3), native.simulator().playouts(1, 3, jobs=1)
    assert one == other
    assert one.counts["asked"] == 2**63 - 3


@pytest.mark.parametrize("counted", [2**62 + 1, -(2**62) - 1, -1, 2**32 - 1])
def test_what_is_counted_in_many_games_needs_more_than_a_word(counted: int) -> None:
    text = COUNTING.replace("count asked by 1", f"count asked by {counted}").replace("lt(@rounds, 3)", "lt(@rounds, 1)")
    python, native = engines(read_program(text))
    one, other = python.simulator().playouts(9, 3), native.simulator().playouts(9, 3, jobs=1)
    assert one == other
    assert one.counts["asked"] == 9 * counted


def test_counts_are_outside_the_key() -> None:
    python, native = engines(read_program(COUNTING))
    bare = "".join(line for line in COUNTING.splitlines(True) if "count " not in line)
    plain, _ = engines(read_program(bare))
    for engine in (python, native):
        position, other = (each.start(1, {}, Budget()) for each in (engine, plain))
        position.answer(position.questions[0], False)
        other.answer(other.questions[0], False)
        assert position.key == other.key


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            Program(
                "p", (Function("f", (), NONE, (Count("c", Const(True, BOOL)),)),), "f", (GlobalVariable("c", INT),)
            ),
            "no count `c` is declared",
        ),
        (
            Program(
                "p",
                (Function("f", (), NONE, (SetGlobal("c", Const(1, INT)),)),),
                "f",
                (GlobalVariable("c", INT, is_count=True),),
            ),
            "`c` is a count: `count` adds to it, and nothing else",
        ),
        (
            Program("p", (Function("f", (), NONE, ()),), "f", (GlobalVariable("c", BOOL, is_count=True),)),
            "`c` is a count, so it must be an int that is not on display",
        ),
    ],
)
def test_the_verifier_keeps_counts_apart_from_rules(program: Program, message: str) -> None:
    assert any(message in str(problem) for problem in verify(program))
