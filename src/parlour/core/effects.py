"""What a function may do besides giving a result, found by one pass over the call graph.

`leaves_no_trace` is what `Speculate` asks for: then there is nothing to undo. Writing to an object that the function
itself made is no trace; a local counts as *fresh* when everything ever assigned to it was made right there.

    >>> from parlour.core.nodes import Const, Function, Program, Return, SetGlobal, GlobalVariable
    >>> from parlour.core.types import INT
    >>> f = Function("f", (), INT, (SetGlobal("g", Const(1, INT)), Return(Const(2, INT))))
    >>> infer(Program("p", (f,), "f", (GlobalVariable("g", INT),)))["f"].leaves_no_trace
    False
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from parlour.core.calls import callees
from parlour.core.nodes import (
    Ask,
    Assign,
    Attempt,
    Chance,
    Expr,
    Finish,
    Function,
    Local,
    MakeList,
    New,
    NewSeat,
    Op,
    Program,
    SetField,
    SetGlobal,
    Speculate,
    Tell,
    Tracked,
)
from parlour.core.ops import OPS
from parlour.core.walk import all_expressions, assigned, expressions, walk_block, walk_expr

# Operations whose result nobody else can hold.
_MAKES_NEW = {"list_copy", "list_slice", "list_fill", "table_new", "table_copy", "table_keys", "table_values"}


@dataclass(frozen=True, slots=True)
class Effects:
    """`writes`: changes something older than the call. `draws`, `tells`, `asks`, `finishes` (or adds seats). `displays`
    are the presentation globals it writes: no trace for those who follow the rules, but a speculation puts them back.
    """

    writes: bool = False
    draws: bool = False
    tells: bool = False
    asks: bool = False
    finishes: bool = False
    displays: frozenset[str] = frozenset()

    @property
    def leaves_no_trace(self) -> bool:
        return not (self.writes or self.draws or self.tells or self.asks or self.finishes)

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            self.writes or other.writes,
            self.draws or other.draws,
            self.tells or other.tells,
            self.asks or other.asks,
            self.finishes or other.finishes,
            self.displays | other.displays,
        )


# The program asked about last, and what was found: several passes over one program ask one after the other.
_latest: list[tuple[Program, dict[str, Effects]]] = []


def infer(program: Program) -> dict[str, Effects]:
    """The effects of every function, those of what it calls included."""
    latest = next(iter(_latest), None)
    if latest is None or latest[0] is not program:
        latest = (program, _infer(program))
        _latest[:] = [latest]
    return latest[1]


def _infer(program: Program) -> dict[str, Effects]:
    graph = callees(program)
    found = {function.name: _own(program, function) for function in program.functions}
    changed = True
    while changed:
        changed = False
        for name, called in graph.items():
            effects = found[name]
            for other in called:
                effects |= found[other]
            if effects != found[name]:
                found[name] = effects
                changed = True
    return found


def changes_older(function: Function) -> bool:
    """It changes a list, table or object that it has not made itself."""
    fresh = _fresh_locals(function)
    return any(
        isinstance(stmt, SetField) and not _is_fresh(stmt.object, fresh) for stmt in walk_block(function.body)
    ) or any(
        isinstance(expr, Op) and OPS[expr.name].writes and not _is_fresh(expr.args[0], fresh)
        for expr in all_expressions(function)
    )


def _own(program: Program, function: Function) -> Effects:
    presentation = {var.name for var in program.globals if var.is_presentation}
    effects = Effects(writes=changes_older(function))
    for stmt in walk_block(function.body):
        match stmt:
            case SetGlobal(name=name) if name in presentation:
                effects = replace(effects, displays=effects.displays | {name})
            case SetGlobal():
                effects = replace(effects, writes=True)
            case Tell():
                effects = replace(effects, tells=True)
            case Ask():
                effects = replace(effects, asks=True)
            case Finish():
                effects = replace(effects, finishes=True)
    for expr in all_expressions(function):
        match expr:
            case Chance():
                effects = replace(effects, draws=True)
            case NewSeat():
                effects = replace(effects, finishes=True)
    return effects


def _is_fresh(expr: Expr, fresh: frozenset[str]) -> bool:
    return (isinstance(expr, Local) and expr.name in fresh) or _makes_new(expr)


def _makes_new(expr: Expr) -> bool:
    return isinstance(expr, New | MakeList | Tracked) or (isinstance(expr, Op) and expr.name in _MAKES_NEW)


def _fresh_locals(function: Function) -> frozenset[str]:
    """Locals that only ever hold what this function made itself."""
    params = {param.name for param in function.params}
    fresh: set[str] = {var.name for var in function.locals}
    for stmt in walk_block(function.body):
        target = assigned(stmt)
        if target is not None and not (isinstance(stmt, Assign) and _makes_new(stmt.value)):
            fresh.discard(target)
    return frozenset(fresh - params)


def changes_between_questions(program: Program, asking: Container[str]) -> bool:
    """Between two questions a list, table or object may change that is older than the first of them; `asking` are the
    functions that may ask."""
    if needs_journal(program):
        return True
    for function in program.functions:
        expressions_ = list(all_expressions(function))
        writes = any(isinstance(stmt, SetField) for stmt in walk_block(function.body)) or any(
            isinstance(expr, Op) and OPS[expr.name].writes for expr in expressions_
        )
        # What a function that asks has made itself may be older than a question, too.
        if writes if function.name in asking else changes_older(function):
            return True
        if any(isinstance(expr, NewSeat) for expr in expressions_):
            return True
    return False


def needs_journal(program: Program) -> bool:
    """Whether writes must be remembered at all: some `Attempt`, or a `Speculate` of something that leaves a trace."""
    effects = infer(program)
    for function in program.functions:
        for stmt in walk_block(function.body):
            if isinstance(stmt, Attempt):
                return True
            if any(
                isinstance(part, Speculate) and not effects[part.function].leaves_no_trace
                for expr in expressions(stmt)
                for part in walk_expr(expr)
            ):
                return True
    return False


def draws_unseen(program: Program) -> bool:
    """A speculation may draw and undo it: then an unchanged generator does not mean that nothing was drawn."""
    effects = infer(program)
    return any(
        isinstance(expr, Speculate) and effects[expr.function].draws
        for function in program.functions
        for expr in all_expressions(function)
    )
