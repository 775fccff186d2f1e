"""A player that draws its answers by the author's own function, as random games with that policy do.

A policy is a function of the program that weighs answers (`engines/core/policy.py`). It looks at a position that the
seat imagines, never at the real one.
"""

from __future__ import annotations

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.engines.core.policy import Policy, PolicyFailed, find_policy
from parlour.engines.core.position import CorePosition
from parlour.engines.python.engine import PythonEngine
from parlour.engines.python.position import PythonPosition
from parlour.engines.python.simulator import policy_weights
from parlour.game.game import Game, UnfitPolicy
from parlour.game.view import OpenQuestion, View
from parlour.players.player import Imagine, NoOptions
from parlour.players.random import RandomPlayer


class PolicyPlayer:
    """Answers as likely as the policy weighs them; where it weighs none, all alike. Raises `UnfitPolicy` where the game
    has no such policy."""

    def __init__(self, game: Game, seed: int, name: str) -> None:
        self.seed = seed
        self.policy = _policy(game, name)

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        position = imagine(derive(self.seed, 0))
        if position is None:
            raise NoOptions("what this seat does not see cannot be imagined here")
        assert isinstance(position, CorePosition) and isinstance(position.engine, PythonEngine)
        here = position if isinstance(position, PythonPosition) else PythonPosition.adopt(position.engine, position)
        values = [option.value for option in question.options]
        try:
            weights = policy_weights(self.policy, here, question.question.id - here.first_id, values)
        except PolicyFailed as failed:
            raise NoOptions(str(failed)) from None
        if not any(weights):
            return RandomPlayer(self.seed).choose(view, question, imagine)
        return values[Chance(derive(self.seed, question.question.id)).weighted(weights)]


def _policy(game: Game, name: str) -> Policy:
    engine = game.engines.get("python")
    if not isinstance(engine, PythonEngine):
        raise UnfitPolicy(f"a policy is a function of a program, and {game.info.language} has none")
    return find_policy(engine.plan, name)
