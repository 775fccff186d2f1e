"""What holds before the game begins and never changes: roles, the initial facts, `base` and `input`.

Relations that depend on neither the state nor the moves are worked out from the bottom up, for checks and pictures.
Every round looks only at what the round before has found, through indexes on all arguments that are known by then
(semi-naive evaluation, with the joins of grounding). Relations that need each other through a negation are closed in
from two sides (the alternating fixpoint of Van Gelder). It is bounded: rules that make larger and larger terms, or far
too many atoms, are given up with `Endless`.

    >>> two = [Rule(Compound("succ", (Compound("1"), Compound("2"))))]
    >>> [str(atom) for atom in evaluate(Dependencies(two), [("succ", 2)])["succ", 2]]
    ['succ(1, 2)']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from parlour.logic.dependencies import DOES, KNOWS, TRUE, Dependencies, Predicate, predicate
from parlour.logic.evaluation.joins import Joiner, Meter, Row, TooMuchWork
from parlour.logic.evaluation.order import join_order
from parlour.logic.evaluation.terms import Terms, TermsTooDeep
from parlour.logic.rules import Compound, Condition, Literal, Rule, Term, Variable, is_ground, made_name
from parlour.logic.substitution import solve

# Rows that joins may look at, and atoms that may come out, for all that is asked of one rule sheet.
MOST_WORK = 3_000_000
MOST_ATOMS = 300_000

Atoms = dict[Compound, None]
Binding = dict[Variable, Compound]
Rows = dict[Predicate, list[Row]]


class Endless(Exception):
    """A rule goes on making atoms (`is_growing`: larger and larger ones); `rule` is one of those that do."""

    def __init__(self, rule: Rule, is_growing: bool) -> None:
        self.rule = rule
        self.is_growing = is_growing
        super().__init__(str(rule.head))


def evaluate(dependencies: Dependencies, wanted: Sequence[Predicate]) -> dict[Predicate, Atoms]:
    """The atoms of some relations, in the order in which they are found; relations that depend on the state or the
    moves are left out."""
    evaluation = Evaluation(dependencies)
    return {relation: evaluation.atoms(relation) for relation in wanted if evaluation.is_settled(relation)}


class Evaluation:
    """The relations of a rule sheet, each worked out when it is first asked for. With `state`, the facts of one state,
    relations that depend on the state have the atoms they have there; with `moves`, those that depend on these, too."""

    def __init__(
        self,
        dependencies: Dependencies,
        state: Iterable[Term] | None = None,
        moves: Iterable[tuple[Term, Term]] | None = None,
        constant: Evaluation | None = None,
    ) -> None:
        self.dependencies = dependencies
        self.terms: Terms = Terms() if constant is None else constant.terms
        self._constant = constant
        self.meter = Meter(MOST_WORK)
        self.room = MOST_ATOMS
        self._rows: Rows = {}
        open_relations = [(KNOWS, 1), (KNOWS, 2)]
        if state is None:
            open_relations.append(TRUE)
        else:
            self._rows[TRUE] = [(self.terms.number(fact),) for fact in state]
        if moves is None:
            open_relations.append(DOES)
        else:
            self._rows[DOES] = [(self.terms.number(role), self.terms.number(move)) for role, move in moves]
        self._changing = dependencies.reaching(*open_relations)

    def at(self, state: Iterable[Term], moves: Iterable[tuple[Term, Term]] | None = None) -> Evaluation:
        """The same rules in a state, after moves if some are given. What never changes is worked out once for all."""
        return Evaluation(self.dependencies, state, moves, self)

    def is_settled(self, relation: Predicate) -> bool:
        """Whether its atoms can be worked out here."""
        return relation not in self._changing

    def atoms(self, relation: Predicate) -> Atoms:
        """The atoms of a relation that is settled; raises `Endless`."""
        self._work_out(relation)
        return {Compound(relation[0], tuple(map(self.terms.term, row))): None for row in self._rows.get(relation, ())}

    def _work_out(self, wanted: Predicate) -> None:
        needed = self.dependencies.below(wanted)
        for part in self.dependencies.components:
            if part[0] not in needed or part[0] in self._rows:
                continue
            if self._constant is not None and self._constant.is_settled(part[0]):
                self._constant._work_out(part[0])
                self._rows.update({relation: self._constant._rows[relation] for relation in part})
            else:
                self._rows.update(self._rows_of(part))

    def _rows_of(self, part: Sequence[Predicate]) -> Rows:
        rules = [rule for relation in part for rule in self.dependencies.rules.get(relation, ())]
        if not self.dependencies.has_inner_negation(part):
            return self._least(part, rules, {})
        turned = [_turned(rule, frozenset(part)) for rule in rules]
        surely: Rows = {relation: [] for relation in part}
        possibly = self._least(part, turned, surely)
        while True:
            higher = self._least(part, turned, possibly)
            lower = self._least(part, turned, higher)
            if _is_same(higher, surely) and _is_same(lower, possibly):
                return higher  # what holds only if it does not is an error of its own
            surely, possibly = higher, lower

    def _least(self, part: Sequence[Predicate], rules: Sequence[Rule], against: Mapping[Predicate, list[Row]]) -> Rows:
        """The least rows closed under these rules, negations inside the part judged by `against`."""
        closure = _Closure(self, part)
        closure.give({_other(relation): rows for relation, rows in against.items()})
        return closure.run(rules)


class _Closure:
    """One part while it is worked out. Its joins see the rows of the relations below."""

    def __init__(self, evaluation: Evaluation, part: Sequence[Predicate]) -> None:
        self.evaluation = evaluation
        self.part = frozenset(part)
        self.joiner = Joiner(evaluation.terms, evaluation.meter, frozenset())

    def give(self, rows: Mapping[Predicate, Iterable[Row]]) -> None:
        for relation, own in rows.items():
            atoms = self.joiner.relation(relation).atoms
            for row in own:
                atoms[row] = len(atoms)

    def run(self, rules: Sequence[Rule]) -> Rows:
        waiting: list[tuple[Rule, Literal]] = []
        for rule in rules:
            try:
                waiting += self._begin(rule)
            except TermsTooDeep:
                raise Endless(rule, True) from None
            except TooMuchWork:
                raise Endless(rule, False) from None
        self._go_on(waiting)
        return {relation: list(self.joiner.relation(relation).atoms) for relation in self.part}

    def _begin(self, rule: Rule) -> list[tuple[Rule, Literal]]:
        """What a rule gives without the others of its part; returns the conditions by which it needs them."""
        if not rule.body and is_ground(rule.head):
            self._adder(predicate(rule.head))(tuple(map(self.evaluation.terms.number, rule.head.arguments)))
            return []
        simple = solve(rule)
        if simple is None:
            return []
        literals = [item for item in simple.body if isinstance(item, Literal)]
        below = {predicate(item.atom) for item in literals} - self.part - self.joiner.relations.keys()
        self.give({relation: self.evaluation._rows.get(relation, ()) for relation in below})
        inner = [item for item in literals if item.is_positive and predicate(item.atom) in self.part]
        if not inner:
            self._join(simple, None)((), self._adder(predicate(rule.head)))
        return [(simple, item) for item in inner]

    def _go_on(self, starts: Sequence[tuple[Rule, Literal]]) -> None:
        joins: dict[tuple[Rule, Literal], Callable[..., None]] = {}
        while True:
            fresh = {relation: self.joiner.relation(relation).waiting for relation in self.part}
            if not starts or not any(fresh.values()):
                return
            for relation, rows in fresh.items():
                self.joiner.relation(relation).waiting = []
                self.joiner.relation(relation).file(rows)
            for start in starts:
                rule, literal = start
                rows = fresh[predicate(literal.atom)]
                if not rows:
                    continue
                try:
                    if start not in joins:
                        joins[start] = self._join(rule, literal)
                    joins[start](rows, self._adder(predicate(rule.head)))
                except TermsTooDeep:
                    raise Endless(rule, True) from None
                except TooMuchWork:
                    raise Endless(rule, False) from None

    def _join(self, rule: Rule, first: Literal | None) -> Callable[..., None]:
        parts: list[Condition] = [item for item in rule.body if item is not first]
        sizes = {name: len(relation.atoms) for name, relation in self.joiner.relations.items()}
        found: Callable[..., None] = self.joiner.closing(rule, first, join_order(parts, first, sizes))
        return found

    def _adder(self, name: Predicate) -> Callable[[Row], None]:
        relation = self.joiner.relation(name)
        atoms, waiting, evaluation = relation.atoms, relation.waiting, self.evaluation

        def add(row: Row) -> None:
            if row not in atoms:
                atoms[row] = len(atoms)
                waiting.append(row)
                evaluation.room -= 1
                if evaluation.room < 0:
                    raise TooMuchWork

        return add


def _other(relation: Predicate) -> Predicate:
    """A relation as negations inside its own part see it."""
    return made_name("other", relation[0]), relation[1]


def _turned(rule: Rule, part: frozenset[Predicate]) -> Rule:
    """The rule with its negations inside the part put to the other relations."""
    body = [
        Literal(Compound(_other(predicate(item.atom))[0], item.atom.arguments), False, item.span)
        if isinstance(item, Literal) and not item.is_positive and predicate(item.atom) in part
        else item
        for item in rule.body
    ]
    return Rule(rule.head, tuple(body), rule.span)


def _is_same(left: Rows, right: Rows) -> bool:
    return all(set(rows) == set(right[relation]) for relation, rows in left.items())


def match(pattern: Term, term: Term, binding: Binding) -> Binding | None:
    """The binding extended so that the pattern becomes the ground term; None if that cannot be."""
    if isinstance(pattern, Variable):
        assert isinstance(term, Compound)
        known = binding.get(pattern)
        if known is None:
            return {**binding, pattern: term}
        return binding if known == term else None
    if not isinstance(term, Compound) or pattern.name != term.name or len(pattern.arguments) != len(term.arguments):
        return None
    for part, other in zip(pattern.arguments, term.arguments, strict=True):
        extended = match(part, other, binding)
        if extended is None:
            return None
        binding = extended
    return binding
