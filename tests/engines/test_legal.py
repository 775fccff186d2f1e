"""Legal answers and whole moves of programs that only read input, found by trying candidates out."""

from __future__ import annotations

import pytest

from parlour.core.read.program import read_program
from parlour.engines.python.simulator import PythonSimulator
from parlour.game.position import Budget, Position, Status
from parlour.testing.agreement import engines
from parlour.testing.asking import SAMPLES
from parlour.testing.core_games import core_game

UNO = SAMPLES["cards in a list that changes"]

FROM_TO = """
program fromto entry main
symbols (X, Empty)
seats (Ada)
global b: board[symbol, 4 x 1]
function main() -> none {
  locals (src: int, dst: int)
  @b = board[symbol, 4 x 1](#X, #Empty, #X, #Empty)
  while true {
    ask src: whole seat 0 kind number
    if and(and(ge(src, 1), le(src, 4)), eq(board_get(@b, sub(src, 1)), #X)) {
      ask dst: whole seat 0 kind number
      if and(and(and(ge(dst, 1), le(dst, 4)), eq(dst, add(src, 1))), eq(board_get(@b, sub(dst, 1)), #Empty)) {
        @b = board_set(board_set(@b, sub(dst, 1), #X), sub(src, 1), #Empty)
      }
    }
  }
}
"""

CONFIRM = """
program confirm entry main
seats (Ada)
global total: int
function main() -> none {
  locals (n: int, sure: bool)
  @total = 0
  while lt(@total, 5) {
    ask n: whole(1, 3) seat 0 kind number
    ask sure: yes_no seat 0 kind choice
    if sure {
      @total = add(@total, n)
    }
  }
}
"""

SLIDING = """
program sliding entry main
symbols (Left, Right)
seats (Ada)
global gap: int
function main() -> none {
  locals (way: symbol)
  @gap = 1
  while lt(@gap, 3) {
    ask way: one_of(Left, Right) seat 0 kind choice
    if eq(way, #Left) {
      if gt(@gap, 0) {
        @gap = sub(@gap, 1)
      }
    } else {
      @gap = add(@gap, 1)
    }
  }
}
"""


def labels(position: Position) -> list[str]:
    return [option.label for option in position.legal(position.questions[0]).options]


def moves(position: Position) -> list[str]:
    return [move.label for move in position.moves(0).moves]


def test_a_wrong_card_leads_back_to_the_question_that_this_one_continued_and_is_refused() -> None:
    position = core_game(UNO).start()
    assert labels(position) == ["draw", "play"]
    position.answer(position.questions[0], "play")
    assert position.move_depth == 1
    assert labels(position) == ["0", "2"], "the cards that match; a wrong one, or none, is refused"
    position.answer(position.questions[0], 2)
    assert position.move_depth == 0


def test_the_moves_of_uno_are_the_matching_cards_and_drawing() -> None:
    position = core_game(UNO).start()
    assert moves(position) == ["draw", "play 0", "play 2"]


def test_a_first_answer_that_leads_nowhere_is_refused() -> None:
    position = core_game(UNO).start()
    for answer in ("play", 2, "play", 0):
        position.answer(position.questions[0], answer)
    assert labels(position) == ["draw"], "no card is left that matches"
    assert moves(position) == ["draw"]


def test_from_and_to_are_one_move() -> None:
    position = core_game(FROM_TO).start()
    assert labels(position) == ["1", "3"]
    assert moves(position) == ["1 2", "3 4"]
    position.answer(position.questions[0], 1)
    assert labels(position) == ["2"]
    position.answer(position.questions[0], 2)
    assert moves(position) == ["3 4"], "the piece on 2 is blocked"


def test_cancelling_leads_back_to_the_question_it_continues_and_is_refused() -> None:
    position = core_game(CONFIRM).start()
    assert labels(position) == ["1", "2", "3"]
    position.answer(position.questions[0], 2)
    assert labels(position) == ["true"]
    assert position.legal(position.questions[0]).sure == "exact"
    assert moves(core_game(CONFIRM).start()) == ["1 true", "2 true", "3 true"]


def test_moving_back_in_a_sliding_puzzle_is_legal() -> None:
    position = core_game(SLIDING).start()
    assert labels(position) == ["Left", "Right"]
    position.answer(position.questions[0], position.legal(position.questions[0]).options[0].value)
    assert labels(position) == ["Right"], "at the edge the gap stays where it is, which changes nothing"
    position.answer(position.questions[0], position.legal(position.questions[0]).options[0].value)
    assert labels(position) == ["Left", "Right"]
    assert position.move_depth == 0


