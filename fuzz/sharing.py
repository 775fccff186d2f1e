"""Loads a game once for all commands that are tried on it, which otherwise is most of the time that a text takes.

Every command of the executable loads its game anew, so a text would be read, checked, lowered and compiled to Python a
dozen times. A server shares a loaded game between matches in just this way. What has errors is read every time.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

from parlour import pipeline
from parlour.game.game import Game
from parlour.library import LibraryGame

# Games of the library are those of records, and of one record after the other.
MOST = 24

_load = pipeline.load
_games: OrderedDict[tuple[object, ...], Game] = OrderedDict()


def share_games(*, is_shared: bool) -> None:
    """From here on every game is loaded once, or again each time. To be called for every input: files with the same
    names then have other texts."""
    for key in [key for key in _games if not isinstance(key[0], LibraryGame)]:
        del _games[key]
    pipeline.load = _shared if is_shared else _load  # type: ignore[assignment]


def _shared(place: Any, **options: Any) -> Game:
    key = (place, *sorted((name, repr(value)) for name, value in options.items()))
    if not isinstance(place, Path | LibraryGame):
        return _load(place, **options)
    if key not in _games:
        _games[key] = _load(place, **options)
        while len(_games) > MOST:
            _games.popitem(last=False)
    _games.move_to_end(key)
    return _games[key]
