"""Relations that need each other, worked out together from the bottom up.

Every round looks only at what the round before has found (semi-naive evaluation). Where the relations need each other
through a negation, the rule sheet is still valid as long as no *atom* does: then two bounds close in on the answer (the
alternating fixpoint of Van Gelder). What surely holds is worked out against what can possibly hold, and the other way
round, until both are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from parlour.engines.rules.budget import spend
from parlour.engines.rules.joins import solve
from parlour.engines.rules.tables import Columns, Row, build, extend
from parlour.engines.rules.text import BEGINNING, Join, spending
from parlour.logic.dependencies import Predicate, predicate, written
from parlour.logic.evaluation.text import row_of
from parlour.logic.rules import Literal, Rule

if TYPE_CHECKING:
    from parlour.engines.rules.relations import Relations

Tables = dict[Predicate, set[Row]]


class NotStratified(Exception):
    """In this state an atom would hold only if it did not."""

    def __init__(self, relation: Predicate, row: Row) -> None:
        self.relation = relation
        self.row = row
        super().__init__(f"an atom of {written(relation)} holds only if it does not")


class Fixpoint:
    """The text and the loop for one group of relations."""

    def __init__(self, relations: Relations, part: Sequence[Predicate]) -> None:
        self.relations = relations
        self.members = tuple(part)
        self.is_alternating = relations.dependencies.has_inner_negation(part)
        self._indexes: list[tuple[Predicate, Columns, Columns, bool]] = []
        # For each rule: the relation of the new rows it starts from (None: it needs none), what it defines, its name.
        self._steps: list[tuple[Predicate | None, Predicate, str]] = []
        for relation in part:
            for rule in relations.rules_of(relation):
                self._write(rule)
        relations.flush()
        functions = relations.namespace
        self.steps: list[tuple[Predicate | None, Predicate, Callable[..., Any]]] = [
            (start, head, functions[name]) for start, head, name in self._steps
        ]

    def index(self, relation: Predicate, bound: Columns, wanted: Columns, *, is_negated: bool) -> int:
        """The number of an index over the rows found so far; for a negation, over the other bound."""
        asked = (relation, bound, wanted, is_negated)
        if asked not in self._indexes:
            self._indexes.append(asked)
        return self._indexes.index(asked)

    def _write(self, rule: Rule) -> None:
        inner = [
            place
            for place, item in enumerate(rule.body)
            if isinstance(item, Literal) and item.is_positive and predicate(item.atom) in self.members
        ]
        if not inner:
            self._write_step(rule, None)
        for place in inner:
            self._write_step(rule, place)

    def _write_step(self, rule: Rule, start: int | None) -> None:
        title = self.relations.title(rule)
        join = Join(self.relations, [], 2 if start is None else 1, title, self)
        join.keeps = predicate(rule.head) not in self.relations.static
        name = join.name("f")
        body = list(rule.body)
        first = None
        if start is None:
            join.lines.append("    for _ in O:")
        else:
            literal = body.pop(start)
            assert isinstance(literal, Literal)
            first = predicate(literal.atom)
            join.match_rows(literal.atom.arguments, "rows")
        head = rule.head

        def found() -> None:
            join.line(f"add({row_of(list(map(join.value, head.arguments)))})")

        solve(join, body, head.arguments, found)
        head_line = f"def {name}(C, X, rows, add):"
        self.relations.add_text([head_line, *BEGINNING, *join.lines, spending(title)])
        self._steps.append((first, predicate(head), name))

    # ------------------------------------------------------------------------------------------------ at work

    def run(self, context: list[Any]) -> Tables:
        """All rows of the relations in a state."""
        if not self.is_alternating:
            return self._least(context, {})
        nothing: Tables = {relation: set() for relation in self.members}
        surely, possibly = nothing, self._least(context, nothing)
        while True:
            higher = self._least(context, possibly)
            if higher == possibly:
                return higher
            lower = self._least(context, higher)
            if higher == surely and lower == possibly:
                for relation in self.members:
                    for row in lower[relation] - higher[relation]:
                        raise NotStratified(relation, row)
            surely, possibly = higher, lower

    def _least(self, context: list[Any], against: Tables) -> Tables:
        """The least fixpoint, with negations inside the group judged by `against`."""
        full: Tables = {relation: set() for relation in self.members}
        views = [
            build(against[relation] if is_negated else (), bound, wanted)
            for relation, bound, wanted, is_negated in self._indexes
        ]
        # `build` of no rows gives the right shape for all but a look-up by key, which needs a dict to grow in.
        for number, (_, bound, wanted, is_negated) in enumerate(self._indexes):
            if not is_negated and bound and wanted:
                views[number] = {}
        fresh: Tables = {relation: set(self.relations.facts_of(relation)) for relation in self.members}
        for start, head, step in self.steps:
            if start is None:
                step(context, views, (), fresh[head].add)
        while True:
            fresh = {relation: rows - full[relation] for relation, rows in fresh.items()}
            if not any(fresh.values()):
                return full
            largest = max(fresh, key=lambda relation: len(fresh[relation]))
            spend(context[3], sum(map(len, fresh.values())), self.relations.blamed(largest))
            for relation, rows in fresh.items():
                full[relation] |= rows
            for number, (relation, bound, wanted, is_negated) in enumerate(self._indexes):
                if not is_negated and fresh[relation]:
                    extend(views[number], fresh[relation], bound, wanted)
            following: Tables = {relation: set() for relation in self.members}
            for start, head, step in self.steps:
                if start is not None and fresh[start]:
                    step(context, views, fresh[start], following[head].add)
            fresh = following
