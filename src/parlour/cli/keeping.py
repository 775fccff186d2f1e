"""Matches that stop and go on: where they are saved, and how the game of a record is found again."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread

from parlour.cli.exits import bad_file
from parlour.match import CannotRead, CannotWrite, DamagedRecord, Match, Record, WouldOverwrite, load, save


def read_match_file(path: str) -> Record:
    """The record in a file, or a failure that says what is wrong with it."""
    try:
        return load(path)
    except CannotRead as trouble:
        raise bad_file(str(trouble)) from None
    except DamagedRecord as damaged:
        raise bad_file(f"{damaged}", "the file was left as it is; a record has to be whole to be played again") from None


def keep(match: Match, name: str, before: Path | None = None) -> Path:
    """Saves a match that stops here and says where: in the file it came from if that only grows by it, else in the
    first free one of `name-1.match`, `name-2.match`, …; where this folder cannot be written, in the temporary one."""
    with _undisturbed():
        # An interrupt may have come in the middle of an answer. A branch is made from the answers alone.
        whole = match.branch()
        if before is not None:
            try:
                save(whole, before)
                return before
            except CannotWrite:
                pass
        try:
            return _save_under_free_name(whole, Path(), name)
        except CannotWrite:
            return _save_under_free_name(whole, Path(tempfile.gettempdir()), name)


def _save_under_free_name(match: Match, folder: Path, name: str) -> Path:
    number = 1
    while True:
        path = folder / f"{name}-{number}.match"
        if not path.exists():
            try:
                save(match, path)
                return path
            except WouldOverwrite:  # somebody else took the name just now
                pass
        number += 1


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No second Ctrl-C while the first one is being dealt with."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
