"""What could give a variable its values: other variables of its rule, and relations that list something, by what can
stand in the same places (`logic/domains.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from parlour.languages.gdl.check.variables import variable_names
from parlour.logic.domains import Place, infer, places_of
from parlour.logic.rules import Compound, Literal, Rule, Term, Variable


class Fitting:
    """The domains of a rule sheet, seen from one variable of a rule that has no value."""

    def __init__(self, rules: Sequence[Rule], rule: Rule, variable: Variable) -> None:
        self.rules = rules
        self.rule = rule
        self.variable = variable
        self.domains = infer(rules).places
        atoms = [rule.head, *(item.atom for item in rule.body if isinstance(item, Literal))]
        self.wanted = self._values(place for atom in atoms for place, term in places_of(atom) if term == variable)

    def _values(self, places: Iterable[Place]) -> set[Compound]:
        """What can stand in all of some places, as far as anything is known to stand there."""
        known = [self.domains[place] for place in places if self.domains.get(place)]
        return set.intersection(*known) if known else set()

    def other(self) -> Variable | None:
        """The one variable that could stand here instead: of the same values, from no condition in which this one
        stands, and written less often than all others of this kind."""
        atoms = [item.atom for item in self.rule.body if isinstance(item, Literal) and item.is_positive]
        given: dict[Term, list[Place]] = {}
        for place, term in (each for atom in atoms for each in places_of(atom)):
            given.setdefault(term, []).append(place)
        beside = {term for atom in self._around() for term in atom}
        uses = Counter(variable_names(self.rule))
        fitting = [
            term
            for term, places in given.items()
            if isinstance(term, Variable) and term not in beside and self._fits(places)
        ]
        least = min((uses[each.name] for each in fitting), default=0)
        rarest = [each for each in fitting if uses[each.name] == least]
        return rarest[0] if len(rarest) == 1 else None

    def _fits(self, places: Iterable[Place]) -> bool:
        """Whether what can stand in these places can stand where the variable does."""
        values = self._values(places)
        return bool(values) and values <= self.wanted

    def _around(self) -> list[list[Term]]:
        """The terms of the conditions in which the variable stands."""
        conditions = [
            [term for _, term in places_of(item.atom)] if isinstance(item, Literal) else [item.left, item.right]
            for item in self.rule.body
        ]
        return [terms for terms in conditions if self.variable in terms]

    def listing(self) -> Compound | None:
        """A condition that lists such values: of a relation of the rule sheet that has one argument and only facts."""
        facts = [rule.head.name for rule in self.rules if len(rule.head.arguments) == 1 and not rule.body]
        derived = {rule.head.name for rule in self.rules if rule.body}
        for name in dict.fromkeys(facts):
            condition = Compound(name, (self.variable,))
            values = self._values(place for place, _ in places_of(condition))
            if name not in derived and values & self.wanted:
                return condition
        return None
