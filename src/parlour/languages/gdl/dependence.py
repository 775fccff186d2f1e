"""How rules depend on each other: what is fixed before the game, what is known before the moves, and recursion that
builds terms."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.gdl import codes
from parlour.languages.gdl.places import Places
from parlour.logic.dependencies import DOES, TRUE, Dependencies, Edge, Predicate, predicate
from parlour.logic.rules import Compound, Literal, Rule, Term, Variable, variables
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


def check_dependence(dependencies: Dependencies, places: Places) -> Iterator[Diagnostic]:
    on_state = dependencies.reaching(TRUE)
    on_moves = dependencies.reaching(DOES)
    for relation in dependencies.rules:
        name = relation[0]
        if name in _TIMELESS:
            for target, reached in ((TRUE, on_state), (DOES, on_moves)):
                if relation in reached:
                    what = "the course of the game" if target == TRUE else "the moves"
                    title = f"{_TIMELESS[name]} cannot depend on {what}"
                    hint = f"`{name}` is settled before the first move: use relations without `{target[0]}`"
                    yield _depends(dependencies, relation, target, codes.TIMELESS, title, hint, places)
                    break
        elif name in _BEFORE_MOVES and relation in on_moves:
            title = f"{_BEFORE_MOVES[name]} cannot depend on the moves that are made"
            hint = f"`{name}` is asked before the moves of a step: use `true`, and let `next` remember what was done"
            yield _depends(dependencies, relation, DOES, codes.BEFORE_MOVES, title, hint, places)
    yield from _check_growth(dependencies, places)


def _depends(
    dependencies: Dependencies,
    relation: Predicate,
    target: Predicate,
    code: str,
    title: str,
    hint: str,
    places: Places,
) -> Diagnostic:
    chain = dependencies.chain(relation, target)
    first, last = chain[0], chain[-1]
    labels = [Label(places.item(first.literal), _step(first, target))]
    if last is not first:
        labels.append(Label(places.item(last.literal), f"here is the `{target[0]}`"))
    way = " → ".join([f"`{relation[0]}`", *(f"`{edge.body[0]}`" for edge in chain)])
    return Diagnostic(code, title, tuple(labels), hint=hint, text=f"It does by {way}.")


def _step(edge: Edge, target: Predicate) -> str:
    return "it does here" if edge.body == target else f"`{edge.body[0]}` leads to `{target[0]}`"


def _check_growth(dependencies: Dependencies, places: Places) -> Iterator[Diagnostic]:
    """The recursion restriction of the language: in a rule that needs its own relation, every argument of the recursive
    condition is ground, is itself an argument of the head, or has its variables bounded by a condition outside the
    recursion. It matters where the recursion builds terms, and only there it is an error: without functions there is
    nothing to grow."""
    for part in dependencies.components:
        if not dependencies.is_recursive(part[0]):
            continue
        rules = [rule for relation in part for rule in dependencies.rules.get(relation, ())]
        if not any(_builds(rule.head) for rule in rules):
            continue
        for rule in rules:
            loose = _loose(rule, set(part)) if _builds(rule.head) else None
            if loose is not None:
                yield Diagnostic(
                    codes.ENDLESS,
                    "this rule makes larger and larger terms",
                    (
                        Label(places.head(rule), "it puts more around what it is applied to"),
                        Label(places.item(loose), "and it is applied to its own results"),
                    ),
                    hint="bound the values by a condition outside the recursion, such as a relation that lists them",
                )


def _builds(head: Compound) -> bool:
    return any(isinstance(term, Compound) and _has_variable(term) for term in head.arguments)


def _loose(rule: Rule, part: set[Predicate]) -> Literal | None:
    """A recursive condition whose arguments nothing outside the recursion bounds."""
    bounded: set[Variable] = set()
    recursive: list[Literal] = []
    for item in rule.body:
        if isinstance(item, Literal) and item.is_positive:
            if predicate(item.atom) in part:
                recursive.append(item)
            else:
                bounded.update(variables(item.atom))
    for item in recursive:
        for term in item.atom.arguments:
            if term not in rule.head.arguments and not set(variables(term)) <= bounded:
                return item
    return None


def _has_variable(term: Term) -> bool:
    return any(True for _ in variables(term))
