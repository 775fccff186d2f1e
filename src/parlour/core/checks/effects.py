"""Looking changes nothing, and the rules never read what is on display.

Prompt and label functions run when somebody looks, any number of times or never, so they must leave no trace. What is
on display (presentation globals) is not part of the state that rules see: bulk runs do not even write it. So it may be
read only

- in functions that `entry` does not reach: those named by questions, and those a language calls to draw the table; or
- to compute a seat: in an `Assign` to a local that is used as the seat of questions and for nothing else. Whom a
  question goes to is shown, but no rule depends on it. The value must be an expression that changes nothing and calls
  nothing, so that it can be left out together with the stores.
"""

from __future__ import annotations

from parlour.core.checks.report import Report, World, name_of
from parlour.core.effects import Effects, infer
from parlour.core.nodes import (
    And,
    Ask,
    Assign,
    Choose,
    Const,
    Convert,
    Expr,
    Field,
    Function,
    Global,
    Is,
    Local,
    Narrow,
    Op,
    Or,
    TupleItem,
)
from parlour.core.ops import OPS
from parlour.core.walk import expressions, walk_block, walk_expr


def check_looking(world: World, report: Report) -> None:
    """Prompts and labels leave no trace. Before: every name and operation is known."""
    effects = infer(world.program)
    for name in sorted(world.looking & effects.keys()):
        report.function = name
        done = _traces(effects[name])
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
    shown = frozenset(variable.name for variable in world.program.globals if variable.is_presentation)
    for function in world.program.functions:
        if shown and function.name in world.ruling:
            report.function = function.name
            _rules(function, shown, report)
    report.function = None


def _rules(function: Function, shown: frozenset[str], report: Report) -> None:
    seats = _seat_locals(function)
    for stmt in walk_block(function.body):
        if isinstance(stmt, Assign) and stmt.name in seats and all(map(_changes_nothing, walk_expr(stmt.value))):
            continue
        for expr in expressions(stmt):
            for part in walk_expr(expr):
                if isinstance(part, Global) and part.name in shown:
                    text = f"{name_of(part.name)} is what is on display; rules cannot read it, except for a seat"
                    report.add("presentation", text, part.span)


def _seat_locals(function: Function) -> set[str]:
    """The locals that are used as seats of questions and nowhere else."""
    seats: set[str] = set()
    others: set[str] = set()
    for stmt in walk_block(function.body):
        parts = expressions(stmt)
        if isinstance(stmt, Ask):
            seats.update(part.name for part in parts[:1] if isinstance(part, Local))
            parts = parts[1:]
        others.update(part.name for expr in parts for part in walk_expr(expr) if isinstance(part, Local))
    return seats - others


def _changes_nothing(expr: Expr) -> bool:
    match expr:
        case Op(name=name):
            return name in OPS and not OPS[name].writes
        case Const() | Local() | Global() | And() | Or() | Choose() | TupleItem() | Field():
            return True
        case Convert() | Narrow() | Is():
            return True
        case _:
            return False
