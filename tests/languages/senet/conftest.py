"""Real programs in, what became of them out: small tools for the tests that run Senet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import parlour
from parlour.game.error import GameError
from parlour.game.position import Position, Step
from parlour.game.view import Told
from parlour.syntax.diagnostic import Diagnostic

SAMPLE = (Path(__file__).parents[2] / "documents" / "senet-tic-tac-toe.senet").read_bytes().decode("utf-8")


def whole(setup: str, begin: str | None = None, turns: str = "") -> str:
    """A program from the insides of `@setup` and of the phase `begin`; the text itself if it is a whole one already."""
    if begin is None:
        return setup
    return f"@setup {{\n{setup}\n}}\n@turns {{\nvoid begin() {{\n{begin}\n}}\n{turns}\n}}\n"


@dataclass
class Played:
    """A position that answers led to, and everything that was said on the way; other events stand in angle brackets."""

    position: Position
    said: str

    @property
    def error(self) -> GameError:
        assert self.position.error is not None, self.said
        return self.position.error


def _words(step: Step) -> str:
    told = [event for event in step.events if isinstance(event, Told)]
    return "".join(event.text if event.channel == "say" else f"<{event.channel}>" for event in told)


def play_on(position: Position, answers: str) -> Played:
    """Types characters; blanks between them do not count."""
    said = _words(position.last)
    typed = "".join(answers.split())
    while typed and position.questions:
        question = position.questions[0]
        length = question.domain.length
        assert length is not None and len(typed) >= length, "there are not enough characters"
        step = position.answer(question, typed[:length])
        assert isinstance(step, Step), step
        typed = typed[length:]
        said += _words(step)
    assert not typed, f"nobody asked for {typed}"
    return Played(position, said)


def play(setup: str, begin: str | None = None, answers: str = "", turns: str = "") -> Played:
    game = parlour.load(whole(setup, begin, turns), language="senet")
    return play_on(game.start(), answers)


@pytest.fixture
def prints() -> Callable[..., str]:
    """`prints(setup, begin, answers, turns)`: what a program says until it ends; `exit();` is added to `begin`."""

    def run(setup: str, begin: str, answers: str = "", turns: str = "") -> str:
        played = play(setup, f"{begin}\nexit();", answers, turns)
        assert played.position.status is parlour.Status.OVER, (played.position.error, played.said)
        return played.said.removesuffix("<exit>")

    return run


@pytest.fixture
def failure() -> Callable[..., GameError]:
    """`failure(setup, begin, answers)`: the game error that a program ends in."""

    def run(setup: str, begin: str, answers: str = "", turns: str = "") -> GameError:
        return play(setup, begin, answers, turns).error

    return run


@pytest.fixture
def wrong() -> Callable[..., list[Diagnostic]]:
    """`wrong(setup, begin)`: the errors for which a program is not even started."""

    def run(setup: str, begin: str | None = None, turns: str = "") -> list[Diagnostic]:
        with pytest.raises(parlour.Diagnostics) as raised:
            parlour.load(whole(setup, begin, turns), language="senet")
        return [item for item in raised.value.found if item.is_error]

    return run
