"""The plain reference evaluation: what holds in a state, straight from the rules and with nothing clever.

The state and the moves are put in as facts. Relations are worked out one after the other, from the bottom up: all rules
of a relation again and again until nothing is new (naive evaluation), conditions matched against atoms one by one. It
shares nothing with engine `rules`, with grounding or with `statics.py` but the representation of rules: no numbers for
terms, no demand, no generated code. So it judges them, in tests, on every game it can follow. It cannot follow negation
inside a recursion, and takes minutes over chess: there engine `rules` is the reference.

    >>> x, a, b = logic.Variable("x"), logic.Compound("a"), logic.Compound("b")
    >>> body = (logic.Literal(logic.Compound("true", (x,))), logic.Literal(logic.Compound("gone", (x,)), False))
    >>> rules = (logic.Rule(logic.Compound("next", (x,)), body), logic.Rule(logic.Compound("gone", (b,))))
    >>> sheet = logic.RuleSheet(rules, ())
    >>> [str(fact) for fact, in atoms(sheet, [a, b], {}, ("next", 1))]
    ['a']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from parlour.logic import rules as logic
from parlour.logic.dependencies import DOES, KNOWS, TRUE, Dependencies, Predicate, predicate
from parlour.logic.evaluation.statics import Endless, match

MOST_STEPS = 2_000_000
DEEPEST_TERM = 40
_RENAMED = {"true": "true now", "does": "done now"}


def atoms(
    sheet: logic.RuleSheet,
    state: Iterable[logic.Compound],
    moves: Mapping[logic.Compound, logic.Compound],
    relation: Predicate,
) -> set[tuple[logic.Term, ...]]:
    """The arguments of all atoms of a relation that hold in a state when these moves are made."""
    rules = [_rule(rule) for rule in sheet.rules]
    rules += [logic.Rule(logic.Compound(_RENAMED["true"], (fact,))) for fact in state]
    rules += [logic.Rule(logic.Compound(_RENAMED["does"], (role, move))) for role, move in moves.items()]
    return {atom.arguments for atom in evaluate(Dependencies(rules), [relation])[relation]}


def _rule(rule: logic.Rule) -> logic.Rule:
    body: list[logic.Literal | logic.Distinct] = []
    for item in rule.body:
        if isinstance(item, logic.Literal):
            name = _RENAMED.get(item.atom.name, item.atom.name)
            body.append(logic.Literal(logic.Compound(name, item.atom.arguments), item.is_positive))
        else:
            body.append(item)
    return logic.Rule(rule.head, tuple(body))


# ------------------------------------------------------------------------------------------ plain evaluation

Atoms = dict[logic.Compound, None]
Binding = dict[logic.Variable, logic.Compound]


def evaluate(dependencies: Dependencies, wanted: Sequence[Predicate]) -> dict[Predicate, Atoms]:
    """The atoms of some relations, in the order in which they are found; relations that depend on the state or the
    moves are left out, as are negations inside a cycle (they are an error of their own)."""
    changing = dependencies.reaching(TRUE, DOES, (KNOWS, 1), (KNOWS, 2))
    needed = dependencies.below(*(item for item in wanted if item not in changing))
    evaluation = _Evaluation(dependencies)
    for part in dependencies.components:
        if any(relation in needed for relation in part):
            evaluation.work_out(part)
    return {relation: evaluation.atoms.get(relation, {}) for relation in wanted if relation not in changing}


class _Evaluation:
    def __init__(self, dependencies: Dependencies) -> None:
        self.dependencies = dependencies
        self.atoms: dict[Predicate, Atoms] = {}
        self.steps = MOST_STEPS
        # Atoms of a relation by the value of one argument: enough to keep joins from trying everything.
        self._by_argument: dict[Predicate, dict[int, dict[logic.Compound, list[logic.Compound]]]] = {}

    def work_out(self, part: Sequence[Predicate]) -> None:
        rules = [rule for relation in part for rule in self.dependencies.rules.get(relation, ())]
        for relation in part:
            self.atoms[relation] = {}
        is_cyclic = self.dependencies.is_recursive(part[0])
        is_new = True
        while is_new:
            is_new = False
            for rule in rules:
                # Found first, then added: the tables must not change while they are read.
                for atom in self._heads(rule):
                    if atom not in self.atoms[predicate(atom)]:
                        if logic.depth(atom) > DEEPEST_TERM:
                            raise Endless(rule, True)
                        self._add(atom)
                        is_new = True
            if not is_cyclic:
                break

    def _heads(self, rule: logic.Rule) -> list[logic.Compound]:
        if not rule.body and logic.is_ground(rule.head):
            return [rule.head]
        return [substitute(rule.head, binding) for binding in self._solve(rule, list(rule.body), {})]

    def _add(self, atom: logic.Compound) -> None:
        relation = predicate(atom)
        self.atoms[relation][atom] = None
        for place, index in self._by_argument.get(relation, {}).items():
            argument = atom.arguments[place]
            assert isinstance(argument, logic.Compound)
            index.setdefault(argument, []).append(atom)

    def _solve(
        self, rule: logic.Rule, left: list[logic.Literal | logic.Distinct], binding: Binding
    ) -> Iterator[Binding]:
        left = list(left)
        for item in list(left):
            if _is_bound(item, binding):
                if not self._holds(item, binding):
                    return
                left.remove(item)
        if not left:
            yield binding
            return
        choices = [item for item in left if isinstance(item, logic.Literal) and item.is_positive]
        if not choices:
            return  # an unsafe rule, which is an error of its own
        best = min(choices, key=lambda item: self._size(item.atom, binding))
        left.remove(best)
        for atom in self._candidates(best.atom, binding):
            self.steps -= 1
            if self.steps < 0:
                raise Endless(rule, False)
            extended = match(best.atom, atom, binding)
            if extended is not None:
                yield from self._solve(rule, left, extended)

    def _holds(self, item: logic.Literal | logic.Distinct, binding: Binding) -> bool:
        if isinstance(item, logic.Distinct):
            return (substitute(item.left, binding) != substitute(item.right, binding)) == item.is_positive
        atom = substitute(item.atom, binding)
        return (atom in self.atoms.get(predicate(atom), {})) == item.is_positive

    def _size(self, atom: logic.Compound, binding: Binding) -> int:
        return len(self._candidates(atom, binding))

    def _candidates(self, atom: logic.Compound, binding: Binding) -> Sequence[logic.Compound] | Atoms:
        relation = predicate(atom)
        for place, argument in enumerate(atom.arguments):
            if _is_term_bound(argument, binding):
                indexes = self._by_argument.setdefault(relation, {})
                index = indexes.get(place)
                if index is None:
                    index = indexes[place] = {}
                    for known in self.atoms.get(relation, ()):
                        part = known.arguments[place]
                        assert isinstance(part, logic.Compound)
                        index.setdefault(part, []).append(known)
                return index.get(substitute(argument, binding), [])
        return self.atoms.get(relation, {})


def _is_bound(item: logic.Literal | logic.Distinct, binding: Binding) -> bool:
    if isinstance(item, logic.Distinct):
        return _is_term_bound(item.left, binding) and _is_term_bound(item.right, binding)
    return _is_term_bound(item.atom, binding)


def _is_term_bound(term: logic.Term, binding: Binding) -> bool:
    if isinstance(term, logic.Variable):
        return term in binding
    return all(_is_term_bound(part, binding) for part in term.arguments)


def substitute(term: logic.Term, binding: Binding) -> logic.Compound:
    """A term with its variables replaced; all of them must be bound."""
    if isinstance(term, logic.Variable):
        return binding[term]
    if not term.arguments:
        return term
    # A list, because a generator takes longer to start than most terms to build.
    return logic.Compound(term.name, tuple([substitute(part, binding) for part in term.arguments]))
