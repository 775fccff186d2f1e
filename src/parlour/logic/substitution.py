"""Variables replaced by terms: unification (Robinson's), and rules in which equalities are solved by it.

>>> x, a = Variable("x"), Compound("a")
>>> same = Distinct(x, a, is_positive=False)
>>> str(solve(Rule(Compound("p", (x,)), (same, Literal(Compound("q", (x,)))))))
'p(a) <= q(a)'
"""

from __future__ import annotations

from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable

Substitution = dict[Variable, Term]


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
