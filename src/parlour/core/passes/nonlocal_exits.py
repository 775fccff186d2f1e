"""Where control can leave a function other than by returning: the tags it lets out.

A function *lets out* a tag when running it may abandon that tag past its own end. `Fail` is the same with a tag of its
own, `FAIL`, that the innermost `Attempt` takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Block, Expr, Function, Program, Stmt
from parlour.core.passes.call_graph import targets
from parlour.core.walk import blocks, expressions, walk_expr
from parlour.dataclass import dataclass
from parlour.syntax.source import Span

# The tag under which `Fail` leaves to the innermost `Attempt`; no author's tag can be spelt like this.
FAIL = "\0fail"


@dataclass(frozen=True, slots=True)
class GuardedCall:
    """A call in a function, and the tags that are caught around it there."""

    targets: frozenset[str]
    caught: frozenset[str]
    is_speculation: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class Leave:
    """An `Abandon` or `Fail` that its own function does not catch."""

    tag: str
    span: Span | None


def let_out(program: Program) -> dict[str, frozenset[str]]:
    """For each function the tags it lets out, `FAIL` for attempts. Speculations let out nothing."""
    hierarchy = Hierarchy(program.classes)
    calls: dict[str, list[GuardedCall]] = {}
    found: dict[str, set[str]] = {function.name: set() for function in program.functions}
    callers: dict[str, set[str]] = {function.name: set() for function in program.functions}
    for function in program.functions:
        leaves, calls[function.name] = exits(function, hierarchy)
        found[function.name].update(leave.tag for leave in leaves)
        for call in calls[function.name]:
            for name in call.targets & callers.keys():
                callers[name].add(function.name)
    # A function is looked at again whenever one that it calls lets out more.
    pending = list(found)
    while pending:
        name = pending.pop()
        for caller in callers[name]:
            more: set[str] = set()
            for call in calls[caller]:
                if name in call.targets and not call.is_speculation:
                    more |= found[name] - call.caught
            if not more <= found[caller]:
                found[caller] |= more
                pending.append(caller)
    return {name: frozenset(tags) for name, tags in found.items()}


def exits(function: Function, hierarchy: Hierarchy) -> tuple[list[Leave], list[GuardedCall]]:
    """What leaves a function or may do so: uncaught tags, and calls with what is caught around them."""
    leaves: list[Leave] = []
    calls: list[GuardedCall] = []
    for stmt, caught in _guarded(function.body):
        tag = stmt.tag if isinstance(stmt, nodes.Abandon) else FAIL if isinstance(stmt, nodes.Fail) else None
        if tag is not None and tag not in caught:
            leaves.append(Leave(tag, stmt.span))
        for expr in _parts(stmt):
            called = targets(hierarchy, expr)
            if called:
                calls.append(GuardedCall(called, caught, isinstance(expr, nodes.Speculate), expr.span or stmt.span))
    return leaves, calls


def _guarded(block: Block) -> Iterator[tuple[Stmt, frozenset[str]]]:
    """All statements of a block, with those inside them, and the tags that are caught around each."""
    nothing: frozenset[str] = frozenset()
    stack = [(stmt, nothing) for stmt in reversed(block)]
    while stack:
        stmt, caught = stack.pop()
        yield stmt, caught
        if isinstance(stmt, nodes.Catch | nodes.Attempt):
            caught |= {stmt.tag if isinstance(stmt, nodes.Catch) else FAIL}
        for inner in reversed(blocks(stmt)):
            stack.extend((part, caught) for part in reversed(inner))


def _parts(stmt: Stmt) -> Iterator[Expr]:
    if isinstance(stmt, nodes.Invoke | nodes.TailCall):
        yield from walk_expr(stmt.call)
    else:
        for expr in expressions(stmt):
            yield from walk_expr(expr)
