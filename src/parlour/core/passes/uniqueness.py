"""Uniqueness: an object that one local alone holds may be changed in place of being made anew.

    names = new Series(list[any]())
    …
    part = names                                        only `names` and its copy for a moment know the object,
    names = new Series(concat(part.items, [x]))    →    push(names.items, x)
    …                                                   so nobody can tell whether it grew or was replaced
    return names

A local is *unique* if whatever is assigned to it is an object made right there, of lists made right there, and if it is
only read to look at a list, to be replaced like this, or to be returned; a local that holds a list may change it. A
function that returns what is unique or new gives *new* objects and lists, and who copies one need not:
`list_copy(choices().items)` is `choices().items`. That all functions give new ones is believed until one of them does
not (greatest fixpoint).

Before: in order. After: in order; fewer objects and lists are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Assign, Block, Call, Expr, Field, Function, Local, New, Op, Program, Stmt
from parlour.core.types import ListType, ObjectType, Type, is_plain
from parlour.core.walk import (
    assigned,
    blocks,
    children,
    expressions,
    map_expr,
    replace_blocks,
    replace_expressions,
    walk_block,
    walk_expr,
)

# Operations that make a list, those that look at the list in this place without keeping it, and those that change it.
_MAKES = {"list_copy", "list_slice", "list_fill"}
_LOOKS = {("list_length", 0), ("list_get", 0), ("list_copy", 0), ("list_slice", 0), ("list_extend", 1)}
_CHANGES = {"list_push", "list_extend", "list_set", "list_insert", "list_remove", "list_pop", "list_clear"}
_CONCAT = "concat["


def change_in_place(program: Program) -> Program:
    """The program with every object that is unique changed instead of replaced."""
    world = _World(program)
    return replace(program, functions=tuple(map(world.function, program.functions)))


class _World:
    """`giving` are the functions that give new objects or lists; `unique` has the unique locals of each function."""

    def __init__(self, program: Program) -> None:
        self.hierarchy = Hierarchy(program.classes)
        self.functions = {function.name: function for function in program.functions}
        self.looked_at: dict[tuple[str, int], bool] = {}
        self.giving = {
            function.name for function in program.functions if isinstance(function.result, ObjectType | ListType)
        }
        while True:
            self.unique = {function.name: self.unique_locals(function) for function in program.functions}
            kept = {name for name in self.giving if self.gives_new(self.functions[name])}
            if kept == self.giving:
                break
            self.giving = kept

    # ------------------------------------------------------------------------------------------------ what is new

    def is_new_list(self, expr: Expr) -> bool:
        match expr:
            case nodes.MakeList():
                return True
            case Op(name=name):
                return name in _MAKES
            case Call(function=name):
                return name in self.giving
        return False

    def is_new(self, expr: Expr, own: Container[str] = ()) -> bool:
        """An object or list made for this expression; an object has lists of its own, among them the locals `own`, and
        refers to nothing else."""
        if not isinstance(expr, New):
            return isinstance(expr.type, ListType) and self.is_new_list(expr)
        return all(
            arg is not None
            and (self.is_new_list(arg) or not _refers(arg.type) or (isinstance(arg, Local) and arg.name in own))
            for arg in expr.args
        )

    def gives_new(self, function: Function) -> bool:
        returned = [stmt.value for stmt in walk_block(function.body) if isinstance(stmt, nodes.Return)]
        tails = any(isinstance(stmt, nodes.TailCall) for stmt in walk_block(function.body))
        return not tails and all(value is not None and self.is_given(function, value) for value in returned)

    def is_given(self, function: Function, value: Expr) -> bool:
        unique = self.unique[function.name]
        match value:
            case nodes.Convert(value=inner) if not isinstance(inner.type, ListType):
                return self.is_given(function, inner)
            case Local(name=name):
                return name in unique
            case Call(function=called):
                return called in self.giving
        return self.is_new(value, unique)

    def only_looks(self, function: str, place: int) -> bool:
        """A routine reads this parameter, a list, and keeps it nowhere."""
        key = function, place
        if key not in self.looked_at:
            called = self.functions[function]
            # While a routine is looked through, what it calls may call it again: that adds nothing.
            self.looked_at[key] = True
            name = called.params[place].name
            uses = [use for use in _uses(called.body) if use[0].name == name]
            self.looked_at[key] = called.is_routine and all(self.is_look(around, at) for _, around, at in uses)
        return self.looked_at[key]

    def is_look(self, around: Expr | Stmt, place: int) -> bool:
        match around:
            case Op(name=name):
                return (name, place) in _LOOKS
            case Call(function=function):
                return self.only_looks(function, place)
        return False

    # --------------------------------------------------------------------------------------------- unique locals

    def unique_locals(self, function: Function) -> set[str]:
        """The locals of a function that alone hold their objects and lists."""
        found = {item.name for item in function.locals if isinstance(item.type, ObjectType | ListType)}
        written: set[str] = set()
        for stmt in walk_block(function.body):
            name = assigned(stmt)
            if name is not None:
                written.add(name)
                if not (isinstance(stmt, Assign) and self.is_new(stmt.value)):
                    found.discard(name)
        found &= written
        if not found:
            return found
        copied: Counter[str] = Counter()
        for block in _all_blocks(function.body):
            growths = dict(self.growths(block, function))
            copied.update(growths.values())
            copied.update(name for place, name in self.glances(block, function) if place not in growths)
        held: Counter[tuple[str, int]] = Counter()
        returned = {id(stmt.value) for stmt in walk_block(function.body) if isinstance(stmt, nodes.Return)}
        for local, around, place in _uses(function.body):
            if local.name in found and isinstance(around, Assign) and isinstance(around.value, Local):
                copied[local.name] -= 1
            elif local.name in found and not self.is_harmless(local, around, place, returned):
                found.discard(local.name)
            elif isinstance(around, New):
                # Two fields of one object must not hold the same list.
                held[local.name, id(around)] += 1
        twice = {name for (name, _), count in held.items() if count > 1}
        return {name for name in found - twice if copied[name] == 0}

    def is_harmless(self, local: Local, around: Expr | Stmt, place: int, returned: Container[int]) -> bool:
        """`around` is what uses the local, conversions left out; of a field it is what uses the field. `returned` are
        the values that the function gives back: what they are made of has no other holder any more."""
        match around:
            case nodes.Return():
                return True
            case New():
                return id(around) in returned
            case Op(name=name) if isinstance(local.type, ListType) and place == 0 and name in _CHANGES:
                return True
        return isinstance(around, Op | Call) and self.is_look(around, place)

    def growths(self, block: Block, function: Function) -> Iterator[tuple[int, str]]:
        """Where a copy is made and the local replaced at once: the place of the first statement, and the local."""
        for place, (first, second) in enumerate(pairwise(block)):
            match first, second:
                case Assign(name=part, value=Local(name=name)), Assign(name=target, value=New() as made) if (
                    target == name and self.grown(made, part, name) is not None and _is_passing(function, part, made)
                ):
                    yield place, name

    def glances(self, block: Block, function: Function) -> Iterator[tuple[int, str]]:
        """Locals of which a copy is made that the next statement looks at, and nothing else does."""
        for at, (first, second) in enumerate(pairwise(block)):
            match first:
                case Assign(name=part, value=Local(name=name)) if not isinstance(second, nodes.While):
                    reads = [use for use in _uses(function.body) if use[0].name == part]
                    inside = [use for use in _own_uses(second) if use[0].name == part]
                    writes = sum(assigned(stmt) == part for stmt in walk_block(function.body))
                    if (
                        writes == 1
                        and len(reads) == len(inside)
                        and all(
                            isinstance(around, Op | Call) and self.is_look(around, place) for _, around, place in inside
                        )
                    ):
                        yield at, name

    def grown(self, made: New, part: str, whole: str) -> list[tuple[str, Expr]] | None:
        """What is added to the lists of an object, by field; None if it is not the old one with more in its lists."""
        added: list[tuple[str, Expr]] = []
        for field, arg in zip(self.hierarchy.fields(made.class_name), made.args, strict=True):
            match arg:
                case Call(function=function, args=(Field(object=Local(name=name), name=own), more)) if (
                    function.startswith(_CONCAT)
                    and name == part
                    and own == field.name
                    and not _mentions(more, part)
                    and not _mentions(more, whole)
                ):
                    added.append((field.name, more))
                case Field(object=Local(name=name), name=own) if name == part and own == field.name:
                    pass
                case _:
                    return None
        return added

    # ------------------------------------------------------------------------------------------------- rewriting

    def function(self, function: Function) -> Function:
        body = self.block(function.body, function)
        used = {local.name for local, _, _ in _uses(body)} | {assigned(stmt) for stmt in walk_block(body)}
        before = {local.name for local, _, _ in _uses(function.body)}
        kept = tuple(item for item in function.locals if item.name in used or item.name not in before)
        return replace(function, body=body, locals=kept)

    def block(self, block: Block, function: Function) -> Block:
        unique = self.unique[function.name]
        places = {place for place, name in self.growths(block, function) if name in unique}
        uses = Counter(local.name for local, _, _ in _uses(function.body))
        changed: list[Stmt] = []
        for place, stmt in enumerate(block):
            if place - 1 in places:
                changed.extend(self.growing(block[place - 1], stmt))
            elif place not in places:
                moved = self.moved(block, place, unique, uses)
                parts = [map_expr(expr, partial(self.part, moved=moved)) for expr in expressions(stmt)]
                inner = [self.block(inside, function) for inside in blocks(stmt)]
                changed.append(replace_blocks(replace_expressions(stmt, parts), inner))
        return tuple(changed)

    def growing(self, copy: Stmt, stmt: Stmt) -> Iterator[Stmt]:
        assert isinstance(copy, Assign) and isinstance(stmt, Assign) and isinstance(stmt.value, New)
        added = self.grown(stmt.value, copy.name, stmt.name)
        assert added is not None
        for name, more in added:
            items = self.opened(map_expr(more, self.part))
            whole = Field(Local(stmt.name, stmt.value.type, copy.value.span), name, items.type, stmt.span)
            match items:
                case nodes.MakeList(items=(item,)):
                    grow = Op("list_push", (whole, item), nodes.NO_VALUE.type, stmt.span)
                case _:
                    grow = Op("list_extend", (whole, items), nodes.NO_VALUE.type, stmt.span)
            yield nodes.Evaluate(grow, stmt.span)

    def opened(self, expr: Expr) -> Expr:
        """The list that an object was made with only to be looked at."""
        inner = expr.object if isinstance(expr, Field) else None
        while isinstance(inner, nodes.Convert):
            inner = inner.value
        if isinstance(expr, Field) and isinstance(inner, New) and len(inner.args) == 1 and inner.args[0] is not None:
            return inner.args[0]
        return expr

    def part(self, expr: Expr, moved: Container[str] = ()) -> Expr:
        """Nobody else has what was just given, so that it needs no copy."""
        match expr:
            case Op("list_copy", (Local(name=name) as local,)) if name in moved:
                return local
            case Op("list_copy", (copied,)):
                owner = copied.object if isinstance(copied, Field) else copied
                while isinstance(owner, nodes.Convert):
                    owner = owner.value
                if self.is_new(owner) or (isinstance(owner, Call) and owner.function in self.giving):
                    return copied
        return expr

    def moved(self, block: Block, place: int, unique: set[str], uses: Counter[str]) -> set[str]:
        """The lists that this statement of a block is the last to use: made further up in the block, changed and looked
        at only in between."""
        stmt = block[place]
        mine = Counter(local.name for expr in expressions(stmt) for local in _locals(expr))
        found = {name for name, count in mine.items() if name in unique and count == 1}
        if not found or isinstance(stmt, nodes.While):
            return set()
        between: Counter[str] = Counter()
        for earlier in reversed(block[:place]):
            name = assigned(earlier)
            if name is not None and name in found and between[name] + 1 == uses[name]:
                return {name}
            for inside in walk_block((earlier,)):
                between.update(local.name for expr in expressions(inside) for local in _locals(expr))
        return set()


def _refers(type_: Type) -> bool:
    """Values of this type may hold something that others hold, too."""
    return not is_plain(type_)


def _locals(expr: Expr) -> Iterator[Local]:
    return (part for part in walk_expr(expr) if isinstance(part, Local))


def _all_blocks(block: Block) -> Iterator[Block]:
    yield block
    for stmt in block:
        for inner in blocks(stmt):
            yield from _all_blocks(inner)


def _is_passing(function: Function, part: str, made: New) -> bool:
    """The copy is written once, and read only where the object is made anew."""
    writes = sum(assigned(stmt) == part for stmt in walk_block(function.body))
    reads = sum(local.name == part for local, _, _ in _uses(function.body))
    return writes == 1 and reads == sum(_mentions(arg, part) for arg in made.args if arg is not None)


def _mentions(expr: Expr, name: str) -> bool:
    return any(local.name == name for local in _locals(expr))


def _uses(block: Block) -> Iterator[tuple[Local, Expr | Stmt, int]]:
    """Every local that is read, with what uses it and in which place; conversions and one field are looked through."""
    for stmt in walk_block(block):
        yield from _own_uses(stmt)


def _own_uses(stmt: Stmt) -> Iterator[tuple[Local, Expr | Stmt, int]]:
    """The same for a statement without the blocks inside it."""
    around: Expr | Stmt = stmt.call if isinstance(stmt, nodes.Invoke | nodes.TailCall) else stmt
    stack: list[tuple[Expr, Expr | Stmt, int, bool]] = []
    stack.extend((expr, around, place, False) for place, expr in enumerate(expressions(stmt)))
    while stack:
        expr, user, at, is_field = stack.pop()
        match expr:
            case Local():
                yield expr, user, at
            case nodes.Convert(value=inner):
                stack.append((inner, user, at, is_field))
            case Field(object=inner) if not is_field and isinstance(user, Op | Call):
                stack.append((inner, user, at, True))
            case _:
                stack.extend((part, expr, place, False) for place, part in enumerate(children(expr)))
