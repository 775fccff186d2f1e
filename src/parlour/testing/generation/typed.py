"""What makes values of one type only: arithmetic for numbers, comparisons for bools, slices for lists and so on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from parlour.core import nodes
from parlour.core import types as t
from parlour.core.ops import MOST_BITS
from parlour.testing.generation.literals import LiteralWriter

Maker = Callable[[], nodes.Expr]


class TypedWriter(LiteralWriter, ABC):
    """Writes expressions whose form follows from their type."""

    @abstractmethod
    def expr(self, type_: t.Type, depth: int = 3) -> nodes.Expr:
        """An expression of this type, at most about so deep."""

    @abstractmethod
    def narrowed(self, value: nodes.Expr, type_: t.Type, depth: int) -> nodes.Expr:
        """A narrowing of something that may not fit, tested first unless we like risk."""

    def special(self, type_: t.Type, depth: int) -> list[tuple[int, Maker]]:
        """What makes values of just this type."""
        match type_:
            case t.Scalar("int"):
                return self.ints(depth)
            case t.Scalar("float"):
                return self.floats(depth)
            case t.Scalar("bool"):
                return self.bools(depth)
            case t.Scalar("string"):
                return self.strings(depth)
            case t.Scalar("any"):
                return [(8, lambda: self.into_any(depth))]
            case t.TupleType(items):
                return [(4, lambda: nodes.MakeTuple(tuple(self.expr(item, depth) for item in items), type_))]
            case t.BoardType():
                return [(6, lambda: self.board(type_, depth))]
            case t.ListType():
                return [(6, lambda: self.list(type_, depth))]
            case t.TableType():
                return [(4, lambda: nodes.Op("table_copy", (self.expr(type_, depth),), type_))]
            case t.OptionalType():
                return [(6, lambda: self.optional(type_, depth))]
            case t.ObjectType(name):
                return [(3, lambda: self.new(name, lambda item: self.expr(item, depth))), *self.relatives(name, depth)]
        return []

    def into_any(self, depth: int) -> nodes.Expr:
        type_ = self.draws.pick([type_ for type_ in self.world.types if type_ != t.ANY])
        return nodes.Convert(self.expr(type_, depth), t.ANY)

    def relatives(self, name: str, depth: int) -> list[tuple[int, Maker]]:
        """Objects of a class by way of its descendants and ancestors."""
        makers: list[tuple[int, Maker]] = []
        hierarchy = self.world.hierarchy
        for below in hierarchy.below(name):
            if below != name:
                makers.append((2, partial(self.widened, t.ObjectType(below), t.ObjectType(name), depth)))
        for above in hierarchy.ancestors(name)[1:]:
            local = self.atom(t.ObjectType(above))
            if local is not None:
                makers.append((2, partial(self.narrowed, local, t.ObjectType(name), depth)))
        return makers

    def widened(self, narrow: t.Type, wide: t.Type, depth: int) -> nodes.Convert:
        return nodes.Convert(self.expr(narrow, depth), wide)

    def ints(self, depth: int) -> list[tuple[int, Maker]]:
        def two(name: str) -> nodes.Expr:
            return nodes.Op(name, (self.expr(t.INT, depth), self.expr(t.INT, depth)), t.INT)

        def one(name: str, type_: t.Type = t.INT) -> nodes.Expr:
            return nodes.Op(name, (self.expr(type_, depth),), t.INT)

        def divided() -> nodes.Expr:
            divisor = (
                self.expr(t.INT, depth)
                if self.risky()
                else nodes.Const(self.draws.pick((1, 2, 3, -2, 7, 2**32)), t.INT)
            )
            return nodes.Op(self.draws.pick(("div", "mod", "quot", "rem")), (self.expr(t.INT, depth), divisor), t.INT)

        def product() -> nodes.Expr:
            factors = (self.expr(t.INT, depth), self.expr(t.INT, depth))
            return nodes.Op(
                "mul", factors if self.risky() else tuple(nodes.Op("wrap32", (part,), t.INT) for part in factors), t.INT
            )

        def sum_() -> nodes.Expr:
            sum_of = two(self.draws.pick(("add", "sub")))
            return sum_of if self.draws.percent(50) else nodes.Op("wrap32", (sum_of,), t.INT)

        def whole() -> nodes.Expr:
            name = self.draws.pick(("floor", "trunc"))
            if self.risky():
                return nodes.Op(name, (self.expr(t.FLOAT, depth),), t.INT)
            number = nodes.Op("to_float", (nodes.Op("wrap32", (self.expr(t.INT, depth),), t.INT),), t.FLOAT)
            return nodes.Op(
                name,
                (nodes.Op("fdiv", (number, nodes.Const(self.draws.pick((-2.0, -3.0, -0.7)), t.FLOAT)), t.FLOAT),),
                t.INT,
            )

        def code() -> nodes.Expr:
            text = self.atom(t.STRING)
            if text is None or self.risky():
                return nodes.Op("code_at", (self.some_text(depth), nodes.Const(self.draws.between(0, 1), t.INT)), t.INT)
            is_there = nodes.Op("gt", (nodes.Op("string_length", (text,), t.INT), nodes.Const(0, t.INT)), t.BOOL)
            return nodes.Choose(
                is_there, nodes.Op("code_at", (text, nodes.Const(0, t.INT)), t.INT), nodes.Const(-1, t.INT), t.INT
            )

        def find() -> nodes.Expr:
            return nodes.Op(
                "find", (self.expr(t.STRING, depth), self.expr(t.STRING, depth), nodes.Const(0, t.INT)), t.INT
            )

        def size() -> nodes.Expr:
            types = [type_ for type_ in self.world.types if isinstance(type_, t.ListType | t.TableType)]
            type_ = self.draws.pick(types or [t.ListType(t.INT)])
            return nodes.Op(
                "list_length" if isinstance(type_, t.ListType) else "table_length", (self.expr(type_, depth),), t.INT
            )

        def count() -> nodes.Expr:
            types = [type_ for type_ in self.world.types if isinstance(type_, t.BoardType)]
            type_ = self.draws.pick(types or [t.BoardType(t.BOOL, 2, 2)])
            name = self.draws.pick(("board_count", "board_bits")) if type_.cells <= MOST_BITS else "board_count"
            return nodes.Op(name, (self.expr(type_, depth), self.expr(type_.item, depth)), t.INT)

        def drawn() -> nodes.Expr:
            if self.draws.percent(30):
                weights = [nodes.Const(self.draws.between(0, 5), t.INT) for _ in range(self.draws.between(0, 3))]
                return nodes.Chance(nodes.MakeList((*weights, nodes.Const(1, t.INT)), t.ListType(t.INT)))
            return nodes.Chance(
                self.expr(t.INT, depth) if self.risky() else nodes.Const(self.draws.between(1, 6), t.INT)
            )

        bits = ("bit_and", "bit_or", "bit_xor", "shift_right")
        makers: list[tuple[int, Maker]] = [
            (6, sum_),
            (2, product),
            (1, lambda: one("neg")),
            (2, divided),
            (2, lambda: two(self.draws.pick(bits))),
            (1, lambda: one("bit_not")),
            (1, lambda: one("wrap32")),
            (1, whole),
            (1, lambda: one("string_length", t.STRING)),
            (1, find),
            (1, code),
            (1, lambda: one("symbol_number", t.SYMBOL)),
            (1, size),
            (1, count),
            (1, lambda: nodes.Op("seat_count", (), t.INT)),
        ]
        if not self.scope.is_pure:
            makers.append((3, drawn))
            if self.draws.percent(10):
                makers.append((2, lambda: nodes.NewSeat(self.expr(t.STRING, depth))))
        return makers

    def floats(self, depth: int) -> list[tuple[int, Maker]]:
        names = ("add", "sub", "mul", "fdiv", "frem", "fpow")
        return [
            (
                6,
                lambda: nodes.Op(
                    self.draws.pick(names), (self.expr(t.FLOAT, depth), self.expr(t.FLOAT, depth)), t.FLOAT
                ),
            ),
            (1, lambda: nodes.Op("neg", (self.expr(t.FLOAT, depth),), t.FLOAT)),
            (2, lambda: nodes.Op("to_float", (self.expr(t.INT, depth),), t.FLOAT)),
        ]

    def bools(self, depth: int) -> list[tuple[int, Maker]]:
        def compared(names: tuple[str, ...], types: list[t.Type]) -> nodes.Expr:
            type_ = self.draws.pick(types)
            return nodes.Op(self.draws.pick(names), (self.expr(type_, depth), self.expr(type_, depth)), t.BOOL)

        def tested() -> nodes.Expr:
            if self.draws.percent(50):
                return nodes.Is(
                    self.expr(t.ANY, depth), self.draws.pick([type_ for type_ in self.world.types if type_ != t.ANY])
                )
            types = [type_ for type_ in self.world.types if isinstance(type_, t.OptionalType)]
            optional = self.draws.pick(types or [t.OptionalType(t.INT)])
            return nodes.Is(self.expr(optional, depth), self.draws.pick((t.NONE, optional.item)))

        def known() -> nodes.Expr:
            types = [type_ for type_ in self.world.types if isinstance(type_, t.TableType)]
            type_ = self.draws.pick(types or [t.TableType(t.INT, t.INT)])
            name = "table_has" if self.scope.is_pure else self.draws.pick(("table_has", "table_remove"))
            return nodes.Op(name, (self.expr(type_, depth), self.expr(type_.key, depth)), t.BOOL)

        return [
            (3, lambda: compared(("eq", "ne"), self.world.types)),
            (4, lambda: compared(("lt", "le", "gt", "ge"), [t.INT, t.INT, t.FLOAT, t.STRING])),
            (1, lambda: compared(("same",), [t.ANY, *(type_ for type_ in self.world.types if _refers(type_))])),
            (2, lambda: nodes.And(self.expr(t.BOOL, depth), self.expr(t.BOOL, depth))),
            (2, lambda: nodes.Or(self.expr(t.BOOL, depth), self.expr(t.BOOL, depth))),
            (2, lambda: nodes.Op("not", (self.expr(t.BOOL, depth),), t.BOOL)),
            (2, tested),
            (1, known),
        ]

    def strings(self, depth: int) -> list[tuple[int, Maker]]:
        def text_of() -> nodes.Expr:
            type_ = self.draws.pick((t.INT, t.FLOAT, t.SYMBOL))
            return nodes.Op(f"text_of_{type_}", (self.expr(type_, depth),), t.STRING)

        def part() -> nodes.Expr:
            text = self.atom(t.STRING)
            if text is None or self.risky():
                return nodes.Op(
                    "char_at", (self.some_text(depth), nodes.Const(self.draws.between(0, 1), t.INT)), t.STRING
                )
            length = nodes.Op("string_length", (text,), t.INT)
            if self.draws.percent(50):
                return nodes.Op(
                    "substring", (text, nodes.Op("div", (length, nodes.Const(2, t.INT)), t.INT), length), t.STRING
                )
            is_there = nodes.Op("gt", (length, nodes.Const(0, t.INT)), t.BOOL)
            return nodes.Choose(is_there, nodes.Op("char_at", (text, nodes.Const(0, t.INT)), t.STRING), text, t.STRING)

        def from_code() -> nodes.Expr:
            code = (
                self.expr(t.INT, depth)
                if self.risky()
                else nodes.Const(self.draws.pick((65, 0x20AC, 0x1F3B2, 10)), t.INT)
            )
            return nodes.Op("text_of_code", (code,), t.STRING)

        return [
            (3, lambda: nodes.Op("concat", (self.expr(t.STRING, depth), self.expr(t.STRING, depth)), t.STRING)),
            (1, lambda: nodes.Op("join", (self.expr(t.ListType(t.STRING), depth),), t.STRING)),
            (4, text_of),
            (2, part),
            (1, from_code),
        ]

    def some_text(self, depth: int) -> nodes.Expr:
        """A string of at least two characters."""
        text = self.expr(t.STRING, depth)
        return (
            text
            if self.risky()
            else nodes.Op("concat", (nodes.Const(self.draws.pick(("ab", "盤🎲")), t.STRING), text), t.STRING)
        )

    def board(self, type_: t.BoardType, depth: int) -> nodes.Expr:
        match self.draws.below(4):
            case 0:
                return nodes.Op("board_fill", (self.expr(type_.item, depth),), type_)
            case 1:
                cells = tuple(self.expr(type_.item, 0) for _ in range(type_.cells))
                if self.draws.percent(70):
                    return nodes.MakeBoard(cells, type_)
                items = t.ListType(type_.item)
                return nodes.Op(
                    "board_of", (self.expr(items, depth) if self.risky() else nodes.MakeList(cells, items),), type_
                )
        index = self.expr(t.INT, depth) if self.risky() else self.index(type_.cells, depth)
        return nodes.Op("board_set", (self.expr(type_, depth), index, self.expr(type_.item, depth)), type_)

    def list(self, type_: t.ListType, depth: int) -> nodes.Expr:
        for table in self.world.types:
            if isinstance(table, t.TableType):
                if table.key == type_.item and self.draws.percent(30):
                    return nodes.Op("table_keys", (self.expr(table, depth),), type_)
                if table.value == type_.item and self.draws.percent(30):
                    return nodes.Op("table_values", (self.expr(table, depth),), type_)
        if isinstance(type_.item, t.ObjectType) and self.draws.percent(40):
            return nodes.Tracked(type_.item.name, type_)
        match self.draws.below(4):
            case 0:
                return nodes.Op("list_copy", (self.expr(type_, depth),), type_)
            case 1:
                length = self.expr(t.INT, depth) if self.risky() else nodes.Const(self.draws.between(0, 4), t.INT)
                return nodes.Op("list_fill", (length, self.expr(type_.item, depth)), type_)
            case 2:
                items = self.atom(type_)
                if items is not None:
                    low = nodes.Const(1, t.INT) if self.risky() else nodes.Const(0, t.INT)
                    return nodes.Op("list_slice", (items, low, nodes.Op("list_length", (items,), t.INT)), type_)
        return nodes.MakeList(tuple(self.expr(type_.item, depth) for _ in range(self.draws.between(0, 3))), type_)

    def optional(self, type_: t.OptionalType, depth: int) -> nodes.Expr:
        if type_.item in (t.INT, t.FLOAT) and self.draws.percent(50):
            return nodes.Op(f"parse_{type_.item}", (self.expr(t.STRING, depth),), type_)
        if self.draws.percent(25):
            return nodes.Convert(nodes.Const(None, t.NONE), type_)
        return nodes.Convert(self.expr(type_.item, depth), type_)

    def index(self, length: int, depth: int) -> nodes.Expr:
        """A number from 0 to below `length`."""
        if self.draws.percent(60):
            return nodes.Const(self.draws.below(length), t.INT)
        return nodes.Op("mod", (self.expr(t.INT, depth), nodes.Const(length, t.INT)), t.INT)


def _refers(type_: t.Type) -> bool:
    return t.is_reference(type_) or (isinstance(type_, t.OptionalType) and t.is_reference(type_.item))
