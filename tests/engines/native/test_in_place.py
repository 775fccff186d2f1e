"""Questions that a driver answers in place: what a try has done is undone or kept just as after a stop."""

from __future__ import annotations

import pytest

from parlour.core.read.program import read_program
from parlour.testing.agreement import engines

GAMES = {
    "tries write a global, draw, make boards and fail": """
program tries entry main
symbols (X, Empty)
seats (Ada)
global last: int
global best: int
global way: board[int, 2 x 2]
function main() -> int {
  @last = 0
  @best = 0
  @way = board[int, 2 x 2](0, 0, 0, 0)
  invoke turn(0, 20)
  return @best
}
function turn(reached: int, left: int) -> none {
  locals (n: int, dice: int, before: int, path: board[int, 2 x 2])
  ask n: whole(0, 40) seat 0 kind number
  before = @last
  @last = n
  dice = chance(6)
  path = board_set(@way, mod(n, 4), dice)
  if eq(mod(n, 7), 0) {
    dice = div(100, sub(mod(n, 7), 0))
  }
  if eq(mod(n, 5), 0) {
    @last = before
    tail turn(reached, left)
  }
  if eq(mod(n, 3), 0) {
    tail turn(reached, left)
  }
  if le(left, 0) {
    return
  }
  @way = path
  @best = add(@best, board_get(path, mod(n, 4)))
  tail turn(add(reached, dice), sub(left, 1))
}
""",
    "an answer that fails is forgotten with its question": """
program forgotten entry main
seats (Ada)
function main() -> none {
  invoke turn(0)
}
function turn(done: int) -> none {
  locals (n: int)
  ask n: whole(0, 5) seat 0 kind number
  if lt(done, 3) {
    if lt(n, 2) {
      n = div(1, sub(n, n))
    }
    if lt(n, 4) {
      tail turn(done)
    }
    tail turn(add(done, 1))
  }
  tail turn(done)
}
""",
    "the same question under other calls": """
program under entry main
seats (Ada)
function main() -> int {
  locals (total: int, got: int, rounds: int)
  total = 0
  rounds = 0
  while lt(rounds, 5) {
    invoke got = pick(3)
    if gt(got, 1) {
      total = add(total, got)
      rounds = add(rounds, 1)
    }
  }
  return total
}
function pick(most: int) -> int {
  locals (n: int, deeper: int)
  ask n: whole(0, 9) seat 0 kind number
  if eq(n, 9) {
    if le(most, 0) {
      return 2
    }
    invoke deeper = pick(sub(most, 1))
    return add(deeper, 1)
  }
  if gt(n, most) {
    tail pick(most)
  }
  return n
}
""",
    "a question that leads out of what waits": """
program out entry main
seats (Ada)
function main() -> int {
  locals (rounds: int)
  rounds = 0
  while lt(rounds, 6) {
    catch away {
      invoke inner(rounds)
    }
    rounds = add(rounds, 1)
  }
  return rounds
}
function inner(rounds: int) -> none {
  locals (n: int, seen: int)
  seen = 0
  while lt(seen, 9) {
    ask n: whole(0, 20) seat 0 kind number
    if eq(n, 20) {
      abandon away
    }
    if lt(n, rounds) {
      seen = add(seen, n)
    }
  }
}
""",
}


@pytest.mark.parametrize("name", GAMES)
def test_playouts_agree(name: str) -> None:
    python, native = engines(read_program(GAMES[name]))
    wanted = python.simulator().playouts(150, 5)
    assert wanted.refused > 100, "something is refused in place"
    assert native.simulator().playouts(150, 5, jobs=1) == wanted


ENDLESS = {
    "in a loop": """
program loop entry main
seats (Ada)
function main() -> none {
  locals (n: int, at: int)
  at = 0
  while ge(at, 0) {
    ask n: whole(0, 3) seat 0 kind number
    at = add(at, n)
  }
}
""",
    "by calls that come last": """
program calls entry main
seats (Ada)
function main() -> none {
  invoke turn(0)
}
function turn(at: int) -> none {
  locals (n: int)
  ask n: whole(0, 3) seat 0 kind number
  if lt(at, 0) {
    return
  }
  tail turn(add(at, n))
}
""",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_game_without_end_is_given_up_after_as_many_questions(name: str) -> None:
    tally = engines(read_program(ENDLESS[name]))[1].simulator().playouts(2, 1, jobs=1)
    assert tally.failed == {"unfinished": 2} and tally.lengths == {100_000: 2}
