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

from collections.abc import Container, Iterable, Mapping, Sequence

from parlour.core import nodes
from parlour.core.nodes import Expr, Function, Local, Op, Program, Stmt
from parlour.core.ops import OPS
from parlour.core.passes.call_graph import callees, strong_components
from parlour.core.walk import all_expressions, assigned, expressions, walk_block, walk_expr
from parlour.dataclass import dataclass

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


def infer(program: Program) -> dict[str, Effects]:
    """The effects of every function, those of what it calls included. Engines find them in their `Plan`."""
    graph = callees(program)
    presentation = frozenset(var.name for var in program.globals if var.is_presentation)
    found = {function.name: _own(function, presentation) for function in program.functions}
    # Functions of one cycle have the same effects; what they call besides is known before them.
    cycles: dict[int, list[str]] = {}
    for name, number in strong_components(graph).items():
        cycles.setdefault(number, []).append(name)
    for _, members in sorted(cycles.items()):
        effects = Effects()
        for name in {*members, *(called for member in members for called in graph[member])}:
            effects |= found[name]
        found.update(dict.fromkeys(members, effects))
    return found


def changes_older(function: Function) -> bool:
    """It changes a list, table or object that it has not made itself."""
    return _changes_older(function, list(walk_block(function.body)), all_expressions(function))


def _changes_older(function: Function, statements: Sequence[Stmt], inside: Iterable[Expr]) -> bool:
    changed = [stmt.object for stmt in statements if isinstance(stmt, nodes.SetField)]
    changed += [expr.args[0] for expr in inside if isinstance(expr, Op) and OPS[expr.name].writes]
    if not changed:
        return False
    fresh = _fresh_locals(function, statements)
    return not all(_is_fresh(expr, fresh) for expr in changed)


def _own(function: Function, presentation: frozenset[str]) -> Effects:
    """What it does itself, whatever it calls."""
    statements, inside = list(walk_block(function.body)), list(all_expressions(function))
    kinds = {type(part) for part in (*statements, *inside)}
    stored = {stmt.name for stmt in statements if isinstance(stmt, nodes.SetGlobal)}
    return Effects(
        writes=bool(stored - presentation) or nodes.Count in kinds or _changes_older(function, statements, inside),
        draws=nodes.Chance in kinds,
        tells=nodes.Tell in kinds,
        asks=nodes.Ask in kinds,
        finishes=nodes.Finish in kinds or nodes.NewSeat in kinds,
        displays=frozenset(stored & presentation),
    )


def _is_fresh(expr: Expr, fresh: frozenset[str]) -> bool:
    return (isinstance(expr, Local) and expr.name in fresh) or _makes_new(expr)


def _makes_new(expr: Expr) -> bool:
    return isinstance(expr, nodes.New | nodes.MakeList | nodes.Tracked) or (
        isinstance(expr, Op) and expr.name in _MAKES_NEW
    )


def _fresh_locals(function: Function, statements: Iterable[Stmt]) -> frozenset[str]:
    """Locals that only ever hold what this function made itself."""
    params = {param.name for param in function.params}
    fresh: set[str] = {var.name for var in function.locals}
    for stmt in statements:
        target = assigned(stmt)
        if target is not None and not (isinstance(stmt, nodes.Assign) and _makes_new(stmt.value)):
            fresh.discard(target)
    return frozenset(fresh - params)


def changes_between_questions(program: Program, effects: Mapping[str, Effects], asking: Container[str]) -> bool:
    """Between two questions a list, table or object may change that is older than the first of them; `asking` are the
    functions that may ask."""
    if needs_journal(program, effects):
        return True
    for function in program.functions:
        expressions_ = list(all_expressions(function))
        writes = any(isinstance(stmt, nodes.SetField) for stmt in walk_block(function.body)) or any(
            isinstance(expr, Op) and OPS[expr.name].writes for expr in expressions_
        )
        # What a function that asks has made itself may be older than a question, too.
        if writes if function.name in asking else changes_older(function):
            return True
        if any(isinstance(expr, nodes.NewSeat) for expr in expressions_):
            return True
    return False


def needs_journal(program: Program, effects: Mapping[str, Effects]) -> bool:
    """Whether writes must be remembered at all: some `Attempt`, or a `Speculate` of something that leaves a trace."""
    for function in program.functions:
        for stmt in walk_block(function.body):
            if isinstance(stmt, nodes.Attempt):
                return True
            if any(
                isinstance(part, nodes.Speculate) and not effects[part.function].leaves_no_trace
                for expr in expressions(stmt)
                for part in walk_expr(expr)
            ):
                return True
    return False


def adds_seats(program: Program) -> bool:
    """Seats appear while it runs."""
    return any(isinstance(expr, nodes.NewSeat) for each in program.functions for expr in all_expressions(each))


def draws_unseen(program: Program, effects: Mapping[str, Effects]) -> bool:
    """A speculation may draw and undo it: then an unchanged generator does not mean that nothing was drawn."""
    return any(
        isinstance(expr, nodes.Speculate) and effects[expr.function].draws
        for function in program.functions
        for expr in all_expressions(function)
    )
