"""Which relations can be computed once and for all, in which order, and which only play decides.

A relation is *undecided* if it depends on the state or on moves, or takes part in a cycle through negation (such a
cycle may still be fine on ground atoms; the net finds out). All undecided relations form the last layer; the others
are layered so that whatever is negated is complete before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.dataclass import dataclass
from parlour.logic.dependencies import DOES, TRUE, Dependencies, Predicate, predicate
from parlour.logic.rules import Rule


@dataclass(frozen=True, slots=True)
class Strata:
    """`ranks` orders the relations from sources to results, with what carries one step to the next at the very end."""

    layers: tuple[tuple[Rule, ...], ...]
    undecided: frozenset[Predicate]
    ranks: Mapping[Predicate, int]


def stratify(rules: Sequence[Rule], links: Sequence[Rule]) -> Strata:
    """`links` are the rules that make `true` of `next` and `does` of `legal`."""
    within_a_step = Dependencies(rules)
    found = Dependencies([*rules, *links])
    tangled = [item for part in found.components if found.has_inner_negation(part) for item in part]
    undecided = frozenset(found.reaching(TRUE, DOES, *tangled))
    ranks = {item: rank for rank, part in enumerate(within_a_step.components) for item in part}
    ranks |= {TRUE: len(ranks), DOES: len(ranks)}
    layers: dict[int, list[Rule]] = {}
    for rule in [*rules, *links]:
        head = predicate(rule.head)
        last = len(found.components)
        layers.setdefault(last if head in undecided else found.component_of[head], []).append(rule)
    return Strata(tuple(tuple(layers[rank]) for rank in sorted(layers)), undecided, ranks)
