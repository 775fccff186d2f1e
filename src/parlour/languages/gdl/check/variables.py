"""What is most likely not meant about the variables of a rule: one that has lost its `?`, one that is nearly called
like another, one that stands alone where others are joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count

from parlour.languages.gdl import codes
from parlour.languages.gdl.check.places import Places
from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.rules import Compound, Literal, Rule, Term, Variable
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import distance

# So many variables of one rule are compared with each other.
MOST_COMPARED = 50


def no_variable(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A name that is written once, in a rule where a variable of the same letters is written once: a `?` is missing."""
    named = Counter(name for name, _ in names_in(rules, places))
    for rule in rules:
        given = Counter(variable_names(Rule(rule.head, tuple(item for item in rule.body if is_positive(item)))))
        given -= Counter(variable_names(Rule(rule.head, ())))
        variables = Counter(variable_names(rule))
        own = Counter(name for name, _ in names_in([rule], places))
        for name, span in names_in([rule], places):
            meant = name if places.spelling == "kif" else name[:1].upper() + name[1:]
            if named[name] == own[name] == variables[meant] == given[meant] == 1:
                shown = places.written(Variable(meant))
                title = f"`{name}` is a name, and {shown} a variable of this rule"
                label = Label(_exactly(span, name))
                yield warning(codes.LOST_VARIABLE, title, f"write {shown} if the variable is meant", label)


def _exactly(span: Span, name: str) -> Span:
    """Where a name stands inside a span, capitals as they are."""
    found = re.search(rf"(?<![\w?+<>-]){re.escape(name)}(?![\w+<>-])", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())


