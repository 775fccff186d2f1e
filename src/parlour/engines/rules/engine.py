"""Engine `rules`: games of logic, worked out state by state."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from parlour.engines.logic.engine import LogicEngine

if TYPE_CHECKING:
    from parlour.engines.logic.machine import Machine
    from parlour.engines.rules.evaluator import Evaluator
    from parlour.engines.rules.simulator import RulesSimulator


class RulesEngine(LogicEngine):
    """The reference engine of logic: it plays every valid rule sheet. Rules are compiled at the first use,
    and what does it is loaded then: many games are played by the net alone."""

    name = "rules"

    @cached_property
    def evaluator(self) -> Evaluator:
        from parlour.engines.rules.evaluator import Evaluator

        return Evaluator(self.sheet)

    def machine(self) -> Machine:
        from parlour.engines.rules.machine import RulesMachine

        # A machine remembers states: each position family gets its own, so that threads share nothing that changes.
        return RulesMachine(self.evaluator)

    def simulator(self) -> RulesSimulator:
        from parlour.engines.rules.simulator import RulesSimulator

        return RulesSimulator(self)
