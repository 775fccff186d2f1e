"""Tallies: who has won, which places everybody took and what they scored, alike in all engines that play a game."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.tallies import mean_score

import parlour
from parlour.core.read.program import read_program
from parlour.engines.native.driver import session
from parlour.game.outcome import Outcome, Tally
from parlour.testing.agreement import engines

NAMES = ("Ada", "Ben", "Cleo")


def tallies(text: str, games: int, seed: int = 3) -> list[Tally]:
    """Of both engines of core, and of native on two threads."""
    python, native = engines(read_program(text))
    return [
        python.simulator().playouts(games, seed),
        native.simulator().playouts(games, seed, jobs=1),
        native.simulator().playouts(games, seed, jobs=2),
    ]


def alike(found: list[Tally]) -> Tally:
    assert found[0] == found[1] == found[2]
    return found[0]


RANKED = """
program ranked entry main
seats (Ada, Ben, Cleo)
function main() -> none {
  locals (n: int)
  n = chance(6)
  if eq(n, 0) {
    finish [[0]]
  } else if eq(n, 1) {
    finish [[1, 0]]
  } else if eq(n, 2) {
    finish [[2, 0, 1]]
  } else if eq(n, 3) {
    finish list[list[int]]()
  } else if eq(n, 4) {
    finish [[2], [0, 1]]
  } else {
    finish unranked
  }
}
"""


def test_outcomes_that_leave_seats_out_are_counted_as_what_they_are() -> None:
    tally = alike(tallies(RANKED, 600))
    assert set(tally.endings) == {"Ada wins", "Ada and Ben win", "draw", "nobody wins", "Cleo wins", "None"}
    ada, ben, cleo = tally.seats_in_order
    assert (ada.name, ben.name, cleo.name) == NAMES
    known = 600 - tally.endings["None"]
    assert ada.games == ben.games == cleo.games == known
    assert ada.wins == tally.endings["Ada wins"] + tally.endings["Ada and Ben win"]
    assert ben.wins == tally.endings["Ada and Ben win"] and cleo.wins == tally.endings["Cleo wins"]
    assert ada.draws == ben.draws == cleo.draws == tally.endings["draw"]
    # Who is left out has no place, and two behind one are both second.
    assert ada.places == {1: ada.wins + ada.draws, 2: cleo.wins}
    assert ben.places == {1: ben.wins + ben.draws, 2: cleo.wins}
    assert cleo.places == {1: cleo.wins + cleo.draws}


def shuffled(seats: int) -> str:
    """Everybody has a place of their own, and which one is drawn."""
    names = ", ".join(f"P{number}" for number in range(seats))
    return f"""
program season entry main
seats ({names})
function main() -> none {{
  locals (left: list[int], ranking: list[list[int]], number: int, chosen: int, scores: list[float])
  left = list[int]()
  ranking = list[list[int]]()
  scores = list[float]()
  for number from 0 to {seats} {{
    do list_push(left, number)
  }}
  for number from 0 to {seats} {{
    chosen = chance(list_length(left))
    do list_push(ranking, [list_get(left, chosen)])
    do list_remove(left, chosen)
    do list_push(scores, to_float(chosen))
  }}
  finish ranking scores scores
}}
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the driver had an ending named."""
    asked: Counter[str] = Counter()
    name_ending = session.Session.name_ending

    def counted(self: session.Session) -> None:
        asked["endings"] += 1
        name_ending(self)

    monkeypatch.setattr(session.Session, "name_ending", counted)
    return asked


def test_endings_are_told_apart_by_what_a_program_came_to_not_by_what_it_leaves(asked: Counter[str]) -> None:
    text = """
