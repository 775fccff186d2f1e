"""What a language's `table/table.py` sees of a run: globals and results as plain data, and its own pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from parlour.core.chance import Chance, derive
from parlour.core.nodes import Options
from parlour.core.values import Plain
from parlour.engines.core.failures import GameFailure
from parlour.engines.core.run import Run
from parlour.engines.core.table_keys import is_frozen
from parlour.engines.core.values import ATOMS, UNSET, Box, Object, mapped
from parlour.game.position import ObjectView, Seat, Status

if TYPE_CHECKING:
    from parlour.engines.core.position import CorePosition


class RunState:
    """See `parlour.game.position.State`."""

    def __init__(self, position: CorePosition, index: int = 0) -> None:
        """`index` is the place of the question that somebody looks at, among those asked together."""
        self.position = position
        self.index = index
        self.engine = position.engine
        # What was exposed so far, with what it shows, by id(); and what of it has no content yet.
        self.exposed: dict[int, tuple[Any, Any]] = {}
        self.waiting: list[tuple[Any, Any]] = []

    @cached_property
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
            return self.expose(self.engine.call(function, self.looking(), args))
        except GameFailure as failure:
            return f"({failure})"

    def offered(self) -> list[object]:
        domain = self.position.asked.domain
        if not isinstance(domain, Options):
            return []
        return [self.expose(item) for item in self.position.options_of(domain, self.index)]

    @property
    def wants_index(self) -> bool:
        site = self.position.site
        return any(leaf.indexes for leaf in self.engine.evidence[site.function, site.number])

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
        """Plain data, each thing once: what is shared here is shared there, and what holds itself does so there."""
        result = self._expose(value)
        while self.waiting:
            self._fill(*self.waiting.pop())
        return result

    def _expose(self, value: Any) -> object:
        if type(value) in ATOMS:
            return value
        if isinstance(value, Object):
            return self._view(value)
        if isinstance(value, tuple | Box):
            return mapped(value, self._expose, keeps_boxes=False)
        if not isinstance(value, list | dict):
            return value
        found = self.exposed.get(id(value))
        if found is None:
            is_plain = isinstance(value, dict) and not any(map(is_frozen, value))
            made: Any = {} if is_plain else []
            self.waiting.append((value, made))
            # The original is kept beside it, so that its id() cannot be given to something else meanwhile.
            found = self.exposed[id(value)] = (value, made)
        return found[1]

    def _view(self, thing: Object) -> ObjectView:
        # What stays what it is looks the same in every position.
        view: ObjectView | None = getattr(thing, "shown", None)
        if view is None:
            found = self.exposed.get(id(thing))
            if found is not None:
                view = found[1]
            else:
                class_name = self._class_name(thing)
                if self.engine.lasts(thing):
                    # Its fields at once, so that it holds on to no position.
                    thing.shown = view = ObjectView(class_name, thing.serial, partial(dict, self._fields(thing)))
                else:
                    view = ObjectView(class_name, thing.serial, partial(self._fields, thing))
                    self.exposed[id(thing)] = (thing, view)
        return view

    def _fill(self, value: Any, made: Any) -> None:
        if isinstance(value, list):
            made.extend(map(self._expose, value))
        elif isinstance(made, list):
            made.extend((self._expose(key), self._expose(part)) for key, part in value.values())
        else:
            for key, part in value.items():
                made[key] = self._expose(part)

    def _class_name(self, value: Object) -> str:
        return self.engine.program.classes[type(value).number].name

    def _fields(self, value: Object) -> dict[str, object]:
        found: dict[str, object] = {}
        for place, name in self.engine.shown_fields[type(value)]:
            part = getattr(value, place)
            if part is not UNSET:
                found[name] = part if type(part) in ATOMS else self.expose(part)
        return found
