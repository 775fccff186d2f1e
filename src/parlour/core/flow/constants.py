"""The constants that places hold: what a number or text always is, or can be, wherever the program says so.

Goes along the graph of `graph.py`. A place holds nothing (as far as can be told), one constant, or many values;
it changes twice at most on the way, so the work is linear. Arithmetic on constants gives constants.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Final

from parlour.core.flow.graph import Graph
from parlour.core.ops import INT_MAX, INT_MIN

Constant = int | float | str

# So many places are looked at to find the constants that one place may hold.
MOST_SOURCES = 100


class _Many:
    """More than one value, or one that nobody can tell."""


_MANY: Final = _Many()


class Constants:
    """The constants of a graph. `work` counts the steps it took to find them."""

    def __init__(self, graph: Graph) -> None:
        self.work = 0
        self._graph = graph
        self._state: dict[int, Constant | _Many] = {}
        self._known: dict[int, frozenset[Constant]] = {}
        self._changed: deque[int] = deque()
        self._sources: defaultdict[int, list[int]] = defaultdict(list)
        # Places that receive what no constant says: what comes from outside, and the results of arithmetic.
        self._others = {*graph.unknown, *(reckoning.result for reckoning in graph.reckonings)}
        self._settle()

    def number(self, place: int) -> int | None:
        """The whole number that a place always holds."""
        value = self._state.get(place)
        return value if isinstance(value, int) else None

    def literals(self, place: int) -> frozenset[Constant]:
        """The constants a place may hold: the one it always holds; else all texts that flow into it, and all numbers
        if nothing but constants does. (That a counter starts from 0 is no reason to think of 0.)"""
        if place not in self._known:
            value = self._state.get(place)
            if isinstance(value, _Many):
                self._known[place] = self._gather(place)
            else:
                self._known[place] = frozenset(() if value is None else (value,))
        return self._known[place]

    def _meet(self, place: int, value: Constant | _Many) -> None:
        """A place receives a value."""
        old = self._state.get(place)
        if isinstance(old, _Many) or (old == value and type(old) is type(value)):
            return
        self._state[place] = value if old is None else _MANY
        self._changed.append(place)

    def _settle(self) -> None:
        """Passes values on until nothing changes."""
        targets: defaultdict[int, list[int]] = defaultdict(list)
        for way in self._graph.ways:
            if way.how == "copy":
                targets[way.source].append(way.target)
                self._sources[way.target].append(way.source)
        users: defaultdict[int, list[int]] = defaultdict(list)
        for number, reckoning in enumerate(self._graph.reckonings):
            for arg in reckoning.args:
                users[arg].append(number)
        for place in self._graph.unknown:
            self._meet(place, _MANY)
        for place, value in self._graph.constants:
            self._meet(place, value)
        while self._changed:
            place = self._changed.popleft()
            for target in targets[place]:
                self._meet(target, self._state[place])
            for number in users[place]:
                self._reckon(number)
            self.work += 1 + len(targets[place]) + len(users[place])

    def _reckon(self, number: int) -> None:
        op, args, result = self._graph.reckonings[number]
        values = [self._state.get(arg) for arg in args]
        if None not in values:
            numbers = [value for value in values if isinstance(value, int)]
            self._meet(result, _MANY if len(numbers) < len(args) else _result(op, numbers))

    def _gather(self, place: int) -> frozenset[Constant]:
        """The constants that flow into a place that holds many values."""
        found: set[Constant] = set()
        seen = {place}
        stack = [place]
        while stack and len(seen) <= MOST_SOURCES:
            for source in self._sources[stack.pop()]:
                self.work += 1
                value = self._state.get(source)
                if not isinstance(value, _Many):
                    found.update(() if value is None else (value,))
                elif source not in seen:
                    seen.add(source)
                    stack.append(source)
        only_constants = not stack and seen.isdisjoint(self._others)
        return frozenset(value for value in found if only_constants or isinstance(value, str))


def _result(op: str, args: Sequence[int]) -> int | _Many:
    """Arithmetic on whole numbers; what fails at run time, or is never wanted of constants, is not worked out."""
    match op, args:
        case "add", (left, right):
            value = left + right
        case "sub", (left, right):
            value = left - right
        case "mul", (left, right):
            value = left * right
        case "neg", (only,):
            value = -only
        case "div" | "quot", (left, right) if left >= 0 and right > 0:
            value = left // right
        case "mod" | "rem", (left, right) if left >= 0 and right > 0:
            value = left % right
        case _:
            return _MANY
    return value if INT_MIN <= value <= INT_MAX else _MANY
