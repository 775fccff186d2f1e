"""Tracked objects: those that a global instance, an owned object, the queue or a running block leads to.

They are kept by class in globals, in order of creation, and looked for again only when something has happened that may
have changed them: an object was made, or a store let go of one (`is stale`). A look while a block is running counts for
that moment only, because what the block knows is gone when it ends.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import TRUE, assign, length, negated, number, op, push, when
from parlour.core.nodes import Evaluate, Expr, SetGlobal, Stmt
from parlour.core.types import INT, NONE, ListType, ObjectType
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.lower.context import Lowering


def is_tracked(low: Lowering, type_: t.Type) -> bool:
    """Whether objects of a type are looked for; of global classes everybody knows the one there is."""
    match type_:
        case t.Object(class_):
            return not all(each.scope == "global" for each in low.checked.derived(class_))
        case t.OfKind() | t.GroupType():
            return True
    return False


def live(low: Lowering, type_: t.Type) -> Expr:
    """The tracked objects of a type, in order of creation. Nobody may change the list."""
    core = low.core_type(type_)
    assert isinstance(core, ObjectType)
    if not is_tracked(low, type_):
        assert isinstance(type_, t.Object)
        instances = [
            low.fit(nodes.Global(names.instance_name(each.shown), ObjectType(each.shown)), core)
            for each in low.checked.derived(type_.of)
        ]
        return nodes.MakeList(tuple(instances), ListType(core))
    low.live[core.name] = core
    return nodes.Call(_function(core), (), ListType(core))


def live_class(low: Lowering, class_: m.Class) -> Expr:
    return live(low, t.Object(class_))


def _function(core: ObjectType) -> str:
    return f"find {core.name}"


def write(low: Lowering) -> None:
    """The globals and functions for all classes that were asked for."""
    blank = ObjectType(low.checked.blank_tile.shown)
    for core in low.live.values():
        variable = nodes.GlobalVariable(names.live_name(core.name), ListType(core))
        low.globals.append(variable)
        look = when(names.global_variable(names.IS_STALE), Evaluate(nodes.Call(names.LOOK, (), NONE)))
        found = nodes.Return(nodes.Global(variable.name, variable.type))
        low.add(nodes.Function(_function(core), (), variable.type, (look, found)))
    with low.writing() as body:
        build = body.build
        things, at, thing = (
            build.fresh("things", ListType(names.A_THING)),
            build.fresh("at", INT),
            build.fresh("thing", names.A_THING),
        )
        # The lists themselves must not lead to anything while somebody looks.
        stmts: list[Stmt] = [SetGlobal(names.live_name(core.name), _empty(core)) for core in low.live.values()]
        sorting: list[Stmt] = [assign(thing, op("list_get", things, at))]
        for core in low.live.values():
            known = nodes.Global(names.live_name(core.name), ListType(core))
            is_it: Expr = nodes.Is(thing, core)
            if low.hierarchy.derives(blank.name, core.name):
                is_it = nodes.And(is_it, negated(nodes.Is(thing, blank)))
            sorting.append(when(is_it, push(known, nodes.Narrow(thing, core))))
        scope, queue = names.global_variable(names.SCOPE), names.global_variable(names.QUEUE)
        stmts += [
            assign(things, nodes.Tracked(names.THING, ListType(names.A_THING))),
            nodes.For(at.name, number(0), length(things), tuple(sorting)),
            SetGlobal(names.IS_STALE, op("gt", op("add", length(scope), length(queue)), number(0))),
        ]
        low.add(build.function(names.LOOK, NONE, stmts))


def set_up(low: Lowering) -> list[Stmt]:
    stmts: list[Stmt] = [SetGlobal(names.live_name(core.name), _empty(core)) for core in low.live.values()]
    return [*stmts, SetGlobal(names.IS_STALE, TRUE)]


def _empty(core: ObjectType) -> Expr:
    return nodes.MakeList((), ListType(core))
