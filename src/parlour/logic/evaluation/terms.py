"""Ground terms as numbers: equal terms have equal numbers, so that joins compare and hash small integers.

A term's *parts* are the number of its name (a functor: name and number of arguments) and the numbers of its arguments.

    >>> terms = Terms()
    >>> cell = terms.number(Compound("cell", (Compound("1"), Compound("b"))))
    >>> terms.number(Compound("cell", (Compound("1"), Compound("b")))) == cell
    True
    >>> str(terms.term(cell))
    'cell(1, b)'
"""

from __future__ import annotations

from parlour.logic.rules import Compound, Rule, Term, Variable
from parlour.syntax.limits import NESTING_LIMIT

Parts = tuple[int, ...]

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
    """The table of all ground terms met so far."""

    def __init__(self) -> None:
        self.functors: dict[tuple[str, int], int] = {}
        self.names: list[tuple[str, int]] = []
        self.ids: dict[Parts, int] = {}
        self.parts: list[Parts] = []
        self.depths: list[int] = []
        self.sizes: list[int] = []
        self._terms: dict[int, Compound] = {}

    def functor(self, name: str, arity: int) -> int:
        """The number of a name with so many arguments."""
        found = self.functors.get((name, arity))
        if found is None:
            found = self.functors[name, arity] = len(self.names)
            self.names.append((name, arity))
        return found

    def make(self, parts: Parts, rule: Rule | None = None) -> int:
        """The number of a term with these parts, a new one if it was never met. `rule` is what makes it."""
        found = self.ids.get(parts)
        return self.add(parts, rule) if found is None else found

    def add(self, parts: Parts, rule: Rule | None) -> int:
        """The number of a term that is not in the table."""
        depth = 1 + max([self.depths[part] for part in parts[1:]], default=0)
        size = 1 + sum([self.sizes[part] for part in parts[1:]])
        self.admit(parts, depth, size, rule)
        found = len(self.parts)
        self.parts.append(parts)
        self.depths.append(depth)
        self.sizes.append(size)
        self.ids[parts] = found
        return found

    def admit(self, parts: Parts, depth: int, size: int, rule: Rule | None) -> None:
        """Raises `TermsTooDeep` for what may not be in the table."""
        if depth > DEEPEST_TERM or size > LARGEST_TERM:
            deepest = max(parts[1:], key=self.depths.__getitem__)
            raise TermsTooDeep(self.names[self.parts[deepest][0]][0])

    def number(self, term: Term) -> int:
        """The number of a ground term."""
        assert isinstance(term, Compound), f"{term} is not ground"
        functor = self.functor(term.name, len(term.arguments))
        return self.make((functor, *map(self.number, term.arguments)))

    def find(self, term: Term) -> int | None:
        """The number of a term if it is in the table."""
        if isinstance(term, Variable):
            return None
        parts = list(map(self.find, term.arguments))
        functor = self.functors.get((term.name, len(parts)))
        known = [part for part in parts if part is not None]
        return None if functor is None or len(known) < len(parts) else self.ids.get((functor, *known))

    def term(self, number: int) -> Compound:
        """The term with this number; the same parts are the same objects."""
        found = self._terms.get(number)
        if found is None:
            functor, *arguments = self.parts[number]
            found = self._terms[number] = Compound(self.names[functor][0], tuple(map(self.term, arguments)))
        return found
