"""Constant fields: what every object of a class holds all its life need not be kept in any of them.

    new Mark(owner: -1, fixed: false)          every `new` gives a private field the same constant and nothing writes
    if mark.fixed { … }                   →    new Mark(owner: -1)
                                               if false { … }

Constant propagation through fields, and dead field elimination. Only *private* fields are left out: no table looks at
them (`Variable.is_private`). Reading a field of an object that is not simply a local keeps it, because finding the
object may fail.

Before: in order. After: in order; classes have fewer fields.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.core import folding as fold
from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Block, Const, Expr, Field, New, Program, SetField, Stmt
from parlour.core.types import ObjectType
from parlour.core.walk import (
    all_expressions,
    blocks,
    expressions,
    map_expr,
    replace_blocks,
    replace_expressions,
    walk_block,
)

# A field by the class that declares it and its name.
Key = tuple[str, str]


def leave_out(program: Program) -> Program:
    """The program without such fields."""
    private = {(class_.name, field.name) for class_ in program.classes for field in class_.fields if field.is_private}
    if not private:
        return program
    rewriting = _Rewriting(program, private)
    return rewriting.program() if rewriting.constants else program


class _Rewriting:
    """`constants` are the fields that are left out, and what each of them is."""

    def __init__(self, program: Program, private: set[Key]) -> None:
        self.draft = program
        self.hierarchy = Hierarchy(program.classes)
        self.constants: dict[Key, Const] = {}
        kept: set[Key] = set()
        for function in program.functions:
            for expr in all_expressions(function):
                match expr:
                    case New(class_name=name, args=args):
                        for key, given in zip(self.keys(name), args, strict=True):
                            if not isinstance(given, Const) or self.constants.setdefault(key, given) != given:
                                kept.add(key)
                    case Field(object=owner, name=name) if not isinstance(owner, nodes.Local):
                        kept.add(self.key(owner, name))
            for stmt in walk_block(function.body):
                if isinstance(stmt, SetField):
                    kept.add(self.key(stmt.object, stmt.name))
        self.constants = {key: value for key, value in self.constants.items() if key in private - kept}

    def keys(self, class_name: str) -> list[Key]:
        """The fields of a class in order."""
        line = reversed(self.hierarchy.ancestors(class_name))
        return [(name, field.name) for name in line for field in self.hierarchy.classes[name].fields]

    def key(self, owner: Expr, name: str) -> Key:
        assert isinstance(owner.type, ObjectType)
        return next(key for key in self.keys(owner.type.name) if key[1] == name)

    def program(self) -> Program:
        functions = tuple(map(self.function, self.draft.functions))
        return replace(self.draft, functions=functions, classes=tuple(map(self.class_, self.draft.classes)))

    def class_(self, class_: nodes.Class) -> nodes.Class:
        kept = (field for field in class_.fields if (class_.name, field.name) not in self.constants)
        return replace(class_, fields=tuple(kept))

    def function(self, function: nodes.Function) -> nodes.Function:
        charge = None if function.charge is None else map_expr(function.charge, self.part)
        return replace(function, body=self.block(function.body), charge=charge)

    def block(self, block: Block) -> Block:
        return tuple(part for stmt in block for part in self.statement(stmt))

    def statement(self, stmt: Stmt) -> Block:
        parts = [map_expr(expr, self.part) for expr in expressions(stmt)]
        changed = replace_blocks(replace_expressions(stmt, parts), [self.block(inner) for inner in blocks(stmt)])
        if not isinstance(changed, nodes.If):
            return (changed,)
        arms = tuple(arm for arm in changed.arms if arm[0] != fold.FALSE)
        return (replace(changed, arms=arms),) if arms else changed.otherwise

    def part(self, expr: Expr) -> Expr:
        match expr:
            case Field(object=owner, name=name):
                return self.constants.get(self.key(owner, name), expr)
            case New(class_name=name, args=args):
                pairs = zip(self.keys(name), args, strict=True)
                return replace(expr, args=tuple(given for key, given in pairs if key not in self.constants))
            case nodes.Op("not" | "eq" | "ne" as name, args) if all(isinstance(arg, Const) for arg in args):
                folded = fold.op(name, args, expr.type)
                return folded if isinstance(folded, Const) else expr
        return expr
