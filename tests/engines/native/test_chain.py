"""Questions that continue others, and answers that lead back to them, while the heap changes, moves or stays."""

from __future__ import annotations

import pytest

from parlour.core.read.program import read_program
from parlour.testing.agreement import engines

# 0, 3 and 4 lead back by so many questions, 8 fails, 9 ends the move; every other answer goes one question deeper, each
# in its own way. The waste makes the heap be collected, and things move in it.
DEEP = """
program deep entry main
seats (Ada)
global hand: list[int]
global note: list[int]
global score: int
function main() -> int {
  locals (got: int, waste: list[int])
  waste = list_fill(WASTE, 0)
  @hand = [3, 5, 3, 8]
  @note = [0]
  @score = 0
  while lt(@score, 5) {
    invoke got = deeper(0)
  }
  return add(list_get(@hand, 1), list_get(@note, 0))
}
function deeper(level: int) -> int {
  locals (which: int, waste: list[int], got: int)
  while lt(level, 100) {
    waste = list_fill(WASTE, 0)
    ask which: whole(0, 9) seat 0 kind number
    if eq(which, 0) {
      return 0
    }
    if or(eq(which, 3), eq(which, 4)) {
      return sub(which, 2)
    }
    if eq(which, 8) {
      which = div(1, sub(which, 8))
    }
    if eq(which, 9) {
      @score = add(@score, 1)
      return -1
    }
    if lt(level, 14) {
      if eq(which, 5) {
        do list_set(@hand, 0, list_get(@hand, 0))
      }
      if eq(which, 6) {
        do list_set(@hand, 1, level)
      }
      if eq(which, 7) {
        @note = [0]
      }
      invoke got = deeper(add(level, 1))
      if ne(got, 0) {
        return choose(lt(got, 0), -1, sub(got, 1))
      }
    }
  }
  return 0
}
"""


@pytest.mark.parametrize("waste", [0, 700, 6000])
def test_playouts_agree(waste: int) -> None:
    python, native = engines(read_program(DEEP.replace("WASTE", str(waste))))
    wanted = python.simulator().playouts(40, 2)
    assert wanted.refused > 50 and max(wanted.lengths) > 15, "moves are long, and something leads back"
    assert native.simulator().playouts(40, 2, jobs=1) == wanted
