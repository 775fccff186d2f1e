"""Blocks of statements for generated functions.

A block leaves its function in a valid state: what it assigns is visible until the block ends, every loop has fuel or
bounds, every `Abandon` stands where its tag is caught.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from parlour.core.nodes import (
    Abandon,
    And,
    Assign,
    Attempt,
    Block,
    Break,
    Call,
    Catch,
    Const,
    Continue,
    Count,
    Evaluate,
    Expr,
    Fail,
    Field,
    Finish,
    For,
    If,
    Invoke,
    Local,
    MakeList,
    MakeTuple,
    Op,
    Raise,
    Return,
    SetField,
    SetGlobal,
    Stmt,
    Tell,
    Tracked,
    TupleItem,
    Variable,
    VirtualCall,
    While,
)
from parlour.core.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    ListType,
    ObjectType,
    TableType,
    TupleType,
    Type,
)
from parlour.testing.generation.expressions import ExpressionWriter
from parlour.testing.generation.library import LibraryWriter
from parlour.testing.generation.literals import STRINGS

_Maker = Callable[[int], list[Stmt]]


class StatementWriter(LibraryWriter, ExpressionWriter):
    """Writes blocks for one function."""

    def statements(self, count: int, depth: int = 2) -> list[Stmt]:
        """About `count` statements, with blocks nested at most `depth` deep."""
        return [stmt for _ in range(count) for stmt in self.statement(depth)]

    def block(self, count: int, depth: int) -> Block:
        """The same as a block: what is assigned inside is not visible after."""
        with self.inner():
            return tuple(self.statements(count, depth))

    @contextmanager
    def inner(self) -> Iterator[None]:
        visible = list(self.scope.visible)
        yield
        self.scope.visible = visible

    def statement(self, depth: int) -> list[Stmt]:
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

    def put(self, variable: Variable, value: Expr) -> Assign:
        """An assignment after which the local is visible."""
        if variable not in self.scope.visible:
            self.scope.visible.append(variable)
        return Assign(variable.name, value)

    def assign(self, _depth: int) -> list[Stmt]:
        scope = self.scope
        old = [variable for variable in scope.visible if variable.name not in scope.protected]
        if old and self.draws.percent(50):
            variable = self.draws.pick(old)
        else:
            variable = scope.new_local(self.world.type())
        value = self.expr(variable.type)
        return [self.put(variable, value)]

    def choice(self, _depth: int) -> list[Stmt]:
        """A local that has a value on one branch only, so that it may be unset after; on both, so that it is not."""
        variable = self.scope.new_local(self.world.type())
        condition = self.expr(BOOL)
        arms = ((condition, (Assign(variable.name, self.expr(variable.type)),)),)
        otherwise = (Assign(variable.name, self.expr(variable.type)),)
        self.scope.visible.append(variable)
        return [If(arms, otherwise)]

    def unset_local(self, _depth: int) -> list[Stmt]:
        variable = self.scope.new_local(self.world.type(), "maybe", may_be_unset=True)
        self.scope.unset.append(variable)
        return [If(((self.expr(BOOL), (Assign(variable.name, self.expr(variable.type)),)),))]

    def set_global(self, _depth: int) -> list[Stmt]:
        variable = self.draws.pick(self.world.globals)
        if not variable.is_presentation:
            return [SetGlobal(variable.name, self.expr(variable.type))]
        # What is on display may depend on what was, and must leave no trace: bulk runs leave it out.
        self.scope.is_pure = self.scope.is_looking = True
        value = self.expr(variable.type)
        self.scope.is_pure = self.scope.is_looking = False
        return [SetGlobal(variable.name, value)]

    def count(self, _depth: int) -> list[Stmt]:
        return [Count(self.draws.pick(self.world.counts).name, self.expr(INT))]

    def set_field(self, depth: int) -> list[Stmt]:
        objects = [variable for variable in self.scope.visible if isinstance(variable.type, ObjectType)]
        for variable in objects:
            assert isinstance(variable.type, ObjectType)
            fields = self.world.hierarchy.fields(variable.type.name)
            if fields:
                field = self.draws.pick(fields)
                return [SetField(self.read(variable), field.name, self.expr(field.type))]
        return self.assign(depth)

    def collection(self, _depth: int) -> list[Stmt]:
        """A new list or table in a local, with something in it."""
        types = [type_ for type_ in self.world.types if isinstance(type_, ListType | TableType)]
        type_ = self.draws.pick(types or [ListType(INT)])
        variable = self.scope.new_local(type_, "many")
        if self.scope.is_pure:
            # Writing to it leaves no trace only as long as it holds nothing older.
            self.scope.protected.add(variable.name)
        if isinstance(type_, ListType):
            items = tuple(self.expr(type_.item, 1) for _ in range(self.draws.between(0, 3)))
            return [self.put(variable, MakeList(items, type_))]
        stmts: list[Stmt] = [self.put(variable, Op("table_new", (), type_))]
        for _ in range(self.draws.between(0, 3)):
            entry = (self.read(variable), self.expr(type_.key, 1), self.expr(type_.value, 1))
            stmts.append(Evaluate(Op("table_set", entry, NONE)))
        return stmts

    def change(self, depth: int) -> list[Stmt]:
        """Writes to a list or table that a local holds."""
        holders = [variable for variable in self.scope.visible if isinstance(variable.type, ListType | TableType)]
        if not holders:
            return self.collection(depth)
        variable = self.draws.pick(holders)
        items, type_ = self.read(variable), variable.type
        if isinstance(type_, TableType):
            match self.draws.below(5):
                case 0:
                    return [Evaluate(Op("table_clear", (items,), NONE))]
                case 1 | 2:
                    return [Evaluate(Op("table_remove", (items, self.expr(type_.key)), BOOL))]
            return [Evaluate(Op("table_set", (items, self.expr(type_.key), self.expr(type_.value)), NONE))]
        assert isinstance(type_, ListType)
        item = self.expr(type_.item)
        match self.draws.below(8):
            case 0:
                return [Evaluate(Op("list_clear", (items,), NONE))]
            case 1:
                return [Evaluate(Op("list_extend", (items, self.expr(type_)), NONE))]
            case 2:
                return [Evaluate(Op("list_insert", (items, Const(0, INT), item), NONE))]
            case 3 | 4:
                is_there: Expr = Op("gt", (Op("list_length", (items,), INT), Const(0, INT)), BOOL)
                write = self.draws.pick(
                    (
                        Op("list_set", (items, Const(0, INT), item), NONE),
                        Op("list_pop", (items,), type_.item),
                        Op("list_remove", (items, Const(0, INT)), type_.item),
                    )
                )
                return [Evaluate(write)] if self.risky() else [If(((is_there, (Evaluate(write),)),))]
        return [Evaluate(Op("list_push", (items, item), NONE))]

    def tell(self, _depth: int) -> list[Stmt]:
        audience: Expr | None = None
        if self.draws.percent(30):
            audience = MakeList(tuple(self.seat(nobody=False) for _ in self.world.seats), ListType(INT))
        channel = self.draws.pick(("say", "say", "say", "restart", "odd channel"))
        return [Tell(self.expr(STRING), audience, channel)]

    def witness(self) -> list[Stmt]:
        """Says aloud what a few operations come to, so that a wrong result is noticed."""
        stmts: list[Stmt] = []
        for name in ("div", "mod", "quot", "rem"):
            left = Const(self.draws.pick((-7, -1, 7, 8)), INT)
            right = Const(self.draws.pick((-3, -2, 2, 3)), INT)
            stmts.append(Tell(Op("text_of_int", (Op(name, (left, right), INT),), STRING)))
        items = MakeList((Const(4, INT), Const(5, INT)), ListType(INT))
        index = -1 if self.draws.below(40) == 0 else self.draws.below(2)
        stmts.append(Tell(Op("text_of_int", (Op("list_get", (items, Const(index, INT)), INT),), STRING)))
        return stmts

    def first_tracked(self) -> list[Stmt]:
        """How many objects of a class there are, and a number that the oldest of them holds."""
        class_ = self.draws.pick(self.world.classes)
        type_ = ListType(ObjectType(class_.name))
        variable = self.scope.new_local(type_, "found")
        fields = [item for item in self.world.hierarchy.fields(class_.name) if item.type == INT]
        items = self.read(variable)
        stmts: list[Stmt] = [self.put(variable, Tracked(class_.name, type_))]
        count: Expr = Op("list_length", (items,), INT)
        stmts.append(Tell(Op("text_of_int", (count,), STRING)))
        if fields:
            first = Field(Op("list_get", (items, Const(0, INT)), type_.item), fields[0].name, INT)
            is_there = Op("gt", (count, Const(0, INT)), BOOL)
            stmts.append(If(((is_there, (Tell(Op("text_of_int", (first,), STRING)),)),)))
        return stmts

    def evaluate(self, _depth: int) -> list[Stmt]:
        return [Evaluate(self.expr(self.draws.pick((NONE, self.world.type()))))]

    def leave(self, depth: int) -> list[Stmt]:
        """A way out of a loop, a catch, an attempt or the function, behind a condition."""
        scope = self.scope
        ways: list[Stmt] = []
        if scope.loops:
            ways += [Break(), Continue()]
        if scope.tags:
            ways.append(Abandon(self.draws.pick(scope.tags)))
        if scope.attempts:
            ways.append(Fail())
        if self.draws.percent(10):
            ways = [self.raise_()]
        elif not ways or self.draws.percent(20):
            ways = [Return(None if scope.result == NONE else self.expr(scope.result))]
        before = self.block(1, 0) if self.draws.percent(40) else ()
        return [If(((self.seldom(), (*before, self.draws.pick(ways))),))]

    def seldom(self) -> Expr:
        """A condition that mostly does not hold."""
        if self.scope.is_pure or self.draws.percent(50):
            return Op("eq", (self.expr(INT), Const(self.draws.between(0, 9), INT)), BOOL)
        return And(self.expr(BOOL, 1), Op("eq", (self.expr(INT, 1), Const(1, INT)), BOOL))

    # ------------------------------------------------------------------------------------- ones with blocks

    def branches(self, depth: int) -> list[Stmt]:
        count = self.draws.weighted(((6, 1), (3, 2), (1, 3)))
        arms = tuple((self.expr(BOOL), self.block(self.draws.between(0, 2), depth - 1)) for _ in range(count))
        otherwise = self.block(self.draws.between(1, 2), depth - 1) if self.draws.percent(50) else ()
        return [If(arms, otherwise)]

    @contextmanager
    def loop(self, *counters: Variable) -> Iterator[None]:
        """The body of a loop, in which these locals are visible and must not be written."""
        scope = self.scope
        with self.inner():
            scope.loops += 1
            scope.visible.extend(counters)
            scope.protected.update(counter.name for counter in counters)
            yield
            scope.loops -= 1

    def while_loop(self, depth: int) -> list[Stmt]:
        fuel = self.scope.new_local(INT, "fuel")
        left = Op("gt", (Local(fuel.name, INT), Const(0, INT)), BOOL)
        start = Assign(fuel.name, Const(self.draws.between(1, 4), INT))
        down = Assign(fuel.name, Op("sub", (Local(fuel.name, INT), Const(1, INT)), INT))
        with self.loop(fuel):
            condition = And(left, self.expr(BOOL, 1)) if self.draws.percent(60) else left
            body = (down, *self.block(self.draws.between(1, 3), depth - 1))
        self.scope.visible.append(fuel)
        return [start, While(condition, body)]

    def for_loop(self, depth: int) -> list[Stmt]:
        counter = self.scope.new_local(INT, "i")
        start = Const(self.draws.between(-1, 1), INT)
        lists = [variable for variable in self.scope.visible if isinstance(variable.type, ListType)]
        stop: Expr = Const(self.draws.between(0, 4), INT)
        if lists and self.draws.percent(40):
            length = Op("list_length", (self.read(self.draws.pick(lists)),), INT)
            stop = Op("mod", (length, Const(8, INT)), INT)
        elif self.risky() and not self.scope.is_routine:
            stop = self.expr(INT)
        with self.loop(counter):
            body = self.block(self.draws.between(1, 3), depth - 1)
        return [For(counter.name, start, stop, body)]

    def state_loop(self, depth: int) -> list[Stmt]:
        """A loop that carries a tuple of tuples from turn to turn, made anew from its own parts."""
        type_ = self.world.state_type()
        state = self.scope.new_local(type_, "state")
        start = self.put(state, self.expr(type_, 1))
        fuel = self.scope.new_local(INT, "fuel")
        left = Op("gt", (Local(fuel.name, INT), Const(0, INT)), BOOL)
        down = Assign(fuel.name, Op("sub", (Local(fuel.name, INT), Const(1, INT)), INT))
        with self.loop(fuel):
            body = (
                down,
                *self.block(self.draws.between(0, 2), depth - 1),
                self.put(state, self.rebuilt(self.read(state))),
            )
        return [start, Assign(fuel.name, Const(self.draws.between(1, 5), INT)), While(left, body)]

    def rebuilt(self, state: Expr) -> Expr:
        """A tuple made of the parts of another of its type: as they were, in others' places, or new."""
        assert isinstance(state.type, TupleType)
        items: list[Expr] = []
        for type_ in state.type.items:
            old = [TupleItem(state, place, type_) for place, other in enumerate(state.type.items) if other == type_]
            part = self.draws.pick(old)
            if self.draws.percent(40):
                items.append(self.expr(type_, 1))
            else:
                items.append(self.rebuilt(part) if isinstance(type_, TupleType) and type_.items else part)
        return MakeTuple(tuple(items), state.type)

    def catch(self, depth: int) -> list[Stmt]:
        scope = self.scope
        tag = self.draws.pick(self.world.tags)
        scope.tags.append(tag)
        with self.inner():
            body = [*self.block(self.draws.between(0, 2), depth - 1), *self.call_out()]
            if not body or self.draws.percent(50):
                body.append(If(((self.expr(BOOL), (Abandon(tag),)),)))
            body.extend(self.block(1, depth - 1))
        scope.tags.pop()
        return [Catch(tag, tuple(body))]

    def attempt(self, depth: int) -> list[Stmt]:
        scope = self.scope
        result = scope.new_local(BOOL, "ok")
        scope.attempts += 1
        with self.inner():
            body = [*self.block(self.draws.between(1, 2), depth - 1), *self.call_out()]
            if self.draws.percent(60):
                body.append(If(((self.expr(BOOL), (Fail(),)),)))
        scope.attempts -= 1
        scope.visible.append(result)
        return [Attempt(result.name, tuple(body))]

    def call_out(self) -> list[Stmt]:
        """A call of a function that may abandon what is caught here, or fail, if there is one."""
        functions = [
            function
            for function in self.world.functions
            if function.lets_out and self.may_call(function) and (self.scope.asks or not function.asks)
        ]
        if not functions or self.draws.percent(40):
            return []
        function = self.draws.pick(functions)
        call = Call(function.name, self.arguments(function, 1), function.result)
        return [Invoke(None, call)] if function.asks else [Evaluate(call)]

    # ---------------------------------------------------------------------------------------------- asking

    def invoke(self, depth: int) -> list[Stmt]:
        """A call of a function that may ask."""
        scope = self.scope
        calls: list[Callable[[], Call | VirtualCall]] = []
        for function in self.world.functions:
            if function.asks and self.may_call(function):
                calls.append(partial(self.call, function, 1))
        for method in self.world.methods:
            if method.asks:
                calls.append(partial(self.virtual, method, 1))
        if not calls:
            return self.question(depth)
        call = self.draws.pick(calls)()
        if call.type == NONE or self.draws.percent(20):
            return [Invoke(None, call)]
        target = scope.new_local(call.type, "result")
        scope.visible.append(target)
        return [Invoke(target.name, call)]

    def finish(self) -> Stmt:
        count = len(self.world.seats)
        ranking = [MakeList((Const(seat, INT),), ListType(INT)) for seat in range(count)]
        scores = MakeList(tuple(self.expr(FLOAT, 1) for _ in range(count)), ListType(FLOAT))
        # Perhaps not everybody is ranked, perhaps nobody, and perhaps it is not said.
        ranked = MakeList(tuple(ranking[: self.draws.below(count + 1)]), ListType(ListType(INT)))
        return Finish(
            ranked if self.draws.percent(80) else None,
            scores if self.draws.percent(50) else None,
            self.expr(STRING, 1) if self.draws.percent(50) else None,
        )

    def raise_(self) -> Stmt:
        return Raise(self.draws.pick(("odd", "rule broken", "type")), Const(self.draws.pick(STRINGS), STRING))

    def returned(self, type_: Type) -> list[Stmt]:
        return [] if type_ == NONE and self.draws.percent(50) else [Return(None if type_ == NONE else self.expr(type_))]