def test_when_every_answer_ends_in_an_error_those_are_the_legal_ones_and_the_position_is_failing() -> None:
    position = core_game("""
program failing entry main
function main() -> int {
  locals (yes: bool)
  ask yes: yes_no seat -1 kind choice
  return div(1, 0)
}
""").start()
    legal = position.legal(position.questions[0])
    assert legal.sure == "failing"
    assert [option.value for option in legal.options] == [True, False]


def test_where_nothing_goes_on_the_way_back_is_offered_and_a_failing_answer_is_not() -> None:
    position = core_game(UNO).start()
    for answer in ("play", 2, "play", 0, "play"):
        position.answer(position.questions[0], answer)
    legal = position.legal(position.questions[0])
    assert (labels(position), legal.sure) == (["0", "1"], "back"), "5 and 8 do not match; there is no card 2"


@pytest.mark.parametrize("number", [0, 1])
def test_where_nothing_goes_on_answers_that_the_program_takes_before_it_fails_come_first(number: int) -> None:
    """The right card, when the deck is empty: not a wrong one, which only leads back, nor one that is not there."""
    engine = engines(read_program(SAMPLES["cards that are laid before the deck turns out to be empty"]))[number]
    position: Position = engine.start(0, {}, Budget())
    assert labels(position) == ["draw", "play"]
    for answer in ("draw", "draw", "play", 1, "play", 3):
        position.answer(position.questions[0], answer)
    assert labels(position) == ["play"], "to draw is an error now"
    position.answer(position.questions[0], "play")
    legal = position.legal(position.questions[0])
    assert (labels(position), legal.sure) == (["0", "1", "3", "4", "5"], "failing")
    assert moves(position) == labels(position)


@pytest.mark.parametrize("number", [0, 1])
def test_what_fails_at_once_or_leads_back_is_left_out_where_an_answer_is_taken(number: int) -> None:
    engine = engines(read_program(SAMPLES["an account that is overdrawn"]))[number]
    position: Position = engine.start(0, {}, Budget())
    for answer in (True, 4, True):
        position.answer(position.questions[0], answer)
    legal = position.legal(position.questions[0])
    assert (labels(position), legal.sure) == (["2", "3", "4"], "failing"), "0 and 1 lead back, -1 fails at once"


@pytest.mark.parametrize(
    "name", ["cards that are laid before the deck turns out to be empty", "an account that is overdrawn"]
)
def test_random_games_end_with_the_error_of_an_answer_that_was_taken(name: str) -> None:
    python, native = engines(read_program(SAMPLES[name]))
    tally = python.simulator().playouts(200, 1)
    assert tally == native.simulator().playouts(200, 1)
    assert set(tally.failed) == {"empty"}


def test_a_rebuilt_but_equal_list_is_equal() -> None:
    position = core_game("""
program rebuilt entry main
global notes: list[string]
global total: int
function main() -> none {
  locals (n: int)
  @total = 0
  while lt(@total, 3) {
    @notes = ["choose 1, 2 or 3"]
    ask n: whole(0, 4) seat -1 kind number
    do list_push(@notes, "asked")
    if and(ge(n, 1), le(n, 3)) {
      @total = add(@total, n)
    }
  }
}
""").start()
    position.answer(position.questions[0], 0)
    assert labels(position) == ["1", "2", "3"]


def test_playouts_by_frames_and_by_positions_come_to_the_same_tally() -> None:
    game = core_game(SLIDING)
    simulator = game.simulator()
    assert isinstance(simulator, PythonSimulator) and simulator.is_simple()
    by_frames = simulator.playouts(50, 7)
    by_positions = simulator.playouts(50, 7, start=[game.start()])
    assert by_frames == by_positions
    assert by_frames.games == 50


def test_playouts_of_a_program_with_lists_end() -> None:
    tally = core_game(UNO).simulator().playouts(20, 1)
    assert tally.games == 20 and set(tally.endings) == {"None"}


def test_the_first_question_of_a_game_is_not_continued_by_all_others() -> None:
    position = core_game("""
program counting entry main
function main() -> int {
  locals (n: int, k: int)
  ask n: whole(1, 3) seat -1 kind number
  while lt(n, 100) {
    ask k: whole(1, 3) seat -1 kind number
    n = add(n, k)
  }
  return n
}
""").start()
    depths = []
    for answer in (1, 2, 3, 1):
        depths.append(position.move_depth)
        position.answer(position.questions[0], answer)
    assert depths == [0, 1, 0, 0]


def test_coming_back_to_a_question_takes_up_where_it_stood() -> None:
    position = core_game(UNO).start()
    for answer in ("play", 1, "play", 3):
        position.answer(position.questions[0], answer)
    assert position.move_depth == 0, "wrong cards: it is the first question again"