def two_variables(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """A variable that is written once in a rule, beside one that is nearly the same: `?form` and `?from`."""
    for rule in rules:
        counts = Counter(variable_names(rule))
        for name, near in _alike(counts):
            where = [_place(rule, each, places) for each in (name, near)]
            hint = f"Did you mean {places.written(Variable(near)).strip('`')}?"
            if counts[near] == 1:
                where.sort(key=lambda span: span.start, reverse=True)
                hint = "write the same name in both places, unless two are meant"
            title = f"{places.written(Variable(name))} and {places.written(Variable(near))} are two variables"
            yield warning(codes.TWO_SPELLINGS, title, hint, Label(where[0]), Label(where[1], "and this one"))


def _alike(counts: Counter[str]) -> Iterator[tuple[str, str]]:
    """Names that are written once, each with one that looks the same but for a slip inside of the word. Endings tell
    variables apart on purpose: `?row1` and `?row2`, `?fromx` and `?fromy`."""
    told: set[str] = set()
    words = [name for name in counts if len(name) > 3 and name.replace("-", "").replace("_", "").isalpha()]
    for name in words if len(words) <= MOST_COMPARED else ():
        for other in words:
            is_slip = name[0] == other[0] and name[-1] == other[-1] and distance(name, other) == 1
            if counts[name] == 1 and other != name and is_slip and name not in told:
                told |= {name, other}
                yield name, other


def _place(rule: Rule, variable: str, places: Places) -> Span:
    """Where a variable first stands in a rule."""
    wanted = Variable(variable)
    spans = [places.head(rule)] if variable in set(variable_names(Rule(rule.head, ()))) else []
    spans += [places.item(item) for item in rule.body if variable in set(variable_names(Rule(Compound(""), (item,))))]
    return places.variable(spans[0], wanted)


def lone_variables(rules: Sequence[Rule], places: Places) -> Iterator[Diagnostic]:
    """Variables that are written once in a rule, where another one is meant: among conditions that all have the same
    variable there, or beside a `role` that nothing else of the rule speaks of."""
    for rule in rules:
        counts = Counter(variable_names(rule))
        alone = {name for name, count in counts.items() if count == 1 and _is_written_once(name, rule, places)}
        for item, lone, joined in _left_out(rule) if alone else ():
            if lone in alone and not _is_numbered(lone, joined):
                shown, other = places.written(Variable(lone)), places.written(Variable(joined))
                title = f"{shown} stands alone: the other conditions of this rule have {other} there"
                hint = f"write {other}, unless anything will do here"
                label = Label(places.variable(places.item(item), Variable(lone)))
                yield warning(codes.LONE_VARIABLE, title, hint, label)
                alone.remove(lone)
        for item, lone, role in _unjoined(rule, rules, counts) if alone else ():
            if lone in alone:
                shown, other = places.written(Variable(lone)), places.written(Variable(role))
                apart = places.written(Compound("distinct", (Variable(role), Variable(lone))))
                title = f"nothing joins {shown} with {other}: this holds for every role"
                hint = f"write {other} in both places if they are the same, or add {apart} if they are not"
                label = Label(places.variable(places.item(item), Variable(lone)))
                yield warning(codes.LONE_VARIABLE, title, hint, label)
                break


def _left_out(rule: Rule) -> Iterator[tuple[Literal, str, str]]:
    """Where conditions that ask for the same have one variable in one place, all but one of them: the one that has
    another variable, this one, and the one of the others."""
    alike: dict[tuple[Predicate, ...], list[tuple[Literal, tuple[Term, ...]]]] = {}
    for item in rule.body:
        if not isinstance(item, Literal) or not item.is_positive:
            continue
        inner = item.atom.arguments[-1] if item.atom.name in ("true", "does") and item.atom.arguments else item.atom
        if isinstance(inner, Compound):
            alike.setdefault((predicate(item.atom), predicate(inner)), []).append((item, inner.arguments))
    for asked in alike.values():
        if len(asked) < 3:
            continue
        for place in zip(*(terms for _, terms in asked), strict=True):
            names = Counter(term.name for term in place if isinstance(term, Variable))
            (joined, count), *others = names.most_common() or [("", 0)]
            if count == len(asked) - 1 and len(others) == 1:
                lone = Variable(others[0][0])
                yield asked[place.index(lone)][0], lone.name, joined


def _unjoined(rule: Rule, rules: Sequence[Rule], counts: Counter[str]) -> Iterator[tuple[Literal, str, str]]:
    """Facts about a role, `(true (control ?q))`, beside a `(role ?p)` that only gives the head its variable."""
    in_head = set(variable_names(Rule(rule.head, ())))
    atoms = [item.atom for item in rule.body if isinstance(item, Literal) and item.is_positive]
    given = [atom.arguments[0] for atom in atoms if atom.name == "role" and len(atom.arguments) == 1]
    free = [term.name for term in given if isinstance(term, Variable) and counts[term.name] == 2]
    roles = {each.head.arguments for each in rules if each.head.name == "role"} if free else set()
    facts = [each.head.arguments[0] for each in rules if each.head.name == "init" and each.head.arguments]
    of_roles = {predicate(fact) for fact in facts if isinstance(fact, Compound) and fact.arguments in roles}
    for item in rule.body if len(free) == 1 and free[0] in in_head else ():
        if not isinstance(item, Literal) or not item.is_positive or item.atom.name != "true":
            continue
        fact = item.atom.arguments[0]
        if isinstance(fact, Compound) and predicate(fact) in of_roles and isinstance(fact.arguments[0], Variable):
            yield item, fact.arguments[0].name, free[0]


def _is_written_once(name: str, rule: Rule, places: Places) -> bool:
    """Whether a variable stands once in the text, too: of a rule with alternatives several rules are made."""
    assert rule.span is not None
    sign = re.escape(places.written(Variable(name)).strip("`"))
    return len(re.findall(rf"(?<![\w?]){sign}(?![\w?-])", rule.span.text)) == 1


def _is_numbered(name: str, other: str) -> bool:
    """Whether two names differ by their numbers alone, as those that are told apart on purpose do."""
    return name.rstrip("0123456789'") == other.rstrip("0123456789'")


def unused_variable(rule: Rule, places: Places, letters: str = "xyzuvwabcdefghijklmnopqrst") -> Variable:
    """A variable that a rule has not got, in the spelling of the text."""
    own = set(variable_names(rule))
    names = (letter if places.spelling == "kif" else letter.upper() for letter in letters)
    numbered = (f"X{number}" for number in count(1))
    return Variable(next(name for name in chain(names, numbered) if name not in own))


def is_positive(item: object) -> bool:
    return isinstance(item, Literal) and item.is_positive


def variable_names(rule: Rule) -> Iterator[str]:
    """The variables of a rule, as often as they stand in it."""
    waiting: list[Term] = [rule.head]
    for item in rule.body:
        waiting += [item.atom] if isinstance(item, Literal) else [item.left, item.right]
    while waiting:
        term = waiting.pop()
        if isinstance(term, Variable):
            yield term.name
        else:
            waiting += term.arguments


def names_in(rules: Sequence[Rule], places: Places, within: Span | None = None) -> Iterator[tuple[str, Span]]:
    """All names in some rules, each with the head or condition in which it stands."""
    return ((term.name, span) for term, span in terms_in(rules, places, within) if isinstance(term, Compound))


def terms_in(rules: Sequence[Rule], places: Places, within: Span | None = None) -> Iterator[tuple[Term, Span]]:
    """All terms in some rules, those inside of others too, each with the head or condition in which it stands."""

    def inside(term: Term, span: Span) -> Iterator[tuple[Term, Span]]:
        yield term, span
        if isinstance(term, Compound):
            for part in term.arguments:
                yield from inside(part, span)

    for rule in rules:
        yield from inside(rule.head, within or places.head(rule))
        for item in rule.body:
            for term in (item.atom,) if isinstance(item, Literal) else (item.left, item.right):
                yield from inside(term, places.item(item))


def warning(code: str, title: str, hint: str, *labels: Label) -> Diagnostic:
    return Diagnostic(code, title, labels, hint=hint, severity="warning")
