"""Calls of the routines that every language may call, each with arguments of some types that it takes."""

from __future__ import annotations

import ast
from typing import TypeVar

from parlour.core.nodes import Assign, Call, Evaluate, Expr, Stmt, Tell
from parlour.core.nodes import Op as Operation
from parlour.core.routine.routine import Routine, RoutineError
from parlour.core.routine.types import Binding
from parlour.core.types import BOOL, FLOAT, INT, NONE, STRING, SYMBOL, ListType, Type
from parlour.testing.generation.questions import QuestionWriter

_CONSTRAINTS: dict[object, Type] = {int: INT, float: FLOAT, str: STRING}

# Boards of few cells are one word, others are not; of more than 63 there is no mask.
_SHAPES = ((1, 1), (3, 3), (4, 3), (2, 5), (7, 1), (8, 9))


class LibraryWriter(QuestionWriter):
    """Writes calls of library routines for one function."""

    def library_call(self, _depth: int = 0) -> list[Stmt]:
        """A call of a routine; what it gives is kept, and told if it can be."""
        call = self.routine_call()
        if call.type == NONE:
            return [Evaluate(call)]
        found = self.scope.new_local(call.type, "found")
        self.scope.visible.append(found)
        stmts: list[Stmt] = [Assign(found.name, call)]
        if call.type in (INT, FLOAT, SYMBOL):
            stmts.append(Tell(Operation(f"text_of_{call.type}", (self.read(found),), STRING)))
        elif call.type == STRING:
            stmts.append(Tell(self.read(found)))
        return stmts

    def routine_call(self) -> Call:
        routines = [routine for name, routine in self.world.linker.routines.items() if not name.startswith("_")]
        routine = self.draws.pick(routines)
        while True:
            try:
                return self.world.linker.call(routine.name, [self.argument(type_) for type_ in self.bound(routine)])
            except RoutineError:
                # These types do not fit it: another draw.
                continue

    def argument(self, type_: Type) -> Expr:
        """An argument; numbers small enough that most calls come to a good end, lists mostly with something in them."""
        if type_ == INT and self.draws.percent(70):
            return self.index(4, 0)
        if isinstance(type_, ListType) and self.draws.percent(70):
            return self.choices(type_.item)
        return self.expr(type_, 1)

    def bound(self, routine: Routine) -> list[Type]:
        """The types of its parameters, with something drawn for each of its type variables."""
        binding = Binding(routine)
        binding.shape = self.draws.pick(_SHAPES)
        for _, annotation in routine.params:
            for node in ast.walk(annotation):
                variable = routine.lookup(node.id) if isinstance(node, ast.Name) else None
                if isinstance(variable, TypeVar) and variable.__name__ not in binding.variables:
                    constraints = [_CONSTRAINTS[each] for each in variable.__constraints__]
                    drawn = self.draws.pick(constraints) if constraints else self.some_type()
                    binding.variables[variable.__name__] = drawn
        return [binding.resolve(annotation) for _, annotation in routine.params]

    def some_type(self) -> Type:
        return self.draws.pick((INT, BOOL, STRING, SYMBOL)) if self.draws.percent(50) else self.world.type()
