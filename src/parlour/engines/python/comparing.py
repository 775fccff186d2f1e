"""States whose frames and globals hold no references, compared as they are, without images: what `keys.py` and
`Fingerprint` say of any state, sooner."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from parlour.core.nodes import Program
from parlour.core.passes.suspension import Plan
from parlour.engines.core.probing import LONGEST_MOVE
from parlour.engines.core.run import Frame


class State(Protocol):
    """A run that waits at a question, or what is kept of one."""

    @property
    def stack(self) -> list[Frame]: ...
    @property
    def globals(self) -> list[Any]: ...


S = TypeVar("S", bound=State)


class Comparing:
    """What is live in states of one program, found out once for each shape of the stack."""

    def __init__(self, program: Program, plan: Plan) -> None:
        self.program = program
        self.plan = plan
        self.live: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        self.shared: dict[tuple[int, int, int], tuple[tuple[int, int], ...]] = {}

    def equals(self, run: State, earlier: State) -> bool:
        return run.stack == earlier.stack and self.same_globals(run, earlier)

    def same_globals(self, run: State, earlier: State) -> bool:
        """For two states with the same stack."""
        if run.globals == earlier.globals:
            return True
        return all(run.globals[number] == earlier.globals[number] for number in self.live_globals(run.stack))

    def live_globals(self, stack: list[Frame]) -> tuple[int, ...]:
        sites = tuple((frame[0], frame[1]) for frame in stack)
        found = self.live.get(sites)
        if found is None:
            names = [(self.program.functions[function].name, site) for function, site in sites]
            found = self.live[sites] = self.plan.live_globals(names)
        return found

    def chain_of(self, run: State, chain: list[S], before: S) -> list[S]:
        """As `Fingerprint.chain`."""
        for number, earlier in enumerate((*chain, before)):
            if self.equals(run, earlier):
                return chain[:number]
        is_same_move = self.continues(run, before)
        found = [
            earlier
            for earlier in (*chain, before)
            if self.continues(run, earlier) and (is_same_move or self.shares(run, earlier))
        ]
        return found[-LONGEST_MOVE:]

    def shares(self, run: State, earlier: State) -> bool:
        """Something that was live then is still live."""
        for then, now in zip(earlier.stack, run.stack):  # noqa: B905 - as in `continues`
            if then[0] == now[0] and self.common(then[0], then[1], now[1]):
                return True
        alive = self.live_globals(run.stack)
        return any(number in alive for number in self.live_globals(earlier.stack))

    def continues(self, run: State, earlier: State) -> bool:
        """What was live then and still is has the same value."""
        for then, now in zip(earlier.stack, run.stack):  # noqa: B905 - frames above have returned, or are new
            if then[0] == now[0] and then != now:
                for one, other in self.common(then[0], then[1], now[1]):
                    if then[one] != now[other]:
                        return False
        if earlier.globals == run.globals:
            return True
        alive = self.live_globals(run.stack)
        return all(
            earlier.globals[number] == run.globals[number]
            for number in self.live_globals(earlier.stack)
            if number in alive
        )

    def common(self, function: int, then: int, now: int) -> tuple[tuple[int, int], ...]:
        """Where two frames of a function keep the locals that are live at both sites."""
        found = self.shared.get((function, then, now))
        if found is None:
            sites = self.plan.sites[self.program.functions[function].name]
            places = {name: number for number, name in enumerate(sites[now - 1].slots, 2)}
            found = self.shared[function, then, now] = tuple(
                (number, places[name]) for number, name in enumerate(sites[then - 1].slots, 2) if name in places
            )
        return found
