"""The native engine: the same program as the Python engine's, as machine code.

Two forms are compiled, each at its first use, as in the Python engine: one for play, one for bulk work. LLVM is only
imported then.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cached_property

from parlour.engines.core.engine import CoreEngine
from parlour.engines.core.policy import find_policy
from parlour.engines.native.driver.simulator import NativeSimulator, Task
from parlour.engines.native.host.arena import Arena, Arenas
from parlour.engines.native.host.encode import signed
from parlour.engines.native.host.handover import Handover
from parlour.engines.native.host.machine import Machine, compile_program, waiting_s
from parlour.engines.native.host.position import NativePosition
from parlour.engines.native.layout import HOST_SIZE, State
from parlour.game.position import Budget


class Form:
    """A compiled form of a program: its code, its arenas, and the way to and from the Python engine."""

    def __init__(self, machine: Machine, core: CoreEngine) -> None:
        self.machine = machine
        self.core = core
        program = core.program
        self.handover = Handover(program, core.plan, machine)
        self.arenas = Arenas(machine, len(program.functions), machine.facts.is_deep)
        self._blanks: dict[Budget, bytes] = {}

    def blank(self, seed: int, budget: Budget, arena: Arena | None = None) -> bytes:
        """The snapshot of a match that has not begun. It is made in this arena, or in one that is lent for it."""
        blank = self._blanks.get(budget)
        if blank is None:
            with self.arenas.lent(budget) if arena is None else nullcontext(arena) as room:
                self.handover.write(room, self.core.new_run(0, budget))
                blank = self._blanks[budget] = room.snapshot()
        chance = signed(self.core.new_run(seed, budget).chance.state)
        place = State.CHANCE - HOST_SIZE
        return blank[:place] + chance.to_bytes(8, "little", signed=True) + blank[place + 8 :]


class NativeEngine:
    """Runs the program of a Python engine; what is only looked at stays with that one."""

    name = "native"

    def __init__(self, core: CoreEngine) -> None:
        self.core = core
        self._tasks: dict[str | None, Task] = {}

    @cached_property
    def play(self) -> Form:
        return self._form(bulk=False)

    @cached_property
    def bulk(self) -> Form:
        return self._form(bulk=True)

    def with_policy(self, name: str) -> Form:
        """The form for bulk work in which this function can weigh answers."""
        return self._form(bulk=True, policy=name)

    def _form(self, *, bulk: bool, policy: str | None = None) -> Form:
        core = self.core
        machine = compile_program(core.program, core.plan, core.shared, bulk=bulk, policy=policy)
        core.learn(machine.facts.evidence)
        return Form(machine, core)

    def waiting_s(self, policy: str | None) -> float:
        """About how long it takes until code for bulk work can run; 0 where that is on disk."""
        return waiting_s(self.core.program, bulk=True, policy=policy)

    def task(self, policy: str | None) -> Task:
        """What simulations with this policy need; `UnfitPolicy` says why a function cannot be one."""
        task = self._tasks.get(policy)
        if task is None:
            found = None if policy is None else find_policy(self.core.plan, policy)
            task = self._tasks[policy] = Task(self, found)
        return task

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> NativePosition:
        return NativePosition.start(self, seed, budget)

    def simulator(self) -> NativeSimulator:
        return NativeSimulator(self)
