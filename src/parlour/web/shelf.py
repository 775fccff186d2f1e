"""Which games are served: those of the library, and the files and folders that were named.

A game is known to browsers by a name; where its file lies is nobody's business. What a file holds is found out in a
worker, once for every state of the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from parlour import library
from parlour.dataclass import dataclass
from parlour.languages.frontend import ENDINGS, by_ending
from parlour.languages.title import introduction
from parlour.library import LibraryGame
from parlour.shelves import NoMainFile, locate
from parlour.syntax.suggest import did_you_mean

# A folder of more games than this was not meant.
MOST_FILES = 1_000


class CannotServe(Exception):
    """A word that means no game, why, and what to try. `is_missing`: it is a file that is not there."""

    def __init__(self, reason: str, hint: str = "", *, is_missing: bool = False) -> None:
        super().__init__(reason)
        self.hint = hint
        self.is_missing = is_missing


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game by its name: of the library, or a path. `title`, `language` and `about` are what its file says at once."""

    name: str
    place: LibraryGame | Path
    title: str
    language: str
    about: str

    @property
    def is_library(self) -> bool:
        return isinstance(self.place, LibraryGame)

    @property
    def state(self) -> tuple[float, int]:
        """Changes when the file does; games of the library do not."""
        if isinstance(self.place, LibraryGame):
            return 0.0, 0
        try:
            if self.place.is_dir():
                stats = [file.stat() for file in sorted(self.place.rglob("*")) if file.is_file()][:MOST_FILES]
            else:
                stats = [self.place.stat()]
        except OSError:
            return -1.0, 0
        return max((stat.st_mtime for stat in stats), default=0.0), sum(stat.st_size for stat in stats)


class Shelf:
    """All games that are served, by name."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.games: dict[str, Shelved] = {}
        self.first: str | None = None
        for word in named:
            for game in _named(word):
                self._add(game)
        for entry in (*library.all(), *library.own_games()):
            self.games.setdefault(entry.name, _of_library(entry))

    def _add(self, game: Shelved) -> None:
        name, number = game.name, 1
        taken = self.games.get(name)
        while taken is not None and taken.place != game.place:
            number += 1
            name = f"{game.name}-{number}"
            taken = self.games.get(name)
        if self.first is None:
            self.first = name
        self.games[name] = Shelved(name, game.place, game.title, game.language, game.about)

    def reread(self, name: str) -> None:
        """A file has changed: what it says of itself may have, too."""
        game = self.games[name]
        if isinstance(game.place, Path):
            self.games[name] = _of_file(game.place, name)


def _of_library(entry: LibraryGame) -> Shelved:
    return Shelved(entry.name, entry, entry.title, entry.language, entry.about)


def _named(word: str) -> list[Shelved]:
    """The games that somebody means by a word: one of the library, a file, or all in a folder."""
    entry = library.find(word)
    if entry is not None:
        return [_of_library(entry)]
    path = Path(word)
    if not path.exists():
        is_file = path.suffix in (*ENDINGS, ".zip") or path.name != word
        if is_file:
            raise CannotServe(f"there is no file {word}", is_missing=True)
        hint = did_you_mean(word, library.names()) or "`parlour games` lists those of the library"
        raise CannotServe(f"there is no game {word}", hint)
    if path.is_dir():
        try:
            return [_of_file(path.resolve(), path.resolve().name)] if locate(str(path)) else []
        except NoMainFile as unclear:
            found = [path / candidate for candidate in unclear.candidates]
        files = [file for file in found if file.is_file()]
        files = files or sorted(file for file in path.iterdir() if file.is_file() and by_ending(file.name) is not None)
        if not files:
            raise CannotServe(f"there is no game in the folder {word}")
        return [_of_file(file.resolve(), file.name.partition(".")[0]) for file in files[:MOST_FILES]]
    if by_ending(path.name) is None and path.suffix != ".zip":
        raise CannotServe(f"{word} ends in none of the languages' endings ({', '.join(ENDINGS)})")
    return [_of_file(path.resolve(), path.name.partition(".")[0])]


def _of_file(path: Path, name: str) -> Shelved:
    language = by_ending(path.name)
    title, about = "", ""
    if language is not None and path.is_file() and os.path.getsize(path) <= 1_000_000:
        title, about = introduction(path.read_text("utf-8", errors="replace"))
    return Shelved(name, path, title or name, "" if language is None else language.name, about)
