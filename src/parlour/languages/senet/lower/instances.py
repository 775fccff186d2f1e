"""Instances of groups: how one is made, the default instance of each group, and how a method is called on one.

An instance with constant attributes is one `New`, also where its constructor only gives values to attributes: then
nothing is written after it was made, and engines know that nothing has changed. Otherwise `new G` makes it with the
values its attributes begin with and runs the constructors, from the outermost ancestor down: the arguments of a parent
are those of its `group` line, the others come with the instance.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.builder import assign, none_of, number, op
from parlour.core.nodes import Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.types import INT, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import GEOMETRIES, HEX, PIECE, REPR, Attribute, Function, Group, cell_count
from parlour.languages.senet.check.types import VOID, GroupOf
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.groups import root
from parlour.languages.senet.lower.names import (
    CELLS,
    MAYBE_BOARD,
    MAYBE_PIECE,
    SIZES,
    core_type,
    default_name,
    function_name,
)
from parlour.languages.senet.lower.texts import need_reprs
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span


def new(lowering: Lowering, group: Group, arguments: Sequence[tree.Expr], span: Span) -> Expr:
    """A new instance; the arguments are the author's."""
    values = lowering.arguments(arguments, _formals(group))
    if lowering.groups.is_simple(group):
        constructor = group.builder()[1]
        stmts: list[Stmt] = []
        for formal, value in zip(() if constructor is None else constructor.formals, values, strict=True):
            local = lowering.body.named[id(formal)] = lowering.body.build.fresh(formal.name, value.type)
            stmts.append(assign(local, value, value.span))
        return do(stmts, make(lowering, group, span))
    _write_new(lowering, group)
    return nodes.Call(f"new {group.name}", tuple(values), ObjectType(group.name), span)


def make(lowering: Lowering, group: Group, span: Span | None = None) -> Expr:
    """`New` with all fields as they begin."""
    groups = lowering.groups
    size = groups.sizes[group.name]
    given: list[Expr] = []
    by_owner: dict[str, list[Attribute]] = {ancestor.name: [] for ancestor in group.line()}
    for owner, attribute in groups.attributes(group):
        by_owner[owner.name].append(attribute)
    for ancestor in reversed(list(group.line())):
        given += [_first_value(lowering, attribute, group) for attribute in by_owner[ancestor.name]]
        if ancestor.name == PIECE and groups.tracks_places:
            given += [none_of(MAYBE_BOARD), number(-1)]
        if ancestor.name in groups.unsized:
            given += [number(side) for side in size or (0,) * len(GEOMETRIES[ancestor.name])]
    return nodes.New(group.name, tuple(given), ObjectType(group.name), span)


def _first_value(lowering: Lowering, attribute: Attribute, group: Group) -> Expr:
    if attribute.value is not None:
        return lowering.fitted(attribute.value, core_type(attribute.type))
    size = lowering.groups.sizes[group.name]
    if attribute.name == "cells" and size is not None:
        return _empty_cells(number(cell_count(group.geometry, size)))
    return number(-1) if attribute.name == "owner" else lowering.blank(attribute.type)


def _empty_cells(count: Expr) -> Expr:
    return op("list_fill", count, none_of(MAYBE_PIECE), given=CELLS)


def _formals(group: Group) -> list[CoreType]:
    """What a new instance takes."""
    builder, constructor = group.builder()
    if constructor is not None:
        return [core_type(formal.type) for formal in constructor.formals]
    return [INT] * len(GEOMETRIES.get(builder.name, ()))


def _write_new(lowering: Lowering, group: Group) -> None:
    name, kind = f"new {group.name}", ObjectType(group.name)
    if name in lowering.functions:
        return
    with lowering.writing() as body:
        given = [body.build.parameter(f"argument {place}", type_) for place, type_ in enumerate(_formals(group))]
        # Known by its name before its body is written: attributes may begin with new instances.
        lowering.add(body.build.function(name, kind, ()))
        made = body.build.fresh("made", kind)
        stmts = [assign(made, make(lowering, group)), *_initialise(lowering, group, made, given), nodes.Return(made)]
        lowering.add(body.build.function(name, kind, stmts))


