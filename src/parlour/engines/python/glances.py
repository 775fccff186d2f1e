"""What an answer comes to where that is seen at a glance: it ends the move, leads back to its question, or fails.

Most answers that are tried are of this kind, and most of what trying costs goes into a position that is looked at once
(`engines/core/probing.py`). Here the program runs on in a bare copy of the run, and states are compared as they are.
Whatever is not so simple (chance, a question that continues this one, a group) is left to a whole position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.engines.core.failures import GameFailure, code_of
from parlour.engines.core.limits import BUDGETS
from parlour.engines.core.probing import PROBING_SEED, Glance, Verdict
from parlour.engines.core.run import Run
from parlour.engines.python.driver import deep_calls

if TYPE_CHECKING:
    from parlour.engines.python.position import PythonPosition

# Where the chance of all that is tried out begins: worked out once, because most copies are made for that.
PROBING = derive(PROBING_SEED, 0)


def glances(position: PythonPosition) -> Callable[[Plain], Glance | None] | None:
    """What says of an answer to the open question what it comes to, or None where it takes a longer look; nothing where
    all answers do."""
    run, engine, stmt = position.run, position.engine, position.site.stmt
    assert isinstance(stmt, nodes.Ask)
    is_simple = engine.all_plain and not (position.is_trial or position.chain or position.is_restarted)
    if not is_simple or stmt.group or run.journals or not _is_taken_as_it_is(stmt.question.domain):
        return None
    budget, drive, states = position.probing_budget, engine.bulk_code.driver.drive, engine.comparing

    def glance(value: Plain) -> Glance | None:
        trial = Run(list(run.globals), list(run.seats), Chance(PROBING))
        trial.stack, trial.events, trial.value = run.stack[:-1], None, value
        trial.outcome, trial.serial, trial.live, trial.room = run.outcome, run.serial, run.live, run.room
        trial.depth, trial.depth_limit = run.depth, run.depth_limit
        trial.refill(budget)
        try:
            with deep_calls(budget.depth):
                is_open = drive(trial, run.stack[-1])
        except (GameFailure, RecursionError, MemoryError) as failure:
            return Glance(Verdict.FAILING, trial.steps, is_stopped=code_of(failure) in BUDGETS)
        if not is_open:
            return Glance(Verdict.PROVED, trial.steps)
        if not states.continues(trial, run):
            return Glance(Verdict.PROVED, trial.steps)
        is_alike = trial.outcome is run.outcome and len(trial.seats) == len(run.seats) and trial.group is None
        if is_alike and trial.chance.state == PROBING and not trial.journals and states.equals(trial, run):
            return Glance(Verdict.SENT_BACK, trial.steps)
        return None

    return glance


def _is_taken_as_it_is(domain: nodes.Domain) -> bool:
    """An answer in this domain is the value that the program gets."""
    match domain:
        case nodes.Each(parts):
            return all(map(_is_taken_as_it_is, parts))
        case nodes.Options() | nodes.Either():
            return False
    return True
