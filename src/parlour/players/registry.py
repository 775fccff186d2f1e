"""Players by name, as the command line and records give them: `human`, `random`.

>>> make_player("random", seed=7)
RandomPlayer(7)
>>> make_player("radnom", seed=7)
Traceback (most recent call last):
ValueError: there is no player radnom. Did you mean random?
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.players.player import Player
from parlour.players.random import RandomPlayer
from parlour.syntax.display import visible
from parlour.syntax.suggest import did_you_mean

HUMAN = "human"

# Players that can be made from a seed alone.
_MADE_FROM_SEED: dict[str, Callable[[int], Player]] = {"random": RandomPlayer}

PLAYERS = (HUMAN, *_MADE_FROM_SEED)


def make_player(spec: str, seed: int, *, human: Callable[[], Player] | None = None) -> Player:
    """The player of this name. `human` makes a player for a person, where there is a way to ask one."""
    if spec == HUMAN:
        if human is None:
            raise ValueError("nobody can be asked here; choose another player than human")
        return human()
    if spec not in _MADE_FROM_SEED:
        hint = did_you_mean(spec, PLAYERS) or f"The players are {', '.join(PLAYERS)}."
        raise ValueError(f"there is no player {visible(spec)}. {hint}")
    return _MADE_FROM_SEED[spec](seed)
