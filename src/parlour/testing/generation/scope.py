"""A function while it is being written: what can be seen, written, caught and left where the next statement goes."""

from __future__ import annotations

from dataclasses import field

from parlour.core.nodes import Variable
from parlour.core.types import Type
from parlour.dataclass import dataclass
from parlour.testing.generation.world import World


@dataclass(slots=True)
class Scope:
    """A function while it is being written.

    `visible`: locals that surely have a value here. `protected`: those that must not be written (they count loops).
    `unset`: declared as ones that may be unset. `is_routine`: its loops are free, so they must end. `is_pure`: nothing
    older than the call may be written. `is_looking`: it may read what is on display. `tags`: what is caught around this
    place; `attempts`, `loops`: how many are open."""

    world: World
    result: Type
    asks: bool = False
    is_routine: bool = False
    is_pure: bool = False
    is_looking: bool = False
    locals: list[Variable] = field(default_factory=list)
    visible: list[Variable] = field(default_factory=list)
    unset: list[Variable] = field(default_factory=list)
    protected: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    tags: list[str] = field(default_factory=list)
    attempts: int = 0
    loops: int = 0

    def new_local(self, type_: Type, stem: str = "v", may_be_unset: bool = False) -> Variable:
        """A local of its own name; now and then that of a global or a function, which means something else."""
        world = self.world
        others = [variable.name for variable in world.globals] + [function.name for function in world.functions]
        name = world.draws.pick(others) if world.draws.percent(5) else world.name(stem)
        if name in self.names:
            name = world.name(stem)
        self.names.add(name)
        variable = Variable(name, type_, may_be_unset)
        self.locals.append(variable)
        return variable
