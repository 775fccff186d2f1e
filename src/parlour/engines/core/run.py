"""A run: everything that a match consists of while its program runs, apart from its log.

A frame is a tuple `(function, site, slot, …)`, site 0 being the beginning. A suspended match is a list of them beside
the globals: it can be copied, written down and as deep as memory allows. The Python engine works on a run, and it is
the form in which engines hand matches to each other and in which everybody looks at them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.core.chance import DRAWING, Chance
from parlour.engines.core import failures
from parlour.engines.core.failures import ChanceNeeded
from parlour.engines.core.values import Object
from parlour.game.outcome import Outcome
from parlour.game.position import TELLING, Budget, Drawn
from parlour.game.view import Told

Frame = tuple[Any, ...]

_HALF = 1 << 63


class Unwind(Exception):
    """`Abandon` and `Fail` on their way; a class of its own for each tag."""

    tag: str = ""


class Run:
    """See above. Compiled functions call its methods for their effects."""

    __slots__ = (
        "bulk",
        "chance",
        "depth",
        "depth_limit",
        "drawn",
        "events",
        "forced",
        "globals",
        "group",
        "journals",
        "live",
        "outcome",
        "room",
        "seats",
        "serial",
        "stack",
        "steps",
        "tail_args",
        "tail_function",
        "thrown",
        "told",
        "value",
    )

    def __init__(self, globals_: list[Any], seats: list[str], chance: Chance) -> None:
        self.globals = globals_
        self.seats = seats
        self.chance = chance
        self.stack: list[Frame] = []
        self.value: Any = None
        self.group: dict[int, Any] | None = None
        self.outcome: Outcome | None = None
        self.serial = 0
        # One journal for every open `Attempt`, innermost last: what containers and globals held at their first write.
        self.journals: list[dict[Any, tuple[Any, ...]]] = []
        self.thrown: type[Unwind] | None = None
        self.tail_function: Callable[[Run, Any], Any] | None = None
        self.tail_args: Any = None
        self.events: list[Told | Drawn] | None = []
        self.forced: list[int] | None = None
        self.drawn = 0
        self.bulk = False
        # Budgets count down; `room` is what memory is left of the limit.
        self.steps: int = 0
        self.depth: int = 0
        self.depth_limit: int = 0
        self.told: int = 0
        self.room: int = 0
        self.live: int = 0

    def work(self, amount: int) -> None:
        """Takes from the step budget for moving or comparing so many elements."""
        self.steps -= amount >> 4
        if self.steps < 0:
            failures.fail_steps()

    # ---------------------------------------------------------------------------------------------- effects

    def draw(self, n: int) -> int:
        self.work(DRAWING)
        if n < 1:
            failures.fail_draw(n)
        return self._draw(n, None)

    def draw_weighted(self, weights: list[int]) -> int:
        self.work(DRAWING + len(weights))
        if not weights or min(weights) < 0 or sum(weights) <= 0 or sum(weights) > 2**63 - 1:
            failures.fail_weights(weights)
        return self._draw(len(weights), tuple(weights))

    def _draw(self, n: int, weights: tuple[int, ...] | None) -> int:
        if self.forced is None:
            value = self.chance.below(n) if weights is None else self.chance.weighted(weights)
        else:
            if self.drawn == len(self.forced):
                raise ChanceNeeded(n, weights)
            value = self.forced[self.drawn]
            if not 0 <= value < n or (weights is not None and weights[value] == 0):
                failures.fail_forced(value, n)
            self.drawn += 1
        if self.events is not None:
            self.events.append(Drawn(n, value, weights))
        return value

    def tell(self, text: str, audience: list[int] | None, channel: str) -> None:
        if audience is not None:
            self.work(len(audience))
        self.told -= TELLING + len(text.encode("utf-8", "surrogatepass"))
        if self.told < 0:
            failures.fail_told()
        if self.events is not None:
            self.events.append(Told(text, None if audience is None else tuple(audience), channel))

    def finish(self, ranking: list[list[int]] | None, scores: list[float] | None, reason: str) -> None:
        ranks = ranking or []
        self.work(len(ranks) + sum(map(len, ranks)) + len(scores or ()))
        seats = [seat for rank in ranks for seat in rank]
        if len(set(seats)) != len(seats) or not all(0 <= seat < len(self.seats) for seat in seats):
            failures.fail_ranking(ranks)
        self.outcome = Outcome(
            None if ranking is None else tuple(map(tuple, ranking)),
            len(self.seats),
            None if scores is None else tuple(scores),
            reason,
        )

    def count(self, number: int, amount: int) -> None:
        """Adds to the count that is the global of this number; 64 bits, wrapping around."""
        self.keep_global(number)
        self.globals[number] = (self.globals[number] + amount + _HALF) % (2 * _HALF) - _HALF

    def new_seat(self, name: str) -> int:
        self.seats.append(name)
        return len(self.seats) - 1

    # ---------------------------------------------------------------------------------------- undoing writes

    def keep(self, container: Any, number: int) -> None:
        """Called before a list, table or object is changed: an open `Attempt` or `Speculate` remembers how it was.
        `number` is that of the container's type, which a list cannot tell itself."""
        if self.journals and id(container) not in self.journals[-1]:
            if isinstance(container, Object):
                kept: Any = [getattr(container, f"s{n}") for n in range(type(container).width)]
            else:
                self.work(len(container))
                kept = container.copy()
            self.journals[-1][id(container)] = (container, kept, number)

    def keep_global(self, number: int) -> None:
        if self.journals and ("global", number) not in self.journals[-1]:
            self.journals[-1]["global", number] = (None, self.globals[number], number)

    def begin(self) -> None:
        self.journals.append({})

    def commit(self, count: int = 1) -> None:
        """Closes the innermost attempts, keeping what they wrote; an enclosing one still knows how things were."""
        for _ in range(count):
            inner = self.journals.pop()
            if self.journals:
                outer = self.journals[-1]
                for key, entry in inner.items():
                    outer.setdefault(key, entry)

    def rollback(self) -> None:
        """Closes the innermost attempt and puts everything back."""
        for container, kept, number in self.journals.pop().values():
            if container is None:
                self.globals[number] = kept
            elif isinstance(container, list):
                container[:] = kept
            elif isinstance(container, dict):
                container.clear()
                container.update(kept)
            else:
                for slot, value in enumerate(kept):
                    setattr(container, f"s{slot}", value)

    def speculate(self) -> tuple[Any, ...]:
        self.begin()
        events = None if self.events is None else len(self.events)
        state = self.chance.state
        return (self.room, events, self.told, state, self.drawn, self.serial, self.outcome, len(self.seats))

    def unspeculate(self, kept: tuple[Any, ...]) -> None:
        self.rollback()
        self.room, events, self.told, self.chance.state, self.drawn, self.serial, self.outcome, seats = kept
        if self.events is not None:
            del self.events[events:]
        del self.seats[seats:]

    # ----------------------------------------------------------------------------------------------- running

    def refill(self, budget: Budget) -> None:
        """Budgets as they are after an answer; memory goes on counting."""
        self.steps = budget.steps
        self.told = budget.told

    def allocated(self, budget: Budget) -> int:
        """Bytes allocated since the last walk over what is live."""
        return budget.memory - self.live - self.room
