"""What drivers want to know of a program: worked out when it is compiled, and kept with its code."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from parlour.core.flow.evidence import Evidence, evidence
from parlour.core.nodes import Program
from parlour.core.passes.effects import adds_seats, changes_between_questions
from parlour.core.passes.suspension import Plan, counted_calls
from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """`mutates`: between two questions a list, table or object may change that is older than the first of them.
    `names_seats`: seats appear while it runs. `is_deep`: its functions may call each other round in circles.
    `evidence`: what it does with its answers."""

    mutates: bool
    names_seats: bool
    is_deep: bool
    evidence: dict[tuple[str, int], tuple[Evidence, ...]]


def find_facts(program: Program, plan: Plan) -> Facts:
    return Facts(
        mutates=changes_between_questions(program, plan.effects, plan.asking),
        names_seats=adds_seats(program),
        is_deep=bool(counted_calls(program)),
        evidence=evidence(program),
    )


def packed(facts: Facts) -> dict[str, Any]:
    """As plain data, which `unpacked` makes facts of again."""
    return asdict(facts)


def unpacked(data: dict[str, Any]) -> Facts:
    found = {site: tuple(Evidence(**leaf) for leaf in leaves) for site, leaves in data["evidence"].items()}
    return Facts(**{**data, "evidence": found})
