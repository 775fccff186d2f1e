"""A batch: games that are played side by side, one in each bit (*lane*) of some machine words.

Every lane has a quota of games to play one after the other; what finished games came to is kept in `Counts`. What lasts
from pass to pass is in the planes of a batch alone, so a batch can be cut into others between two passes and go on in
another tier (`tiers.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import perf_counter, thread_time

from parlour.dataclass import dataclass
from parlour.engines.net.deal import Deal, start_planes
from parlour.engines.net.fields import ENDINGS_BITS, LONGEST_GAME, TIME_BITS, word_key
from parlour.engines.net.memory import LANES, Numbers, Planes
from parlour.engines.net.plan import FLAGS, Plan

# How long a thread is at work at a time; whatever has to be heeded is heeded in between.
SLICE_S = 0.02


class Counts:
    """What finished games came to: one such table for each thread."""

    def __init__(self) -> None:
        self.lengths = Numbers(LONGEST_GAME + 1)
        self.endings = Numbers(2 << ENDINGS_BITS)
        self.used = 0
        self.questions = 0
        self.totals: dict[int, int] = {}

    def empty_endings(self) -> None:
        """Moves the table of endings into a dictionary, by code."""
        if not self.used:
            return
        table = self.endings.values
        for place in range(0, len(table), 2):
            if table[place]:
                # A key is a code plus one, so that an empty place is 0.
                code = table[place] - 1
                self.totals[code] = self.totals.get(code, 0) + table[place + 1]
                table[place] = table[place + 1] = 0
        self.used = 0

    @property
    def games(self) -> int:
        return sum(self.totals.values()) + sum(self.endings.values[1::2])

    def found_lengths(self) -> dict[int, int]:
        raw = self.lengths.values.tobytes().rstrip(b"\0")
        return {length: count for length in range(-(-len(raw) // 8)) if (count := self.lengths.values[length])}


# What lasts from one pass to the next, besides the facts.
LASTING = ("park", "active", "parked", "last", "quota", "began", "ended")


@dataclass(slots=True)
class Batch:
    """`now` is the number of the next pass, `next_check` that of the pass in which the oldest game may be too long."""

    plan: Plan
    words: int
    now: int
    next_check: int
    planes: dict[str, Planes]

    @classmethod
    def begin(
        cls, plan: Plan, seed: int, dealt: Deal, first: int, words: int, starts: Sequence[Sequence[bool]] = ()
    ) -> Batch:
        """Some words of a deal, at the beginning; `starts` are rows of the net's facts (none: the game's own)."""
        quotas = dealt.quota_planes(first, words)
        everywhere = (1 << words * LANES) - 1
        higher = active = 0
        for plane in quotas:
            active |= plane
        for plane in quotas[1:]:
            higher |= plane
        planes = {
            "facts": _filled([everywhere if bit else 0 for bit in plan.net.init], words),
            "park": Planes(FLAGS + len(plan.parked), words),
            "active": _filled([active], words),
            "parked": Planes(1, words),
            "last": _filled([quotas[0] & ~higher], words),
            "quota": _filled(quotas, words),
            # The game before the first one ended one pass before the first.
            "began": _filled([everywhere] * TIME_BITS, words),
            "ended": _filled([everywhere] * TIME_BITS, words),
            "keys": Planes(1, words),
        }
        for word in range(words):
            planes["keys"].words[word] = word_key(seed, first + word)
        if starts:
            rows = start_planes(starts, first, words)
            planes["starts"], planes["facts"] = _filled(rows, words), _filled(rows, words)
        return cls(plan, words, 0, LONGEST_GAME, planes)

    def cut(self, words: int) -> list[Batch]:
        """The same lanes in batches of so many words; those that have nothing left to do are gone."""
        pieces = []
        for start in range(0, self.words, words):
            if any(self.planes["active"].words[start : start + words]):
                own = {name: planes.part(start, words) for name, planes in self.planes.items()}
                pieces.append(Batch(self.plan, words, self.now, self.next_check, own))
        return pieces


def _filled(values: Sequence[int], words: int) -> Planes:
    found = Planes(len(values), words)
    for place, value in enumerate(values):
        if value:
            found[place] = value
    return found


class Runner(ABC):
    """One thread's work in a tier: batches are run one after the other. `spent` is the CPU time of the last slice, in
    seconds: what a tier costs is its own work, not that of others on the same machine."""

    def __init__(self) -> None:
        self.passes = 16
        self.spent = 0.0

    @abstractmethod
    def advance(self, batch: Batch, passes: int) -> int:
        """Makes up to so many passes; the kernel's word for how it went."""

    def advance_slice(self, batch: Batch) -> int:
        """Makes as many passes as take about `SLICE_S`, by how long the last ones took; the kernel's word again."""
        begin, worked = perf_counter(), thread_time()
        status = self.advance(batch, self.passes)
        self.spent = thread_time() - worked
        taken = max(perf_counter() - begin, 1e-6)
        self.passes = max(1, min(int(self.passes * min(SLICE_S / taken, 8)), 1_000_000))
        return status
