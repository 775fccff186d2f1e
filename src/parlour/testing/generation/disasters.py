"""How a generated program comes to a bad end: statements that surely fail, one way for every kind of game error."""

from __future__ import annotations

import math

from parlour.core.nodes import (
    Assign,
    Chance,
    Const,
    Convert,
    Evaluate,
    Expr,
    Field,
    For,
    If,
    Local,
    MakeList,
    Narrow,
    New,
    Op,
    Stmt,
    Tell,
    While,
)
from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    BoardType,
    ListType,
    ObjectType,
    OptionalType,
    TableType,
    Type,
)
from parlour.testing.generation.statements import StatementWriter

ERRORS = ("overflow", "zero", "index", "empty", "key", "range", "unset", "none", "type", "raise")
BUDGETS = ("steps", "depth", "told", "memory")


class DisasterWriter(StatementWriter):
    """Writes the last statements of a function that does not end well."""

    def disaster(self, kind: str) -> list[Stmt]:
        """Statements that fail with this kind of error; `depth` is made by a function that calls itself."""
        match kind:
            case "raise":
                return [self.raise_()]
            case "steps":
                return [While(Const(True, BOOL), tuple(self.tell(0) if self.draws.percent(30) else ()))]
            case "told":
                return self.much_told()
            case "memory":
                return self.much_memory()
        before: list[Stmt] = []
        failing = {
            "overflow": self.overflow,
            "zero": self.zero,
            "index": self.index_error,
            "empty": self.empty,
            "key": self.key,
            "range": self.range_error,
            "unset": self.unset_error,
            "none": self.none,
            "type": self.type_error,
        }[kind](before)
        target = self.scope.new_local(failing.type, "never")
        return [*before, Assign(target.name, failing)]

    def number(self, value: int, before: list[Stmt]) -> Local:
        """A number in a local, where no engine can fold it away."""
        return self.kept(Const(value, INT), before)

    def overflow(self, before: list[Stmt]) -> Expr:
        most, least = self.number(2**63 - 1, before), self.number(-(2**63), before)
        one, minus_one = self.number(1, before), self.number(-1, before)
        return self.draws.pick(
            (
                Op("add", (most, one), INT),
                Op("sub", (least, one), INT),
                Op("mul", (most, least), INT),
                Op("mul", (least, minus_one), INT),
                Op("neg", (least,), INT),
                Op("div", (least, minus_one), INT),
                Op("quot", (least, minus_one), INT),
            )
        )

    def zero(self, before: list[Stmt]) -> Expr:
        return Op(self.draws.pick(("div", "mod", "quot", "rem")), (self.expr(INT), self.number(0, before)), INT)

    def index_error(self, before: list[Stmt]) -> Expr:
        bad = self.number(self.draws.pick((-1, 4, 2**40, -(2**63))), before)
        items = self.kept(MakeList(tuple(self.expr(INT, 1) for _ in range(3)), ListType(INT)), before)
        text, zero = Const("abc", STRING), Const(0, INT)
        board = Op("board_fill", (zero,), BoardType(INT, 2, 2))
        return self.draws.pick(
            (
                Op("list_get", (items, bad), INT),
                Op("list_set", (items, bad, zero), NONE),
                Op("list_insert", (items, bad, zero), NONE),
                Op("list_remove", (items, bad), INT),
                Op("list_slice", (items, zero, bad), ListType(INT)),
                Op("list_slice", (items, Const(2, INT), Const(1, INT)), ListType(INT)),
                Op("board_get", (board, bad), INT),
                Op("board_set", (board, bad, zero), BoardType(INT, 2, 2)),
                Op("char_at", (text, bad), STRING),
                Op("code_at", (text, bad), INT),
                Op("substring", (text, bad, Const(3, INT)), STRING),
                Op("find", (text, text, bad), INT),
            )
        )

    def empty(self, before: list[Stmt]) -> Expr:
        return Op("list_pop", (self.kept(MakeList((), ListType(INT)), before),), INT)

    def key(self, before: list[Stmt]) -> Expr:
        table = self.kept(Op("table_new", (), TableType(INT, STRING)), before)
        before.append(Evaluate(Op("table_set", (table, Const(1, INT), Const("one", STRING)), NONE)))
        return Op("table_get", (table, self.number(2, before)), STRING)

    def range_error(self, before: list[Stmt]) -> Expr:
        big = self.kept(Const(self.draws.pick((math.nan, math.inf, 1e300, -9.3e18)), FLOAT), before)
        negative = self.number(-1, before)
        weights: tuple[Expr, ...] = (Const(0, INT), Const(0, INT))
        if self.draws.percent(50):
            weights = (Const(3, INT), negative)
        failing: tuple[Expr, ...] = (
            Op("floor", (big,), INT),
            Op("trunc", (big,), INT),
            Op("text_of_code", (negative,), STRING),
            Op("text_of_code", (self.number(0xD800, before),), STRING),
            Op("list_fill", (negative, Const(0, INT)), ListType(INT)),
            Chance(negative),
            Chance(MakeList(weights, ListType(INT))),
        )
        return self.draws.pick(failing)

    def unset_error(self, before: list[Stmt]) -> Expr:
        for class_ in self.world.classes:
            for number, field in enumerate(self.world.hierarchy.fields(class_.name)):
                if field.may_be_unset and self.draws.percent(60):
                    made = self.new(class_.name, self.literal)
                    args = (*made.args[:number], None, *made.args[number + 1 :])
                    return Field(New(class_.name, args, made.type), field.name, field.type)
        never = self.scope.new_local(self.world.type(), "maybe", may_be_unset=True)
        before.append(If(((Const(False, BOOL), (Assign(never.name, self.literal(never.type)),)),)))
        return self.read(never)

    def none(self, before: list[Stmt]) -> Expr:
        items: tuple[Type, ...] = (INT, STRING, *(ObjectType(class_.name) for class_ in self.world.classes))
        item = self.draws.pick(items)
        optional = OptionalType(item)
        return Narrow(self.kept(Convert(Const(None, NONE), optional), before), item)

    def type_error(self, before: list[Stmt]) -> Expr:
        for class_ in self.world.classes:
            if class_.parent is not None and self.draws.percent(60):
                above = self.kept(self.new(class_.parent, self.literal), before)
                return Narrow(above, ObjectType(class_.name))
        lists = (ListType(INT), ListType(ANY))
        pairs: tuple[tuple[Type, Type], ...] = ((INT, BOOL), (FLOAT, INT), (STRING, INT), lists)
        right, wrong = self.draws.pick(pairs)
        return Narrow(self.kept(Convert(self.literal(right), ANY), before), wrong)

    def much_told(self) -> list[Stmt]:
        """More than a megabyte, in lines of four kilobytes."""
        text, i, j = (self.scope.new_local(type_, stem) for type_, stem in ((STRING, "long"), (INT, "i"), (INT, "i")))
        line = Local(text.name, STRING)
        double = Assign(text.name, Op("concat", (line, line), STRING))
        return [
            Assign(text.name, Const("x", STRING)),
            For(i.name, Const(0, INT), Const(12, INT), (double,)),
            For(j.name, Const(0, INT), Const(300, INT), (Tell(line),)),
        ]

    def much_memory(self) -> list[Stmt]:
        """Lists of ten thousand numbers, all of them kept: more memory than the steps it takes to fill them."""
        kept = self.scope.new_local(ListType(ListType(INT)), "kept")
        i = self.scope.new_local(INT, "i")
        filled = Op("list_fill", (Const(10_000, INT), Const(0, INT)), ListType(INT))
        push = Op("list_push", (Local(kept.name, kept.type), filled), NONE)
        return [
            Assign(kept.name, MakeList((), kept.type)),
            For(i.name, Const(0, INT), Const(1000, INT), (Evaluate(push),)),
        ]