def _initialise(lowering: Lowering, group: Group, this: Expr, given: Sequence[Expr]) -> list[Stmt]:
    """Runs the constructors of a new instance, those of ancestors first."""
    stmts: list[Stmt] = []
    if group.name in GEOMETRIES:
        return _set_size(lowering, group, this, given)
    if group.arguments is not None:
        assert group.parent is not None
        wanted = _formals(group.parent)
        if wanted and not (group.parent.name in GEOMETRIES and lowering.groups.sizes[group.name] is not None):
            values = lowering.arguments(group.arguments, wanted)
            passed = [lowering.body.build.fresh("argument", value.type) for value in values]
            stmts += [assign(local, value, value.span) for local, value in zip(passed, values, strict=True)]
            stmts += _initialise(lowering, group.parent, this, passed)
        elif group.parent.name not in GEOMETRIES:
            stmts += _initialise(lowering, group.parent, this, ())
    elif group.parent is not None:
        stmts += _initialise(lowering, group.parent, this, () if group.constructor is not None else given)
    if group.constructor is not None:
        receiver = lowering.fit(this, ObjectType(group.name))
        result = core_type(group.constructor.result or GroupOf(group.name))
        stmts.append(nodes.Evaluate(nodes.Call(function_name(group.constructor), (receiver, *given), result)))
    return stmts


def _set_size(lowering: Lowering, group: Group, this: Expr, given: Sequence[Expr]) -> list[Stmt]:
    """A board whose size is only known when it is made."""
    board = lowering.fit(this, ObjectType(group.name))
    routine, args = ("hex_cells", list(given)) if group.name == HEX else ("board_cells", [*given, number(1)][:2])
    cells = _empty_cells(lowering.linker.call(routine, args))
    sizes = [assign(nodes.Field(board, name, INT), side) for name, side in zip(SIZES, given, strict=False)]
    return [*sizes, assign(nodes.Field(board, "cells", CELLS), cells)]


# -------------------------------------------------------------------------------------------------- default instances


def default(lowering: Lowering, group: Group, span: Span) -> Expr:
    """The one default instance: made when the game begins if nobody can tell the difference, else at first use."""
    name, kind = default_name(group.name), ObjectType(group.name)
    is_simple = lowering.groups.is_simple(group)
    if name not in lowering.default_globals:
        variable = nodes.GlobalVariable(name, kind if is_simple else OptionalType(kind))
        lowering.default_globals[name] = variable
        lowering.globals.append(variable)
        if not is_simple:
            _write_new(lowering, group)
            known = nodes.Global(name, variable.type)
            made = nodes.Convert(nodes.Call(f"new {group.name}", (), kind), variable.type)
            first = nodes.If(((nodes.Is(known, kind), ()),), (assign(known, made),))
            found = nodes.Return(nodes.Narrow(known, kind))
            lowering.add(nodes.Function(name, (), kind, (first, found)))
    return nodes.Global(name, kind, span) if is_simple else nodes.Call(name, (), kind, span)


def first_defaults(lowering: Lowering) -> list[Stmt]:
    """What the globals of default instances hold when the game begins."""
    stmts: list[Stmt] = []
    for name, variable in lowering.default_globals.items():
        group = lowering.groups.all[name.removeprefix(default_name(""))]
        is_made = isinstance(variable.type, ObjectType)
        stmts.append(nodes.SetGlobal(name, make(lowering, group) if is_made else none_of(variable.type)))
    return stmts


# ------------------------------------------------------------------------------------------------------------ methods


def call_method(
    lowering: Lowering, group: Group, method: Function, this: Expr, args: Sequence[Expr], span: Span | None = None
) -> Expr:
    """Calls the method that the instance has, by name where only one can be meant. Arguments have the root's types."""
    result = core_type(root(method).result or VOID)
    found = lowering.groups.implementations(group, method.name)
    if method.name == REPR:
        need_reprs(lowering)
    if len(found) > 1:
        return nodes.VirtualCall(method.name, (this, *args), result, span)
    [name] = found
    owner = ObjectType(name.removesuffix(f".{method.name}"))
    return nodes.Call(name, (lowering.fit(this, owner), *args), result, span)
