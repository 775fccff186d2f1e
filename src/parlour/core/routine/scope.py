"""What is known inside one instance of a routine while it is compiled.

Beside types and locals these are *facts*: the type that each local is known to have where the compiler is now. A name
without a fact may have no value there; one whose fact is narrower than its declaration was found not to be none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.core.nodes import Call, Expr, Function
from parlour.core.routine.routine import Routine, RoutineError
from parlour.core.routine.types import Binding, fitted
from parlour.core.types import Type

Facts = dict[str, Type]


@dataclass(frozen=True, slots=True)
class Instance:
    """A routine compiled for some types, and the instances that it calls."""

    function: Function
    calls: tuple[Instance, ...]


Instantiate = Callable[[Routine, tuple[Type, ...]], Instance]


class Scope:
    """One instance of a routine in the making: its types, its locals, and what is known where the compiler is now.

    `facts` is None where control never comes; `calls` are the instances called so far, by name."""

    def __init__(self, binding: Binding, params: Facts, instantiate: Instantiate) -> None:
        self.routine = binding.routine
        self.binding = binding
        self.instantiate = instantiate
        self.declared: Facts = dict(params)
        self.facts: Facts | None = dict(params)
        self.calls: dict[str, Instance] = {}

    def error(self, message: str, node: ast.AST) -> RoutineError:
        return self.routine.error(message, node)

    def link(self, called: Routine, args: Sequence[Expr], node: ast.AST) -> Expr:
        """A call of another routine."""
        fitting = fitted(called, args, lambda message: self.error(message, node))
        instance = self.instantiate(called, tuple(arg.type for arg in fitting))
        self.calls[instance.function.name] = instance
        return Call(instance.function.name, fitting, instance.function.result)
