"""Routines on strings. Upper and lower case, blanks and digits are those of ASCII; everything else stays as it is.

They look at strings by code points and cut out whole pieces, because every new string takes memory.
"""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import code_at, fail, find, join, parse_int

BLANK = 32
UPPER_A = 65
UPPER_Z = 90
LOWER_A = 97
LOWER_Z = 122
CASE = 32


# ---------------------------------------------------------------------------------------------------- looking


@routine(charge="0")
def starts_with(s: str, part: str) -> bool:
    return len(part) <= len(s) and s[: len(part)] == part


@routine(charge="0")
def ends_with(s: str, part: str) -> bool:
    return len(part) <= len(s) and s[len(s) - len(part) :] == part


@routine(charge="len(s)")
def count_text(s: str, part: str) -> int:
    """How often a text occurs, occurrences not overlapping."""
    if len(part) == 0:
        fail("range", "An empty text cannot be counted")
    total = 0
    place = find(s, part, 0)
    while place >= 0:
        total += 1
        place = find(s, part, place + len(part))
    return total


@routine(charge="0")
def is_whole(s: str) -> bool:
    """Whether the text is a whole number: digits with an optional sign, not too large."""
    return parse_int(s) is not None


@routine(charge="0")
def whole_or(s: str, otherwise: int) -> int:
    """The whole number that a text stands for, or another one if it stands for none."""
    value = parse_int(s)
    return otherwise if value is None else value


@routine(charge="0")
def is_blank(code: int) -> bool:
    """Whether a code point is a space, a tab or an end of line."""
    return code == BLANK or 9 <= code <= 13


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


@routine(charge="64")
def repeat_text(s: str, n: int) -> str:
    """The text n times over; empty if n is 0 or less."""
    # By doubling: few turns, however large n is.
    result = ""
    piece = s
    left = n
    while left > 0:
        if left % 2 == 1:
            result += piece
        left //= 2
        if left > 0:
            piece += piece
    return result


@routine(charge="64")
def pad_left(s: str, width: int, fill: str) -> str:
    """At least so many characters, filled up on the left with a text of one character."""
    return repeat_text(fill, width - len(s)) + s if width > len(s) else s


@routine(charge="64")
def pad_right(s: str, width: int, fill: str) -> str:
    """At least so many characters, filled up on the right with a text of one character."""
    return s + repeat_text(fill, width - len(s)) if width > len(s) else s


@routine(charge="128")
def pad_both(s: str, width: int, fill: str) -> str:
    """At least so many characters, the text in the middle; an odd one out goes to the right."""
    if width <= len(s):
        return s
    left = (width - len(s)) // 2
    return join([repeat_text(fill, left), s, repeat_text(fill, width - len(s) - left)])


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


@routine(charge="len(s)")
def capitalized(s: str) -> str:
    """The first letter in upper case, the rest as it is."""
    return upper(s[0:1]) + s[1:] if len(s) > 0 else s


@routine(charge="len(s)")
def mirrored(s: str) -> str:
    """The characters from the last to the first."""
    parts: list[str] = []
    i = len(s) - 1
    while i >= 0:
        parts.append(s[i])
        i -= 1
    return join(parts)


@routine(charge="len(s)")
def strip(s: str) -> str:
    """Without blanks at both ends."""
    start = 0
    stop = len(s)
    while start < stop and is_blank(code_at(s, start)):
        start += 1
    while stop > start and is_blank(code_at(s, stop - 1)):
        stop -= 1
    return s if stop - start == len(s) else s[start:stop]


@routine(charge="len(s)")
def split(s: str, separator: str) -> list[str]:
    """The pieces between separators; always at least one, which may be empty."""
    if len(separator) == 0:
        fail("range", "A text cannot be split at an empty separator")
    parts: list[str] = []
    start = 0
    stop = find(s, separator, 0)
    while stop >= 0:
        parts.append(s[start:stop])
        start = stop + len(separator)
        stop = find(s, separator, start)
    parts.append(s[start:])
    return parts


@routine(charge="len(s)")
def words_of(s: str) -> list[str]:
    """The pieces between blanks, none of them empty."""
    parts: list[str] = []
    start = 0
    for i in range(len(s)):
        if is_blank(code_at(s, i)):
            if start < i:
                parts.append(s[start:i])
            start = i + 1
    if start < len(s):
        parts.append(s[start:])
    return parts


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
