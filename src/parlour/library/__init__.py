"""The games that come with Parlour: a folder for each language, a file for each game. `own.py` has those that its user
has added; they are found in the same way.

Adding a game is adding a file. Its name is the file's without the ending (`tic-tac-toe`); where several languages have
a game of that name, the first language of the registry has it, and the others add their own (`tic-tac-toe-gdl`). The
comment at the top of the file introduces it: the first line is the title, the lines below say what the game is about.
A program whose bytes are somebody else's and stay as they are is introduced in the same way by `NAME.md` beside it.
What a game is divided into lies in a folder beside it, and what games of a language share in `components/LANGUAGE/`.

    >>> find("no-such-game") is None
    True
"""

from __future__ import annotations

import os
from dataclasses import field
from typing import TYPE_CHECKING

from parlour.dataclass import dataclass
from parlour.languages.frontend import LANGUAGES
from parlour.languages.frontend import language as find_language
from parlour.languages.title import introduction
from parlour.library import own
from parlour.shelves import Folder

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A game of the library: `name` calls it, `title` and `about` are its own introduction, `text` is what
    stands in its file, `path`."""

    name: str
    language: str
    title: str
    about: str
    path: str
    text: str = field(repr=False)

    @property
    def file(self) -> Path:
        from pathlib import Path  # Loading a game needs none, and should be quick.

        return Path(self.path)

    @property
    def file_name(self) -> str:
        return os.path.basename(self.path)

    @property
    def summary(self) -> str:
        """The first sentence of the description, on one line."""
        first_paragraph = " ".join(self.about.partition("\n\n")[0].split())
        sentence, stop, _ = first_paragraph.partition(". ")
        return sentence + stop.strip()


def all() -> tuple[LibraryGame, ...]:
    """Every game, by name."""
    return tuple(_read(name, *place) for name, place in sorted(_places().items()))


def own_games() -> tuple[LibraryGame, ...]:
    """Every game that the user has added, by name."""
    return tuple(_read(name, path, "", language) for name, (path, language) in sorted(own.places().items()))


def names() -> list[str]:
    """The names of all games, also of those that the user has added."""
    return sorted((*_places(), *own.places()))


def find(name: str) -> LibraryGame | None:
    """The game of this name, or None."""
    place = _places().get(name)
    if place is not None:
        return _read(name, *place)
    added = own.find(name)
    return None if added is None else _read(name, added[0], "", added[1])


def components(name: str) -> Folder:
    """What programs of this language can take from Parlour, by name: `import "parlour/cards"`."""
    return Folder(os.path.join(os.path.dirname(__file__), "components", name), find_language(name).endings[0])


def _places() -> dict[str, tuple[str, str, str]]:
    """By the name of a game: its text, the page beside it, which need not exist, and its language."""
    found: dict[str, tuple[str, str, str]] = {}
    for language in (each.name for each in LANGUAGES):
        folder = os.path.join(os.path.dirname(__file__), language)
        for file in os.scandir(folder) if os.path.isdir(folder) else ():
            if file.is_file() and not file.name.endswith((".md", ".py")) and not file.name.startswith("."):
                stem = file.name.partition(".")[0]
                name = f"{stem}-{language}" if stem in found else stem
                found[name] = (file.path, os.path.join(folder, f"{stem}.md"), language)
    return found


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _read(name: str, path: str, beside: str, language: str) -> LibraryGame:
    text = _text(path)
    if beside and os.path.isfile(beside):
        title, _, about = _text(beside).removeprefix("# ").partition("\n")
        about = about.strip()
    else:
        title, about = introduction(text)
    return LibraryGame(name, language, title or name, about, path, text)