@pytest.mark.parametrize("number", [0, 1])
def test_where_all_tries_together_cost_too_much_nothing_more_is_claimed(number: int) -> None:
    """Each answer that is tried takes nearly all that a try may: after a hundred of them nobody looks further."""
    text = """
program slow entry main
function main() -> int {
  locals (n: int, i: int, k: int)
  while true {
    ask n: whole(1, 9000) seat -1 kind number
    for i from 0 to 190000 {
      k = i
    }
    if eq(n, GOOD) {
      return n
    }
  }
}
"""
    for good, expected in ((3, (["3"], "candidates")), (8_000, ([], "domain"))):
        engine = engines(read_program(text.replace("GOOD", str(good))))[number]
        position: Position = engine.start(0, {}, Budget())
        assert position.is_listed(position.questions[0]) == (good == 3)
        legal = position.legal(position.questions[0])
        assert ([option.label for option in legal.options], legal.sure) == expected
        position.answer(position.questions[0], good)
        assert position.status is Status.OVER, "what was not listed can be answered all the same"


# -------------------------------------------------------------------------------------------------------- looking ahead


def started(name: str, number: int) -> Position:
    return engines(read_program(SAMPLES[name]))[number].start(0, {}, Budget())


@pytest.mark.parametrize("name", SAMPLES)
def test_whether_anything_is_listed_is_known_before_all_of_it_is(name: str) -> None:
    position = started(name, 0)
    options = None
    while position.questions and options != () and position.questions[0].id < 5:
        question = position.questions[0]
        is_listed = position.is_listed(question)
        options = position.legal(question).options
        assert is_listed == bool(options) == position.is_listed(question)
        if options:
            position.answer(question, options[-1].value)


@pytest.mark.parametrize("number", [0, 1])
def test_the_first_pieces_of_a_move_are_those_that_a_whole_one_begins_with(number: int) -> None:
    position = started("a move read piece by piece", number)
    assert labels(position) == ["0", "1"], "Ada's men stand on 0 0 and 1 2; nothing is in column 3"
    free = ["10", "20", "11", "02", "22"]
    expected = {man + to for man in ("00", "12") for to in free}
    assert set(moves(position)) == expected
    position.answer(position.questions[0], "0")
    assert labels(position) == ["0"]
    position.answer(position.questions[0], "0")
    assert labels(position) == ["0", "1", "2"]
    position.answer(position.questions[0], "0")
    assert labels(position) == ["2"]
    legal = position.legal(position.questions[0])
    assert (legal.sure, legal.unproved) == ("candidates", ())


@pytest.mark.parametrize("number", [0, 1])
def test_where_all_would_be_dropped_today_s_order_holds(number: int) -> None:
    position = started("a move read piece by piece, and nothing goes on", number)
    assert moves(position) == ["Coin 3"]
    for value in (position.legal(position.questions[0]).options[0].value, 3):
        position.answer(position.questions[0], value)
    assert moves(position) == ["Coin 2"]
    for value in (position.legal(position.questions[0]).options[0].value, 2):
        position.answer(position.questions[0], value)
    assert labels(position) == ["Coin", "Card"], "both lead on, if only to a dead end"
    position.answer(position.questions[0], position.legal(position.questions[0]).options[1].value)
    legal = position.legal(position.questions[0])
    assert (labels(position), legal.sure) == (["1", "2", "3"], "back"), "4 fails"


@pytest.mark.parametrize("number", [0, 1])
def test_nobody_looks_beyond_a_draw(number: int) -> None:
    position = started("dice in the middle of a move", number)
    legal = position.legal(position.questions[0])
    assert labels(position) == ["true", "false"], "what comes after `false` is refused whatever is thrown"
    assert [option.label for option in legal.unproved] == ["true", "false"]


@pytest.mark.parametrize("number", [0, 1])
def test_nobody_looks_beyond_the_question_of_another_seat(number: int) -> None:
    position = started("somebody else is asked in the middle of a move", number)
    legal = position.legal(position.questions[0])
    assert [option.label for option in legal.unproved] == labels(position) == ["1", "2", "3"]


@pytest.mark.parametrize("number", [0, 1])
def test_trying_out_does_not_tell_what_will_be_drawn(number: int) -> None:
    """Whatever the dice of the match will show, the same answers are offered, for the same reasons."""
    text = """
program luck entry main
global wins: int
function main() -> int {
  locals (n: int)
  @wins = 0
  while lt(@wins, 2) {
    ask n: whole(1, 3) seat -1 kind number
    if eq(n, add(1, chance(3))) {
      @wins = add(@wins, 1)
    }
  }
  return @wins
}
"""
    engine = engines(read_program(text))[number]
    found = set()
    for seed in range(12):
        position: Position = engine.start(seed, {}, Budget())
        found.add(position.legal(position.questions[0]))
    assert len(found) == 1
    assert [option.label for option in found.pop().options] == ["1", "2", "3"]


