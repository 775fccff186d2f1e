"""How many games each lane plays, and from where: a function of the number of games and starts alone.

Game i belongs to the lane whose number is the remainder of i by the number of lanes; that number is a multiple of the
number of starts, so that game i begins in start i (counted round and round).
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.engines.net.memory import LANES

# Words are dealt in blocks of so many (the interpreter's width), and there are more blocks only when every lane would
# get so many games: the more it has, the less the wait for the last of them matters.
BLOCK = 16
QUOTA = 64
MOST_WORDS = 64 * BLOCK


@dataclass(frozen=True, slots=True)
class Deal:
    """`used` lanes play `least` games each, and the first `extra` of them one more.

    >>> deal(3, 1)
    Deal(words=1, used=64, least=0, extra=3)
    >>> deal(1_000_000, 3)
    Deal(words=256, used=16383, least=61, extra=637)
    """

    words: int
    used: int
    least: int
    extra: int

    @property
    def games(self) -> int:
        return self.used * self.least + self.extra

    def quota_planes(self, first: int, width: int) -> list[int]:
        """The bits of the quotas of some words' lanes, lowest first: each a number with a bit for every lane."""
        used, extra = (_first_lanes(count, first, width) for count in (self.used, self.extra))
        bits = max((self.least + 1).bit_length(), 1)
        return [
            (used & ~extra if self.least >> bit & 1 else 0) | (extra if self.least + 1 >> bit & 1 else 0)
            for bit in range(bits)
        ]


def deal(games: int, starts: int) -> Deal:
    many = games > BLOCK * LANES
    words = min(BLOCK * -(-games // (BLOCK * LANES * QUOTA)), MOST_WORDS) if many else -(-games // LANES)
    words = max(words, -(-starts // LANES), 1)
    used = words * LANES // starts * starts
    return Deal(words, used, games // used, games % used)


def start_planes(starts: Sequence[Sequence[bool]], first: int, width: int) -> list[int]:
    """For each fact, the lanes of some words whose start has it.

    >>> [bin(plane & 0b1111) for plane in start_planes([(True, False), (False, False), (True, True)], 0, 1)]
    ['0b1101', '0b100']
    """
    count = len(starts)
    offset = first * LANES % count
    turns = -(-(width * LANES + offset) // count)
    # A number with one bit at the beginning of every turn: times a pattern, the pattern again and again.
    again = ((1 << count * turns) - 1) // ((1 << count) - 1)
    mask = (1 << width * LANES) - 1
    found = []
    for fact in range(len(starts[0])):
        pattern = sum(1 << number for number, start in enumerate(starts) if start[fact])
        found.append(pattern * again >> offset & mask)
    return found


def _first_lanes(count: int, first: int, width: int) -> int:
    """Of some words' lanes, those with a number below `count`."""
    return (1 << min(max(count - first * LANES, 0), width * LANES)) - 1
