"""Conditions that ask for a constant where it can never stand: `(true (phase dealt))`, if no rule makes that phase.

What can stand where is found by constants that flow from bodies to heads (`logic/domains.py`); a place into which
something flows from within a compound term, or from a variable fact, can hold anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.places import Places
from parlour.languages.gdl.check.usage import GOALS, is_goal
from parlour.languages.gdl.check.variables import terms_in
from parlour.logic.dependencies import predicate
from parlour.logic.domains import Place, flow, places_of
from parlour.logic.evaluation.statics import match
from parlour.logic.listing import term_key
from parlour.logic.rules import Compound, Literal, Rule, Term, Variable, variables
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.suggest import distance, suggest

# So many values are listed in a hint.
MOST_SHOWN = 6


def unequal(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A warning for each constant that stands where nothing ever puts it."""
    playing = [rule for rule in rules if rule.head.name not in ("base", "input")]
    bodies = [item for rule in playing for item in rule.body if isinstance(item, Literal)]
    if any(item.atom.name in ("base", "input", "knows", "sees") for item in bodies):
        return
    values = _values(playing)
    asked = {(place, term) for item in bodies for place, term in places_of(item.atom)}
    told: set[Place] = set()
    for rule in playing:
        for item in [item for item in rule.body if isinstance(item, Literal)]:
            for place, term in places_of(item.atom):
                known: set[Compound] = values.get(place, set())
                if isinstance(term, Variable) or term in known or not known or place in told:
                    continue
                near = suggest(term.name, [each.name for each in known])
                if near is not None and near.lower() == term.name.lower():
                    continue  # what differs only in case was told already
                is_slip = near is not None and distance(near, term.name) <= 1
                if place[0] != "fact" and not is_slip and not _is_letter(term, rule, playing, places):
                    continue  # rules for more than there is in this game
                told |= {each for each, _ in places_of(item.atom)}
                yield _told(item, place, term, known, near, asked, playing, places)


