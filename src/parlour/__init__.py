"""Parlour: games that are written down, read, checked and played.

    >>> import parlour
    >>> game = parlour.load("game Twice  play : Int  play = 2 * input", language="bogl")
    >>> position = game.start()
    >>> [question.kind for question in position.questions]
    ['literal']

`load` gives a `Game`, `Game.start` a `Position`; `parlour.game` is the manual of both.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlour.game.pictured import Form, draw_with

if TYPE_CHECKING:
    from parlour.core.values import Symbol
    from parlour.game.error import GameError, Refused
    from parlour.game.game import Game
    from parlour.game.position import Budget, NeedsChance, Position, Status
    from parlour.match.match import Match
    from parlour.pipeline import check, load
    from parlour.syntax.diagnostic import Diagnostics

__version__ = "0.1.0"

# Where each public name lives; imported when it is first used, so that `import parlour` costs nothing.
_HOMES = {
    "Budget": "parlour.game.position",
    "Diagnostics": "parlour.syntax.diagnostic",
    "Game": "parlour.game.game",
    "GameError": "parlour.game.error",
    "Match": "parlour.match.match",
    "NeedsChance": "parlour.game.position",
    "Position": "parlour.game.position",
    "Refused": "parlour.game.error",
    "Status": "parlour.game.position",
    "Symbol": "parlour.core.values",
    "check": "parlour.pipeline",
    "load": "parlour.pipeline",
}

__all__ = [
    "Budget",
    "Diagnostics",
    "Game",
    "GameError",
    "Match",
    "NeedsChance",
    "Position",
    "Refused",
    "Status",
    "Symbol",
    "check",
    "load",
]


def _picture(thing: object, form: Form) -> str | None:
    drawn: str | None = import_module("parlour.present.notebook").picture(thing, form)
    return drawn


# Notebooks show games, positions and matches as pictures. This module is above all packages and loaded before them, so
# here what is shown can meet what draws it, without one importing the other; and nothing is imported until it is drawn.
draw_with(_picture)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"parlour has no {name}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
