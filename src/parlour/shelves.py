"""Where the files of a game lie: in a folder, an archive or memory, and which of them is the main one.

Whatever a game's files ask for stays inside the folder of the main file, links resolved, and is text of at most the
size of a program. A path leads to a game in four ways: to its main file, to a folder or an archive that has it, or
through an archive to a file in it (`games.zip/chess.tgdl`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from parlour.dataclass import dataclass
from parlour.languages.frontend import by_ending, is_main
from parlour.syntax.files import NoFile, Text, no_file
from parlour.syntax.limits import SIZE_LIMIT_BYTES
from parlour.syntax.source import Source

if TYPE_CHECKING:
    from zipfile import ZipInfo

ARCHIVE = ".zip"
# A folder or archive with more files than this is not looked through.
MOST_LOOKED_AT = 10_000

_OUTSIDE = NoFile("it lies outside the folder of the main file")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on disk. `ending` is added to every place that is asked for."""

    path: str
    ending: str = ""

    def get(self, place: str) -> Text | NoFile:
        top = os.path.realpath(self.path or os.curdir)
        real = os.path.realpath(os.path.join(top, *f"{place}{self.ending}".split("/")))
        if os.path.commonpath((top, real)) != top:
            return _OUTSIDE
        try:
            about = os.stat(real)
            if stat.S_ISDIR(about.st_mode):
                return NoFile("this is a folder, not a file")
            if not stat.S_ISREG(about.st_mode):
                return NoFile("it is no plain file")
            if about.st_size > SIZE_LIMIT_BYTES:
                return NoFile("it is larger than 1 MB")
            with open(real, "rb") as file:
                return _decoded(os.path.relpath(real, top).replace(os.sep, "/"), file.read(SIZE_LIMIT_BYTES + 1))
        except FileNotFoundError:
            return no_file(place, self._beside(top, os.path.dirname(real)))
        except OSError as problem:
            return NoFile(f"it cannot be read ({problem.strerror or problem})")

    def places(self) -> tuple[str, ...]:
        """Where its files lie, hidden ones and links to folders left out. Raises `TooManyFiles`."""
        found: list[str] = []
        for folder, folders, files in os.walk(self.path or os.curdir):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            inner = os.path.relpath(folder, self.path or os.curdir).replace(os.sep, "/")
            found += [name if inner == "." else f"{inner}/{name}" for name in sorted(files) if not name.startswith(".")]
            if len(found) > MOST_LOOKED_AT:
                raise TooManyFiles(self.path)
        return tuple(found)

    def _beside(self, top: str, folder: str) -> list[str]:
        """The names in the folder where a file was looked for, as they would be asked for."""
        try:
            names = [name.removesuffix(self.ending) for name in os.listdir(folder) if name.endswith(self.ending)]
        except OSError:
            return []
        return [os.path.relpath(os.path.join(folder, name), top).replace(os.sep, "/") for name in names]


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip file, or the part of one that lies in its folder `top`. It is never unpacked: what would lead out, links
    and files with passwords are not there."""

    path: str
    top: str = ""

    def get(self, place: str) -> Text | NoFile:
        inside = f"{self.top}/{place}" if self.top else place
        entries = _entries(self.path)
        entry = entries.get(inside)
        if entry is None:
            return no_file(place, self.places())
        if entry.file_size > SIZE_LIMIT_BYTES:
            return NoFile("it is larger than 1 MB")
        from zipfile import BadZipFile, ZipFile
        from zlib import error as CannotInflate

        try:
            # What the archive says of sizes need not be true.
            with ZipFile(self.path) as archive, archive.open(entry) as file:
                return _decoded(place, file.read(SIZE_LIMIT_BYTES + 1))
        except (OSError, BadZipFile, CannotInflate, EOFError, RuntimeError) as problem:
            return NoFile(f"it cannot be unpacked ({problem})")

    def places(self) -> tuple[str, ...]:
        """Where its files lie, hidden ones left out."""
        before = f"{self.top}/" if self.top else ""
        inside = (name.removeprefix(before) for name in _entries(self.path) if name.startswith(before))
        return tuple(sorted(name for name in inside if not any(part.startswith(".") for part in name.split("/"))))


@dataclass(frozen=True, slots=True)
class Noted:
    """What was found on another shelf, by what was asked for: it gives the same again, and nothing else."""

    texts: Mapping[str, Text]

    def get(self, place: str) -> Text | NoFile:
        return self.texts.get(place) or no_file(place, self.texts)


@dataclass(frozen=True, slots=True)
class Packed:
    """A game with every text that it reads, in memory: it can be kept or sent, and is read elsewhere, and later, as it
    was here. `name` is that of the main file without its folder; `programs` are those that options name."""

    name: str
    language: str
    text: str
    files: Mapping[str, Text] = field(default_factory=dict)
    components: Mapping[str, Text] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=dict)


def _entries(path: str) -> dict[str, ZipInfo]:
    """The files of an archive by their places. Raises `BadArchive`."""
    about = os.stat(path)
    return _listed(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4)
def _listed(path: str, _time: int, _size: int) -> dict[str, ZipInfo]:
    from zipfile import BadZipFile, ZipFile  # Games are rarely in archives, and should start at once.

    try:
        with ZipFile(path) as archive:
            listed = archive.infolist()
    except (BadZipFile, EOFError, ValueError, NotImplementedError) as problem:
        raise BadArchive(path, f"is no zip file that can be read ({problem})") from None
    if len(listed) > MOST_LOOKED_AT:
        raise TooManyFiles(path)
    return {entry.filename: entry for entry in listed if _is_harmless(entry)}


def _is_harmless(entry: ZipInfo) -> bool:
    parts = entry.filename.split("/")
    is_link = stat.S_ISLNK(entry.external_attr >> 16)
    leads_out = entry.filename.startswith("/") or ".." in parts or "\\" in entry.filename or ":" in parts[0]
    return not (entry.is_dir() or is_link or leads_out or "" in parts or entry.flag_bits & 1)


def _decoded(place: str, content: bytes) -> Text | NoFile:
    """The text at this place, if it is one."""
    if len(content) > SIZE_LIMIT_BYTES:
        return NoFile("it is larger than 1 MB")
    try:
        return Text(place, content.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        return NoFile(f"it is not UTF-8 text (byte {problem.start})")


class BadArchive(OSError):
    """An archive that cannot be read."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(None, reason, path)


