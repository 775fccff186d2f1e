"""What a look-up costs: how many rows to expect, and which condition of a join is best looked up next.

Relations of a state are worked out on demand, so their sizes are not known when a join is planned; estimates by the
kind of call stand for them (`logic/evaluation/order.py` plans where sizes are known).
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.engines.rules.conditions import Outputs, variables_of
from parlour.engines.rules.lookups import is_test, needed_beyond, split
from parlour.engines.rules.text import Join
from parlour.logic.dependencies import DOES, KNOWS, TRUE, predicate
from parlour.logic.rules import Compound, Condition, Distinct, Literal, Variable, variables

# In a join of more conditions than this the first is chosen like all others.
MOST_WEIGHED = 4
# In a join of more conditions than this they are not weighed against each other at all: that takes the cube of their
# number, and such a rule was written by a program.
MOST_COMPARED = 60
# With so many rows to expect, the rest of a join goes into a function that remembers.
WORTH_REMEMBERING = 100.0


def best_of(join: Join, left: Sequence[Condition], outputs: Outputs) -> Literal:
    """The condition to look up next: the one with the fewest rows. The first of all decides which indexes have to
    be built in every state, so there the whole of the join is weighed."""
    if len(left) > MOST_COMPARED:
        best = min(left, key=lambda item: _unknowns(join, item))
    elif join.env or join.loops or len(left) > MOST_WEIGHED:
        best = min(left, key=lambda item: _cost(join, item, left, outputs))
    else:
        best = min(left, key=lambda item: _whole_cost(join, item, left, outputs))
    assert isinstance(best, Literal)
    return best


def _unknowns(join: Join, item: Condition) -> tuple[bool, int]:
    """How many variables a condition would give values; what cannot be looked up yet comes last."""
    is_loop = isinstance(item, Literal) and item.is_positive and item.atom.name != KNOWS
    return not is_loop, len([variable for variable in variables_of(item) if variable not in join.env])


def _cost(join: Join, item: Condition, left: Sequence[Condition], outputs: Outputs) -> float:
    """How many rows to expect; what cannot be looked up yet comes last."""
    if isinstance(item, Distinct) or not item.is_positive or item.atom.name == KNOWS:
        return float("inf")
    relation = predicate(item.atom)
    others = [other for other in left if other is not item]
    terms, bound, wanted = split(join, item.atom, needed_beyond(join, item, others, outputs))
    if relation == DOES:
        return 0.9 if join.is_known(item.atom.arguments[0]) else 2.1
    if relation == TRUE:
        fact = item.atom.arguments[0]
        if isinstance(fact, Variable):
            return 1000.0
        return join.relations.expected_facts(fact, bound) if wanted else 0.5
    if not wanted:
        return 0.6
    if join.local is not None and relation in join.local.members:
        return float(40.0 ** (len(wanted) / len(terms)))
    if join.relations.is_single(relation, bound, wanted):
        return 0.8
    return join.relations.expected_rows(relation, bound)


def _whole_cost(join: Join, first: Condition, left: Sequence[Condition], outputs: Outputs) -> float:
    """What a join costs that begins with this condition: the rows it looks at and those of the indexes it needs."""
    probe = Join(join.relations, [], 0, join.title, join.local)
    waiting = list(left)
    item = first
    rows, total = 1.0, 0.0
    while True:
        cost = _cost(probe, item, waiting, outputs)
        if cost == float("inf"):
            return cost if item is first else total
        rows *= cost
        total += rows + _building_cost(probe, item)
        probe.env.update(dict.fromkeys(variables_of(item), "v"))
        waiting.remove(item)
        waiting = [other for other in waiting if not is_test(probe, other)]
        if not waiting:
            return total
        item = min(waiting, key=lambda item: _cost(probe, item, waiting, outputs))


def _building_cost(join: Join, item: Condition) -> float:
    """How many rows an index has that is built in every state and only for look-ups of this kind."""
    assert isinstance(item, Literal)
    fact = item.atom.arguments[0] if item.atom.arguments else None
    if predicate(item.atom) != TRUE:
        alias = join.relations.alias(predicate(item.atom))
        fact = None if alias is None else alias.fact
    columns = split(join, item.atom, variables_of(item))
    return join.relations.expected_facts(fact, ()) if isinstance(fact, Compound) and all(columns) else 0.0


def cost_of_test(join: Join, item: Condition) -> float:
    if isinstance(item, Distinct):
        return 0.0
    relation = predicate(item.atom)
    return 1.0 if relation in (TRUE, DOES) or join.relations.is_table(relation) else 5.0


def adds_no_rows(join: Join, item: Condition, known: set[Variable]) -> bool:
    if variables_of(item) <= known:
        return True
    if isinstance(item, Distinct) or not item.is_positive:
        return False
    columns = [known.issuperset(variables(term)) for term in item.atom.arguments]
    bound = tuple(place for place, is_known in enumerate(columns) if is_known)
    wanted = tuple(place for place, is_known in enumerate(columns) if not is_known)
    return join.relations.is_single(predicate(item.atom), bound, wanted)


def needs_no_loop(join: Join, group: Sequence[Condition]) -> bool:
    """Whether each of these conditions finds one row at most, once those before it have."""
    known = set(join.env)
    waiting = list(group)
    while waiting:
        ready = [item for item in waiting if adds_no_rows(join, item, known)]
        if not ready:
            return False
        known.update(*map(variables_of, ready))
        waiting = [item for item in waiting if item not in ready]
    return True


def is_worth_remembering(join: Join, left: Sequence[Condition]) -> bool:
    """Whether the rest of a join forgets something and is long: the same rest then comes again and again, and a
    function that remembers its answers keeps the work from multiplying."""
    needed = set().union(*map(variables_of, left))
    if len(left) < 2 or all(variable in needed for variable in join.env):
        return False
    if len(left) > MOST_COMPARED:
        return True
    probe = Join(join.relations, [], 0, join.title, join.local)
    probe.env = dict(join.env)
    waiting = [item for item in left if isinstance(item, Literal) and item.is_positive and item.atom.name != KNOWS]
    rows = 1.0
    while waiting and rows < WORTH_REMEMBERING:
        costs = [_cost(probe, item, waiting, list(needed)) for item in waiting]
        rows *= max(min(costs), 1.0)
        best = waiting.pop(costs.index(min(costs)))
        probe.env.update(dict.fromkeys(variables_of(best), "v"))
    return rows >= WORTH_REMEMBERING
