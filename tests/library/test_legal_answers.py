"""Tic-tac-toe and Connect Four against rules written a second time, in plain Python, and against known numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import pytest

import parlour
from parlour import library
from parlour.core.chance import Chance
from parlour.game.game import Game
from parlour.game.position import Position, Status

Cells = dict[tuple[int, int], int]


def load(name: str) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry.text, language=entry.language, name=name)


def has_row(cells: Cells, last: tuple[int, int], length: int) -> bool:
    """Whether the piece placed last stands in a row of this length."""
    seat = cells[last]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            x, y = last[0] + way * dx, last[1] + way * dy
            while cells.get((x, y)) == seat:
                count += 1
                x, y = x + way * dx, y + way * dy
        if count >= length:
            return True
    return False


def squares(cells: Cells) -> list[tuple[int, int]]:
    return [(x, y) for y in (1, 2, 3) for x in (1, 2, 3) if (x, y) not in cells]


def columns(cells: Cells) -> list[int]:
    return [x for x in range(1, 8) if (x, 1) not in cells]


def landing(cells: Cells, answer: int) -> tuple[int, int]:
    return answer, max(y for y in range(1, 7) if (answer, y) not in cells)


GAMES: dict[str, tuple[Callable[[Cells], list[object]], Callable[[Cells, object], tuple[int, int]], int]] = {
    "tic-tac-toe": (squares, lambda cells, answer: answer, 3),  # type: ignore[dict-item,return-value]
    "connect-four": (columns, landing, 4),  # type: ignore[dict-item]
}


@pytest.mark.parametrize("name", GAMES)
def test_legal_answers_equal_those_of_an_independent_implementation_on_1000_random_positions(name: str) -> None:
    legal, place, length = GAMES[name]
    game = load(name)
    chance = Chance(2026)
    seen = 0
    while seen < 1000:
        position: Position = game.start()
        cells: Cells = {}
        for turn in range(42):
            expected = legal(cells)
            question = position.questions[0]
            assert [option.value for option in position.legal(question).options] == expected, cells
            assert question.seat == turn % 2
            seen += 1
            answer = expected[chance.below(len(expected))]
            where = place(cells, answer)
            cells[where] = turn % 2
            position.answer(question, answer)  # type: ignore[arg-type]
            if has_row(cells, where, length):
                assert position.outcome is not None and position.outcome.winners == (turn % 2,)
                break
            if not legal(cells):
                assert position.outcome is not None and position.outcome.is_draw
                break
            assert position.status is Status.OPEN


def test_tic_tac_toe_has_5478_positions() -> None:
    """Counted by key while it is open, and by the squares when it is over: its key then says only how it ended."""
    game = load("tic-tac-toe")
    seen: set[object] = set()
    stack: list[tuple[Position, Cells]] = [(game.start(), {})]
    while stack:
        position, cells = stack.pop()
        known: object = position.key if position.status is Status.OPEN else frozenset(cells.items())
        if known in seen:
            continue
        seen.add(known)
        if position.status is Status.OPEN:
            for square in squares(cells):
                copy = position.copy()
                copy.answer(copy.questions[0], square)
                stack.append((copy, {**cells, square: len(cells) % 2}))
    assert len(seen) == 5478


def test_random_tic_tac_toe_has_the_known_lengths_and_shares() -> None:
    games = 4000
    tally = load("tic-tac-toe").simulator().playouts(games, 1)
    known = {"X wins": 0.585, "O wins": 0.288, "draw": 0.127}
    assert set(tally.endings) == set(known)
    for ending, share in known.items():
        assert abs(tally.endings[ending] / games - share) < 4 * sqrt(share * (1 - share) / games) + 0.0005
    # One game's length has a standard deviation of about 1.4.
    assert abs(tally.mean_length - 7.63) < 4 * 1.4 / sqrt(games) + 0.005
