"""Machine code on disk: one cache for every engine that compiles.

An entry is named by a hash of all that its content depends on, so nothing ever has to be invalidated. It is written to
a file of its own and renamed into place, so that two processes may write at once, and it begins with a mark and the
hash of its content: a damaged or foreign file is as good as none and is replaced. Since running an entry is running
code, the folder belongs to its user alone; a folder that others may write to is not used.

Nothing but `os` and a hash is needed for that: paths as objects and `tempfile` take longer to load than a small net
takes to be built.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from os import path

from parlour.dataclass import dataclass

_MARK = b"parlour machine code 1\n"
_ENDING = ".code"

# What a cache may grow to; the entries that were not used for longest go first.
LARGEST = 200_000_000


def folder() -> str:
    """Where entries lie; the variable PARLOUR_CACHE names another place."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return chosen
    home = path.expanduser("~")
    if sys.platform == "win32":
        return path.join(os.environ.get("LOCALAPPDATA") or path.join(home, "AppData", "Local"), "parlour", "code")
    if sys.platform == "darwin":
        return path.join(home, "Library", "Caches", "parlour", "code")
    return path.join(os.environ.get("XDG_CACHE_HOME") or path.join(home, ".cache"), "parlour", "code")


def key_of(*parts: str | bytes) -> str:
    """The name of an entry that depends on all these."""
    digest = sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(raw).to_bytes(8, "little") + raw)
    return digest.hexdigest()


def load_or_make(key: str, make: Callable[[], bytes]) -> bytes:
    """The entry of this key; made, and kept if possible, where there is none."""
    found = load(key)
    if found is None:
        found = make()
        keep(key, found)
    return found


def load(key: str) -> bytes | None:
    """The entry of this key; None where there is none that is whole and ours."""
    place = folder()
    if not _is_private(place):
        return None
    name = path.join(place, key + _ENDING)
    try:
        with open(name, "rb") as file:
            content = file.read()
    except OSError:
        return None
    start = len(_MARK) + 32
    body = content[start:]
    if not content.startswith(_MARK) or content[len(_MARK) : start] != sha256(body).digest():
        return None
    with suppress(OSError):
        os.utime(name)
    return body


def keep(key: str, body: bytes) -> None:
    """Writes an entry. A cache that cannot be written costs time and nothing else."""
    place = folder()
    name = path.join(place, f".new-{os.urandom(8).hex()}")
    try:
        os.makedirs(place, exist_ok=True, mode=0o700)
        if not _is_private(place):
            return
        try:
            with open(name, "xb", opener=_open_private) as file:
                file.write(_MARK + sha256(body).digest() + body)
            os.replace(name, path.join(place, key + _ENDING))
        except OSError:
            with suppress(OSError):
                os.unlink(name)
    except OSError:
        return
    _trim(place)


def _open_private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _is_private(place: str) -> bool:
    """Belongs to this user, and nobody else may write to it."""
    if sys.platform == "win32":
        return True
    try:
        found = os.stat(place)
    except OSError:
        return False
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@dataclass(frozen=True, slots=True)
class Contents:
    """What the cache holds."""

    folder: str
    entries: int
    size: int
    is_private: bool


def contents() -> Contents:
    place = folder()
    sizes = [size for _, size, _ in _entries(place)]
    return Contents(place, len(sizes), sum(sizes), not path.exists(place) or _is_private(place))


def clear() -> int:
    """Removes every entry; how many there were."""
    count = 0
    for name, _, _ in _entries(folder()):
        with suppress(OSError):
            os.unlink(name)
            count += 1
    return count


def _entries(place: str) -> list[tuple[str, int, float]]:
    found = []
    with suppress(OSError), os.scandir(place) as files:
        for file in files:
            if file.name.endswith(_ENDING):
                about = file.stat()
                found.append((file.path, about.st_size, about.st_mtime))
    return found


def _trim(place: str) -> None:
    entries = sorted(_entries(place), key=lambda entry: entry[2])
    left = sum(size for _, size, _ in entries)
    for name, size, _ in entries:
        if left <= LARGEST:
            return
        with suppress(OSError):
            os.unlink(name)
            left -= size
