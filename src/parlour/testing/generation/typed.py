"""What makes values of one type only: arithmetic for numbers, comparisons for bools, slices for lists and so on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from parlour.core.nodes import (
    And,
    Chance,
    Choose,
    Const,
    Convert,
    Expr,
    Is,
    MakeBoard,
    MakeList,
    MakeTuple,
    NewSeat,
    Op,
    Or,
    Tracked,
)
from parlour.core.ops import MOST_BITS
from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    SYMBOL,
    BoardType,
    ListType,
    ObjectType,
    OptionalType,
    Scalar,
    TableType,
    TupleType,
    Type,
    is_reference,
)
from parlour.testing.generation.literals import LiteralWriter

Maker = Callable[[], Expr]


class TypedWriter(LiteralWriter, ABC):
    """Writes expressions whose form follows from their type."""

    @abstractmethod
    def expr(self, type_: Type, depth: int = 3) -> Expr:
        """An expression of this type, at most about so deep."""

    @abstractmethod
    def narrowed(self, value: Expr, type_: Type, depth: int) -> Expr:
        """A narrowing of something that may not fit, tested first unless we like risk."""

    def special(self, type_: Type, depth: int) -> list[tuple[int, Maker]]:
        """What makes values of just this type."""
        match type_:
            case Scalar("int"):
                return self.ints(depth)
            case Scalar("float"):
                return self.floats(depth)
            case Scalar("bool"):
                return self.bools(depth)
            case Scalar("string"):
                return self.strings(depth)
            case Scalar("any"):
                return [(8, lambda: self.into_any(depth))]
            case TupleType(items):
                return [(4, lambda: MakeTuple(tuple(self.expr(item, depth) for item in items), type_))]
            case BoardType():
                return [(6, lambda: self.board(type_, depth))]
            case ListType():
                return [(6, lambda: self.list(type_, depth))]
            case TableType():
                return [(4, lambda: Op("table_copy", (self.expr(type_, depth),), type_))]
            case OptionalType():
                return [(6, lambda: self.optional(type_, depth))]
            case ObjectType(name):
                return [(3, lambda: self.new(name, lambda item: self.expr(item, depth))), *self.relatives(name, depth)]
        return []

    def into_any(self, depth: int) -> Expr:
        type_ = self.draws.pick([type_ for type_ in self.world.types if type_ != ANY])
        return Convert(self.expr(type_, depth), ANY)

    def relatives(self, name: str, depth: int) -> list[tuple[int, Maker]]:
        """Objects of a class by way of its descendants and ancestors."""
        makers: list[tuple[int, Maker]] = []
        hierarchy = self.world.hierarchy
        for below in hierarchy.below(name):
            if below != name:
                makers.append((2, partial(self.widened, ObjectType(below), ObjectType(name), depth)))
        for above in hierarchy.ancestors(name)[1:]:
            local = self.atom(ObjectType(above))
            if local is not None:
                makers.append((2, partial(self.narrowed, local, ObjectType(name), depth)))
        return makers

    def widened(self, narrow: Type, wide: Type, depth: int) -> Convert:
        return Convert(self.expr(narrow, depth), wide)

    def ints(self, depth: int) -> list[tuple[int, Maker]]:
        def two(name: str) -> Expr:
            return Op(name, (self.expr(INT, depth), self.expr(INT, depth)), INT)

        def one(name: str, type_: Type = INT) -> Expr:
            return Op(name, (self.expr(type_, depth),), INT)

        def divided() -> Expr:
            divisor = self.expr(INT, depth) if self.risky() else Const(self.draws.pick((1, 2, 3, -2, 7, 2**32)), INT)
            return Op(self.draws.pick(("div", "mod", "quot", "rem")), (self.expr(INT, depth), divisor), INT)

        def product() -> Expr:
            factors = (self.expr(INT, depth), self.expr(INT, depth))
            return Op("mul", factors if self.risky() else tuple(Op("wrap32", (part,), INT) for part in factors), INT)

        def sum_() -> Expr:
            sum_of = two(self.draws.pick(("add", "sub")))
            return sum_of if self.draws.percent(50) else Op("wrap32", (sum_of,), INT)

        def whole() -> Expr:
            name = self.draws.pick(("floor", "trunc"))
            if self.risky():
                return Op(name, (self.expr(FLOAT, depth),), INT)
            number = Op("to_float", (Op("wrap32", (self.expr(INT, depth),), INT),), FLOAT)
            return Op(name, (Op("fdiv", (number, Const(self.draws.pick((2.0, -3.0, 0.5)), FLOAT)), FLOAT),), INT)

        def code() -> Expr:
            text = self.atom(STRING)
            if text is None or self.risky():
                return Op("code_at", (self.some_text(depth), Const(self.draws.between(0, 1), INT)), INT)
            is_there = Op("gt", (Op("string_length", (text,), INT), Const(0, INT)), BOOL)
            return Choose(is_there, Op("code_at", (text, Const(0, INT)), INT), Const(-1, INT), INT)

        def find() -> Expr:
            return Op("find", (self.expr(STRING, depth), self.expr(STRING, depth), Const(0, INT)), INT)

        def size() -> Expr:
            types = [type_ for type_ in self.world.types if isinstance(type_, ListType | TableType)]
            type_ = self.draws.pick(types or [ListType(INT)])
            return Op("list_length" if isinstance(type_, ListType) else "table_length", (self.expr(type_, depth),), INT)

        def count() -> Expr:
            types = [type_ for type_ in self.world.types if isinstance(type_, BoardType)]
            type_ = self.draws.pick(types or [BoardType(BOOL, 2, 2)])
            name = self.draws.pick(("board_count", "board_bits")) if type_.cells <= MOST_BITS else "board_count"
            return Op(name, (self.expr(type_, depth), self.expr(type_.item, depth)), INT)

        def drawn() -> Expr:
            if self.draws.percent(30):
                weights = [Const(self.draws.between(0, 5), INT) for _ in range(self.draws.between(0, 3))]
                return Chance(MakeList((*weights, Const(1, INT)), ListType(INT)))
            return Chance(self.expr(INT, depth) if self.risky() else Const(self.draws.between(1, 6), INT))

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
            (1, lambda: one("string_length", STRING)),
            (1, find),
            (1, code),
            (1, lambda: one("symbol_number", SYMBOL)),
            (1, size),
            (1, count),
            (1, lambda: Op("seat_count", (), INT)),
        ]
        if not self.scope.is_pure:
            makers.append((3, drawn))
            if self.draws.percent(10):
                makers.append((2, lambda: NewSeat(self.expr(STRING, depth))))
        return makers

    def floats(self, depth: int) -> list[tuple[int, Maker]]:
        names = ("add", "sub", "mul", "fdiv", "frem", "fpow")
        return [
            (6, lambda: Op(self.draws.pick(names), (self.expr(FLOAT, depth), self.expr(FLOAT, depth)), FLOAT)),
            (1, lambda: Op("neg", (self.expr(FLOAT, depth),), FLOAT)),
            (2, lambda: Op("to_float", (self.expr(INT, depth),), FLOAT)),
        ]

    def bools(self, depth: int) -> list[tuple[int, Maker]]:
        def compared(names: tuple[str, ...], types: list[Type]) -> Expr:
            type_ = self.draws.pick(types)
            return Op(self.draws.pick(names), (self.expr(type_, depth), self.expr(type_, depth)), BOOL)

        def tested() -> Expr:
            if self.draws.percent(50):
                return Is(self.expr(ANY, depth), self.draws.pick([type_ for type_ in self.world.types if type_ != ANY]))
            types = [type_ for type_ in self.world.types if isinstance(type_, OptionalType)]
            optional = self.draws.pick(types or [OptionalType(INT)])
            return Is(self.expr(optional, depth), self.draws.pick((NONE, optional.item)))

        def known() -> Expr:
            types = [type_ for type_ in self.world.types if isinstance(type_, TableType)]
            type_ = self.draws.pick(types or [TableType(INT, INT)])
            name = "table_has" if self.scope.is_pure else self.draws.pick(("table_has", "table_remove"))
            return Op(name, (self.expr(type_, depth), self.expr(type_.key, depth)), BOOL)

        return [
            (3, lambda: compared(("eq", "ne"), self.world.types)),
            (4, lambda: compared(("lt", "le", "gt", "ge"), [INT, INT, FLOAT, STRING])),
            (1, lambda: compared(("same",), [ANY, *(type_ for type_ in self.world.types if _refers(type_))])),
            (2, lambda: And(self.expr(BOOL, depth), self.expr(BOOL, depth))),
            (2, lambda: Or(self.expr(BOOL, depth), self.expr(BOOL, depth))),
            (2, lambda: Op("not", (self.expr(BOOL, depth),), BOOL)),
            (2, tested),
            (1, known),
        ]

    def strings(self, depth: int) -> list[tuple[int, Maker]]:
        def text_of() -> Expr:
            type_ = self.draws.pick((INT, FLOAT, SYMBOL))
            return Op(f"text_of_{type_}", (self.expr(type_, depth),), STRING)

        def part() -> Expr:
            text = self.atom(STRING)
            if text is None or self.risky():
                return Op("char_at", (self.some_text(depth), Const(self.draws.between(0, 1), INT)), STRING)
            length = Op("string_length", (text,), INT)
            if self.draws.percent(50):
                return Op("substring", (text, Op("div", (length, Const(2, INT)), INT), length), STRING)
            is_there = Op("gt", (length, Const(0, INT)), BOOL)
            return Choose(is_there, Op("char_at", (text, Const(0, INT)), STRING), text, STRING)

        def from_code() -> Expr:
            code = self.expr(INT, depth) if self.risky() else Const(self.draws.pick((65, 0x20AC, 0x1F3B2, 10)), INT)
            return Op("text_of_code", (code,), STRING)

        return [
            (3, lambda: Op("concat", (self.expr(STRING, depth), self.expr(STRING, depth)), STRING)),
            (1, lambda: Op("join", (self.expr(ListType(STRING), depth),), STRING)),
            (4, text_of),
            (2, part),
            (1, from_code),
        ]

    def some_text(self, depth: int) -> Expr:
        """A string of at least two characters."""
        text = self.expr(STRING, depth)
        return text if self.risky() else Op("concat", (Const(self.draws.pick(("ab", "盤🎲")), STRING), text), STRING)

    def board(self, type_: BoardType, depth: int) -> Expr:
        match self.draws.below(4):
            case 0:
                return Op("board_fill", (self.expr(type_.item, depth),), type_)
            case 1:
                cells = tuple(self.expr(type_.item, 0) for _ in range(type_.cells))
                if self.draws.percent(70):
                    return MakeBoard(cells, type_)
                items = ListType(type_.item)
                return Op("board_of", (self.expr(items, depth) if self.risky() else MakeList(cells, items),), type_)
        index = self.expr(INT, depth) if self.risky() else self.index(type_.cells, depth)
        return Op("board_set", (self.expr(type_, depth), index, self.expr(type_.item, depth)), type_)

    def list(self, type_: ListType, depth: int) -> Expr:
        for table in self.world.types:
            if isinstance(table, TableType):
                if table.key == type_.item and self.draws.percent(30):
                    return Op("table_keys", (self.expr(table, depth),), type_)
                if table.value == type_.item and self.draws.percent(30):
                    return Op("table_values", (self.expr(table, depth),), type_)
        if isinstance(type_.item, ObjectType) and self.draws.percent(40):
            return Tracked(type_.item.name, type_)
        match self.draws.below(4):
            case 0:
                return Op("list_copy", (self.expr(type_, depth),), type_)
            case 1:
                length = self.expr(INT, depth) if self.risky() else Const(self.draws.between(0, 4), INT)
                return Op("list_fill", (length, self.expr(type_.item, depth)), type_)
            case 2:
                items = self.atom(type_)
                if items is not None:
                    low = Const(1, INT) if self.risky() else Const(0, INT)
                    return Op("list_slice", (items, low, Op("list_length", (items,), INT)), type_)
        return MakeList(tuple(self.expr(type_.item, depth) for _ in range(self.draws.between(0, 3))), type_)

    def optional(self, type_: OptionalType, depth: int) -> Expr:
        if type_.item in (INT, FLOAT) and self.draws.percent(50):
            return Op(f"parse_{type_.item}", (self.expr(STRING, depth),), type_)
        if self.draws.percent(25):
            return Convert(Const(None, NONE), type_)
        return Convert(self.expr(type_.item, depth), type_)

    def index(self, length: int, depth: int) -> Expr:
        """A number from 0 to below `length`."""
        if self.draws.percent(60):
            return Const(self.draws.below(length), INT)
        return Op("mod", (self.expr(INT, depth), Const(length, INT)), INT)


def _refers(type_: Type) -> bool:
    return is_reference(type_) or (isinstance(type_, OptionalType) and is_reference(type_.item))
