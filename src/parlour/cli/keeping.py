"""Matches that stop and go on: where they are saved, and how the game of a record is found again."""

from __future__ import annotations

import os
import re
import shlex
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePath
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeVar

from parlour import library
from parlour import match as matches
from parlour.cli.exits import Failure, bad_file
from parlour.cli.opening import Found, check_engine, find_game, open_game
from parlour.cli.watcher import Watcher
from parlour.core.values import Plain
from parlour.game.game import Game
from parlour.game.position import BUDGETS, Budget
from parlour.game.question import Question
from parlour.match.notation import LONGEST_MESSAGE, shortened
from parlour.match.record.journal import is_empty
from parlour.shelves import path_on, shelf_at
from parlour.syntax.display import visible
from parlour.syntax.files import Text

T = TypeVar("T")

# So many folders and archives beside a record are searched for its game.
_MOST_SEARCHED = 200


def read_match_file(path: str) -> matches.Record:
    """The record in a file, or a failure that says what is wrong with it."""
    try:
        return matches.load(path)
    except matches.CannotRead as trouble:
        raise bad_file(str(trouble)) from None
    except matches.DamagedRecord as damaged:
        raise bad_file(
            f"{damaged}", "the file was left as it is; a record has to be whole to be played again"
        ) from None


def replay_record(
    record: matches.Record, path: Path, game: str | None, *, engine: str, allowed: Budget | None
) -> tuple[matches.Match, str]:
    """The match of a record, and the name of its game. `game` is what the command line says, if it says anything;
    else the game is looked for beside the record, here, and in the library. `allowed` is how much a program may use,
    whatever the record says."""
    found = find_game(game) if game is not None else _game_of(record, path)
    opened = _open_as_loaded(found, dict(record.loaded), path)
    check_engine(opened, engine)
    try:
        return matches.replay(opened, record, engine=engine, allowed=allowed), found.name
    except matches.LargerBudget as larger:
        raise bad_file(
            f"{path}: {larger}", f"if you trust the record, allow it with {budget_flag(record.budget)}"
        ) from None
    except matches.WrongRecord as wrong:
        line = f":{wrong.line}" if wrong.line else ""
        raise bad_file(f"{path}{line}: {wrong}", "the record was left as it is") from None


def engine_flag(reference: str) -> str:
    """What to type behind it after a fault of machine code."""
    return f" --engine {reference}"


def resume_command(path: Path, budget: Budget) -> str:
    """What to type to go on with a match that is kept in this file."""
    file = visible(shlex.quote(str(path)))
    words = ("parlour play --resume", file, budget_flag(budget))
    return " ".join(word for word in words if word)


def budget_flag(budget: Budget) -> str:
    """What must be said on the command line for a match with this budget to go on; nothing for the usual one.

    >>> budget_flag(Budget(steps=5000000, depth=5))
    '--budget steps=5000000'
    """
    usual = Budget()
    above = [f"{part}={getattr(budget, part)}" for part in BUDGETS if getattr(budget, part) > getattr(usual, part)]
    return f"--budget {','.join(above)}" if above else ""


def _open_as_loaded(found: Found, options: Mapping[str, Plain], path: Path) -> Game:
    """The game with the options that the record says it was loaded with."""
    given: dict[str, object] = dict(options)
    if not isinstance(given.get("strict", False), bool):
        raise bad_file(f"{path}: the option strict of a record is true or false")
    for name, value in options.items():
        if isinstance(value, tuple):
            given[name] = tuple(_beside(path, file) if isinstance(file, str) else file for file in value)
    try:
        return open_game(found, given, "the option {} of a record")
    except Failure as failure:
        # The command line is not what is wrong here.
        raise bad_file(f"{path}: {failure.message}", failure.hint) from None


