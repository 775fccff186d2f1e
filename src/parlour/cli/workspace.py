"""What a REPL works with: the files that are loaded, their texts as they were read, and the session made of them.

A load reads everything anew, so nothing typed or read before stays. If a file cannot be read, everything stays as it
is; if its text has errors, the session is that of an empty program until it is mended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from parlour import pipeline
from parlour.cli.exits import bad_file, wrong_usage
from parlour.cli.opening import Found, find_file, find_game
from parlour.languages.frontend import FIRST
from parlour.languages.session import NoSession, Session, open_session
from parlour.library import LibraryGame
from parlour.syntax.source import Source


class Workspace:
    """`name` is what the program is called, `file` where it is, if a person can edit it there; both may be None.
    `is_broken`: the texts have errors, so the session knows nothing of them."""

    def __init__(self, preludes: Sequence[str]) -> None:
        self.language = FIRST
        self.name: str | None = None
        self.file: Path | None = None
        self.session: Session = open_session(FIRST, None)
        self.is_broken = False
        self._word: str | None = None
        self._preludes = tuple(preludes)
        self._texts: tuple[str, ...] = ()

    def load(self, word: str | None) -> None:
        """Loads a file or a game of the library (None: the empty program), and the preludes.

        Raises `Failure` if one cannot be read, and `Diagnostics` if there are errors in them."""
        program, language, file = (None, FIRST, None) if word is None else _read(word, find_game)
        preludes = self._read_preludes()
        try:
            empty = open_session(language, None)
        except NoSession as none:
            raise wrong_usage(str(none)) from None
        self.language = language
        self.name = None if program is None else program.name
        self.file = file
        self.session, self.is_broken = empty, True
        self._word = word
        self._texts = _texts(program, preludes)
        self.session = open_session(language, program, preludes)
        self.is_broken = False

    def reload(self) -> None:
        self.load(self._word)

    def has_changed(self) -> bool:
        """Whether a file reads otherwise than when it was loaded. Texts are compared, because a file can be written
        twice within what the system's clock can tell apart. Raises `Failure` if one cannot be read any more."""
        program = None if self._word is None else _read(self._word, find_game)[0]
        return _texts(program, self._read_preludes()) != self._texts

    def _read_preludes(self) -> list[Source]:
        return [_read(prelude, find_file)[0] for prelude in self._preludes]


def _read(word: str, find: Callable[[str], Found]) -> tuple[Source, str, Path | None]:
    """The text of a program, its language, and where it is, if it is a file."""
    try:
        match find(word).place:
            case Path() as path:
                source, language, _ = pipeline.read_source(path, None, None)
                return source, language, path
            case LibraryGame() as entry:
                return Source(entry.file_name, entry.text), entry.language, None
    except (OSError, ValueError) as trouble:  # a name that no file can have, a file that was just taken away
        raise bad_file(f"{word} cannot be read: {trouble}") from None


def _texts(program: Source | None, preludes: Sequence[Source]) -> tuple[str, ...]:
    return tuple(source.text for source in (program, *preludes) if source is not None)
