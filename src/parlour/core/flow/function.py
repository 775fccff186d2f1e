"""The flows of one function: its statements, questions and expressions, taken in the order of the text.

In goes a function, out comes its `Fragment` (see `holders.py`), made place by place: which arguments of an operation go
where, and what is learnt about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from parlour.core import nodes
from parlour.core.flow import holders
from parlour.core.flow.holders import Fragment, Shared, Value, leaves
from parlour.core.nodes import Const, Expr, Function, Local, Op, Stmt
from parlour.core.passes.call_graph import targets
from parlour.core.questions import answer_type, option_type
from parlour.core.types import ANY, BoardType, ListType, ObjectType, TableType, TupleType, Type
from parlour.core.walk import children, expressions, walk_block


def fragment(function: Function, shared: Shared) -> Fragment:
    """The flows of a function."""
    builder = _Builder(function, shared)
    site = 0
    for stmt in walk_block(function.body):
        if isinstance(stmt, nodes.Ask | nodes.Invoke):
            site += 1
        builder.statement(stmt, site)
    return builder.fragment


class _Builder:
    """Order in time does not count, so one pass over the statements is enough."""

    def __init__(self, function: Function, shared: Shared) -> None:
        self.shared = shared
        self.fragment = Fragment()
        new = self.fragment.value
        self.locals = {variable.name: new(variable.type) for variable in (*function.params, *function.locals)}
        self.fragment.params = tuple(self.locals[variable.name] for variable in function.params)
        self.fragment.result = new(function.result)

    # ---------------------------------------------------------------------------------------------- statements

    def statement(self, stmt: Stmt, site: int) -> None:
        match stmt:
            case nodes.Assign(name, value):
                self.way(self.expression(value), self.locals[name])
            case nodes.SetGlobal(name, value):
                self.way(self.expression(value), self.shared.globals[name])
            case nodes.SetField(target, name, value):
                self.expression(target)
                self.way(self.expression(value), self.field(target.type, name))
            case nodes.Invoke(target=into, call=call):
                result = self.expression(call)
                if into is not None:
                    self.way(result, self.locals[into])
            case nodes.TailCall(call=call):
                self.way(self.expression(call), self.fragment.result)
            case nodes.Return(value=value) if value is not None:
                self.way(self.expression(value), self.fragment.result)
            case nodes.For(name, start, stop):
                # The first and the last number it takes stand for all of them.
                self.way(self.expression(start), self.locals[name])
                one = Const(1, stop.type)
                self.way(self.expression(Op("sub", (stop, one), stop.type)), self.locals[name])
            case nodes.Ask():
                self.ask(stmt, site)
            case _:
                for part in expressions(stmt):
                    self.expression(part)

    def ask(self, stmt: nodes.Ask, site: int) -> None:
        found: list[int | None] = []
        domain = stmt.question.domain
        answer = self.answer(domain, stmt.group, found)
        target = self.locals[stmt.target]
        if stmt.group:
            target = self.inside(target, "item", answer_type(domain, group=True) or ANY)
        self.way(answer, target)
        self.fragment.questions[site] = tuple(found)

    def answer(self, domain: nodes.Domain, group: bool, found: list[int | None]) -> Value:
        """The value of an answer; the places of its leaves are added to those found."""
        match domain:
            case nodes.Whole() | nodes.Line() | nodes.Chars():
                place = self.fragment.place()
                self.fragment.unknown.append(place)
                found.append(place)
                return place
            case nodes.YesNo() | nodes.OneOf():
                found.append(None)
                return None
            case nodes.Options(list=items):
                found.append(None)
                whole = self.expression(items)
                type_ = items.type
                if group and isinstance(type_, ListType):
                    whole, type_ = self.item(whole, type_), type_.item
                return self.inside(whole, "item", option_type(type_) or ANY)
            case nodes.Each(parts):
                return tuple(self.answer(part, group, found) for part in parts)
            case nodes.Either(parts):
                result = self.fragment.value(ANY)
                for part in parts:
                    self.way(self.answer(part, group, found), result)
                return result
            case _:
                assert_never(domain)

    # --------------------------------------------------------------------------------------------- expressions

    def expression(self, root: Expr) -> Value:
        """Works from the innermost parts outwards, so that nesting has no limit: a node comes after all its parts, and
        their values are then the last that were found."""
        outside_in: list[tuple[Expr, int]] = []
        stack = [root]
        while stack:
            expr = stack.pop()
            parts = children(expr)
            outside_in.append((expr, len(parts)))
            stack.extend(parts)
        found: list[Value] = []
        for expr, count in reversed(outside_in):
            first = len(found) - count
            args = found[first:]
            del found[first:]
            found.append(self.node(expr, args))
        return found[0]

    def node(self, expr: Expr, args: list[Value]) -> Value:
        match expr:
            case Local(name=name):
                return self.locals[name]
            case Const(value, type_):
                return self.constant(value, type_)
            case Op():
                return self.operation(expr, args)
            case nodes.And() | nodes.Or() | nodes.Is():
                return None
            case nodes.Global(name=name):
                return self.shared.globals[name]
            case nodes.TupleItem(index=index):
                whole = args[0]
                assert isinstance(whole, tuple)
                return whole[index]
            case nodes.MakeTuple():
                return tuple(args)
            case nodes.Field(target, name):
                return self.field(target.type, name)
            case nodes.Choose(type=type_):
                result = self.fragment.value(type_)
                self.way(args[1], result)
                self.way(args[2], result)
                return result
            case nodes.Call() | nodes.VirtualCall() | nodes.Speculate():
                result = self.fragment.value(expr.type)
                called = tuple(sorted(targets(self.shared.hierarchy, expr)))
                self.fragment.calls.append(holders.Passing(called, tuple(args), result))
                return result
            case nodes.Convert(type=type_) | nodes.Narrow(type=type_):
                return self.converted(args[0], type_)
            case nodes.MakeList(type=type_) | nodes.MakeBoard(type=type_):
                whole = self.fragment.value(type_)
                item = self.item(whole, type_)
                for arg in args:
                    self.way(arg, item)
                return whole
            case nodes.New(class_name=class_name):
                given = iter(args)
                for variable, part in zip(self.shared.hierarchy.fields(class_name), expr.args, strict=True):
                    if part is not None:
                        self.way(next(given), self.shared.fields[class_name, variable.name])
                return None
            case nodes.Chance() | nodes.NewSeat() | nodes.Tracked():
                return self.unknown(expr.type)
            case _:
                assert_never(expr)

    def field(self, type_: Type, name: str) -> Value:
        assert isinstance(type_, ObjectType)
        return self.shared.fields[type_.name, name]

    def constant(self, value: nodes.ConstValue, type_: Type) -> Value:
        match type_:
            case TupleType(items) if isinstance(value, tuple):
                return tuple(self.constant(part, item) for part, item in zip(value, items, strict=True))
            case BoardType(item=item) if isinstance(value, tuple):
                whole = self.fragment.value(type_)
                cell = self.item(whole, type_)
                for part in dict.fromkeys(value):
                    self.way(self.constant(part, item), cell)
                return whole
        place = self.fragment.value(type_)
        if isinstance(place, int) and isinstance(value, int | float | str):
            self.fragment.constants.append((place, value))
        return place

    def converted(self, value: Value, type_: Type) -> Value:
        """A value as another type: at the very place, unless a tuple goes into an `any` or comes out of it."""
        result = self.fragment.value(type_)
        if isinstance(value, int) and isinstance(result, int):
            return value
        self.way(value, result)
        return result

    # -------------------------------------------------------------------------------------------------- places

    def holds(self, place: int) -> bool:
        return self.shared.holds[~place] if place < 0 else self.fragment.holds[place]

    def unknown(self, type_: Type) -> Value:
        """A value that nobody can tell beforehand."""
        value = self.fragment.value(type_)
        self.fragment.unknown.extend(place for _, place in leaves(value))
        return value

    def inside(self, whole: Value, label: str, type_: Type) -> Value:
        """What a collection holds under a label."""
        assert isinstance(whole, int)
        value = self.fragment.value(type_)
        self.fragment.parts.extend(holders.Part(whole, (label, *path), place) for path, place in leaves(value))
        return value

    def item(self, whole: Value, type_: Type) -> Value:
        """What a list or board of this type holds."""
        assert isinstance(type_, ListType | BoardType)
        return self.inside(whole, "item", type_.item)

    def way(self, source: Value, target: Value, how: holders.How = "copy", by: int | None = None) -> None:
        """From one value to another of the same form, or into an `any` and out of it."""
        match source, target:
            case int(), int():
                self.fragment.ways.append(holders.Way(source, target, how, by))
                if how == "copy" and self.holds(source) and self.holds(target):
                    self.fragment.alike.append((source, target))
            case tuple(), tuple():
                for one, other in zip(source, target, strict=True):
                    self.way(one, other)
            case tuple(), int():
                for path, place in leaves(source):
                    self.way(place, self.component(target, path, place))
            case int(), tuple():
                for path, place in leaves(target):
                    self.way(self.component(source, path, place), place)

    def component(self, whole: int, path: holders.Label, like: int) -> int:
        """A component of a tuple inside an `any`, which holds the same sort of thing as another place."""
        place = self.fragment.place(self.holds(like))
        self.fragment.parts.append(holders.Part(whole, ("tuple", *path), place))
        return place

    # ---------------------------------------------------------------------------------------------- operations

    def operation(self, expr: Op, args: Sequence[Value]) -> Value:
        match expr.name:
            case "eq" | "ne" | "same":
                self.compare("eq", args[0], args[1])
            case "lt" | "le" | "gt" | "ge":
                self.compare("order", args[0], args[1])
            case "add" | "sub" | "mul" | "neg" | "div" | "mod" | "quot" | "rem" | "fdiv" | "frem" | "fpow":
                return self.arithmetic(expr, args)
            case "bit_and" | "bit_or" | "bit_xor" | "bit_not" | "shift_right":
                return self.arithmetic(expr, args)
            case "wrap32" | "to_float" | "floor" | "trunc":
                # As far as anybody wants to know here, it is the same number.
                return args[0]
            case name if name.startswith("board_"):
                return self.on_board(expr, args)
            case name if name.startswith("list_"):
                return self.on_list(expr, args)
            case name if name.startswith("table_"):
                return self.on_table(expr, args)
            case "concat" | "join" | "char_at" | "substring" | "find" | "code_at" | "text_of_code":
                return self.on_text(expr, args)
            case "parse_int" | "parse_float":
                return self.changed(expr, args[:1], "digits")
            case _:
                return self.unknown(expr.type)
        return None

    def compare(self, how: Literal["eq", "order", "find"], left: Value, right: Value) -> None:
        """Tuples component by component."""
        match left, right:
            case int(), int():
                self.fragment.comparisons.append(holders.Comparison(how, left, right))
            case tuple(), tuple():
                for one, other in zip(left, right, strict=True):
                    self.compare(how, one, other)

    def index(self, *indexes: Value, cells: int | None = None, between: bool = False) -> None:
        self.fragment.indexes.extend(
            holders.Index(place, cells, between) for place in indexes if isinstance(place, int)
        )

    def changed(self, expr: Op, sources: Sequence[Value], how: holders.How) -> Value:
        """A new value made from these, which nobody can tell beforehand."""
        result = self.unknown(expr.type)
        for source in sources:
            self.way(source, result, how)
        return result

    def arithmetic(self, expr: Op, args: Sequence[Value]) -> Value:
        result = self.fragment.place()
        numbers = tuple(arg for arg in args if isinstance(arg, int))
        self.fragment.reckonings.append(holders.Reckoning(expr.name, numbers, result))
        match expr.name, numbers:
            case "add", (left, right):
                self.way(left, result, "plus", right)
                self.way(right, result, "plus", left)
            case "sub", (left, right):
                self.way(left, result, "minus", right)
                self.way(right, result, "lose")
            case _:
                for number in numbers:
                    self.way(number, result, "lose")
        return result

    def on_text(self, expr: Op, args: Sequence[Value]) -> Value:
        match expr.name:
            case "join":
                return self.changed(expr, (self.item(args[0], expr.args[0].type),), "lose")
            case "char_at" | "substring":
                self.index(*args[1:], between=expr.name == "substring")
                return self.changed(expr, args[:1], "lose")
            case "find":
                self.compare("find", args[0], args[1])
                self.index(args[2], between=True)
                return self.unknown(expr.type)
            case "code_at":
                self.index(args[1])
                return self.changed(expr, args[:1], "code")
            case "text_of_code":
                return self.changed(expr, args, "character")
        return self.changed(expr, args, "lose")

    def on_board(self, expr: Op, args: Sequence[Value]) -> Value:
        if expr.name == "board_fill":
            whole = self.fragment.value(expr.type)
            self.way(args[0], self.item(whole, expr.type))
            return whole
        if expr.name == "board_of":
            whole = self.fragment.value(expr.type)
            self.way(self.item(args[0], expr.args[0].type), self.item(whole, expr.type))
            return whole
        type_ = expr.args[0].type
        assert isinstance(type_, BoardType)
        cell = self.item(args[0], type_)
        match expr.name:
            case "board_get":
                self.index(args[1], cells=type_.cells)
                return cell
            case "board_set":
                self.index(args[1], cells=type_.cells)
                # A copy in time is the same board here: nobody asks what a cell held before.
                self.way(args[2], cell)
                return args[0]
        self.compare("eq", cell, args[1])
        return self.unknown(expr.type)

    def on_list(self, expr: Op, args: Sequence[Value]) -> Value:
        if expr.name == "list_fill":
            whole = self.fragment.value(expr.type)
            self.way(args[1], self.item(whole, expr.type))
            return whole
        match expr.name:
            case "list_get" | "list_remove" | "list_pop":
                self.index(*args[1:])
                return self.item(args[0], expr.args[0].type)
            case "list_set" | "list_insert" | "list_push":
                self.index(*args[1:-1], between=expr.name == "list_insert")
                self.way(args[-1], self.item(args[0], expr.args[0].type))
            case "list_extend":
                self.share(args[1], args[0])
            case "list_copy" | "list_slice":
                self.index(*args[1:], between=True)
                whole = self.fragment.value(expr.type)
                self.share(args[0], whole)
                return whole
            case "list_length":
                return self.unknown(expr.type)
        return None

    def share(self, one: Value, other: Value) -> None:
        """Two collections hold the same things."""
        if isinstance(one, int) and isinstance(other, int):
            self.fragment.alike.append((one, other))

    def on_table(self, expr: Op, args: Sequence[Value]) -> Value:
        if expr.name == "table_new":
            return self.fragment.value(expr.type)
        type_ = expr.args[0].type
        assert isinstance(type_, TableType)
        match expr.name:
            case "table_get" | "table_has" | "table_remove":
                # Looking up a key compares it with all there are.
                self.compare("eq", self.inside(args[0], "key", type_.key), args[1])
                return self.inside(args[0], "value", type_.value) if expr.name == "table_get" else None
            case "table_set":
                self.way(args[1], self.inside(args[0], "key", type_.key))
                self.way(args[2], self.inside(args[0], "value", type_.value))
            case "table_keys" | "table_values":
                whole = self.fragment.value(expr.type)
                keys = expr.name == "table_keys"
                part = self.inside(args[0], "key", type_.key) if keys else self.inside(args[0], "value", type_.value)
                self.way(part, self.item(whole, expr.type))
                return whole
            case "table_copy":
                return args[0]
            case "table_length":
                return self.unknown(expr.type)
        return None
