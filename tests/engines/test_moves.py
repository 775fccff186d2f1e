"""Random games of programs that read a move piece by piece: moves are finished, evenly drawn, and hardly anything is
tried in vain."""

from __future__ import annotations

from math import sqrt

import pytest

import parlour
from parlour.core.read.program import read_program
from parlour.engines.python.engine import PythonEngine
from parlour.game.game import Game
from parlour.game.outcome import Tally
from parlour.testing.agreement import engines
from parlour.testing.asking import SAMPLES

READ_PIECE_BY_PIECE = ("brandubh", "lines-of-action", "game-of-the-amazons")

# After 1 there is one way to go on, after 2 there are three, after 3 none.
UNEVEN = """
program uneven entry main
seats (Ada)
function main() -> int {
  locals (a: int, b: int, n: int)
  n = 0
  while eq(n, 0) {
    ask a: whole(1, 3) seat 0 kind number
    ask b: whole(1, 3) seat 0 kind number
    if or(eq(a, 2), and(eq(a, 1), eq(b, 2))) {
      n = a
    }
  }
  return n
}
"""

DIGITS = """
# parlour: players X, O
# parlour: the winner is winner
@setup {
    int winner;

    group Mark (Piece) {
        void Mark() {
            this.fixed = True;
        }
    };

    group Grid (Boards.Rect(3, 3)) {
        bool is_line(int a, int b, int c) {
            return this.owns(a) == ON_MOVE and this.owns(b) == ON_MOVE and this.owns(c) == ON_MOVE;
        }

        bool has_line() {
            for (i in {0, 1, 2}) {
                if (this.is_line(3 * i, 3 * i + 1, 3 * i + 2) or this.is_line(i, i + 3, i + 6)) {
                    return True;
                }
            }
            return this.is_line(0, 4, 8) or this.is_line(2, 4, 6);
        }
    };

    Grid grid();
    N_PLAYERS = 2;
    winner = -1;
}

@turns {
    void begin() {
        int x;
        int y;
        Mark mark();
        x = stoi(read(1));
        y = stoi(read(1));
        if (mark >> grid [x, y]) {
            if (grid.has_line()) {
                winner = ON_MOVE;
                exit();
            }
            if (grid.full()) {
                exit();
            }
        }
    }
}
"""


def share(count: int, games: int, expected: float) -> bool:
    """Within four standard deviations."""
    return abs(count / games - expected) < 4 * sqrt(expected * (1 - expected) / games)


@pytest.mark.parametrize("name", READ_PIECE_BY_PIECE)
def test_hardly_an_answer_is_tried_in_vain(name: str) -> None:
    game = parlour.load(name)
    one = game.simulator(engine="python").playouts(2, 1)
    other = game.simulator(engine="native").playouts(2, 1)
    assert one == other
    many = game.simulator(engine="native").playouts(300, 2)
    for tally in (one, many):
        assert tally.questions + tally.refused < 1.1 * tally.questions
        assert not tally.failed


@pytest.mark.parametrize("name", READ_PIECE_BY_PIECE)
def test_in_play_every_legal_answer_goes_on_to_a_whole_move(name: str) -> None:
    """Whoever takes legal answers is never asked again for the same move."""
    position = parlour.load(name).start(seed=4, engine="python")
    for move in range(3):
        seat = position.questions[0].seat
        depths = []
        while position.questions[0].seat == seat:
            depths.append(position.move_depth)
            options = position.legal(position.questions[0]).options
            position.answer(position.questions[0], options[move % len(options)].value)
        assert depths == list(range(len(depths))), "never back to the first digit"


@pytest.mark.parametrize("number", [0, 1])
def test_by_answers_and_by_moves_are_what_one_computes_by_hand(number: int) -> None:
    simulator = engines(read_program(UNEVEN))[number].simulator()
    games = 2_000
    by_answer, by_move = simulator.playouts(games, 1), simulator.playouts(games, 1, by="move")
    assert share(by_answer.endings["1"], games, 1 / 2) and not share(by_move.endings["1"], games, 1 / 2)
    assert share(by_move.endings["1"], games, 1 / 4), "one move of four"


def test_tic_tac_toe_by_digits_is_that_of_whole_moves_when_whole_moves_are_drawn() -> None:
    games = 60_000
    digits = parlour.load(DIGITS, language="senet").simulator(engine="native").playouts(games, 3, by="move")
    known = {"X wins": 0.5849, "O wins": 0.2881, "draw": 0.1270}
    assert all(share(digits.endings[ending], games, expected) for ending, expected in known.items()), digits


def without_guards(engine: PythonEngine, games: int, monkeypatch: pytest.MonkeyPatch) -> Tally:
    with monkeypatch.context() as patch:
        patch.setattr(engine, "guards", {})
        return engine.simulator().playouts(games, 7)


@pytest.mark.parametrize("name", SAMPLES)
def test_guards_change_nothing_but_what_is_tried(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engines(read_program(SAMPLES[name]))[0]
    plain, guarded = without_guards(engine, 30, monkeypatch), engine.simulator().playouts(30, 7)
    assert (guarded.endings, guarded.lengths) == (plain.endings, plain.lengths)
    assert sum(guarded.failed.values()) == sum(plain.failed.values())
    assert guarded.refused <= plain.refused


@pytest.mark.parametrize("name", ["checkers", "nine-mens-morris", "brandubh"])
def test_guards_change_nothing_in_games_of_the_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = parlour.load(name)
    engine = game.engines["python"]
    assert isinstance(engine, PythonEngine) and engine.guards
    plain, guarded = without_guards(engine, 1, monkeypatch), engine.simulator().playouts(1, 7)
    assert (guarded.endings, guarded.lengths, guarded.refused) == (plain.endings, plain.lengths, 0)
