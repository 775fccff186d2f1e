"""Whether a net is right, as far as a short walk beside the rules can tell. Found out once, and kept with the code.

A net is the work of many passes over the rules; a mistake in one of them would be played very fast and never told. So
whoever builds one compares some states of random games with what the rules say of them. That takes a tenth of the time
that building took. The engine `rules` needs longer than that to get ready for a small game; for a few games on a small
net there is a *glance*, which asks the rules as they are written (`engines/logic/literal.py`). Whoever plays more, so
that machine code is wanted, waits for the walk beside `rules`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import TYPE_CHECKING

from parlour.engines.logic.machine import GameTrouble
from parlour.engines.net.plan import Plan
from parlour.engines.objects import keep, key_of, load
from parlour.engines.rules.budget import OutOfBudget
from parlour.logic.rules import RuleSheet

if TYPE_CHECKING:
    from parlour.engines.net.walk import Witness

# Of the time that it took to build a net, so much is spent on comparing it, but some states are looked at in any case.
SHARE = 0.1
LEAST_STATES = 8
LEAST_GLANCED = 2
# What builds faster than this has its share used up before `rules` are ready. To load what runs machine code takes as
# long, so a net that wants some is walked through as if it had taken that time to build.
SMALL_S = 0.25


def difference_from_rules(plan: Plan, sheet: RuleSheet, machine: Callable[[], Witness], built_s: float) -> str:
    """What a net says otherwise than the rules do; empty where nothing was found. `machine` makes what plays by the
    rules; it is not asked where the answer is on disk already. `built_s` is the CPU time that the net has taken."""
    return _difference(_key("verdict", plan, sheet), plan, machine, LEAST_STATES, max(built_s, SMALL_S))


def difference_at_a_glance(plan: Plan, sheet: RuleSheet, machine: Callable[[], Witness], built_s: float) -> str:
    """The same, good enough for a few games on a small net."""
    if built_s >= SMALL_S or load(_key("verdict", plan, sheet)) is not None:
        return difference_from_rules(plan, sheet, machine, built_s)

    def literal() -> Witness:
        from parlour.engines.logic.literal import LiteralMachine

        return LiteralMachine(sheet)

    return _difference(_key("glance", plan, sheet), plan, literal, LEAST_GLANCED, built_s)


def _key(kind: str, plan: Plan, sheet: RuleSheet) -> str:
    return key_of(kind, plan.digest(), bytes(plan.net.init), *map(str, sheet.rules))


def _difference(key: str, plan: Plan, machine: Callable[[], Witness], least: int, built_s: float) -> str:
    """As found in a walk of so many states at least, as many games at a time as can make a step in it."""
    kept = load(key)
    if kept is not None:
        return kept.decode()
    from parlour.engines.net.walk import Walk  # Most nets have their verdict already.

    try:
        walk = Walk(plan, machine(), seed=0, lanes=least // 2)
        end = thread_time() + built_s * SHARE
        found = walk.difference(lambda: walk.states < least or thread_time() < end)
    except (GameTrouble, OutOfBudget):
        found = None  # The rules fail in the first state or before it: there is nothing to compare.
    said = "" if found is None else str(found)
    keep(key, said.encode())
    return said
