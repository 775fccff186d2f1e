"""A search tree over the states of a net, grown in compiled code (`growth.py`): its memory, and how long it grows.

States are rows of packed facts, moves of a role go by their numbers among those that are legal there, in the order of
the net. It is the tree of `players/tree.py` for batches of the same sizes (`batch_size`), to the last bit. A tree
belongs to one thread at a time; while it grows, Python is free to do something else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from parlour.engines.llvm import streams
from parlour.engines.llvm.blocks import Block
from parlour.engines.llvm.low.loading import Loaded
from parlour.engines.net.batch import SLICE_S
from parlour.engines.net.fields import DONE
from parlour.engines.net.memory import Numbers
from parlour.engines.net.search import growth, lanes
from parlour.engines.net.search.growth import SHARE, Growth
from parlour.engines.net.search.leaves import Leaves
from parlour.engines.search import tree as search_tree
from parlour.engines.search.room import Limits, Node, Room
from parlour.engines.search.words import LINE, MoveRow, PathsRow, RoleRow
from parlour.logic.information import RANDOM
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.net.loader import Loader

# What the machine code of searches is made from.
SOURCES = (
    "dataclass.py",
    "core/chance.py",
    "game/logarithm.py",
    "engines/llvm",
    "engines/net",
    "engines/search",
    "logic",
    "syntax",
)
# The most descents of a batch: the lanes of the usual machine. The same everywhere, because it decides what is found.
BATCH = 256
# Statistics take no more room than this, whatever the number of nodes.
MOST_STATISTICS = 1 << 34

_DOORS = {"plant": 2, "enter": 2, "grow": 2, "give_up": 1}


def batch_size(total: int, most: int) -> int:
    """How many descents there are in the next batch, when so many have gone through the root: few at first, because
    those of one batch do not learn from each other.

    >>> [batch_size(total, 256) for total in (0, 31, 32, 100, 1_000, 10_000)]
    [1, 3, 4, 12, 125, 256]
    """
    return min(total // SHARE if total >= 2 * SHARE else 1, most)


@cache
def doors() -> tuple[Loaded, dict[str, Callable[..., int]]]:
    """The functions that Python calls, and what keeps them in memory."""
    modules = (lanes, growth, search_tree, streams)
    loaded = Loaded(modules, tuple(_DOORS), SOURCES)
    return loaded, {name: loaded.function(name, count) for name, count in _DOORS.items()}


class NetTree:
    """See the module. `nodes`: more states are not kept."""

    def __init__(
        self, loader: Loader, facts: frozenset[Compound], seed: int, *, curiosity: float, nodes: int, batch: int = BATCH
    ) -> None:
        self.loader = loader
        self.leaves = Leaves(loader.machine(loader.words))
        plan = self.leaves.plan
        self.net = plan.net
        roles = len(plan.net.roles)
        chance_roles = sum(1 << number for number, role in enumerate(plan.net.roles) if role.name == RANDOM)
        head = PathsRow.BEST + 8 * roles + RoleRow.ROW * roles
        largest = head + (MoveRow.ROW + 8) * sum(map(len, plan.net.moves)) + 8 * roles + LINE
        limits = Limits(nodes, min(nodes * largest, MOST_STATISTICS), batch)
        self.room = Room(roles, chance_roles, curiosity, (0.0, 1.0), limits)
        self.room.seed(seed)
        size = 8 * (self.leaves.state_words + self.leaves.move_words)
        self._states = Block(size * (nodes + 1))
        self._found = Numbers(self.leaves.state_words * batch)
        self._counts, self._sums = Numbers(roles), Numbers(roles * batch)
        self._row = Numbers(self.leaves.state_words)
        self._growth = Numbers((max(Growth) >> 3) + 1)
        for field, value in {
            Growth.TREE: self.room.address,
            Growth.LANES: self.leaves.context.address,
            Growth.STATES: self._states.address,
            Growth.SIZE: size,
            Growth.BATCH: batch,
            Growth.FOUND: self._found.address,
            Growth.COUNTS: self._counts.address,
            Growth.FIRST: -1,
            Growth.SUMS: self._sums.address,
            Growth.WIDTH: self.leaves.width,
        }.items():
            self._growth.values[field >> 3] = value
        self._passes = 64
        self._row.values.cast("B")[:] = self.leaves.pack(facts)
        self._call("plant", self._row.address)

    def _call(self, name: str, *words: int) -> int:
        return doors()[1][name](self._growth.address, *words)

    # -------------------------------------------------------------------------------------------------- growing

    @property
    def iterations(self) -> int:
        """Descents through the root."""
        return self.room.root.total

    @property
    def is_done(self) -> bool:
        """Nothing more can be learned."""
        return self.room.root.scores is not None

    def grow(
        self, iterations: int | None, goes_on: Callable[[], bool] = lambda: True, deadline: float = float("inf")
    ) -> int:
        """So many descents, or as many as there is time for until a moment of the `monotonic` clock, or as long as it
        goes on, which is asked every hundredth of a second; how many there were. Those that have come to nothing by
        then do not count."""
        field = Growth.LEFT >> 3
        wanted = 1 << 62 if iterations is None else iterations
        self._growth.values[field] = wanted
        before = self.room.climbs
        try:
            while monotonic() < deadline and goes_on() and self._slice(deadline) != DONE:
                pass
        finally:
            self._call("give_up")
        return self.room.climbs - before

    def _slice(self, deadline: float) -> int:
        """Grows for a short while; passes are counted, so that machine code need not look at a clock."""
        begin, worked = monotonic(), thread_time()
        status = self._call("grow", self._passes)
        self._go_faster(thread_time() - worked)
        taken = max(monotonic() - begin, 1e-6)
        aim = min(SLICE_S / 2, max(deadline - monotonic(), 0.001) / 2)
        self._passes = max(1, min(int(self._passes * min(aim / taken, 4)), 10_000_000))
        return status

    def _go_faster(self, spent_s: float) -> None:
        """Goes over to compiled code as soon as it is there; between two calls nothing is left in scratch planes."""
        self.loader.spent(self.leaves.tier, spent_s)
        tier = self.loader.machine(self.loader.words)
        if tier is not self.leaves.tier:
            self.leaves.use(tier)

    def advance(self, picks: Sequence[int]) -> bool:
        """Goes on to where these picks of all roles lead, and forgets the rest; False if that is not in the tree."""
        root = self.room.root
        child = root.child(tuple(picks)) if root.is_open else None
        if child is None:
            return False
        self._call("enter", child.number)
        return True

    # ------------------------------------------------------------------------------------------- what was found

    def moves(self, node: Node, role: int) -> tuple[Compound, ...]:
        """The legal moves of a role, in the order of their numbers."""
        size = self._growth.values[Growth.SIZE >> 3]
        row = self._states.bytes[size * node.number : size * (node.number + 1)]
        start = 8 * self.leaves.state_words + 8 * sum(-(-len(own) // 64) for own in self.net.moves[:role])
        own = self.net.moves[role]
        bits = int.from_bytes(row[start : start + 8 * -(-len(own) // 64)], "little")
        return tuple(move for number, move in enumerate(own) if bits >> number & 1)

    def facts(self, node: Node) -> frozenset[Compound]:
        size = self._growth.values[Growth.SIZE >> 3]
        start = size * node.number
        return self.leaves.facts(bytes(self._states.bytes[start : start + 8 * self.leaves.state_words]))
