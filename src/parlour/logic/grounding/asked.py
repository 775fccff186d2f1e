"""Grounding of games that are too large as a whole: only as far as somebody asks.

Facts that last become relations that never change (`lasting.py`); relations that play decides get guards (`demand.py`),
and so do those that never change but are large. Apart from `grounding.py`, because few games need it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.domains import infer
from parlour.logic.evaluation.joins import TooMuchWork
from parlour.logic.grounding.demand import demand
from parlour.logic.grounding.grounding import (
    LINKS,
    Grounding,
    GroundingLimits,
    GroundProgram,
    Join,
    TooMany,
    Ungrounded,
)
from parlour.logic.grounding.lasting import with_lasting
from parlour.logic.grounding.prepare import NEEDED, prepare
from parlour.logic.grounding.split import split
from parlour.logic.grounding.strata import Strata, stratify
from parlour.logic.rules import Compound, Literal, Rule, RuleSheet

# A relation that is decided before the game may take this part of all atoms and of all combinations to try.
LARGE_PART = 10
# What a game is played by is never asked for: it is wanted as a whole.
ROOTS = frozenset([*NEEDED, "true", "does"])


def ground_asked(sheet: RuleSheet, limits: GroundingLimits) -> GroundProgram | Ungrounded:
    rules = split(with_lasting(prepare(sheet)))
    return AskedGrounding(sheet.roles, rules, stratify(rules, LINKS), limits).run()


class AskedGrounding(Grounding):
    """Relations that play decides are worked out only where somebody asks (`demand.py`), and so are large ones that are
    decided before."""

    def __init__(
        self, roles: tuple[Compound, ...], rules: Sequence[Rule], strata: Strata, limits: GroundingLimits
    ) -> None:
        super().__init__(roles, rules, strata, limits)
        self.planned: dict[tuple[Rule, Literal], list[int]] = {}

    def close_all(self) -> None:
        late = self.close_small()
        self.most_atoms = self.limits.atoms
        known = {name: relation.atoms.keys() for name, relation in self.joiner.relations.items()}
        open_rules = [
            rule for rule in self.own_rules if (name := predicate(rule.head)) in self.strata.undecided or name in late
        ]
        heads = {predicate(rule.head) for rule in open_rules}
        found = demand(open_rules, {name for name in heads if name[0] not in ROOTS}, known, infer(self.own_rules))
        self.guarded = found.guarded
        self.strata = replace(self.strata, ranks=stratify(found.rules, LINKS).ranks)
        self.close([*found.rules, *LINKS])

    def close_small(self) -> set[Predicate]:
        """Works out the relations that are decided before the game, except large ones, which are given back."""
        late: set[Predicate] = set()
        room = self.meter.room
        program, relations = self.program, self.joiner.relations
        for layer in self.strata.layers:
            heads = {predicate(rule.head) for rule in layer}
            if not heads.isdisjoint(self.strata.undecided):
                continue
            if any(isinstance(part, Literal) and predicate(part.atom) in late for rule in layer for part in rule.body):
                late |= heads
                continue
            first = len(program.rows)
            self.most_atoms = first + self.limits.atoms // LARGE_PART
            self.meter.room = min(room, self.meter.used + room // LARGE_PART)
            try:
                self.close(layer)
            except (TooMany, TooMuchWork):
                late |= heads
                for name in heads:
                    relations.pop(name, None)
                del program.rows[first:], program.owners[first:]
        self.meter.room = room
        denied = [
            part
            for rule in self.own_rules
            for part in rule.body
            if isinstance(part, Literal) and not part.is_positive and predicate(part.atom) in late
        ]
        if denied:
            # What is not complete cannot be denied before the game; the net finds out that it never changes.
            self.joiner.undecided |= late
            self.strata = replace(self.strata, undecided=self.joiner.undecided)
        return late

    def join_for(self, rule: Rule, first: Literal) -> Join:
        """Planned anew when relations have become much larger."""
        relations = self.joiner.relations
        sizes = [
            len(found.atoms) if (found := relations.get(predicate(part.atom))) else 0
            for part in rule.body
            if isinstance(part, Literal)
        ]
        planned = self.planned.get((rule, first))
        if planned is None or any(size > 4 * before + 16 for size, before in zip(sizes, planned, strict=True)):
            self.planned[rule, first] = sizes
            self.joins.pop((rule, first), None)
        return super().join_for(rule, first)