def _game_of(record: matches.Record, path: Path) -> Found:
    """The game whose file has the name that the record gives it."""
    name = record.sources[0][1] if record.sources else ""
    if name and PurePath(name).name == name:  # a record does not say in which folders to look
        for folder in (path.parent, Path()):
            if (folder / name).is_file():
                return find_game(str(folder / name))
        for entry in library.all():
            if entry.file_name == name:
                return Found(entry.name, entry)
        for entry in library.own_games():
            if entry.file_name == name and _is_main_text(record, entry.text):
                return Found(entry.name, entry)
        for folder in dict.fromkeys((path.parent, Path())):
            for place in sorted(folder.iterdir())[:_MOST_SEARCHED]:
                file = _main_file(record, place, name)
                if file is not None:
                    return find_game(file)
    called = shortened(f"{record.game} ({name})" if name else record.game, LONGEST_MESSAGE)
    raise bad_file(
        f"{path} is a match of {called}, which is neither here nor in the library", "name the file of the game as well"
    )


def _main_file(record: matches.Record, place: Path, name: str) -> str | None:
    """The main file of a record in a folder or archive; None if there is no such file, or another text."""
    try:
        shelf = shelf_at(str(place))
        found = None if shelf is None else shelf.get(name)
    except OSError:
        return None
    if shelf is None or not isinstance(found, Text) or not _is_main_text(record, found.text):
        return None
    return path_on(str(place), shelf, name)


def _is_main_text(record: matches.Record, text: str) -> bool:
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return bool(record.sources[0][0] == f"sha256:{digest}")


def _beside(path: Path, name: str) -> str:
    """A file that a record names: in the record's folder if it is there, else as the name says."""
    beside = path.parent / Path(name).name
    return str(beside) if beside.is_file() else name


def keep(match: matches.Match, name: str, before: Path | None = None, journal: Path | None = None) -> Path:
    """Saves a match that stops here and says where: in the file it came from if that only grows by it, else in place of
    its journal; without one, in the first free one of `name-1.match`, `name-2.match`, …; where this folder cannot be
    written, in the temporary one."""
    # An interrupt may have come in the middle of an answer. A branch is made from the answers alone.
    whole = match.branch()
    for place in (before, journal):
        if place is not None:
            try:
                matches.save(whole, place, replace=place == journal)
                return place
            except matches.CannotWrite:
                pass

    def save_as(path: Path) -> Path:
        matches.save(whole, path)
        return path

    try:
        return _under_free_name(Path(), name, save_as)
    except matches.CannotWrite:
        return _under_free_name(Path(tempfile.gettempdir()), name, save_as)


def _under_free_name(folder: Path, name: str, make: Callable[[Path], T]) -> T:
    """What `make` makes of the first free one of `name-1.match`, `name-2.match`, …"""
    number = 1
    while True:
        path = folder / f"{name}-{number}.match"
        if not path.exists() or is_empty(path):
            try:
                return make(path)
            except (FileExistsError, matches.WouldOverwrite):  # somebody else took the name just now
                pass
        number += 1


