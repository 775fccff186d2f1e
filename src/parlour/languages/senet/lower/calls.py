"""Calls: functions, phases, methods, constructors, and what is built in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Expr, Op, Stmt
from parlour.core.passes.order import do
from parlour.core.types import NONE, STRING, ObjectType
from parlour.languages.senet.check.meaning import (
    REPR,
    BuiltinCall,
    Construct,
    Function,
    FunctionCall,
    Group,
    MethodCall,
)
from parlour.languages.senet.check.types import VOID
from parlour.languages.senet.lower import texts as lower_texts
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import number
from parlour.languages.senet.lower.groups import function_name
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

# One more than the largest number that `rand` gives.
_RANDOM = 2**31


def call(lowering: Lowering, expr: tree.Call) -> Expr:
    match lowering.checked.meaning(expr):
        case FunctionCall(function):
            return _function(lowering, expr, function)
        case MethodCall(group, method, receiver):
            return _method(lowering, expr, group, method, receiver)
        case Construct(group):
            return lowering.groups.new(group, expr.arguments, expr.span)
        case BuiltinCall(name):
            return _builtin(lowering, expr, name)
    raise AssertionError("a call has a meaning")


def _function(lowering: Lowering, expr: tree.Call, function: Function) -> Expr:
    wanted = [lowering.core_type(formal.type) for formal in function.formals]
    args = tuple(lower_values.arguments(lowering, expr.arguments, wanted))
    if function.is_phase and function.result is VOID:
        return nodes.Call(lowering.turns.runner(function), args, NONE, expr.span)
    return nodes.Call(function_name(function), args, lowering.core_type(function.result or VOID), expr.span)


def _method(lowering: Lowering, expr: tree.Call, group: Group, method: Function, receiver: tree.Expr | None) -> Expr:
    if method.node is None or method.name in lowering.boards.SPECIAL:
        built_in = lowering.boards.method(expr, group, method, receiver)
        if built_in is not None:
            return built_in
    this = lower_values.an_object(lowering, receiver or tree.This(expr.span))
    root = lowering.groups.root(method)
    wanted = [lowering.core_type(formal.type) for formal in root.formals]
    args = lower_values.arguments(lowering, expr.arguments, [lowering.core_type(f.type) for f in method.formals])
    passed = [lowering.fit(arg, type_) for arg, type_ in zip(args, wanted, strict=True)]
    result = call_method(lowering, group, method, this, passed, expr.span)
    return lowering.fit(result, lowering.core_type(method.result or VOID))


def call_method(
    lowering: Lowering, group: Group, method: Function, this: Expr, args: list[Expr], span: Span | None
) -> Expr:
    """Calls the method that the instance has, by name where only one can be meant. Arguments have the root's types."""
    result = lowering.core_type(lowering.groups.root(method).result or VOID)
    found = lowering.groups.implementations(group, method.name)
    if method.name == REPR:
        lower_texts.need_reprs(lowering)
    if len(found) > 1:
        return nodes.VirtualCall(method.name, (this, *args), result, span)
    owner = next(iter(found)).removesuffix(f".{method.name}")
    return nodes.Call(next(iter(found)), (lowering.fit(this, ObjectType(owner)), *args), result, span)


def _builtin(lowering: Lowering, expr: tree.Call, name: str) -> Expr:
    span = expr.span
    match name:
        case "print":
            return lower_texts.print_value(lowering, expr)
        case "read":
            return lowering.turns.read(expr)
        case "stoi":
            return lowering.linker.call("stoi", [lower_values.expression(lowering, expr.arguments[0])], span)
        case "itos":
            return Op("text_of_int", (lower_values.expression(lowering, expr.arguments[0]),), STRING, span)
        case "rand":
            return nodes.Chance(number(_RANDOM), span)
        case "restart" | "exit":
            stmts: list[Stmt] = lowering.turns.leave(name, span)
            return do(stmts, nodes.NO_VALUE)
    # `clear_input`: characters not read yet are not the program's.
    return nodes.NO_VALUE
