"""Whether a net is right, as far as a short walk beside the rules can tell. Found out once, and kept with the code.

A net is the work of many passes over the rules; a mistake in one of them would be played very fast and never told. So
whoever builds one compares some states of random games with what the rules say of them.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from parlour.engines.logic.machine import GameTrouble, Machine
from parlour.engines.net.plan import Plan
from parlour.engines.objects import keep, key_of, load
from parlour.engines.rules.budget import OutOfBudget
from parlour.logic.rules import RuleSheet

# Of the time that it took to build a net, so much is spent on comparing it, but two steps are made in any case.
SHARE = 0.1
LEAST_STATES = 8


def difference_from_rules(plan: Plan, sheet: RuleSheet, machine: Callable[[], Machine], built_s: float) -> str:
    """What a net says otherwise than the rules do; empty where nothing was found. `machine` makes what plays by the
    rules; it is not asked where the answer is on disk already. `built_s` is the CPU time that the net has taken."""
    key = key_of("verdict", plan.digest(), bytes(plan.net.init), *map(str, sheet.rules))
    kept = load(key)
    if kept is not None:
        return kept.decode()
    from parlour.engines.net.walk import Walk  # Most nets have their verdict already.

    try:
        walk = Walk(plan, machine(), seed=0)
        end = thread_time() + built_s * SHARE
        found = walk.difference(lambda: walk.states < LEAST_STATES or thread_time() < end)
    except (GameTrouble, OutOfBudget):
        found = None  # The rules fail in the first state or before it: there is nothing to compare.
    said = "" if found is None else str(found)
    keep(key, said.encode())
    return said
