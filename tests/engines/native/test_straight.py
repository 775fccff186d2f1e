"""Where every answer is legal nothing is tried, and compiled playouts run through their questions without a stop: games
come out as on the reference engine, which stops at each."""

from __future__ import annotations

import pytest

from parlour.core.read.program import read_program
from parlour.engines.native.driver.session import Session
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.layout import Host
from parlour.engines.python.engine import PythonEngine
from parlour.testing.core_games import PlainTable, prepare

GAMES = {
    "all kinds of questions, asked by functions that wait for each other": """
program kinds entry main
seats (Ada, Ben, Cleo)
global total: int
global log: list[int]
function main() -> none {
  locals (round: int, n: int)
  @total = 0
  @log = list[int]()
  for round from 0 to 6 {
    invoke n = turn(round)
    @total = add(@total, n)
    do list_push(@log, n)
  }
  finish [[mod(@total, 3)]]
}
function turn(round: int) -> int {
  locals (n: int, b: bool, pairs: list[(int, int)], pair: (int, int))
  ask n: whole(round, add(round, 3)) seat 0 kind number
  ask b: yes_no seat 1 kind literal
  pairs = [(n, 0), (n, 1), (round, chance(5))]
  if b {
    ask pair: options(pairs) seat mod(n, 3) kind choice
    return add(pair.0, pair.1)
  }
  return list_length(@log)
}
""",
    "several are asked at once, each something else": """
program together entry main
seats (Ada, Ben, Cleo)
global sums: list[int]
function main() -> none {
  locals (seats: list[int], lows: list[int], highs: list[int], given: list[int], choices: list[list[(int, int)]],
          chosen: list[(int, int)], round: int, i: int)
  @sums = [0, 0, 0]
  for round from 0 to 4 {
    seats = [0, 1, 2, 1]
    lows = [0, round, 2, 0]
    highs = [round, add(round, 1), 9, 30]
    ask group given: whole(lows, highs) seat seats kind number
    choices = [[(0, 1)], [(1, 2), (2, 3)], [(0, 1), (1, chance(3)), (2, 9)], [(2, 2), (1, 1)]]
    ask group chosen: options(choices) seat seats kind choice
    for i from 0 to 4 {
      do list_set(@sums, list_get(chosen, i).0, add(list_get(@sums, list_get(chosen, i).0), list_get(given, i)))
    }
    seats = list[int]()
    ask group given: whole(lows, highs) seat seats kind number
  }
  finish [[mod(list_get(@sums, 0), 3)]] scores [to_float(list_get(@sums, 0)), to_float(list_get(@sums, 1)), 0.0]
}
""",
    "answers that fail are given all the same": """
program failing entry main
seats (Ada)
function main() -> none {
  locals (n: int, i: int)
  for i from 0 to 3 {
    ask n: whole(0, 3) seat 0 kind number
    n = div(12, n)
  }
  finish [[0]]
}
""",
    "nothing can be answered": """
program stuck entry main
seats (Ada)
function main() -> none {
  locals (n: int, some: list[int])
  some = [1, 2]
  while ge(list_length(some), 0) {
    ask n: options(some) seat 0 kind choice
    if eq(n, 2) {
      some = list[int]()
    }
  }
}
""",
    "much is made and thrown away": """
program heaps entry main
seats (Ada)
global kept: list[list[int]]
function main() -> none {
  locals (n: int, i: int, big: list[int])
  @kept = list[list[int]]()
  for i from 0 to 90 {
    ask n: whole(0, 9) seat 0 kind number
    big = list_fill(1000, n)
    if and(eq(n, 3), lt(list_length(@kept), 3)) {
      do list_push(@kept, big)
    }
  }
  finish [[0]] scores [to_float(list_length(@kept))]
}
""",
}


def both(source: str) -> tuple[PythonEngine, NativeEngine]:
    core = prepare(read_program(source))
    python = PythonEngine(core, PlainTable([var.name for var in core.globals]), tries_answers=False)
    return python, NativeEngine(python)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_agree(name: str) -> None:
    python, native = both(GAMES[name])
    wanted = python.simulator().playouts(12, 5)
    assert wanted.refused == 0, "nothing is tried"
    assert native.simulator().playouts(12, 5, jobs=1) == wanted


def test_an_answer_that_fails_ends_the_game() -> None:
    tally = both(GAMES["answers that fail are given all the same"])[1].simulator().playouts(4000, 1, jobs=1)
    assert tally.failed["zero"] / 4000 == pytest.approx(1 - (3 / 4) ** 3, abs=0.03)
    assert tally.refused == 0


def test_a_game_runs_from_its_beginning_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    _, native = both(GAMES["several are asked at once, each something else"])
    simulator = native.simulator()
    simulator.playouts(200, 1, jobs=1)
    session = simulator.task(None).session(simulator.budget)
    session.begin([], {}, "answer")
    stops = 0
    make = Session.make_candidates

    def counted(self: Session) -> None:
        nonlocal stops
        stops += 1
        make(self)

    monkeypatch.setattr(Session, "make_candidates", counted)
    session.play(0, 100, 7)
    assert session.tally().games == 100 and stops == 0
    assert session.arena.get(Host.STRAIGHT) == session.job.address


WEIGHED = """
program weighed entry main
seats (Ada, Ben, Cleo)
given global likes: list[int]
function weight(p: (int, int)) -> int {
  locals (copy: list[int])
  copy = list_copy(@likes)
  return list_get(copy, p.1)
}
function main() -> none {
  locals (seats: list[int], choices: list[list[(int, int)]], chosen: list[(int, int)], one: list[(int, int)],
          pick: (int, int), b: bool)
  ask b: yes_no seat 0 kind literal
  one = [(0, 0), (0, 1), (0, 2)]
  ask pick: options(one) seat 0 kind choice
  seats = [0, 1, 2]
  choices = [one, one, [(9, pick.1), (9, 2)]]
  ask group chosen: options(choices) seat seats kind choice
  finish [[list_get(chosen, pick.1).1]]
}
"""


@pytest.mark.parametrize("likes", [[1, 0, 3], [0, 0, 0], [5, 5, -4]])
def test_a_policy_weighs_what_is_asked_of_several(likes: list[int]) -> None:
    from parlour.game.policy import Drawing

    python, native = both(WEIGHED)
    drawn = Drawing("weight", {"likes": likes})
    wanted = python.simulator().playouts(40, 3, policy=drawn)
    assert native.simulator().playouts(40, 3, jobs=1, policy=drawn) == wanted


def test_a_policy_that_fails_says_so() -> None:
    from parlour.game.game import UnfitPolicy
    from parlour.game.policy import Drawing

    _, native = both(WEIGHED)
    with pytest.raises(UnfitPolicy, match="the policy `weight` failed"):
        native.simulator().playouts(5, 3, jobs=1, policy=Drawing("weight", {"likes": [1]}))
