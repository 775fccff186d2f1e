"""The types of routines: annotations under what their type variables stand for, and values made wider.

`bind` finds out from the types of the arguments what `T` is and what shape boards have; `resolve` reads an annotation
in that light. `fitted` gives a routine's parameters their arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TypeVar

from parlour.core.nodes import Const, Expr
from parlour.core.routine.routine import Routine, RoutineError
from parlour.core.routine.world import SCALARS, Classes, World, core_type
from parlour.core.runtime.words import Board
from parlour.core.types import ANY, NONE, BoardType, ListType, OptionalType, TableType, TupleType, Type
from parlour.syntax.source import Span

# What stands before the square bracket of an annotation, and how many types stand inside; None: any number.
_GENERIC: dict[object, int | None] = {list: 1, dict: 2, tuple: None, Board: 1}


class Binding:
    """What the type variables of a routine stand for in one instance of it, and the shape of its boards."""

    def __init__(self, routine: Routine) -> None:
        self.routine = routine
        self.variables: dict[str, Type] = {}
        self.shape: tuple[int, int] | None = None
        # The declarations of the classes that were met, by their names in the program.
        self.classes: Classes = {}

    def __str__(self) -> str:
        shape = () if self.shape is None else (f"{self.shape[0]} x {self.shape[1]}",)
        return f"[{', '.join((*map(str, self.variables.values()), *shape))}]"

    # ------------------------------------------------------------------------------------------------ finding out

    def match(self, node: ast.expr, given: Type) -> None:
        """Learns from an argument. What does not fit is left alone: `widened` will find that it does not."""
        match node:
            case ast.Name(id=name) if isinstance(self.routine.lookup(name), TypeVar):
                self.variables.setdefault(name, given)
            case ast.BinOp(left=inner, op=ast.BitOr()):
                self.match(inner, given.item if isinstance(given, OptionalType) else given)
            case ast.Subscript():
                head, parts = self.generic(node)
                if isinstance(given, BoardType) and head is Board:
                    if self.shape is None:
                        self.shape = (given.width, given.height)
                    self.match(parts[0], given.item)
                elif isinstance(given, ListType) and head is list:
                    self.match(parts[0], given.item)
                elif isinstance(given, TableType) and head is dict:
                    self.match(parts[0], given.key)
                    self.match(parts[1], given.value)
                elif isinstance(given, TupleType) and head is tuple:
                    for part, item in zip(parts, given.items, strict=False):
                        self.match(part, item)

    # -------------------------------------------------------------------------------------------------- reading

    def resolve(self, node: ast.expr) -> Type:
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Name(id=name):
                meant = self.routine.lookup(name)
                if isinstance(meant, TypeVar):
                    if name not in self.variables:
                        raise self.routine.error(f"what `{name}` stands for cannot be told from the arguments", node)
                    return self.variables[name]
                found = core_type(meant, self.classes) if meant is not None else None
                if found is not None:
                    return found
            case ast.BinOp(left=inner, op=ast.BitOr(), right=ast.Constant(value=None)):
                item = self.resolve(inner)
                if item in (NONE, ANY) or isinstance(item, OptionalType):
                    raise self.routine.error(f"`{ast.unparse(node)}`: {item} holds none already", node)
                return OptionalType(item)
            case ast.Subscript():
                return self._generic_type(node)
        raise self.routine.error(f"`{ast.unparse(node)}` is no type that routines know", node)

    def _generic_type(self, node: ast.Subscript) -> Type:
        head, parts = self.generic(node)
        items = [self.resolve(part) for part in parts]
        if head is list:
            return ListType(items[0])
        if head is dict:
            if not _is_key(items[0]):
                raise self.routine.error(f"{items[0]} cannot be the key of a table: its content changes", node)
            return TableType(items[0], items[1])
        if head is tuple:
            return TupleType(tuple(items))
        if self.shape is None:
            raise self.routine.error("no board among the arguments says what shape this one has", node)
        return BoardType(items[0], *self.shape)

    def generic(self, node: ast.Subscript) -> tuple[object, list[ast.expr]]:
        """`dict[K, V]` as what it is made of."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        head = self.routine.lookup(node.value.id) if isinstance(node.value, ast.Name) else None
        if head not in _GENERIC or _GENERIC[head] not in (None, len(parts)):
            raise self.routine.error(f"`{ast.unparse(node)}` is no type that routines know", node)
        return head, parts


def _is_key(type_: Type) -> bool:
    match type_:
        case TupleType(items):
            return all(map(_is_key, items))
        case BoardType(item=item) | OptionalType(item=item):
            return _is_key(item)
    return not isinstance(type_, ListType | TableType)


def bind(routine: Routine, given: Sequence[Type]) -> Binding:
    """What the type variables stand for when a routine is called with arguments of these types, as many as it takes.

    Lists, tables and boards decide before single values do: looking for an int in a list[any] is looking for an any."""
    binding = Binding(routine)
    pairs = list(zip((annotation for _, annotation in routine.params), given, strict=True))
    for annotation, type_ in sorted(pairs, key=lambda pair: isinstance(pair[0], ast.Name)):
        binding.match(annotation, type_)
    # In the order of the signature, so that names of instances read like it.
    order = [node.id for annotation, _ in pairs for node in ast.walk(annotation) if isinstance(node, ast.Name)]
    binding.variables = {name: binding.variables[name] for name in order if name in binding.variables}
    return binding


def fitted(
    routine: Routine,
    args: Sequence[Expr],
    world: World,
    error: Callable[[str], RoutineError],
    span: Span | None = None,
) -> tuple[Expr, ...]:
    """The arguments as the routine's parameters take them; `error` says at the call what does not fit."""
    if len(args) != len(routine.params):
        raise error(f"`{routine.name}` takes {len(routine.params)} arguments, not {len(args)}")
    binding = bind(routine, [arg.type for arg in args])
    found: list[Expr] = []
    for (name, annotation), arg in zip(routine.params, args, strict=True):
        wanted = binding.resolve(annotation)
        fitting = world.widened(arg, wanted, span)
        if fitting is None:
            raise error(f"`{name}` of `{routine.name}` must be {wanted}, not {arg.type}")
        found.append(fitting)
    return tuple(found)


def constant_type(value: object) -> Type | None:
    """The type of a Python constant that core has too."""
    if value is None:
        return NONE
    return SCALARS.get(type(value)) if isinstance(value, bool | int | float | str) else None


def constant(value: int | float | bool | str | None) -> Const:
    type_ = constant_type(value)
    assert type_ is not None
    return Const(value, type_)
