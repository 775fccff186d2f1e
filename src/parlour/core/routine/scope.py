"""What is known inside one instance of a routine while it is compiled.

Beside types and locals these are *facts*: the type that each local is known to have where the compiler is now. A name
without a fact may have no value there; one whose fact is narrower than its declaration was found not to be none, or to
be of a type.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field

from parlour.core.nodes import Call, Expr, Function
from parlour.core.routine.routine import Routine, RoutineError
from parlour.core.routine.types import Binding, fitted
from parlour.core.routine.world import World
from parlour.core.types import Type
from parlour.dataclass import dataclass

Facts = dict[str, Type]


@dataclass(eq=False, slots=True)
class Instance:
    """A routine compiled for some types, and the instances that it calls. `function` is None while it is compiled,
    which one that calls itself sees."""

    name: str
    result: Type
    function: Function | None = None
    calls: list[Instance] = field(default_factory=list)


Instantiate = Callable[[Routine, tuple[Type, ...]], Instance]


class Scope:
    """One instance of a routine in the making: its types, its locals, and what is known where the compiler is now.

    `facts` is None where control never comes; `calls` are the instances called so far, by name."""

    def __init__(self, binding: Binding, params: Facts, world: World, instantiate: Instantiate) -> None:
        self.routine = binding.routine
        self.binding = binding
        self.world = world
        self.instantiate = instantiate
        self.declared: Facts = dict(params)
        self.facts: Facts | None = dict(params)
        self.calls: dict[str, Instance] = {}

    def error(self, message: str, node: ast.AST) -> RoutineError:
        return self.routine.error(message, node)

    def widened(self, value: Expr, wanted: Type) -> Expr | None:
        return self.world.widened(value, wanted)

    def link(self, called: Routine, args: Sequence[Expr], node: ast.AST) -> Expr:
        """A call of another routine."""
        fitting = fitted(called, args, self.world, lambda message: self.error(message, node))
        instance = self.instantiate(called, tuple(arg.type for arg in fitting))
        self.calls[instance.name] = instance
        return Call(instance.name, fitting, instance.result)
