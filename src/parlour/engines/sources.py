"""What cached machine code depends on besides its game: the files of Parlour that take part in generating it.

They are given as whole folders and single files, relative to the package, so that a new module counts without being
listed. When a program starts the files are only looked at; their content is read when one of them has changed.
`tests/engines/test_sources.py` follows the imports of everything that generates code.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from os import path

from parlour.engines import objects

_PACKAGE = path.dirname(path.dirname(path.abspath(__file__)))

# A file that changed so lately may change again and bear the same time.
_SETTLED_S = 3.0


@cache
def hash_of(places: tuple[str, ...]) -> bytes:
    """A hash of all these files. It is kept in the cache, too, under what the system says of them: their sizes, which
    files they are, and when they were changed last."""
    found: list[str] = []
    latest = 0
    for name, about in files(places):
        latest = max(latest, about.st_mtime_ns, about.st_ctime_ns)
        found.append(f"{name} {about.st_ino} {about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}")
    stamp = objects.key_of("sources", *found)
    kept = objects.load(stamp)
    if kept is not None:
        return kept
    digest = sha256()
    for name, _ in files(places):
        with open(name, "rb") as file:
            digest.update(file.read())
    if latest < time.time_ns() - _SETTLED_S * 1e9:
        objects.keep(stamp, digest.digest())
    return digest.digest()


def files(places: tuple[str, ...]) -> Iterator[tuple[str, os.stat_result]]:
    """The modules at these places, always in the same order."""
    for place in places:
        whole = path.join(_PACKAGE, place)
        if place.endswith(".py"):
            yield whole, os.stat(whole)
        else:
            yield from _modules(whole)


def _modules(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                yield from _modules(entry.path)
            elif entry.name.endswith(".py"):
                yield entry.path, entry.stat()
