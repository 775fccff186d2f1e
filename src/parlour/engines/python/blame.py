"""From a Python exception to a game error: the author's line, and the chain of calls that led there.

Compiled code carries the number of a place as its line number, so the traceback is the chain. Lines of routines and of
functions without a label are passed over; a function that made a tail call is gone, as if it had never waited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import cast

from parlour.core.nodes import Program
from parlour.core.passes.suspension import Plan
from parlour.engines.python.compiled import FILE, Place
from parlour.engines.python.run import Frame, GameFailure
from parlour.game.error import CallSite, ErrorKind, GameError
from parlour.syntax.source import Span

# Longer chains are cut in the middle: a runaway recursion would fill the screen.
LONGEST_CHAIN = 20


def game_error(
    failure: BaseException,
    program: Program,
    plan: Plan,
    places: Sequence[Place],
    stack: Sequence[Frame],
    question: int | None,
) -> GameError:
    """What went wrong, for people. `stack` are the frames that wait below the one that failed."""
    running = [where(program, place) for place in _running(failure.__traceback__, places)]
    running.reverse()
    for frame in reversed(stack):
        function = program.functions[frame[0]]
        stmt = plan.sites[function.name][frame[1] - 1].stmt
        running.append(Where(function.label, stmt.span, function.is_routine))
    return error_at(failure, running, question)


@dataclass(frozen=True, slots=True)
class Where:
    """A function of the chain, by the name its author knows it by, and the line it had reached."""

    label: str | None
    span: Span | None
    is_routine: bool


def where(program: Program, place: Place) -> Where:
    function = program.functions[place.function]
    return Where(function.label, place.span, function.is_routine)


def error_at(failure: BaseException, chain: Sequence[Where], question: int | None) -> GameError:
    """What went wrong, for people; `chain` are the functions that were running or waiting, innermost first."""
    code, kind, message = _what(failure)
    span: Span | None = None
    calls: list[CallSite] = []
    for one in chain:
        if one.is_routine:
            continue
        if span is None:
            span = one.span
        if one.label is not None:
            calls.append(CallSite(one.label, one.span))
    if len(calls) > LONGEST_CHAIN:
        half = LONGEST_CHAIN // 2
        left_out = len(calls) - 2 * half
        calls = [*calls[:half], CallSite(f"… {left_out} more calls …", None, left_out), *calls[-half:]]
    return GameError(kind, code, message, span, tuple(calls), question)


def _what(failure: BaseException) -> tuple[str, ErrorKind, str]:
    if isinstance(failure, GameFailure):
        return failure.code, cast(ErrorKind, failure.kind), str(failure)
    if isinstance(failure, RecursionError):
        return "depth", "budget", "Stopped: functions call each other too deep"
    return "memory", "budget", "Stopped: the program uses too much memory"


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
