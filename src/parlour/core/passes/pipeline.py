"""From the draft of a front end to the program that engines run: all passes, one after the other.

>>> [each.name for each in PASSES]
['order', 'places', 'unpeeling', 'constant_fields', 'sinking', 'uniqueness', 'tail_calls', 'guards']
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.nodes import Program
from parlour.core.passes.constant_fields import leave_out
from parlour.core.passes.guards import with_guards
from parlour.core.passes.order import in_order
from parlour.core.passes.places import with_places
from parlour.core.passes.sinking import sink
from parlour.core.passes.tail_calls import mark_tails
from parlour.core.passes.uniqueness import change_in_place
from parlour.core.passes.unpeeling import unpeel
from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Pass:
    """A change of a whole program that leaves what it means as it is; named after its module."""

    name: str
    run: Callable[[Program], Program]


PASSES = (
    Pass("order", in_order),
    Pass("places", with_places),
    Pass("unpeeling", unpeel),
    Pass("constant_fields", leave_out),
    Pass("sinking", sink),
    Pass("uniqueness", change_in_place),
    Pass("tail_calls", mark_tails),
    Pass("guards", with_guards),
)


def prepared(draft: Program, after: str | None = None) -> Program:
    """The program after all passes, or after the one of this name and those before it."""
    program = draft
    for each in PASSES:
        program = each.run(program)
        if each.name == after:
            return program
    return program
