"""Conditions of rules: what is in them, and relations that only give facts another name."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.logic.dependencies import TRUE, predicate
from parlour.logic.rules import Compound, Condition, Literal, Rule, Term, Variable, part_variables, variables

Outputs = Sequence[Term]


def variables_of(condition: Condition) -> set[Variable]:
    return set(part_variables(condition))


@dataclass(frozen=True, slots=True)
class Alias:
    """A relation with one rule and one condition, `(<= (filled ?x ?y) (true (cell ?x ?y ?p)))`: for each of its
    arguments the argument of the fact it stands for, and what the fact has elsewhere."""

    fact: Compound
    places: tuple[int, ...]
    constants: tuple[tuple[int, Term], ...]


def alias_of(rules: Sequence[Rule]) -> Alias | None:
    """How a relation with these rules only renames facts; None if it does more."""
    if len(rules) != 1 or len(rules[0].body) != 1:
        return None
    head, item = rules[0].head.arguments, rules[0].body[0]
    if not isinstance(item, Literal) or not item.is_positive or predicate(item.atom) != TRUE:
        return None
    fact = item.atom.arguments[0]
    if isinstance(fact, Variable):
        return None
    named = [term for term in fact.arguments if isinstance(term, Variable)]
    if len(set(named)) != len(named) or any(any(variables(term)) for term in fact.arguments if term not in named):
        return None
    if len(set(head)) != len(head) or any(term not in named for term in head):
        return None
    constants = tuple((place, term) for place, term in enumerate(fact.arguments) if term not in named)
    return Alias(fact, tuple(fact.arguments.index(term) for term in head), constants)
