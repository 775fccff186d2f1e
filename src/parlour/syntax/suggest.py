"""Did you mean …? Finds the known word that somebody most likely meant.

>>> suggest("Fgo", ["Fog", "Rain"])
'Fog'
>>> did_you_mean("fog", ["Fog", "Rain"])
'Did you mean Fog?'
>>> did_you_mean("elephant", ["Fog", "Rain"])
''
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

# A name longer than this is not a slip of the fingers, and comparing it would cost its square.
LONGEST = 64


def suggest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to `word`, or None if none is near enough to be worth saying.

    A word that differs only in upper and lower case wins. Otherwise up to a third of the letters may be
    wrong, three at most; so very short words are never guessed at. Of equally near words the one that begins
    and ends more alike is meant; ties go by the alphabet, so that the answer does not depend on the order of a set.
    """
    if len(word) > LONGEST:
        return None
    folded = word.casefold()
    best: tuple[int, int, int, str] | None = None
    for candidate in known:
        if candidate == word or len(candidate) > LONGEST:
            continue
        allowed = min(3, max(len(word), len(candidate)) // 3)
        # Case is compared last: between equally near words the one with the right case is meant.
        wrong_letters = distance(folded, candidate.casefold())
        if wrong_letters > allowed:
            continue
        ranked = (wrong_letters, distance(word, candidate), -_alike(word, candidate), candidate)
        if best is None or ranked < best:
            best = ranked
    return best[3] if best else None


def _alike(one: str, other: str) -> int:
    """How many letters two words have in common at their beginnings and at their ends.

    >>> _alike("playes", "players"), _alike("playes", "player")
    (6, 5)
    """
    begin = _shared(one, other)
    return begin + min(_shared(one[::-1], other[::-1]), len(one) - begin, len(other) - begin)


def _shared(one: str, other: str) -> int:
    """How many letters two words have in common at their beginnings."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`Did you mean Fog?`, ready to be a hint; empty if there is nothing to suggest."""
    found = suggest(word, known)
    return f"Did you mean {found}?" if found is not None else ""


def distance(left: str, right: str) -> int:
    """How many letters must be put in, left out, changed or swapped with their neighbour.

    This is the Damerau-Levenshtein distance in its restricted form: a swapped pair is not edited again.

    >>> distance("baord", "board"), distance("boards", "board"), distance("", "abc")
    (1, 1, 3)
    """
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        row = [i]
        for j, b in enumerate(right, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]
