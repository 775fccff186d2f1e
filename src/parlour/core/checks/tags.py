"""Everything abandoned is caught: on every path of calls from the entry, each `Abandon` lies under its `Catch` and each
`Fail` under an `Attempt`.

Letting a tag out of a function is fine as long as some caller catches it; the entry has no caller, nor has a prompt or
label, and nothing may leave a speculation, which is undone as a whole.
"""

from __future__ import annotations

from parlour.core.checks.report import Report, World, name_of
from parlour.core.passes.nonlocal_exits import FAIL, exits, let_out
from parlour.syntax.source import Span


def check_tags(world: World, report: Report) -> None:
    lets_out = let_out(world.program)
    for function in world.program.functions:
        report.function = function.name
        leaves, calls = exits(function, world.hierarchy)
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
