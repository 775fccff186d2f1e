"""From a rule sheet to the rules that matter: equalities solved, impossible rules and idle relations gone.

What comes out has the same `init`, `legal`, `next`, `goal` and `terminal` as what went in, no negated `distinct`, no
rule that can never fire for a reason visible in the rule itself, and no relation that those five do not need.

    >>> from parlour.logic.rules import Compound, Distinct
    >>> sheet = RuleSheet((Rule(Compound("terminal"), (Distinct(Compound("a"), Compound("a")),)),), ())
    >>> prepare(sheet)
    ()
"""

from __future__ import annotations

from parlour.logic.rules import Literal, Rule, RuleSheet
from parlour.logic.substitution import solve

# What a game is played by; everything else is there for their sake.
NEEDED = ("role", "init", "legal", "next", "goal", "terminal")


def prepare(sheet: RuleSheet) -> tuple[Rule, ...]:
    simple = [solved for rule in sheet.rules if (solved := solve(rule)) is not None]
    return tuple(dict.fromkeys(prune(simple)))


def prune(rules: list[Rule]) -> list[Rule]:
    """Only the rules for relations that a game is played by, or that those depend on."""
    by_name: dict[str, list[Rule]] = {}
    for rule in rules:
        by_name.setdefault(rule.head.name, []).append(rule)
    wanted: set[str] = set()
    waiting = list(NEEDED)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            for rule in by_name.get(name, ()):
                waiting += [part.atom.name for part in rule.body if isinstance(part, Literal)]
    return [rule for rule in rules if rule.head.name in wanted]
