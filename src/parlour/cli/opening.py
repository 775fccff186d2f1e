"""From a word on the command line to a game: a file, or a game that comes with Parlour.

A word that names a file is that file. Otherwise it is the name of a library game, if it looks like one (no folder, no
ending). Files that cannot be read and endings that no language has are failures with a suggestion; errors in the
program text are `Diagnostics`, as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour import library
from parlour.cli.exits import Failure, bad_file, wrong_usage
from parlour.game.game import Game
from parlour.library import LibraryGame
from parlour.syntax.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Found:
    """Where a game is: a file, or a game of the library. `name` is what it is called in messages and file names."""

    name: str
    path: Path | None = None
    entry: LibraryGame | None = None


def find(word: str) -> Found:
    """What this word on the command line means."""
    path = Path(word)
    if path.exists():
        return Found(path.stem, path=path)
    entry = library.find(word)
    if entry is not None:
        return Found(word, entry=entry)
    if path.suffix or path.name != word:
        raise _no_file(path)
    known = [game.name for game in library.all()]
    raise wrong_usage(
        f"there is no game {word}: neither a file here nor one that comes with Parlour",
        did_you_mean(word, known) or "`parlour games` lists the games that come with Parlour",
    )
