"""What guards' searches have found is kept within a move: nothing but time shows it."""

from __future__ import annotations

import pytest

from parlour.core.passes.guards import SEARCH
from parlour.core.read.program import read_program
from parlour.testing.agreement import engines

# What is refused changes with every move, by a global.
GROWING = """
program growing entry main
seats (Ada)
global goal: int
function main() -> int {
  locals (a: int, b: int, c: int, is_done: bool)
  @goal = 3
  while lt(@goal, 9) {
    is_done = false
    while not(is_done) {
      ask a: whole(1, 3) seat 0 kind number
      ask b: whole(1, 3) seat 0 kind number
      ask c: whole(1, 3) seat 0 kind number
      is_done = eq(add(a, add(b, c)), @goal)
    }
    @goal = add(@goal, 1)
  }
  return @goal
}
"""

# The same, but what guards look at lies in a list.
LISTED = """
program listed entry main
seats (Ada)
global goals: list[int]
function main() -> int {
  locals (a: int, b: int, c: int, is_done: bool)
  @goals = [3]
  while lt(list_get(@goals, 0), 9) {
    is_done = false
    while not(is_done) {
      ask a: whole(1, 3) seat 0 kind number
      ask b: whole(1, 3) seat 0 kind number
      ask c: whole(1, 3) seat 0 kind number
      is_done = eq(add(a, add(b, c)), list_get(@goals, 0))
    }
    do list_set(@goals, 0, add(list_get(@goals, 0), 1))
  }
  return list_get(@goals, 0)
}
"""

# A guard may take 20,000 steps: that of `b` needs more, even where that of `a` has looked through most of it before.
SLOW = """
program slow entry main
seats (Ada)
function fits(a: int, b: int, c: int, d: int) -> bool {
  locals (n: int, at: int)
  n = 0
  for at from 0 to 1500 {
    n = add(n, at)
  }
  return and(gt(n, 0), eq(add(add(a, b), add(c, d)), 16))
}
function main() -> int {
  locals (a: int, b: int, c: int, d: int, is_done: bool)
  is_done = false
  while not(is_done) {
    ask a: whole(1, 4) seat 0 kind number
    ask b: whole(1, 4) seat 0 kind number
    ask c: whole(1, 4) seat 0 kind number
    ask d: whole(1, 4) seat 0 kind number
    is_done = fits(a, b, c, d)
  }
  return 0
}
"""


@pytest.mark.parametrize("text", [GROWING, LISTED, SLOW], ids=["growing", "listed", "slow"])
def test_both_engines_turn_the_same_answers_away(text: str) -> None:
    python, native = engines(read_program(text))
    assert any(function.name.startswith(SEARCH) for function in python.program.functions)
    one, other = python.simulator().playouts(10, 3), native.simulator().playouts(10, 3, jobs=1)
    assert one == other
    assert bool(one.refused) == (text == SLOW)
