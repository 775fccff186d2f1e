"""A journal: the record of a match that grows while it is played, so that a crash loses nothing.

A journal is a record in text form that is never rewritten, only added to (`text.py` says how it looks). It has a
line for every event, and no result. Before an answer is run, which may be the end of the process, it is written down as
one that is not run yet, and the disk has it; when it has been run, its event follows. What was taken back is crossed
out by a line that says how many events remain.

    journal = Journal.begin(match, path)      takes a name that nobody has
    journal.intend(match, question, value)    this answer is about to be run
    journal.keep_up(match)                    all that happened meanwhile
    journal.close()

Whoever plays holds a lock on the file (where the system has locks), so that others can tell a match that is being
played from one that broke off.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from parlour.core.values import Plain
from parlour.game.question import Question
from parlour.match.events import Event
from parlour.match.match import Match
from parlour.match.record.record import Given, RecordedAnswer, RecordedMove, recorded, signed_record
from parlour.match.record.text import (
    JOURNAL,
    journal_back,
    journal_event,
    journal_head,
    journal_reseed,
    journal_seated,
    journal_unrun,
)

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


class Journal:
    """An open journal. All that can go wrong with the file is an `OSError`."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._events: tuple[Event, ...] = ()
        self._has_unrun = False
        self._fresh: int | None = None
        self._seated = 0

    @staticmethod
    def begin(match: Match, path: Path) -> Journal:
        """A new journal of a match, with all of it so far; `FileExistsError` if the name is taken. An empty file that
        nobody has open is free: whoever made it was ended before anything was played."""
        journal = Journal(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666))
        try:
            _lock(journal._handle)
            if os.fstat(journal._handle).st_size:
                raise FileExistsError(errno.EEXIST, "there is something in this file", str(path))
        except OSError as problem:
            journal.close()
            if isinstance(problem, BlockingIOError):
                raise FileExistsError(errno.EEXIST, "somebody begins a match here", str(path)) from None
            raise
        try:
            journal._write(journal_head(signed_record(match)))
            journal.keep_up(match)
        except OSError:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @staticmethod
    def take_over(match: Match, path: Path) -> Journal:
        """Goes on with a journal that broke off, of which this is the match; `BlockingIOError` if it did not."""
        handle = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            _lock(handle)
            # A line that broke off in the middle would run into the next one.
            content = path.read_bytes()
            os.ftruncate(handle, content.rfind(b"\n") + 1)
        except OSError:
            os.close(handle)
            raise
        journal = Journal(path, handle)
        journal._events = match.events
        journal._fresh = match.fresh
        journal._seated = len(match.seatings)
        journal._has_unrun = True  # perhaps
        return journal

    def intend(self, match: Match, question: Question, value: Plain) -> None:
        """Writes an answer down that is about to be run. When this returns, the disk has it."""
        self.keep_up(match)
        answer = RecordedAnswer(Given(value), question.id)
        self._write(journal_unrun(RecordedMove(match.seat_name(question.seat), (answer,))))
        self._has_unrun = True
        os.fsync(self._handle)

    def keep_up(self, match: Match) -> None:
        """Writes down what happened since the last time: events, and events that were taken back."""
        events = match.events
        same = min(len(self._events), len(events))
        while self._events[:same] != events[:same]:
            same -= 1
        lines = [journal_event(event.number, recorded(match, event)) for event in events[same:]]
        is_back = same < len(self._events) or (self._has_unrun and not lines)
        if is_back:
            lines.insert(0, journal_back(same))
        if match.fresh is not None and (is_back or match.fresh != self._fresh):
            lines.append(journal_reseed(match.fresh))
        lines += [journal_seated(each.after, each.seat, each.player) for each in match.seatings[self._seated :]]
        self._events = events
        self._fresh = match.fresh
        self._seated = len(match.seatings)
        self._has_unrun = False
        if lines:
            self._write("".join(lines))

    def close(self) -> None:
        os.close(self._handle)

    def _write(self, text: str) -> None:
        """Hands the text to the system: from now on it outlives the process."""
        rest = text.encode("utf-8")
        while rest:
            rest = rest[os.write(self._handle, rest) :]


def broke_off(path: Path) -> bool:
    """Whether a file is the journal of a match that nobody is playing."""
    try:
        with open(path, "rb") as file:
            if file.read(len(JOURNAL)) != JOURNAL.encode("ascii"):
                return False
            _lock(file.fileno())
            return True
    except OSError:
        return False


def is_empty(path: Path) -> bool:
    """Whether a match was about to begin in this file, and nothing of it was written."""
    try:
        return path.is_file() and path.stat().st_size == 0
    except OSError:
        return False


def _lock(handle: int) -> None:
    """Takes the lock, for as long as the file is open; `BlockingIOError` if somebody else has it."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a file system without locks
        return
