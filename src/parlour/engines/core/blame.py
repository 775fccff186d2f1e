"""From a failure to a game error: the author's line, and the chain of calls that led there.

Lines of routines and of functions without a label are passed over. Each engine finds its own way to the chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from parlour.core.nodes import Function, Program
from parlour.dataclass import dataclass
from parlour.engines.core.failures import GameFailure
from parlour.engines.core.runaway import endless_loop
from parlour.game.error import CallSite, ErrorKind, GameError
from parlour.syntax.source import Span

# Failures that say nothing about the place where they happen: something went on for too long.
RUNAWAY = frozenset({"steps", "told"})

# Longer chains are cut in the middle: a runaway recursion would fill the screen.
LONGEST_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line of compiled code comes from. `is_tail`: the function has given up its frame there."""

    function: int
    span: Span | None
    is_tail: bool


@dataclass(frozen=True, slots=True)
class Where:
    """A function of the chain, by the name its author knows it by, and the line it had reached."""

    function: Function
    span: Span | None

    @property
    def label(self) -> str | None:
        return self.function.label

    @property
    def is_routine(self) -> bool:
        return self.function.is_routine


def where(program: Program, place: Place) -> Where:
    return Where(program.functions[place.function], place.span)


def error_at(failure: BaseException, chain: Sequence[Where], question: int | None) -> GameError:
    """What went wrong, for people; `chain` are the functions that were running or waiting, innermost first."""
    code, kind, message = _what(failure)
    if code in RUNAWAY:
        chain = _from_the_loop(chain)
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


def _from_the_loop(chain: Sequence[Where]) -> Sequence[Where]:
    """The chain from the loop on that used everything up."""
    found = endless_loop([(one.function, one.span) for one in chain])
    if found is None:
        return chain
    number, loop = found
    return [Where(chain[number].function, loop), *chain[number + 1 :]]


def _what(failure: BaseException) -> tuple[str, ErrorKind, str]:
    if isinstance(failure, GameFailure):
        return failure.code, cast(ErrorKind, failure.kind), str(failure)
    if isinstance(failure, RecursionError):
        return "depth", "budget", "Stopped: functions call each other too deep"
    return "memory", "budget", "Stopped: the program uses too much memory"
