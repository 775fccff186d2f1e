"""Rule sheets as data: what every spelling of GDL is read into, and what both engines run.

A term is a variable or a name applied to terms (a constant is a name applied to none, so `7` and `007` differ). An atom
is such a compound whose name is a relation: `(true (cell ?m 1 b))` is `true` applied to the term `cell(m, 1, b)`.
Bodies are conjunctions: a rule with `or` was read as several rules, and `(not (distinct a b))` keeps its sign.

    >>> x = Variable("x")
    >>> str(Rule(Compound("near", (x,)), (Literal(Compound("true", (Compound("at", (x,)),))),)))
    'near(?x) <= true(at(?x))'
"""

from __future__ import annotations

from dataclasses import field

from parlour.dataclass import dataclass
from parlour.syntax.source import Span


def made_name(word: str, more: str | int) -> str:
    """A name for something that a pass makes: a variable, a relation. It has a line break in it, which no spelling of
    the language lets into a name, quoted or not, so it never meets a name of an author's.

    >>> made_name("some", 3), is_made(made_name("some", 3)), is_made("some3")
    ('some\\n3', True, False)
    """
    return f"{word}\n{more}"


def is_made(name: str) -> bool:
    return "\n" in name


@dataclass(frozen=True, slots=True)
class Variable:
    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True, slots=True)
class Compound:
    """A constant (no arguments), a function applied to terms, or an atom."""

    name: str
    arguments: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})" if self.arguments else self.name


Term = Variable | Compound


def variables(term: Term) -> list[Variable]:
    """The variables of a term, from left to right, with repetitions."""
    if isinstance(term, Variable):
        return [term]
    found: list[Variable] = []
    for part in term.arguments:
        if isinstance(part, Variable):
            found.append(part)
        elif part.arguments:
            found += variables(part)
    return found


def depth(term: Term) -> int:
    """How many levels a term has."""
    return 1 if isinstance(term, Variable) else 1 + max(map(depth, term.arguments), default=0)


def is_ground(term: Term) -> bool:
    return not isinstance(term, Variable) and all(map(is_ground, term.arguments))


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, or its negation. A bare variable cannot stand here; it can inside, as in `(true ?fact)`."""

    atom: Compound
    is_positive: bool = True
    span: Span | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return str(self.atom) if self.is_positive else f"not {self.atom}"


@dataclass(frozen=True, slots=True)
class Distinct:
    """The two terms differ (or, negated, are the same)."""

    left: Term
    right: Term
    is_positive: bool = True
    span: Span | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.left} {'≠' if self.is_positive else '='} {self.right}"


Condition = Literal | Distinct


def part_variables(part: Condition) -> dict[Variable, None]:
    """The variables of a condition in order of appearance."""
    terms = (part.atom,) if isinstance(part, Literal) else (part.left, part.right)
    return dict.fromkeys(variable for term in terms for variable in variables(term))


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` holds whenever all of `body` does; a fact has an empty body."""

    head: Compound
    body: tuple[Condition, ...] = ()
    span: Span | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.head} <= {' & '.join(map(str, self.body))}" if self.body else str(self.head)


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """A valid game description. `roles` in the order of the `role` facts, `random` among them where it plays."""

    rules: tuple[Rule, ...]
    roles: tuple[Compound, ...]
