"""What a rule sheet says about who knows what: GDL, GDL-II or GDL-III.

>>> is_hidden(RuleSheet((), (Compound("random"),)))
True
"""

from __future__ import annotations

from parlour.logic.rules import Compound, Literal, RuleSheet

RANDOM = "random"


def uses_knowledge(sheet: RuleSheet) -> bool:
    """Whether the rules ask what somebody knows (GDL-III)."""
    return any(isinstance(item, Literal) and item.atom.name == "knows" for rule in sheet.rules for item in rule.body)


def has_chance(sheet: RuleSheet) -> bool:
    return Compound(RANDOM) in sheet.roles


def is_hidden(sheet: RuleSheet) -> bool:
    """Whether roles see only what they are told. Without `sees`, `random` and `knows` everybody sees the state."""
    return has_chance(sheet) or uses_knowledge(sheet) or any(rule.head.name == "sees" for rule in sheet.rules)