class TooManyFiles(BadArchive):
    """A folder or archive that is too large to be looked through."""

    def __init__(self, path: str, most: int = MOST_LOOKED_AT) -> None:
        super().__init__(path, f"has more than {most:,} files")


# ---- main files


@dataclass(frozen=True, slots=True)
class MainFile:
    """A main file: on `shelf` lies what it can import, itself at `place`; `name` is its path, for messages."""

    shelf: Folder | Archive
    place: str
    name: str


class NoMainFile(ValueError):
    """A folder or archive that does not say which file is the main one. `candidates` are paths to choose from."""

    def __init__(self, path: str, candidates: tuple[str, ...]) -> None:
        super().__init__(
            f"{path} does not say which of its programs is meant" if candidates else f"there is no program in {path}"
        )
        self.candidates = candidates


def locate(path: str) -> MainFile:
    """The main file to which a path leads; of a file on disk it is not said that it exists. Raises `NoMainFile`, and
    `BadArchive` or another `OSError` for what cannot be read."""
    shelf = shelf_at(path)
    if shelf is not None:
        return _main_of(shelf, path)
    archive, inside = _through_archive(path)
    if archive:
        folder, _, place = inside.rpartition("/")
        return MainFile(Archive(archive, folder), place, path)
    return MainFile(Folder(os.path.dirname(path)), os.path.basename(path), path)


def shelf_at(path: str) -> Folder | Archive | None:
    """The folder or archive of this path, if it is one."""
    if os.path.isdir(path):
        return Folder(path)
    archive, inside = _through_archive(path)
    return _unwrapped(archive) if archive and not inside else None


def main_files(shelf: Folder | Archive) -> tuple[str, ...]:
    """The places of all programs that lie on a shelf itself, not in folders on it, and are no parts of others."""
    return tuple(place for place in _programs(shelf) if "/" not in place and _is_main(shelf, place))


def _main_of(shelf: Folder | Archive, path: str) -> MainFile:
    mains = main_files(shelf)
    if len(mains) != 1:
        named = [place for place in _programs(shelf) if place.partition(".")[0] == "main" and "/" not in place]
        if len(named) != 1:
            deeper = (place for place in _programs(shelf) if "/" in place and _is_main(shelf, place))
            raise NoMainFile(path, tuple(path_on(path, shelf, place) for place in mains or deeper))
        mains = (named[0],)
    return MainFile(shelf, mains[0], path_on(path, shelf, mains[0]))


def _programs(shelf: Folder | Archive) -> Iterator[str]:
    return (place for place in shelf.places() if by_ending(place) is not None)


def _is_main(shelf: Folder | Archive, place: str) -> bool:
    language, found = by_ending(place), shelf.get(place)
    return language is not None and isinstance(found, Text) and is_main(language.name, Source(place, found.text))


def path_on(path: str, shelf: Folder | Archive, place: str) -> str:
    """The path that leads to a place on the shelf of this path."""
    top = shelf.top if isinstance(shelf, Archive) else ""
    return os.path.join(path, *(part for part in (top, place) if part))


def _through_archive(path: str) -> tuple[str, str]:
    """The archive on the way of a path, and the place in it; both empty if there is none."""
    before, inside = path, ""
    while before and not os.path.lexists(before):
        before, _, last = before.replace(os.sep, "/").rpartition("/")
        inside = f"{last}/{inside}" if inside else last
    if before.lower().endswith(ARCHIVE) and os.path.isfile(before):
        return before, inside
    return "", ""


def _unwrapped(path: str) -> Archive:
    """An archive whose files all lie in one folder is that folder: so are those made of a repository."""
    archive = Archive(path)
    tops = {place.partition("/")[0] for place in archive.places()}
    if len(tops) == 1 and all("/" in place for place in archive.places()):
        return replace(archive, top=tops.pop())
    return archive
