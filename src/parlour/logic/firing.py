"""Which rules give what a relation has in a state: to show where two of them hold that should exclude each other.

>>> rules = [Rule(Compound("value", (Compound(name),)), ()) for name in ("1", "2")]
>>> [str(rule) for rule in firing(rules, Compound("value", (Compound("2"),)), ())]
['value(2)']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.logic.dependencies import Dependencies, predicate
from parlour.logic.evaluation.statics import Endless, Evaluation
from parlour.logic.rules import Compound, Rule, Term, made_name


def firing(rules: Sequence[Rule], atom: Compound, state: Iterable[Term]) -> list[Rule]:
    """The rules that give an atom in a state, in their order; none where that is not worked out here."""
    own = [rule for rule in rules if predicate(rule.head) == predicate(atom)]
    # Each of them gives a relation of its own, too; all the others go on seeing what they give together.
    apart = {
        Rule(Compound(made_name(atom.name, number), rule.head.arguments), rule.body, rule.span): rule
        for number, rule in enumerate(own)
    }
    evaluation = Evaluation(Dependencies([*rules, *apart]), state)
    found = []
    try:
        for copy, rule in apart.items():
            relation = predicate(copy.head)
            if evaluation.is_settled(relation) and Compound(relation[0], atom.arguments) in evaluation.atoms(relation):
                found.append(rule)
    except Endless:
        return []
    return found
