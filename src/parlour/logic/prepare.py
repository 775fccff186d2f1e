"""From a rule sheet to the rules that matter: equalities solved, impossible rules and idle relations gone.

What comes out has the same `init`, `legal`, `next`, `goal` and `terminal` as what went in, no negated `distinct`, no
rule that can never fire for a reason visible in the rule itself, and no relation that those five do not need.

    >>> sheet = RuleSheet((Rule(Compound("terminal"), (Distinct(Compound("a"), Compound("a")),)),), ())
    >>> prepare(sheet)
    ()
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.logic.rules import Compound, Distinct, Literal, Rule, RuleSheet, Term, Variable

# What a game is played by; everything else is there for their sake.
NEEDED = ("role", "init", "legal", "next", "goal", "terminal")

Substitution = dict[Variable, Term]


def prepare(sheet: RuleSheet, needed: Iterable[str] = NEEDED) -> tuple[Rule, ...]:
    simple = [solved for rule in sheet.rules if (solved := solve(rule)) is not None]
    return tuple(dict.fromkeys(prune(simple, needed)))


def solve(rule: Rule) -> Rule | None:
    """The rule without negated or decided `distinct`; None when it can never fire."""
    body = list(rule.body)
    head = rule.head
    while True:
        equality = next((part for part in body if isinstance(part, Distinct) and not part.is_positive), None)
        if equality is None:
            break
        body.remove(equality)
        found = unify(equality.left, equality.right, {})
        if found is None:
            return None
        head = apply(head, found)
        body = [apply_part(part, found) for part in body]
    kept: list[Literal | Distinct] = []
    for part in body:
        if isinstance(part, Distinct):
            verdict = unify(part.left, part.right, {})
            if verdict is None:
                continue
            if not verdict:
                return None
        if part not in kept:
            kept.append(part)
    return Rule(head, tuple(kept), rule.span)


def prune(rules: list[Rule], needed: Iterable[str]) -> list[Rule]:
    """Only the rules for relations that the needed ones depend on."""
    by_name: dict[str, list[Rule]] = {}
    for rule in rules:
        by_name.setdefault(rule.head.name, []).append(rule)
    wanted: set[str] = set()
    waiting = list(needed)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            for rule in by_name.get(name, ()):
                waiting += [part.atom.name for part in rule.body if isinstance(part, Literal)]
    return [rule for rule in rules if rule.head.name in wanted]


# ---------------------------------------------------------------------------------------------------- terms


def is_ground(term: Term) -> bool:
    return not isinstance(term, Variable) and all(map(is_ground, term.arguments))


def part_variables(part: Literal | Distinct) -> dict[Variable, None]:
    """The variables of a literal in order of appearance."""
    found: dict[Variable, None] = {}
    for term in (part.atom,) if isinstance(part, Literal) else (part.left, part.right):
        _note_variables(term, found)
    return found


def _note_variables(term: Term, found: dict[Variable, None]) -> None:
    if isinstance(term, Variable):
        found[term] = None
    else:
        for part in term.arguments:
            _note_variables(part, found)


def apply(term: Compound, by: Substitution) -> Compound:
    return Compound(term.name, tuple(replace(part, by) for part in term.arguments))


def replace(term: Term, by: Substitution) -> Term:
    if isinstance(term, Variable):
        found = by.get(term)
        return term if found is None else replace(found, by)
    return apply(term, by)


def apply_part(part: Literal | Distinct, by: Substitution) -> Literal | Distinct:
    if isinstance(part, Literal):
        return Literal(apply(part.atom, by), part.is_positive, part.span)
    return Distinct(replace(part.left, by), replace(part.right, by), part.is_positive, part.span)


def unify(left: Term, right: Term, so_far: Substitution) -> Substitution | None:
    """What makes two terms equal; None if nothing does."""
    left, right = _resolve(left, so_far), _resolve(right, so_far)
    if left == right:
        return so_far
    if isinstance(left, Variable):
        return None if _occurs(left, right, so_far) else {**so_far, left: right}
    if isinstance(right, Variable):
        return unify(right, left, so_far)
    if left.name != right.name or len(left.arguments) != len(right.arguments):
        return None
    for one, other in zip(left.arguments, right.arguments, strict=True):
        found = unify(one, other, so_far)
        if found is None:
            return None
        so_far = found
    return so_far


def _resolve(term: Term, by: Substitution) -> Term:
    while isinstance(term, Variable) and term in by:
        term = by[term]
    return term


def _occurs(variable: Variable, term: Term, by: Substitution) -> bool:
    term = _resolve(term, by)
    if isinstance(term, Variable):
        return term == variable
    return any(_occurs(variable, part, by) for part in term.arguments)
