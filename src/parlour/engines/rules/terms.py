"""Ground terms as numbers: equal terms have equal numbers, so joins compare and hash small integers.

A term's *parts* are the number of its name (a functor: name and number of arguments) and the numbers of its arguments.

    >>> terms = Terms()
    >>> cell = terms.number(Compound("cell", (Compound("1"), Compound("b"))))
    >>> str(terms.term(cell)), terms.number(Compound("cell", (Compound("1"), Compound("b")))) == cell
    ('cell(1, b)', True)
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock
from typing import Any

from parlour.engines.rules.budget import OutOfBudget
from parlour.logic.evaluation.terms import DEEPEST_TERM, LARGEST_TERM
from parlour.logic.listing import term_key
from parlour.logic.rules import Compound, Rule, Term

Parts = tuple[int, ...]

# So many new terms a question may make on the way to its answer.
MOST_NEW = 500_000
# A table with more terms is given up for a new one between games; within a game nothing is forgotten.
MANY = 500_000
# Stands for a term that was never met where making it is not worth the room: no fact has this number.
ABSENT = -1


class Terms:
    """The table of all ground terms met so far."""

    def __init__(self) -> None:
        self.functors: dict[tuple[str, int], int] = {}
        self.names: list[tuple[str, int]] = []
        self.ids: dict[Parts, int] = {}
        self.parts: list[Parts] = []
        self.depths: list[int] = []
        self.sizes: list[int] = []
        self.largest = 1
        self.room = MOST_NEW
        self._terms: dict[int, Compound] = {}
        self._keys: dict[int, tuple[Any, ...]] = {}
        self._adding = Lock()  # games are shared between threads, and so is this table

    def functor(self, name: str, arity: int) -> int:
        found = self.functors.get((name, arity))
        if found is None:
            found = self.functors[name, arity] = len(self.names)
            self.names.append((name, arity))
        return found

    @property
    def is_full(self) -> bool:
        return len(self.parts) > MANY

    def make(self, parts: Parts, rule: Rule | None = None) -> int:
        """The number of a term with these parts, a new one if it was never met. `rule` is what makes it."""
        found = self.ids.get(parts)
        if found is None:
            with self._adding:
                return self._add(parts, rule)
        return found

    def _add(self, parts: Parts, rule: Rule | None) -> int:
        found = self.ids.get(parts)
        if found is None:
            depth = 1 + max([self.depths[part] for part in parts[1:]], default=0)
            size = 1 + sum([self.sizes[part] for part in parts[1:]])
            self.room -= 1
            if rule is not None:
                name = self.names[parts[0]][0]
                if depth > DEEPEST_TERM or size > LARGEST_TERM:
                    message = f"Stopped: the terms that this rule makes by `{name}` grow without end"
                    raise OutOfBudget("terms", message, rule)
                if self.room < 0:
                    raise OutOfBudget("memory", f"Stopped: this rule makes too many terms by `{name}`", rule)
            found = len(self.parts)
            self.parts.append(parts)
            self.depths.append(depth)
            self.sizes.append(size)
            self.largest = max(self.largest, size)
            self.ids[parts] = found
        return found

    def weight(self, numbers: Collection[int]) -> int:
        """How many names these terms have in all."""
        return sum(map(self.sizes.__getitem__, numbers))

    def number(self, term: Term) -> int:
        """The number of a ground term."""
        assert isinstance(term, Compound)
        functor = self.functor(term.name, len(term.arguments))
        return self.make((functor, *map(self.number, term.arguments)))

    def term(self, number: int) -> Compound:
        """The term with this number."""
        found = self._terms.get(number)
        if found is None:
            functor, *arguments = self.parts[number]
            found = self._terms[number] = Compound(self.names[functor][0], tuple(map(self.term, arguments)))
        return found

    def ordered(self, numbers: Collection[int]) -> list[int]:
        """These terms in their order."""
        if len(numbers) < 2:
            return list(numbers)
        try:
            return sorted(numbers, key=self._keys.__getitem__)
        except KeyError:  # some were never sorted before
            return sorted(numbers, key=self.key)

    def key(self, number: int) -> tuple[Any, ...]:
        """What to sort this term by."""
        found = self._keys.get(number)
        if found is None:
            found = self._keys[number] = term_key(self.term(number))
        return found
