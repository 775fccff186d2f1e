"""How a generated program comes to a bad end: statements that surely fail, one way for every kind of game error."""

from __future__ import annotations

import math

from parlour.core import nodes, types
from parlour.testing.generation.statements import StatementWriter

ERRORS = ("overflow", "zero", "index", "empty", "key", "range", "unset", "none", "type", "raise")
BUDGETS = ("steps", "depth", "told", "memory")


class DisasterWriter(StatementWriter):
    """Writes the last statements of a function that does not end well."""

    def disaster(self, kind: str) -> list[nodes.Stmt]:
        """Statements that fail with this kind of error; `depth` is made by a function that calls itself."""
        match kind:
            case "raise":
                return [self.raise_()]
            case "steps":
                return [
                    nodes.While(nodes.Const(True, types.BOOL), tuple(self.tell(0) if self.draws.percent(30) else ()))
                ]
            case "told":
                return self.much_told()
            case "memory":
                return self.much_memory()
        before: list[nodes.Stmt] = []
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
        return [*before, nodes.Assign(target.name, failing)]

    def number(self, value: int, before: list[nodes.Stmt]) -> nodes.Local:
        """A number in a local, where no engine can fold it away."""
        return self.kept(nodes.Const(value, types.INT), before)

    def overflow(self, before: list[nodes.Stmt]) -> nodes.Expr:
        most, least = self.number(2**63 - 1, before), self.number(-(2**63), before)
        one, minus_one = self.number(1, before), self.number(-1, before)
        return self.draws.pick(
            (
                nodes.Op("add", (most, one), types.INT),
                nodes.Op("sub", (least, one), types.INT),
                nodes.Op("mul", (most, least), types.INT),
                nodes.Op("mul", (least, minus_one), types.INT),
                nodes.Op("neg", (least,), types.INT),
                nodes.Op("div", (least, minus_one), types.INT),
                nodes.Op("quot", (least, minus_one), types.INT),
            )
        )

    def zero(self, before: list[nodes.Stmt]) -> nodes.Expr:
        return nodes.Op(
            self.draws.pick(("div", "mod", "quot", "rem")), (self.expr(types.INT), self.number(0, before)), types.INT
        )

    def index_error(self, before: list[nodes.Stmt]) -> nodes.Expr:
        bad = self.number(self.draws.pick((-1, 4, 2**40, -(2**63))), before)
        items = self.kept(
            nodes.MakeList(tuple(self.expr(types.INT, 1) for _ in range(3)), types.ListType(types.INT)), before
        )
        text, zero = nodes.Const("abc", types.STRING), nodes.Const(0, types.INT)
        board = nodes.Op("board_fill", (zero,), types.BoardType(types.INT, 2, 2))
        return self.draws.pick(
            (
                nodes.Op("list_get", (items, bad), types.INT),
                nodes.Op("list_set", (items, bad, zero), types.NONE),
                nodes.Op("list_insert", (items, bad, zero), types.NONE),
                nodes.Op("list_remove", (items, bad), types.INT),
                nodes.Op("list_slice", (items, zero, bad), types.ListType(types.INT)),
                nodes.Op(
                    "list_slice",
                    (items, nodes.Const(2, types.INT), nodes.Const(1, types.INT)),
                    types.ListType(types.INT),
                ),
                nodes.Op("board_get", (board, bad), types.INT),
                nodes.Op("board_set", (board, bad, zero), types.BoardType(types.INT, 2, 2)),
                nodes.Op("char_at", (text, bad), types.STRING),
                nodes.Op("code_at", (text, bad), types.INT),
                nodes.Op("substring", (text, bad, nodes.Const(3, types.INT)), types.STRING),
                nodes.Op("find", (text, text, bad), types.INT),
            )
        )

    def empty(self, before: list[nodes.Stmt]) -> nodes.Expr:
        return nodes.Op("list_pop", (self.kept(nodes.MakeList((), types.ListType(types.INT)), before),), types.INT)

    def key(self, before: list[nodes.Stmt]) -> nodes.Expr:
        table = self.kept(nodes.Op("table_new", (), types.TableType(types.INT, types.STRING)), before)
        before.append(
            nodes.Evaluate(
                nodes.Op("table_set", (table, nodes.Const(1, types.INT), nodes.Const("one", types.STRING)), types.NONE)
            )
        )
        return nodes.Op("table_get", (table, self.number(2, before)), types.STRING)

    def range_error(self, before: list[nodes.Stmt]) -> nodes.Expr:
        big = self.kept(nodes.Const(self.draws.pick((math.nan, math.inf, 1e300, -9.3e18)), types.FLOAT), before)
        negative = self.number(-1, before)
        weights: tuple[nodes.Expr, ...] = (nodes.Const(0, types.INT), nodes.Const(0, types.INT))
        if self.draws.percent(50):
            weights = (nodes.Const(3, types.INT), negative)
        failing: tuple[nodes.Expr, ...] = (
            nodes.Op("floor", (big,), types.INT),
            nodes.Op("trunc", (big,), types.INT),
            nodes.Op("text_of_code", (negative,), types.STRING),
            nodes.Op("text_of_code", (self.number(0xD800, before),), types.STRING),
            nodes.Op("list_fill", (negative, nodes.Const(0, types.INT)), types.ListType(types.INT)),
            nodes.Chance(negative),
            nodes.Chance(nodes.MakeList(weights, types.ListType(types.INT))),
        )
        return self.draws.pick(failing)

    def unset_error(self, before: list[nodes.Stmt]) -> nodes.Expr:
        for class_ in self.world.classes:
            for number, field in enumerate(self.world.hierarchy.fields(class_.name)):
                if field.may_be_unset and self.draws.percent(60):
                    made = self.new(class_.name, self.literal)
                    args = (*made.args[:number], None, *made.args[number + 1 :])
                    return nodes.Field(nodes.New(class_.name, args, made.type), field.name, field.type)
        never = self.scope.new_local(self.world.type(), "maybe", may_be_unset=True)
        before.append(
            nodes.If(((nodes.Const(False, types.BOOL), (nodes.Assign(never.name, self.literal(never.type)),)),))
        )
        return self.read(never)

    def none(self, before: list[nodes.Stmt]) -> nodes.Expr:
        items: tuple[types.Type, ...] = (
            types.INT,
            types.STRING,
            *(types.ObjectType(class_.name) for class_ in self.world.classes),
        )
        item = self.draws.pick(items)
        optional = types.OptionalType(item)
        return nodes.Narrow(self.kept(nodes.Convert(nodes.Const(None, types.NONE), optional), before), item)

    def type_error(self, before: list[nodes.Stmt]) -> nodes.Expr:
        for class_ in self.world.classes:
            if class_.parent is not None and self.draws.percent(60):
                above = self.kept(self.new(class_.parent, self.literal), before)
                return nodes.Narrow(above, types.ObjectType(class_.name))
        lists = (types.ListType(types.INT), types.ListType(types.ANY))
        pairs: tuple[tuple[types.Type, types.Type], ...] = (
            (types.INT, types.BOOL),
            (types.FLOAT, types.INT),
            (types.STRING, types.INT),
            lists,
        )
        right, wrong = self.draws.pick(pairs)
        return nodes.Narrow(self.kept(nodes.Convert(self.literal(right), types.ANY), before), wrong)

    def much_told(self) -> list[nodes.Stmt]:
        """More than a megabyte, in lines of four kilobytes."""
        text, i, j = (
            self.scope.new_local(type_, stem)
            for type_, stem in ((types.STRING, "long"), (types.INT, "i"), (types.INT, "i"))
        )
        line = nodes.Local(text.name, types.STRING)
        double = nodes.Assign(text.name, nodes.Op("concat", (line, line), types.STRING))
        return [
            nodes.Assign(text.name, nodes.Const("x", types.STRING)),
            nodes.For(i.name, nodes.Const(0, types.INT), nodes.Const(12, types.INT), (double,)),
            nodes.For(j.name, nodes.Const(0, types.INT), nodes.Const(300, types.INT), (nodes.Tell(line),)),
        ]

    def much_memory(self) -> list[nodes.Stmt]:
        """Lists of ten thousand numbers, all of them kept: more memory than the steps it takes to fill them."""
        kept = self.scope.new_local(types.ListType(types.ListType(types.INT)), "kept")
        i = self.scope.new_local(types.INT, "i")
        filled = nodes.Op(
            "list_fill", (nodes.Const(10_000, types.INT), nodes.Const(0, types.INT)), types.ListType(types.INT)
        )
        push = nodes.Op("list_push", (nodes.Local(kept.name, kept.type), filled), types.NONE)
        return [
            nodes.Assign(kept.name, nodes.MakeList((), kept.type)),
            nodes.For(i.name, nodes.Const(0, types.INT), nodes.Const(1000, types.INT), (nodes.Evaluate(push),)),
        ]
