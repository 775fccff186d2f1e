"""Facts about the BoGL games of the library: counts, shortest solutions, who wins, and that no typo ends them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

import parlour
from parlour import library
from parlour.core.values import Plain, Symbol
from parlour.game.game import Game
from parlour.game.position import Position, Status, Step
from parlour.game.scene import Board
from parlour.match import Match

COLOURS = "RGBYWK"
FAR = 2**63 - 1


@cache
def game(name: str, expression: str | None = None) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry.text, language=entry.language, name=entry.file.name, expression=expression)


def after(position: Position, *answers: Plain) -> Position:
    """A copy of the position with these answers given."""
    trial = position.copy()
    for answer in answers:
        assert isinstance(trial.answer(trial.questions[0], answer), Step)
    return trial


def board(position: Position) -> list[list[str]]:
    """The board as it is drawn, row by row."""
    (drawn,) = position.view(None).scene.items
    assert isinstance(drawn, Board)
    texts = [piece.text if piece is not None else "" for piece in drawn.cells]
    return [texts[start : start + drawn.width] for start in range(0, len(texts), drawn.width)]


# ---- seats, endings, wrong answers


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("gomoku", ("X", "O")),
        ("notakto", ("First", "Second")),
        ("nim", ("First", "Second")),
        ("reversi", ("X", "O")),
        ("peg-solitaire", ()),
        ("tower-of-hanoi", ()),
        ("mastermind", ()),
    ],
)
def test_a_game_for_two_has_two_seats_and_a_puzzle_none(name: str, seats: tuple[str, ...]) -> None:
    start = game(name).start()
    assert game(name).info.seats == seats
    assert start.questions[0].seat == (0 if seats else None)


# The three discs of a small tower come to their place sooner than four, by chance.
@pytest.mark.parametrize(
    ("name", "expression", "longest"),
    [
        ("gomoku", None, 225),
        ("notakto", None, 9),
        ("nim", None, 15),
        ("reversi", None, 60),
        ("peg-solitaire", None, 62),
        ("mastermind", None, 11),
        ("tower-of-hanoi", "tower(3)", 10_000),
    ],
)
def test_random_games_come_to_an_end(name: str, expression: str | None, longest: int) -> None:
    tally = game(name, expression).simulator().playouts(30, seed=5)
    seats = game(name, expression).info.seats
    assert tally.games == tally.endings.total() == 30
    assert max(tally.lengths) <= longest
    if seats:
        first, second = seats
        assert set(tally.endings) <= {f"{first} wins", f"{second} wins", "draw"}
    else:
        assert set(tally.endings) <= {"Solved", *map(str, range(32))}


@pytest.mark.parametrize(
    ("name", "before", "wrong"),
    [
        ("gomoku", [(8, 8)], [(8, 8), (0, 1), (1, 0), (16, 1), (1, 16), (-3, 4), (FAR, FAR), (-FAR, 1)]),
        ("notakto", [(2, 2)], [(2, 2), (0, 1), (1, 0), (4, 1), (1, 4), (-1, -1), (FAR, FAR), (1, -FAR)]),
        ("nim", [(1, 3)], [(1, 1), (2, 0), (2, 6), (2, -1), (0, 1), (4, 1), (-1, 1), (FAR, 1), (2, FAR), (3, -FAR)]),
        ("reversi", [(4, 3)], [(4, 3), (1, 1), (4, 6), (0, 0), (9, 9), (-4, 3), (FAR, FAR), (FAR, -FAR)]),
        ("peg-solitaire", [], [(4, 4), (1, 1), (4, 3), (0, 4), (8, 4), (FAR, 4), (4, FAR), (-FAR, -FAR)]),
        ("tower-of-hanoi", [], [2, 3, 0, 4, -1, FAR, -FAR]),
    ],
)
def test_a_wrong_answer_is_asked_again(name: str, before: list[Plain], wrong: list[Plain]) -> None:
    position = after(game(name).start(), *before)
    for answer in wrong:
        again = after(position, answer)
        assert again.status is Status.OPEN, answer
        assert (again.key, board(again)) == (position.key, board(position)), answer


@pytest.mark.parametrize(
    ("name", "chosen", "wrong"),
    [
        ("peg-solitaire", (4, 2), [(4, 3), (4, 2), (2, 2), (6, 2), (4, 5), (0, 0), (FAR, FAR), (4, -FAR)]),
        ("tower-of-hanoi", 1, [1, 0, 4, FAR, -FAR]),
    ],
)
def test_a_piece_that_was_lifted_is_put_back_when_it_cannot_go_there(
    name: str, chosen: Plain, wrong: list[Plain]
) -> None:
    start = game(name).start()
    lifted = after(start, chosen)
    assert board(lifted) != board(start)
    assert lifted.move_depth == 1
    for answer in wrong:
        back = after(lifted, answer)
        assert (back.key, board(back)) == (start.key, board(start)), answer


def test_lifting_and_putting_is_one_move_and_the_next_one_is_another() -> None:
    match = Match.start(game("tower-of-hanoi"))
    for answer in (1, 2, 1, 3):
        match.answer(match.questions[0], answer)
    assert match.history() == ["1. 1 2", "2. 1 3"]
    match.undo()
    assert match.history() == ["1. 1 2"]


# ---- gomoku


@pytest.mark.parametrize("way", [(1, 0), (0, 1), (1, 1), (1, -1)])
@pytest.mark.parametrize("last", [0, 2, 4])
def test_five_in_any_direction_win_at_gomoku_whichever_stone_comes_last(way: tuple[int, int], last: int) -> None:
    line = [(6 + way[0] * n, 6 + way[1] * n) for n in range(5)]
    line.append(line.pop(last))
    elsewhere = [(1, 1), (3, 1), (5, 1), (7, 1)]
    position = game("gomoku").start()
    for mine, theirs in zip(line, elsewhere, strict=False):
        position = after(position, mine, theirs)
    assert position.status is Status.OPEN
    position = after(position, line[-1])
    assert position.outcome is not None and position.outcome.value == "X"


def test_four_in_a_row_at_the_edge_do_not_win_at_gomoku_and_six_do() -> None:
    position = game("gomoku").start()
    for x, other in ((1, 2), (2, 4), (3, 6), (5, 8), (6, 10)):
        position = after(position, (x, 15), (other, 1))
    assert position.status is Status.OPEN
    assert after(position, (7, 15)).status is Status.OPEN
    assert after(position, (4, 15)).status is Status.OVER


# ---- small games, solved


def wins(position: Position, known: dict[bytes, bool]) -> bool:
    """Whether the seat to move can win, by trying everything."""
    if position.key not in known:
        seat = position.questions[0].seat
        assert seat is not None
        found = False
        for option in position.legal(position.questions[0]):
            trial = after(position, option.value)
            if trial.outcome is not None:
                found = found or trial.outcome.winners == (seat,)
            else:
                found = not wins(trial, known) or found
        known[position.key] = found
    return known[position.key]


def test_a_position_of_nim_is_lost_just_when_its_heaps_cancel_out() -> None:
    known: dict[bytes, bool] = {}
    start = game("nim").start()
    assert wins(start, known)
    seen = set()
    for x, y, z in product(range(4), range(6), range(8)):
        if x + y + z == 0:
            continue
        takes = [(heap, count) for heap, count in ((1, 3 - x), (2, 5 - y), (3, 7 - z)) if count]
        position = after(start, *takes)
        seen.add(position.key)
        assert known[position.key] == (x ^ y ^ z != 0), (x, y, z)
    assert len(seen) == 4 * 6 * 8 - 1


def test_the_middle_is_the_one_opening_that_wins_at_notakto() -> None:
    start = game("notakto").start()
    known: dict[bytes, bool] = {}
    won = [option.value for option in start.legal(start.questions[0]) if not wins(after(start, option.value), known)]
    assert won == [(2, 2)]


# ---- reversi


def test_reversi_has_as_many_openings_as_are_known() -> None:
    level, counts = [game("reversi").start()], []
    for _ in range(4):
        level = [after(one, option.value) for one in level for option in one.legal(one.questions[0])]
        counts.append(len(level))
    assert counts == [4, 12, 56, 244]


def test_the_shortest_game_of_reversi_ends_when_a_side_has_no_disc_left() -> None:
    # e6 f4 e3 f6 g5 d6 e7 f5 c5
    moves = [(5, 6), (6, 4), (5, 3), (6, 6), (7, 5), (4, 6), (5, 7), (6, 5), (3, 5)]
    position = after(game("reversi").start(), *moves)
    assert position.outcome is not None and position.outcome.value == "X"
    assert Counter(text for row in board(position) for text in row) == {"X": 13, "": 51}


# ---- tower of Hanoi


@pytest.mark.parametrize(("discs", "states", "shortest"), [(1, 3, 1), (2, 9, 3), (3, 27, 7), (4, 81, 15)])
def test_a_tower_is_moved_in_two_to_the_number_of_discs_less_one_moves(discs: int, states: int, shortest: int) -> None:
    start = game("tower-of-hanoi", f"tower({discs})").start()
    level, seen, lengths, moves = [start], {start.key}, [], 0
    while level:
        moves += 1
        found = []
        for position in level:
            for move in position.moves(None).moves:
                trial = after(position, *(option.value for option in move.answers))
                if trial.status is Status.OVER:
                    lengths.append(moves)
                elif trial.key not in seen:
                    seen.add(trial.key)
                    found.append(trial)
        level = found
    assert len(seen) == states - 1  # and the end
    assert min(lengths) == shortest


# ---- mastermind


def code_in(box: str) -> str:
    number = sum(COLOURS.index(colour) * 6**power for power, colour in zip((3, 2, 1, 0), box, strict=True)) + 1
    code = pow(number, 5, 1297) * 5 % 1297 - 1
    return "".join(COLOURS[code // 6**power % 6] for power in (3, 2, 1, 0))


def symbols(colours: str) -> Plain:
    return tuple(Symbol(colour) for colour in colours)


def test_every_code_is_in_one_box() -> None:
    boxes = ["".join(box) for box in product(COLOURS, repeat=4)]
    codes = [code_in(box) for box in boxes]
    assert len(set(codes)) == 1296
    start = game("mastermind").start()
    for box, code in Random(1).sample(list(zip(boxes, codes, strict=True)), 200):
        position = after(start, symbols(box), symbols(code))
        assert position.outcome is not None and position.outcome.value == "10", box


def test_guesses_are_marked_as_on_the_box() -> None:
    chance = Random(2)
    start = game("mastermind").start()
    for _ in range(30):
        box = "".join(chance.choices(COLOURS, k=4))
        code = code_in(box)
        guesses = ["".join(chance.choices(COLOURS, k=4)) for _ in range(9)]
        guesses = [guess for guess in guesses if guess != code]
        position = after(start, symbols(box), *map(symbols, guesses))
        for row, guess in zip(board(position), guesses, strict=False):
            right = sum(map(str.__eq__, code, guess))
            common = (Counter(code) & Counter(guess)).total()
            assert row == [*guess, str(right), str(common - right)]


def test_the_tenth_guess_is_the_last() -> None:
    code = code_in("RRGB")
    wrong = "RRRR" if code != "RRRR" else "GGGG"
    ninth = after(game("mastermind").start(), symbols("RRGB"), *[symbols(wrong)] * 9)
    assert ninth.status is Status.OPEN
    for last, points in ((wrong, "0"), (code, "1")):
        outcome = after(ninth, symbols(last)).outcome
        assert outcome is not None and outcome.value == points