program counted entry main
seats (You)
global last: int
function main() -> int {
  @last = chance(5000)
  finish unranked scores [to_float(@last)]
  return mod(@last, 2)
}
"""
    tally = alike(tallies(text, 400))
    assert tally.endings.keys() == {"0", "1"} and tally.endings.total() == 400
    assert tally.numbers.keys() == {0.0, 1.0}
    [you] = tally.seats_in_order
    assert len(you.scores) > 300, "nearly every game has left another number"
    # Two, in each of the three threads.
    assert asked["endings"] <= 3 * 2


def test_eight_players_make_eight_endings_and_sixty_four_places(asked: Counter[str]) -> None:
    tally = alike(tallies(shuffled(8), 400))
    assert tally.endings.keys() == {f"P{number} wins" for number in range(8)}
    assert all(seat.places.total() == 400 and len(seat.places) == 8 for seat in tally.seats_in_order)
    # One for each winner, in each of the three threads: not one for each of 40,320 rankings.
    assert asked["endings"] <= 3 * 8


def test_more_seats_than_the_driver_has_room_for_are_counted_by_its_host() -> None:
    tally = alike(tallies(shuffled(70), 20))
    assert all(seat.places.total() == seat.scores.total() == 20 for seat in tally.seats_in_order)
    assert tally.games == tally.lengths.total() == 20


def test_scores_are_counted_by_seat_and_there_may_be_any_number_of_them() -> None:
    text = """
program scored entry main
seats (Ada, Ben)
function main() -> none {
  locals (n: int)
  n = chance(5000)
  finish unranked scores [to_float(n), 0.5, 7.0]
}
"""
    tally = alike(tallies(text, 6000))
    ada, ben = tally.seats_in_order
    assert len(ada.scores) > 2048 and ada.scores.total() == 6000, "more than the table of the driver has room for"
    assert ben.scores == {0.5: 6000} and mean_score(ben) == 0.5
    assert tally.endings == {"None": 6000} and ada.games == 0


def test_seats_that_appear_at_run_time_are_counted_by_their_names() -> None:
    text = """
program coming entry main
function main() -> none {
  locals (n: int)
  n = new_seat("Ada")
  if eq(chance(2), 0) {
    n = new_seat("Ben")
  } else {
    n = new_seat("Cleo")
    n = new_seat("Ben")
  }
  finish [[n]] scores [1.0]
}
"""
    tally = alike(tallies(text, 200))
    assert tally.endings == {"Ben wins": 200}
    assert [(seat.name, seat.number) for seat in tally.seats_in_order] == [("Ada", 0), ("Ben", 1), ("Cleo", 1)]
    assert tally.seats["Ben"].wins == 200 and 50 < tally.seats["Cleo"].games < 150
    assert tally.seats["Ada"].scores == {1.0: 200} and tally.seats["Ada"].places == {}


def test_tallies_add_up_whatever_their_order() -> None:
    one, other = Tally(), Tally()
    one.add_ending(Outcome(((0,), (1,)), 2, (3.0, 1.0)), NAMES[:2], 5)
    other.add_ending(Outcome(((1, 0),), 2), NAMES[:2])
    other.add_ending(Outcome((), 3), NAMES)
    both, again = Tally(), Tally()
    both.add(one)
    both.add(other)
    again.add(other)
    again.add(one)
    assert both == again
    assert both.endings == {"Ada wins": 5, "draw": 1, "nobody wins": 1}
    ada = both.seats["Ada"]
    assert (ada.games, ada.wins, ada.draws, ada.places, ada.scores) == (7, 5, 1, {1: 6}, {3.0: 5})


@pytest.mark.parametrize("engine", ["rules", "net"])
def test_a_puzzle_is_won_by_all_the_points_there_are(engine: str) -> None:
    text = """
    (role robot) (init ready) (legal robot (take 50)) (legal robot (take 100))
    (<= (next (has ?n)) (does robot (take ?n)))
    (<= terminal (true (has ?n))) (<= (goal robot ?n) (true (has ?n)))
    """
    tally = parlour.load(text, language="gdl").simulator(engine=engine).playouts(200, 1)
    (robot,) = tally.seats_in_order
    assert tally.endings == {"robot wins": robot.wins, "nobody wins": 200 - robot.wins}
    assert robot.scores == {100.0: robot.wins, 50.0: 200 - robot.wins} and 50 < robot.wins < 150
