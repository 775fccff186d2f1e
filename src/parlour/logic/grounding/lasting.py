"""Facts that last: those that hold at first and for which the only rule is that they stay.

Walls, for instance. Where the rules ask for such a fact they may as well ask for a relation that never changes; then
what walls forbid is known before the game begins, and nothing behind them need be thought of.

    >>> x = Variable("x")
    >>> wall = Compound("wall", (x,))
    >>> stays = Rule(Compound("next", (wall,)), (Literal(Compound("true", (wall,))),))
    >>> asks = Rule(Compound("terminal"), (Literal(Compound("true", (Compound("wall", (Compound("1"),)),))),))
    >>> [rule.body[0].atom.name == "true" for rule in with_lasting([stays, asks])[:2]]
    [True, False]
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Variable, made_name

_LASTING = made_name("lasting", "fact")


def with_lasting(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules with a relation of their own for facts that last. The rules that keep them remain."""
    lasting = _lasting(rules)
    made = [
        Rule(Compound(_LASTING, (fact,)), (Literal(Compound("init", (fact,))),))
        for fact in (Compound(name, _places(arity)) for name, arity in lasting)
    ]
    return (*(rule if _stays(rule) in lasting else _renamed(rule, lasting) for rule in rules), *made)


def _lasting(rules: Sequence[Rule]) -> dict[Predicate, None]:
    """The names of lasting facts, with the numbers of their arguments."""
    found: dict[Predicate, None] = {}
    others: set[Predicate] = set()
    for rule in rules:
        if rule.head.name == "next":
            [fact] = rule.head.arguments
            if isinstance(fact, Variable):
                return {}
            if (name := _stays(rule)) is not None:
                found[name] = None
            else:
                others.add(predicate(fact))
    return {name: None for name in found if name not in others}


def _stays(rule: Rule) -> Predicate | None:
    """The name of the facts that a rule keeps whatever happens."""
    [*_, fact] = rule.head.arguments or (None,)
    if rule.head.name != "next" or not isinstance(fact, Compound) or len(rule.body) != 1:
        return None
    if rule.body[0] != Literal(Compound("true", (fact,))) or not all(isinstance(x, Variable) for x in fact.arguments):
        return None
    return predicate(fact) if len(set(fact.arguments)) == len(fact.arguments) else None


def _renamed(rule: Rule, lasting: dict[Predicate, None]) -> Rule:
    return Rule(rule.head, tuple(_renamed_part(part, lasting) for part in rule.body), rule.span)


def _renamed_part(part: Literal | Distinct, lasting: dict[Predicate, None]) -> Literal | Distinct:
    if isinstance(part, Literal) and part.atom.name == "true":
        [fact] = part.atom.arguments
        if isinstance(fact, Compound) and predicate(fact) in lasting:
            return Literal(Compound(_LASTING, (fact,)), part.is_positive, part.span)
    return part


def _places(arity: int) -> tuple[Variable, ...]:
    return tuple(Variable(made_name("place", number)) for number in range(arity))
