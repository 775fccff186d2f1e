"""The memory of a search tree, and what Python reads there; `tree.py` grows it.

A room holds one tree at a time. Its size is bounded from the beginning: by the number of nodes, and by the bytes for
what is kept of those that a descent has gone through.
"""

from __future__ import annotations

import ctypes
import struct

from parlour.dataclass import dataclass
from parlour.engines.llvm.blocks import Block
from parlour.engines.search import words
from parlour.engines.search.words import Tree
from parlour.game.logarithm import TABLE

# Room for the paths of all descents of a batch.
PATH_ROOM = 16 << 20
# Several joint moves may lead to one node.
LEAST_EDGES = 4096
LEAST_KEYS = 1024
_MASK = (1 << 64) - 1
_COUNTS = (
    Tree.ROOT,
    Tree.NODE_COUNT,
    Tree.BLOCKS_USED,
    Tree.EDGE_COUNT,
    Tree.DESCENTS,
    Tree.CLIMBS,
    Tree.HAS_MET,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """`nodes`: more are not kept. `paths`: bytes for statistics. `batch`: so many descents may be open at once."""

    nodes: int
    paths: int
    batch: int = 1


class Room:
    """Memory for one tree of so many roles; `address` is the `t` of its low-level code. `chance_roles`: a bit for each
    that draws. `span`: from which score to which, None where nobody knows."""

    def __init__(
        self, roles: int, chance_roles: int, curiosity: float, span: tuple[float, float] | None, limits: Limits
    ) -> None:
        self.roles = roles
        self.limits = limits
        self._tree = Block(Tree.SIZE)
        self.address = self._tree.address
        node_size = words.NodeRow.SCORES + 8 * roles
        keys = max(1 << (2 * limits.nodes).bit_length(), LEAST_KEYS)
        edges = 1 << (2 * limits.nodes + LEAST_EDGES).bit_length()
        rooms = {
            Tree.LOGARITHMS: 8 * TABLE,
            Tree.ROOTS: 8 * TABLE,
            Tree.BONUSES: 8 * TABLE,
            Tree.NODES: node_size * (limits.nodes + 1),
            Tree.HEADS: 8 * (limits.nodes + 1),
            Tree.BLOCKS: limits.paths,
            Tree.KEYS: 4 * keys,
            Tree.EDGES: words.EdgeRow.ROW * edges,
            Tree.GAINS: 8 * roles,
            # What is kept of the edges is put aside there.
            Tree.PATH: max(PATH_ROOM, words.EdgeRow.ROW * edges),
            Tree.DESCENT_ROWS: words.DescentRow.ROW * limits.batch,
            Tree.END_ROWS: words.EndRow.ROW * limits.batch,
            Tree.WAITING: 8 * limits.batch,
            Tree.NUMBERS: 4 * (limits.nodes + 1),
            Tree.STACK: 4 * (limits.nodes + 1),
        }
        self._rooms = {field: Block(size) for field, size in rooms.items()}
        for field, block in self._rooms.items():
            self.set(field, block.address)
        self._span = span
        low, high = span or (0.0, 1.0)
        known = {
            Tree.ROLES: roles,
            Tree.CHANCE_ROLES: chance_roles,
            Tree.CURIOSITY: bits_of(curiosity),
            Tree.IS_BOUNDED: int(span is not None),
            Tree.LOW: bits_of(low),
            Tree.WIDTH: bits_of(high - low),
            Tree.FULL: bits_of(float("inf") if span is None else high),
            Tree.MOST_NODES: limits.nodes,
            Tree.NODE_SIZE: node_size,
            Tree.BLOCKS_ROOM: self._rooms[Tree.BLOCKS].size,
            Tree.KEYS_MASK: LEAST_KEYS - 1,
            Tree.EDGES_MASK: edges - 1,
            Tree.PATH_ROOM: self._rooms[Tree.PATH].size,
            Tree.STEP_SIZE: words.StepRow.PICKS + 8 * ((roles + 1) // 2),
            Tree.IS_BATCHED: int(limits.batch > 1),
        }
        for field, word in known.items():
            self.set(field, word)

    def get(self, field: Tree) -> int:
        return self._tree.words[field >> 3]

    def set(self, field: Tree, value: int) -> None:
        self._tree.words[field >> 3] = value

    def clear(self) -> None:
        """Forgets the tree."""
        low, high = self._span or (0.0, 1.0)
        self.set(Tree.LOW, bits_of(low))
        self.set(Tree.WIDTH, bits_of(high - low))
        # Memory that is there already is quicker to wipe than to get anew.
        self.set(Tree.KEYS_MASK, LEAST_KEYS - 1)
        for field, size in ((Tree.KEYS, 4 * LEAST_KEYS), (Tree.GAINS, 8 * self.roles)):
            ctypes.memset(self._rooms[field].address, 0, size)
        if self.get(Tree.EDGE_COUNT):
            self._rooms[Tree.EDGES].release(0)
        for field in _COUNTS:
            self.set(field, 0)

    def seed(self, stream: int) -> None:
        """What the tree draws from."""
        self.set(Tree.STREAM, signed(stream))

    # ------------------------------------------------------------------------------------------ what was found

    @property
    def root(self) -> Node:
        return Node(self, self.get(Tree.ROOT))

    @property
    def size(self) -> int:
        return self.get(Tree.NODE_COUNT)

    @property
    def climbs(self) -> int:
        return self.get(Tree.CLIMBS)

    def gain(self, role: int) -> float:
        """What all descents of this root have come to."""
        return float_of(self._rooms[Tree.GAINS].words[role])

    def node_word(self, number: int, field: int) -> int:
        return self._rooms[Tree.NODES].words[(self.get(Tree.NODE_SIZE) * number + field) >> 3]

    def head(self, number: int) -> int:
        return self._rooms[Tree.HEADS].words[number]

    def block_word(self, address: int) -> int:
        return self._rooms[Tree.BLOCKS].words[(address - self._rooms[Tree.BLOCKS].address) >> 3]

    def block_half(self, address: int) -> int:
        """4 bytes."""
        word = self.block_word(address & -8) & _MASK
        return word >> 32 if address & 4 else word & 0xFFFFFFFF

    def edge_word(self, address: int) -> int:
        return self._rooms[Tree.EDGES].words[(address - self._rooms[Tree.EDGES].address) >> 3]


@dataclass(frozen=True, slots=True)
class Node:
    """What is known of a state. Moves go by their numbers."""

    room: Room
    number: int

    def word(self, field: int) -> int:
        return self.room.node_word(self.number, field)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """What it certainly comes to."""
        if not self.room.head(self.number) & 1:
            return None
        return tuple(float_of(self.word(words.NodeRow.SCORES + 8 * role)) for role in range(self.room.roles))

    @property
    def is_open(self) -> bool:
        """A descent has gone through it; nothing else is known of one that is not."""
        return self._block != 0

    @property
    def _block(self) -> int:
        return self.room.head(self.number) & -2

    def _paths(self, field: int) -> int:
        return self.room.block_word(self._block + field)

    @property
    def _is_joint(self) -> bool:
        return self._paths(words.PathsRow.FORM) == words.Form.JOINT

    @property
    def _after_best(self) -> int:
        return words.PathsRow.BEST + 8 * self.room.roles

    def _role(self, role: int, field: words.RoleRow) -> int:
        """Of a role where several choose, or of the only one."""
        only = self._paths(words.PathsRow.ONLY)
        place = 0 if role == only else self._after_best + words.RoleRow.ROW * (role - (role > only))
        return self._paths(place + field)

    @property
    def total(self) -> int:
        """Descents through it."""
        return self._paths(words.PathsRow.TOTAL) if self.is_open else 0

    def count(self, role: int) -> int:
        return self._role(role, words.RoleRow.COUNT) if self._is_joint or self.is_only(role) else 1

    def is_chooser(self, role: int) -> bool:
        return (self._is_joint or self.is_only(role)) and self._role(role, words.RoleRow.ORDER) != 0

    def is_only(self, role: int) -> bool:
        """No other role has a choice."""
        return not self._is_joint and self._paths(words.PathsRow.ONLY) == role

    def _move(self, role: int, move: int, field: words.MoveRow) -> int:
        return self._paths(self._role(role, words.RoleRow.MOVES) + words.MoveRow.ROW * move + field)

    def visits(self, role: int, move: int) -> int:
        """Of a role that chooses."""
        return self._move(role, move, words.MoveRow.VISITS) & (words.SETTLED - 1)

    def is_settled(self, role: int, move: int) -> bool:
        return self.is_only(role) and self._move(role, move, words.MoveRow.VISITS) >= words.SETTLED

    def worth(self, role: int, move: int) -> float:
        """What a move of a role that chooses seems to be worth to it, or certainly is."""
        total = float_of(self._move(role, move, words.MoveRow.SUM))
        return total if self.is_settled(role, move) else total / max(self.visits(role, move), 1)

    def child(self, picks: tuple[int, ...]) -> Node | None:
        """Where these picks of all roles lead without chance, if the tree knows."""
        if not self._is_joint:
            only = self._paths(words.PathsRow.ONLY)
            found = self.room.block_half(self._block + self._after_best + 4 * picks[only])
        else:
            found = self._joint_child(picks)
        return None if found in (0, words.DRAWN) or found >= words.PENDING else Node(self.room, found)

    def _joint_child(self, picks: tuple[int, ...]) -> int:
        code = 0
        for role, picked in enumerate(picks):
            code = code * self.count(role) + picked
        edge = self._paths(words.PathsRow.FIRST_EDGE)
        while edge:
            is_drawn = self.room.edge_word(edge + words.EdgeRow.KEY) != 0
            if self.room.edge_word(edge + words.EdgeRow.CODE) == code and not is_drawn:
                return self.room.edge_word(edge + words.EdgeRow.CHILD)
            edge = self.room.edge_word(edge + words.EdgeRow.NEXT)
        return 0


def bits_of(number: float) -> int:
    """The bits of a float as a word."""
    (word,) = struct.unpack("<q", struct.pack("<d", number))
    return int(word)


def float_of(word: int) -> float:
    (number,) = struct.unpack("<d", struct.pack("<q", word))
    return float(number)


def signed(bits: int) -> int:
    """64 bits as a word."""
    return (bits + (1 << 63) & _MASK) - (1 << 63)
