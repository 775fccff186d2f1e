"""From a failed run to what went wrong and where: exactly what the Python engine says, word for word.

Compiled code leaves the number of an error with two words about it, and the places it passed on its way out, innermost
first. The words are put together by the very functions that the Python engine fails with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from parlour.core.nodes import Program
from parlour.core.types import INT, ListType
from parlour.engines.core import failures as say
from parlour.engines.core.blame import Where, where
from parlour.engines.core.failures import ChanceNeeded, GameFailure
from parlour.engines.native.host.arena import Arena
from parlour.engines.native.host.decode import Reader, real_of
from parlour.engines.native.host.encode import LISTS_OF_INTS
from parlour.engines.native.layout import Error, Host

if TYPE_CHECKING:
    from parlour.engines.native.host.loading import Machine


# The codes of errors, for those who count them without asking for the words; what a program raises has its own.
CODES = {
    Error.OVERFLOW: "overflow",
    Error.ZERO: "zero",
    Error.INDEX: "index",
    Error.UNSET: "unset",
    Error.MISSING: "none",
    Error.TYPE: "type",
    Error.STEPS: "steps",
    Error.DEPTH: "depth",
    Error.MEMORY: "memory",
    Error.EMPTY: "empty",
    Error.KEY: "key",
    Error.TOLD: "told",
    Error.CELLS: "range",
    Error.WHOLE: "range",
    Error.CHARACTER: "range",
    Error.LENGTH: "range",
    Error.DRAW: "range",
    Error.WEIGHTS: "range",
    Error.RANKING: "range",
}


class Cancelled(Exception):
    """The run was stopped from outside."""


def failure(arena: Arena, reader: Reader, texts: list[str]) -> GameFailure:
    """What a failed run in this arena would have raised in the Python engine. Raises what is not the program's fault:
    `ChanceNeeded`, `ValueError` for a given outcome that cannot be, `Cancelled`."""
    error = Error(arena.get(Host.ERROR))
    a, b = arena.get(Host.ERROR_A), arena.get(Host.ERROR_B)

    def ints(offset: int) -> Any:
        return reader.value(ListType(INT), iter((offset,)))

    def of_any() -> Any:
        value = reader.any(b)
        reader.fill()
        return value

    match error:
        case Error.CHANCE_NEEDED:
            raise ChanceNeeded(a, tuple(ints(b)) if b else None)
        case Error.NO_OUTCOME:
            say.fail_forced(a, b)
        case Error.CANCELLED:
            raise Cancelled
    words: dict[Error, Callable[[], object]] = {
        Error.OVERFLOW: say.fail_overflow,
        Error.ZERO: say.fail_zero,
        Error.INDEX: lambda: say.fail_index(a, b),
        Error.UNSET: lambda: say.fail_unset(texts[a]),
        Error.MISSING: say.fail_none,
        Error.TYPE: lambda: say.fail_type(texts[a], of_any()),
        Error.RAISED: lambda: say.fail_raise(texts[a], reader.text(b)),
        Error.STEPS: say.fail_steps,
        Error.DEPTH: say.fail_depth,
        Error.MEMORY: say.fail_memory,
        Error.EMPTY: say.fail_empty,
        Error.KEY: say.fail_key,
        Error.TOLD: say.fail_told,
        Error.CELLS: lambda: say.fail_cells(a, b),
        Error.WHOLE: lambda: say.fail_whole(real_of(a)),
        Error.CHARACTER: lambda: say.fail_character(a),
        Error.LENGTH: lambda: say.fail_length(a),
        Error.DRAW: lambda: say.fail_draw(a),
        Error.WEIGHTS: lambda: say.fail_weights(ints(a)),
        Error.RANKING: lambda: say.fail_ranking(reader.value(LISTS_OF_INTS, iter((a,)))),
    }
    try:
        words[error]()
    except GameFailure as found:
        found.__traceback__ = None
        return found
    raise AssertionError(f"error {error!r} says nothing")


def trace(arena: Arena, program: Program, machine: Machine) -> list[Where]:
    """Where the run was when it failed, innermost first. A function that made a tail call is gone, unless it failed
    itself before it had given up its frame."""
    count = min(arena.get(Host.TRACE_COUNT), arena.get(Host.TRACE_ROOM))
    numbers = arena.trace.bytes[: 4 * count].cast("I")
    places = [machine.directory.places[number] for number in numbers]
    return [where(program, place) for depth, place in enumerate(places) if depth == 0 or not place.is_tail]
