"""`visible` blocks: the functions by which the table finds out who sees what. They run when somebody looks."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, length, number, op, push, when
from parlour.core.types import BOOL, INT, ListType, ObjectType
from parlour.languages.tgdl.check.meaning import Class, Visible
from parlour.languages.tgdl.lower.closures import judging
from parlour.languages.tgdl.lower.context import Lowering


def write(low: Lowering) -> dict[Visible, str | None]:
    """For each block the function from a viewer to the objects whose attributes it lets be seen; None: of none."""
    found: dict[Visible, str | None] = {}
    for class_ in low.checked.classes:
        for block in class_.visible:
            found[block] = None if block.body is None else _write(low, class_, block)
    return found


def _write(low: Lowering, class_: Class, block: Visible) -> str:
    assert block.body is not None
    kind = ObjectType(class_.shown)
    name = low.name(block, f"seen of {class_.shown}")
    with low.writing("visible", ListType(kind)) as body:
        low.parameter(block.viewer)
        build = body.build
        things, seen = build.fresh("things", ListType(kind)), build.fresh("seen", ListType(kind))
        at, thing = build.fresh("at", INT), build.fresh("thing", kind)
        body.this = thing
        shown = judging(low, (block, "filter"), "visible", block.body, BOOL, (), block.span).judge(low)
        turn = (assign(thing, op("list_get", things, at)), when(shown, push(seen, thing)))
        stmts: list[nodes.Stmt] = [
            assign(things, nodes.Tracked(class_.shown, ListType(kind))),
            assign(seen, nodes.MakeList((), ListType(kind))),
            nodes.For(at.name, number(0), length(things), turn),
            nodes.Return(seen),
        ]
        low.add(build.function(name, ListType(kind), stmts))
    return name
