"""In which order a rule's literals take their turns in a join: tests as soon as they can be made, then the narrowest.

Greedy join ordering by expected sizes, for whoever joins tables from the bottom up (grounding, statics): tables are
there or grow, so a whole order can be made from their sizes before a line is written.

Joins are written by one module, `text.py`, but planned in two, because engine `rules` goes the other way, from the
question to the facts. There a relation is often a function that works its rows out when it is called, so it has no size
to order by; and what is best next depends on what has been written so far: a part of the rule that gives nothing to its
head becomes a function that remembers its answers (tabling), which changes what the rest costs. So it chooses one
condition at a time while it writes (`engines/rules/joins.py`), by what a call of each kind costs
(`engines/rules/costs.py`). One planner for both would be this one with the other inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.rules import Condition, Literal, Variable, part_variables


def join_order(parts: Sequence[Condition], first: Literal | None, sizes: Mapping[Predicate, int]) -> list[Condition]:
    """The parts in a good order when the variables of `first` are known already.

    A part whose variables are all known is a test and comes at once. Of the others, the positive literal comes next
    that is expected to have the fewest rows: a relation of n rows with k variables, m of them known, about n^(1 -
    m/k)."""
    known: set[Variable] = set() if first is None else set(part_variables(first))
    left = list(parts)
    order: list[Condition] = []
    while left:
        tests = [part for part in left if part_variables(part).keys() <= known]
        if not tests:
            loops = [part for part in left if isinstance(part, Literal) and part.is_positive]
            if not loops:
                raise ValueError(f"nothing binds the variables of {left[0]}")
            tests = [min(loops, key=lambda part: _expected(part, known, sizes))]
        for part in tests:
            order.append(part)
            left.remove(part)
            if isinstance(part, Literal) and part.is_positive:
                known |= part_variables(part).keys()
    return order


def _expected(part: Literal, known: set[Variable], sizes: Mapping[Predicate, int]) -> tuple[bool, float]:
    """Literals that share a variable with what is known come before those that multiply with all of it."""
    variables = part_variables(part)
    bound = sum(1 for variable in variables if variable in known)
    share = 1 - bound / len(variables)
    return bool(known) and not bound, sizes.get(predicate(part.atom), 0) ** share
