"""Statements of routines as core statements.

Control is followed while they are read: what is known of locals after a test, which of them have a value, and where
control never comes.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parlour.core import folding as fold
from parlour.core import nodes, types
from parlour.core.builder import assign
from parlour.core.nodes import Assign, Block, Call, Const, Evaluate, Expr, Local, Op
from parlour.core.ops import OPS
from parlour.core.routine.expressions import Expressions
from parlour.core.routine.routine import RoutineError
from parlour.core.routine.scope import Facts, Scope
from parlour.core.routine.types import constant
from parlour.core.runtime import words
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, OptionalType, Type
from parlour.core.walk import all_expressions, expressions, walk_block, walk_expr

_RESIZES = {"list_push", "list_pop", "list_insert", "list_remove", "list_clear", "list_extend"}


class Statements:
    """Compiles the statements of one instance. `out` is the block in the making."""

    def __init__(self, scope: Scope, result: Type) -> None:
        self.scope = scope
        self.result = result
        self.expressions = Expressions(scope)
        self.out: list[nodes.Stmt] = []
        # The names that count the turns of the loops around.
        self.counting: list[str] = []
        # What is known at each `break` of the loops around, innermost last.
        self.breaks: list[list[Facts]] = []
        tree = scope.routine.tree
        self.names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        # Lists that this routine made, and lists that it was given: of these no two are the same.
        self.fresh = _fresh(tree)
        self.given = frozenset(arg.arg for arg in tree.args.args) - _assigned([tree])

    def error(self, message: str, node: ast.AST) -> RoutineError:
        return self.scope.error(message, node)

    def function(self, body: Sequence[ast.stmt]) -> Block:
        block = self.block(body)
        if self.scope.facts is not None and self.result != NONE:
            raise self.error(f"the routine may end without a result, which must be {self.result}", body[-1])
        return block

    def block(self, body: Sequence[ast.stmt]) -> Block:
        outer, self.out = self.out, []
        for stmt in body:
            # What control never reaches is left out: in a generic routine other types may get there.
            if self.scope.facts is None:
                break
            self.statement(stmt)
        block, self.out = tuple(self.out), outer
        return block

    def statement(self, stmt: ast.stmt) -> None:
        match stmt:
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.Assign(targets=[target], value=value):
                self.assignment(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                self.annotated(stmt, name, annotation)
            case ast.AugAssign():
                self.augmented(stmt)
            case ast.Delete(targets=[ast.Subscript(value=container, slice=index)]):
                items = self.expressions.read(container)
                if not isinstance(items.type, ListType):
                    raise self.error("`del` takes elements out of lists; for tables there is `remove_key`", stmt)
                self.expressions.check_index(index)
                self.out.append(Evaluate(self.expressions.on("list_remove", items, [index], stmt)))
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if (
                self.scope.routine.lookup(name) is words.fail
            ):
                self.failure(call)
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if self.scope.routine.lookup(name) in (
                words.tell,
                words.show,
                words.aside,
                words.tally,
            ):
                self.effect(call, self.scope.routine.lookup(name))
            case ast.Expr(value=ast.Call() as call):
                self.out.append(Evaluate(self.expressions.read(call)))
            case ast.If():
                self.branches(stmt)
            case ast.While():
                self.loop(stmt)
            case ast.For():
                self.walk(stmt)
            case ast.Break():
                assert self.scope.facts is not None
                self.breaks[-1].append(self.scope.facts)
                self.out.append(nodes.Break())
                self.scope.facts = None
            case ast.Continue():
                self.out.append(nodes.Continue())
                self.scope.facts = None
            case ast.Return():
                self.give_back(stmt)
            case _:
                raise self.error(f"routines have no such statement ({type(stmt).__name__})", stmt)

    def give_back(self, stmt: ast.Return) -> None:
        if self.result == NONE:
            if stmt.value is not None and not isinstance(stmt.value, ast.Constant):
                raise self.error("this routine gives no result", stmt)
            self.out.append(nodes.Return())
        elif stmt.value is None:
            raise self.error(f"a result of type {self.result} is missing", stmt)
        else:
            self.out.append(nodes.Return(self.expressions.value(stmt.value, self.result)))
        self.scope.facts = None

    def failure(self, call: ast.Call) -> None:
        match call.args:
            case [ast.Constant(value=str(kind)), message]:
                self.out.append(nodes.Raise(kind, self.expressions.value(message, STRING)))
                self.scope.facts = None
            case _:
                raise self.error('failing is written `fail("kind", message)`', call)

    def effect(self, call: ast.Call, meant: object) -> None:
        value = self.expressions.value
        match call.args:
            case [text] if meant is words.tell:
                self.out.append(nodes.Tell(value(text, STRING)))
            case [text] if meant is words.show:
                self.out.append(nodes.Tell(value(text, STRING), for_show=True))
            case [text, seats] if meant is words.aside:
                self.out.append(nodes.Tell(value(text, STRING), value(seats, ListType(INT)), "aside", for_show=True))
            case [ast.Constant(value=str(name)), amount] if meant is words.tally:
                self.out.append(nodes.Count(name, value(amount, INT)))
            case _:
                raise self.error(
                    'effects are written `tell(text)`, `show(text)`, `aside(text, seats)`, `tally("name", 1)`', call
                )

    # ----------------------------------------------------------------------------------------------- assignments

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
        fitting = self.scope.widened(value, declared)
        if fitting is None:
            raise self.error(f"`{name}` is {declared}, and this value is {value.type}", node)
        self.out.append(Assign(name, fitting))
        assert self.scope.facts is not None
        is_there = isinstance(declared, OptionalType) and self.scope.widened(value, declared.item) is not None
        self.scope.facts[name] = declared.item if isinstance(declared, OptionalType) and is_there else declared

    def annotated(self, stmt: ast.AnnAssign, name: str, annotation: ast.expr) -> None:
        type_ = self.scope.binding.resolve(annotation)
        declared = self.scope.declared.setdefault(name, type_)
        if declared != type_:
            raise self.error(f"`{name}` is {declared} already", stmt)
        if stmt.value is not None:
            self.store(name, self.expressions.read(stmt.value, type_), stmt)

    def assignment(self, target: ast.expr, value: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                self.store(name, self.expressions.read(value, self.scope.declared.get(name)), target)
            case ast.Subscript(value=container, slice=index):
                self.set_item(target, self.expressions.read(container), index, value)
            case ast.Attribute():
                place = self.place(target)
                self.set_place(target, place, self.expressions.read(value, place.type))
            case ast.Tuple(elts=targets):
                if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
                    self.parallel(targets, value.elts)
                else:
                    self.unpack(target, targets, self.expressions.read(value))
            case _:
                raise self.error("a local, an element or a tuple of these can be assigned", target)

    def unpack(self, node: ast.expr, targets: Sequence[ast.expr], value: Expr) -> None:
        if not isinstance(value.type, types.TupleType) or len(value.type.items) != len(targets):
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
            part = self.expressions.read(value, self.scope.declared.get(names[number]))
            if not (isinstance(part, Const) or (isinstance(part, Local) and part.name not in names[:number])):
                part = self.keep("value", part)
            found.append(part)
        for target, part in zip(targets, found, strict=True):
            if isinstance(target, ast.Name):
                self.store(target.id, part, target)
            elif isinstance(target, ast.Subscript):
                self.set_element(target, self.expressions.read(target.value), target.slice, part)
            elif isinstance(target, ast.Attribute):
                self.set_place(target, self.place(target), part)
            else:
                raise self.error("only locals, elements and fields can be assigned together", target)

    def set_item(self, node: ast.Subscript, container: Expr, index: ast.expr, value: ast.expr) -> None:
        wanted = container.type.item if isinstance(container.type, ListType) else None
        if isinstance(container.type, types.TableType):
            wanted = container.type.value
        self.set_element(node, container, index, self.expressions.read(value, wanted))

    def set_element(self, node: ast.Subscript, container: Expr, index: ast.expr, value: Expr) -> None:
        """Core evaluates from left to right, Python the value first: where that matters the value gets a name."""
        type_ = container.type
        if isinstance(type_, types.BoardType):
            raise self.error("boards are values: write `b = with_cell(b, i, v)`", node)
        if not isinstance(type_, ListType | types.TableType) or isinstance(index, ast.Slice):
            raise self.error(f"no element of {type_} can be assigned so", node)
        self.expressions.check_index(index)
        is_list = isinstance(type_, ListType)
        place = self.expressions.value(index, INT if isinstance(type_, ListType) else type_.key)
        if not _changes_nothing(value) and not (isinstance(container, Local) and isinstance(place, Const | Local)):
            value = self.keep("value", value)
        fitting = self.scope.widened(value, type_.item if isinstance(type_, ListType) else type_.value)
        if fitting is None:
            raise self.error(f"{type_} does not hold {value.type}", node)
        self.out.append(Evaluate(Op("list_set" if is_list else "table_set", (container, place, fitting), NONE)))

    def place(self, node: ast.Attribute) -> nodes.Global | nodes.Field:
        if not isinstance(node.value, ast.Name | ast.Attribute):
            raise self.error("only a field of something with a name can be assigned", node)
        return self.expressions.place(node)

    def set_place(self, node: ast.AST, place: nodes.Global | nodes.Field, value: Expr) -> None:
        """Core looks for the object first, Python for the value: where that matters the value gets a name."""
        if isinstance(place, nodes.Field) and not isinstance(place.object, Local) and not _changes_nothing(value):
            value = self.keep("value", value)
        fitting = self.scope.widened(value, place.type)
        if fitting is None:
            raise self.error(f"`{place.name}` is {place.type}, and this value is {value.type}", node)
        self.out.append(assign(place, fitting))

    def augmented(self, stmt: ast.AugAssign) -> None:
        target = stmt.target
        if isinstance(target, ast.Name):
            before = self.expressions.read(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            if isinstance(before.type, ListType) and isinstance(stmt.op, ast.Add):
                self.out.append(Evaluate(self.expressions.on("list_extend", before, [stmt.value], stmt)))
            else:
                self.store(
                    target.id,
                    self.expressions.arithmetic(stmt.op, before, self.expressions.read(stmt.value), stmt),
                    stmt,
                )
            return
        if isinstance(target, ast.Attribute):
            place = self.place(target)
            self.set_place(
                stmt,
                place,
                self.expressions.arithmetic(stmt.op, place, self.expressions.read(stmt.value), stmt),
            )
            return
        assert isinstance(target, ast.Subscript)
        before = self.expressions.read(ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target))
        container = self.expressions.read(target.value)
        if not fold.is_simple(before):
            raise self.error("this place would be worked out twice: give its parts names first", stmt)
        self.set_element(
            target,
            container,
            target.slice,
            self.expressions.arithmetic(stmt.op, before, self.expressions.read(stmt.value), stmt),
        )

    # -------------------------------------------------------------------------------------------------- branches

    def branches(self, stmt: ast.If) -> None:
        """A chain of any length is one node. Branches that can never be taken are not even read."""
        arms: list[tuple[Expr, Block]] = []
        ends: list[Facts | None] = []
        rest: Sequence[ast.stmt] = [stmt]
        # `elif` is an `if` that stands alone in an `else`.
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            node = rest[0]
            condition = self.expressions.condition(node.test)
            if condition == fold.TRUE:
                rest = node.body
                break
            if condition != fold.FALSE:
                before = self.scope.facts
                self.scope.facts = self.expressions.facts_when(node.test, True)
                arms.append((condition, self.block(node.body)))
                ends.append(self.scope.facts)
                self.scope.facts = before
            self.scope.facts = self.expressions.facts_when(node.test, False)
            rest = node.orelse
        otherwise = self.block(rest)
        ends.append(self.scope.facts)
        if arms:
            self.out.append(nodes.If(tuple(arms), otherwise))
        else:
            self.out.extend(otherwise)
        self.scope.facts = self.joined_facts(ends)

    def joined_facts(self, ends: Sequence[Facts | None]) -> Facts | None:
        """What is known where several ways meet: what all of them know."""
        known = [facts for facts in ends if facts is not None]
        if not known:
            return None
        return {
            name: fact if all(facts[name] == fact for facts in known) else self.scope.declared[name]
            for name, fact in known[0].items()
            if all(name in facts for facts in known)
        }

    # ----------------------------------------------------------------------------------------------------- loops

    def loop(self, stmt: ast.While) -> None:
        if stmt.orelse:
            raise self.error("a loop has no `else`", stmt)
        self.enter(stmt)
        condition = self.expressions.condition(stmt.test)
        if condition == fold.FALSE:
            return
        after = None if condition == fold.TRUE else self.expressions.facts_when(stmt.test, False)
        self.scope.facts = self.expressions.facts_when(stmt.test, True)
        body, left = self.turn(stmt.body)
        self.out.append(nodes.While(condition, body))
        self.scope.facts = self.joined_facts([after, *left])

    def enter(self, loop: ast.While | ast.For) -> None:
        """What is no longer known at the beginning of a turn that is not the first."""
        assert self.scope.facts is not None
        for name in _assigned([loop]):
            if name in self.scope.facts:
                self.scope.facts[name] = self.scope.declared[name]
        for name in _counters(loop.body):
            self.scope.facts.pop(name, None)

    def turn(self, body: Sequence[ast.stmt]) -> tuple[Block, list[Facts]]:
        """The body of a loop, and what is known at each `break`."""
        self.breaks.append([])
        block = self.block(body)
        return block, self.breaks.pop()

    def walk(self, stmt: ast.For) -> None:
        if stmt.orelse:
            raise self.error("a loop has no `else`", stmt)
        self.enter(stmt)
        match stmt.iter:
            case ast.Call(func=ast.Name(id=name), args=bounds) if self.scope.routine.lookup(name) is range:
                self.count(stmt, bounds)
            case _:
                self.each(stmt)

    def count(self, stmt: ast.For, bounds: Sequence[ast.expr]) -> None:
        if not isinstance(stmt.target, ast.Name) or not 1 <= len(bounds) <= 2:
            raise self.error("a counting loop is `for i in range(a, b)`, upwards by one; `while` does the rest", stmt)
        name = stmt.target.id
        start = constant(0) if len(bounds) == 1 else self.expressions.value(bounds[0], INT)
        stop = self.expressions.value(bounds[-1], INT)
        if isinstance(start, Const) and isinstance(stop, Const) and fold.op("ge", (start, stop), BOOL) == fold.TRUE:
            return
        if self.scope.declared.setdefault(name, INT) != INT or name in self.counting:
            raise self.error(f"`{name}` is in use and cannot count the turns of this loop", stmt)
        if any(name == param for param, _ in self.scope.routine.params):
            raise self.error(f"parameter `{name}` cannot count the turns of a loop", stmt)
        _, body = self.counted(name, stmt.body)
        self.out.append(nodes.For(name, start, stop, body))

    def counted(
        self, name: str, body: Sequence[ast.stmt], target: ast.expr | None = None, item: Expr | None = None
    ) -> tuple[Block, Block]:
        """What begins each turn of a counting loop, giving the item to the target, and the body."""
        assert self.scope.facts is not None
        head = {known: fact for known, fact in self.scope.facts.items() if known != name}
        self.scope.facts = {**head, name: INT}
        self.counting.append(name)
        outer, self.out = self.out, []
        if target is not None and item is not None:
            self.store_target(target, item)
        first, self.out = tuple(self.out), outer
        block, left = self.turn(body)
        self.counting.pop()
        after = self.joined_facts([head, *left])
        assert after is not None
        after.pop(name, None)
        self.scope.facts = after
        return first, block

    def store_target(self, node: ast.expr, value: Expr) -> None:
        match node:
            case ast.Name(id=name):
                self.store(name, value, node)
            case ast.Tuple(elts=targets):
                self.unpack(node, targets, value)
            case _:
                raise self.error("a loop gives its values to locals", node)

    def each(self, stmt: ast.For) -> None:
        """`for x in …`: over a list the index and the length are read at every turn, unless nothing can change it."""
        source = self.expressions.read(stmt.iter)
        if isinstance(source.type, types.TableType):
            raise self.error("a loop over a table goes over `keys(t)` or `values(t)`", stmt)
        if not isinstance(source, Local) or source.name in _assigned([stmt]):
            source = self.keep("items", source)
        index = self.temporary("index", INT)
        place = Local(index, INT)
        if isinstance(source.type, types.BoardType):
            stop: Expr = constant(source.type.cells)
            item: Expr = Op("board_get", (source, place), source.type.item)
        elif source.type == STRING:
            stop = Op("string_length", (source,), INT)
            item = Op("char_at", (source, place), STRING)
        elif isinstance(source.type, ListType):
            stop = Op("list_length", (source,), INT)
            item = Op("list_get", (source, place), source.type.item)
        else:
            raise self.error(f"a loop does not go over {source.type}", stmt)
        first, body = self.counted(index, stmt.body, stmt.target, item)
        if not isinstance(source.type, ListType) or not self.may_resize(body, source):
            self.out.append(nodes.For(index, constant(0), stop, (*first, *body)))
            return
        # The index moves on before the body, so that `continue` needs no care.
        step = Assign(index, Op("add", (place, constant(1)), INT))
        self.out.append(Assign(index, constant(0)))
        self.out.append(nodes.While(Op("lt", (place, stop), BOOL), (*first, step, *body)))

    def may_resize(self, body: Block, source: Local) -> bool:
        """Whether a list may get longer or shorter in a block, or in a routine that it calls."""
        parts = [part for stmt in walk_block(body) for expr in expressions(stmt) for part in walk_expr(expr)]
        if any(isinstance(part, nodes.VirtualCall) for part in parts):
            return True
        called = [self.scope.calls[part.function] for part in parts if isinstance(part, Call)]
        # A list made here is no other list that was made here or given.
        is_known = source.name in self.fresh or source.name in self.given
        if is_known:
            others = self.fresh - {source.name}
            parts = [part for part in parts if not (_resizes(part, source.type) and _first_name(part) in others)]
        seen: set[str] = set()
        while called:
            instance = called.pop()
            if instance.function is None:
                return True
            if instance.name not in seen:
                seen.add(instance.name)
                parts.extend(all_expressions(instance.function))
                called.extend(instance.calls)
        return any(_resizes(part, source.type) or isinstance(part, nodes.VirtualCall) for part in parts)


def _changes_nothing(value: Expr) -> bool:
    return not any(
        isinstance(part, Call | nodes.VirtualCall | nodes.Chance) or (isinstance(part, Op) and OPS[part.name].writes)
        for part in walk_expr(value)
    )


def _resizes(part: Expr, type_: Type) -> bool:
    return isinstance(part, Op) and part.name in _RESIZES and part.args[0].type == type_


def _first_name(part: Expr) -> str | None:
    target = part.args[0] if isinstance(part, Op) else None
    return target.name if isinstance(target, Local) else None


def _fresh(tree: ast.FunctionDef) -> frozenset[str]:
    """The locals that only ever hold a list that was written down, copied or cut out at their assignment."""
    made: set[str] = set()
    others: set[str] = {arg.arg for arg in tree.args.args}
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if _makes_list(value):
                made.add(name)
            case ast.Assign(targets=targets):
                others.update(_assigned(targets))
            case ast.AnnAssign(target=target, value=ast.expr()) | ast.For(target=target):
                others.update(_assigned([target]))
    return frozenset(made - others)


def _makes_list(value: ast.expr) -> bool:
    match value:
        case ast.List() | ast.Subscript(slice=ast.Slice()) | ast.Call(func=ast.Attribute(attr="copy")):
            return True
    return False


def _assigned(nodes: Sequence[ast.AST]) -> set[str]:
    """The names that are assigned somewhere inside."""
    return {
        node.id
        for outer in nodes
        for node in ast.walk(outer)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _counters(body: Sequence[ast.stmt]) -> set[str]:
    """The names that count the turns of loops."""
    return {
        node.target.id
        for stmt in body
        for node in ast.walk(stmt)
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name)
    }
