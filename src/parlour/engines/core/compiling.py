"""What both compilers of core look up: in a program as a whole, and in the text of one function."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.passes.call_graph import targets
from parlour.core.passes.effects import needs_journal
from parlour.core.passes.suspension import Plan, counted_calls
from parlour.core.walk import assigned, walk_block
from parlour.engines.core.blame import Place
from parlour.engines.core.values import Shared
from parlour.syntax.source import Span


class Subject:
    """The program that is compiled, and the places of it that compiled code names by number. `bulk`: nobody looks, so
    what is only on display is not written."""

    def __init__(self, program: nodes.Program, plan: Plan, shared: Shared, *, bulk: bool) -> None:
        self.program = program
        self.plan = plan
        self.bulk = bulk
        self.hierarchy = shared.hierarchy
        self.functions = {function.name: function for function in program.functions}
        self.numbers = {function.name: number for number, function in enumerate(program.functions)}
        self.globals = {var.name: number for number, var in enumerate(program.globals)}
        self.presentation = {var.name for var in program.globals if var.is_presentation}
        self.counted = counted_calls(program)
        self.effects = plan.effects
        self.journals = needs_journal(program, plan.effects)
        self.places: list[Place] = [Place(0, None, False)]
        self._place_numbers: dict[tuple[int, Span | None, bool], int] = {}

    def place(self, function: int, span: Span | None, is_tail: bool) -> int:
        """The number that stands for a place."""
        key = (function, span, is_tail)
        found = self._place_numbers.get(key)
        if found is None:
            found = self._place_numbers[key] = len(self.places)
            self.places.append(Place(*key))
        return found

    def vanishes(self, name: str) -> bool:
        """Whether nothing is written to this global."""
        return self.bulk and name in self.presentation

    def targets(self, call: nodes.Call | nodes.VirtualCall | nodes.Speculate) -> tuple[str, ...]:
        """The functions that a call may reach."""
        return tuple(sorted(targets(self.hierarchy, call)))


def fixed_locals(function: nodes.Function) -> frozenset[str]:
    """Parameters that are never assigned and locals with one assignment in the text: what is known of their value
    holds from there on wherever they are read."""
    counts = {param.name: 1 for param in function.params}
    for stmt in walk_block(function.body):
        name = assigned(stmt)
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    return frozenset(name for name, count in counts.items() if count == 1)


_JUMPS = (nodes.Return, nodes.TailCall, nodes.Raise, nodes.Break, nodes.Continue, nodes.Abandon, nodes.Fail)


def leaves(block: nodes.Block) -> bool:
    """Control never comes to the end of this block."""
    return bool(block) and isinstance(block[-1], _JUMPS)
