"""Seasons played to the letter, on both engines at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import parlour
from parlour.game.error import Refused
from parlour.game.game import Game
from parlour.game.position import Position, Status
from parlour.game.question import Question

ENGINES = ("python", "native")


@dataclass
class Played:
    """What came of a season: all that was said, what was asked (seat, options or bounds), how it ended."""

    said: str = ""
    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    ranking: list[list[str]] | None = None
    state: dict[str, object] = field(default_factory=dict)
    status: str = ""
    error: str = ""

    @property
    def lines(self) -> list[str]:
        return self.said.splitlines()


def season(players: str, rounds: str, win: str = "survive", more: str = "") -> Game:
    """A season from its sections."""
    return parlour.load(f"Players:\n{players}\nRounds:\n{rounds};\nWin:\n{win}\n{more}", language="contest")


def play(game: Game, *answers: str, seed: int = 0, engine: str = "python") -> Played:
    """Plays with answers for the first open question, one after the other."""
    position = game.start(seed=seed, engine=engine)
    played, left, seen = Played(), list(answers), 0
    names = {seat.number: seat.name for seat in position.seats}
    while True:
        played.said = "".join(told.text for told in position.view(None).log)
        for question in position.questions:
            if question.id > seen:
                seen = question.id
                played.asked.append((names[question.seat or 0], _options(position, question)))
                played.prompts.append(question.prompt)
        if position.status is not Status.OPEN or not left:
            break
        question = position.questions[0]
        value = position.read_answer(question, left.pop(0))
        refused = value if isinstance(value, Refused) else position.answer(question, value)
        if isinstance(refused, Refused):
            played.refused.append(refused.message)
    outcome = position.outcome
    if outcome is not None and outcome.ranking is not None:
        played.ranking = [[names[seat] for seat in rank] for rank in outcome.ranking]
    played.state = position.state()
    played.status = position.status.value
    played.error = "" if position.error is None else str(position.error.message)
    assert not left or position.status is not Status.OPEN
    return played


def _options(position: Position, question: Question) -> tuple[str, ...]:
    if question.kind == "number":
        return (str(question.domain.low), str(question.domain.high))
    return tuple(option.label for option in position.legal(question))


def both(game: Game, *answers: str, seed: int = 0) -> Played:
    """The same on both engines, which agree in everything."""
    one, other = (play(game, *answers, seed=seed, engine=engine) for engine in ENGINES)
    assert one == other
    return one
