"""The engine: one checked program, compiled when it is first used.

Two forms are compiled, each at its first use: one for play, and one for bulk work, in which nothing is written that is
only on display. A suspended state fits both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from parlour.core.passes.suspension import Site
from parlour.core.types import is_plain
from parlour.engines.core.engine import CoreEngine
from parlour.engines.core.run import Run
from parlour.engines.python.comparing import Comparing
from parlour.engines.python.compiled import Code
from parlour.engines.python.image import Images
from parlour.engines.python.position import PythonPosition
from parlour.engines.python.simulator import PythonSimulator
from parlour.game.policy import Drawing
from parlour.game.position import Budget
from parlour.game.question import Guess
from parlour.syntax.recursion import deep_passes


class PythonEngine(CoreEngine):
    """Runs a program as Python functions."""

    name = "python"

    @cached_property
    def images(self) -> Images:
        return Images(self.program, self.shared.types)

    @cached_property
    def code(self) -> Code:
        return self._compiled(bulk=False)

    @cached_property
    def bulk_code(self) -> Code:
        return self._compiled(bulk=True)

    @deep_passes()
    def _compiled(self, *, bulk: bool) -> Code:
        # Where the native engine plays, often nothing of this is needed.
        from parlour.engines.python.compiler import Compiler

        return Compiler(self.program, self.plan, self.shared, bulk=bulk).compile()

    def call(self, function: str, run: Run, args: tuple[Any, ...]) -> Any:
        return self.code.functions[self.functions[function]](run, *args)

    @cached_property
    def sites(self) -> list[Sequence[Site]]:
        """Where frames can wait, by the number of their function."""
        return [self.plan.sites.get(function.name, ()) for function in self.program.functions]

    @cached_property
    def root_writers(self) -> list[list[list[tuple[str, str, Callable[[Any], bytes]]]]]:
        """Of the slots of a frame, by function and site: the function, the name, and what writes the slot's image."""
        return [
            [
                [
                    (function.name, name, self.images.root_writer(type_))
                    for name, type_ in zip(site.slots, types, strict=True)
                ]
                for site, types in zip(sites, site_types, strict=True)
            ]
            for function, sites, site_types in zip(self.program.functions, self.sites, self.slot_types, strict=True)
        ]

    @cached_property
    def global_writers(self) -> list[Callable[[Any], bytes]]:
        return [self.images.root_writer(var.type) for var in self.program.globals]

    @cached_property
    def comparing(self) -> Comparing:
        """For states without references."""
        return Comparing(self.program, self.plan)

    @cached_property
    def plain_frames(self) -> list[list[bool]]:
        """Whether a frame holds no references, by function and site: then copies of a position can share it."""
        return [[all(map(is_plain, types)) for types in sites] for sites in self.slot_types]

    @cached_property
    def plain_globals(self) -> list[bool]:
        return [is_plain(var.type) for var in self.program.globals]

    @cached_property
    def shared_globals(self) -> list[bool]:
        """Which globals copies for bulk work share: plain ones, and what is on display, which nobody touches there."""
        return [is_plain(var.type) or var.is_presentation for var in self.program.globals]

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> PythonPosition:
        return PythonPosition.begin(self, seed, budget)

    def simulator(self) -> PythonSimulator:
        return PythonSimulator(self)

    def guesses(self, seed: int, policy: str | Drawing | None) -> tuple[Guess, ...]:
        from parlour.engines.python.guessing import guesses

        return guesses(self, seed, policy)
