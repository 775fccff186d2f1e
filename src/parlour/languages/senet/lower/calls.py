"""Calls: functions, phases, methods, constructors, and what is built in."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import number, op
from parlour.core.nodes import Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.types import NONE
from parlour.languages.senet.check.meaning import BuiltinCall, Construct, Function, FunctionCall, Group, MethodCall
from parlour.languages.senet.check.types import VOID
from parlour.languages.senet.lower.boards import find_cell
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.groups import root
from parlour.languages.senet.lower.instances import call_method, new
from parlour.languages.senet.lower.names import core_type, function_name
from parlour.languages.senet.lower.outcome import note
from parlour.languages.senet.lower.texts import text_of
from parlour.languages.senet.lower.turns import is_turn, leave, read, runner
from parlour.languages.senet.syntax import tree

# One more than the largest number that `rand` gives.
_RANDOM = 2**31


def call(lowering: Lowering, expr: tree.Call) -> Expr:
    match lowering.checked.meaning(expr):
        case FunctionCall(function):
            return _function(lowering, expr, function)
        case MethodCall(group, method, receiver):
            found = find_cell(lowering, expr, group, method, receiver)
            return found if found is not None else _method(lowering, expr, group, method, receiver)
        case Construct(group):
            return new(lowering, group, expr.arguments, expr.span)
        case BuiltinCall(name):
            return _builtin(lowering, expr, name)
    raise AssertionError("a call has a meaning")


def _function(lowering: Lowering, expr: tree.Call, function: Function) -> Expr:
    args = tuple(lowering.arguments(expr.arguments, [core_type(formal.type) for formal in function.formals]))
    if is_turn(function):
        return nodes.Call(runner(lowering, function), args, NONE, expr.span)
    return nodes.Call(function_name(function), args, core_type(function.result or VOID), expr.span)


def _method(lowering: Lowering, expr: tree.Call, group: Group, method: Function, receiver: tree.Expr | None) -> Expr:
    this = lowering.an_object(receiver or tree.This(expr.span))
    args = lowering.arguments(expr.arguments, [core_type(formal.type) for formal in method.formals])
    wanted = [core_type(formal.type) for formal in root(method).formals]
    passed = [lowering.fit(arg, type_) for arg, type_ in zip(args, wanted, strict=True)]
    result = call_method(lowering, group, method, this, passed, expr.span)
    return lowering.fit(result, core_type(method.result or VOID))


def _builtin(lowering: Lowering, expr: tree.Call, name: str) -> Expr:
    span = expr.span
    match name:
        case "print":
            return _print(lowering, expr)
        case "read":
            return read(lowering, expr)
        case "stoi":
            return lowering.linker.call("stoi", [lowering.value(expr.arguments[0])], span)
        case "itos":
            return op("text_of_int", lowering.value(expr.arguments[0]), span=span)
        case "rand":
            return nodes.Chance(number(_RANDOM), span)
        case "restart" | "exit":
            return do(leave(lowering, name, span), nodes.NO_VALUE)
    # `clear_input`: characters not read yet are not the program's.
    return nodes.NO_VALUE


def _print(lowering: Lowering, expr: tree.Call) -> Expr:
    """`print(x)`: says it, and keeps in mind what it says about the end of the game."""
    stmts: list[Stmt] = []
    value = text_of(lowering, lowering.value(expr.arguments[0]))
    said = lowering.verdicts.of(expr) if lowering.verdicts.is_used else None
    if said is not None and said.is_at_run_time:
        value = lowering.body.build.keep(value, stmts, "said")
    stmts.append(nodes.Tell(value, span=expr.span))
    if said is not None:
        stmts += note(lowering, said, value)
    return do(stmts, nodes.NO_VALUE)
