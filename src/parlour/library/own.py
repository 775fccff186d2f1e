"""The games that somebody has added to the library: copies of folders and archives, in the user's own folder.

A folder with one main file is a game of that folder's name; one with several, such as a cloned repository, has a game
for each, `repository/chess`. What is kept is text, of bounded number and size; nothing in it leads out of it.
"""

from __future__ import annotations

import os
import re
import sys

from parlour.dataclass import dataclass
from parlour.languages.frontend import by_ending
from parlour.shelves import Archive, Folder, NoMainFile, TooManyFiles, main_files, shelf_at
from parlour.syntax.files import Text

MOST_FILES = 1_000
MOST_BYTES = 16_000_000

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


@dataclass(frozen=True, slots=True)
class Added:
    """What has come into the library: the names of the games, how many files, and which were left out as no text."""

    games: tuple[str, ...]
    files: int
    left_out: tuple[str, ...]


class CannotAdd(ValueError):
    """A folder or archive that cannot come into the library, or one that is not there; `hint` says what to try."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.hint = hint


def data_folder() -> str:
    """Where Parlour keeps what its user has: games that were added, lessons that were solved."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming"), "parlour")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "parlour")
    data = os.environ.get("XDG_DATA_HOME", "")
    # The XDG rules: a folder that is not absolute is to be ignored.
    return os.path.join(data if os.path.isabs(data) else os.path.join(home, ".local", "share"), "parlour")


def folder() -> str:
    """Where the games lie; the variable PARLOUR_GAMES names another place."""
    return os.environ.get("PARLOUR_GAMES") or os.path.join(data_folder(), "games")


def places() -> dict[str, tuple[str, str]]:
    """By the name of a game: its main file and its language."""
    top = folder()
    found: dict[str, tuple[str, str]] = {}
    for name in sorted(os.listdir(top)) if os.path.isdir(top) else ():
        if _NAME.fullmatch(name):
            found |= _games_of(name)
    return found


def find(name: str) -> tuple[str, str] | None:
    """The main file of the game of this name, and its language."""
    first = name.partition("/")[0]
    return _games_of(first).get(name) if _NAME.fullmatch(first) else None


def _games_of(name: str) -> dict[str, tuple[str, str]]:
    shelf = Folder(os.path.join(folder(), name))
    if not os.path.isdir(shelf.path):
        return {}
    mains = main_files(shelf)
    named = {f"{name}/{place.partition('.')[0]}": place for place in mains} if len(mains) != 1 else {name: mains[0]}
    return {
        game: (os.path.join(shelf.path, place), language.name)
        for game, place in named.items()
        if (language := by_ending(place)) is not None
    }


def add(path: str, name: str | None, taken: tuple[str, ...]) -> Added:
    """Copies the texts of a folder or an archive into the library. `taken` are names that games have already.
    Raises `CannotAdd`, `NoMainFile`, and `OSError` for what cannot be read or written."""
    shelf = shelf_at(path)
    if shelf is None:
        raise CannotAdd(f"{path} is neither a folder nor a zip file", "put the files of the game into a folder")
    stem = os.path.basename(os.path.realpath(path))
    chosen = name if name is not None else stem.removesuffix(".zip").lower().replace(" ", "-")
    if not _NAME.fullmatch(chosen):
        raise CannotAdd(
            f"{chosen} is no name for a game", "a name has small letters, digits and hyphens: --name my-game"
        )
    target = os.path.join(folder(), chosen)
    if chosen in taken or os.path.lexists(target):
        hint = f"choose another with --name, or take that one out: parlour games remove {chosen}"
        raise CannotAdd(f"the library has {chosen} already", hint)
    if not main_files(shelf):
        raise NoMainFile(path, ())
    texts, left_out = _texts(shelf, path)
    os.makedirs(folder(), exist_ok=True)
    fresh = os.path.join(folder(), f".{chosen}.{os.getpid()}.new")
    try:
        for place, text in texts.items():
            file = os.path.join(fresh, *place.split("/"))
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "x", encoding="utf-8", newline="") as out:
                out.write(text)
        os.rename(fresh, target)
    finally:
        _delete(fresh, ignore_errors=True)
    return Added(tuple(_games_of(chosen)), len(texts), left_out)


def _texts(shelf: Folder | Archive, path: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The texts on a shelf by their places, and the places of what is no text. A link is the file it leads to, if that
    lies on the shelf, too."""
    texts: dict[str, str] = {}
    left_out = []
    size = 0
    for place in shelf.places():
        found = shelf.get(place)
        if not isinstance(found, Text):
            left_out.append(place)
            continue
        texts[place] = found.text
        size += len(found.text.encode("utf-8"))
        if len(texts) > MOST_FILES:
            raise TooManyFiles(path, MOST_FILES)
        if size > MOST_BYTES:
            raise CannotAdd(
                f"{path} has more than {MOST_BYTES // 1_000_000} MB of text", "take out what the game does not need"
            )
    return texts, tuple(left_out)


def remove(name: str) -> None:
    """Takes what was added under this name out of the library. Raises `CannotAdd` if there is none, and `OSError`."""
    target = os.path.join(folder(), name)
    if not _NAME.fullmatch(name) or not os.path.isdir(target):
        hint = (
            f"`parlour games remove {name.partition('/')[0]}` takes out all that was added with it"
            if "/" in name
            else ""
        )
        raise CannotAdd(f"nothing called {name} was added to the library", hint)
    _delete(target)


def _delete(folder: str, *, ignore_errors: bool = False) -> None:
    from shutil import rmtree  # It takes long to load, and finding a game does not need it.

    rmtree(folder, ignore_errors)
