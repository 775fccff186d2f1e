"""The states of a search in the lanes of a net: the memory that low-level code works on (`lanes.py`).

One thread at a time. `use` goes over to another tier of the same width at any moment when no games are under way.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.engines.net.batch import LASTING, Batch, Counts
from parlour.engines.net.deal import Deal
from parlour.engines.net.memory import LANES, Numbers, Planes
from parlour.engines.net.runner import MachineRunner
from parlour.engines.net.search.lanes import Lanes
from parlour.engines.net.simulator import score_of
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.net.tiers import Tier

# Goals go up to this in GDL.
BEST_GOAL = 100
_BITS = 64


class Leaves:
    """See the module. Lanes go by their number from 0; there are `width` of them."""

    def __init__(self, tier: Tier) -> None:
        plan = tier.plan
        self.plan = plan
        self.words = tier.words
        self.width = tier.words * LANES
        self.roles = len(plan.net.roles)
        self.state_words = _words(len(plan.net.facts))
        self.move_words = sum(_words(len(moves)) for moves in plan.net.moves)
        # Its counts are nobody's business: what a game came to is read from its lane.
        self._runner = MachineRunner(tier, Counts(), Numbers(1))
        self._batch = Batch.begin(plan, 0, Deal(tier.words, self.width, 1, 0), 0, tier.words)
        self._kept = Planes(max(len(plan.parked), 1), tier.words)
        self._tables: list[Numbers] = []
        width = self.width
        self.rows, self.chosen = Numbers(width), Numbers(width * self.roles)
        self.found, self.legal = Numbers(width * self.state_words), Numbers(width * self.move_words)
        self.ends, self.worths = Numbers(width), Numbers(width * self.roles)
        self.code_rows = Numbers(width)
        self.context = Numbers(Lanes.SIZE // 8)
        planes = self._batch.planes
        for name in LASTING:
            self._runner.set(name, planes[name].address)
        self._runner.set("starts", 0)
        self._runner.set("keys", planes["keys"].address)
        self._runner.set("quota_bits", 1)
        for place, value in {
            Lanes.WORDS: tier.words,
            Lanes.FACTS: len(plan.net.facts),
            Lanes.STATE: 8 * self.state_words,
            Lanes.MOVES: 8 * self.move_words,
            Lanes.ROLES: self.roles,
            Lanes.ROLE_TABLE: self._table(self._role_rows()),
            Lanes.PLAYERS: len(plan.players),
            Lanes.PLAYER_TABLE: self._table(self._player_rows()),
            Lanes.FIELDS: self._runner.fields.address,
            Lanes.PLANES: planes["facts"].address,
            Lanes.NEXT: self._runner.following.address,
            Lanes.SCRATCH: self._runner.scratch.address,
            Lanes.KEPT: self._kept.address,
            Lanes.KEPT_COUNT: len(plan.parked),
            Lanes.KEPT_REFERENCES: self._runner.references.address,
            Lanes.IS_LATE: int(plan.is_late),
            Lanes.TERMINAL: plan.terminal,
            Lanes.OVER: plan.over,
            Lanes.RESET: plan.reset,
            Lanes.CODES: plan.codes,
            Lanes.CODE_COUNT: plan.code_length,
            Lanes.ROWS: self.rows.address,
            Lanes.CHOSEN: self.chosen.address,
            Lanes.FOUND: self.found.address,
            Lanes.LEGAL: self.legal.address,
            Lanes.ENDS: self.ends.address,
            Lanes.WORTHS: self.worths.address,
            Lanes.CODE_ROWS: self.code_rows.address,
        }.items():
            self.context.values[place // 8] = value
        self.use(tier)

    def use(self, tier: Tier) -> None:
        """Runs the stages of this tier from now on."""
        self.tier = tier
        self._runner.use(tier)
        data = tier.data
        for place, value in {
            Lanes.STAGE: tier.function,
            Lanes.LOOK: data["look"].address,
            Lanes.LIST: data["list"].address,
            Lanes.SCORE: data["score"].address,
            Lanes.MOVE: data["move"].address,
            Lanes.RUN: tier.binary.address("run"),
        }.items():
            self.context.values[place // 8] = value

    def _table(self, values: Sequence[int]) -> int:
        table = Numbers(values)
        self._tables.append(table)
        return table.address

    def _role_rows(self) -> list[int]:
        plan = self.plan
        rows: list[int] = []
        begin = 0
        for role, moves in enumerate(plan.net.moves):
            rows += [plan.legal[role], plan.does[role], len(moves), 8 * begin]
            begin += _words(len(moves))
        return rows

    def _player_rows(self) -> list[int]:
        plan = self.plan
        rows: list[int] = []
        for player, bits in zip(plan.players, plan.code_bits, strict=True):
            *number, none, several = bits
            worths = array("d", [-1.0] * (1 << len(number)))
            for place, (goal, _) in enumerate(plan.net.goals[player]):
                score = score_of(goal)
                worths[place] = -1.0 if isinstance(score, str) else score / BEST_GOAL
            values = self._table(array("q", worths.tobytes()))
            rows += [player, values, len(number), none, several, *number, *[0] * (_BITS - len(number))]
        return rows

    # ------------------------------------------------------------------------------------------- rows of facts

    def pack(self, facts: frozenset[Compound]) -> bytes:
        """A row by its true facts."""
        bits = sum(1 << number for number, fact in enumerate(self.plan.net.facts) if fact in facts)
        return bits.to_bytes(8 * self.state_words, "little")

    def facts(self, row: bytes) -> frozenset[Compound]:
        """The true facts of a row."""
        bits, net = int.from_bytes(row, "little"), self.plan.net
        return net.constant | {fact for number, fact in enumerate(net.facts) if bits >> number & 1}


def _words(bits: int) -> int:
    return (bits + 63) // 64
