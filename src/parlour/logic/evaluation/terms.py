"""Ground terms as whole numbers: equal terms have equal numbers, so that joins compare and hash small integers.

>>> terms = Terms()
>>> cell = terms.intern(Compound("cell", (Compound("1"), Compound("b"))))
>>> terms.intern(Compound("cell", (Compound("1"), Compound("b")))) == cell
True
>>> str(terms.compound(cell))
'cell(1, b)'
"""

from __future__ import annotations

from parlour.logic.rules import Compound, Term, Variable
from parlour.syntax.limits import NESTING_LIMIT

# Terms beyond this are refused: a rule that wraps its own result would go on for ever. What is deeper could not be
# written in a text either, and by doubling (`pair(?x, ?x)`) a term of few levels has millions of names.
DEEPEST_TERM = NESTING_LIMIT
LARGEST_TERM = 10_000


class TermsTooDeep(Exception):
    """A rule builds terms inside terms without end; `name` is the function it wraps around them."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Terms:
    """A table of terms. `functors[t]` numbers the name and arity of term t, `arguments[t]` are its parts."""

    def __init__(self) -> None:
        self.functors: list[int] = []
        self.arguments: list[tuple[int, ...]] = []
        self.depths: list[int] = []
        self.sizes: list[int] = []
        self.names: list[tuple[str, int]] = []
        self._functor_numbers: dict[tuple[str, int], int] = {}
        self._numbers: dict[tuple[int, ...], int] = {}

    def functor(self, name: str, arity: int) -> int:
        """The number of a name with so many arguments."""
        found = self._functor_numbers.get((name, arity))
        if found is None:
            found = self._functor_numbers[name, arity] = len(self.names)
            self.names.append((name, arity))
        return found

    def make(self, key: tuple[int, ...]) -> int:
        """The term with functor `key[0]` and arguments `key[1:]`."""
        found = self._numbers.get(key)
        if found is None:
            depth = 1 + max((self.depths[part] for part in key[1:]), default=0)
            size = 1 + sum([self.sizes[part] for part in key[1:]])
            if depth > DEEPEST_TERM or size > LARGEST_TERM:
                deepest = max(key[1:], key=self.depths.__getitem__)
                raise TermsTooDeep(self.names[self.functors[deepest]][0])
            found = self._numbers[key] = len(self.functors)
            self.functors.append(key[0])
            self.arguments.append(key[1:])
            self.depths.append(depth)
            self.sizes.append(size)
        return found

    def intern(self, term: Term) -> int:
        if isinstance(term, Variable):
            raise ValueError(f"{term} is not ground")
        parts = tuple(self.intern(part) for part in term.arguments)
        return self.make((self.functor(term.name, len(parts)), *parts))

    def find(self, term: Compound) -> int | None:
        """The number of a term if it is in the table."""
        parts = []
        for part in term.arguments:
            if isinstance(part, Variable) or (number := self.find(part)) is None:
                return None
            parts.append(number)
        functor = self._functor_numbers.get((term.name, len(parts)))
        return None if functor is None else self._numbers.get((functor, *parts))

    def compound(self, number: int) -> Compound:
        name, _ = self.names[self.functors[number]]
        return Compound(name, tuple(self.compound(part) for part in self.arguments[number]))
