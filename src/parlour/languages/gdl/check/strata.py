"""Negation must come to an end: no atom may hold only if it does not.

That is judged on atoms, not on relations: `(<= (goal white 0) (not (goal white 100)))` is fine, though `goal` is
defined by the negation of `goal`. Three looks, each finer and dearer than the one before, and each only where the one
before did not settle it: relations; rules, where a condition leads only to heads it can be unified with; and ground
atoms, where the game can be grounded. What cannot be settled here is settled in play, state by state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.places import Places
from parlour.logic.dependencies import KNOWS, Dependencies, Edge, Predicate, predicate
from parlour.logic.rules import Compound, Literal, RuleSheet, Term, Variable, made_name
from parlour.logic.substitution import unify
from parlour.syntax.diagnostic import Diagnostic, Label

# Rules that need each other are compared in pairs; more than so many are looked at atom by atom only.
MOST_COMPARED = 500


def check_strata(sheet: RuleSheet, dependencies: Dependencies, places: Places) -> Iterator[Diagnostic]:
    for part in dependencies.components:
        edges = list(dependencies.inner_negations(part))
        if not edges:
            continue
        through_knowledge = next((edge for edge in edges if edge.literal.atom.name == KNOWS), None)
        if through_knowledge is not None:
            yield _finding(through_knowledge, places)
            continue
        guilty = _rule_cycle(dependencies, part)
        if guilty is not None and _has_ground_cycle(sheet, part):
            yield _finding(guilty, places)


def _finding(edge: Edge, places: Places) -> Diagnostic:
    verb = "known" if edge.literal.atom.name == KNOWS else "false"
    return Diagnostic(
        codes.NOT_STRATIFIED,
        f"`{edge.head[0]}` depends on itself through a negation"
        if verb == "false"
        else f"`{edge.head[0]}` depends on who knows it",
        (
            Label(places.item(edge.literal), f"this must be settled before `{edge.head[0]}`"),
            Label(places.head(edge.rule), "but it depends on this"),
        ),
        hint="define one of the two without the other: something that holds only if it does not has no meaning",
    )


def _rule_cycle(dependencies: Dependencies, part: Sequence[Predicate]) -> Edge | None:
    """An edge on a cycle of rules through a negation, if a condition leads only to the heads it can be unified with.
    Where there are too many rules to compare, any edge."""
    inside = set(part)
    rules = [rule for relation in part for rule in dependencies.rules.get(relation, ())]
    if len(rules) > MOST_COMPARED:
        return next(dependencies.inner_negations(part))
    leads: dict[int, list[tuple[int, Edge]]] = {}
    for number, rule in enumerate(rules):
        for item in rule.body:
            if isinstance(item, Literal) and predicate(item.atom) in inside:
                edge = Edge(predicate(rule.head), predicate(item.atom), not item.is_positive, rule, item)
                for other, target in enumerate(rules):
                    if unify(_renamed(item.atom), target.head, {}) is not None:
                        leads.setdefault(number, []).append((other, edge))
    for number, ways in leads.items():
        for other, edge in ways:
            if edge.is_strict and _reaches(leads, other, number):
                return edge
    return None


def _reaches(leads: dict[int, list[tuple[int, Edge]]], start: int, goal: int) -> bool:
    seen = {start}
    waiting = [start]
    while waiting:
        number = waiting.pop()
        if number == goal:
            return True
        for other, _ in leads.get(number, ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


def _renamed(term: Compound) -> Compound:
    """The same with variables of its own, so that two rules share none."""

    def rename(part: Term) -> Term:
        if isinstance(part, Variable):
            return Variable(made_name(part.name, "here"))
        return Compound(part.name, tuple(map(rename, part.arguments)))

    renamed = rename(term)
    assert isinstance(renamed, Compound)
    return renamed


def _has_ground_cycle(sheet: RuleSheet, part: Sequence[Predicate]) -> bool:
    """Whether an atom of these relations depends on its own negation; False where the game does not ground."""
    from parlour.logic.components import components
    from parlour.logic.grounding.grounding import Ungrounded, ground

    program = ground(sheet)
    if isinstance(program, Ungrounded):
        return False
    names = {name for name, _ in part}
    parts = components(program.rules, program.needs)
    group = {atom: number for number, members in enumerate(parts) for atom in members}
    # The negation itself may stand in a part of a rule that grounding has given a relation of its own.
    own = {group[atom] for atom in program.rules if program.owners[atom] in names}
    return any(
        group[head] in own and group[head] == group[atom]
        for head, bodies in program.rules.items()
        for _, negative in bodies
        for atom in negative
    )
