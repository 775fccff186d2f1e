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

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import ModuleType

from parlour.core import nodes
from parlour.core.nodes import Call, Const, Expr, Function, Local, Op, Variable
from parlour.core.ops import OPS
from parlour.core.routine.expressions import Expressions
from parlour.core.routine.routine import Routine, RoutineError, routine_of
from parlour.core.routine.scope import Instance, Instantiate, Scope
from parlour.core.routine.statements import Statements
from parlour.core.routine.types import Binding, bind, fitted
from parlour.core.routine.world import World
from parlour.core.runtime import boards, lists, numbers, shuffle, strings, tables, texts
from parlour.core.types import INT, Type
from parlour.core.walk import walk_expr
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# The library, in this order.
LIBRARY: tuple[ModuleType, ...] = (boards, lists, tables, strings, texts, numbers, shuffle)


class Linker:
    """Collects the routines that one program needs. `modules` are those of the language, beside the library's; `world`
    is what these know of the program, and must be there when the first routine that names it is called."""

    def __init__(self, modules: Sequence[ModuleType] = (), world: World | None = None) -> None:
        self.routines = _routines((*LIBRARY, *modules))
        self.world = world or World()
        self._needed: dict[str, Instance] = {}
        self._made: dict[tuple[Routine, tuple[Type, ...]], Instance] = {}

    def call(self, name: str, args: Sequence[Expr], span: Span | None = None) -> Call:
        """A call of a routine; raises `RoutineError` if there is none of this name or the arguments do not fit."""

        def error(message: str) -> RoutineError:
            return RoutineError(message) if span is None else RoutineError(message, span.source.name, span.line)

        fitting = fitted(self._find(name, error), args, self.world, error, span)
        made = self._instance(self.routines[name], tuple(arg.type for arg in fitting))
        self._need(made)
        return Call(made.name, fitting, made.result, span)

    def need(self, name: str) -> str:
        """Links a routine that the program itself refers to; its name in core. It has no type variables."""
        routine = self._find(name, RoutineError)
        binding = Binding(routine)
        made = self._instance(routine, tuple(binding.resolve(annotation) for _, annotation in routine.params))
        self._need(made)
        return made.name

    def _find(self, name: str, error: Callable[[str], RoutineError]) -> Routine:
        routine = self.routines.get(name)
        if routine is None:
            raise error(f"there is no routine `{name}`. {did_you_mean(name, self.routines)}".rstrip())
        return routine

    def _instance(self, routine: Routine, types: tuple[Type, ...]) -> Instance:
        """What means the same in every program is compiled once in a process, anything else once in a linker."""
        if routine.is_general:
            return _general(routine, types)
        if (routine, types) not in self._made:
            binding, made = _begun(routine, types)
            self._made[routine, types] = made
            if not routine.is_declared:
                _compile(made, binding, types, self.world, self._instance)
        return self._made[routine, types]

    def _need(self, made: Instance) -> None:
        pending: list[tuple[Instance, int]] = [(made, 0)]
        begun = set(self._needed) | {made.name}
        while pending:
            instance, place = pending.pop()
            if place < len(instance.calls):
                pending.append((instance, place + 1))
                called = instance.calls[place]
                if called.name not in begun:
                    begun.add(called.name)
                    pending.append((called, 0))
            else:
                self._needed[instance.name] = instance

    @property
    def functions(self) -> tuple[Function, ...]:
        """All instances that the calls so far need, each once, callees first, in the order of the calls."""
        return tuple(made.function for made in self._needed.values() if made.function is not None)


@lru_cache(maxsize=4096)
def _general(routine: Routine, types: tuple[Type, ...]) -> Instance:
    """The routine compiled for parameters of these types."""
    binding, made = _begun(routine, types)
    _compile(made, binding, types, World(), _general)
    return made


def _begun(routine: Routine, types: tuple[Type, ...]) -> tuple[Binding, Instance]:
    """An instance without its function."""
    if routine.is_recursive and routine.charge is not None:
        raise routine.error(f"`{routine.name}` would call itself: no charge covers that")
    binding = bind(routine, types)
    is_plain = routine.has_own_name and not binding.variables and binding.shape is None
    return binding, Instance(routine.name if is_plain else f"{routine.name}{binding}", binding.resolve(routine.result))


def _compile(made: Instance, binding: Binding, types: tuple[Type, ...], world: World, instantiate: Instantiate) -> None:
    routine = binding.routine
    # Annotations are read again, so that the classes in them are known.
    params = {name: binding.resolve(annotation) for name, annotation in routine.params}
    scope = Scope(binding, params, world, instantiate)
    charge = _charge(routine, Scope(binding, params, world, instantiate))
    body = Statements(scope, made.result).function(routine.tree.body)
    made.function = Function(
        name=made.name,
        params=tuple(Variable(name, type_) for name, type_ in params.items()),
        result=made.result,
        body=body,
        locals=tuple(Variable(name, type_) for name, type_ in scope.declared.items() if name not in params),
        charge=charge,
    )
    made.calls.extend(scope.calls.values())


def _charge(routine: Routine, scope: Scope) -> Expr | None:
    if routine.charge_tree is None:
        return None
    charge = Expressions(scope).value(routine.charge_tree, INT)
    for part in walk_expr(charge):
        match part:
            case Const() | Local() | nodes.And() | nodes.Or() | nodes.Choose() | nodes.TupleItem() | nodes.Field():
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
