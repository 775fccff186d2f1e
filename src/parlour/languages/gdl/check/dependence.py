"""How rules depend on each other: what is fixed before the game, what is known before the moves, and recursion that may
build terms without end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.dataclass import dataclass
from parlour.languages.gdl import codes
from parlour.languages.gdl.check.exchange import exchanged
from parlour.languages.gdl.check.places import Places
from parlour.logic.dependencies import DOES, KNOWS, TRUE, Dependencies, Edge, Predicate, predicate
from parlour.logic.rules import Literal, Rule, Term, Variable, variables
from parlour.syntax.diagnostic import Diagnostic, Label

_TIMELESS = {
    "role": "the roles of a game",
    "init": "the beginning of a game",
    "base": "the list of facts",
    "input": "the list of moves",
}
_BEFORE_MOVES = {
    "legal": "which moves are legal",
    "goal": "what a state is worth",
    "terminal": "whether the game is over",
}


NEXT = ("next", 1)
SEES = ("sees", 2)
_COURSE = {
    TRUE: "the course of the game",
    DOES: "the moves",
    (KNOWS, 1): "what somebody knows",
    (KNOWS, 2): "what somebody knows",
}


def check_dependence(dependencies: Dependencies, places: Places) -> Iterator[Diagnostic]:
    reached = {target: dependencies.reaching(target) for target in _COURSE}
    known = [edge for edges in dependencies.edges.values() for edge in edges if _asks_of_moves(edge, reached[DOES])]
    for edge in known:
        way = [] if edge.body == DOES else dependencies.chain(edge.body, DOES)
        title = "what somebody knows cannot depend on the moves that are made"
        hint = "`knows` is asked of the state before the moves of a step: let `next` remember what was done"
        yield _depends(dependencies, edge.head, [edge, *way], DOES, codes.BEFORE_MOVES, title, hint, places)
    told_before: list[Edge] = []
    told: set[str] = set()  # what is asked of these is wrong for the same reason
    for relation in sorted(dependencies.rules, key=lambda each: each[0] != "role"):
        name = relation[0]
        if name in _TIMELESS:
            target = next((target for target in _COURSE if relation in reached[target]), None)
            chain = [] if target is None else dependencies.chain(relation, target)
            if target is not None and not any(edge.body[0] in told for edge in chain):
                told.add(name)
                title = f"{_TIMELESS[name]} cannot depend on {_COURSE[target]}"
                hint = f"`{name}` is settled before the first move: use relations without `{target[0]}`"
                yield _depends(dependencies, relation, chain, target, codes.TIMELESS, title, hint, places)
        elif name in _BEFORE_MOVES and relation in reached[DOES]:
            chain = dependencies.chain(relation, DOES)
            asked = next((edge for edge in chain if edge.body in (NEXT, SEES)), None)
            if asked is not None:
                if asked not in told_before:
                    told_before.append(asked)
                    yield _no_condition(asked, places)
            elif not any(edge in known for edge in chain):
                title = f"{_BEFORE_MOVES[name]} cannot depend on the moves that are made"
                hint = (
                    f"`{name}` is asked before the moves of a step: use `true`, and let `next` remember what was done"
                )
                yield _depends(dependencies, relation, chain, DOES, codes.BEFORE_MOVES, title, hint, places)


def _no_condition(edge: Edge, places: Places) -> Diagnostic:
    """What is asked for and only holds between two states."""
    said, title, hint = (
        "this speaks of the state after the moves",
        "`next` does not say what holds now",
        "for what holds now write `true`",
    )
    if edge.body == SEES:
        said, title, hint = no_percept(places)
    span = places.item(edge.literal)
    label = Label(places.name(span, "sees") if edge.body == SEES else span, said)
    return Diagnostic(codes.BEFORE_MOVES, title, (label,), hint=hint)


def no_percept(places: Places) -> tuple[str, str, str]:
    """What is said about `sees` as a condition: at its place, as title and as advice."""
    return (
        "this tells a player something, and is over",
        "`sees` is no condition: what a player was told is no fact",
        f"ask for what was done, {places.example('(does role move)', 'does(role,move)')}, and let `next` remember it",
    )


def _asks_of_moves(edge: Edge, on_moves: set[Predicate]) -> bool:
    """Whether a condition asks who knows something that depends on the moves."""
    return edge.literal.atom.name == KNOWS and edge.body[0] != KNOWS and edge.body in on_moves


def _depends(
    dependencies: Dependencies,
    relation: Predicate,
    chain: Sequence[Edge],
    target: Predicate,
    code: str,
    title: str,
    hint: str,
    places: Places,
) -> Diagnostic:
    first, last = chain[0], chain[-1]
    labels = [Label(places.item(first.literal), _step(first, target))]
    if last is not first:
        labels.append(Label(places.item(last.literal), f"here is the `{target[0]}`"))
    rules = [rule for listed in dependencies.rules.values() for rule in listed]
    turned = exchanged(last.literal.atom, rules, places)
    if turned:
        labels, hint = [Label(places.item(last.literal), "it does here")], turned
    way = " → ".join([f"`{relation[0]}`", *(f"`{edge.body[0]}`" for edge in chain)])
    return Diagnostic(code, title, tuple(labels), hint=hint, text=f"It does by {way}.")


def _step(edge: Edge, target: Predicate) -> str:
    return "it does here" if edge.body == target else f"`{edge.body[0]}` leads to `{target[0]}`"


# An argument of a relation.
_Argument = tuple[Predicate, int]


@dataclass(frozen=True, slots=True)
class Flow:
    """By a rule, what stands in one argument of a condition comes to stand in an argument of the head; `grows` says
    that the head puts more around it than the condition has."""

    start: _Argument
    end: _Argument
    grows: bool
    rule: Rule
    literal: Literal


def growing(dependencies: Dependencies) -> dict[Rule, Flow]:
    """Rules on a circle that puts more and more around a term, while no condition outside the recursion bounds what it
    is put around. Such a recursion may still come to an end; any other does. (Without functions there is nothing to
    grow, and recursion is free.)"""
    found: dict[Rule, Flow] = {}
    for part in dependencies.components:
        if not dependencies.is_recursive(part[0]):
            continue
        rules = [rule for relation in part for rule in dependencies.rules.get(relation, ())]
        flows = [flow for rule in rules for flow in _flows(rule, set(part))]
        for flow in flows:
            if flow.grows and flow.rule not in found and _leads(flows, flow.end, flow.start):
                found[flow.rule] = flow
    return found


def _flows(rule: Rule, part: set[Predicate]) -> Iterator[Flow]:
    """The ways of a rule from its recursive conditions to its head, for variables that nothing else bounds."""
    positive = [item for item in rule.body if isinstance(item, Literal) and item.is_positive]
    recursive = [item for item in positive if predicate(item.atom) in part]
    bounded = {name for item in positive if item not in recursive for name in variables(item.atom)}
    for item in recursive:
        for number, term in enumerate(item.atom.arguments):
            for variable in dict.fromkeys(variables(term)):
                if variable in bounded:
                    continue
                for place, made in enumerate(rule.head.arguments):
                    if variable in variables(made):
                        grows = max(_depths(made, variable)) > min(_depths(term, variable))
                        yield Flow((predicate(item.atom), number), (predicate(rule.head), place), grows, rule, item)


def _depths(term: Term, variable: Variable) -> list[int]:
    """How deep a variable stands in a term, for each time that it does."""
    if isinstance(term, Variable):
        return [0] if term == variable else []
    return [1 + depth for part in term.arguments for depth in _depths(part, variable)]


def _leads(flows: Sequence[Flow], start: _Argument, end: _Argument) -> bool:
    found = {start}
    waiting = [start]
    while waiting:
        at = waiting.pop()
        for flow in flows:
            if flow.start == at and flow.end not in found:
                found.add(flow.end)
                waiting.append(flow.end)
    return end in found
