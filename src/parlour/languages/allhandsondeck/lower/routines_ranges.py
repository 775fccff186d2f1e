"""Routines for ranges of numbers and of characters, and for what is drawn from them."""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import code_at, draw, fail


@routine(charge="0")
def range_stop(end: int, closed: bool) -> int:
    """The first number behind a range."""
    return end + 1 if closed else end


@routine(charge="end - start if end > start else 0")
def range_items(start: int, end: int, closed: bool) -> list[object]:
    found: list[object] = []
    for i in range(start, range_stop(end, closed)):
        found.append(i)
    return found


@routine(charge="0")
def letter(s: str) -> int:
    """The code of the one character that the end of a range must be."""
    if len(s) != 1:
        fail("type", "the ends of a range are two ints, two numbers or two single characters")
    return code_at(s, 0)


@routine(charge="0")
def check_letters(start: str, end: str) -> None:
    letter(start)
    letter(end)


@routine(charge="code_at(end, 0) - code_at(start, 0) if code_at(end, 0) > code_at(start, 0) else 0")
def letter_items(start: str, end: str, closed: bool) -> list[object]:
    found: list[object] = []
    for code in range(letter(start), range_stop(letter(end), closed)):
        # There are no characters between these two codes.
        if code < 55296 or code > 57343:
            found.append(chr(code))
    return found


@routine(charge="0")
def same_range(start: int, stop: int, other_start: int, other_stop: int) -> bool:
    """Ranges are equal when they hold the same values; all empty ones are."""
    if start >= stop or other_start >= other_stop:
        return (start >= stop) == (other_start >= other_stop)
    return start == other_start and stop == other_stop


@routine(charge="0")
def in_range(v: int, start: int, end: int, closed: bool) -> bool:
    return start <= v and (v <= end if closed else v < end)


@routine(charge="0")
def in_float_range(v: float, start: float, end: float, closed: bool) -> bool:
    return start <= v and (v <= end if closed else v < end)


@routine(charge="0")
def in_letter_range(s: str, start: str, end: str, closed: bool) -> bool:
    if len(s) != 1:
        return False
    return in_range(code_at(s, 0), letter(start), letter(end), closed)


@routine(charge="0")
def random_int(start: int, end: int, closed: bool) -> int:
    stop = range_stop(end, closed)
    if stop <= start:
        fail("range", "nothing can be drawn from an empty range")
    return start + draw(stop - start)


@routine(charge="0")
def random_float(start: float, end: float) -> float:
    if end < start:
        fail("range", "nothing can be drawn from an empty range")
    # As many steps as a float between 0 and 1 has.
    steps = 9007199254740992
    return start + (end - start) * (float(draw(steps)) / float(steps))


@routine(charge="0")
def random_letter(start: str, end: str, closed: bool) -> str:
    return chr(random_int(letter(start), letter(end), closed))
