"""Engine `net`: games of logic as a propositional net, played hundreds at a time in the bits of machine words.

Positions are worked out by the reference engine (`rules`): for one match at a time there is nothing to gain. Playouts
and batches of positions run on the net. A game that does not ground has no net; `ungrounded` says why. A net that is
found to differ from the rules is not used: `notice` says so, and the reference engine makes the playouts as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import thread_time
from typing import TYPE_CHECKING

from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.machine import Machine
from parlour.engines.net.loader import Loader
from parlour.engines.net.pause import no_collection
from parlour.engines.net.plan import Plan, make_plan
from parlour.engines.net.simulator import NetSimulator
from parlour.engines.net.verdict import difference_at_a_glance, difference_from_rules
from parlour.engines.rules.engine import RulesEngine
from parlour.game.game import UnfitEngine
from parlour.game.position import Position, Simulator
from parlour.logic.grounding.grounding import Ungrounded, ground
from parlour.logic.rules import RuleSheet

if TYPE_CHECKING:
    from parlour.engines.net.bulk import Bulk
    from parlour.game.search import Search, Settings
    from parlour.logic.table import LogicTable


class WrongNet(Ungrounded):
    """There is a net, but it differs from the rules."""


class NetEngine(LogicEngine):
    """See `parlour.game.position.Engine`. The net is built when it is first needed."""

    name = "net"

    def __init__(self, sheet: RuleSheet, table: LogicTable, reference: RulesEngine | None = None) -> None:
        super().__init__(sheet, table)
        self.reference = reference or RulesEngine(sheet, table)

    @cached_property
    def built(self) -> tuple[Plan | Ungrounded, float]:
        """The net, not yet compared with anything, and the CPU time it has taken."""
        began = thread_time()
        with no_collection():
            program = ground(self.sheet)
            plan = program if isinstance(program, Ungrounded) else make_plan(program)
        return plan, thread_time() - began

    @cached_property
    def plan(self) -> Plan | Ungrounded:
        """The net, unless a walk beside the rules shows that it is wrong."""
        return self._compared(difference_from_rules)

    @cached_property
    def plan_for_few(self) -> Plan | Ungrounded:
        """The net, unless a glance shows that it is wrong."""
        return self._compared(difference_at_a_glance)

    def _compared(
        self, difference_of: Callable[[Plan, RuleSheet, Callable[[], Machine], float], str]
    ) -> Plan | Ungrounded:
        plan, built_s = self.built
        if isinstance(plan, Plan):
            with no_collection():
                difference = difference_of(plan, self.sheet, self.reference.machine, built_s)
            if difference:
                return WrongNet(f"its net differs from its rules: {difference}")
        return plan

    @cached_property
    def loader(self) -> Loader:
        plan = self.built[0]
        assert isinstance(plan, Plan), "whoever wants to run a net has looked whether there is one"
        return Loader(plan)

    @property
    def ungrounded(self) -> Ungrounded | None:
        """Why this game has no net; None: it has one."""
        return self.plan if isinstance(self.plan, Ungrounded) else None

    @property
    def is_used(self) -> bool:
        """Whether many games are played on the net, or it is to be told why not: it was found to be wrong."""
        return isinstance(self.built[0], Plan)

    @property
    def notice(self) -> str:
        """What somebody who relies on this engine should hear of it; empty as long as all is well."""
        return _notice(self.plan)

    def machine(self) -> Machine:
        return self.reference.machine()

    def simulator(self) -> Simulator:
        notice = _notice(self.plan_for_few)
        if notice:
            return self.reference.simulator(notice)
        return NetSimulator(self, _usable(self.plan_for_few), self.loader)

    def search(self, position: Position, seat: int | None, seed: int, settings: Settings) -> Search | None:
        """A search in compiled code; None where there is no net that can be relied on, or something else counts than
        goals: then it is the reference's. Raises `Unsearchable`."""
        from parlour.engines.logic.position import LogicPosition
        from parlour.engines.net.search.finding import NetSearch

        if self.is_hidden or settings.aim == "rank" or isinstance(self.plan, Ungrounded):
            return None
        assert isinstance(position, LogicPosition)
        return NetSearch(self, position, seat, seed, settings)

    def bulk(self) -> Bulk:
        """For one thread: what is legal, next and the end of many positions at once, to compare nets with rules."""
        from parlour.engines.net.bulk import Bulk  # Loads numpy, which takes longer than most games do to start.

        _usable(self.plan)
        return Bulk(self.loader.machine(self.loader.words))

    def get_ready(self) -> None:
        """Loads what searches run on, so that the first one need not wait for it."""
        from parlour.engines.net.search.tree import doors

        self.loader.machine(self.loader.words)
        doors()


def _notice(plan: Plan | Ungrounded) -> str:
    if not isinstance(plan, WrongNet):
        return ""
    return f"the engine rules plays this game: {plan.reason}. This is a bug in Parlour, please report it"


def _usable(plan: Plan | Ungrounded) -> Plan:
    if isinstance(plan, Ungrounded):
        raise UnfitEngine(f"the engine net does not run this game: {plan.reason}")
    return plan
