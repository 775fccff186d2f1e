"""An expression of any wanted type, over whatever the place it stands in can see.

Most operations that can go wrong stand behind a test, so that programs live long enough to be interesting; `risk` says
how often the test is left out.
"""

from __future__ import annotations

from functools import partial

from parlour.core import nodes, types
from parlour.core.passes.nonlocal_exits import FAIL
from parlour.testing.generation.typed import Maker, TypedWriter
from parlour.testing.generation.world import Method, Signature


class ExpressionWriter(TypedWriter):
    """Writes expressions for one function."""

    def expr(self, type_: types.Type, depth: int = 3) -> nodes.Expr:
        """An expression of this type, at most about so deep."""
        makers = self.atoms(type_)
        if depth > 0:
            makers += self.general(type_, depth - 1) + self.special(type_, depth - 1)
        return self.draws.weighted(makers)()

    def atoms(self, type_: types.Type) -> list[tuple[int, Maker]]:
        """What is there already, and constants."""
        makers: list[tuple[int, Maker]] = [(2, lambda: self.literal(type_))]
        local = [variable for variable in self.scope.visible if variable.type == type_]
        if local:
            makers.append((6, lambda: self.read(self.draws.pick(local))))
        shown = [
            variable
            for variable in self.world.globals
            if variable.type == type_ and (self.scope.is_looking or not variable.is_presentation)
        ]
        if shown:
            makers.append((3, lambda: nodes.Global(self.draws.pick(shown).name, type_)))
        unset = [variable for variable in self.scope.unset if variable.type == type_]
        if unset and self.risky():
            makers.append((20, lambda: self.read(self.draws.pick(unset))))
        return makers

    def general(self, type_: types.Type, depth: int) -> list[tuple[int, Maker]]:
        """Ways to a value that do not depend on its type."""

        def choose() -> nodes.Expr:
            return nodes.Choose(self.expr(types.BOOL, depth), self.expr(type_, depth), self.expr(type_, depth), type_)

        def through_tuple() -> nodes.Expr:
            others = [self.expr(self.world.type(), 0) for _ in range(self.draws.between(0, 2))]
            index = self.draws.between(0, len(others))
            items = (*others[:index], self.expr(type_, depth), *others[index:])
            made = nodes.MakeTuple(items, types.TupleType(tuple(item.type for item in items)))
            return nodes.TupleItem(made, index, type_)

        def through_list() -> nodes.Expr:
            items = tuple(self.expr(type_, depth) for _ in range(self.draws.between(1, 3)))
            index = nodes.Const(self.draws.between(0, len(items) - (0 if self.risky() else 1)), types.INT)
            return nodes.Op("list_get", (nodes.MakeList(items, types.ListType(type_)), index), type_)

        def through_any() -> nodes.Expr:
            return nodes.Narrow(nodes.Convert(self.expr(type_, depth), types.ANY), type_)

        makers: list[tuple[int, Maker]] = [(2, choose), (1, through_tuple), (1, through_list)]
        if type_ != types.ANY:
            makers.append((1, through_any))
            any_local = self.atom(types.ANY)
            if any_local is not None:
                makers.append((1, lambda: self.narrowed(any_local, type_, depth)))
        optional = self.optional_of(type_)
        if optional is not None:
            makers.append((1, lambda: nodes.Narrow(nodes.Convert(self.expr(type_, depth), optional), type_)))
            unsure = self.atom(optional)
            if unsure is not None:
                makers.append((2, lambda: self.narrowed(unsure, type_, depth)))
        makers += self.stored(type_, depth) + self.called(type_, depth)
        return makers

    def optional_of(self, type_: types.Type) -> types.OptionalType | None:
        return (
            None
            if type_ in (types.ANY, types.NONE) or isinstance(type_, types.OptionalType)
            else types.OptionalType(type_)
        )

    def narrowed(self, value: nodes.Expr, type_: types.Type, depth: int) -> nodes.Expr:
        """A narrowing of something that may not fit, tested first unless we like risk."""
        if self.risky():
            return nodes.Narrow(value, type_)
        return nodes.Choose(nodes.Is(value, type_), nodes.Narrow(value, type_), self.expr(type_, depth), type_)

    def stored(self, type_: types.Type, depth: int) -> list[tuple[int, Maker]]:
        """Values of this type inside what locals hold: fields, components, cells, elements, entries."""
        makers: list[tuple[int, Maker]] = []
        for variable in self.scope.visible:
            holder = self.read(variable)
            match variable.type:
                case types.ObjectType(name):
                    for field_ in self.world.hierarchy.fields(name):
                        if field_.type == type_ and (not field_.may_be_unset or self.risky()):
                            makers.append((2, partial(nodes.Field, holder, field_.name, type_)))
                case types.TupleType(items):
                    for index, item in enumerate(items):
                        if item == type_:
                            makers.append((2, partial(nodes.TupleItem, holder, index, type_)))
                case types.BoardType(item=item) if item == type_:
                    makers.append((2, partial(self.cell, holder, variable.type, depth)))
                case types.ListType(item) if item == type_:
                    makers.append((2, partial(self.element, holder, type_, depth)))
                case types.TableType(key, value) if value == type_:
                    makers.append((2, partial(self.entry, holder, key, type_, depth)))
        return makers

    def cell(self, board: nodes.Expr, type_: types.BoardType, depth: int) -> nodes.Expr:
        index = self.expr(types.INT, depth) if self.risky() else self.index(type_.cells, depth)
        return nodes.Op("board_get", (board, index), type_.item)

    def element(self, items: nodes.Expr, type_: types.Type, depth: int) -> nodes.Expr:
        """An element of a list that may be too short."""
        index = self.draws.between(0, 2)
        names = ("list_get",) if self.scope.is_pure else ("list_get", "list_get", "list_remove", "list_pop")
        name = self.draws.pick(names)
        args = (items,) if name == "list_pop" else (items, nodes.Const(index, types.INT))
        found = nodes.Op(name, args, type_)
        if self.risky():
            return found
        is_there = nodes.Op(
            "gt", (nodes.Op("list_length", (items,), types.INT), nodes.Const(index, types.INT)), types.BOOL
        )
        return nodes.Choose(is_there, found, self.expr(type_, depth), type_)

    def entry(self, table: nodes.Expr, key_type: types.Type, type_: types.Type, depth: int) -> nodes.Expr:
        key = self.atom(key_type) or self.literal(key_type)
        found = nodes.Op("table_get", (table, key), type_)
        if self.risky():
            return found
        return nodes.Choose(nodes.Op("table_has", (table, key), types.BOOL), found, self.expr(type_, depth), type_)

    def called(self, type_: types.Type, depth: int) -> list[tuple[int, Maker]]:
        makers: list[tuple[int, Maker]] = []
        for function in self.world.functions:
            if function.result == type_ and self.may_call(function) and not function.asks:
                makers.append((2, partial(self.call, function, depth)))
                if types.is_plain(type_) and not function.lets_out:
                    makers.append((1, partial(self.speculation, function, depth)))
        for method in self.world.methods:
            if method.result == type_ and not method.asks and not self.scope.is_pure:
                makers.append((4, partial(self.virtual, method, depth)))
        return makers

    def call(self, function: Signature, depth: int) -> nodes.Call:
        return nodes.Call(function.name, self.arguments(function, depth), function.result)

    def speculation(self, function: Signature, depth: int) -> nodes.Speculate:
        return nodes.Speculate(function.name, self.arguments(function, depth), function.result)

    def may_call(self, function: Signature) -> bool:
        scope = self.scope
        caught = {*scope.tags, *((FAIL,) if scope.attempts else ())}
        return function.lets_out <= caught and (function.is_pure or not scope.is_pure)

    def arguments(self, function: Signature, depth: int) -> tuple[nodes.Expr, ...]:
        # Of questions one more takes as long as a hundred other calls.
        most = 2 if function.asks else 6
        fuel: list[nodes.Expr] = [nodes.Const(self.draws.between(0, most), types.INT)] if function.has_fuel else []
        return (*fuel, *(self.expr(param, depth) for param in function.params[len(fuel) :]))

    def virtual(self, method: Method, depth: int) -> nodes.VirtualCall:
        receiver = self.expr(types.ObjectType(method.class_name), depth)
        return nodes.VirtualCall(
            method.name, (receiver, *(self.expr(param, depth) for param in method.params)), method.result
        )
