"""Random games that read a move piece by piece: both engines find the same answers and moves, and play the same."""

from __future__ import annotations

import pytest

from parlour.core.chance import Chance
from parlour.game.position import Position, Status
from parlour.testing.agreement import SMALL, engines
from parlour.testing.generation.reading import reading_program

PROGRAMS = 10


def offered(position: Position) -> tuple[object, ...]:
    """What may be answered here, and the whole moves."""
    question = position.questions[0]
    legal, moves = position.legal(question), position.moves(question.seat, 200)
    return (
        [option.label for option in legal],
        legal.sure,
        [option.label for option in legal.unproved],
        [move.label for move in moves.moves],
        moves.complete,
    )


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_moves_that_are_read_piece_by_piece_are_the_same_in_both_engines(seed: int) -> None:
    python, native = engines(reading_program(Chance(seed)))
    one, other = python.start(seed, {}, SMALL), native.start(seed, {}, SMALL)
    answers = Chance(seed)
    for _ in range(6):
        assert one.status is other.status
        if one.status is not Status.OPEN:
            break
        assert offered(one) == offered(other)
        options = one.legal(one.questions[0]).options
        if not options:
            break
        value = options[answers.below(len(options))].value
        one.answer(one.questions[0], value)
        other.answer(other.questions[0], value)
    players = python.simulator(), native.simulator()
    for player in players:
        player.budget = SMALL
    assert players[0].playouts(20, seed) == players[1].playouts(20, seed, jobs=1)
    assert players[0].playouts(10, seed, by="move") == players[1].playouts(10, seed, jobs=1, by="move")


def test_what_is_legal_begins_a_whole_move() -> None:
    """Of every game: an answer is legal exactly if some whole move begins with it."""
    looked = 0
    for seed in range(40):
        python, _ = engines(reading_program(Chance(seed)))
        position = python.start(seed, {}, SMALL)
        question = position.questions[0]
        legal, moves = position.legal(question), position.moves(question.seat)
        if legal.sure not in ("exact", "candidates") or legal.unproved or not moves.moves:
            continue
        begun = list(dict.fromkeys(move.answers[0].label for move in moves.moves))
        assert begun == [option.label for option in legal]
        looked += 1
    assert looked > 15
