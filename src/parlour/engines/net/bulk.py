"""Many positions at once: what is legal, what comes next, and how it ended, over packed states; worked out from Python,
to compare nets with rules, and compiled searches (`search/lanes.py`) with.

A state is a row of bytes, bit i of which (lowest first) is fact i of the net; a batch of states is an array of such
rows. Moves go by their number in `net.moves[role]`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parlour.dataclass import dataclass
from parlour.engines.net.batch import Batch, Counts
from parlour.engines.net.deal import Deal
from parlour.engines.net.fields import DONE, FULL
from parlour.engines.net.memory import LANES, Numbers, Planes
from parlour.engines.net.plan import FLAGS, Plan
from parlour.engines.net.runner import MachineRunner
from parlour.engines.net.schedule import REGION_SHIFT
from parlour.engines.net.simulator import score_of
from parlour.engines.net.tiers import Tier
from parlour.logic.rules import Compound

States = NDArray[np.uint8]
Bits = NDArray[np.bool_]
Words = NDArray[np.uint64]
Scores = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Looked:
    """`legal[r]` has a row for each state and a column for each move of role r."""

    is_terminal: Bits
    legal: tuple[Bits, ...]


class Bulk:
    """One thread's memory for looking and stepping. Batches may be of any size."""

    def __init__(self, tier: Tier) -> None:
        self.tier = tier
        self.plan: Plan = tier.plan
        self.width = tier.words * LANES
        self._scratch = Planes(self.plan.scratch, tier.words)
        self._following = Planes(len(self.plan.net.facts), tier.words)
        self.scratch, self.following = _seen(self._scratch), _seen(self._following)
        # Its counts are nobody's business: what a game came to is read from its lane.
        self._runner = MachineRunner(tier, Counts(), Numbers(1))
        self.first: States = np.packbits(np.array(self.plan.net.init, dtype=np.bool_), bitorder="little")[None, :]

    def pack(self, facts: frozenset[Compound]) -> States:
        """One state by its true facts."""
        bits = np.array([fact in facts for fact in self.plan.net.facts], dtype=np.bool_)
        return np.packbits(bits, bitorder="little")[None, :]

    def facts(self, state: NDArray[np.uint8]) -> frozenset[Compound]:
        """The true facts of one packed state."""
        net = self.plan.net
        bits = np.unpackbits(state, bitorder="little", count=len(net.facts))
        return net.constant | {fact for fact, bit in zip(net.facts, bits, strict=True) if bit}

    def look(self, states: States) -> Looked:
        parts = [self._look(states[start : start + self.width]) for start in self._starts(states)]
        roles = range(len(self.plan.net.roles))
        return Looked(
            np.concatenate([part.is_terminal for part in parts]),
            tuple(np.concatenate([part.legal[role] for part in parts]) for role in roles),
        )

    def step(self, states: States, moves: NDArray[np.integer]) -> States:
        """The next states; `moves` has a row for each state and a column for each role, every move legal."""
        parts = []
        for start in self._starts(states):
            own = states[start : start + self.width]
            facts = self._planes(own)
            self._call("look", facts)
            for role, first in enumerate(self.plan.does):
                chosen = moves[start : start + self.width, role, None] == np.arange(len(self.plan.net.moves[role]))
                self.scratch[first : first + chosen.shape[1]] = to_words(chosen, self.tier.words)
            self.scratch[self.plan.reset] = 0
            self._call("move", facts)
            parts.append(self._packed(len(own)))
        return np.concatenate(parts)

    def rollouts(self, states: States, seed: int, *, is_wanted: Callable[[], bool] = lambda: True) -> Scores:
        """One random game from each state to its end: a row for each state, a column for each player (`Plan.players`).

        -1 where a game was given up or its rules left the goal open; `is_wanted` is asked every now and then, and once
        it says no, all games that are not over are given up. State i draws as lane i, so neither the tier nor its width
        changes any result; for several games from a state give it several times."""
        dealt = Deal(-(-len(states) // LANES), len(states), 1, 0)
        parts = [np.empty((0, len(self.plan.players)), dtype=np.int16)]
        for start in range(0, len(states), self.width):
            own = states[start : start + self.width]
            batch = Batch.begin(self.plan, seed, dealt, start // LANES, self.tier.words)
            batch.planes["facts"], batch.planes["starts"] = self._planes(own), self._planes(own)
            while is_wanted() and (status := self._runner.advance_slice(batch)) != DONE:
                if status == FULL:
                    self._runner.counts.empty_endings()
            parts.append(self._ended(batch, len(own)))
        return np.concatenate(parts)

    def _ended(self, batch: Batch, count: int) -> Scores:
        """The scores of the games of a batch that are over: every lane has ended once at most, so what was kept of its
        game is still there."""
        plan = self.plan
        park = _seen(batch.planes["park"])
        flawed = np.any(to_lanes(park[:FLAGS], count), axis=1)
        # A game that is over is parked until it is counted; then its lane is not active any more.
        flawed |= to_lanes(_seen(batch.planes["active"]) & ~_seen(batch.planes["parked"]), count)[:, 0]
        if plan.is_late:
            kept = Planes(len(plan.parked), self.tier.words)
            _seen(kept)[:] = park[FLAGS:]
            self._call("score", kept)
            codes = self._codes(count)
        else:
            codes = _numbers(to_lanes(park[FLAGS:], count))
        # Many games end in a few ways.
        different, places = np.unique(codes, return_inverse=True)
        table = np.array([self._scores(int(code)) for code in different], dtype=np.int16)
        found = table.reshape(len(different), len(plan.players))[places]
        found[flawed] = -1
        return found

    def _scores(self, code: int) -> list[int]:
        scores = [score_of(goal) for goal in self.plan.goals(code)]
        return [-1 if isinstance(score, str) else score for score in scores]

    def scores(self, states: States) -> Scores:
        """The scores in states that are over, as `rollouts` gives them."""
        found = list(map(self._scores, self.codes(states)))
        return np.array(found, dtype=np.int16).reshape(len(states), len(self.plan.players))

    def codes(self, states: States) -> list[int]:
        """How states that are over ended, as codes for `Plan.goals`."""
        plan = self.plan
        found: list[int] = []
        for start in range(0, len(states), self.width):
            own = states[start : start + self.width]
            facts = self._planes(own)
            self._call("look", facts)
            if plan.is_late:
                kept = Planes(len(plan.parked), self.tier.words)
                _seen(kept)[:] = _seen(facts)[[where & ((1 << REGION_SHIFT) - 1) for where in plan.parked]]
                self._call("score", kept)
            found += self._codes(len(own)).tolist()
        return found

    def _codes(self, count: int) -> Words:
        first = self.plan.codes + FLAGS
        return _numbers(to_lanes(self.scratch[first : first + self.plan.code_length], count))

    def _look(self, states: States) -> Looked:
        plan = self.plan
        facts = self._planes(states)
        self._call("look", facts)
        self._call("list", facts)
        count = len(states)
        return Looked(
            to_lanes(self.scratch[plan.terminal : plan.terminal + 1], count)[:, 0],
            tuple(
                to_lanes(self.scratch[first : first + len(moves)], count)
                for first, moves in zip(plan.legal, plan.net.moves, strict=True)
            ),
        )

    def _starts(self, states: States) -> range:
        """Where the pieces of a batch begin; one without states is one piece."""
        return range(0, max(len(states), 1), self.width)

    def _planes(self, states: States) -> Planes:
        bits = np.unpackbits(states, axis=1, bitorder="little", count=len(self.plan.net.facts))
        planes = Planes(len(self.plan.net.facts), self.tier.words)
        _seen(planes)[:] = to_words(bits.astype(np.bool_), self.tier.words)
        return planes

    def _packed(self, count: int) -> States:
        return np.packbits(to_lanes(self.following, count), axis=1, bitorder="little")

    def _call(self, stage: str, facts: Planes) -> None:
        self.tier.call(stage, facts.address, self._scratch.address, self._following.address)


def _seen(planes: Planes) -> Words:
    """The same memory as an array, a row for each plane."""
    return np.frombuffer(planes.words, dtype=np.uint64).reshape(planes.count, planes.width)


def _numbers(bits: Bits) -> Words:
    """Rows of bits as numbers, the lowest bit first."""
    return np.asarray(bits @ (np.uint64(1) << np.arange(bits.shape[1], dtype=np.uint64)), dtype=np.uint64)


def to_words(lanes: Bits, words: int) -> Words:
    """A table of bits, a row for each lane, as planes, one for each column."""
    count, columns = lanes.shape
    padded = np.zeros((words * LANES, columns), dtype=np.bool_)
    padded[:count] = lanes
    packed = np.packbits(padded.T, axis=1, bitorder="little")
    return np.ascontiguousarray(packed).view(np.uint64).reshape(columns, words)


def to_lanes(planes: Words, count: int) -> Bits:
    """The inverse of `to_words`: a row for each of the first `count` lanes."""
    raw = np.ascontiguousarray(planes).view(np.uint8).reshape(len(planes), planes.shape[1] * 8)
    return np.unpackbits(raw, axis=1, bitorder="little", count=count).T.astype(np.bool_)
