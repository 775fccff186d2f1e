"""Routines on strings. Upper and lower case are those of ASCII; everything else stays as it is.

They look at strings by code points and cut out whole pieces, because every new string takes memory.
"""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import code_at, fail, find, join

UPPER_A = 65
UPPER_Z = 90
LOWER_A = 97
LOWER_Z = 122
CASE = 32


# ---------------------------------------------------------------------------------------------------- looking


# In UTF-16 a code point above this is a pair of surrogates, which stand below the last code points up to here.
LAST_UNIT = 0xFFFF
FIRST_BEHIND_SURROGATES = 0xE000
BEHIND_ALL = 0x110000


@routine(charge="len(a)")
def order_by_units(a: str, b: str) -> int:
    """Which of two texts comes first by the units of UTF-16: less than 0 for the first, 0 if they are equal."""
    for i in range(len(a)):
        if i == len(b):
            break
        one = code_at(a, i)
        other = code_at(b, i)
        if one != other:
            if FIRST_BEHIND_SURROGATES <= one <= LAST_UNIT:
                one += BEHIND_ALL
            if FIRST_BEHIND_SURROGATES <= other <= LAST_UNIT:
                other += BEHIND_ALL
            return one - other
    return len(a) - len(b)


# -------------------------------------------------------------------------------------------------- new strings


@routine(charge="len(s)")
def _shift(s: str, first: int, last: int, by: int) -> str:
    """Moves the code points of a range; stretches outside of it are taken over as they are."""
    parts: list[str] = []
    done = 0
    for i in range(len(s)):
        code = code_at(s, i)
        if first <= code <= last:
            if done < i:
                parts.append(s[done:i])
            parts.append(chr(code + by))
            done = i + 1
    if done == 0:
        return s
    if done < len(s):
        parts.append(s[done:])
    return join(parts)


@routine(charge="len(s)")
def upper(s: str) -> str:
    return _shift(s, LOWER_A, LOWER_Z, -CASE)


@routine(charge="len(s)")
def lower(s: str) -> str:
    return _shift(s, UPPER_A, UPPER_Z, CASE)


@routine(charge="2 * len(s)")
def replace(s: str, old: str, new: str) -> str:
    """Every occurrence of a text replaced by another one, from left to right."""
    if len(old) == 0:
        fail("range", "An empty text cannot be replaced")
    parts: list[str] = []
    start = 0
    place = find(s, old, 0)
    while place >= 0:
        parts.append(s[start:place])
        parts.append(new)
        start = place + len(old)
        place = find(s, old, start)
    if start == 0:
        return s
    parts.append(s[start:])
    return join(parts)
