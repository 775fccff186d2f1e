"""Counts that stay small, however many different things are counted: scores that never repeat, last words of programs.

What is kept depends on what was counted and not on the order, so that threads and engines come to the same: numbers are
rounded to as many binary digits as leave no more than `most` of them; of words, those are kept whose checksums are
below a limit, which is halved until no more than `most` are left, and the others are counted together.

    >>> scores = Numbers(most=4)
    >>> for score in (1.0, 2.0, 3.0, 4.0, 1000.0, 1001.0):
    ...     scores.count(score, 1)
    >>> sorted(scores.items()), scores.is_rounded
    ([(1.0, 1), (2.0, 2), (4.0, 1), (512.0, 2)], True)
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Mapping
from zlib import crc32

# So many different values of one kind are told apart.
MOST_DIFFERENT = 1 << 16

# What the words are counted as that are not told apart any more.
OTHERS = f"others (more than {MOST_DIFFERENT:,} different ones)"

# The binary digits of a fraction.
DIGITS = 52

NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]+)?")


class Numbers(Counter[float]):
    """How often each number was counted. `dropped`: so many of its last binary digits count for nothing."""

    def __init__(self, counts: Mapping[float, int] | None = None, *, most: int = MOST_DIFFERENT) -> None:
        super().__init__(counts or {})
        self.most = most
        self.dropped = 0

    @property
    def is_rounded(self) -> bool:
        return self.dropped > 0

    def count(self, number: float, games: int) -> None:
        self[rounded(number, self.dropped)] += games
        if len(self) > self.most:
            self._round()

    def merge(self, other: Numbers) -> None:
        """Everything that another one has counted."""
        self._drop(max(self.dropped, other.dropped))
        for number, games in other.items():
            self.count(number, games)

    def _round(self) -> None:
        dropped = self.dropped
        while dropped < DIGITS and len({rounded(number, dropped) for number in self}) > self.most:
            dropped += 1
        self._drop(dropped)

    def _drop(self, dropped: int) -> None:
        if dropped != self.dropped:
            self.dropped = dropped
            before = dict(self)
            self.clear()
            for number, games in before.items():
                self[rounded(number, dropped)] += games

    def __reduce__(self) -> tuple[object, ...]:
        return _remade, (dict(self), self.most, self.dropped)


def _remade(counts: dict[float, int], most: int, dropped: int) -> Numbers:
    found = Numbers(counts, most=most)
    found.dropped = dropped
    return found


def rounded(number: float, dropped: int) -> float:
    """A number without so many of its last binary digits, towards 0: what is rounded twice is as if rounded once.

    >>> rounded(1001.0, 50), rounded(-3.0, 52), rounded(0.1, 0)
    (896.0, -2.0, 0.1)
    """
    if not dropped or number in (float("inf"), float("-inf")):
        return number
    (bits,) = struct.unpack("<Q", struct.pack("<d", number))
    (found,) = struct.unpack("<d", struct.pack("<Q", bits >> dropped << dropped))
    assert isinstance(found, float)
    return found


class Words(Counter[str]):
    """How often each text was counted. `halvings`: how often the limit of their checksums was halved; `kept` are told
    apart whatever theirs is."""

    def __init__(self, counts: Mapping[str, int] | None = None, *, most: int = MOST_DIFFERENT) -> None:
        super().__init__(counts or {})
        self.most = most
        self.halvings = 0
        self.kept = {OTHERS}

    def count(self, word: str, games: int, *, is_kept: bool = False) -> None:
        """`is_kept`: there are few of its kind, and it is always told apart."""
        if is_kept:
            self.kept.add(word)
        self[word if self._is_below(word) else OTHERS] += games
        while len(self) > self.most and self.halvings < 32:
            self._halve()

    def merge(self, other: Words) -> None:
        self.kept |= other.kept
        while self.halvings < other.halvings:
            self._halve()
        for word, games in other.items():
            self.count(word, games)

    def _is_below(self, word: str) -> bool:
        return word in self.kept or crc32(word.encode("utf-8", "surrogatepass")) >> 32 - self.halvings == 0

    def _halve(self) -> None:
        self.halvings += 1
        others = [word for word in self if not self._is_below(word)]
        self[OTHERS] += sum(self.pop(word) for word in others)

    def __reduce__(self) -> tuple[object, ...]:
        return Words, (dict(self),)
