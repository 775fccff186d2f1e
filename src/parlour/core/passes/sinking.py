"""Code sinking: an object that nobody has seen yet is made where it is used, if at all.

    mark = new Mark(-1)              the local is written once and read once, further on in the same block or deeper
    x = ask …                        inside, but in no loop of its own; what is given to the fields is constant
    put(mark, x)                →    put(new Mark(-1), x)

Nobody can tell the difference, since making such an object does nothing else; but no question is asked with an object
in hand that may not be needed, and states stay small and easy to compare. Objects of classes that the program lists by
the order of their creation (`Tracked`) stay where they are.

    >>> from parlour.core.nodes import Assign, Class, Const, Function, New, Return
    >>> from parlour.core.types import INT, ObjectType
    >>> mark = ObjectType("Mark")
    >>> body = (Assign("x", New("Mark", (), mark)), Return(Local("x", mark)))
    >>> made = Function("f", (), mark, body, (nodes.Variable("x", mark),))
    >>> sink(Program("p", (made,), "f", (), (Class("Mark"),))).functions[0].body
    (Return(value=New(class_name='Mark', args=(), type=ObjectType(name='Mark'))),)

Before: in order. After: in order, with fewer locals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from parlour.core import nodes, walk
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Block, Expr, Function, Local, New, Program, Stmt


def sink(program: Program) -> Program:
    """The program with every such object made where it is used."""
    hierarchy = Hierarchy(program.classes)
    listed = frozenset(
        name
        for function in program.functions
        for expr in walk.all_expressions(function)
        if isinstance(expr, nodes.Tracked)
        for name in hierarchy.below(expr.class_name)
    )
    return replace(program, functions=tuple(_sunk(function, listed) for function in program.functions))


def _sunk(function: Function, listed: frozenset[str]) -> Function:
    """One object may go to where another is made: sunk again until nothing moves."""
    while True:
        values = _found(function, listed)
        if not values:
            return function
        function = replace(
            function,
            body=_moved(function.body, values),
            locals=tuple(variable for variable in function.locals if variable.name not in values),
        )


def _found(function: Function, listed: frozenset[str]) -> dict[str, Expr]:
    """The locals that are no longer needed, and what each was given."""
    makings = [
        stmt
        for stmt in walk.walk_block(function.body)
        if isinstance(stmt, nodes.Assign) and _is_made(stmt.value, listed)
    ]
    if not makings:
        return {}
    writes = Counter(walk.assigned(stmt) for stmt in walk.walk_block(function.body))
    reads = Counter(expr.name for expr in walk.all_expressions(function) if isinstance(expr, Local))
    once = {stmt.name: stmt.value for stmt in makings if writes[stmt.name] == reads[stmt.name] == 1}
    return {name: once[name] for name in _read_behind(function.body, once)}


def _is_made(value: Expr, listed: frozenset[str]) -> bool:
    """A new object, and nothing in it that could differ at another time."""
    inner = value
    while isinstance(inner, nodes.Convert):
        inner = inner.value
    return isinstance(inner, New) and all(_is_constant(part, listed) for part in walk.walk_expr(inner))


def _is_constant(part: Expr, listed: frozenset[str]) -> bool:
    match part:
        case nodes.Const() | nodes.Convert() | nodes.MakeList() | nodes.MakeTuple() | nodes.Op("list_fill"):
            return True
        case New(class_name=name, args=args):
            return name not in listed and None not in args
    return False


def _read_behind(block: Block, once: Mapping[str, Expr]) -> Iterator[str]:
    """The locals that are read behind their assignment, at a place that runs once at most for each time it does."""
    for place, stmt in enumerate(block):
        if isinstance(stmt, nodes.Assign) and stmt.name in once and _is_read(block[place + 1 :], stmt.name):
            yield stmt.name
        for inner in walk.blocks(stmt):
            yield from _read_behind(inner, once)


def _is_read(block: Block, name: str) -> bool:
    for stmt in block:
        if _mentions(stmt, name):
            # The condition of a loop is looked at again and again, and a question refers to locals.
            return not isinstance(stmt, nodes.While | nodes.Ask)
        if not isinstance(stmt, nodes.While | nodes.For) and any(_is_read(inner, name) for inner in walk.blocks(stmt)):
            return True
    return False


def _mentions(stmt: Stmt, name: str) -> bool:
    return any(
        isinstance(part, Local) and part.name == name
        for expr in walk.expressions(stmt)
        for part in walk.walk_expr(expr)
    )


def _moved(block: Block, values: Mapping[str, Expr]) -> Block:
    moved: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, nodes.Assign) and stmt.name in values:
            continue
        parts = [walk.map_expr(expr, lambda part: _in_place(part, values)) for expr in walk.expressions(stmt)]
        moved.append(
            walk.replace_blocks(
                walk.replace_expressions(stmt, parts), [_moved(inner, values) for inner in walk.blocks(stmt)]
            )
        )
    return tuple(moved)


def _in_place(part: Expr, values: Mapping[str, Expr]) -> Expr:
    """A local becomes what it held; an object whose class is known need not be narrowed to it."""
    match part:
        case Local(name=name) if name in values:
            return values[name]
        case nodes.Narrow(nodes.Convert(value=value), type_) if value.type == type_:
            return value
        case nodes.Convert(nodes.Convert(value=value), type_, span):
            return nodes.Convert(value, type_, span) if value.type != type_ else value
    return part
