"""Runs TGDL programs on both engines, and holds them to each other at every question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import parlour
from parlour.game.error import GameError
from parlour.game.game import Game
from parlour.game.position import Position, Status


@dataclass(frozen=True)
class Asked:
    """A question as it was asked, and the answer that was given."""

    seat: int | None
    prompt: str
    options: tuple[str, ...]
    answer: str | None


@dataclass(frozen=True)
class Played:
    """What came of a run: the questions, and how it stands at its end."""

    asked: tuple[Asked, ...]
    status: Status
    ranking: tuple[tuple[int, ...], ...] | None
    state: dict[str, object]
    error: GameError | None

    @property
    def questions(self) -> list[tuple[int | None, str, tuple[str, ...]]]:
        return [(each.seat, each.prompt, each.options) for each in self.asked]

    @property
    def options(self) -> list[tuple[str, ...]]:
        return [each.options for each in self.asked]


def load(text: str, **options: object) -> Game:
    return parlour.load(text, language="tgdl", name="test.tgdl", **options)  # type: ignore[arg-type]


def play(text: str | Game, answers: Sequence[str] = (), *, seed: int = 1, **options: object) -> Played:
    """Plays on both engines; each answer is given to the first open question. Ends where answers end."""
    game = text if isinstance(text, Game) else load(text, **options)
    python, native = (_run(game, answers, engine, seed) for engine in ("python", "native"))
    assert python[1] == native[1], "the keys of the two engines differ"
    assert python[0] == native[0]
    return python[0]


def _run(game: Game, answers: Sequence[str], engine: str, seed: int) -> tuple[Played, list[bytes]]:
    position: Position = game.start(seed, engine=engine)
    given = list(answers)
    asked, keys = [], []
    while position.questions:
        keys.append(position.key)
        question = position.questions[0]
        labels = {option.label: option.value for option in position.legal(question)}
        answer = given.pop(0) if given else None
        asked.append(Asked(question.seat, question.prompt, tuple(labels), answer))
        if answer is None:
            break
        assert answer in labels, f"{answer} is not among {list(labels)}"
        position.answer(question, labels[answer])
    outcome = position.outcome
    ranking = None if outcome is None else outcome.ranking
    return Played(tuple(asked), position.status, ranking, position.state(), position.error), keys


def computed(body: str, attributes: str = "", more: str = "", players: int = 2) -> dict[str, object]:
    """The attributes of the global class R after a setup with these statements, which ends the game."""
    played = play(
        f"""game "test"; players {players};
        global class R {{ {attributes} }}
        {more}
        turn T {{ default {{ return 0; }} }}
        setup {{ {body} winner 0; }}"""
    )
    assert played.error is None, played.error
    found = played.state["R"]
    assert isinstance(found, dict)
    return found


def failure(body: str, attributes: str = "", more: str = "", players: int = 2) -> GameError:
    """The error in which a setup with these statements ends."""
    played = play(
        f"""game "test"; players {players};
        global class R {{ {attributes} }}
        {more}
        turn T {{ default {{ return 0; }} }}
        setup {{ {body} winner 0; }}"""
    )
    assert played.error is not None
    return played.error
