"""Looking changes nothing, and the rules never read what is on display.

Prompt and label functions run when somebody looks, any number of times or never, so they must leave no trace. What is
on display (presentation globals) is not part of the state that rules see: bulk runs do not even write it. So it may be
read only

- in functions that `entry` does not reach: those named by questions, and those a language calls to draw the table; or
- in the value of another store to what is on display, which is left out together with it. Such a value must leave no
  trace.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.core import nodes
from parlour.core.checks.report import Report, World, name_of
from parlour.core.nodes import Expr, Function, Op
from parlour.core.ops import OPS
from parlour.core.passes.effects import Effects
from parlour.core.walk import expressions, walk_block, walk_expr


def check_looking(world: World, report: Report) -> None:
    """Prompts and labels leave no trace. Before: every name and operation is known."""
    for name in sorted(world.looking & world.functions.keys()):
        report.function = name
        done = _traces(world.effects[name])
        if done:
            text = f"{name_of(name)} is called whenever somebody looks, but it, or what it calls, {' and '.join(done)}"
            report.add("looking", text, world.functions[name].span)
    report.function = None


def _traces(effects: Effects) -> list[str]:
    words = {
        "asks": effects.asks,
        "writes to what is older than the call": effects.writes,
        "draws": effects.draws,
        "tells": effects.tells,
        "finishes the game or adds seats": effects.finishes,
    }
    return [word for word, is_done in words.items() if is_done]


def check_presentation(world: World, report: Report) -> None:
    """Rules do not read what is on display. Before: every name and operation is known."""
    shown = frozenset(variable.name for variable in world.program.globals if variable.is_presentation)
    for function in world.program.functions:
        if function.name in world.ruling:
            report.function = function.name
            _rules(function, shown, world.effects, report)
    report.function = None


def _rules(function: Function, shown: frozenset[str], effects: Mapping[str, Effects], report: Report) -> None:
    for stmt in walk_block(function.body):
        if isinstance(stmt, nodes.SetGlobal) and stmt.name in shown:
            for part in walk_expr(stmt.value):
                if not _leaves_no_trace(part, effects):
                    text = f"{name_of(stmt.name)} is not written in bulk runs, so its value must not change anything"
                    report.add("presentation", text, part.span)
            continue
        if isinstance(stmt, nodes.Tell) and stmt.for_show:
            for expr in expressions(stmt):
                for part in walk_expr(expr):
                    if not _leaves_no_trace(part, effects):
                        text = "what is told for show is not worked out in bulk runs, so it must not change anything"
                        report.add("presentation", text, part.span or stmt.span)
            continue
        for expr in expressions(stmt):
            for part in walk_expr(expr):
                if isinstance(part, nodes.Global) and part.name in shown:
                    text = f"{name_of(part.name)} is what is on display; rules cannot read it"
                    report.add("presentation", text, part.span)


def _leaves_no_trace(expr: Expr, effects: Mapping[str, Effects]) -> bool:
    match expr:
        case Op(name=name):
            return name in OPS and not OPS[name].writes
        case nodes.Call(function=name) | nodes.Speculate(function=name):
            return name in effects and effects[name].leaves_no_trace
        case nodes.VirtualCall() | nodes.Chance() | nodes.NewSeat():
            return False
    return True
