"""Assignments in routines: locals, elements of lists and tables, tuples that come apart."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parlour.core.nodes import Assign, Call, Chance, Const, Evaluate, Expr, Local, Op, Stmt
from parlour.core.ops import OPS
from parlour.core.routine import folding as fold
from parlour.core.routine.expressions import Expressions
from parlour.core.routine.scope import Scope
from parlour.core.routine.types import widened
from parlour.core.types import ANY, INT, NONE, BoardType, ListType, TableType, TupleType, Type
from parlour.core.walk import walk_expr


class Assignments(Expressions):
    """Writes assignments to `out`, the block in the making. `counting` are the names that count turns of loops."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self.out: list[Stmt] = []
        self.counting: list[str] = []
        self.names = {node.id for node in ast.walk(scope.routine.tree) if isinstance(node, ast.Name)}

    def temporary(self, word: str, type_: Type) -> str:
        number = 1
        while (name := f"{word}{number}") in self.names or name in self.scope.declared:
            number += 1
        self.scope.declared[name] = type_
        return name

    def keep(self, word: str, value: Expr) -> Local:
        """The value under a name of its own."""
        name = self.temporary(word, value.type)
        self.out.append(Assign(name, value))
        return Local(name, value.type)

    def store(self, name: str, value: Expr, node: ast.AST) -> None:
        """Assigns a local; the first assignment declares it."""
        if name in self.counting:
            raise self.error(f"`{name}` counts the turns of a loop and is not assigned inside it", node)
        declared = self.scope.declared.setdefault(name, value.type)
        if declared == NONE:
            raise self.error(f"`{name}` needs an annotation: none alone does not say what else it may be", node)
        fitting = widened(value, declared)
        if fitting is None:
            raise self.error(f"`{name}` is {declared}, and this value is {value.type}", node)
        self.out.append(Assign(name, fitting))
        assert self.scope.facts is not None
        self.scope.facts[name] = value.type if declared != ANY and value.type != NONE else declared

    def annotated(self, stmt: ast.AnnAssign, name: str, annotation: ast.expr) -> None:
        type_ = self.scope.binding.resolve(annotation)
        declared = self.scope.declared.setdefault(name, type_)
        if declared != type_:
            raise self.error(f"`{name}` is {declared} already", stmt)
        if stmt.value is not None:
            self.store(name, self.read(stmt.value, type_), stmt)

    def assignment(self, target: ast.expr, value: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                self.store(name, self.read(value, self.scope.declared.get(name)), target)
            case ast.Subscript(value=container, slice=index):
                self.set_item(target, self.read(container), index, value)
            case ast.Tuple(elts=targets):
                if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
                    self.parallel(targets, value.elts)
                else:
                    self.unpack(target, targets, self.read(value))
            case _:
                raise self.error("a local, an element or a tuple of these can be assigned", target)

    def unpack(self, node: ast.expr, targets: Sequence[ast.expr], value: Expr) -> None:
        if not isinstance(value.type, TupleType) or len(value.type.items) != len(targets):
            raise self.error(f"{value.type} does not come apart into {len(targets)} values", node)
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if len(names) < len(targets):
            raise self.error("a tuple comes apart into locals", node)
        if not isinstance(value, Local) or value.name in names:
            value = self.keep("parts", value)
        for number, name in enumerate(names):
            self.store(name, fold.tuple_item(value, number), node)

    def parallel(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> None:
        """`a, b = b, a`: all values first, then all stores. What the stores before it leave alone needs no name."""
        names = [target.id if isinstance(target, ast.Name) else "" for target in targets]
        found: list[Expr] = []
        for number, value in enumerate(values):
            part = self.read(value, self.scope.declared.get(names[number]))
            if not (isinstance(part, Const) or (isinstance(part, Local) and part.name not in names[:number])):
                part = self.keep("value", part)
            found.append(part)
        for target, part in zip(targets, found, strict=True):
            if isinstance(target, ast.Name):
                self.store(target.id, part, target)
            elif isinstance(target, ast.Subscript):
                self.set_element(target, self.read(target.value), target.slice, part)
            else:
                raise self.error("only locals and elements can be assigned together", target)

    def set_item(self, node: ast.Subscript, container: Expr, index: ast.expr, value: ast.expr) -> None:
        wanted = container.type.item if isinstance(container.type, ListType) else None
        if isinstance(container.type, TableType):
            wanted = container.type.value
        self.set_element(node, container, index, self.read(value, wanted))

    def set_element(self, node: ast.Subscript, container: Expr, index: ast.expr, value: Expr) -> None:
        """Core evaluates from left to right, Python the value first: where that matters the value gets a name."""
        type_ = container.type
        if isinstance(type_, BoardType):
            raise self.error("boards are values: write `b = with_cell(b, i, v)`", node)
        if not isinstance(type_, ListType | TableType) or isinstance(index, ast.Slice):
            raise self.error(f"no element of {type_} can be assigned so", node)
        self.check_index(index)
        is_list = isinstance(type_, ListType)
        place = self.value(index, INT if isinstance(type_, ListType) else type_.key)
        if not _changes_nothing(value) and not (isinstance(container, Local) and isinstance(place, Const | Local)):
            value = self.keep("value", value)
        fitting = widened(value, type_.item if isinstance(type_, ListType) else type_.value)
        if fitting is None:
            raise self.error(f"{type_} does not hold {value.type}", node)
        self.out.append(Evaluate(Op("list_set" if is_list else "table_set", (container, place, fitting), NONE)))

    def augmented(self, stmt: ast.AugAssign) -> None:
        target = stmt.target
        if isinstance(target, ast.Name):
            before = self.read(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            if isinstance(before.type, ListType) and isinstance(stmt.op, ast.Add):
                self.out.append(Evaluate(self.on("list_extend", before, [stmt.value], stmt)))
            else:
                self.store(target.id, self.arithmetic(stmt.op, before, self.read(stmt.value), stmt), stmt)
            return
        if not isinstance(target, ast.Subscript):
            raise self.error("a local or an element can be assigned", stmt)
        before = self.read(ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target))
        container = self.read(target.value)
        if not fold.is_simple(before):
            raise self.error("this place would be worked out twice: give its parts names first", stmt)
        self.set_element(target, container, target.slice, self.arithmetic(stmt.op, before, self.read(stmt.value), stmt))


def _changes_nothing(value: Expr) -> bool:
    return not any(
        isinstance(part, Call | Chance) or (isinstance(part, Op) and OPS[part.name].writes) for part in walk_expr(value)
    )
