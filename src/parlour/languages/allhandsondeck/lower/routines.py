"""Routines for all values, for texts and for outcomes; those for one kind of values have modules of their own."""

from __future__ import annotations

from parlour.core.routine.routine import routine
from parlour.core.runtime.words import as_bool, as_float, as_int, code_at, is_bool, is_float, is_int, join

# --------------------------------------------------------------------------------------------------- truth and text


@routine(charge="0")
def truth(v: object) -> bool:
    """False, 0, 0.0 and None are false; everything else is true, also what is empty."""
    if is_bool(v):
        return as_bool(v)
    if is_int(v):
        return as_int(v) != 0
    if is_float(v):
        return as_float(v) != 0.0
    return v is not None


@routine(charge="len(s)")
def quoted(s: str) -> str:
    """A string as it is written in a program."""
    parts: list[str] = ["'"]
    for i in range(len(s)):
        code = code_at(s, i)
        if code == 10:
            parts.append("\\n")
        elif code == 9:
            parts.append("\\t")
        elif code == 39:
            parts.append("\\'")
        elif code == 92:
            parts.append("\\\\")
        else:
            parts.append(s[i])
    parts.append("'")
    return join(parts)


@routine(charge="0")
def printed_so_far(before: str, text: str) -> str:
    """What a prompt shows: the end of all that was printed since the last question."""
    whole = before + text
    most = 600
    return whole if len(whole) <= most else whole[len(whole) - most : len(whole)]


# -------------------------------------------------------------------------------------------------------- outcomes


@routine(charge="2 * len(won)")
def rank_winners(won: list[bool]) -> list[list[int]]:
    """Those who have won before those who have not; all alike if nobody has."""
    first: list[int] = []
    others: list[int] = []
    for seat in range(len(won)):
        if won[seat]:
            first.append(seat)
        else:
            others.append(seat)
    found: list[list[int]] = []
    if len(first) > 0:
        found.append(first)
    if len(others) > 0:
        found.append(others)
    return found


@routine(charge="len(names) * len(names) + len(name)")
def unseen_name(names: list[str], name: str) -> str:
    """A name for a seat that no other one has: the second Ada is `Ada 2`. It is added to the names."""
    wanted = name
    number = 1
    k = 0
    while k < len(names):
        if names[k] == wanted:
            number += 1
            wanted = f"{name} {number}"
            k = 0
        else:
            k += 1
    names.append(wanted)
    return wanted


@routine(charge="2 * len(scores) * len(scores)")
def rank_scores(scores: list[float], lowest: bool) -> list[list[int]]:
    """By score, equal ones together."""
    found: list[list[int]] = []
    for seat in range(len(scores)):
        score = scores[seat]
        place = 0
        is_there = False
        while place < len(found):
            other = scores[found[place][0]]
            if other == score:
                is_there = True
                break
            if (score < other) if lowest else (score > other):
                break
            place += 1
        if is_there:
            found[place].append(seat)
        else:
            found.insert(place, [seat])
    return found
