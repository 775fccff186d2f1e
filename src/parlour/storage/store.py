"""A store: matches with their logs, seats and tokens. Everything else can be worked out again.

When a method that changes something has returned, the disk has it. Two who add the same number to the log of a match,
or who claim the same seat, are told apart: one wins, and the other is told.

Tokens are secrets of 128 bits that open a seat or a place to watch from. A store keeps only their hashes: whoever reads
the file can open nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol


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
class StoredSeat:
    """A seat, by its name, and who plays it (`human`, `level:3`; empty: nobody yet). `is_claimed`: a token opens it."""

    name: str
    player: str = ""
    is_claimed: bool = False


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is listed. `game` (the texts) and `setup` (all else it begins with, the seed included) are JSON and
    secret; `about` is JSON of whoever serves it, for clocks and the like. Times are seconds since 1970. `is_listed`:
    everybody may know that it is there. `result` is empty until it has ended."""

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


@dataclass(frozen=True, slots=True)
class Holder:
    """What a token opens: a seat of a match by its name, or (None) a place to watch from. `kind` is the server's word
    for what sort of token it is (a link, a cookie)."""

    match: str
    seat: str | None
    kind: str


def hashed(token: str) -> bytes:
    """What a store keeps of a token. Tokens are random and long, so no salt is needed."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


class Store(Protocol):
    """See the module's text. All methods raise `StoreTrouble`; those with the name of a match, `NoSuchMatch`."""

    def create(self, match: StoredMatch, seats: Sequence[StoredSeat] = ()) -> None:
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

    def seats(self, match: str) -> tuple[StoredSeat, ...]: ...

    def claim(self, match: str, seat: str, player: str, token: str | None, kind: str = "seat") -> bool:
        """Takes a seat, if nobody has: False if it is taken. With a token, which opens it from now on; without, for a
        player that needs none. A seat that the match did not begin with is added."""

    def release(self, match: str, seat: str) -> None:
        """Makes a seat free again; no token opens it any more."""

    def grant(self, token: str, holder: Holder) -> None:
        """Makes another token that opens something."""

    def holder(self, token: str) -> Holder | None:
        """What a token opens; None if nothing."""

    def revoke(self, token: str) -> None: ...

    def prune(self, before: float, *, only_over: bool = True) -> int:
        """Forgets matches that were not changed since; how many. Nothing is ever forgotten unless this is called."""

    def transaction(self) -> AbstractContextManager[None]:
        """All inside happens or nothing; one inside another can fail for itself."""

    def counts(self) -> Mapping[str, int]:
        """How much there is of everything, for whoever looks after it."""

    def close(self) -> None: ...
