"""A second opinion on states: the plain evaluation of `logic/statics.py`, with the state and the moves put in as facts.

It shares nothing with engine `rules` but the representation of rules: no numbers for terms, no demand, no generated
code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour.logic.dependencies import Dependencies
from parlour.logic.rules import Compound, Distinct, Literal, Rule, RuleSheet
from parlour.logic.statics import evaluate

_RENAMED = {"true": "true now", "does": "done now"}


def atoms(
    sheet: RuleSheet, state: Iterable[Compound], moves: Mapping[Compound, Compound], relation: tuple[str, int]
) -> set[tuple[object, ...]]:
    """The arguments of all atoms of a relation that hold in a state when these moves are made."""
    rules = [_rule(rule) for rule in sheet.rules]
    rules += [Rule(Compound(_RENAMED["true"], (fact,))) for fact in state]
    rules += [Rule(Compound(_RENAMED["does"], (role, move))) for role, move in moves.items()]
    return {atom.arguments for atom in evaluate(Dependencies(rules), [relation])[relation]}


def _rule(rule: Rule) -> Rule:
    body: list[Literal | Distinct] = []
    for item in rule.body:
        if isinstance(item, Literal):
            name = _RENAMED.get(item.atom.name, item.atom.name)
            body.append(Literal(Compound(name, item.atom.arguments), item.is_positive))
        else:
            body.append(item)
    return Rule(rule.head, tuple(body))
