"""Chance: the one documented generator that every draw of every match comes from.

It is splitmix64 (Steele, Lea and Flood 2014): a counter that grows by a constant, and a function that mixes its
bits. Its whole state is one number of 64 bits, so a position can be copied, saved and handed to another engine
with the generator inside, and every engine draws the same values.

    >>> chance = Chance(1234567)
    >>> [chance.next64() for _ in range(3)]
    [6457827717110365317, 3203168211198807973, 9817491932198370423]
    >>> dice = Chance(42)
    >>> [1 + dice.below(6) for _ in range(8)]
    [2, 2, 1, 1, 5, 1, 2, 3]

A draw is exact, never nearly uniform, and every engine makes it in the same way::

    next64:     state = (state + 0x9E3779B97F4A7C15) mod 2^64;  result = mix(state)
    mix(z):     z = (z xor (z >> 30)) * 0xBF58476D1CE4E5B9 mod 2^64
                z = (z xor (z >> 27)) * 0x94D049BB133111EB mod 2^64
                result = z xor (z >> 31)
    below(n):   limit = 2^64 - 2^64 mod n;  r = next64, again while r >= limit;  result = r mod n
    weighted:   r = below(sum of weights);  result = the first i with r < weights[0] + … + weights[i]
    derive:     h = seed mod 2^64;  for each number k:  h = mix((h + C) xor mix(k + C)),  C as in next64
"""

from __future__ import annotations

from collections.abc import Sequence

_SPAN = 1 << 64
_MASK = _SPAN - 1
# What a draw takes from the step budget, in elements moved: it is also written down.
DRAWING = 64
STEP = 0x9E3779B97F4A7C15  # C


class Chance:
    """A stream of draws. `seed` may be any whole number; it counts modulo 2^64."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next64(self) -> int:
        """64 random bits, as a number from 0."""
        self.state = (self.state + STEP) & _MASK
        return _mix(self.state)

    def below(self, n: int) -> int:
        """One of 0 … n-1, all equally likely. Draws even when n is 1, so that the number of draws does not depend on n
        (a redraw happens once in 2^64/n cases at most).

        >>> Chance(7).below(1)
        0
        """
        if not 1 <= n <= _SPAN:
            raise ValueError(f"cannot draw one of {n} values")
        # `next64` written out: this is where random playouts spend their time.
        self.state = bits = (self.state + STEP) & _MASK
        bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & _MASK
        bits ^= bits >> 31
        # The limit lies less than n below 2^64, so it is seldom worth working out.
        while bits >= _SPAN - n and bits >= _SPAN - _SPAN % n:
            bits = self.next64()
        return bits % n

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, as likely as its weight; an index of weight 0 is never drawn.

        >>> chance = Chance(7)
        >>> [chance.weighted((3, 0, 1)) for _ in range(8)]
        [2, 0, 0, 2, 0, 0, 0, 0]
        """
        if any(weight < 0 for weight in weights):
            raise ValueError("a weight cannot be negative")
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if left < weight:
                return index
            left -= weight
        raise AssertionError("a draw below the sum of the weights lies under one of them")

    def copy(self) -> Chance:
        """A stream that will draw exactly what this one will."""
        return Chance(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]  # it changes with every draw

    def __repr__(self) -> str:
        return f"Chance({self.state})"


def derive(seed: int, *numbers: int) -> int:
    """The seed of a stream of its own: playout 3 of seed 42, the policy's stream beside the game's.

    The order of the numbers matters, and so does how many there are.

    >>> derive(42) == 42, derive(42, 0) == derive(42, 1), derive(42, 1, 2) == derive(42, 2, 1)
    (True, False, False)
    >>> derive(42, 3)
    11305300885742686146
    """
    derived = seed & _MASK
    for number in numbers:
        derived = _mix(((derived + STEP) & _MASK) ^ _mix((number + STEP) & _MASK))
    return derived


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
