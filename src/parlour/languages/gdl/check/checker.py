"""Is this a game? All that can be checked before play, several findings per run.

`usage.py` looks at each rule by itself, `dependence.py` at how rules depend on each other, `advice.py` finds what is
valid but most likely not meant. What a check of the first kind finds can make the others stumble, so they follow only
when it finds no error.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.advice import advise
from parlour.languages.gdl.check.beginning import check_beginning
from parlour.languages.gdl.check.dependence import check_dependence, growing
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.check.usage import check_usage
from parlour.languages.gdl.syntax.tree import Tree
from parlour.logic.dependencies import Dependencies, Predicate, predicate
from parlour.logic.evaluation.statics import Atoms, Endless, Evaluation, match
from parlour.logic.evaluation.terms import LARGEST_TERM
from parlour.logic.rules import Compound, Rule, RuleSheet
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Source

ROLE = ("role", 1)
INIT = ("init", 1)
BASE = ("base", 1)
INPUT = ("input", 2)


def check_rules(rules: Sequence[Rule], tree: Tree, source: Source) -> tuple[RuleSheet | None, list[Diagnostic]]:
    """The valid rule sheet (None if it has errors), and all that was found."""
    places = Places(tree, source)
    found = list(check_usage(rules, places))
    if any(item.is_error for item in found):
        return None, [*found, *places.elsewhere(advise(rules, places, None), found)]
    dependencies = Dependencies(rules)
    found += check_dependence(dependencies, places)
    if any(item.is_error for item in found):
        return None, [*found, *places.elsewhere(advise(rules, places, None), found)]
    sheet = None
    try:
        statics = _work_out(dependencies)
    except Endless as endless:
        found.append(_endless(endless, dependencies, places))
        return None, [*found, *places.elsewhere(advise(rules, places, None), found)]
    roles = [atom.arguments[0] for atom in statics[ROLE]]
    nameless = _check_roles(roles, rules, places)
    found += nameless
    # Without `init` every fact is missed, for the same reason.
    is_vague = bool(nameless) or any(item.code == codes.NO_BEGINNING for item in found)
    two = [item.title.split("`")[1] for item in found if item.code == codes.TWO_FUNCTIONS]
    found += [item for item in advise(rules, places, None if is_vague else statics) if not _is_about(item, two)]
    if not any(item.is_error for item in found):
        sheet = RuleSheet(tuple(rules), tuple(role for role in roles if isinstance(role, Compound)))
        if any(map(dependencies.has_inner_negation, dependencies.components)):
            # Imported here: hardly any rule sheet needs a closer look.
            from parlour.languages.gdl.check.strata import check_strata

            found += check_strata(sheet, dependencies, places)
    if not found:
        found += check_beginning(dependencies, statics[INIT], roles, places)
    return (None if any(item.is_error for item in found) else sheet), found


def _is_about(item: Diagnostic, names: Sequence[str]) -> bool:
    """Whether something is not declared because it was declared with another number of arguments, which is told."""
    is_outside = item.code in (codes.OUTSIDE_BASE, codes.OUTSIDE_INPUT)
    return is_outside and any(re.search(rf"[`(]{re.escape(name)}[ (`)]", item.title) for name in names)


def _check_roles(roles: Sequence[object], rules: Sequence[Rule], places: Places) -> list[Diagnostic]:
    """Roles are names; one of them at least is a player."""
    defining = [rule for rule in rules if rule.head.name == "role"]
    found = [
        Diagnostic(
            codes.BAD_ROLE,
            f"a role is a name, and {places.written(role)} is none",
            (Label(places.head(_source(role, defining))),),
            hint=f"give the role a name without arguments: {places.example('(role white)', 'role(white)')}",
        )
        for role in roles
        if isinstance(role, Compound) and role.arguments
    ]
    if not any(isinstance(role, Compound) and role.name != "random" for role in roles):
        label = Label(places.head(defining[0]), "only chance plays here" if roles else "no role follows from this")
        hint = f"add a role for each player: {places.example('(role white)', 'role(white)')}"
        found.append(Diagnostic(codes.BAD_ROLE, "nobody plays this game", (label,), hint=hint))
    return found


def _source(role: Compound, defining: Sequence[Rule]) -> Rule:
    """The first rule that can give a role."""
    return next(rule for rule in defining if match(rule.head.arguments[0], role, {}) is not None)


def _work_out(dependencies: Dependencies) -> dict[Predicate, Atoms]:
    """The roles, the first facts, and the declared facts and moves as far as they are not too many to look at; raises
    `Endless` where there is no end to them, or to what another relation has at the beginning."""
    evaluation = Evaluation(dependencies)
    found = {relation: evaluation.atoms(relation) for relation in (ROLE, INIT)}
    for relation in (BASE, INPUT):
        atoms = _bounded(evaluation, relation, ())
        if atoms is not None:
            found[relation] = atoms
    suspects = growing(dependencies)
    if suspects:
        first = Evaluation(dependencies, [fact for atom in found[INIT] for fact in atom.arguments])
        for relation in filter(first.is_settled, [predicate(rule.head) for rule in suspects]):
            _bounded(first, relation, suspects)
    return found


def _bounded(evaluation: Evaluation, relation: Predicate, suspects: Container[Rule]) -> Atoms | None:
    """The atoms of a relation; None if they are too many. A rule that is applied to its own growing results must come
    to an end: two of them in one term are too many long before they are too large."""
    try:
        return evaluation.atoms(relation)
    except Endless as endless:
        if endless.is_growing or endless.rule in suspects:
            raise
        return None


def _endless(endless: Endless, dependencies: Dependencies, places: Places) -> Diagnostic:
    rule = endless.rule
    flow = growing(dependencies).get(rule)
    if not endless.is_growing and flow is None:
        label = Label(places.head(rule), "it goes on and on")
        hint = "bound the variables of the rule by relations with fewer values"
        title = f"`{rule.head.name}` has far too many atoms to work out"
        return Diagnostic(codes.ENDLESS, title, (label,), hint=hint)
    if not rule.body:
        title = f"this fact has more than {LARGEST_TERM:,} names in it"
        hint = "say it by several facts"
        return Diagnostic(codes.ENDLESS, title, (Label(places.head(rule)),), hint=hint)
    labels = [Label(places.head(rule), "it puts more around what it is applied to")]
    if flow is not None:
        labels.append(Label(places.item(flow.literal), "and it is applied to its own results"))
    hint = "bound the values by a condition outside the recursion, such as a relation that lists them"
    return Diagnostic(codes.ENDLESS, "this rule makes larger and larger terms", tuple(labels), hint=hint)
