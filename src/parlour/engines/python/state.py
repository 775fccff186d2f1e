"""What a language's `table.py` sees of a run: globals and results as plain data, and its own pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.engines.python.run import GameFailure, Run
from parlour.engines.python.values import UNSET, Box, Object
from parlour.game.position import ObjectView, Seat, Status

if TYPE_CHECKING:
    from parlour.engines.python.position import PythonPosition


class RunState:
    """See `parlour.game.position.State`."""

    def __init__(self, position: PythonPosition, index: int = 0) -> None:
        """`index` is the place of the question that somebody looks at, among those asked together."""
        self.position = position
        self.index = index
        self.engine = position.engine

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.position.seats

    @property
    def result(self) -> object:
        value = self.position.result
        return None if value is UNSET else self.expose(value)

    def read(self, name: str) -> object:
        value = self.position.run.globals[self.engine.globals[name]]
        return None if value is UNSET else self.expose(value)

    def call(self, function: str, *args: object) -> object:
        return self.call_with(function, *args)

    def call_with(self, function: str, *args: Any) -> object:
        try:
            return self.expose(self.engine.code.functions[self.engine.functions[function]](self.looking(), *args))
        except GameFailure as failure:
            return f"({failure})"

    def after(self, value: Plain) -> Sequence[RunState]:
        found: list[RunState] = []
        for seed in (0, 1):
            trial = self.position.bulk_copy(self.position.budget.tenth(), seed)
            trial.give(self.index, value)
            if trial.status is Status.FAILED:
                return ()
            found.append(RunState(trial))
            if trial.run.chance.state == Chance(derive(seed, 0)).state:
                break
        return found

    def looking(self) -> Run:
        """A run of its own on the same state, so that looking takes nothing from the match's budgets."""
        run = self.position.run
        looking = Run(run.globals, run.seats, run.chance.copy())
        looking.depth = looking.depth_limit = self.position.budget.depth
        looking.room = self.position.budget.memory
        looking.refill(self.position.budget.tenth())
        return looking

    def expose(self, value: Any) -> object:
        """Plain data; a cycle of references shows up as the object's number only."""
        return self._expose(value, set())

    def _expose(self, value: Any, inside: set[int]) -> object:
        if isinstance(value, Box):
            value = value.value
        if isinstance(value, tuple):
            return tuple(self._expose(part, inside) for part in value)
        if not isinstance(value, list | dict | Object):
            return value
        if id(value) in inside:
            return ObjectView("", getattr(value, "serial", -1), {}) if isinstance(value, Object) else "…"
        inside = inside | {id(value)}
        if isinstance(value, list):
            return [self._expose(part, inside) for part in value]
        if isinstance(value, dict):
            return {key: self._expose(part, inside) for key, part in value.items()}
        class_name = self.engine.program.classes[type(value).number].name
        fields = {
            var.name: self._expose(getattr(value, f"s{slot}"), inside)
            for slot, var in enumerate(self.engine.shared.hierarchy.fields(class_name))
            if not var.is_hint and getattr(value, f"s{slot}") is not UNSET
        }
        return ObjectView(class_name, value.serial, fields)
