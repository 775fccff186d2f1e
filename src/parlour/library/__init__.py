"""The games that come with Parlour: a folder for each language, a file for each game.

Adding a game is adding a file. Its name is the file's without the ending (`tic-tac-toe`); the comment at the top
of the file introduces it: the first line is the title, the lines below say what the game is about.

    >>> find("no-such-game") is None
    True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A game of the library: `name` calls it, `title` and `about` are its own introduction."""

    name: str
    language: str
    title: str
    about: str
    file: Traversable

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @property
    def summary(self) -> str:
        """The first sentence of the description, on one line."""
        first_paragraph = " ".join(self.about.partition("\n\n")[0].split())
        sentence, stop, _ = first_paragraph.partition(". ")
        return sentence + stop.strip()


def all() -> tuple[LibraryGame, ...]:
    """Every game, by name."""
    found = [
        _read(file, folder.name)
        for folder in files(__name__).iterdir()
        if folder.is_dir() and not folder.name.startswith(("_", "."))
        for file in folder.iterdir()
        if file.is_file() and not file.name.endswith((".md", ".py")) and not file.name.startswith(".")
    ]
    return tuple(sorted(found, key=lambda game: game.name))


def find(name: str) -> LibraryGame | None:
    """The game of this name, or None."""
    return next((game for game in all() if game.name == name), None)


def introduction(text: str) -> tuple[str, str]:
    """Title and description from the comment at the top of a program: its first line, and the rest.

    Works for every language of Parlour, because only a comment can begin with one of their comment signs.

    >>> introduction("-- Noughts and crosses\\n-- Three in a row\\n-- win.\\ngame G\\n")
    ('Noughts and crosses', 'Three in a row\\nwin.')
    >>> introduction("{- Nim\\n   Take the last. -}\\ngame Nim")
    ('Nim', 'Take the last.')
    >>> introduction("game G")
    ('', '')
    """
    text = text.lstrip("\ufeff").strip()
    block = re.match(r"\{-(.*?)-\}|/\*(.*?)\*/", text, re.DOTALL)
    if block:
        lines = [line.strip().removeprefix("*").strip() for line in (block[1] or block[2] or "").strip().split("\n")]
    else:
        lines = []
        for line in text.split("\n"):
            comment = re.match(r"\s*(?:--+|//+|#+|;+|%+)(.*)", line)
            if comment is None:
                break
            lines.append(comment[1].strip())
    title, *rest = lines or [""]
    return title, "\n".join(rest).strip()


def _read(file: Traversable, language: str) -> LibraryGame:
    name = file.name.partition(".")[0]
    title, about = introduction(file.read_text(encoding="utf-8"))
    return LibraryGame(name, language, title or name, about, file)
