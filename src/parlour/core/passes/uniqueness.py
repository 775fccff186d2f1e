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
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

from parlour.core import nodes, walk
from parlour.core.hierarchy import Hierarchy
from parlour.core.types import ListType, ObjectType, Type, is_plain

# Operations that make a list, those that look at the list in this place without keeping it, and those that change it.
_MAKES = {"list_copy", "list_slice", "list_fill"}
_LOOKS = {("list_length", 0), ("list_get", 0), ("list_copy", 0), ("list_slice", 0), ("list_extend", 1)}
_CHANGES = {"list_push", "list_extend", "list_set", "list_insert", "list_remove", "list_pop", "list_clear"}
_CONCAT = "concat["

# A local that is read, what uses it, and in which place.
_Use = tuple[nodes.Local, nodes.Expr | nodes.Stmt, int]


def change_in_place(program: nodes.Program) -> nodes.Program:
    """The program with every object that is unique changed instead of replaced."""
    world = _World(program)
    return replace(program, functions=tuple(map(world.function, program.functions)))


class _World:
    """`giving` are the functions that give new objects or lists; `unique` has the unique locals of each function."""

    def __init__(self, program: nodes.Program) -> None:
        self.hierarchy = Hierarchy(program.classes)
        self.functions = {function.name: function for function in program.functions}
        self.mentions = {function.name: _Mentions(function.body) for function in program.functions}
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

    def is_new_list(self, expr: nodes.Expr) -> bool:
        match expr:
            case nodes.MakeList():
                return True
            case nodes.Op(name=name):
                return name in _MAKES
            case nodes.Call(function=name):
                return name in self.giving
        return False

    def is_new(self, expr: nodes.Expr, own: Container[str] = ()) -> bool:
        """An object or list made for this expression; an object has lists of its own, among them the locals `own`, and
        refers to nothing else."""
        if not isinstance(expr, nodes.New):
            return isinstance(expr.type, ListType) and self.is_new_list(expr)
        return all(
            arg is not None
            and (self.is_new_list(arg) or not _refers(arg.type) or (isinstance(arg, nodes.Local) and arg.name in own))
            for arg in expr.args
        )

    def gives_new(self, function: nodes.Function) -> bool:
        returned = [stmt.value for stmt in walk.walk_block(function.body) if isinstance(stmt, nodes.Return)]
        tails = any(isinstance(stmt, nodes.TailCall) for stmt in walk.walk_block(function.body))
        return not tails and all(value is not None and self.is_given(function, value) for value in returned)

    def is_given(self, function: nodes.Function, value: nodes.Expr) -> bool:
        unique = self.unique[function.name]
        match value:
            case nodes.Convert(value=inner) if not isinstance(inner.type, ListType):
                return self.is_given(function, inner)
            case nodes.Local(name=name):
                return name in unique
            case nodes.Call(function=called):
                return called in self.giving
        return self.is_new(value, unique)

    def only_looks(self, function: str, place: int) -> bool:
        """A routine reads this parameter, a list, and keeps it nowhere."""
        key = function, place
        if key not in self.looked_at:
            called = self.functions[function]
            # While a routine is looked through, what it calls may call it again: that adds nothing.
            self.looked_at[key] = True
            uses = self.mentions[function].reads.get(called.params[place].name, [])
            self.looked_at[key] = called.is_routine and all(self.is_look(around, at) for _, around, at in uses)
        return self.looked_at[key]

    def is_look(self, around: nodes.Expr | nodes.Stmt, place: int) -> bool:
        match around:
            case nodes.Op(name=name):
                return (name, place) in _LOOKS
            case nodes.Call(function=function):
                return self.only_looks(function, place)
        return False

    # --------------------------------------------------------------------------------------------- unique locals

    def unique_locals(self, function: nodes.Function) -> set[str]:
        """The locals of a function that alone hold their objects and lists."""
        found = {item.name for item in function.locals if isinstance(item.type, ObjectType | ListType)}
        written: set[str] = set()
        for stmt in walk.walk_block(function.body):
            name = walk.assigned(stmt)
            if name is not None:
                written.add(name)
                if not (isinstance(stmt, nodes.Assign) and self.is_new(stmt.value)):
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
        returned = {id(stmt.value) for stmt in walk.walk_block(function.body) if isinstance(stmt, nodes.Return)}
        for local, around, place in _uses(function.body):
            if local.name in found and isinstance(around, nodes.Assign) and isinstance(around.value, nodes.Local):
                copied[local.name] -= 1
            elif local.name in found and not self.is_harmless(local, around, place, returned):
                found.discard(local.name)
            elif isinstance(around, nodes.New):
                # Two fields of one object must not hold the same list.
                held[local.name, id(around)] += 1
        twice = {name for (name, _), count in held.items() if count > 1}
        return {name for name in found - twice if copied[name] == 0}

    def is_harmless(
        self, local: nodes.Local, around: nodes.Expr | nodes.Stmt, place: int, returned: Container[int]
    ) -> bool:
        """`around` is what uses the local, conversions left out; of a field it is what uses the field. `returned` are
        the values that the function gives back: what they are made of has no other holder any more."""
        match around:
            case nodes.Return():
                return True
            case nodes.New():
                return id(around) in returned
            case nodes.Op(name=name) if isinstance(local.type, ListType) and place == 0 and name in _CHANGES:
                return True
        return isinstance(around, nodes.Op | nodes.Call) and self.is_look(around, place)

    def growths(self, block: nodes.Block, function: nodes.Function) -> Iterator[tuple[int, str]]:
        """Where `part = names; names = new Series(… part …)` stands: the place, and the local."""
        for place, (first, second) in enumerate(pairwise(block)):
            match first, second:
                case nodes.Assign(name=part, value=nodes.Local(name=name)), nodes.Assign(
                    name=target, value=nodes.New() as made
                ) if (
                    target == name
                    and self.grown(made, part, name) is not None
                    and self.mentions[function.name].is_passing(part, made)
                ):
                    yield place, name

    def glances(self, block: nodes.Block, function: nodes.Function) -> Iterator[tuple[int, str]]:
        """Where a copy of a unique local is made that only the next statement reads: the place, and the local."""
        for at, (first, second) in enumerate(pairwise(block)):
            match first:
                case nodes.Assign(name=part, value=nodes.Local(name=name)) if not isinstance(second, nodes.While):
                    mentions = self.mentions[function.name]
                    inside = [use for use in _own_uses(second) if use[0].name == part]
                    if (
                        mentions.writes[part] == 1
                        and len(mentions.reads.get(part, [])) == len(inside)
                        and all(
                            isinstance(around, nodes.Op | nodes.Call) and self.is_look(around, place)
                            for _, around, place in inside
                        )
                    ):
                        yield at, name

    def grown(self, made: nodes.New, part: str, whole: str) -> list[tuple[str, nodes.Expr]] | None:
        """What is added to the lists of an object, by field; None if it is not the old one with more in its lists."""
        added: list[tuple[str, nodes.Expr]] = []
        for field, arg in zip(self.hierarchy.fields(made.class_name), made.args, strict=True):
            match arg:
                case nodes.Call(
                    function=function, args=(nodes.Field(object=nodes.Local(name=name), name=own), more)
                ) if (
                    function.startswith(_CONCAT)
                    and name == part
                    and own == field.name
                    and not _mentions(more, part)
                    and not _mentions(more, whole)
                ):
                    added.append((field.name, more))
                case nodes.Field(object=nodes.Local(name=name), name=own) if name == part and own == field.name:
                    pass
                case _:
                    return None
        return added

    # ------------------------------------------------------------------------------------------------- rewriting

    def function(self, function: nodes.Function) -> nodes.Function:
        body = self.block(function.body, function)
        used = {local.name for local, _, _ in _uses(body)} | {walk.assigned(stmt) for stmt in walk.walk_block(body)}
        before = self.mentions[function.name].reads
        kept = tuple(item for item in function.locals if item.name in used or item.name not in before)
        return replace(function, body=body, locals=kept)

    def block(self, block: nodes.Block, function: nodes.Function) -> nodes.Block:
        unique = self.unique[function.name]
        places = {place for place, name in self.growths(block, function) if name in unique}
        reads = self.mentions[function.name].reads
        changed: list[nodes.Stmt] = []
        for place, stmt in enumerate(block):
            if place - 1 in places:
                changed.extend(self.growing(block[place - 1], stmt))
            elif place not in places:
                moved = self.moved(block, place, unique, reads)
                parts = [walk.map_expr(expr, partial(self.part, moved=moved)) for expr in walk.expressions(stmt)]
                inner = [self.block(inside, function) for inside in walk.blocks(stmt)]
                changed.append(walk.replace_blocks(walk.replace_expressions(stmt, parts), inner))
        return tuple(changed)

    def growing(self, copy: nodes.Stmt, stmt: nodes.Stmt) -> Iterator[nodes.Stmt]:
        assert isinstance(copy, nodes.Assign) and isinstance(stmt, nodes.Assign) and isinstance(stmt.value, nodes.New)
        added = self.grown(stmt.value, copy.name, stmt.name)
        assert added is not None
        for name, more in added:
            items = self.opened(walk.map_expr(more, self.part))
            whole = nodes.Field(nodes.Local(stmt.name, stmt.value.type, copy.value.span), name, items.type, stmt.span)
            match items:
                case nodes.MakeList(items=(item,)):
                    grow = nodes.Op("list_push", (whole, item), nodes.NO_VALUE.type, stmt.span)
                case _:
                    grow = nodes.Op("list_extend", (whole, items), nodes.NO_VALUE.type, stmt.span)
            yield nodes.Evaluate(grow, stmt.span)

    def opened(self, expr: nodes.Expr) -> nodes.Expr:
        """`new Series(x).items` is `x`: the object is made only to have its list read."""
        inner = expr.object if isinstance(expr, nodes.Field) else None
        while isinstance(inner, nodes.Convert):
            inner = inner.value
        if (
            isinstance(expr, nodes.Field)
            and isinstance(inner, nodes.New)
            and len(inner.args) == 1
            and inner.args[0] is not None
        ):
            return inner.args[0]
        return expr

    def part(self, expr: nodes.Expr, moved: Container[str] = ()) -> nodes.Expr:
        """The expression without copies of what nobody else holds: a list whose last use this is, or one just made."""
        match expr:
            case nodes.Op("list_copy", (nodes.Local(name=name) as local,)) if name in moved:
                return local
            case nodes.Op("list_copy", (copied,)):
                owner = copied.object if isinstance(copied, nodes.Field) else copied
                while isinstance(owner, nodes.Convert):
                    owner = owner.value
                if self.is_new(owner) or (isinstance(owner, nodes.Call) and owner.function in self.giving):
                    return copied
        return expr

    def moved(self, block: nodes.Block, place: int, unique: set[str], reads: Mapping[str, list[_Use]]) -> set[str]:
        """The lists that this statement of a block is the last to use: made further up in the block, changed and looked
        at only in between."""
        stmt = block[place]
        mine = Counter(local.name for expr in walk.expressions(stmt) for local in _locals(expr))
        found = {name for name, count in mine.items() if name in unique and count == 1}
        if not found or isinstance(stmt, nodes.While):
            return set()
        between: Counter[str] = Counter()
        for earlier in reversed(block[:place]):
            name = walk.assigned(earlier)
            if name is not None and name in found and between[name] + 1 == len(reads.get(name, [])):
                return {name}
            for inside in walk.walk_block((earlier,)):
                between.update(local.name for expr in walk.expressions(inside) for local in _locals(expr))
        return set()


