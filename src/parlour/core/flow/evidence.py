"""What a program does with the answers it gets: the numbers and texts they are compared with, and other uses.

An answer is followed from its question through the whole program: variables, calls, globals, fields, collections,
tuples component by component, and arithmetic. `add(x, 1)` compared with 9 is evidence for 8; after other arithmetic the
number is taken as it is. Order in time does not count, and a function is taken for all its callers together, so there
may be evidence for more than can happen, which costs a try. `candidates.py` turns evidence into answers to try.

    >>> from parlour.core.read.program import read_program
    >>> program = read_program('''
    ... program small entry main
    ... function main() -> none {
    ...   locals (x: int)
    ...   ask x: whole seat 0 kind number
    ...   if gt(add(x, 1), 9) {
    ...   }
    ... }
    ... ''')
    >>> evidence(program)["main", 1]
    (Evidence(numbers=frozenset({8}), texts=frozenset(), indexes=frozenset(), digits=False, equals=frozenset()),)
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import field
from math import floor, isfinite
from typing import Literal, NamedTuple, assert_never

from parlour.core.flow.constants import Constant, Constants
from parlour.core.flow.graph import Graph, graph
from parlour.core.flow.holders import Way
from parlour.core.nodes import Program
from parlour.dataclass import dataclass

# So many different sums are followed of one answer at one place; in a loop that adds there is no end of them.
MOST_OFFSETS = 4

# Characters that are compared by order say something about those of their own sort.
SORTS = (("0", "9"), ("a", "z"), ("A", "Z"))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a program does with one leaf of an answer. `numbers` and `texts`: it is compared with these; `indexes`: it
    is used as an index of a list or text, and these answers would mean the first element; `digits`: it is a text and
    read as a number; `equals`: those of the numbers with which it is compared for equality, not only for size."""

    numbers: frozenset[int] = frozenset()
    texts: frozenset[str] = frozenset()
    indexes: frozenset[int] = frozenset()
    digits: bool = False
    equals: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Trace:
    """The evidence of all questions, and how many steps it took to find it."""

    evidence: dict[tuple[str, int], tuple[Evidence, ...]]
    work: int


def evidence(program: Program) -> dict[tuple[str, int], tuple[Evidence, ...]]:
    """For each question, by function and number of its site (counted as in `suspend.plan`), the evidence of each leaf
    of its domain, from left to right. Leaves that list their answers themselves have none."""
    return trace(program).evidence


def trace(program: Program) -> Trace:
    """As `evidence`; the steps grow linearly with the program and the number of its questions."""
    flows = graph(program)
    constants = Constants(flows)
    following = _Following(flows, constants)
    found = {
        site: tuple(Evidence() if place is None else following.notes[place].evidence() for place in places)
        for site, places in flows.questions.items()
    }
    return Trace(found, len(flows.holds) + len(flows.ways) + constants.work + following.work)


class _Trail(NamedTuple):
    """What arrives at a place: the answer given at a leaf plus `offset` (None: changed in some other way), or if
    `is_code` the same of the code of one of its characters."""

    leaf: int
    is_code: bool = False
    offset: int | None = 0


@dataclass(slots=True)
class _Notes:
    """Evidence in the making. `ordered` are codes of characters that the answer is ordered against."""

    numbers: set[int] = field(default_factory=set)
    equals: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    ordered: set[int] = field(default_factory=set)
    indexes: set[int] = field(default_factory=set)
    digits: bool = False

    def evidence(self) -> Evidence:
        texts, digits = set(self.texts), self.digits
        for first, last in SORTS:
            codes = [code for code in self.ordered if ord(first) <= code <= ord(last)]
            if codes and first == "0":
                digits = True
            elif codes:
                texts.update(map(chr, range(min(codes), max(codes) + 1)))
        numbers, equals, indexes = frozenset(self.numbers), frozenset(self.equals), frozenset(self.indexes)
        return Evidence(numbers, frozenset(texts), indexes, digits, equals)


