"""From a Python exception to the chain of calls that led to it (see `engines/core/blame.py`).

Compiled code carries the number of a place as its line number, so the traceback is the chain of calls; a function that
made a tail call is gone, as if it had never waited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType

from parlour.core.nodes import Program
from parlour.core.passes.suspension import Plan
from parlour.engines.core.blame import Place, Where, where
from parlour.engines.core.run import Frame
from parlour.engines.python.compiled import FILE


def chain_of(
    failure: BaseException, program: Program, plan: Plan, places: Sequence[Place], stack: Sequence[Frame]
) -> Sequence[Where]:
    """The functions that were running or waiting, innermost first. `stack` are the frames that wait below the one that
    failed."""
    running = [where(program, place) for place in _running(failure.__traceback__, places)]
    running.reverse()
    for frame in reversed(stack):
        function = program.functions[frame[0]]
        stmt = plan.sites[function.name][frame[1] - 1].stmt
        running.append(Where(function, stmt.span))
    return running


def _running(trace: TracebackType | None, places: Sequence[Place]) -> Iterator[Place]:
    """Where the compiled functions of a traceback are, outermost first, those that made tail calls left out."""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE and trace.tb_lineno < len(places):
            place = places[trace.tb_lineno]
            if not place.is_tail or _is_innermost(trace):
                yield place
        trace = trace.tb_next


def _is_innermost(trace: TracebackType) -> bool:
    """No compiled function is called from here: the failure is in this one, before it gave up its frame."""
    inner = trace.tb_next
    while inner is not None:
        if inner.tb_frame.f_code.co_filename == FILE:
            return False
        inner = inner.tb_next
    return True
