"""Engine `rules`: games of logic, worked out state by state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.engines.logic.engine import LogicEngine
from parlour.logic.information import uses_knowledge

if TYPE_CHECKING:
    from parlour.engines.logic.machine import Machine
    from parlour.engines.rules.evaluator import Evaluator
    from parlour.engines.rules.simulator import RulesSimulator


class RulesEngine(LogicEngine):
    """The reference engine of logic: it plays every valid rule sheet. Rules are compiled at the first use,
    and what does it is loaded then: many games are played by the net alone."""

    name = "rules"

    _evaluator: Evaluator | None = None

    @property
    def evaluator(self) -> Evaluator:
        """The rules, compiled. When it has met so many terms that they take much room, a new one is given to whoever
        begins a game; those that go on keep theirs. (What somebody knows is told by the terms of one evaluator.)"""
        found = self._evaluator
        if found is None or (found.terms.is_full and not uses_knowledge(self.sheet)):
            from parlour.engines.rules.evaluator import Evaluator

            found = self._evaluator = Evaluator(self.sheet)
        return found

    def machine(self) -> Machine:
        from parlour.engines.rules.machine import RulesMachine

        # A machine remembers states: each position family gets its own, so that threads share nothing that changes.
        return RulesMachine(self.evaluator)

    def simulator(self, notice: str = "") -> RulesSimulator:
        """`notice` is what whoever reads its tallies should be told."""
        from parlour.engines.rules.simulator import RulesSimulator

        return RulesSimulator(self, notice)
