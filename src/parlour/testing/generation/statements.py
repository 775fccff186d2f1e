"""Blocks of statements for generated functions.

A block leaves its function in a valid state: what it assigns is visible until the block ends, every loop has fuel or
bounds, every `Abandon` stands where its tag is caught.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from parlour.core import nodes
from parlour.core import types as t
from parlour.testing.generation.expressions import ExpressionWriter
from parlour.testing.generation.library import LibraryWriter
from parlour.testing.generation.literals import STRINGS

_Maker = Callable[[int], list[nodes.Stmt]]


class StatementWriter(LibraryWriter, ExpressionWriter):
    """Writes blocks for one function."""

    def statements(self, count: int, depth: int = 2) -> list[nodes.Stmt]:
        """About `count` statements, with blocks nested at most `depth` deep."""
        return [stmt for _ in range(count) for stmt in self.statement(depth)]

    def block(self, count: int, depth: int) -> nodes.Block:
        """The same as a block: what is assigned inside is not visible after."""
        with self.inner():
            return tuple(self.statements(count, depth))

    @contextmanager
    def inner(self) -> Iterator[None]:
        visible = list(self.scope.visible)
        yield
        self.scope.visible = visible

    def statement(self, depth: int) -> list[nodes.Stmt]:
        makers: list[tuple[int, _Maker]] = [(8, self.assign), (2, self.choice), (3, self.collection), (1, self.leave)]
        if depth > 0:
            makers += [(4, self.branches), (2, self.while_loop), (4, self.for_loop), (1, self.state_loop)]
        if not self.scope.is_pure:
            makers += [(4, self.set_global), (2, self.set_field), (3, self.change), (3, self.tell), (2, self.evaluate)]
            makers += [(1, self.unset_local), (1, self.library_call), (1, self.count)]
            if depth > 0:
                makers += [(2, self.catch), (2, self.attempt)]
        if self.scope.asks:
            makers += [(4, self.question), (5, self.invoke)]
        return self.draws.weighted(makers)(depth)

    # ------------------------------------------------------------------------------------------ simple ones

    def put(self, variable: nodes.Variable, value: nodes.Expr) -> nodes.Assign:
        """An assignment after which the local is visible."""
        if variable not in self.scope.visible:
            self.scope.visible.append(variable)
        return nodes.Assign(variable.name, value)

    def assign(self, _depth: int) -> list[nodes.Stmt]:
        scope = self.scope
        old = [variable for variable in scope.visible if variable.name not in scope.protected]
        if old and self.draws.percent(50):
            variable = self.draws.pick(old)
        else:
            variable = scope.new_local(self.world.type())
        value = self.expr(variable.type)
        return [self.put(variable, value)]

    def choice(self, _depth: int) -> list[nodes.Stmt]:
        """A local that has a value on one branch only, so that it may be unset after; on both, so that it is not."""
        variable = self.scope.new_local(self.world.type())
        condition = self.expr(t.BOOL)
        arms = ((condition, (nodes.Assign(variable.name, self.expr(variable.type)),)),)
        otherwise = (nodes.Assign(variable.name, self.expr(variable.type)),)
        self.scope.visible.append(variable)
        return [nodes.If(arms, otherwise)]

    def unset_local(self, _depth: int) -> list[nodes.Stmt]:
        variable = self.scope.new_local(self.world.type(), "maybe", may_be_unset=True)
        self.scope.unset.append(variable)
        return [nodes.If(((self.expr(t.BOOL), (nodes.Assign(variable.name, self.expr(variable.type)),)),))]

    def set_global(self, _depth: int) -> list[nodes.Stmt]:
        variable = self.draws.pick(self.world.globals)
        if not variable.is_presentation:
            return [nodes.SetGlobal(variable.name, self.expr(variable.type))]
        # What is on display may depend on what was, and must leave no trace: bulk runs leave it out.
        self.scope.is_pure = self.scope.is_looking = True
        value = self.expr(variable.type)
        self.scope.is_pure = self.scope.is_looking = False
        return [nodes.SetGlobal(variable.name, value)]

    def count(self, _depth: int) -> list[nodes.Stmt]:
        return [nodes.Count(self.draws.pick(self.world.counts).name, self.expr(t.INT))]

    def set_field(self, depth: int) -> list[nodes.Stmt]:
        objects = [variable for variable in self.scope.visible if isinstance(variable.type, t.ObjectType)]
        for variable in objects:
            assert isinstance(variable.type, t.ObjectType)
            fields = self.world.hierarchy.fields(variable.type.name)
            if fields:
                field = self.draws.pick(fields)
                return [nodes.SetField(self.read(variable), field.name, self.expr(field.type))]
        return self.assign(depth)

    def collection(self, _depth: int) -> list[nodes.Stmt]:
        """A new list or table in a local, with something in it."""
        types = [type_ for type_ in self.world.types if isinstance(type_, t.ListType | t.TableType)]
        type_ = self.draws.pick(types or [t.ListType(t.INT)])
        variable = self.scope.new_local(type_, "many")
        if self.scope.is_pure:
            # Writing to it leaves no trace only as long as it holds nothing older.
            self.scope.protected.add(variable.name)
        if isinstance(type_, t.ListType):
            items = tuple(self.expr(type_.item, 1) for _ in range(self.draws.between(0, 3)))
            return [self.put(variable, nodes.MakeList(items, type_))]
        stmts: list[nodes.Stmt] = [self.put(variable, nodes.Op("table_new", (), type_))]
        for _ in range(self.draws.between(0, 3)):
            entry = (self.read(variable), self.expr(type_.key, 1), self.expr(type_.value, 1))
            stmts.append(nodes.Evaluate(nodes.Op("table_set", entry, t.NONE)))
        return stmts

    def change(self, depth: int) -> list[nodes.Stmt]:
        """Writes to a list or table that a local holds."""
        holders = [variable for variable in self.scope.visible if isinstance(variable.type, t.ListType | t.TableType)]
        if not holders:
            return self.collection(depth)
        variable = self.draws.pick(holders)
        items, type_ = self.read(variable), variable.type
        if isinstance(type_, t.TableType):
            match self.draws.below(5):
                case 0:
                    return [nodes.Evaluate(nodes.Op("table_clear", (items,), t.NONE))]
                case 1 | 2:
                    return [nodes.Evaluate(nodes.Op("table_remove", (items, self.expr(type_.key)), t.BOOL))]
            return [
                nodes.Evaluate(nodes.Op("table_set", (items, self.expr(type_.key), self.expr(type_.value)), t.NONE))
            ]
        assert isinstance(type_, t.ListType)
        item = self.expr(type_.item)
        match self.draws.below(8):
            case 0:
                return [nodes.Evaluate(nodes.Op("list_clear", (items,), t.NONE))]
            case 1:
                return [nodes.Evaluate(nodes.Op("list_extend", (items, self.expr(type_)), t.NONE))]
            case 2:
                return [nodes.Evaluate(nodes.Op("list_insert", (items, nodes.Const(0, t.INT), item), t.NONE))]
            case 3 | 4:
                is_there: nodes.Expr = nodes.Op(
                    "gt", (nodes.Op("list_length", (items,), t.INT), nodes.Const(0, t.INT)), t.BOOL
                )
                write = self.draws.pick(
                    (
                        nodes.Op("list_set", (items, nodes.Const(0, t.INT), item), t.NONE),
                        nodes.Op("list_pop", (items,), type_.item),
                        nodes.Op("list_remove", (items, nodes.Const(0, t.INT)), type_.item),
                    )
                )
                return [nodes.Evaluate(write)] if self.risky() else [nodes.If(((is_there, (nodes.Evaluate(write),)),))]
        return [nodes.Evaluate(nodes.Op("list_push", (items, item), t.NONE))]

    def tell(self, _depth: int) -> list[nodes.Stmt]:
        audience: nodes.Expr | None = None
        if self.draws.percent(30):
            audience = nodes.MakeList(tuple(self.seat(nobody=False) for _ in self.world.seats), t.ListType(t.INT))
        channel = self.draws.pick(("say", "say", "say", "restart", "odd channel"))
        if self.draws.percent(80):
            return [nodes.Tell(self.expr(t.STRING), audience, channel)]
        self.scope.is_pure = self.scope.is_looking = True
        shown = self.expr(t.STRING)
        self.scope.is_pure = self.scope.is_looking = False
        return [nodes.Tell(shown, None, channel, for_show=True)]

    def witness(self) -> list[nodes.Stmt]:
        """Says aloud what a few operations come to, so that a wrong result is noticed."""
        stmts: list[nodes.Stmt] = []
        for name in ("div", "mod", "quot", "rem"):
            left = nodes.Const(self.draws.pick((-7, -1, 7, 8)), t.INT)
            right = nodes.Const(self.draws.pick((-3, -2, 2, 3)), t.INT)
            stmts.append(nodes.Tell(nodes.Op("text_of_int", (nodes.Op(name, (left, right), t.INT),), t.STRING)))
        items = nodes.MakeList((nodes.Const(4, t.INT), nodes.Const(5, t.INT)), t.ListType(t.INT))
        index = -1 if self.draws.below(40) == 0 else self.draws.below(2)
        stmts.append(
            nodes.Tell(
                nodes.Op("text_of_int", (nodes.Op("list_get", (items, nodes.Const(index, t.INT)), t.INT),), t.STRING)
            )
        )
        return stmts

    def first_tracked(self) -> list[nodes.Stmt]:
        """How many objects of a class there are, and a number that the oldest of them holds."""
        class_ = self.draws.pick(self.world.classes)
        type_ = t.ListType(t.ObjectType(class_.name))
        variable = self.scope.new_local(type_, "found")
        fields = [item for item in self.world.hierarchy.fields(class_.name) if item.type == t.INT]
        items = self.read(variable)
        stmts: list[nodes.Stmt] = [self.put(variable, nodes.Tracked(class_.name, type_))]
        count: nodes.Expr = nodes.Op("list_length", (items,), t.INT)
        stmts.append(nodes.Tell(nodes.Op("text_of_int", (count,), t.STRING)))
        if fields:
            first = nodes.Field(nodes.Op("list_get", (items, nodes.Const(0, t.INT)), type_.item), fields[0].name, t.INT)
            is_there = nodes.Op("gt", (count, nodes.Const(0, t.INT)), t.BOOL)
            stmts.append(nodes.If(((is_there, (nodes.Tell(nodes.Op("text_of_int", (first,), t.STRING)),)),)))
        return stmts

    def evaluate(self, _depth: int) -> list[nodes.Stmt]:
        return [nodes.Evaluate(self.expr(self.draws.pick((t.NONE, self.world.type()))))]

    def leave(self, depth: int) -> list[nodes.Stmt]:
        """A way out of a loop, a catch, an attempt or the function, behind a condition."""
        scope = self.scope
        ways: list[nodes.Stmt] = []
        if scope.loops:
            ways += [nodes.Break(), nodes.Continue()]
        if scope.tags:
            ways.append(nodes.Abandon(self.draws.pick(scope.tags)))
        if scope.attempts:
            ways.append(nodes.Fail())
        if self.draws.percent(10):
            ways = [self.raise_()]
        elif not ways or self.draws.percent(20):
            ways = [nodes.Return(None if scope.result == t.NONE else self.expr(scope.result))]
        before = self.block(1, 0) if self.draws.percent(40) else ()
        return [nodes.If(((self.seldom(), (*before, self.draws.pick(ways))),))]

    def seldom(self) -> nodes.Expr:
        """A condition that mostly does not hold."""
        if self.scope.is_pure or self.draws.percent(50):
            return nodes.Op("eq", (self.expr(t.INT), nodes.Const(self.draws.between(0, 9), t.INT)), t.BOOL)
        return nodes.And(self.expr(t.BOOL, 1), nodes.Op("eq", (self.expr(t.INT, 1), nodes.Const(1, t.INT)), t.BOOL))

    # ------------------------------------------------------------------------------------- ones with blocks

    def branches(self, depth: int) -> list[nodes.Stmt]:
        count = self.draws.weighted(((6, 1), (3, 2), (1, 3)))
        arms = tuple((self.expr(t.BOOL), self.block(self.draws.between(0, 2), depth - 1)) for _ in range(count))
        otherwise = self.block(self.draws.between(1, 2), depth - 1) if self.draws.percent(50) else ()
        return [nodes.If(arms, otherwise)]

    @contextmanager
    def loop(self, *counters: nodes.Variable) -> Iterator[None]:
        """The body of a loop, in which these locals are visible and must not be written."""
        scope = self.scope
        with self.inner():
            scope.loops += 1
            scope.visible.extend(counters)
            scope.protected.update(counter.name for counter in counters)
            yield
            scope.loops -= 1

    def while_loop(self, depth: int) -> list[nodes.Stmt]:
        fuel = self.scope.new_local(t.INT, "fuel")
        left = nodes.Op("gt", (nodes.Local(fuel.name, t.INT), nodes.Const(0, t.INT)), t.BOOL)
        start = nodes.Assign(fuel.name, nodes.Const(self.draws.between(1, 4), t.INT))
        down = nodes.Assign(fuel.name, nodes.Op("sub", (nodes.Local(fuel.name, t.INT), nodes.Const(1, t.INT)), t.INT))
        with self.loop(fuel):
            condition = nodes.And(left, self.expr(t.BOOL, 1)) if self.draws.percent(60) else left
            body = (down, *self.block(self.draws.between(1, 3), depth - 1))
        self.scope.visible.append(fuel)
        return [start, nodes.While(condition, body)]

    def for_loop(self, depth: int) -> list[nodes.Stmt]:
        counter = self.scope.new_local(t.INT, "i")
        start = nodes.Const(self.draws.between(-1, 1), t.INT)
        lists = [variable for variable in self.scope.visible if isinstance(variable.type, t.ListType)]
        stop: nodes.Expr = nodes.Const(self.draws.between(0, 4), t.INT)
        if lists and self.draws.percent(40):
            length = nodes.Op("list_length", (self.read(self.draws.pick(lists)),), t.INT)
            stop = nodes.Op("mod", (length, nodes.Const(8, t.INT)), t.INT)
        elif self.risky() and not self.scope.is_routine:
            stop = self.expr(t.INT)
        with self.loop(counter):
            body = self.block(self.draws.between(1, 3), depth - 1)
        return [nodes.For(counter.name, start, stop, body)]

    def state_loop(self, depth: int) -> list[nodes.Stmt]:
        """A loop that carries a tuple of tuples from turn to turn, made anew from its own parts."""
        type_ = self.world.state_type()
        state = self.scope.new_local(type_, "state")
        start = self.put(state, self.expr(type_, 1))
        fuel = self.scope.new_local(t.INT, "fuel")
        left = nodes.Op("gt", (nodes.Local(fuel.name, t.INT), nodes.Const(0, t.INT)), t.BOOL)
        down = nodes.Assign(fuel.name, nodes.Op("sub", (nodes.Local(fuel.name, t.INT), nodes.Const(1, t.INT)), t.INT))
        with self.loop(fuel):
            body = (
                down,
                *self.block(self.draws.between(0, 2), depth - 1),
                self.put(state, self.rebuilt(self.read(state))),
            )
        return [start, nodes.Assign(fuel.name, nodes.Const(self.draws.between(1, 5), t.INT)), nodes.While(left, body)]

    def rebuilt(self, state: nodes.Expr) -> nodes.Expr:
        """A tuple made of the parts of another of its type: as they were, in others' places, or new."""
        assert isinstance(state.type, t.TupleType)
        items: list[nodes.Expr] = []
        for type_ in state.type.items:
            old = [
                nodes.TupleItem(state, place, type_) for place, other in enumerate(state.type.items) if other == type_
            ]
            part = self.draws.pick(old)
            if self.draws.percent(40):
                items.append(self.expr(type_, 1))
            else:
                items.append(self.rebuilt(part) if isinstance(type_, t.TupleType) and type_.items else part)
        return nodes.MakeTuple(tuple(items), state.type)

    def catch(self, depth: int) -> list[nodes.Stmt]:
        scope = self.scope
        tag = self.draws.pick(self.world.tags)
        scope.tags.append(tag)
        with self.inner():
            body = [*self.block(self.draws.between(0, 2), depth - 1), *self.call_out()]
            if not body or self.draws.percent(50):
                body.append(nodes.If(((self.expr(t.BOOL), (nodes.Abandon(tag),)),)))
            body.extend(self.block(1, depth - 1))
        scope.tags.pop()
        return [nodes.Catch(tag, tuple(body))]

    def attempt(self, depth: int) -> list[nodes.Stmt]:
        scope = self.scope
        result = scope.new_local(t.BOOL, "ok")
        scope.attempts += 1
        with self.inner():
            body = [*self.block(self.draws.between(1, 2), depth - 1), *self.call_out()]
            if self.draws.percent(60):
                body.append(nodes.If(((self.expr(t.BOOL), (nodes.Fail(),)),)))
        scope.attempts -= 1
        scope.visible.append(result)
        return [nodes.Attempt(result.name, tuple(body))]

    def call_out(self) -> list[nodes.Stmt]:
        """A call of a function that may abandon what is caught here, or fail, if there is one."""
        functions = [
            function
            for function in self.world.functions
            if function.lets_out and self.may_call(function) and (self.scope.asks or not function.asks)
        ]
        if not functions or self.draws.percent(40):
            return []
        function = self.draws.pick(functions)
        call = nodes.Call(function.name, self.arguments(function, 1), function.result)
        return [nodes.Invoke(None, call)] if function.asks else [nodes.Evaluate(call)]

    # ---------------------------------------------------------------------------------------------- asking

    def invoke(self, depth: int) -> list[nodes.Stmt]:
        """A call of a function that may ask."""
        scope = self.scope
        calls: list[Callable[[], nodes.Call | nodes.VirtualCall]] = []
        for function in self.world.functions:
            if function.asks and self.may_call(function):
                calls.append(partial(self.call, function, 1))
        for method in self.world.methods:
            if method.asks:
                calls.append(partial(self.virtual, method, 1))
        if not calls:
            return self.question(depth)
        call = self.draws.pick(calls)()
        if call.type == t.NONE or self.draws.percent(20):
            return [nodes.Invoke(None, call)]
        target = scope.new_local(call.type, "result")
        scope.visible.append(target)
        return [nodes.Invoke(target.name, call)]

    def finish(self) -> nodes.Stmt:
        count = len(self.world.seats)
        ranking = [nodes.MakeList((nodes.Const(seat, t.INT),), t.ListType(t.INT)) for seat in range(count)]
        scores = nodes.MakeList(tuple(self.expr(t.FLOAT, 1) for _ in range(count)), t.ListType(t.FLOAT))
        # Perhaps not everybody is ranked, perhaps nobody, and perhaps it is not said.
        ranked = nodes.MakeList(tuple(ranking[: self.draws.below(count + 1)]), t.ListType(t.ListType(t.INT)))
        return nodes.Finish(
            ranked if self.draws.percent(80) else None,
            scores if self.draws.percent(50) else None,
            self.expr(t.STRING, 1) if self.draws.percent(50) else None,
        )

    def raise_(self) -> nodes.Stmt:
        return nodes.Raise(
            self.draws.pick(("odd", "rule broken", "type")), nodes.Const(self.draws.pick(STRINGS), t.STRING)
        )

    def returned(self, type_: t.Type) -> list[nodes.Stmt]:
        return (
            []
            if type_ == t.NONE and self.draws.percent(50)
            else [nodes.Return(None if type_ == t.NONE else self.expr(type_))]
        )
