"""Where the files of a game lie: the folder of its main file, and the components that come with Parlour.

Whatever a game's files ask for stays inside that folder, links resolved, and is text of at most the size of a program.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from stat import S_ISDIR, S_ISREG

from parlour.syntax.files import NoFile, Text, no_file
from parlour.syntax.limits import SIZE_LIMIT_BYTES


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on disk. `ending` is added to every place that is asked for."""

    path: str
    ending: str = ""

    def get(self, place: str) -> Text | NoFile:
        top = os.path.realpath(self.path or os.curdir)
        real = os.path.realpath(os.path.join(top, *f"{place}{self.ending}".split("/")))
        if os.path.commonpath((top, real)) != top:
            return NoFile("it lies outside the folder of the main file")
        try:
            about = os.stat(real)
            if S_ISDIR(about.st_mode):
                return NoFile("this is a folder, not a file")
            if not S_ISREG(about.st_mode):
                return NoFile("it is no plain file")
            if about.st_size > SIZE_LIMIT_BYTES:
                return NoFile("it is larger than 1 MB")
            with open(real, "rb") as file:
                return decoded(os.path.relpath(real, top).replace(os.sep, "/"), file.read(SIZE_LIMIT_BYTES + 1))
        except FileNotFoundError:
            return no_file(place, self._beside(real))
        except OSError as problem:
            return NoFile(f"it cannot be read ({problem.strerror or problem})")

    def _beside(self, real: str) -> list[str]:
        """The names in the folder where a file was looked for, as they would be asked for."""
        top = os.path.realpath(self.path or os.curdir)
        folder = os.path.dirname(real)
        try:
            names = [name.removesuffix(self.ending) for name in os.listdir(folder) if name.endswith(self.ending)]
        except OSError:
            return []
        return [os.path.relpath(os.path.join(folder, name), top).replace(os.sep, "/") for name in names]


def decoded(place: str, content: bytes) -> Text | NoFile:
    """The text at this place, if it is one."""
    if len(content) > SIZE_LIMIT_BYTES:
        return NoFile("it is larger than 1 MB")
    try:
        return Text(place, content.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        return NoFile(f"it is not UTF-8 text (byte {problem.start})")
