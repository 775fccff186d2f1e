"""Machine code on disk: one cache for every engine that compiles.

An entry is named by a hash of all that its content depends on, so nothing ever has to be invalidated. It is written to
a file of its own and renamed into place, so that two processes may write at once, and it begins with a mark and the
hash of its content: a damaged or foreign file is as good as none and is replaced. Since running an entry is running
code, the folder belongs to its user alone; a folder that others may write to is not used.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

_MARK = b"parlour machine code 1\n"
_ENDING = ".code"

# What a cache may grow to; the entries that were not used for longest go first.
LARGEST = 200_000_000


def folder() -> Path:
    """Where entries lie; the variable PARLOUR_CACHE names another place."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "parlour" / "code"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "parlour" / "code"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour" / "code"


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
    path = folder() / (key + _ENDING)
    if not _is_private(path.parent):
        return None
    try:
        content = path.read_bytes()
    except OSError:
        return None
    start = len(_MARK) + 32
    body = content[start:]
    if not content.startswith(_MARK) or content[len(_MARK) : start] != sha256(body).digest():
        return None
    with suppress(OSError):
        os.utime(path)
    return body


def keep(key: str, body: bytes) -> None:
    """Writes an entry. A cache that cannot be written costs time and nothing else."""
    import tempfile  # Whoever finds what it looks for writes nothing.

    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_private(place):
            return
        handle, name = tempfile.mkstemp(dir=place, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_MARK + sha256(body).digest() + body)
            os.replace(name, place / (key + _ENDING))
        except OSError:
            with suppress(OSError):
                os.unlink(name)
    except OSError:
        return
    _trim(place)


def _is_private(place: Path) -> bool:
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

    folder: Path
    entries: int
    size: int
    is_private: bool


def contents() -> Contents:
    place = folder()
    sizes = [size for _, size, _ in _entries(place)]
    return Contents(place, len(sizes), sum(sizes), not place.exists() or _is_private(place))


def clear() -> int:
    """Removes every entry; how many there were."""
    count = 0
    for path, _, _ in _entries(folder()):
        with suppress(OSError):
            path.unlink()
            count += 1
    return count


def _entries(place: Path) -> list[tuple[Path, int, float]]:
    found = []
    with suppress(OSError):
        for path in place.iterdir():
            if path.suffix == _ENDING:
                about = path.stat()
                found.append((path, about.st_size, about.st_mtime))
    return found


def _trim(place: Path) -> None:
    entries = sorted(_entries(place), key=lambda entry: entry[2])
    left = sum(size for _, size, _ in entries)
    for path, size, _ in entries:
        if left <= LARGEST:
            return
        with suppress(OSError):
            path.unlink()
            left -= size
