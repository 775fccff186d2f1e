"""Clocks of a table: how long every seat still has. Time comes in as an argument, in seconds of any steady clock.

A clock runs for every seat that is awaited, for several at once where several are asked::

    >>> clocks = Clocks(Clock(kind="fischer", seconds=60, increment=5))
    >>> clocks.await_seats({0}, now=100.0)
    >>> clocks.left(0, now=110.0), clocks.left(1, now=110.0)
    (50.0, 60.0)
    >>> clocks.await_seats({1}, now=110.0)
    >>> clocks.left(0, now=200.0), clocks.next_end()
    (55.0, (1, 170.0))
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from parlour.web.messages import Clock


class Clocks:
    """`Clock` says which kind. What is `saved` of an earlier run of the server goes on from there."""

    def __init__(self, clock: Clock, saved: Mapping[int, float] | None = None) -> None:
        self.clock = clock
        self._left: dict[int, float] = dict(saved or {})
        self._since: dict[int, float] = {}

    @property
    def is_used(self) -> bool:
        return self.clock.kind != "none"

    def await_seats(self, seats: Collection[int], now: float, moved: Collection[int] = ()) -> None:
        """From now on these seats are awaited, and no others. Who is no longer has moved; of those who still are,
        `moved` have, and are asked something new."""
        if not self.is_used:
            return
        for seat in [running for running in self._since if running not in seats or running in moved]:
            remaining = self.left(seat, now)
            del self._since[seat]
            is_bank = self.clock.kind == "fischer"
            self._left[seat] = remaining + self.clock.increment if is_bank else self.clock.seconds
        for seat in seats:
            self._since.setdefault(seat, now)

    def stop(self, now: float) -> None:
        """The match is over: what is left stays."""
        for seat in self._since:
            self._left[seat] = self._left.get(seat, self.clock.seconds) - (now - self._since[seat])
        self._since.clear()

    def refill(self, seat: int) -> None:
        """Somebody else has a seat whose time was up: as much time as at the beginning."""
        if self._left.get(seat, 1.0) <= 0:
            del self._left[seat]

    def left(self, seat: int, now: float) -> float:
        start = self._since.get(seat)
        return self._left.get(seat, self.clock.seconds) - (0.0 if start is None else now - start)

    def runs(self, seat: int) -> bool:
        return seat in self._since

    def next_end(self) -> tuple[int, float] | None:
        """Whose time is up first if nothing happens, and when; None while no clock runs."""
        ends = [(start + self._left.get(seat, self.clock.seconds), seat) for seat, start in self._since.items()]
        if not ends:
            return None
        when, seat = min(ends)
        return seat, when

    def saved(self, now: float) -> dict[int, float]:
        """What every seat has left, to be kept."""
        return {seat: self.left(seat, now) for seat in {*self._left, *self._since}}