@pytest.mark.parametrize("number", [0, 1])
def test_a_budget_leaves_answers_unproved(number: int) -> None:
    """The second question has more answers than may be tried, and nobody knows whether one of them is taken."""
    text = """
program slow entry main
function main() -> int {
  locals (way: bool, n: int, i: int, k: int)
  while true {
    ask way: yes_no seat -1 kind choice
    ask n: whole(1, 9000) seat -1 kind number
    for i from 0 to 190000 {
      k = i
    }
    if and(eq(n, 8000), way) {
      return n
    }
  }
}
"""
    position: Position = engines(read_program(text))[number].start(0, {}, Budget())
    legal = position.legal(position.questions[0])
    assert (labels(position), legal.sure) == (["true"], "candidates"), "nothing was left for the other one"
    assert legal.unproved == legal.options


@pytest.mark.parametrize("number", [0, 1])
def test_a_move_is_not_lost_because_it_is_tried_within_a_try(number: int) -> None:
    """The last piece of a move takes a fifth of what a try may: more than a tenth of it."""
    text = """
program deep entry main
function main() -> int {
  locals (a: int, b: int, c: int, i: int, k: int)
  while true {
    ask a: whole(1, 2) seat -1 kind number
    ask b: whole(1, 2) seat -1 kind number
    ask c: whole(1, 2) seat -1 kind number
    for i from 0 to 40000 {
      k = i
    }
    if eq(add(a, add(b, c)), 5) {
      return a
    }
  }
}
"""
    position: Position = engines(read_program(text))[number].start(0, {}, Budget())
    assert [move.label for move in position.moves(None).moves] == ["1 2 2", "2 1 2", "2 2 1"]


@pytest.mark.parametrize("number", [0, 1])
def test_nothing_is_tried_twice_as_long_as_it_is_the_same_move(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = started("a move read piece by piece", number)
    tried = []
    probe = type(position).probe
    monkeypatch.setattr(type(position), "probe", lambda self: tried.append(self.key) or probe(self))
    assert len(moves(position)) == 10
    before = len(tried)
    for answer in ("1", "2", "0"):
        position.answer(position.questions[0], answer)
        labels(position)
    assert len(tried) == before, "everything is known of this move"
    position.answer(position.questions[0], "0")
    assert labels(position) == ["0", "1"] and len(tried) == before, "and of the question that a refusal leads back to"


RUNAWAY = """
program runaway entry main
function down(n: int) -> int label "down" {
  return add(1, down(n))
}
function main() -> int {
  locals (n: int)
  ask n: whole(0, 4) seat -1 kind number
  return down(n)
}
"""


@pytest.mark.parametrize("number", [0, 1])
def test_which_calls_led_to_an_error_is_worked_out_for_people_alone(number: int) -> None:
    """A recursion without end has ten thousand, again for every answer that is tried."""
    position = engines(read_program(RUNAWAY))[number].start(0, {}, Budget())
    trial = position.probe()
    trial.give(0, 3)
    assert trial.error is not None
    assert (trial.error.code, trial.error.calls) == ("depth", ())
    assert position.legal(position.questions[0]).sure == "failing"
    position.answer(position.questions[0], 3)
    assert position.error is not None
    assert sum(one.count for one in position.error.calls) > 9_000


# What is asked third continues the second question, but not the first: `mark` is written between.
FORGETFUL = """
program forgetful entry main
seats (Ada, Ben)
function main() -> none {
  locals (mark: int, first: int, second: int, third: int, sum: int)
  mark = 5
  ask first: whole(1, 3) seat 0 kind number
  sum = add(first, mark)
  ask second: whole(1, 2) seat 0 kind number
  mark = 1
  ask third: whole(1, 1) seat 0 kind number
  if eq(sum, 7) {
    raise `no` "never"
  }
  if gt(add(third, add(second, mark)), 2) {
    finish [[0], [1]]
  }
  finish [[1], [0]]
}
"""


@pytest.mark.parametrize("number", [0, 1])
def test_a_move_goes_on_where_what_it_began_with_is_forgotten(number: int) -> None:
    position: Position = engines(read_program(FORGETFUL))[number].start(0, {}, Budget())
    assert [move.label for move in position.moves(0).moves] == ["1 1 1", "1 2 1", "3 1 1", "3 2 1"]
    depths = []
    for value in (1, 2, 1):
        depths.append(position.move_depth)
        position.answer(position.questions[0], value)
    assert depths == [0, 1, 2]
