"""Some words of lanes on their way through their quotas: the memory of a run, and how it goes on.

What lasts from pass to pass is in the planes of a batch alone, so a batch can be cut into narrower ones between two
passes and go on in another tier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from parlour.engines.net.deal import Deal, start_planes
from parlour.engines.net.layout import (
    ENDINGS_BITS,
    FIELD,
    FIELDS,
    LONGEST_GAME,
    TIME_BITS,
    word_key,
)
from parlour.engines.net.memory import LANES, Numbers, Planes
from parlour.engines.net.plan import FLAGS, Plan
from parlour.engines.net.tiers import STAGES, Tier
from parlour.logic.information import RANDOM

# How long a thread stays in machine code at a time; whatever has to be heeded is heeded in between.
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
_LASTING = ("park", "active", "parked", "last", "quota", "began", "ended")


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


class Runner:
    """One thread's memory for a tier: batches are run in it one after the other."""

    def __init__(self, tier: Tier, counts: Counts, cancel: Numbers) -> None:
        plan = tier.plan
        self.tier = tier
        self.counts = counts
        self.cancel = cancel  # Machine code reads it: it must not go away.
        self.passes = 16
        self.spent = 0.0  # seconds in the last slice
        self.scratch = Planes(plan.scratch, tier.words)
        self.following = Planes(len(plan.net.facts), tier.words)
        self.fields = Numbers(len(FIELDS))
        # As the kernel reads them: role, bits, the first planes, and whether somebody is asked.
        self.selectors = Numbers(
            [
                value
                for row in plan.selectors
                for value in (
                    *(row.role, row.bits, row.most, row.masks, row.drawn),
                    int(plan.net.roles[row.role].name != RANDOM),
                )
            ]
        )
        self.references = Numbers(plan.parked)
        for stage in STAGES:
            self.set(stage, tier.function)
            self.set(f"{stage}_data", tier.data[stage].address)
        self.set("scratch", self.scratch.address)
        self.set("selectors", self.selectors.address)
        self.set("parked_references", self.references.address)
        self.set("lengths", counts.lengths.address)
        self.set("endings", counts.endings.address)
        self.set("cancel", cancel.address)
        self.set("fact_count", len(plan.net.facts))
        self.set("parked_count", len(plan.parked))
        self.set("code_count", plan.code_length)
        self.set("is_late", int(plan.is_late))
        self.set("selector_count", len(plan.selectors))
        for name in ("over", "terminal", "reset", "codes"):
            self.set(name, getattr(plan, name))

    def set(self, name: str, value: int) -> None:
        self.fields.values[FIELD[name]] = value

    def get(self, name: str) -> int:
        return self.fields.values[FIELD[name]]

    def advance(self, batch: Batch, passes: int) -> int:
        """Makes up to so many passes; the kernel's word for how it went."""
        planes = batch.planes
        for name in _LASTING:
            self.set(name, planes[name].address)
        self.set("starts", planes["starts"].address if "starts" in planes else 0)
        self.set("facts", planes["facts"].address)
        self.set("next", self.following.address)
        self.set("keys", planes["keys"].address)
        self.set("quota_bits", planes["quota"].count)
        self.set("now", batch.now)
        self.set("next_check", batch.next_check)
        self.set("limit", passes)
        self.set("endings_used", self.counts.used)
        self.set("questions", self.counts.questions)
        status = self.tier.run(self.fields.address)
        if self.get("facts") != planes["facts"].address:
            # The two regions of facts change places in every pass.
            planes["facts"], self.following = self.following, planes["facts"]
        batch.now, batch.next_check = self.get("now"), self.get("next_check")
        self.counts.used, self.counts.questions = self.get("endings_used"), self.get("questions")
        return status

    def advance_slice(self, batch: Batch) -> int:
        """Makes as many passes as take about `SLICE_S`, by how long the last ones took; the kernel's word again."""
        begin = perf_counter()
        status = self.advance(batch, self.passes)
        self.spent = perf_counter() - begin
        self.passes = max(1, min(int(self.passes * min(SLICE_S / max(self.spent, 1e-6), 8)), 1_000_000))
        return status