def bad_goals(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A warning for the first fact of a relation, `(profit 1 150)`, that gives a role something other than a goal:
    all that it says must be able to stand where the rule of the goal asks for it."""
    playing = [rule for rule in rules if rule.head.name not in ("base", "input")]
    goals = [rule for rule in playing if rule.head.name == "goal" and len(rule.head.arguments) == 2]
    values = _values(playing) if any(isinstance(rule.head.arguments[1], Variable) for rule in goals) else {}
    for rule in goals:
        goal = rule.head.arguments[1]
        given = [item.atom for item in rule.body if isinstance(item, Literal) and item.is_positive]
        allowed: dict[Term, list[set[Compound]]] = {}
        for place, term in (each for atom in given for each in places_of(atom)):
            if place in values:
                allowed.setdefault(term, []).append(values[place])
        for atom in given:
            if not isinstance(goal, Variable) or goal not in atom.arguments:
                continue
            making = [each for each in playing if predicate(each.head) == predicate(atom)]
            for fact in making if not any(each.body for each in making) else ():
                binding = match(atom, fact.head, {})
                if binding is None or any(
                    each not in known for term, each in binding.items() for known in allowed.get(term, ())
                ):
                    continue
                value = binding[goal]
                if not is_goal(value):
                    labels = (
                        Label(places.name(places.head(fact), value.name)),
                        Label(places.head(rule), "here it becomes a goal"),
                    )
                    title = f"a goal is a whole number from 0 to 100, and {places.written(value)} is none"
                    yield Diagnostic(codes.BAD_GOAL, title, labels, hint=GOALS, severity="warning")
                    return


def _told(
    item: Literal,
    place: Place,
    term: Compound,
    known: set[Compound],
    near: str | None,
    asked: set[tuple[Place, Term]],
    rules: Sequence[Rule],
    places: Places,
) -> Diagnostic:
    atom = item.atom.arguments[-1] if item.atom.name in ("true", "does") else item.atom
    shown = places.written(atom)
    makers = [each for each in rules if (place, Compound(near or "")) in places_of(each.head)]
    if near is not None and makers and (place, Compound(near)) not in asked:
        label = Label(places.name(places.head(makers[0]), near))
        title = f"no condition asks for `{near}` here, and nothing makes the `{term.name}` that is asked for"
        return Diagnostic(codes.UNDEFINED, title, (label,), hint=f"Did you mean {term.name}?", severity="warning")
    values = sorted(known, key=term_key)
    listed = ", ".join(places.written(value) for value in values[:MOST_SHOWN])
    hint = f"what can stand there: {listed}{', …' if len(values) > MOST_SHOWN else ''}"
    if len(values) > MOST_SHOWN and all(value.name.isdecimal() and not value.arguments for value in values):
        numbers = sorted(values, key=lambda value: int(value.name))
        hint = f"what can stand there: {places.written(numbers[0])} to {places.written(numbers[-1])}"
    own = next(rule for rule in rules if item in rule.body)
    constants = [each for _, each in places_of(item.atom) if isinstance(each, Compound)]
    letters = {each: _meant(each, places) for each in constants if _is_letter(each, own, rules, places)}
    if letters:
        begin = "with `?`" if places.spelling == "kif" else "with a capital letter"
        hint = f"variables begin {begin}: write {places.written(_exchange(atom, letters))}"
    elif near is not None and not near.isdigit():
        hint = f"Did you mean {near}?"
    meant = _meant(term, places)
    if not term.arguments and meant in {each for rule in rules if item in rule.body for each in variables(rule.head)}:
        hint = f"write {places.written(meant)} if the variable of this rule is meant"
    result = "so this condition never holds" if item.is_positive else "so this condition always holds"
    label = Label(places.name(places.item(item), term.name), result)
    what = {"true": f"nothing ever makes {shown} true", "does": f"the move {shown} is never legal"}
    title = what.get(item.atom.name, f"{shown} is never the case")
    return Diagnostic(codes.UNDEFINED, title, (label,), hint=hint, severity="warning")


def _is_letter(term: Compound, rule: Rule, rules: Sequence[Rule], places: Places) -> bool:
    """Whether a name is a single letter that stands in one rule only, as a variable would."""
    if term.arguments or len(term.name) != 1 or not term.name.isalpha():
        return False
    return not any(each == term for each, _ in terms_in([other for other in rules if other != rule], places))


def _meant(term: Compound, places: Places) -> Variable:
    """The variable that a name would be."""
    return Variable(term.name if places.spelling == "kif" else term.name[:1].upper() + term.name[1:])


def _exchange(term: Term, others: Mapping[Compound, Variable]) -> Term:
    """A term with some of its parts exchanged for variables."""
    if isinstance(term, Variable):
        return term
    return others.get(term) or Compound(term.name, tuple(_exchange(part, others) for part in term.arguments))


def _values(rules: Sequence[Rule]) -> dict[Place, set[Compound]]:
    """The constants that can stand at each place. Places that can hold anything are left out, and so are those of facts
    or moves if a rule makes any of them."""
    values: dict[Place, set[Compound]] = {}
    flows: list[tuple[Place, list[Place]]] = []
    free: set[Place] = set()
    kinds: set[object] = set()
    for rule in rules:
        if rule.head.arguments and isinstance(rule.head.arguments[-1], Variable):
            kinds |= (
                {"fact"} if rule.head.name in ("init", "next") else {"move"} if rule.head.name == "legal" else set()
            )
        given: dict[Term, list[Place]] = {}
        for item in rule.body:
            if isinstance(item, Literal) and item.is_positive:
                for place, term in places_of(item.atom):
                    given.setdefault(term, []).append(place)
        for place, term in places_of(rule.head):
            if isinstance(term, Variable):
                flows.append((place, given.get(term, [])))
            else:
                values.setdefault(place, set()).add(term)
    flows = [(place, [each for each in sources if each[0] not in kinds]) for place, sources in flows]
    while True:
        more = {place for place, sources in flows if free.issuperset(sources)} - free
        if not more:
            break
        free |= more
    flow(
        values,
        [(place, [each for each in sources if each not in free]) for place, sources in flows if place not in free],
    )
    return {place: found for place, found in values.items() if place not in free and place[0] not in kinds}
