"""Every expression has exactly the type that its parts give it; nothing converts by itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import assert_never

from parlour.core import nodes
from parlour.core import types as t
from parlour.core.checks.declarations import check_type
from parlour.core.checks.report import Report, World, list_of, name_of
from parlour.core.nodes import Const, Expr, Local, Op
from parlour.core.ops import INT_MAX, INT_MIN, OPS, result_type
from parlour.core.text import print_type
from parlour.core.walk import walk_expr


class ExpressionCheck:
    """Checks expressions of one function; `variables` are its parameters and locals."""

    def __init__(self, world: World, report: Report, variables: Mapping[str, t.Type]) -> None:
        self.world = world
        self.report = report
        self.variables = variables

    def check(self, expr: Expr, wanted: t.Type | None = None, what: str = "") -> None:
        """Checks an expression and all inside it; `wanted` is the type its place needs, `what` names the place."""
        if wanted is not None and expr.type != wanted:
            found = print_type(expr.type)
            self.report.add("types", f"{what or 'this'} must be {print_type(wanted)}, not {found}", expr.span)
        for part in walk_expr(expr):
            self._check(part)

    def _add(self, rule: str, text: str, expr: Expr) -> None:
        self.report.add(rule, text, expr.span)

    def _same(self, expr: Expr, type_: t.Type, what: str) -> None:
        """The type that stands on the node must be this one."""
        if expr.type != type_:
            self._add("types", f"{what} is {print_type(type_)}, but marked {print_type(expr.type)}", expr)

    def _check(self, expr: Expr) -> None:
        if isinstance(expr, nodes.MakeBoard | nodes.MakeList | Op | nodes.Convert | nodes.Narrow):
            check_type(expr.type, self.world, self.report, expr.span)
        elif isinstance(expr, nodes.Is):
            check_type(expr.of, self.world, self.report, expr.span)
        match expr:
            case Const(value, type_):
                problem = constant_problem(value, type_, self.world.symbols)
                if problem is not None:
                    self._add("constants", problem, expr)
            case Local(name):
                if name not in self.variables:
                    self._add("names", f"local {name_of(name)} is not declared", expr)
                else:
                    self._same(expr, self.variables[name], f"local {name_of(name)}")
            case nodes.Global(name) if name in self.world.globals and self.world.globals[name].is_count:
                self._add("counts", f"{name_of(name)} is a count for reports; no rule can read it", expr)
            case nodes.Global(name):
                variable = self.world.globals.get(name)
                if variable is None:
                    self._add("names", f"global {name_of(name)} is not declared", expr)
                else:
                    self._same(expr, variable.type, f"global {name_of(name)}")
            case Op():
                self._op(expr)
            case nodes.And(left, right) | nodes.Or(left, right):
                for side in (left, right):
                    if side.type != t.BOOL:
                        self._add("types", f"both sides must be bool, not {print_type(side.type)}", expr)
            case nodes.Choose(condition, then, otherwise):
                if condition.type != t.BOOL:
                    self._add("types", f"a condition must be bool, not {print_type(condition.type)}", expr)
                self._same(expr, then.type, "the first choice")
                self._same(expr, otherwise.type, "the second choice")
            case nodes.Call(function, args) | nodes.Speculate(function, args):
                self._call(expr, function, args)
            case nodes.VirtualCall():
                self._virtual(expr)
            case nodes.MakeTuple(items):
                self._same(expr, t.TupleType(tuple(item.type for item in items)), "this tuple")
            case nodes.TupleItem(inner, index):
                if not isinstance(inner.type, t.TupleType) or not 0 <= index < len(inner.type.items):
                    self._add("types", f"{print_type(inner.type)} has no component {index}", expr)
                else:
                    self._same(expr, inner.type.items[index], f"component {index}")
            case nodes.MakeBoard(items, type_):
                if not isinstance(type_, t.BoardType) or len(items) != type_.cells:
                    self._add("types", f"{len(items)} cells do not make {print_type(type_)}", expr)
                else:
                    self._items(expr, items, type_.item)
            case nodes.MakeList(items, type_):
                if not isinstance(type_, t.ListType):
                    self._add("types", f"a list is not {print_type(type_)}", expr)
                else:
                    self._items(expr, items, type_.item)
            case nodes.New():
                self._new(expr)
            case nodes.Field(inner, name):
                found = field_type(self.world, inner.type, name)
                if found is None:
                    self._add("objects", f"{print_type(inner.type)} has no field {name_of(name)}", expr)
                else:
                    self._same(expr, found, f"field {name_of(name)}")
            case nodes.Convert(inner, type_):
                if not self.world.hierarchy.widens(inner.type, type_):
                    self._add("conversions", f"{print_type(inner.type)} does not widen to {print_type(type_)}", expr)
            case nodes.Narrow(inner, type_) | nodes.Is(inner, type_):
                if not self.world.hierarchy.widens(type_, inner.type):
                    self._add("conversions", f"{print_type(inner.type)} does not narrow to {print_type(type_)}", expr)
            case nodes.Chance(of):
                if of.type not in (t.INT, t.ListType(t.INT)):
                    self._add("types", f"chance is of int or list[int], not {print_type(of.type)}", expr)
            case nodes.Tracked(class_name):
                self._class(expr, class_name)
                self._same(expr, t.ListType(t.ObjectType(class_name)), "this list")
            case nodes.NewSeat(name_expr):
                if name_expr.type != t.STRING:
                    self._add("types", f"the name of a seat must be string, not {print_type(name_expr.type)}", expr)
            case _:
                assert_never(expr)

    def _op(self, expr: Op) -> None:
        info = OPS.get(expr.name)
        if info is None:
            self._add("operations", f"there is no operation {name_of(expr.name)}", expr)
            return
        types = tuple(arg.type for arg in expr.args)
        found = result_type(expr.name, types, expr.type if info.given else None)
        if found is None:
            self._add("operations", f"{name_of(expr.name)} does not take {list_of(types)}", expr)
        else:
            self._same(expr, found, name_of(expr.name))

    def _call(self, expr: nodes.Call | nodes.Speculate, name: str, args: tuple[Expr, ...]) -> None:
        function = self.world.functions.get(name)
        if function is None:
            self._add("names", f"function {name_of(name)} is not declared", expr)
            return
        wanted = tuple(param.type for param in function.params)
        given = tuple(arg.type for arg in args)
        if wanted != given:
            self._add("calls", f"{name_of(name)} takes {list_of(wanted)}, not {list_of(given)}", expr)
        self._same(expr, function.result, f"the result of {name_of(name)}")
        if isinstance(expr, nodes.Speculate) and not t.is_plain(function.result):
            text = f"{name_of(name)} gives {print_type(function.result)}, which may hold what the undoing takes away"
            self._add("speculation", text, expr)

    def _virtual(self, expr: nodes.VirtualCall) -> None:
        receiver = expr.args[0].type if expr.args else None
        if not isinstance(receiver, t.ObjectType):
            found = "nothing" if receiver is None else print_type(receiver)
            self._add("virtual calls", f"{name_of(expr.method)} is called on an object, not on {found}", expr)
            return
        hierarchy = self.world.hierarchy
        given = tuple(arg.type for arg in expr.args[1:])
        for class_name in hierarchy.below(receiver.name):
            function = self.world.functions.get(hierarchy.method(class_name, expr.method) or "")
            if function is None:
                self._add("virtual calls", f"class {name_of(class_name)} has no {name_of(expr.method)}", expr)
                continue
            wanted = tuple(param.type for param in function.params[1:])
            if wanted != given or function.result != expr.type:
                has = f"takes {list_of(wanted)} and gives {print_type(function.result)}"
                called = f"takes {list_of(given)} and gives {print_type(expr.type)}"
                text = f"{name_of(expr.method)} of class {name_of(class_name)} {has}; it is called as if it {called}"
                self._add("virtual calls", text, expr)

    def _items(self, expr: Expr, items: tuple[Expr, ...], wanted: t.Type) -> None:
        for item in items:
            if item.type != wanted:
                self._add("types", f"an element must be {print_type(wanted)}, not {print_type(item.type)}", expr)

    def _class(self, expr: Expr, name: str) -> None:
        if name not in self.world.hierarchy.classes:
            self._add("names", f"class {name_of(name)} is not declared", expr)

    def _new(self, expr: nodes.New) -> None:
        self._class(expr, expr.class_name)
        self._same(expr, t.ObjectType(expr.class_name), "this object")
        fields = self.world.hierarchy.fields(expr.class_name)
        if len(fields) != len(expr.args):
            text = f"class {name_of(expr.class_name)} has {len(fields)} fields, {len(expr.args)} are given"
            self._add("objects", text, expr)
            return
        for field, arg in zip(fields, expr.args, strict=True):
            if arg is None and not field.may_be_unset:
                self._add("objects", f"field {name_of(field.name)} needs a value", expr)
            elif arg is not None and arg.type != field.type:
                text = f"field {name_of(field.name)} is {print_type(field.type)}, not {print_type(arg.type)}"
                self._add("objects", text, expr)


def field_type(world: World, type_: t.Type, name: str) -> t.Type | None:
    """The type of a field of a value of this type, if it is an object with such a field."""
    field = world.hierarchy.field(type_.name, name) if isinstance(type_, t.ObjectType) else None
    return None if field is None else field.type


def constant_problem(value: nodes.ConstValue, type_: t.Type, symbols: frozenset[str]) -> str | None:
    """Why this value is no constant of this type; None if it is one. Types are exact: `True` is no int, 1 no float."""
    if isinstance(type_, t.TupleType | t.BoardType):
        types = type_.items if isinstance(type_, t.TupleType) else (type_.item,) * type_.cells
        if not isinstance(value, tuple) or len(value) != len(types):
            return f"{_shown(value)} is no {print_type(type_)}"
        problems = (constant_problem(item, wanted, symbols) for item, wanted in zip(value, types, strict=True))
        return next((problem for problem in problems if problem is not None), None)
    kinds: dict[t.Type, type] = {
        t.INT: int,
        t.FLOAT: float,
        t.BOOL: bool,
        t.SYMBOL: str,
        t.STRING: str,
        t.NONE: type(None),
    }
    if type(value) is not kinds.get(type_):
        return f"{_shown(value)} is no {print_type(type_)}"
    match value:
        case bool():
            return None
        case int():
            return None if INT_MIN <= value <= INT_MAX else "this number does not fit into 64 bits"
        case float():
            return "core has no -0.0" if value == 0 and math.copysign(1, value) < 0 else None
        case str() if type_ == t.SYMBOL:
            return None if value in symbols else f"symbol {name_of(value)} is not declared"
        case str():
            lone = any("\ud800" <= character <= "\udfff" for character in value)
            return "a string holds characters, not halves of them (lone surrogates)" if lone else None
    return None


def _shown(value: nodes.ConstValue) -> str:
    return "none" if value is None else f"a constant held as {type(value).__name__}"
