"""What people are asked: the name of an input, or what its `information` says.

Texts are made when somebody looks. What they need to know of a running block is put on display when the question is
asked.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import text
from parlour.core.nodes import Expr, GlobalVariable, SetGlobal, Stmt
from parlour.core.types import STRING
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.lower.closures import Closure, judging
from parlour.languages.tgdl.lower.context import Lowering


def constant_prompt(low: Lowering, words: str) -> str:
    name = f"ask {words}"
    if name not in low.functions:
        low.add(nodes.Function(name, (), STRING, (nodes.Return(text(words)),)))
    return name


def prompt(low: Lowering, each: m.Input) -> str:
    """The function that makes the words of a question."""
    if each.information is None:
        return constant_prompt(low, each.name)
    closure = _information(low, each)
    name = low.name((each, "prompt"), f"prompt {each.name}")
    if name not in low.functions:
        shown: list[Expr] = []
        types = [] if closure.this is None else [closure.this]
        for place, type_ in enumerate([*types, *(low.type_of(var) for var in closure.vars)]):
            shown.append(nodes.Global(_displayed_name(name, place), type_))
            low.globals.append(GlobalVariable(_displayed_name(name, place), type_, is_presentation=True))
        call = nodes.Call(closure.name, tuple(shown), STRING)
        low.add(nodes.Function(name, (), STRING, (nodes.Return(call),)))
    return name


def displayed(low: Lowering, each: m.Input) -> list[Stmt]:
    """What the words of a question need to know is put on display."""
    if each.information is None:
        return []
    closure, name = _information(low, each), prompt(low, each)
    return [SetGlobal(_displayed_name(name, place), value) for place, value in enumerate(closure.args(low))]


def _information(low: Lowering, each: m.Input) -> Closure:
    assert each.information is not None
    name = f"information of {each.name}"
    return judging(low, (each, "information"), name, each.information, STRING, (), each.span)


def _displayed_name(name: str, place: int) -> str:
    return f"{name}, part {place}"
