"""Which ints of a program always fit into 32 bits, wherever they are kept: in locals, results, globals, fields, lists.

A language whose ints have 32 bits wraps whatever it computes (`wrap32`), so nearly all that it keeps is small. An
engine that knows this need not look whether the sum of two of them leaves 64 bits before it is wrapped.

All places are taken to be small until one is given something that may be larger although all the others are small: that
one is not, nor is what is given its value, and so on (greatest fixpoint).

    >>> from parlour.core.nodes import Assign, Const, Function, Local, Op, Program, Return, Variable
    >>> n = Local("n", INT)
    >>> more = Op("add", (n, Const(1, INT)), INT)
    >>> wrapped, sum_of = Assign("a", Op("wrap32", (more,), INT)), Assign("b", more)
    >>> locals_ = (Variable("a", INT), Variable("b", INT))
    >>> more_of = Function("f", (Variable("n", INT),), INT, (wrapped, sum_of, Return(Local("a", INT))), locals_)
    >>> small = small_ints(Program("p", (more_of,), "f"), (more_of,), Hierarchy(()), {})
    >>> sorted(small.locals_of(more_of))
    ['a', 'n']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Expr, Function
from parlour.core.passes.call_graph import targets
from parlour.core.passes.ranges import EVERY, SMALL, Bounds, bounds, is_small
from parlour.core.types import ANY, INT, ListType, ObjectType, OptionalType, TableType, TupleType, Type
from parlour.core.walk import all_expressions, walk_block
from parlour.dataclass import dataclass

# A local of a function, the result of one, a global, a field of the class that declares it, or `ITEMS`.
Place = tuple[str, ...]

# The elements of lists of ints. All such lists are one place: which of them an expression means is not known.
INTS = ListType(INT)
ITEMS: Place = ("items",)

# What brings a list of ints that nothing of the program has written.
_LISTS_OF_TABLES = ("table_keys", "table_values")

# An argument that somebody outside the program gives: the local of a function that it comes from, or anything.
Origin = tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class SmallInts:
    """The places that only ever hold numbers of 32 bits."""

    places: frozenset[Place]
    hierarchy: Hierarchy

    def locals_of(self, function: Function) -> frozenset[str]:
        names = (var.name for var in (*function.params, *function.locals))
        return frozenset(name for name in names if _local(function.name, name) in self.places)

    def holds(self, expr: Expr) -> bool:
        """Whether what a global, a field, a call or a list gives is small."""
        found = _places(self.hierarchy, expr) if self.places and expr.type == INT else ()
        return bool(found) and self.places.issuperset(found)


def small_ints(
    program: nodes.Program,
    functions: Sequence[Function],
    hierarchy: Hierarchy,
    given: Mapping[str, Sequence[Origin]],
) -> SmallInts:
    """What is small in these functions, which call no others of the program. `given`: those that are called from
    outside, with the origins of their arguments. Where nothing wraps, ints have 64 bits, and little could be found."""
    if not any(_wraps(function) for function in functions):
        return SmallInts(frozenset(), hierarchy)
    finder = _Finder(program, functions, hierarchy)
    for function in functions:
        finder.read(function)
    for name, origins in given.items():
        for param, origin in zip(finder.params[name], origins, strict=True):
            if origin is None:
                finder.take_anything(_local(name, param.name), param.type)
            else:
                finder.give(_local(name, param.name), origin[0], nodes.Local(origin[1], param.type))
    finder.settle()
    return SmallInts(frozenset(finder.small), hierarchy)


def _wraps(function: Function) -> bool:
    return any(isinstance(expr, nodes.Op) and expr.name == "wrap32" for expr in all_expressions(function))


def _local(function: str, name: str) -> Place:
    return "local", function, name


def _result(function: str) -> Place:
    return "result", function


def _global(name: str) -> Place:
    return "global", name


def _field(hierarchy: Hierarchy, class_name: str, name: str) -> Place:
    for ancestor in hierarchy.ancestors(class_name):
        if any(field.name == name for field in hierarchy.classes[ancestor].fields):
            return "field", ancestor, name
    raise KeyError(name)


def _places(hierarchy: Hierarchy, expr: Expr) -> Sequence[Place]:
    """Where the value of an expression was kept; empty if it is no global, field, call or element."""
    match expr:
        case nodes.Global(name=name):
            return (_global(name),)
        case nodes.Field(inner, name) if isinstance(inner.type, ObjectType):
            return (_field(hierarchy, inner.type.name, name),)
        case nodes.Call() | nodes.VirtualCall() | nodes.Speculate():
            return [_result(name) for name in targets(hierarchy, expr)]
        case nodes.Op("list_get" | "list_pop" | "list_remove", args) if args[0].type == INTS:
            return (ITEMS,)
    return ()


def _may_hold_ints(type_: Type) -> bool:
    """Whether a value of this type may be, or have in it, a list of ints."""
    match type_:
        case ListType(item) | OptionalType(item):
            return type_ == INTS or _may_hold_ints(item)
        case TupleType(items):
            return any(map(_may_hold_ints, items))
        case TableType(key, value):
            return _may_hold_ints(key) or _may_hold_ints(value)
    return type_ == ANY


class _Finder:
    """What every place is given (by an expression in a function), and which places are given what it holds."""

    def __init__(self, program: nodes.Program, functions: Iterable[Function], hierarchy: Hierarchy) -> None:
        self.hierarchy = hierarchy
        self.params = {function.name: function.params for function in functions}
        self.small: set[Place] = {ITEMS}
        for function in functions:
            variables = (*function.params, *function.locals)
            self.small.update(_local(function.name, var.name) for var in variables if var.type == INT)
            if function.result == INT:
                self.small.add(_result(function.name))
        self.small.update(_global(var.name) for var in program.globals if var.type == INT)
        for class_ in program.classes:
            self.small.update(("field", class_.name, field.name) for field in class_.fields if field.type == INT)
        self.given: dict[Place, list[tuple[str, Expr]]] = {place: [] for place in self.small}
        self.takers: dict[Place, set[Place]] = {}
        self.fallen: list[Place] = []
        for variable in program.globals:
            # A count wraps around at 64 bits.
            if variable.is_given or variable.is_count:
                self.take_anything(_global(variable.name), variable.type)

    def read(self, function: Function) -> None:
        here = function.name
        types = {var.name: var.type for var in (*function.params, *function.locals)}
        for stmt in walk_block(function.body):
            match stmt:
                case nodes.Assign(name=name, value=value):
                    self.give(_local(here, name), here, value)
                case nodes.For(name=name, start=start, stop=stop):
                    self.give(_local(here, name), here, start)
                    self.give(_local(here, name), here, stop)
                case nodes.Ask(target=name):
                    self.take_anything(_local(here, name), types[name])
                case nodes.Invoke(target=str() as name, call=call):
                    self.give(_local(here, name), here, call)
                case nodes.Return(value=value) if value is not None:
                    self.give(_result(here), here, value)
                case nodes.TailCall(call=call):
                    self.give(_result(here), here, call)
                case nodes.SetGlobal(name=name, value=value):
                    self.give(_global(name), here, value)
                case nodes.SetField(target, name, value) if isinstance(target.type, ObjectType):
                    self.give(_field(self.hierarchy, target.type.name, name), here, value)
                case _:
                    pass
        for expr in all_expressions(function):
            self._read_expression(here, expr)

    def _read_expression(self, here: str, expr: Expr) -> None:
        match expr:
            case nodes.Call(args=args) | nodes.VirtualCall(args=args) | nodes.Speculate(args=args):
                for name in targets(self.hierarchy, expr):
                    if name in self.params:
                        for param, arg in zip(self.params[name], args, strict=True):
                            self.give(_local(name, param.name), here, arg)
            case nodes.New(class_name, fields):
                for field, value in zip(self.hierarchy.fields(class_name), fields, strict=True):
                    if value is not None:
                        self.give(_field(self.hierarchy, class_name, field.name), here, value)
            case nodes.MakeList(items=items) if expr.type == INTS:
                for item in items:
                    self.give(ITEMS, here, item)
            case nodes.Op("list_set" | "list_push" | "list_insert", args) if args[0].type == INTS:
                self.give(ITEMS, here, args[-1])
            case nodes.Op("list_fill", (_, item)) if expr.type == INTS:
                self.give(ITEMS, here, item)
            case nodes.Op(name) if name in _LISTS_OF_TABLES and expr.type == INTS:
                self._fall(ITEMS)
            case _:
                pass

    def give(self, place: Place, function: str, value: Expr) -> None:
        if place in self.given:
            self.given[place].append((function, value))

    def take_anything(self, place: Place, type_: Type) -> None:
        """What comes from outside may be of any size."""
        self._fall(place)
        if _may_hold_ints(type_):
            self._fall(ITEMS)

    def settle(self) -> None:
        """Until every place that is left is given small numbers only."""
        for place in tuple(self.small):
            self._look(place)
        while self.fallen:
            for taker in self.takers.pop(self.fallen.pop(), ()):
                self._look(taker)

    def _look(self, place: Place) -> None:
        if place not in self.small:
            return
        for function, value in self.given[place]:
            if not is_small(bounds(value, {}, partial(self._kept, function, place))):
                self._fall(place)
                return

    def _fall(self, place: Place) -> None:
        if place in self.small:
            self.small.remove(place)
            self.fallen.append(place)

    def _kept(self, function: str, taker: Place, expr: Expr) -> Bounds:
        """What is known of an expression in a function, while its value is given to `taker`."""
        found = [_local(function, expr.name)] if isinstance(expr, nodes.Local) else _places(self.hierarchy, expr)
        if not found or not self.small.issuperset(found):
            return EVERY
        for place in found:
            self.takers.setdefault(place, set()).add(taker)
        return SMALL
