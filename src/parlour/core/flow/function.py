"""The flows of one function: its statements, questions and expressions, taken in the order of the text.

In goes a function, out comes its `Fragment` (see `places.py`); what operations do is said in `operations.py`.
"""

from __future__ import annotations

from typing import assert_never

from parlour.core.flow.operations import FlowBuilder
from parlour.core.flow.places import Fragment, Passing, Shared, Value
from parlour.core.nodes import (
    And,
    Ask,
    Assign,
    Call,
    Chance,
    Chars,
    Choose,
    Const,
    ConstValue,
    Convert,
    Domain,
    Each,
    Either,
    Expr,
    Field,
    For,
    Function,
    Global,
    Invoke,
    Is,
    Line,
    Local,
    MakeBoard,
    MakeList,
    MakeTuple,
    Narrow,
    New,
    NewSeat,
    OneOf,
    Op,
    Options,
    Or,
    Return,
    SetField,
    SetGlobal,
    Speculate,
    Stmt,
    TailCall,
    Tracked,
    TupleItem,
    VirtualCall,
    Whole,
    YesNo,
)
from parlour.core.passes.call_graph import targets
from parlour.core.questions import answer_type, option_type
from parlour.core.types import ANY, BoardType, ListType, ObjectType, TupleType, Type
from parlour.core.walk import children, expressions, walk_block


def fragment(function: Function, shared: Shared) -> Fragment:
    """The flows of a function."""
    builder = _Builder(function, shared)
    site = 0
    for stmt in walk_block(function.body):
        if isinstance(stmt, Ask | Invoke):
            site += 1
        builder.statement(stmt, site)
    return builder.fragment


class _Builder(FlowBuilder):
    """Order in time does not count, so one pass over the statements is enough."""

    def __init__(self, function: Function, shared: Shared) -> None:
        super().__init__(shared)
        new = self.fragment.value
        self.locals = {variable.name: new(variable.type) for variable in (*function.params, *function.locals)}
        self.fragment.params = tuple(self.locals[variable.name] for variable in function.params)
        self.fragment.result = new(function.result)

    # ---------------------------------------------------------------------------------------------- statements

    def statement(self, stmt: Stmt, site: int) -> None:
        match stmt:
            case Assign(name, value):
                self.way(self.expression(value), self.locals[name])
            case SetGlobal(name, value):
                self.way(self.expression(value), self.shared.globals[name])
            case SetField(target, name, value):
                self.expression(target)
                self.way(self.expression(value), self.field(target.type, name))
            case Invoke(target=into, call=call):
                result = self.expression(call)
                if into is not None:
                    self.way(result, self.locals[into])
            case TailCall(call=call):
                self.way(self.expression(call), self.fragment.result)
            case Return(value=value) if value is not None:
                self.way(self.expression(value), self.fragment.result)
            case For(name, start, stop):
                # The first and the last number it takes stand for all of them.
                self.way(self.expression(start), self.locals[name])
                one = Const(1, stop.type)
                self.way(self.expression(Op("sub", (stop, one), stop.type)), self.locals[name])
            case Ask():
                self.ask(stmt, site)
            case _:
                for part in expressions(stmt):
                    self.expression(part)

    def ask(self, stmt: Ask, site: int) -> None:
        found: list[int | None] = []
        domain = stmt.question.domain
        answer = self.answer(domain, stmt.group, found)
        target = self.locals[stmt.target]
        if stmt.group:
            target = self.inside(target, "item", answer_type(domain, group=True) or ANY)
        self.way(answer, target)
        self.fragment.questions[site] = tuple(found)

    def answer(self, domain: Domain, group: bool, found: list[int | None]) -> Value:
        """The value of an answer; the places of its leaves are added to those found."""
        match domain:
            case Whole() | Line() | Chars():
                place = self.fragment.place()
                self.fragment.unknown.append(place)
                found.append(place)
                return place
            case YesNo() | OneOf():
                found.append(None)
                return None
            case Options(list=items):
                found.append(None)
                whole = self.expression(items)
                type_ = items.type
                if group and isinstance(type_, ListType):
                    whole, type_ = self.item(whole, type_), type_.item
                return self.inside(whole, "item", option_type(type_) or ANY)
            case Each(parts):
                return tuple(self.answer(part, group, found) for part in parts)
            case Either(parts):
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
            case And() | Or() | Is():
                return None
            case Global(name=name):
                return self.shared.globals[name]
            case TupleItem(index=index):
                whole = args[0]
                assert isinstance(whole, tuple)
                return whole[index]
            case MakeTuple():
                return tuple(args)
            case Field(target, name):
                return self.field(target.type, name)
            case Choose(type=type_):
                result = self.fragment.value(type_)
                self.way(args[1], result)
                self.way(args[2], result)
                return result
            case Call() | VirtualCall() | Speculate():
                result = self.fragment.value(expr.type)
                called = tuple(sorted(targets(self.shared.hierarchy, expr)))
                self.fragment.calls.append(Passing(called, tuple(args), result))
                return result
            case Convert(type=type_) | Narrow(type=type_):
                return self.converted(args[0], type_)
            case MakeList(type=type_) | MakeBoard(type=type_):
                whole = self.fragment.value(type_)
                item = self.item(whole, type_)
                for arg in args:
                    self.way(arg, item)
                return whole
            case New(class_name=class_name):
                given = iter(args)
                for variable, part in zip(self.shared.hierarchy.fields(class_name), expr.args, strict=True):
                    if part is not None:
                        self.way(next(given), self.shared.fields[class_name, variable.name])
                return None
            case Chance() | NewSeat() | Tracked():
                return self.unknown(expr.type)
            case _:
                assert_never(expr)

    def field(self, type_: Type, name: str) -> Value:
        assert isinstance(type_, ObjectType)
        return self.shared.fields[type_.name, name]

    def constant(self, value: ConstValue, type_: Type) -> Value:
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
