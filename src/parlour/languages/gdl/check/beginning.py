"""The first state of a game, worked out: it should not be over, and everybody should have a legal move in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.check.variables import terms_in, warning
from parlour.logic.dependencies import Dependencies
from parlour.logic.evaluation.statics import Endless, Evaluation
from parlour.logic.rules import Compound, Rule, Term
from parlour.syntax.diagnostic import Diagnostic, Label

TERMINAL = ("terminal", 0)
LEGAL = ("legal", 2)


def check_beginning(
    dependencies: Dependencies, init: Iterable[Compound], roles: Sequence[Term], places: Places
) -> Iterator[Diagnostic]:
    """What is too large to be worked out here is told when it is played."""
    state = [fact for atom in init for fact in atom.arguments]
    first = Evaluation(dependencies, state)
    try:
        over = first.is_settled(TERMINAL) and bool(first.atoms(TERMINAL))
        moves = first.atoms(LEGAL) if first.is_settled(LEGAL) and not over else None
    except Endless:
        return
    if over:
        rule = _ending(dependencies, state)
        hint = "say by a condition when it is over"
        if rule.body:
            hint = "its conditions hold at the beginning already: is a `not` missing, or one too many?"
        title = "the game is over before the first move"
        yield Diagnostic(codes.OVER_AT_ONCE, title, (Label(places.head(rule)),), hint=hint, severity="warning")
    elif moves is not None:
        movers = dict.fromkeys(atom.arguments[0] for atom in moves)
        strangers = [each for each in movers if each not in roles and isinstance(each, Compound)]
        if strangers:
            yield from (_no_role(each, dependencies, places) for each in strangers)
            return
        idle = [role for role in roles if role not in movers and isinstance(role, Compound)]
        if len(idle) == len(roles) > 1:
            yield _no_moves(dependencies, places)
            return
        for role in idle:
            yield _no_move(role, dependencies, places)


def _ending(dependencies: Dependencies, state: Sequence[Term]) -> Rule:
    """The first rule by which the game is over in a state."""
    endings = dependencies.rules[TERMINAL]
    others = [rule for relation, rules in dependencies.rules.items() if relation != TERMINAL for rule in rules]
    for rule in endings[:-1]:
        if Evaluation(Dependencies([*others, rule]), state).atoms(TERMINAL):
            return rule
    return endings[-1]


def _no_moves(dependencies: Dependencies, places: Places) -> Diagnostic:
    label = Label(places.head(dependencies.rules[LEGAL][0]), "no rule for moves applies to the first state")
    hint = "compare the conditions of `legal` with what `init` says: is a fact missing there, or called otherwise?"
    title = "nobody has a legal move at the beginning"
    return Diagnostic(codes.NO_FIRST_MOVE, title, (label,), hint=hint, severity="warning")


def _no_role(name: Compound, dependencies: Dependencies, places: Places) -> Diagnostic:
    """Somebody who is not among the roles has a legal move: told where the name stands first."""
    rules = [rule for listed in dependencies.rules.values() for rule in listed]
    spans = (span for term, span in terms_in(rules, places) if term == name)
    first = places.name(min(spans, key=lambda span: span.start), name.name)
    label = Label(first, "it has legal moves at the beginning")
    hint = f"add {places.written(Compound('role', (name,)))}, or let no rule give it a move"
    return warning(codes.UNDEFINED, f"no role is called {places.written(name)}", hint, label)


def _no_move(role: Compound, dependencies: Dependencies, places: Places) -> Diagnostic:
    name = role.name
    own = [rule for rule in dependencies.rules[LEGAL] if rule.head.arguments[0] == role]
    declared = [rule for rule in dependencies.rules[("role", 1)] if role in rule.head.arguments]
    place = places.name(places.head((own or declared or dependencies.rules[LEGAL])[0]), name)
    example = places.example(f"(<= (legal {name} noop) …)", f"legal({name},noop) :- …")
    hint = f"who has nothing to do has a move all the same: {example}"
    title = f"`{name}` has no legal move at the beginning"
    return Diagnostic(codes.NO_FIRST_MOVE, title, (Label(place),), hint=hint, severity="warning")
