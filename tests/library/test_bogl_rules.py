"""The BoGL games of the library against their rules, which are written here once more, and differently.

Every model has the same few words: `seat` is to move, `moves` are all legal moves (each the answers it takes), `play`
makes one, `rows` is the board as it is drawn, `result` what the game comes to in the end (None: it goes on).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Protocol

import pytest

import parlour
from parlour import library
from parlour.core.values import Plain
from parlour.game.game import Game
from parlour.game.position import Position, Status, Step
from parlour.game.scene import Board

Place = tuple[int, int]
Move = tuple[Plain, ...]
WAYS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


class Model(Protocol):
    seat: str | None

    def moves(self) -> list[Move]: ...
    def play(self, move: Move) -> None: ...
    def rows(self) -> list[str]: ...
    def result(self) -> str | None: ...


def places(width: int, height: int) -> list[Place]:
    return [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]


def drawn(cells: dict[Place, str], width: int, height: int) -> list[str]:
    return ["".join(cells.get((x, y), ".") for x in range(1, width + 1)) for y in range(1, height + 1)]


def as_place(value: Plain) -> Place:
    assert isinstance(value, tuple)
    x, y = value
    assert isinstance(x, int) and isinstance(y, int)
    return x, y


class Gomoku:
    """The winner is found in the lines of the whole board, read as text."""

    def __init__(self) -> None:
        self.seat: str | None = "X"
        self.stones: dict[Place, str] = {}

    def moves(self) -> list[Move]:
        return [(place,) for place in places(15, 15) if place not in self.stones]

    def play(self, move: Move) -> None:
        assert self.seat is not None
        self.stones[as_place(move[0])] = self.seat
        self.seat = "O" if self.seat == "X" else "X"

    def rows(self) -> list[str]:
        return drawn(self.stones, 15, 15)

    def result(self) -> str | None:
        rows = self.rows()
        lines = rows + ["".join(column) for column in zip(*rows, strict=True)]
        for sloped in (rows, rows[::-1]):
            lines += ["".join(row[d - y] for y, row in enumerate(sloped) if 0 <= d - y < 15) for d in range(29)]
        winner = next((name for name in "XO" if any(name * 5 in line for line in lines)), None)
        return winner or ("Tie" if len(self.stones) == 225 else None)


class Notakto:
    LINES = (
        *({(x, y) for x in (1, 2, 3)} for y in (1, 2, 3)),
        *({(x, y) for y in (1, 2, 3)} for x in (1, 2, 3)),
        {(1, 1), (2, 2), (3, 3)},
        {(3, 1), (2, 2), (1, 3)},
    )

    def __init__(self) -> None:
        self.seat: str | None = "First"
        self.marked: set[Place] = set()

    def moves(self) -> list[Move]:
        return [(place,) for place in places(3, 3) if place not in self.marked]

    def play(self, move: Move) -> None:
        self.marked.add(as_place(move[0]))
        self.seat = "Second" if self.seat == "First" else "First"

    def rows(self) -> list[str]:
        return drawn(dict.fromkeys(self.marked, "X"), 3, 3)

    def result(self) -> str | None:
        return self.seat if any(line <= self.marked for line in self.LINES) else None


class Nim:
    def __init__(self) -> None:
        self.seat: str | None = "First"
        self.heaps = [3, 5, 7]

    def moves(self) -> list[Move]:
        return [((heap, count),) for heap in (1, 2, 3) for count in range(1, self.heaps[heap - 1] + 1)]

    def play(self, move: Move) -> None:
        heap, count = as_place(move[0])
        self.heaps[heap - 1] -= count
        self.seat = "Second" if self.seat == "First" else "First"

    def rows(self) -> list[str]:
        return ["".join("I" if y < heap else "." for heap in self.heaps) for y in range(7)]

    def result(self) -> str | None:
        return None if any(self.heaps) else "Second" if self.seat == "First" else "First"


class Reversi:
    """Discs are caught by looking back from each disc of one's own."""

    def __init__(self) -> None:
        self.seat: str | None = "X"
        self.discs = {(4, 4): "O", (5, 4): "X", (4, 5): "X", (5, 5): "O"}

    def caught(self, place: Place, player: str) -> set[Place]:
        found: set[Place] = set()
        for dx, dy in WAYS:
            for far in range(2, 8):
                between = [(place[0] + dx * n, place[1] + dy * n) for n in range(1, far)]
                end = (place[0] + dx * far, place[1] + dy * far)
                others = {self.discs.get(one) for one in between}
                if self.discs.get(end) == player and others == {"XO".replace(player, "")}:
                    found.update(between)
        return found

    def moves_of(self, player: str) -> list[Move]:
        return [(one,) for one in places(8, 8) if one not in self.discs and self.caught(one, player)]

    def moves(self) -> list[Move]:
        return [] if self.seat is None else self.moves_of(self.seat)

    def play(self, move: Move) -> None:
        assert self.seat is not None
        place = as_place(move[0])
        self.discs.update(dict.fromkeys((*self.caught(place, self.seat), place), self.seat))
        other = "XO".replace(self.seat, "")
        self.seat = next((player for player in (other, self.seat) if self.moves_of(player)), None)

    def rows(self) -> list[str]:
        return drawn(self.discs, 8, 8)

    def result(self) -> str | None:
        if self.seat is not None:
            return None
        xs, os = (list(self.discs.values()).count(player) for player in "XO")
        return "X" if xs > os else "O" if os > xs else "Tie"