class Keeper:
    """Keeps a match on disk while it is played, in a journal of its own: whatever ends the process, nothing is lost but
    what is being typed. A watcher says how to go on then.

    The journal begins with the first answer, in the `file` that a person named if there is none yet. Where none can be
    written, that is told once, and the match goes on."""

    def __init__(
        self,
        match: matches.Match,
        name: str,
        tell: Callable[[str], object],
        journal: matches.Journal | None = None,
        file: Path | None = None,
    ) -> None:
        self.match = match
        self.name = name
        self.file = file
        self.tell = tell
        self._journal = journal
        self._saved = match.events  # what is in some file already
        self._watcher = Watcher(engine_flag(next(iter(match.game.engines))))
        self._is_possible = True
        self._is_typed = journal is not None
        if journal is not None:
            self._watcher.expect(self._last_words(journal.path))

    @property
    def path(self) -> Path | None:
        """Where the journal is; None if there is none."""
        return None if self._journal is None else self._journal.path

    def intend(self, question: Question, value: Plain) -> None:
        """An answer that a person gave is about to be run."""
        self._is_typed = True
        self._write(lambda journal: journal.intend(self.match, question, value))

    def keep_up(self) -> None:
        """Events may have happened, or been taken back."""
        if self._journal is not None or self.match.events != self._saved:
            self._write(lambda journal: journal.keep_up(self.match))

    def settle(self, kept: Path | None) -> None:
        """The match is kept in this file, or need not be kept: the journal is done with."""
        self._saved = self.match.events
        self._watcher.dismiss()
        if self._journal is not None:
            self._journal.close()
            if self._journal.path != kept:
                self._journal.path.unlink(missing_ok=True)
            self._journal = None

    def abandon(self) -> str:
        """Leaves the journal where it is, and gives the words that say so. Where nobody has typed an answer there is
        nothing to come back to: the same seed gives the same match."""
        self._watcher.dismiss()
        if self._journal is None or not self._is_typed:
            self.settle(None)
            return ""
        self._journal.close()
        return self._last_words(self._journal.path)

    def is_journal(self, path: Path) -> bool:
        return self._journal is not None and os.path.realpath(path) == os.path.realpath(self._journal.path)

    def _write(self, write: Callable[[matches.Journal], None]) -> None:
        if not self._is_possible:
            return
        try:
            if self._journal is None:
                self._journal = self._begin()
                self._watcher.expect(self._last_words(self._journal.path))
            write(self._journal)
        except OSError as problem:
            self._is_possible = False
            self.tell(f"what is played now cannot be kept on disk while it is played: {problem.strerror or problem}")

    def _begin(self) -> matches.Journal:
        if self.file is not None:
            try:
                return matches.Journal.begin(self.match, self.file)
            except OSError:  # there is something in it already, or it cannot be written; at the end that is told
                pass
        try:
            return _under_free_name(Path(), self.name, lambda path: matches.Journal.begin(self.match, path))
        except OSError:
            folder = Path(tempfile.gettempdir())
            return _under_free_name(folder, self.name, lambda path: matches.Journal.begin(self.match, path))

    def _last_words(self, path: Path) -> str:
        return f"the match broke off; go on with: {resume_command(path, self.match.setting.budget)}"


def take_over(match: matches.Match, path: Path) -> matches.Journal:
    """The journal that a match broke off in, to go on with."""
    try:
        return matches.Journal.take_over(match, path)
    except BlockingIOError:
        raise bad_file(f"{path}: this match is being played at this moment") from None
    except OSError as problem:
        raise bad_file(f"{path}: the match cannot go on in this file: {problem.strerror or problem}") from None


def matches_that_broke_off(name: str) -> list[Path]:
    """Journals of a game in this folder that nobody is playing, the newest first."""
    try:
        found = [Path(entry.name) for entry in os.scandir() if _is_match_of(name, entry.name)]
        return sorted(filter(matches.broke_off, found), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def _is_match_of(name: str, file: str) -> bool:
    return re.fullmatch(rf"{re.escape(name)}-[0-9]+\.match", file) is not None


# Ctrl-C; a terminal that was closed (where systems know that); somebody who wants the process to end.
_STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name))


@contextmanager
def interruptible() -> Iterator[None]:
    """Inside, whatever ends the process politely is an interrupt, so that a match can be saved; and there is only one:
    a terminal that is closed says so twice, and impatient people press Ctrl-C again while the file is written."""
    if current_thread() is not main_thread():  # only the main thread hears signals
        yield
        return
    before = [(number, signal.signal(number, _interrupt)) for number in _STOPS]
    try:
        yield
    finally:
        for number, earlier in before:
            signal.signal(number, earlier)


def _interrupt(number: int, frame: FrameType | None) -> None:
    for stop in _STOPS:
        signal.signal(stop, signal.SIG_IGN)
    raise KeyboardInterrupt
