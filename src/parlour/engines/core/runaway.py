"""Which loop a program was stopped in: the one that never ends, not the last of all that it calls.

When the steps or the lines of a program are used up, it is somewhere inside the loop that never ends, most likely in a
function that this loop calls once more. So the chain of calls is searched from the inside for a `while` that does not
obviously end: one that counts a variable towards a bound does, and so does a `for`. That is a guess, as whether a
program ends is not decidable; where there is no such loop, the place itself is blamed.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.walk import blocks, expressions, walk_block, walk_expr
from parlour.syntax.source import Span

# A loop is looked for in so many calls, from the inside.
LONGEST_SEARCH = 100

_UP = {"lt", "le", "ne"}
_DOWN = {"gt", "ge", "ne"}


def endless_loop(frames: Sequence[tuple[nodes.Function, Span | None]]) -> tuple[int, Span] | None:
    """The number of the frame, counted from the innermost, and the first line of the loop in it; None if all loops
    around these places seem to end."""
    for number, (function, place) in enumerate(frames[:LONGEST_SEARCH]):
        if place is None or function.charge is not None:
            continue
        for loop in _loops_around(function, place):
            if loop.span is not None and not _counts(loop):
                return number, _first_line(loop.span)
    return None


def _loops_around(function: nodes.Function, place: Span) -> tuple[nodes.While, ...]:
    """The `while` loops of a function in which a place stands, innermost first. What a loop begins with may have its
    place, too, so the deepest is meant."""
    found: tuple[nodes.While, ...] = ()
    stack: list[tuple[nodes.Stmt, tuple[nodes.While, ...]]] = [(stmt, ()) for stmt in reversed(function.body)]
    while stack:
        stmt, around = stack.pop()
        inside = (stmt, *around) if isinstance(stmt, nodes.While) else around
        if stmt.span == place or any(part.span == place for expr in expressions(stmt) for part in walk_expr(expr)):
            found = max(found, inside, key=len)
        stack.extend((inner, inside) for block in blocks(stmt) for inner in reversed(block))
    return found


def _counts(loop: nodes.While) -> bool:
    """Whether every turn of the loop brings a variable closer to what its condition compares it with."""
    steps: dict[str, int] = {}
    for stmt in walk_block(loop.body):
        match stmt:
            case nodes.Assign(name=name, value=value) | nodes.SetGlobal(name=name, value=value):
                # Set in a second place, or under a condition, it may go back and forth or stay.
                is_only = name not in steps and any(stmt is other for other in loop.body)
                steps[name] = _step(name, value) if is_only else 0
    for part in walk_expr(loop.condition):
        match part:
            case nodes.Op(name=word, args=(left, right)):
                for side, up, down in ((left, _UP, _DOWN), (right, _DOWN, _UP)):
                    step = steps.get(side.name, 0) if isinstance(side, nodes.Local | nodes.Global) else 0
                    if (step > 0 and word in up) or (step < 0 and word in down):
                        return True
    return False


def _step(name: str, value: nodes.Expr) -> int:
    """By how much a variable grows where it is set to this value; 0 if that is not written there."""
    match value:
        case nodes.Op(name="wrap32", args=(inner,)):
            return _step(name, inner)
        case nodes.Op(name="add" | "sub" as word, args=(nodes.Local() | nodes.Global() as read, nodes.Const(value=by))):
            if read.name == name and isinstance(by, int):
                return by if word == "add" else -by
    return 0


def _first_line(span: Span) -> Span:
    """A loop is shown by its head."""
    end = span.source.text.find("\n", span.start, span.end)
    stop = span.end if end < 0 else end
    shown = span.source.text[span.start : stop].rstrip()
    return span.source.span(span.start, span.start + len(shown))
