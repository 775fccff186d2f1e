"""The terms of an evaluator: numbered as in `logic/evaluation/terms.py`, shared between threads, with a budget.

>>> from parlour.logic.rules import Compound
>>> terms = Terms()
>>> ten, nine = terms.number(Compound("10")), terms.number(Compound("9"))
>>> [str(terms.term(number)) for number in terms.ordered([ten, nine])]
['9', '10']
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock
from typing import Any

from parlour.engines.rules.budget import OutOfBudget
from parlour.logic.evaluation import terms as plain
from parlour.logic.evaluation.terms import DEEPEST_TERM, LARGEST_TERM, Parts
from parlour.logic.listing import term_key
from parlour.logic.rules import Rule

# So many new terms a question may make on the way to its answer.
MOST_NEW = 500_000
# A table that has got so many terms since loading is given up for a new one between games; within a game nothing is
# forgotten.
MANY = 500_000
# Stands for a term that was never met where making it is not worth the room: no fact has this number.
ABSENT = -1


class Terms(plain.Terms):
    """The table of all ground terms met so far."""

    def __init__(self) -> None:
        super().__init__()
        self.largest = 1
        self.room = MOST_NEW
        self.loaded = 0
        self._keys: dict[int, tuple[Any, ...]] = {}
        self._adding = Lock()  # games are shared between threads, and so is this table

    @property
    def is_full(self) -> bool:
        return len(self.parts) - self.loaded > MANY

    def add(self, parts: Parts, rule: Rule | None) -> int:
        with self._adding:
            found = self.ids.get(parts)
            return super().add(parts, rule) if found is None else found

    def admit(self, parts: Parts, depth: int, size: int, rule: Rule | None) -> None:
        """What a rule makes has a budget; what somebody answers has none."""
        self.room -= 1
        if rule is not None:
            name = self.names[parts[0]][0]
            if depth > DEEPEST_TERM or size > LARGEST_TERM:
                message = f"Stopped: the terms that this rule makes by `{name}` grow without end"
                raise OutOfBudget("terms", message, rule)
            if self.room < 0:
                raise OutOfBudget("memory", f"Stopped: this rule makes too many terms by `{name}`", rule)
        self.largest = max(self.largest, size)

    def weight(self, numbers: Collection[int]) -> int:
        """How many names these terms have in all."""
        return sum(map(self.sizes.__getitem__, numbers))

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
