"""Alpha-beta and the proofs of tree search against plain minimax, which knows nothing of Parlour: it has rules of its
own for four small games, in a few lines each, and looks at everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Protocol

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Position
from parlour.game.search import Line, Search
from parlour.players.alphabeta import AlphaBetaPlayer
from parlour.players.search import search

Board = tuple[int, ...]


class Rules(Protocol):
    """Boards are numbers in a row; seats 0 and 1 move in turn."""

    @property
    def start(self) -> Board: ...
    def moves(self, board: Board) -> list[str]:
        """By the labels that the program gives them."""

    def play(self, board: Board, seat: int, move: str) -> Board: ...
    def worth(self, board: Board, seat: int) -> float | None:
        """To the seat that has just moved; None where the game goes on."""


@dataclass(frozen=True)
class InARow:
    """Tic-tac-toe, or Connect Four if discs fall; free cells are -1, rows are counted from the top."""

    wide: int
    high: int
    length: int
    falls: bool

    @property
    def start(self) -> Board:
        return (-1,) * (self.wide * self.high)

    def moves(self, board: Board) -> list[str]:
        if self.falls:
            return [str(x + 1) for x in range(self.wide) if board[x] < 0]
        return [
            f"({x + 1}, {y + 1})" for y in range(self.high) for x in range(self.wide) if board[y * self.wide + x] < 0
        ]

    def play(self, board: Board, seat: int, move: str) -> Board:
        if self.falls:
            x = int(move) - 1
            y = max(row for row in range(self.high) if board[row * self.wide + x] < 0)
        else:
            x, y = (int(part) - 1 for part in move.strip("()").split(", "))
        at = y * self.wide + x
        return (*board[:at], seat, *board[at + 1 :])

    def worth(self, board: Board, seat: int) -> float | None:
        cells = {(at % self.wide, at // self.wide) for at, owner in enumerate(board) if owner == seat}
        for x, y in cells:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all((x + n * dx, y + n * dy) in cells for n in range(self.length)):
                    return 1.0
        return None if -1 in board else 0.5


@dataclass(frozen=True)
class Nim:
    """Who takes the last stick wins."""

    start: Board = (3, 5, 7)

    def moves(self, board: Board) -> list[str]:
        return [f"({heap + 1}, {n})" for heap, left in enumerate(board) for n in range(1, left + 1)]

    def play(self, board: Board, seat: int, move: str) -> Board:
        heap, taken = (int(part) for part in move.strip("()").split(", "))
        return tuple(left - taken if number == heap - 1 else left for number, left in enumerate(board))

    def worth(self, board: Board, seat: int) -> float | None:
        return None if any(board) else 1.0


@dataclass(frozen=True)
class Hex:
    """The first seat joins left and right, the second bottom and top."""

    size: int

    @property
    def start(self) -> Board:
        return (-1,) * self.size**2

    def moves(self, board: Board) -> list[str]:
        return [f"(place {at % self.size + 1} {at // self.size + 1})" for at, owner in enumerate(board) if owner < 0]

    def play(self, board: Board, seat: int, move: str) -> Board:
        x, y = (int(part) - 1 for part in move.strip("()").split(" ")[1:])
        at = y * self.size + x
        return (*board[:at], seat, *board[at + 1 :])

    def worth(self, board: Board, seat: int) -> float | None:
        own = {(at % self.size, at // self.size) for at, owner in enumerate(board) if owner == seat}
        reached = {cell for cell in own if cell[seat] == 0}
        waiting = list(reached)
        while waiting:
            x, y = waiting.pop()
            if (x, y)[seat] == self.size - 1:
                return 1.0
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)}
            fresh = (beside & own) - reached
            reached |= fresh
            waiting += fresh
        return None


@cache
def minimax(rules: Rules, board: Board, seat: int, move: str) -> float:
    """What a move is worth to the seat that makes it."""
    after = rules.play(board, seat, move)
    ended = rules.worth(after, seat)
    if ended is not None:
        return ended
    least = 1.0
    for answer in rules.moves(after):
        least = min(least, 1.0 - minimax(rules, after, 1 - seat, answer))
        if least == 0.0:
            break  # it cannot become less
    return least


@cache
def small(name: str) -> tuple[Game, Rules]:
    """A small game, and its rules once more."""
    if name == "tic-tac-toe":
        return parlour.load(name), InARow(3, 3, 3, falls=False)
    if name == "nim":
        return parlour.load(name), Nim()
    if name == "connect-four 4 × 4":
        smaller = {"(7,6)": "(4,4)", "column > 7": "column > 4", "column, 6)": "column, 4)"}
        return parlour.load(cut("connect-four", smaller), language="bogl"), InARow(4, 4, 4, falls=True)
    index = " (index 5) (index 6) (index 7) (index 8) (index 9)\n(index 10) (index 11)"
    after = " (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)\n(succ 9 10) (succ 10 11)"
    return parlour.load(cut("hex", {index: "", after: "", "11": "4"}), language="gdl"), Hex(4)


def cut(name: str, changes: dict[str, str]) -> str:
    """The text of a game of the library on a smaller board."""
    game = library.find(name)
    assert game is not None
    text = game.text
    for large, little in changes.items():
        assert large in text
        text = text.replace(large, little)
    return text


@dataclass(frozen=True)
class Moment:
    """A position of a random game, and the same by the rules."""

    position: Position
    board: Board
    seat: int
    worths: dict[str, float]


def moments(name: str, games: int, most_moves: int) -> Iterator[Moment]:
    """Those of random games at which few moves are left."""
    game, rules = small(name)
    for number in range(games):
        chance = Random(number)
        position, board, seat = game.start(), rules.start, 0
        while position.outcome is None:
            question = position.questions[0]
            moves = rules.moves(board)
            assert question.seat == seat
            options = {option.label: option.value for option in position.legal(question)}
            assert set(moves) == set(options), "both know the same moves"
            if len(moves) <= most_moves:
                worths = {move: minimax(rules, board, seat, move) for move in moves}
                yield Moment(position.copy(), board, seat, worths)
            move = chance.choice(moves)
            position.answer(question, options[move])
            board, seat = rules.play(board, seat, move), 1 - seat
            if len(rules.moves(board)) == 1 and rules.worth(board, 1 - seat) is None and game.info.language == "gdl":
                # Who has no choice there is not asked.
                board, seat = rules.play(board, seat, rules.moves(board)[0]), 1 - seat
        ended = rules.worth(board, 1 - seat)
        winners = position.outcome.winners
        assert (ended, winners) in ((1.0, (1 - seat,)), (0.5, ())), "both know how it ended"


def lines_of(game: Game, moment: Moment, iterations: int) -> tuple[Search, Sequence[Line]]:
    if game.compiling is not None:
        game.compiling.note(60.0)  # as if the reference had taken a minute: machine code searches
    found = search(game, moment.position, moment.seat, seed=7)
    found.grow(iterations)
    return found, found.lines()


PROOFS = {0.0: "loss", 0.5: "known", 1.0: "win"}


@pytest.mark.parametrize(
    ("name", "iterations", "most_moves"),
    [("tic-tac-toe", 2_000, 9), ("nim", 2_000, 15), ("connect-four 4 × 4", 5_000, 4), ("hex 4 × 4", 5_000, 9)],
)
def test_what_a_tree_proves_is_what_minimax_says(name: str, iterations: int, most_moves: int) -> None:
    game, _ = small(name)
    proofs = done = 0
    for moment in moments(name, 4, most_moves):
        found, lines = lines_of(game, moment, iterations)
        for line in lines:
            if line.proof is not None:
                proofs += 1
                worth = moment.worths[line.move.label]
                assert (line.worth, line.proof) == (worth, PROOFS[worth])
        if found.is_done:
            done += 1
            assert moment.worths[lines[0].move.label] == max(moment.worths.values())
    assert proofs >= 30 and done >= 8, "there was something to compare"


@pytest.mark.parametrize(
    ("name", "most_moves"), [("tic-tac-toe", 6), ("nim", 8), ("connect-four 4 × 4", 3), ("hex 4 × 4", 7)]
)
def test_alphabeta_finds_a_best_move_of_minimax(name: str, most_moves: int) -> None:
    game, _ = small(name)
    compared = 0
    for moment in moments(name, 3, most_moves):
        question = moment.position.questions[0]
        best = AlphaBetaPlayer(game, 1, depth=16, playouts=1).best(moment.position, moment.seat)
        label = str(moment.position.label(question, best))
        assert moment.worths[label] == max(moment.worths.values())
        compared += len(set(moment.worths.values())) > 1
    assert compared >= 3, "it made a difference"


# Whole games of the first two; with a few moves made, the others take a minute instead of hours.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("tic-tac-toe", ()),
        ("nim", ()),
        ("connect-four 4 × 4", ("2", "1", "2", "2", "3", "1")),
        ("hex 4 × 4", ("(place 1 1)", "(place 4 4)", "(place 1 4)", "(place 4 1)")),
    ],
)
def test_alphabeta_looks_through_whole_games(name: str, before: tuple[str, ...]) -> None:
    game, rules = small(name)
    position, board = game.start(), rules.start
    for number, label in enumerate(before):
        question = position.questions[0]
        position.answer(question, {option.label: option.value for option in position.legal(question)}[label])
        board = rules.play(board, number % 2, label)
    worths = {move: minimax(rules, board, 0, move) for move in rules.moves(board)}
    best = AlphaBetaPlayer(game, 1, depth=16, playouts=1).best(position, 0)
    assert worths[str(position.label(position.questions[0], best))] == max(worths.values())
