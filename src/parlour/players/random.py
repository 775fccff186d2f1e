"""The random player: every option equally likely, from a stream of its own.

Its draws never touch the game's chance, so the dice of a match do not depend on who plays it.
"""

from __future__ import annotations

from parlour.core.chance import Chance
from parlour.core.values import Plain
from parlour.game.view import OpenQuestion, View
from parlour.players.player import Imagine, NoOptions
from parlour.syntax.display import visible


class RandomPlayer:
    """Picks among the options; where none are listed, among the whole numbers of the question's range."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        if question.options:
            return question.options[self._chance.below(len(question.options))].value
        domain = question.question.domain
        if question.sure in ("domain", "candidates") and domain.low is not None and domain.high is not None:
            return domain.low + self._chance.below(domain.high - domain.low + 1)
        reason = (
            "every answer that is known leads back to the same question"
            if question.sure == "exact"
            else f"the possible answers cannot be listed: {visible(domain.type)} is wanted"
        )
        raise NoOptions(f"a random player cannot answer here, because {reason}. Let a person answer")

    def __repr__(self) -> str:
        return f"RandomPlayer({self._chance.state})"
