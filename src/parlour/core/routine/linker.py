"""The linker: how the lowering of a language calls library routines.

    >>> from parlour.core.nodes import Const, Local
    >>> from parlour.core.types import INT, SYMBOL, BoardType
    >>> linker = Linker()
    >>> board = Local("b", BoardType(SYMBOL, 3, 3))
    >>> call = linker.call("in_a_row", [Const(3, INT), Local("p", SYMBOL), board])
    >>> call.function, str(call.type)
    ('in_a_row[symbol, 3 x 3]', 'bool')
    >>> linker.functions[-1].name
    'in_a_row[symbol, 3 x 3]'

Every routine is compiled for the types it is called with; the program then holds all `functions` of the linker.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType

from parlour.core.nodes import And, Call, Choose, Const, Expr, Function, Local, Op, Or, TupleItem, Variable
from parlour.core.ops import OPS
from parlour.core.routine.bodies import Body
from parlour.core.routine.expressions import Expressions
from parlour.core.routine.routine import Routine, RoutineError, routine_of
from parlour.core.routine.scope import Instance, Scope
from parlour.core.routine.types import bind, fitted
from parlour.core.runtime import boards, lists, numbers, shuffle, strings, tables, texts
from parlour.core.types import INT, Type
from parlour.core.walk import walk_expr
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# The library, in this order.
LIBRARY: tuple[ModuleType, ...] = (boards, lists, tables, strings, texts, numbers, shuffle)


class Linker:
    """Collects the routines that one program needs. `modules` are those of the language, beside the library's."""

    def __init__(self, modules: Sequence[ModuleType] = ()) -> None:
        self.routines = _routines((*LIBRARY, *modules))
        self._needed: dict[str, Instance] = {}

    def call(self, name: str, args: Sequence[Expr], span: Span | None = None) -> Call:
        """A call of a routine; raises `RoutineError` if there is none of this name or the arguments do not fit."""

        def error(message: str) -> RoutineError:
            return RoutineError(message) if span is None else RoutineError(message, span.source.name, span.line)

        routine = self.routines.get(name)
        if routine is None:
            raise error(f"there is no routine `{name}`. {did_you_mean(name, self.routines)}".rstrip())
        fitting = fitted(routine, args, error, span)
        made = instance(routine, tuple(arg.type for arg in fitting))
        self._need(made)
        return Call(made.function.name, fitting, made.function.result, span)

    def _need(self, made: Instance) -> None:
        if made.function.name not in self._needed:
            for called in made.calls:
                self._need(called)
            self._needed[made.function.name] = made

    @property
    def functions(self) -> tuple[Function, ...]:
        """All instances that the calls so far need, each once, callees first, in the order of the calls."""
        return tuple(made.function for made in self._needed.values())


@lru_cache(maxsize=4096)
def instance(routine: Routine, types: tuple[Type, ...]) -> Instance:
    """The routine compiled for parameters of these types, once in a process."""
    if routine.is_recursive:
        raise routine.error(f"`{routine.name}` would call itself: routines have loops instead")
    binding = bind(routine, types)
    params = {name: type_ for (name, _), type_ in zip(routine.params, types, strict=True)}
    scope = Scope(binding, params, instance)
    charge = _charge(routine, Scope(binding, params, instance))
    result = binding.resolve(routine.result)
    body = Body(scope, result).function(routine.tree.body)
    function = Function(
        name=f"{routine.name}{binding}",
        params=tuple(Variable(name, type_) for name, type_ in params.items()),
        result=result,
        body=body,
        locals=tuple(Variable(name, type_) for name, type_ in scope.declared.items() if name not in params),
        charge=charge,
    )
    return Instance(function, tuple(scope.calls.values()))


def _charge(routine: Routine, scope: Scope) -> Expr:
    charge = Expressions(scope).value(routine.charge_tree, INT)
    for part in walk_expr(charge):
        match part:
            case Const() | Local() | And() | Or() | Choose() | TupleItem():
                continue
            case Op(name=name) if not OPS[name].writes and not OPS[name].allocates:
                continue
        raise routine.error("a charge is a formula of the parameters and their sizes: it makes and calls nothing")
    return charge


def _routines(modules: Sequence[ModuleType]) -> dict[str, Routine]:
    """The routines that these modules define, by name. Names are unique, so that names of instances are."""
    found: dict[str, Routine] = {}
    for module in modules:
        for value in vars(module).values():
            routine = routine_of(value)
            if routine is None or routine.module != module.__name__:
                continue
            other = found.setdefault(routine.name, routine)
            if other is not routine:
                message = f"routine `{routine.name}` is defined in {other.module} too"
                raise RoutineError(message, routine.file, routine.first_line)
    return found
