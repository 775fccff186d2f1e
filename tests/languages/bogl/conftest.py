"""Real programs in, what became of them out: small tools for the tests that run BoGL."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

import parlour
from parlour.game.error import GameError
from parlour.game.position import Position
from parlour.syntax.diagnostic import Diagnostic


def load(program: str, expression: str | None = None) -> parlour.Game:
    """A game from the text of a program, whose game line may be left out."""
    text = program if re.search(r"^\s*game ", program, re.MULTILINE) else f"game Test\n{program}"
    return parlour.load(text, language="bogl", expression=expression)


def give(position: Position, answers: Sequence[str]) -> Position:
    """Types answers at the prompts of a position, one after the other; every one must be taken."""
    for text in answers:
        question = position.questions[0]
        value = position.read_answer(question, text)
        assert not isinstance(value, parlour.Refused), value
        step = position.answer(question, value)
        assert not isinstance(step, parlour.Refused), step
    return position


Play = Callable[..., Position]


@pytest.fixture
def play() -> Play:
    """`play(program, expression, *answers)`: the position that the answers lead to."""

    def run(program: str, expression: str | None = None, *answers: str) -> Position:
        return give(load(program, expression).start(), answers)

    return run


@pytest.fixture
def value() -> Callable[..., str]:
    """`value(expression, program, *answers)`: what an expression comes to, as BoGL writes it."""

    def run(expression: str | None, program: str = "", *answers: str) -> str:
        position = give(load(program, expression).start(), answers)
        assert position.status is parlour.Status.OVER, (position.status, position.error)
        assert position.outcome is not None and position.outcome.value is not None
        return position.outcome.value

    return run


@pytest.fixture
def failure() -> Callable[..., GameError]:
    """`failure(expression, program, *answers)`: the game error that an expression ends in."""

    def run(expression: str | None, program: str = "", *answers: str) -> GameError:
        position = give(load(program, expression).start(), answers)
        assert position.status is parlour.Status.FAILED and position.error is not None, position.status
        assert position.questions == () and position.outcome is None
        return position.error

    return run


@pytest.fixture
def wrong() -> Callable[..., list[Diagnostic]]:
    """`wrong(program, expression)`: the errors for which a program, or an expression in it, is not even started."""

    def run(program: str, expression: str | None = None) -> list[Diagnostic]:
        with pytest.raises(parlour.Diagnostics) as raised:
            load(program, expression)
        return [item for item in raised.value.found if item.is_error]

    return run
