"""The compiled forms of a program: one for play, one for bulk work, each compiled at its first use."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cached_property

from parlour.engines.core.engine import CoreEngine
from parlour.engines.native.host.arena import Arena, Arenas
from parlour.engines.native.host.encode import signed
from parlour.engines.native.host.handover import Handover
from parlour.engines.native.host.loading import Machine, compile_program
from parlour.engines.native.layout import HOST_SIZE, State
from parlour.game.policy import NOTHING_GIVEN, Given
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

    def blank(self, seed: int, budget: Budget, arena: Arena | None = None, given: Given = NOTHING_GIVEN) -> bytes:
        """The snapshot of a match that has not begun. It is made in this arena, or in one that is lent for it."""
        blank = self._blanks.get(budget)
        if given:
            with self.arenas.lent(budget) if arena is None else nullcontext(arena) as room:
                self.handover.write(room, self.core.new_run(0, budget, given))
                blank = room.snapshot()
        if blank is None:
            with self.arenas.lent(budget) if arena is None else nullcontext(arena) as room:
                self.handover.write(room, self.core.new_run(0, budget))
                blank = self._blanks[budget] = room.snapshot()
        chance = signed(self.core.new_run(seed, budget).chance.state)
        place = State.CHANCE - HOST_SIZE
        return blank[:place] + chance.to_bytes(8, "little", signed=True) + blank[place + 8 :]


class Forms:
    """The forms of the program of an engine of core."""

    def __init__(self, core: CoreEngine) -> None:
        self.core = core

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
        machine = compile_program(core.program, core.plan, core.shared, bulk=bulk, judges=core.judges, policy=policy)
        core.learn(machine.facts.evidence)
        return Form(machine, core)
