"""The answers worth trying, where a language only reads input: half of what finds the legal ones.

`evidence` (in `evidence.py`) says once for a program what it does with its answers; `enumerate_domain` makes from that,
and from the question's domain, the values to try at one question. Trying them out is left to the engines.

    >>> from parlour.core.nodes import Each, OneOf, Whole, YesNo
    >>> pair = Each((Whole(), YesNo()))
    >>> small = (Evidence(frozenset({1})), Evidence())
    >>> enumerate_domain(pair, small, lambda expr: None, longest=0, board_sides=()).values
    ((0, True), (0, False), (1, True), (1, False), (2, True), (2, False))

An order that people expect: numbers ascend, symbols stand as declared, yes comes before no, and of a tuple the last
component varies fastest, except that a pair of numbers goes row by row: (1,1) (2,1) (3,1) (1,2) and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import prod
from typing import TypeVar, assert_never, cast

from parlour.core import nodes
from parlour.core.flow.evidence import Evidence, evidence
from parlour.core.nodes import Expr
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.values import Plain, Symbol
from parlour.dataclass import dataclass

__all__ = ["Candidates", "Evidence", "enumerate_domain", "evidence"]

# As many numbers as are listed to close the gaps between those a program names.
WIDEST = 200

# What is tried of a number that a program says nothing about: so many from its lower bound, or from 0.
UNKNOWN = 21

DIGITS = "0123456789"

# Longer texts are not put together from single characters: hardly one of them would make sense.
LONGEST = 18

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Candidates:
    """Values to try. `complete`: there are no other answers. `is_open`: some part of the answer is text that the
    program compares with nothing it names, so that nobody but the one who is asked can think of it."""

    values: tuple[Plain, ...]
    complete: bool
    is_open: bool


def enumerate_domain(
    domain: nodes.Domain,
    leaves: Sequence[Evidence],
    resolve: Callable[[Expr], object],
    *,
    longest: int,
    board_sides: Sequence[int],
    limit: int = 10_000,
) -> Candidates:
    """The values to try as answers in a domain, without repetition; of an option, its number from 0.

    `leaves` has the evidence of each leaf of the domain, from left to right. `resolve` gives the value that an
    expression of the domain has at the question. `longest` is the length of the longest list there is, `board_sides`
    are the widths and heights of the program's boards. Where there are more than `limit`, as many are chosen evenly
    from all of them."""
    listing = _Listing(iter(leaves), resolve, longest, board_sides, limit)
    found = listing.domain(domain)
    if next(listing.leaves, None) is not None:
        raise ValueError("there is evidence for more leaves than the domain has")
    return found


@dataclass(frozen=True, slots=True)
class _Listing:
    """One enumeration; `leaves` is used up from left to right."""

    leaves: Iterator[Evidence]
    resolve: Callable[[Expr], object]
    longest: int
    board_sides: Sequence[int]
    limit: int

    def domain(self, domain: nodes.Domain) -> Candidates:
        match domain:
            case nodes.Each(parts):
                return self.each(parts)
            case nodes.Either(parts):
                found = [self.domain(part) for part in parts]
                values = _distinct(value for part in found for value in part.values)
                complete = all(part.complete for part in found)
                return self.listed(values, complete=complete, is_open=any(part.is_open for part in found))
        known = next(self.leaves, None)
        if known is None:
            raise ValueError("there is evidence for fewer leaves than the domain has")
        match domain:
            case nodes.YesNo():
                return self.listed((True, False))
            case nodes.OneOf(symbols):
                return self.listed(tuple(Symbol(name) for name in dict.fromkeys(symbols)))
            case nodes.Options(list=items):
                return self.listed(range(len(cast("Sequence[object]", self.resolve(items)))))
            case nodes.Whole(low, high, worth):
                if worth is None:
                    return self.numbers(known, self.bound(low), self.bound(high))
                return self.worth(self.bound(low), self.bound(high), self.bound(worth[0]), self.bound(worth[1]))
            case nodes.Line():
                texts = self.texts(known)
                return self.listed(texts, complete=False, is_open=not texts)
            case nodes.Chars(count, among):
                return self.characters(known, max(cast("int", self.resolve(count)), 0), among)
            case _:
                assert_never(domain)

    def each(self, parts: Sequence[nodes.Domain]) -> Candidates:
        """All combinations. Of a pair of numbers, a column and a row, the row varies slowest."""
        found = [self.domain(part) for part in parts]
        columns = [part.values for part in found]
        by_rows = len(parts) == 2 and all(isinstance(part, nodes.Whole) for part in parts)
        if by_rows:
            columns.reverse()
        rows = _combinations(columns, self.limit)
        complete = all(part.complete for part in found) and len(rows) == prod(map(len, columns))
        values = tuple(row[::-1] for row in rows) if by_rows else tuple(rows)
        return Candidates(values, complete, any(part.is_open for part in found))

    def listed(self, values: Sequence[Plain], *, complete: bool = True, is_open: bool = False) -> Candidates:
        """These values, or as many as may be listed."""
        chosen = tuple(values[place] for place in _evenly(len(values), self.limit))
        return Candidates(chosen, complete and len(chosen) == len(values), is_open)

    # --------------------------------------------------------------------------------------------------- numbers

    def bound(self, bound: Expr | None) -> int | None:
        return None if bound is None else cast("int", self.resolve(bound))

    def numbers(self, known: Evidence, low: int | None, high: int | None) -> Candidates:
        """All numbers between two bounds if they can be listed; else what the evidence says, inside the bounds."""
        if low is not None and high is not None and high - low < self.limit:
            return self.listed(range(low, high + 1))
        # The bounds are numbers that the program names, too.
        bounds = {bound for bound in (low, high) if bound is not None}
        found = self.likely(known)
        if not found:
            start = high - UNKNOWN + 1 if low is None and high is not None else low or 0
            found.update(range(start, start + UNKNOWN))
        found |= _closed_up(bounds)
        least, most = INT_MIN if low is None else low, INT_MAX if high is None else high
        return self.listed([number for number in sorted(found) if least <= number <= most], complete=False)

    def worth(self, low: int | None, high: int | None, first: int | None, last: int | None) -> Candidates:
        """The numbers that the language says are worth it, inside the bounds."""
        assert first is not None and last is not None
        tried = range(first if low is None else max(first, low), 1 + (last if high is None else min(last, high)))
        is_all = low is not None and high is not None and len(tried) == high - low + 1
        return self.listed(tried, complete=is_all)

    def likely(self, known: Evidence) -> set[int]:
        """The numbers near those the answer is compared with, the indexes of the longest list, and the coordinates of
        the boards; nothing if there is no evidence and no board. Where all the numbers look like the edges of a board,
        its coordinates and the numbers that mean something of their own are enough."""
        found = {first + number for first in known.indexes for number in range(self.longest)}
        longest_side = max(self.board_sides, default=0)
        # Coordinates count from 1, unless the program itself compares with 0.
        found.update(range(0 if 0 in known.numbers else 1, longest_side + 1))
        if longest_side and all(0 <= number <= longest_side + 1 for number in known.numbers):
            return found | known.equals
        return found | _closed_up(known.numbers)

    # ----------------------------------------------------------------------------------------------------- texts

    def texts(self, known: Evidence) -> list[str]:
        """Lines of text: numbers in digits where the line is read as a number, then whatever it is compared with."""
        numbers = self.likely(known).union(range(10)) if known.digits else ()
        spelt = [str(number) for number in sorted(numbers)]
        others = {text for text in known.texts if "\n" not in text and "\r" not in text}
        return spelt + sorted(others.difference(spelt))

    def characters(self, known: Evidence, count: int, among: str | None) -> Candidates:
        """Texts of so many characters: those of that length that the answer is compared with, and all that can be
        made from single characters that its parts are compared with, or that the language knows to be worth it."""
        if count == 0:
            return self.listed(("",))
        texts = {text for text in known.texts if not any(character.isspace() for character in text)}
        found = {text for text in texts if len(text) == count}
        if count <= LONGEST:
            others = among if among is not None else DIGITS if known.digits else ""
            alphabet = sorted({text for text in texts if len(text) == 1}.union(others))
            found.update("".join(row) for row in _combinations([alphabet] * count, self.limit))
        return self.listed(sorted(found), complete=False, is_open=not found)


def _closed_up(numbers: Iterable[int]) -> set[int]:
    """These numbers and their neighbours, and all that lies between them: gaps are closed, the smallest first, as long
    as there are not more than WIDEST in all.

    >>> sorted(_closed_up({1, 5, 1000}))
    [0, 1, 2, 3, 4, 5, 6, 999, 1000, 1001]
    """
    ordered = sorted(numbers)
    found = {near for number in ordered for near in (number - 1, number, number + 1)}
    gaps = sorted((after - before, before) for before, after in pairwise(ordered))
    for width, before in gaps:
        between = set(range(before + 1, before + min(width, WIDEST + 2))) - found
        if len(found) + len(between) > WIDEST:
            break
        found |= between
    return found


def _combinations(columns: Sequence[Sequence[T]], limit: int) -> list[tuple[T, ...]]:
    """One element of each column in every way, the last column fastest; evenly chosen where there are too many."""
    size = prod(map(len, columns))
    if size <= limit:
        return list(product(*columns))
    rows: list[tuple[T, ...]] = []
    for place in _evenly(size, limit):
        row: list[T] = []
        for column in reversed(columns):
            place, number = divmod(place, len(column))
            row.append(column[number])
        rows.append(tuple(reversed(row)))
    return rows


def _evenly(size: int, limit: int) -> Sequence[int]:
    """All places of a sequence, or `limit` of them at even distances.

    >>> list(_evenly(3, 10)), list(_evenly(10, 4))
    ([0, 1, 2], [0, 2, 5, 7])
    """
    return range(size) if size <= limit else [number * size // limit for number in range(limit)]


def _distinct(values: Iterable[Plain]) -> list[Plain]:
    """Each value once, in order; True and 1 are different values here."""
    return list({_identity(value): value for value in values}.values())


def _identity(value: Plain) -> object:
    return tuple(map(_identity, value)) if isinstance(value, tuple) else (type(value), value)