class _Following:
    """Follows every answer along the graph, then looks at what is done at the places it came to."""

    def __init__(self, graph: Graph, constants: Constants) -> None:
        self.work = 0
        self.graph = graph
        self.constants = constants
        places = [place for leaves in graph.questions.values() for place in leaves if place is not None]
        self.notes = {place: _Notes() for place in places}
        self.trails: defaultdict[int, set[_Trail]] = defaultdict(set)
        self.offsets: Counter[tuple[int, int, bool]] = Counter()
        self.arrived: deque[tuple[int, _Trail]] = deque()
        for place in places:
            self.arrive(place, _Trail(place))
        self.follow()
        self.look()

    def arrive(self, place: int, trail: _Trail) -> None:
        """Those with the fewest steps behind them arrive first, so what is given up are the largest detours."""
        leaf, is_code, offset = trail
        if offset is not None and trail not in self.trails[place]:
            self.offsets[place, leaf, is_code] += 1
            if self.offsets[place, leaf, is_code] > MOST_OFFSETS:
                trail = _Trail(leaf, is_code, None)
        if trail not in self.trails[place]:
            self.trails[place].add(trail)
            self.arrived.append((place, trail))

    def follow(self) -> None:
        ways: defaultdict[int, list[Way]] = defaultdict(list)
        for way in self.graph.ways:
            ways[way.source].append(way)
        while self.arrived:
            place, trail = self.arrived.popleft()
            for way in ways[place]:
                self.arrive(way.target, self.step(way, trail))
            self.work += 1 + len(ways[place])

    def step(self, way: Way, trail: _Trail) -> _Trail:
        leaf, is_code, offset = trail
        match way.how:
            case "copy":
                return trail
            case "plus" | "minus":
                by = None if way.by is None else self.constants.number(way.by)
                if by is None or offset is None:
                    return _Trail(leaf, offset=None)
                offset = offset + by if way.how == "plus" else offset - by
                if is_code:
                    # Characters counted from one of them: `code_at(x, 0) - 48` is about digits.
                    self.notes[leaf].ordered.add(-offset)
                return _Trail(leaf, is_code, offset)
            case "code":
                return _Trail(leaf, is_code=True)
            case "digits":
                self.notes[leaf].digits = True
                return _Trail(leaf)
            case "lose" | "character":
                return _Trail(leaf, offset=None)
            case _:
                assert_never(way.how)

    # -------------------------------------------------------------------------------------------------- looking

    def look(self) -> None:
        for comparison in self.graph.comparisons:
            left, right = comparison.left, comparison.right
            for trail in self.trails.get(left, ()):
                for literal in self.constants.literals(right):
                    self.compared(trail, comparison.how, literal)
            for trail in self.trails.get(right, ()):
                for literal in self.constants.literals(left):
                    self.compared(trail, "among" if comparison.how == "find" else comparison.how, literal)
        for place, cells, between in self.graph.indexes:
            for leaf, is_code, offset in self.trails.get(place, ()):
                notes = self.notes[leaf]
                first = 0 if offset is None or is_code else -offset
                if cells is None:
                    # From the first position between elements as many as there are elements, and one more.
                    notes.indexes.update((first, first + 1) if between else (first,))
                elif offset is not None and not is_code:
                    # The number of a cell, no part of a sum over rows and columns: it lies between the first and last.
                    notes.numbers.update((first, first + cells - 1))
                    notes.equals.update((first, first + cells - 1))

    def compared(self, trail: _Trail, how: Literal["eq", "order", "find", "among"], literal: Constant) -> None:
        """`among`: whether the answer is part of this text."""
        self.work += 1
        notes = self.notes[trail.leaf]
        if isinstance(literal, str):
            if how == "among":
                notes.texts.update(literal)
            elif how == "order" and len(literal) == 1:
                notes.ordered.add(ord(literal))
            else:
                notes.texts.add(literal)
        elif isfinite(literal):
            number = floor(literal) - (trail.offset or 0)
            if not trail.is_code:
                notes.numbers.add(number)
                if how == "eq":
                    notes.equals.add(number)
            elif trail.offset is not None and how == "order":
                notes.ordered.add(number)
            elif trail.offset is not None and _is_character(number):
                notes.texts.add(chr(number))
                notes.digits = notes.digits or chr(number) in "0123456789"


def _is_character(code: int) -> bool:
    """A code point that can stand in a text: no surrogate."""
    return 0 <= code < 0xD800 or 0xDFFF < code <= 0x10FFFF
