"""The information state of a seat: `view_key` is equal exactly when what it has seen and answered is."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.chance import Chance
from parlour.core.read.program import read_program
from parlour.game.position import Budget, Position, Status
from parlour.testing.agreement import engines
from parlour.testing.asking import SAMPLES


def legal(position: Position) -> list[object]:
    return [option.value for option in position.legal(position.questions[0]).options]


@pytest.mark.parametrize("name", ["hearts", "go-fish"])
def test_six_deals_are_six_information_states(name: str) -> None:
    game = parlour.load(name)
    positions = [game.start(seed=seed, engine="python") for seed in range(6)]
    assert len({position.view(0).scene for position in positions}) == 6
    assert len({position.view_key(0) for position in positions}) == 6


@pytest.mark.parametrize("name", ["go-fish", "kriegspiel-tic-tac-toe", "rock-paper-scissors", "tic-tac-toe"])
def test_keys_are_equal_exactly_when_views_and_own_answers_are(name: str) -> None:
    """Random games side by side: at each step what a seat has seen and said so far, and its key."""
    game = parlour.load(name)
    keys: dict[tuple[int, object], bytes] = {}
    known: dict[tuple[int, bytes], object] = {}
    for seed in range(5):
        position, answers = game.start(seed=seed % 2), Chance(seed)
        seen: dict[int, list[object]] = {seat.number: [] for seat in position.seats}
        for _ in range(6):
            for seat in seen:
                view = position.view(seat)
                seen[seat].append((view.scene, view.log, view.questions, view.awaited, view.outcome))
                key, state = position.view_key(seat), repr(seen[seat])
                assert keys.setdefault((seat, state), key) == key
                assert known.setdefault((seat, key), state) == state
            if position.status is not Status.OPEN:
                break
            question = position.questions[0]
            options = position.legal(question).options
            option = options[answers.below(len(options))]
            position.answer(question, option.value)
            if question.seat is not None:
                seen[question.seat].append((question.site, option.label))


@pytest.mark.parametrize("number", [0, 1])
def test_a_sealed_answer_is_in_nobody_s_key_but_its_giver_s(number: int) -> None:
    engine = engines(read_program(SAMPLES["a group that votes"]))[number]
    positions: list[Position] = [engine.start(0, {}, Budget()) for _ in range(2)]
    for position, vote in zip(positions, (0, 1), strict=True):
        position.answer(position.questions[1], vote)
    one, other = positions
    assert one.view_key(1) != other.view_key(1)
    assert one.view_key(0) == other.view_key(0) and one.view_key(2) == other.view_key(2)


def test_a_sealed_answer_to_rules_is_in_nobody_s_key_but_its_giver_s() -> None:
    game = parlour.load("rock-paper-scissors")
    positions = [game.start() for _ in range(2)]
    for position, number in zip(positions, (0, 1), strict=True):
        question = position.questions[0]
        position.answer(question, position.legal(question).options[number].value)
    one, other = positions
    giver = next(seat.number for seat in one.seats if one.view_key(seat.number) != other.view_key(seat.number))
    assert all(one.view_key(seat.number) == other.view_key(seat.number) for seat in one.seats if seat.number != giver)


@pytest.mark.parametrize("name", ["a group that votes", "a move read piece by piece", "dice in the middle of a move"])
def test_both_engines_have_the_same_keys(name: str) -> None:
    one, other = (engine.start(3, {}, Budget()) for engine in engines(read_program(SAMPLES[name])))
    answers = Chance(5)
    for _ in range(8):
        assert one.view_key(0) == other.view_key(0)
        options = legal(one)
        value = options[answers.below(len(options))]
        for position in (one, other):
            position.answer(position.questions[0], value)  # type: ignore[arg-type]
