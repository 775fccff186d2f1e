"""The reference search on real games: what it finds, proves, keeps and refuses."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import sqrt

import pytest

import parlour
from parlour.game.game import Game
from parlour.game.position import Position
from parlour.game.search import Given, Line, Settings, Unsearchable
from parlour.match import Match
from parlour.players import RandomPlayer
from parlour.players.play import let_answer
from parlour.players.search import TreeSearch, search
from parlour.testing.core_games import core_game

# Who takes the last of so many sticks wins; one or two are taken at a time.
STICKS = """
program sticks entry main
seats (Ada, Ben)
function main() -> none {{
  locals (left: int, turn: int, taken: int)
  left = {0}
  turn = 0
  while gt(left, 0) {{
    ask taken: whole(1, 2) seat turn kind number
    if gt(taken, left) {{
      taken = left
    }}
    left = sub(left, taken)
    turn = sub(1, turn)
  }}
  finish [[sub(1, turn)], [turn]]
}}
"""


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def begun(game: Game, labels: str, seed: int = 0) -> Position:
    """The position after these answers."""
    position = game.start(seed)
    for label in labels.split("; ") if labels else ():
        question = position.questions[0]
        value = position.read_answer(question, label)
        position.answer(question, value)  # type: ignore[arg-type]
    return position


def grown(game: Game, position: Position, iterations: int, seed: int = 7, **settings: object) -> TreeSearch:
    """The reference, whatever else could search here."""
    game = replace(game, searching=None, compiling=None)
    found = search(game, position, position.questions[0].seat, seed, Settings(**settings))  # type: ignore[arg-type]
    assert isinstance(found, TreeSearch)
    found.grow(iterations)
    return found


def visits(lines: tuple[Line, ...]) -> list[tuple[str, int, float]]:
    return [(line.move.label, line.visits, line.worth) for line in lines]


@pytest.mark.parametrize("name", ["tic-tac-toe", "race", "filetto", "tic-tac-toe-gdl", "tron"])
def test_the_same_seed_and_iterations_give_the_same_lines(name: str) -> None:
    game = load(name)
    position = game.start(3)
    once = visits(grown(game, position, 40).lines())
    assert once == visits(grown(game, position, 40).lines())
    assert once != visits(grown(game, position, 40, seed=8).lines())
    assert sum(count for _, count, _ in once) in (39, 40), "one may have ended in the middle of a move"


def test_growing_in_parts_is_growing_at_once() -> None:
    game = load("nim")
    parts = grown(game, game.start(), 30)
    parts.grow(10)
    assert parts.iterations == 40
    assert visits(parts.lines()) == visits(grown(game, game.start(), 40).lines())


def test_engines_that_play_alike_are_searched_alike() -> None:
    game = load("tic-tac-toe")
    found = visits(grown(game, game.start(engine="native"), 40).lines())
    assert found == visits(grown(game, game.start(), 40).lines())


def minimax(position: Position, memory: dict[bytes, float]) -> float:
    """What the first seat of two can be sure of, by looking at everything."""
    if position.outcome is not None:
        return {(): 0.5, (0,): 1.0, (1,): 0.0}[position.outcome.winners]
    if position.key not in memory:
        found = []
        question = position.questions[0]
        for option in position.legal(question):
            following = position.copy()
            following.answer(question, option.value)
            found.append(minimax(following, memory))
        memory[position.key] = max(found) if question.seat == 0 else min(found)
    return memory[position.key]


# (2, 2) is taken by X, then O and X in turn: few enough cells are left to look at everything.
TIC_TAC_TOE = ["(2, 2); (1, 1); (2, 3)", "(1, 1); (2, 2); (3, 3)", "(1, 1); (1, 2); (2, 1); (3, 1)"]
NIM = ["(1, 3); (2, 3)", "(3, 5); (2, 3)", "(3, 6); (2, 5)"]


@cache
def answers_of(name: str, labels: str) -> dict[str, float]:
    """By plain minimax, what each answer is worth to whoever is asked."""
    position, memory = begun(load(name), labels), {}
    question = position.questions[0]
    found = {}
    for option in position.legal(question):
        following = position.copy()
        following.answer(question, option.value)
        worth = minimax(following, memory)
        found[option.label] = worth if question.seat == 0 else 1 - worth
    return found


@pytest.mark.parametrize(
    ("name", "labels"), [*(("tic-tac-toe", each) for each in TIC_TAC_TOE), *(("nim", each) for each in NIM)]
)
def test_what_is_proved_is_what_minimax_says(name: str, labels: str) -> None:
    game = load(name)
    known = answers_of(name, labels)
    found = grown(game, begun(game, labels), 5_000)
    assert found.is_done, "a small game is proved"
    lines = found.lines()
    for line in lines:
        if line.proof is not None:
            assert line.worth == known[line.move.label]
            assert line.proof == {0.0: "loss", 0.5: "known", 1.0: "win"}[line.worth]
    assert known[lines[0].move.label] == max(known.values())
    assert found.best() == lines[0].move.answers[0].value


def test_a_move_of_several_answers_is_one_line() -> None:
    game = load("peg-solitaire")
    lines = grown(game, game.start(), 30).lines()
    assert all(len(line.move.answers) == 2 for line in lines) and len(lines) == 4
    assert sum(line.visits for line in lines) == 30
    assert all(len(move.answers) == 2 for line in lines for move in line.continuation)


def test_a_line_goes_on_as_everybody_would_play() -> None:
    game = core_game(STICKS.format(4))
    best = grown(game, game.start(), 200).lines()[0]
    assert (best.move.label, best.proof, best.worth) == ("1", "win", 1.0)
    seats = [move.seat for move in (best.move, *best.continuation)]
    assert seats[:3] == [0, 1, 0]


def test_what_is_known_of_the_position_that_comes_is_kept() -> None:
    game = load("connect-four")
    found = grown(game, game.start(), 120)
    visited = found.lines()[0].visits
    assert found.advance([Given(0, found.best())])
    assert 0 < found.iterations <= visited
    assert found.trees[0].size <= 120


# Who bets wins if the sum of two dice, from 0 to 5 each, is not below the bet, and says so.
DICE = """
program dice entry main
seats (Ada, Ben)
function main() -> none {
  locals (bet: int, one: int, other: int, said: int)
  ask bet: whole(3, 8) seat 0 kind number
  one = chance(6)
  other = chance(6)
  ask said: whole(0, 1) seat 1 kind number
  if ge(add(one, other), bet) {
    finish [[0], [1]]
  } else {
    finish [[1], [0]]
  }
}
"""


def test_what_is_drawn_is_as_likely_in_a_tree_as_in_the_rules() -> None:
    game = core_game(DICE)
    found = grown(game, game.start(), 6_000)
    for line in found.lines():
        bet = line.move.answers[0].value
        assert isinstance(bet, int)
        exact = sum(one + other >= bet for one in range(6) for other in range(6)) / 36
        assert abs(line.worth - exact) < 4 * sqrt(exact * (1 - exact) / line.visits)
    root = found.trees[0].root
    assert root.paths is not None
    most = max(root.paths.drawn.items(), key=lambda item: len(item[1]))[1]
    met = [node.paths.total if node.paths is not None else 0 for node in most.values()]
    # A node's first visit does not go through it, so each was met once more; 36 throws, 35 degrees of freedom.
    throws = [count + 1 for count in met]
    mean = sum(throws) / 36
    assert len(throws) == 36 and sum((count - mean) ** 2 / mean for count in throws) < 70


def test_chance_is_told_to_a_search_that_goes_on() -> None:
    game = load("race")
    match = Match.start(game, seed=3)
    found = grown(game, match.position, 40)
    question = match.questions[0]
    let_answer(match, question, RandomPlayer(1))
    event = match.events[-1]
    found.advance([Given(question.seat, event.value, event.drawn)])  # type: ignore[union-attr]
    assert found.trees[0].root.state.position.key == match.position.key
    with pytest.raises(ValueError, match="not what was drawn"):
        grown(game, game.start(3), 5).advance([Given(0, found.best(), ())])


def test_no_more_positions_are_kept_than_may_be() -> None:
    game = load("connect-four")
    found = grown(game, game.start(), 150, nodes=40)
    assert found.trees[0].size == 40 and found.iterations == 150


def test_those_who_are_asked_together_choose_together() -> None:
    """Scissors lose to rock, and a search that saw what the other shows would always win."""
    game = load("rock-paper-scissors")
    lines = grown(game, game.start(), 600).lines()
    assert {line.move.label for line in lines} == {"rock", "paper", "scissors"}
    assert all(0.35 < line.worth < 0.65 and line.visits > 100 for line in lines)


def test_what_chance_may_bring_is_weighed() -> None:
    bets = """
    program bets entry main
    seats (Ada)
    function main() -> none {
      locals (bet: bool, score: int)
      ask bet: yes_no seat 0 kind choice
      score = 30
      if bet {
        score = mul(20, chance(6))
      }
      finish [[0]] scores [to_float(score)]
    }
    """
    game = core_game(bets)
    lines = grown(game, game.start(), 400).lines()
    worth = {line.move.label: line.worth for line in lines}
    assert lines[0].move.answers[0].value is True
    assert worth[lines[0].move.label] == pytest.approx(50, abs=10) and worth[lines[1].move.label] == 30


def test_a_game_that_says_neither_who_has_won_nor_a_score_is_refused() -> None:
    game = load("tower-of-hanoi")
    with pytest.raises(Unsearchable, match="neither who has won nor a score, so no move is better"):
        search(game, game.start(), None, 1)


def test_what_cannot_be_listed_is_refused() -> None:
    words = """
    program words entry main
    function main() -> string {
      locals (word: string)
      ask word: line seat -1 kind text
      return word
    }
    """
    game = core_game(words)
    with pytest.raises(Unsearchable, match="cannot be listed"):
        search(game, game.start(), None, 1)


def test_an_aim_that_the_game_does_not_have_is_refused() -> None:
    game = load("nim")
    with pytest.raises(Unsearchable, match="says no score"):
        search(game, game.start(), 0, 1, Settings(aim="score"))


def test_nobody_searches_for_a_seat_that_is_not_asked_or_in_a_match_that_is_over() -> None:
    game = core_game(STICKS.format(2))
    with pytest.raises(Unsearchable, match="not asked"):
        search(game, game.start(), 1, 1)
    with pytest.raises(Unsearchable, match="over"):
        search(game, begun(game, "2"), 0, 1)


def test_secrets_that_cannot_be_imagined_are_refused() -> None:
    game = load("clockwork")
    with pytest.raises(Unsearchable, match="cannot be imagined"):
        search(game, game.start(), 0, 1)


def test_growing_ends_when_nobody_wants_it() -> None:
    game = load("nim")
    found = search(game, game.start(), 0, 1)
    left = iter([True] * 9 + [False])
    assert found.grow(10_000, is_wanted=lambda: next(left)) == 9
    assert found.grow(deadline=0.0) == 0
    with pytest.raises(ValueError, match="by iterations, or until a deadline"):
        found.grow()
