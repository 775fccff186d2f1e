"""A store: matches with their logs, and what whoever serves them says of each. Everything else can be worked out again.

When a method that changes something has returned, the disk has it. Two who add the same number to the log of a match
are told apart: one wins, and the other is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field
from typing import Protocol

from parlour.dataclass import dataclass


class StoreTrouble(Exception):
    """The store cannot be used: its folder cannot be written, the disk is full, the file is damaged or of a newer
    Parlour. The message says which, where, and what to try. Nothing has changed."""

    def __init__(self, place: str, problem: str, hint: str = "") -> None:
        super().__init__(f"{place}: {problem}" + (f"; {hint}" if hint else ""))
        self.place = place
        self.problem = problem
        self.hint = hint


class Conflict(Exception):
    """Somebody else was first: this number of the log is there already, or it does not follow the last one. Nothing has
    changed; read the log again."""


class NoSuchMatch(LookupError):
    """There is no match of this name."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is listed. `game` (the texts) and `setup` (all else it begins with, the seed included) are JSON and
    secret; `about` is JSON of whoever serves it: seats, hashes of tokens, clocks. Times are seconds since 1970.
    `is_listed`: everybody may know that it is there. `result` is empty until it has ended."""

    id: str
    title: str
    language: str
    game: str = field(repr=False)
    setup: str = field(repr=False)
    created: float
    about: str = "{}"
    is_listed: bool = False
    result: str = ""
    changed: float = 0.0
    length: int = 0


class Store(Protocol):
    """See the module's text. All methods raise `StoreTrouble`; those with the name of a match, `NoSuchMatch`."""

    def create(self, match: StoredMatch) -> None:
        """A new match with nothing in its log. `Conflict` if there is one of this name."""

    def match(self, match: str) -> StoredMatch: ...

    def matches(
        self, *, is_listed: bool | None = None, is_over: bool | None = None, limit: int = 100
    ) -> tuple[StoredMatch, ...]:
        """The matches that were changed last, the newest first; their `game` and `setup` are left empty."""

    def log(self, match: str, since: int = 0) -> tuple[str, ...]:
        """The entries of the log after the first `since`."""

    def append(self, match: str, first: int, entries: Sequence[str], now: float) -> None:
        """Adds to the log, which must have `first` entries: else `Conflict`."""

    def describe(
        self, match: str, *, about: str | None = None, is_listed: bool | None = None, result: str | None = None
    ) -> None:
        """Changes what is said of a match."""

    def prune(self, before: float, *, only_over: bool = True) -> int:
        """Forgets matches that were not changed since; how many. Nothing is ever forgotten unless this is called."""

    def transaction(self) -> AbstractContextManager[None]:
        """All inside happens or nothing; one inside another can fail for itself."""

    def counts(self) -> Mapping[str, int]:
        """How much there is of everything, for whoever looks after it."""

    def close(self) -> None: ...
