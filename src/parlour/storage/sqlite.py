"""A store in a file of SQLite, which comes with Python.

The log is written ahead (WAL) and synced at each commit, so that a power cut loses nothing that somebody was told. Any
number of processes may use the same file; of servers, which keep in memory who sits where, `only_one` lets one.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import RLock

from parlour.storage.store import Conflict, NoSuchMatch, Store, StoredMatch, StoreTrouble

FILE_NAME = "matches.sqlite"
LOCK_NAME = "server.lock"
# "Parl" in the head of the file tells ours from others.
APPLICATION = 0x5061726C
VERSION = 1
# A file larger than this is not looked through when it is opened.
_LARGEST_CHECKED = 64_000_000
_WAITING_S = 10.0

# Version 1. A later one adds steps from each to the next; no step is ever changed.
_STEPS: Mapping[int, str] = {
    1: """
    CREATE TABLE games (hash BLOB PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, title TEXT NOT NULL, language TEXT NOT NULL,
        game BLOB NOT NULL REFERENCES games (hash), setup TEXT NOT NULL, about TEXT NOT NULL,
        is_listed INTEGER NOT NULL, result TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
        length INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX matches_by_change ON matches (changed);
    CREATE TABLE log (
        match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL, entry TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
    """
}


class SqliteStore(Store):
    """A store in the file `FILE_NAME` of a folder, which is made if need be."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = RLock()
        self._depth = 0
        self._changes_before = 0
        with self._telling():
            self._database = sqlite3.connect(
                path, timeout=_WAITING_S, isolation_level=None, check_same_thread=False, cached_statements=256
            )
        try:
            with self._telling():
                self._prepare()
        except BaseException:
            self._database.close()
            raise

    @staticmethod
    def open(folder: str | os.PathLike[str]) -> SqliteStore:
        """The store of a folder. Raises `StoreTrouble`."""
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise StoreTrouble(
                str(place),
                f"this folder cannot be made ({(problem.strerror or 'no folder').lower()})",
                "choose another",
            ) from None
        if not os.access(place, os.W_OK | os.X_OK):
            raise StoreTrouble(str(place), "this folder cannot be written by you", "choose another")
        return SqliteStore(place / FILE_NAME)

    def _prepare(self) -> None:
        run = self._database.execute
        run("PRAGMA foreign_keys = ON")
        (application,), (version,) = run("PRAGMA application_id").fetchone(), run("PRAGMA user_version").fetchone()
        (tables,) = run("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION and (application or version or tables):
            raise StoreTrouble(str(self.path), "this is a database of another program", "choose another folder")
        if version > VERSION:
            raise StoreTrouble(
                str(self.path), "this was written by a newer Parlour", "use that one, or choose another folder"
            )
        if self.path.stat().st_size <= _LARGEST_CHECKED:
            (word,) = run("PRAGMA quick_check(1)").fetchone()
            if word != "ok":
                raise sqlite3.DatabaseError("malformed")
        # WAL outlives the connection; both others do not.
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        if version < VERSION:
            self._migrate()

    def _migrate(self) -> None:
        with self.transaction():
            run = self._database.execute
            (version,) = run("PRAGMA user_version").fetchone()  # somebody may have been first
            for step in range(version + 1, VERSION + 1):
                for statement in _STEPS[step].split(";"):
                    if statement.strip():
                        run(statement)
            run(f"PRAGMA user_version = {VERSION}")
            run(f"PRAGMA application_id = {APPLICATION}")

    # ---- matches

    def create(self, match: StoredMatch) -> None:
        digest = sha256(match.game.encode("utf-8")).digest()
        with self.transaction():
            run = self._database.execute
            run("INSERT INTO games VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, match.game))
            made = run(
                "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
                (
                    *(match.id, match.title, match.language, digest, match.setup, match.about, match.is_listed),
                    *(match.result, match.created, match.created),
                ),
            )
            if not made.rowcount:
                raise Conflict(f"there is a match {match.id}")

    def match(self, match: str) -> StoredMatch:
        with self._reading():
            row = self._database.execute(
                "SELECT id, title, language, text, setup, created, about, is_listed, result, changed, length"
                " FROM matches JOIN games ON game = hash WHERE id = ?",
                (match,),
            ).fetchone()
        if row is None:
            raise NoSuchMatch(match)
        return _stored(row)

    def matches(
        self, *, is_listed: bool | None = None, is_over: bool | None = None, limit: int = 100
    ) -> tuple[StoredMatch, ...]:
        with self._reading():
            rows = self._database.execute(
                "SELECT id, title, language, '', '', created, about, is_listed, result, changed, length FROM matches"
                " WHERE (?1 IS NULL OR is_listed = ?1) AND (?2 IS NULL OR (result <> '') = ?2)"
                " ORDER BY changed DESC, id LIMIT ?3",
                (is_listed, is_over, limit),
            ).fetchall()
        return tuple(map(_stored, rows))

    def log(self, match: str, since: int = 0) -> tuple[str, ...]:
        with self._reading():
            self._check(match)
            rows = self._database.execute(
                "SELECT entry FROM log WHERE match = ? AND number >= ? ORDER BY number", (match, since)
            ).fetchall()
        return tuple(entry for (entry,) in rows)

    def append(self, match: str, first: int, entries: Sequence[str], now: float) -> None:
        with self.transaction():
            grown = self._database.execute(
                "UPDATE matches SET length = ?, changed = ? WHERE id = ? AND length = ?",
                (first + len(entries), now, match, first),
            )
            if not grown.rowcount:
                self._check(match)
                raise Conflict(f"the log of {match} has not {first} entries any more")
            self._database.executemany(
                "INSERT INTO log VALUES (?, ?, ?)",
                [(match, number, entry) for number, entry in enumerate(entries, first)],
            )

    def describe(
        self, match: str, *, about: str | None = None, is_listed: bool | None = None, result: str | None = None
    ) -> None:
        with self.transaction():
            done = self._database.execute(
                "UPDATE matches SET about = coalesce(?, about), is_listed = coalesce(?, is_listed),"
                " result = coalesce(?, result) WHERE id = ?",
                (about, is_listed, result, match),
            )
            if not done.rowcount:
                raise NoSuchMatch(match)

    # ---- housekeeping

    def prune(self, before: float, *, only_over: bool = True) -> int:
        with self.transaction():
            run = self._database.execute
            gone = run("DELETE FROM matches WHERE changed < ? AND (NOT ? OR result <> '')", (before, only_over))
            run("DELETE FROM games WHERE hash NOT IN (SELECT game FROM matches)")
            return gone.rowcount

    def counts(self) -> Mapping[str, int]:
        with self._reading():
            return {
                table: self._database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("matches", "log", "games")
            }

    def close(self) -> None:
        with self._lock:
            self._database.close()

    # ---- inside

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._lock, self._telling():
            run, name = self._database.execute, f"inner{self._depth}"
            # An inner one that comes first has nothing before it to be kept apart from: a commit of one job is one.
            is_first = bool(self._depth) and self._database.total_changes == self._changes_before
            if self._depth and not self._database.in_transaction:
                raise StoreTrouble(str(self.path), "what was to be kept together with this could not be kept")
            if not self._depth:
                run("BEGIN IMMEDIATE")
                self._changes_before = self._database.total_changes
            elif not is_first:
                run(f"SAVEPOINT {name}")
            self._depth += 1
            try:
                yield
            except BaseException:
                self._depth -= 1
                self._roll_back(name, is_first=is_first)
                raise
            self._depth -= 1
            try:
                if not self._depth:
                    run("COMMIT")
                elif not is_first:
                    run(f"RELEASE {name}")
            except BaseException:
                self._roll_back(name, is_first=is_first)
                raise

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, self._telling():
            yield

    def _roll_back(self, name: str, *, is_first: bool) -> None:
        # A full disk may have ended the whole transaction already.
        if self._database.in_transaction:
            if self._depth and not is_first:
                self._database.execute(f"ROLLBACK TO {name}")
                self._database.execute(f"RELEASE {name}")
            else:
                self._database.execute("ROLLBACK")
                if self._depth:
                    self._database.execute("BEGIN IMMEDIATE")
                    self._changes_before = self._database.total_changes

    def _check(self, match: str) -> None:
        if self._database.execute("SELECT 1 FROM matches WHERE id = ?", (match,)).fetchone() is None:
            raise NoSuchMatch(match)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Makes of what SQLite says something for people."""
        try:
            yield
        except sqlite3.IntegrityError as clash:
            raise Conflict(str(clash)) from None
        except sqlite3.Error as problem:
            raise self._trouble(problem) from None

    def _trouble(self, problem: sqlite3.Error) -> StoreTrouble:
        # The code is the first byte; what is above says more than people want to know.
        match getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF:
            case sqlite3.SQLITE_FULL:
                words = "the disk is full", "make room; nothing that anybody was told is lost"
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
                words = "this file cannot be written by you", "choose another folder"
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                words = "somebody else keeps this file locked", "end the other program, or choose another folder"
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                words = "this file is damaged, or no database", "put a copy of it back, or choose another folder"
            case _:
                words = f"this file cannot be used ({problem})", "choose another folder"
        return StoreTrouble(str(self.path), *words)


@contextmanager
def only_one(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Lets one process at a time serve the matches of a folder that can be written; others are told `StoreTrouble`.
    The lock is an open transaction of SQLite: every system has it, and it ends with the process, however that ends."""
    place = Path(folder) / LOCK_NAME
    lock = sqlite3.connect(place, timeout=0.0, isolation_level=None)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            hint = "end the other one, or give this one a folder of its own by --data"
            raise StoreTrouble(str(folder), "another server uses this folder", hint) from None
        yield
    finally:
        lock.close()


def _stored(row: tuple[object, ...]) -> StoredMatch:
    id_, title, language, game, setup, created, about, is_listed, result, changed, length = row
    return StoredMatch(
        str(id_),
        str(title),
        str(language),
        str(game),
        str(setup),
        created=float(str(created)),
        about=str(about),
        is_listed=bool(is_listed),
        result=str(result),
        changed=float(str(changed)),
        length=int(str(length)),
    )
