"""Everything abandoned is caught: on every path of calls from the entry, each `Abandon` lies under its `Catch` and each
`Fail` under an `Attempt`.

A function *lets out* a tag when running it may abandon that tag past its own end. Letting a tag out is fine as long as
some caller catches it; the entry has no caller, nor has a prompt or label, and nothing may leave a speculation, which
is undone as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.core.calls import targets
from parlour.core.checks.report import Report, World, name_of
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import (
    Abandon,
    Attempt,
    Block,
    Catch,
    Expr,
    Fail,
    Function,
    Invoke,
    Program,
    Speculate,
    Stmt,
    TailCall,
)
from parlour.core.suspend import FAIL
from parlour.core.walk import blocks, expressions, walk_expr
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class _Call:
    """A call in a function, and the tags that are caught around it there."""

    targets: frozenset[str]
    caught: frozenset[str]
    is_speculation: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class _Leave:
    """An `Abandon` or `Fail` that its own function does not catch."""

    tag: str
    span: Span | None


def let_out(program: Program) -> dict[str, frozenset[str]]:
    """For each function the tags it lets out, `FAIL` for attempts. Speculations let out nothing."""
    hierarchy = Hierarchy(program.classes)
    calls: dict[str, list[_Call]] = {}
    found: dict[str, set[str]] = {function.name: set() for function in program.functions}
    callers: dict[str, set[str]] = {function.name: set() for function in program.functions}
    for function in program.functions:
        leaves, calls[function.name] = _exits(function, hierarchy)
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


def check_tags(world: World, report: Report) -> None:
    lets_out = let_out(world.program)
    for function in world.program.functions:
        report.function = function.name
        leaves, calls = _exits(function, world.hierarchy)
        is_root = function.name == world.program.entry or function.name in world.looking
        for leave in leaves if is_root else ():
            _report(leave.tag, "here", leave.span, report)
        for call in calls:
            for name in sorted(call.targets & lets_out.keys()):
                if call.is_speculation:
                    for tag in sorted(lets_out[name]):
                        text = f"{name_of(name)} would leave the speculation by {_shown(tag)}"
                        report.add("speculation", text, call.span)
                elif is_root:
                    for tag in sorted(lets_out[name] - call.caught):
                        _report(tag, f"when {name_of(name)} is called", call.span, report)
    report.function = None


def _report(tag: str, where: str, span: Span | None, report: Report) -> None:
    if tag == FAIL:
        report.add("attempt", f"`fail` is under no attempt {where}", span)
    else:
        report.add("catch", f"{_shown(tag)} is under no catch {where}", span)


def _shown(tag: str) -> str:
    return "`fail`" if tag == FAIL else f"`abandon {name_of(tag)[1:-1]}`"


def _exits(function: Function, hierarchy: Hierarchy) -> tuple[list[_Leave], list[_Call]]:
    """What leaves a function or may do so: uncaught tags, and calls with what is caught around them."""
    leaves: list[_Leave] = []
    calls: list[_Call] = []
    for stmt, caught in _guarded(function.body):
        tag = stmt.tag if isinstance(stmt, Abandon) else FAIL if isinstance(stmt, Fail) else None
        if tag is not None and tag not in caught:
            leaves.append(_Leave(tag, stmt.span))
        for expr in _parts(stmt):
            called = targets(hierarchy, expr)
            if called:
                calls.append(_Call(called, caught, isinstance(expr, Speculate), expr.span or stmt.span))
    return leaves, calls


def _guarded(block: Block) -> Iterator[tuple[Stmt, frozenset[str]]]:
    """All statements of a block, with those inside them, and the tags that are caught around each."""
    nothing: frozenset[str] = frozenset()
    stack = [(stmt, nothing) for stmt in reversed(block)]
    while stack:
        stmt, caught = stack.pop()
        yield stmt, caught
        if isinstance(stmt, Catch | Attempt):
            caught |= {stmt.tag if isinstance(stmt, Catch) else FAIL}
        for inner in reversed(blocks(stmt)):
            stack.extend((part, caught) for part in reversed(inner))


def _parts(stmt: Stmt) -> Iterator[Expr]:
    if isinstance(stmt, Invoke | TailCall):
        yield from walk_expr(stmt.call)
    else:
        for expr in expressions(stmt):
            yield from walk_expr(expr)
