"""Grounding: every fact, move and derived atom a game can ever have, and every instance of its rules.

Relations that do not depend on the state are computed exactly. For the others the closure is generous: a fact can hold
if it is an `init` or a possible `next`, a move can be made if it is a possible `legal`, and a negation that only play
can decide is taken as fulfilled. This never loses an atom and seldom gains many. A second pass writes down the
instances of the rules over what the first has found, without the literals that are decided.

The work is capped by counts, never by a clock, so that a game grounds or does not ground the same way on every machine;
`Ungrounded` says why it did not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour.dataclass import dataclass
from parlour.logic.dependencies import DOES, KNOWS, TRUE, Predicate, predicate
from parlour.logic.evaluation.joins import Joiner, Meter, Relation, Row, TooMuchWork
from parlour.logic.evaluation.order import join_order
from parlour.logic.evaluation.terms import Terms, TermsTooDeep
from parlour.logic.grounding.prepare import prepare
from parlour.logic.grounding.split import split
from parlour.logic.grounding.strata import Strata, stratify
from parlour.logic.rules import Compound, Condition, Literal, Rule, RuleSheet, Variable, is_made

_FACT, _ROLE, _MOVE = Variable("fact"), Variable("role"), Variable("move")

# What links one step to the next: the closure needs these rules, the game's own instances do not contain them.
LINKS = (
    Rule(Compound("true", (_FACT,)), (Literal(Compound("init", (_FACT,))),)),
    Rule(Compound("true", (_FACT,)), (Literal(Compound("next", (_FACT,))),)),
    Rule(
        Compound("does", (_ROLE, _MOVE)),
        (Literal(Compound("legal", (_ROLE, _MOVE))), Literal(Compound("role", (_ROLE,)))),
    ),
)


@dataclass(frozen=True, slots=True)
class GroundingLimits:
    """`work` is the number of rows the joins may visit, `atoms` and `literals` what may come out."""

    work: int = 60_000_000
    atoms: int = 1_000_000
    literals: int = 6_000_000


LIMITS = GroundingLimits()
# Up to this size relations are worked out as a whole, which is simpler; beyond it only where somebody asks.
WHOLE = GroundingLimits(10_000_000, 250_000, 4_000_000)


@dataclass(frozen=True, slots=True)
class Ungrounded:
    """Why a game has no net; `rule` is where it happened, if one rule is to blame."""

    reason: str
    rule: Rule | None = None


Body = tuple[tuple[int, ...], tuple[int, ...]]
Join = Callable[[Sequence[Row], Callable[[Row], None]], None]


@dataclass(slots=True)
class GroundProgram:
    """`rules[a]` are the ways in which atom a can be derived: the atoms that must hold and those that must not.

    Atoms are numbered; `relation` and `arguments` give one back. Atoms in `certain` hold in every state. `roles`,
    `facts` and `moves` (by role) are in a fixed order; `init` are the facts of the first state."""

    roles: tuple[Compound, ...]
    terms: Terms
    relations: dict[Predicate, Relation]
    owners: list[str]
    rows: list[Row]
    rules: dict[int, list[Body]]
    certain: set[int]
    literal_count: int = 0

    def atom(self, number: int) -> Compound:
        return Compound(self.owners[number], tuple(self.terms.term(part) for part in self.rows[number]))

    def number(self, relation: str, *arguments: int) -> int | None:
        found = self.relations.get((relation, len(arguments)))
        return None if found is None else found.atoms.get(arguments)

    def members(self, relation: Predicate) -> dict[Row, int]:
        """The rows of a relation with the numbers of their atoms, in order of discovery."""
        found = self.relations.get(relation)
        return {} if found is None else found.atoms

    def needs(self, number: int) -> list[int]:
        """The atoms that the rules for an atom mention."""
        return [atom for body in self.rules.get(number, ()) for part in body for atom in part]

    @property
    def facts(self) -> tuple[int, ...]:
        """The terms that can be true facts."""
        return tuple(row[0] for row in self.members(TRUE))

    @property
    def init(self) -> frozenset[int]:
        return frozenset(row[0] for row in self.members(("init", 1)))

    def moves(self, role: Compound) -> tuple[int, ...]:
        """The terms a role can play."""
        number = self.terms.find(role)
        return tuple(row[1] for row in self.members(DOES) if row[0] == number)


def ground(
    sheet: RuleSheet, limits: GroundingLimits = LIMITS, whole: GroundingLimits = WHOLE
) -> GroundProgram | Ungrounded:
    """All that can happen in a game, or why that is too much. What has more than `whole` is worked out only as far as
    somebody asks."""
    rules = split(prepare(sheet))
    if any(isinstance(part, Literal) and part.atom.name == KNOWS for rule in rules for part in rule.body):
        return Ungrounded("what somebody knows depends on all that may have happened, not on the state alone")
    strata = stratify(rules, LINKS)
    found = Grounding(sheet.roles, rules, strata, _least(limits, whole)).run()
    if isinstance(found, GroundProgram):
        return found
    # Imported here: most games need no more than this.
    from parlour.logic.grounding.asked import ground_asked

    asked = ground_asked(sheet, limits)
    if isinstance(asked, GroundProgram):
        return asked
    # Guards take room as well; a few games ask for nearly everything.
    last = Grounding(sheet.roles, rules, strata, limits).run()
    return last if isinstance(last, GroundProgram) else asked


def _least(one: GroundingLimits, other: GroundingLimits) -> GroundingLimits:
    return GroundingLimits(min(one.work, other.work), min(one.atoms, other.atoms), min(one.literals, other.literals))


class Grounding:
    """Every relation as a whole."""

    def __init__(
        self, roles: tuple[Compound, ...], rules: Sequence[Rule], strata: Strata, limits: GroundingLimits
    ) -> None:
        self.limits = limits
        self.strata = strata
        self.terms = Terms()
        self.meter = Meter(limits.work)
        self.joiner = Joiner(self.terms, self.meter, self.strata.undecided)
        self.own_rules = list(rules)
        self.current: Rule | None = None
        self.guarded: frozenset[Predicate] = frozenset()
        self.joins: dict[tuple[Rule, Literal], Join] = {}
        self.most_atoms = limits.atoms
        self.program = GroundProgram(roles, self.terms, self.joiner.relations, [], [], {}, set())

    def run(self) -> GroundProgram | Ungrounded:
        try:
            self.close_all()
            for rule in self.own_rules:
                self.current = rule
                if predicate(rule.head) in self.strata.undecided:
                    self.emit(rule)
        except TooMuchWork:
            return Ungrounded(f"its rules have more than {self.limits.work:,} combinations to try", self.current)
        except TooMany as problem:
            return Ungrounded(problem.reason, self.current)
        except TermsTooDeep as problem:
            return Ungrounded(f"its terms grow without end around `{problem.name}`", self.current)
        for name, relation in self.joiner.relations.items():
            if name not in self.strata.undecided:
                self.program.certain.update(relation.atoms.values())
        return self.program

    # ---------------------------------------------------------------------------------------------- closure

    def close_all(self) -> None:
        for layer in self.strata.layers:
            self.close(layer)

    def close(self, rules: Sequence[Rule]) -> None:
        """The least set of rows closed under the rules of one layer: new rows are joined with all that is there."""
        heads = {predicate(rule.head) for rule in rules}
        starts: dict[Predicate, list[tuple[Rule, Literal]]] = {}
        for rule in rules:
            recursive = [part for part in rule.body if isinstance(part, Literal) and self.grows(part, heads)]
            for literal in recursive:
                starts.setdefault(predicate(literal.atom), []).append((rule, literal))
            if not rule.body:
                self.adder(predicate(rule.head))(self.row(rule.head))
            elif not recursive:
                self.current = rule
                self.joiner.closing(rule, None, self.order(rule, None))((), self.adder(predicate(rule.head)))
        ranks = self.strata.ranks
        while True:
            waiting = [name for name in heads if self.joiner.relation(name).waiting]
            if not waiting:
                return
            # What is nearest to the sources first, so that what follows from it comes in few large batches.
            relation = self.joiner.relation(min(waiting, key=lambda name: (ranks[name], name)))
            rows, relation.waiting = relation.waiting, []
            relation.file(rows)
            for start in starts.get(relation.name, ()):
                rule, literal = start
                self.current = rule
                self.join_for(rule, literal)(rows, self.adder(predicate(rule.head)))

    def join_for(self, rule: Rule, first: Literal) -> Join:
        found = self.joins.get((rule, first))
        if found is None:
            found = self.joins[rule, first] = self.joiner.closing(rule, first, self.order(rule, first))
        return found

    def grows(self, literal: Literal, heads: set[Predicate]) -> bool:
        return literal.is_positive and predicate(literal.atom) in heads

    def order(self, rule: Rule, first: Literal | None) -> list[Condition]:
        parts = [part for part in rule.body if part is not first and not self.is_open_negation(part)]
        sizes = {name: len(relation.atoms) for name, relation in self.joiner.relations.items()}
        return join_order(parts, first, sizes)

    def is_open_negation(self, part: Condition) -> bool:
        return isinstance(part, Literal) and not part.is_positive and predicate(part.atom) in self.strata.undecided

    def row(self, fact: Compound) -> Row:
        return tuple(map(self.terms.number, fact.arguments))

    def adder(self, name: Predicate) -> Callable[[Row], None]:
        """Takes rows into a relation; new ones wait there for their turn."""
        relation = self.joiner.relation(name)
        atoms, waiting = relation.atoms, relation.waiting
        owners, rows, most = self.program.owners, self.program.rows, self.most_atoms

        def add(row: Row) -> None:
            if row not in atoms:
                atoms[row] = len(rows)
                owners.append(name[0])
                rows.append(row)
                waiting.append(row)
                if len(rows) > most:
                    raise TooMany(f"it has more than {most:,} atoms")

        return add

    # --------------------------------------------------------------------------------------------- instances

    def emit(self, rule: Rule) -> None:
        program = self.program
        heads = self.joiner.relation(predicate(rule.head)).atoms
        rules, certain, most = program.rules, program.certain, self.limits.literals

        def instance(row: Row, positive: tuple[int, ...], negative: tuple[int | None, ...]) -> None:
            never = tuple(number for number in negative if number is not None)
            if not positive and not never:
                certain.add(heads[row])
                return
            rules.setdefault(heads[row], []).append((positive, never))
            program.literal_count += 1 + len(positive) + len(never)
            if program.literal_count > most:
                raise TooMany(f"the instances of its rules have more than {most:,} literals")

        if not rule.body:
            instance(self.row(rule.head), (), ())
            return
        if Literal(rule.head) in rule.body:
            return  # It says nothing.
        sizes = {name: len(relation.atoms) for name, relation in self.joiner.relations.items()}
        body: list[Condition] = list(rule.body)
        only = None
        if predicate(rule.head) in self.guarded:
            # Instances for other heads would lack what nobody has asked for.
            only = Literal(rule.head)
            body.append(only)
        self.joiner.emitting(rule, join_order(body, None, sizes), only)((), instance)


class TooMany(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def describe(program: GroundProgram, numbers: Iterable[int]) -> str:
    """Atoms as a person would list them: a few, of the rule sheet's own relations."""
    own = [number for number in numbers if not is_made(program.owners[number])]
    return ", ".join(str(program.atom(number)) for number in own[:4])
