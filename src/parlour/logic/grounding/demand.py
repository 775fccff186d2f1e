"""Only what is asked for: relations that are worked out for the arguments that somebody wants to know about.

`clear(?x, ?y, ?u, ?v)` may hold for four hundred thousand combinations of squares, of which the rules ask about two
thousand. So a rule for it gets a *guard*: one more condition that says which arguments are wanted. The guard's own
rules come from the places that use the relation, with what is known there (magic sets):

    legal(?p, go(?x, ?y)) <= true(at(?p, ?x)) & clear(?x, ?y)
    clear(?x, ?y) <= near(?x, ?z) & true(free(?z)) & clear(?z, ?y)
        =>   asked clear bf(?x) <= true(at(?p, ?x))
             asked clear bf(?z) <= asked clear bf(?x) & near(?x, ?z) & true(free(?z))
             clear(?x, ?y) <= asked clear bf(?x) & near(?x, ?z) & true(free(?z)) & clear(?z, ?y)

A relation may be asked for in several *patterns* (which arguments are given); its atoms are kept together all the same.
Whenever it has an atom, all the ways in which that atom can be derived have been worked out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import prod

from parlour.dataclass import dataclass
from parlour.logic import rules as logic
from parlour.logic.dependencies import Dependencies, Predicate, predicate
from parlour.logic.domains import Domains, places_of

# A relation that is asked for in more ways than this is worked out as a whole.
MOST_PATTERNS = 4
# How many values a variable may have about which nothing is known.
UNKNOWN_SPREAD = 20

Pattern = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """`rules` work out what is asked for; the relations in `guarded` are no longer complete."""

    rules: tuple[logic.Rule, ...]
    guarded: frozenset[Predicate]


def demand(
    rules: Sequence[logic.Rule],
    asked: Collection[Predicate],
    known: Mapping[Predicate, Collection[tuple[int, ...]]],
    domains: Domains,
) -> Demand:
    """The rules with guards for the relations in `asked`, except those of which everything is wanted.

    `known` are the rows of relations that are worked out already, `domains` those of the whole rule sheet."""
    return _Demand(rules, asked, known, domains).run()


@dataclass(frozen=True, slots=True)
class _Question:
    """A literal that asks, what is known before it, and the pattern in which it asks."""

    before: tuple[logic.Condition, ...]
    literal: logic.Literal
    pattern: Pattern


class _Demand:
    def __init__(
        self,
        rules: Sequence[logic.Rule],
        asked: Collection[Predicate],
        known: Mapping[Predicate, Collection[tuple[int, ...]]],
        domains: Domains,
    ) -> None:
        self.rules = rules
        self.by_head: dict[Predicate, list[logic.Rule]] = {}
        for rule in rules:
            self.by_head.setdefault(predicate(rule.head), []).append(rule)
        self.known = known
        self.fans: dict[tuple[Predicate, Pattern], float] = {}
        self.domains = domains
        self.asked = set(asked)
        self.component_of = Dependencies(rules).component_of
        self.kept: dict[Predicate, list[Pattern]] = {}
        self.questions: dict[tuple[logic.Rule, Pattern | None], list[_Question]] = {}

    def run(self) -> Demand:
        while not self.settle():
            pass
        made: dict[logic.Rule, None] = {}
        for rule in self.rules:
            name = predicate(rule.head)
            if name not in self.asked:
                made.update(dict.fromkeys([rule, *self.guards(rule, None)]))
                continue
            for pattern in self.kept.get(name, ()):
                guard = logic.Literal(_guard(rule.head, pattern))
                made.update(dict.fromkeys([logic.Rule(rule.head, (guard, *rule.body), rule.span)]))
                made.update(dict.fromkeys(self.guards(rule, pattern)))
        return Demand(tuple(made), frozenset(self.asked))

    def settle(self) -> bool:
        """Finds in which patterns each relation is asked for; False: some were merged, so it is to be done again."""
        found: set[tuple[Predicate, Pattern]] = set()
        waiting: list[tuple[logic.Rule, Pattern | None]] = [
            (rule, None) for rule in self.rules if predicate(rule.head) not in self.asked
        ]
        is_settled = True
        while waiting:
            for question in self.asks(*waiting.pop()):
                name = predicate(question.literal.atom)
                if name not in self.asked:
                    continue
                pattern = self.pattern(question)
                if pattern is None:
                    is_settled = False
                    pattern = self.widen(name, question.pattern)
                if pattern is not None and (name, pattern) not in found:
                    found.add((name, pattern))
                    waiting += [(rule, pattern) for rule in self.by_head.get(name, ())]
        if is_settled:
            self.kept = {
                name: [pattern for pattern in patterns if (name, pattern) in found]
                for name, patterns in self.kept.items()
            }
        return is_settled

    def pattern(self, question: _Question) -> Pattern | None:
        """The kept pattern that serves a question: what it takes as given is given."""
        for kept in self.kept.get(predicate(question.literal.atom), ()):
            if all(is_given or not is_taken for is_taken, is_given in zip(kept, question.pattern, strict=True)):
                return kept
        return None

    def widen(self, name: Predicate, pattern: Pattern) -> Pattern | None:
        """Keeps one more pattern; those that it serves as well are dropped. None: the relation is wanted as a whole."""
        others = [kept for kept in self.kept.get(name, ()) if _common(kept, pattern) != pattern]
        if len(others) >= MOST_PATTERNS:
            nearest = max(others, key=lambda kept: sum(_common(kept, pattern)))
            pattern = _common(nearest, pattern)
            others = [kept for kept in others if _common(kept, pattern) != pattern]
        if not any(pattern):
            self.asked.discard(name)
            self.kept.pop(name, None)
            self.questions.clear()
            return None
        self.kept[name] = [*others, pattern]
        return pattern

    def guards(self, rule: logic.Rule, pattern: Pattern | None) -> list[logic.Rule]:
        """The rules that say what a rule asks for."""
        first = () if pattern is None else (logic.Literal(_guard(rule.head, pattern)),)
        found = []
        for question in self.asks(rule, pattern):
            served = self.pattern(question)
            assert served is not None, "every question was settled"
            head = _guard(question.literal.atom, served)
            body = (*first, *question.before)
            if logic.Literal(head) not in body:
                found.append(logic.Rule(head, body, rule.span))
        return found

    def asks(self, rule: logic.Rule, pattern: Pattern | None) -> list[_Question]:
        found = self.questions.get((rule, pattern))
        if found is None:
            found = self.questions[rule, pattern] = self.find_asks(rule, pattern)
        return found

    def find_asks(self, rule: logic.Rule, pattern: Pattern | None) -> list[_Question]:
        """Goes through the body as a join would, from what the guard gives to what has the fewest values."""
        known = set() if pattern is None else set(logic.variables(_guard(rule.head, pattern)))
        spread = self.spread(rule)
        left = list(rule.body)
        before: list[logic.Condition] = []
        found: list[_Question] = []
        while left:
            tests = [part for part in left if logic.part_variables(part).keys() <= known]
            if not tests:
                loops = [part for part in left if isinstance(part, logic.Literal) and part.is_positive]
                tests = [min(loops, key=lambda part: self.expected(rule, part, known, spread))]
            for part in sorted(tests, key=self.is_asked):
                left.remove(part)
                if self.is_asked(part):
                    assert isinstance(part, logic.Literal)
                    given = tuple(set(logic.variables(term)) <= known for term in part.atom.arguments)
                    found.append(_Question(tuple(before), part, given))
                if isinstance(part, logic.Distinct) or part.is_positive or predicate(part.atom) in self.known:
                    before.append(part)
                    known |= logic.part_variables(part).keys()
        return found

    def is_asked(self, part: logic.Condition) -> bool:
        return isinstance(part, logic.Literal) and predicate(part.atom) in self.asked

    def expected(
        self,
        rule: logic.Rule,
        part: logic.Literal,
        known: Collection[logic.Variable],
        spread: Mapping[logic.Variable, int],
    ) -> tuple[bool, float, bool, bool, float]:
        """How many rows a literal adds, as far as one can tell; whole products come last. Of equals, what is defined by
        the rule's own head comes last, and what has many atoms: then it is asked for with more that is given."""
        own = logic.part_variables(part)
        fresh = [variable for variable in own if variable not in known]
        whole = float(prod(spread.get(variable, UNKNOWN_SPREAD) for variable in own))
        rows = float(prod(spread.get(variable, UNKNOWN_SPREAD) for variable in fresh))
        # Of what is worked out later, something will be missing; a relation that holds for nearly all comes after it.
        rows = min(rows, self.fan(part.atom, known)) if predicate(part.atom) in self.known else rows / 2
        return bool(known) and len(fresh) == len(own), rows, self.is_within(part, rule), self.is_asked(part), whole

    def fan(self, atom: logic.Compound, known: Collection[logic.Variable]) -> float:
        """How many rows of a known relation there are on the average when some of its arguments are given."""
        name = predicate(atom)
        given = tuple(set(logic.variables(term)) <= set(known) for term in atom.arguments)
        found = self.fans.get((name, given))
        if found is None:
            places = [place for place, is_given in enumerate(given) if is_given]
            rows = self.known[name]
            keys = {tuple([row[place] for place in places]) for row in rows}
            found = self.fans[name, given] = len(rows) / max(len(keys), 1)
        return found

    def is_within(self, part: logic.Literal, rule: logic.Rule) -> bool:
        """Whether a literal's relation and the head's need each other."""
        of = self.component_of
        return of.get(predicate(part.atom)) == of[predicate(rule.head)]

    def spread(self, rule: logic.Rule) -> dict[logic.Variable, int]:
        """How many values each variable of a rule can have at most."""
        found: dict[logic.Variable, int] = {}
        for part in rule.body:
            if isinstance(part, logic.Literal) and part.is_positive:
                for place, term in places_of(part.atom):
                    if isinstance(term, logic.Variable):
                        size = len(self.domains.places.get(place, ()))
                        found[term] = min(found.get(term, size), size)
        return found


def _common(one: Pattern, other: Pattern) -> Pattern:
    return tuple(left and right for left, right in zip(one, other, strict=True))


def _guard(atom: logic.Compound, pattern: Pattern) -> logic.Compound:
    """The atom that says that somebody asks for such an atom."""
    given = "".join("b" if is_given else "f" for is_given in pattern)
    return logic.Compound(
        logic.made_name("asked", f"{atom.name} {given}"),
        tuple(term for term, is_given in zip(atom.arguments, pattern, strict=True) if is_given),
    )
