"""The author's functions, and the `default` blocks of decks, boards and groups."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import none_of
from parlour.core.types import NONE, ObjectType, OptionalType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.inputs import fill_all
from parlour.languages.tgdl.lower.nulls import always_returns
from parlour.languages.tgdl.lower.objects import default_name


def write(low: Lowering) -> None:
    for class_ in low.checked.classes:
        for function in class_.functions.values():
            _write_function(low, function)
        if class_.default is not None:
            _write_default(low, default_name(low, class_), ObjectType(class_.shown), class_.default, class_.shown)
        for group in class_.groups.values():
            if group.default is not None:
                _write_default(low, default_name(low, group), names.A_GROUP, group.default, group.name)
    for function in low.checked.functions:
        _write_function(low, function)


def _write_function(low: Lowering, function: m.Function) -> None:
    result = low.result_type(function)
    with low.writing("function", result) as body:
        if function.owner is not None:
            low.this_parameter(function.owner.shown)
        for each in function.inputs:
            if each.modifier == "function":
                low.parameter(each.var)
        nothing = none_of(result) if isinstance(result, OptionalType) else None
        stmts = fill_all(low, function.inputs, lambda _: [nodes.Return(nothing)])
        stmts += low.block(function.body)
        if not always_returns(function.body):
            stmts += low.fell_off(result, function.span)
        name = low.function_name(function)
        low.add(body.build.function(name, result, stmts, label=function.name, span=function.span))


def _write_default(low: Lowering, name: str, this: ObjectType, block: m.Block, label: str) -> None:
    with low.writing("default", NONE) as body:
        body.this = body.build.parameter("this", this)
        low.add(body.build.function(name, NONE, low.block(block), label=f"default of {label}"))
