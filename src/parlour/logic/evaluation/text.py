"""Python text of a join while it is written: lines, loops, and the names of what is known at this place.

A join is nested loops over rows of numbered terms (`terms.py`), with tests between them; what fails a test goes on with
the next row of the loop around it. Whoever writes one decides in which order, and where rows are looked up: grounding
and what never changes in growing tables (`joins.py`), engine `rules` in the tables and functions of a state. How terms
are matched and made is the same for all.

Names in the text are made here (`v3`, `k17`), and numbers stand for terms: no text of the author ever enters it.

    >>> text = Text(Terms(), iter(range(9)).__next__)
    >>> text.enter("for v in rows:")
    >>> text.match(Compound("s", (Variable("x"),)), "v")
    >>> text.line(f"add({text.value(Variable('x'))})")
    >>> print("\\n".join(text.lines))
        for v in rows:
            p0 = parts[v]
            if p0[0] != 0: continue
            v1 = p0[1]
            add(v1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.logic.evaluation.terms import Terms
from parlour.logic.rules import Compound, Term, Variable, depth, is_ground, variables

# Python's own limit on parentheses is 200: deeper terms are made by lines of their own.
DEEPEST_TEXT = 20


def key_of(values: Sequence[str]) -> str:
    """The text of a key or a value: one alone stands for itself, which is cheaper to hash than a tuple of one."""
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def row_of(values: Sequence[str]) -> str:
    """The text of a row: always a tuple."""
    return f"({', '.join(values)}{',' if len(values) == 1 else ''})"


class Text:
    """Lines and what they know. The text is run where `parts`, `find` and `make` are those of the terms (`find` looks a
    term up by its parts), and `title` is the rule that makes terms.

    `constants`, if given, are values that the text finds by name: numbers become names there, so that rules of the same
    shape have the same text."""

    def __init__(
        self,
        terms: Terms,
        fresh: Callable[[], int],
        indent: int = 1,
        lines: list[str] | None = None,
        *,
        title: str = "None",
        constants: dict[str, object] | None = None,
    ) -> None:
        self.terms = terms
        self.fresh = fresh
        self.indent = indent
        self.lines: list[str] = [] if lines is None else lines
        self.title = title
        self.constants = constants
        # The names of variables, and of terms that are known as a whole, though perhaps not what is in them.
        self.env: dict[Variable, str] = {}
        self.made: dict[Compound, str] = {}
        self.loops = 0

    def name(self, letter: str) -> str:
        return f"{letter}{self.fresh()}"

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def enter(self, loop: str) -> None:
        self.line(loop)
        self.indent += 1
        self.loops += 1

    def is_known(self, term: Term) -> bool:
        return all(variable in self.env for variable in variables(term))

    def value(self, term: Term, *, is_new: bool = True, make: str = "make") -> str:
        """The number of a term whose variables are known. A term that need not exist (`is_new` is false) may be None:
        then nothing was ever said of it, and no look-up finds it."""
        if isinstance(term, Variable):
            return self.env[term]
        if term in self.made:
            return self.made[term]
        if is_ground(term):
            return self._number(self.terms.number(term))
        functor = self._functor(term)
        parts = ", ".join(self._part(part, is_new=is_new, make=make) for part in term.arguments)
        if not is_new:
            return f"find(({functor}, {parts}))"
        # Nearly every term was met before, and `find` is the faster one (number 0 is found the slow way).
        key = self.name("k")
        return f"(find({key} := ({functor}, {parts})) or {make}({key}, {self.title}))"

    def _part(self, term: Term, *, is_new: bool, make: str) -> str:
        """A part of a term; a deep one gets a line of its own, every few levels."""
        text = self.value(term, is_new=is_new, make=make)
        if depth(term) % DEEPEST_TEXT or is_ground(term):
            return text
        name = self.name("v")
        self.line(f"{name} = {text}")
        return name

    def match(self, term: Term, text: str) -> None:
        """Goes on only where the value written `text` is this term, and learns the variables in it."""
        if isinstance(term, Variable) and term not in self.env:
            if text.isidentifier():
                self.env[term] = text
            else:
                self.env[term] = name = self.name("v")
                self.line(f"{name} = {text}")
        elif self.is_known(term):
            self.line(f"if {text} != {self.value(term, is_new=False)}: continue")
        else:
            assert isinstance(term, Compound)
            name = self.name("p")
            self.line(f"{name} = parts[{text}]")
            self.line(f"if {name}[0] != {self._functor(term)}: continue")
            for place, part in enumerate(term.arguments, 1):
                self.match(part, f"{name}[{place}]")

    def match_row(self, terms: Sequence[Term], row: str) -> None:
        """Goes on only where a row has these terms."""
        names = [self.name("v") for _ in terms]
        if names:
            self.line(f"{row_of(names)} = {row}")
        self._match_all(terms, names)

    def match_rows(self, terms: Sequence[Term], rows: str) -> None:
        """A loop over rows, going on only where they have these terms."""
        names = [self.name("v") for _ in terms]
        self.enter(f"for {row_of(names) if names else '_'} in {rows}:")
        self._match_all(terms, names)

    def _match_all(self, terms: Sequence[Term], names: Sequence[str]) -> None:
        for term, name in zip(terms, names, strict=True):
            self.match(term, name)

    def _functor(self, term: Compound) -> str:
        return self._number(self.terms.functor(term.name, len(term.arguments)))

    def _number(self, number: int) -> str:
        return str(number) if self.constants is None else self.named(number)

    def named(self, value: object) -> str:
        """The name of a value among the constants."""
        assert self.constants is not None
        name = self.name("c")
        self.constants[name] = value
        return name
