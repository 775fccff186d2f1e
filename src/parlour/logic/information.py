"""What a rule sheet says about who knows what: GDL, GDL-II or GDL-III.

>>> is_hidden(RuleSheet((), (Compound("random"),)))
True
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.logic.rules import Compound, Literal, Rule, RuleSheet, Term, Variable, made_name, variables
from parlour.logic.substitution import replace, unify

RANDOM = "random"
SEES = "sees"


def uses_knowledge(sheet: RuleSheet) -> bool:
    """Whether the rules ask what somebody knows (GDL-III)."""
    return any(isinstance(item, Literal) and item.atom.name == "knows" for rule in sheet.rules for item in rule.body)


def has_chance(sheet: RuleSheet) -> bool:
    return Compound(RANDOM) in sheet.roles


def is_hidden(sheet: RuleSheet) -> bool:
    """Whether there is anything that a role may not know: roles see only what they are told, and that is not every move
    of everybody."""
    sees = _seeing(sheet)
    return uses_knowledge(sheet) or (is_told(sheet) and not any(_shows_moves(rule, sees) for rule in sees))


def is_told(sheet: RuleSheet) -> bool:
    """Whether roles see only what they are told, be it everything (GDL-II, GDL-III). Without `sees`, `random` and
    `knows` everybody sees the state."""
    return has_chance(sheet) or uses_knowledge(sheet) or bool(_seeing(sheet))


def _seeing(sheet: RuleSheet) -> list[Rule]:
    return [rule for rule in sheet.rules if rule.head.name == SEES]


def _shows_moves(rule: Rule, sees: Sequence[Rule]) -> bool:
    """Whether a rule tells every role every move of every role, by percepts that no other rule gives:
    `(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))`."""
    if len(rule.head.arguments) != 2:
        return False
    seer, percept = rule.head.arguments
    literals = [item.atom for item in rule.body if isinstance(item, Literal) and item.is_positive]
    moves = [atom for atom in literals if atom.name == "does"]
    if len(moves) != 1 or len(literals) != len(rule.body):
        return False
    who, move = moves[0].arguments
    free = {seer, who, move}
    return (
        len(free) == 3
        and all(isinstance(term, Variable) for term in free)
        and {who, move} <= set(variables(percept))
        and all(atom.name == "role" and atom.arguments[0] in (seer, who) for atom in literals if atom is not moves[0])
        and all(unify(percept, _apart(other.head.arguments[-1]), {}) is None for other in sees if other is not rule)
    )


def _apart(term: Term) -> Term:
    """The same with variables of its own."""
    return replace(term, {name: Variable(made_name(name.name, "other")) for name in variables(term)})
