"""Streams of random bits in low-level code: splitmix64 and the exact draws of `core/chance.py`."""

from __future__ import annotations

from parlour.core.chance import STEP
from parlour.engines.llvm.low.language import inline, ld, lshr, st, ult, urem

FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB


@inline
def mix(bits: int) -> int:
    bits = (bits ^ lshr(bits, 30)) * FIRST_FACTOR
    bits = (bits ^ lshr(bits, 27)) * SECOND_FACTOR
    return bits ^ lshr(bits, 31)


@inline
def next64(stream: int) -> int:
    """64 random bits of the stream whose state is at this address."""
    state = ld(stream) + STEP
    st(stream, state)
    return mix(state)


def below(stream: int, n: int) -> int:
    """One of 0 … n-1, all equally likely."""
    bits = next64(stream)
    # 2^64 mod n; draws in the last, incomplete run of n values are made again. It is seldom worth working out.
    if not ult(bits, -n):
        rest = urem(-n, n)
        while rest != 0 and not ult(bits, -rest):
            bits = next64(stream)
    return urem(bits, n)


def derive(seed: int, number: int) -> int:
    """The seed of a stream of its own."""
    return mix((seed + STEP) ^ mix(number + STEP))
