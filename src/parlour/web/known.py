"""What was found out about the games of the library, kept between two starts of a server.

Reading ninety games takes a worker half a minute, and their tables are the same every time: what it says of a game is
kept in a folder, under a digest of Parlour's own files. A changed program or game has another digest, and what was kept
under the old one goes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import msgspec

import parlour
from parlour.library import LibraryGame
from parlour.web.shelf import Shelved
from parlour.workers import messages as working

_INSPECTED = msgspec.json.Decoder(working.Inspected)
_PACKAGE = Path(parlour.__file__).parent


class Known:
    """A file for each game. It is no more than a memory: what cannot be written or read is found out again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def _place(self) -> Path:
        """The folder of this state of Parlour."""
        stamps = sorted(
            (os.path.relpath(entry, _PACKAGE), stat.st_size, stat.st_mtime_ns)
            for folder, _, names in os.walk(_PACKAGE)
            if "__pycache__" not in folder
            for entry in (os.path.join(folder, name) for name in names)
            for stat in (os.stat(entry),)
        )
        return self.folder / sha256(repr(stamps).encode()).hexdigest()[:16]

    def find(self, game: Shelved) -> working.Inspected | None:
        """What is known of a game; None if that is nothing."""
        if not _is_shipped(game):
            return None
        try:
            return _INSPECTED.decode((self._place / f"{game.name}.json").read_bytes())
        except (OSError, msgspec.DecodeError):
            return None

    def keep(self, game: Shelved, found: working.Inspected) -> None:
        if not _is_shipped(game):
            return
        with contextlib.suppress(OSError):
            if not self._place.exists():
                shutil.rmtree(self.folder, ignore_errors=True)
                self._place.mkdir(parents=True)
            # Written beside its place and moved there: who reads it reads all of it.
            written = self._place / f".{game.name}.{os.getpid()}"
            written.write_bytes(msgspec.json.encode(found))
            written.replace(self._place / f"{game.name}.json")


def _is_shipped(game: Shelved) -> bool:
    """Whether it is a part of Parlour; other files change as they like."""
    return isinstance(game.place, LibraryGame) and Path(game.place.path).is_relative_to(_PACKAGE)