class PegSolitaire:
    seat: str | None = None

    def __init__(self) -> None:
        self.holes = {(x, y) for x, y in places(7, 7) if x in (3, 4, 5) or y in (3, 4, 5)}
        self.pegs = self.holes - {(4, 4)}

    def moves(self) -> list[Move]:
        free = self.holes - self.pegs
        return [
            ((x, y), (x + 2 * dx, y + 2 * dy))
            for x, y in sorted(self.pegs)
            for dx, dy in WAYS
            if 0 in (dx, dy) and (x + dx, y + dy) in self.pegs and (x + 2 * dx, y + 2 * dy) in free
        ]

    def play(self, move: Move) -> None:
        (x, y), (to_x, to_y) = map(as_place, move)
        self.pegs ^= {(x, y), ((x + to_x) // 2, (y + to_y) // 2), (to_x, to_y)}

    def rows(self) -> list[str]:
        # Where the board has no cell nothing is drawn.
        return drawn(dict.fromkeys(self.pegs, "O"), 7, 7)

    def result(self) -> str | None:
        return None if self.moves() else str(32 - len(self.pegs))


class TowerOfHanoi:
    seat: str | None = None

    def __init__(self) -> None:
        self.poles: list[list[int]] = [[4, 3, 2, 1], [], []]

    def moves(self) -> list[Move]:
        tops = [pole[-1] if pole else 9 for pole in self.poles]
        return [(a, b) for a, b in product((1, 2, 3), repeat=2) if tops[a - 1] < tops[b - 1]]

    def play(self, move: Move) -> None:
        a, b = move
        assert isinstance(a, int) and isinstance(b, int)
        self.poles[b - 1].append(self.poles[a - 1].pop())

    def rows(self) -> list[str]:
        cells = {(x, 5 - n): str(disc) for x, pole in enumerate(self.poles, 1) for n, disc in enumerate(pole)}
        return drawn(cells, 3, 5)

    def result(self) -> str | None:
        return "Solved" if len(self.poles[2]) == 4 else None


@cache
def game(name: str, expression: str | None = None) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry.text, language=entry.language, name=entry.file.name, expression=expression)


def board_rows(position: Position) -> list[str]:
    (board,) = position.view(None).scene.items
    assert isinstance(board, Board)
    texts = [piece.text if piece is not None else "." for piece in board.cells]
    return ["".join(texts[start : start + board.width]) for start in range(0, len(texts), board.width)]


def give(position: Position, *answers: Plain) -> None:
    for answer in answers:
        assert isinstance(position.answer(position.questions[0], answer), Step)


def legal_moves(position: Position, answers_each: int) -> list[Move]:
    question = position.questions[0]
    if answers_each == 1:
        return [(option.value,) for option in position.legal(question)]
    return [tuple(option.value for option in move.answers) for move in position.moves(question.seat).moves]


# Trying all 225 places of gomoku out is slow, so its positions are taken from all over long games, one in six. Where a
# move takes two answers, a position has several questions to compare: which peg, and for each of them, which hole.
@pytest.mark.parametrize(
    ("name", "model", "answers_each", "positions", "one_in"),
    [
        ("gomoku", Gomoku, 1, 200, 6),
        ("notakto", Notakto, 1, 300, 1),
        ("nim", Nim, 1, 300, 1),
        ("reversi", Reversi, 1, 300, 1),
        ("peg-solitaire", PegSolitaire, 2, 100, 1),
        ("tower-of-hanoi", TowerOfHanoi, 2, 100, 1),
    ],
)
def test_legal_answers_board_and_result_are_those_of_the_rules(
    name: str, model: Callable[[], Model], answers_each: int, positions: int, one_in: int
) -> None:
    chance = Random(name)
    compared = 0
    while compared < positions:
        position, rules = game(name).start(), model()
        while (result := rules.result()) is None:
            moves = rules.moves()
            assert position.status is Status.OPEN
            assert board_rows(position) == rules.rows()
            asked = position.questions[0].seat
            assert (None if asked is None else position.seats[asked].name) == rules.seat
            if compared < positions and chance.randrange(one_in) == 0:
                assert sorted(legal_moves(position, answers_each)) == sorted(moves)
                compared += 1
            move = chance.choice(moves)
            give(position, *move)
            rules.play(move)
        assert position.status is Status.OVER and position.outcome is not None
        assert position.outcome.value == result
        assert board_rows(position) == rules.rows()
        if position.seats:
            names = [seat.name for seat in position.seats]
            assert [names[seat] for seat in position.outcome.winners] == ([] if result == "Tie" else [result])
            assert position.outcome.is_draw == (result == "Tie")