class _Mentions:
    """Where the locals of a function are read (see `_uses`), and how often each is assigned: worked out once, because
    it is asked for every copy."""

    def __init__(self, body: nodes.Block) -> None:
        self.reads: dict[str, list[_Use]] = {}
        for use in _uses(body):
            self.reads.setdefault(use[0].name, []).append(use)
        self.writes = Counter(walk.assigned(stmt) for stmt in walk.walk_block(body))

    def is_passing(self, part: str, made: nodes.New) -> bool:
        """Whether `part` is such a copy: written once, and read only where the object is made anew."""
        reads = sum(_mentions(arg, part) for arg in made.args if arg is not None)
        return self.writes[part] == 1 and len(self.reads.get(part, [])) == reads


def _refers(type_: Type) -> bool:
    """Values of this type may hold something that others hold, too."""
    return not is_plain(type_)


def _locals(expr: nodes.Expr) -> Iterator[nodes.Local]:
    return (part for part in walk.walk_expr(expr) if isinstance(part, nodes.Local))


def _all_blocks(block: nodes.Block) -> Iterator[nodes.Block]:
    yield block
    for stmt in block:
        for inner in walk.blocks(stmt):
            yield from _all_blocks(inner)


def _mentions(expr: nodes.Expr, name: str) -> bool:
    return any(local.name == name for local in _locals(expr))


def _uses(block: nodes.Block) -> Iterator[_Use]:
    """Every local that is read, with what uses it and in which place; conversions and one field are looked through."""
    for stmt in walk.walk_block(block):
        yield from _own_uses(stmt)


def _own_uses(stmt: nodes.Stmt) -> Iterator[_Use]:
    """The same for a statement without the blocks inside it."""
    around: nodes.Expr | nodes.Stmt = stmt.call if isinstance(stmt, nodes.Invoke | nodes.TailCall) else stmt
    stack: list[tuple[nodes.Expr, nodes.Expr | nodes.Stmt, int, bool]] = []
    stack.extend((expr, around, place, False) for place, expr in enumerate(walk.expressions(stmt)))
    while stack:
        expr, user, at, is_field = stack.pop()
        match expr:
            case nodes.Local():
                yield expr, user, at
            case nodes.Convert(value=inner):
                stack.append((inner, user, at, is_field))
            case nodes.Field(object=inner) if not is_field and isinstance(user, nodes.Op | nodes.Call):
                stack.append((inner, user, at, True))
            case _:
                stack.extend((part, expr, place, False) for place, part in enumerate(walk.children(expr)))
