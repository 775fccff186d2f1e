"""An expression of any wanted type, over whatever the place it stands in can see.

Most operations that can go wrong stand behind a test, so that programs live long enough to be interesting; `risk` says
how often the test is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from parlour.core.nodes import (
    And,
    Call,
    Chance,
    Choose,
    Const,
    ConstValue,
    Convert,
    Expr,
    Field,
    Global,
    Is,
    Local,
    MakeBoard,
    MakeList,
    MakeTuple,
    Narrow,
    New,
    NewSeat,
    Op,
    Or,
    Speculate,
    Tracked,
    TupleItem,
    Variable,
    VirtualCall,
)
from parlour.core.suspend import FAIL
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
    is_plain,
    is_reference,
)
from parlour.testing.generation.draws import Draws
from parlour.testing.generation.world import Method, Signature, World

INTS = (-1, 2, 7, 31, 32, 63, 64, 255, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53 + 1, 2**60 - 1, 2**60, -(2**60), 2**61)
EXTREMES = (2**62, -(2**62) - 1, 2**63 - 1, -(2**63), -(2**63) + 1)
FLOATS = (0.0, 1.0, -1.0, 0.1, 2.5, -2.5, 1e16, 1e300, 5e-324, 123456789.125, math.inf, -math.inf, math.nan)
STRINGS = (
    "",
    "a",
    "Ada",
    "héllo",
    "盤面",
    "🎲",
    "12",
    "-7",
    "+0",
    "3.5",
    "1e400",
    "9223372036854775808",
    "x\ny",
    "\0",
    " ",
)

_Maker = Callable[[], Expr]


@dataclass(slots=True)
class Scope:
    """A function while it is being written.

    `visible`: locals that surely have a value here. `protected`: those that must not be written (they count loops).
    `unset`: declared as ones that may be unset. `is_routine`: its loops are free, so they must end. `is_pure`: nothing
    older than the call may be written. `is_looking`: it may read what is on display. `tags`: what is caught around this
    place; `attempts`, `loops`: how many are open."""

    world: World
    result: Type
    asks: bool = False
    is_routine: bool = False
    is_pure: bool = False
    is_looking: bool = False
    locals: list[Variable] = field(default_factory=list)
    visible: list[Variable] = field(default_factory=list)
    unset: list[Variable] = field(default_factory=list)
    protected: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    tags: list[str] = field(default_factory=list)
    attempts: int = 0
    loops: int = 0

    def new_local(self, type_: Type, stem: str = "v", may_be_unset: bool = False) -> Variable:
        """A local of its own name; now and then that of a global or a function, which means something else."""
        world = self.world
        others = [variable.name for variable in world.globals] + [function.name for function in world.functions]
        name = world.draws.pick(others) if world.draws.percent(5) else world.name(stem)
        if name in self.names:
            name = world.name(stem)
        self.names.add(name)
        variable = Variable(name, type_, may_be_unset)
        self.locals.append(variable)
        return variable


class ExpressionWriter:
    """Writes expressions for one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.world = scope.world
        self.draws: Draws = scope.world.draws

    def risky(self) -> bool:
        return self.draws.below(1000) < self.world.risk

    def expr(self, type_: Type, depth: int = 3) -> Expr:
        """An expression of this type, at most about so deep."""
        makers = self.atoms(type_)
        if depth > 0:
            makers += self.general(type_, depth - 1) + self.special(type_, depth - 1)
        return self.draws.weighted(makers)()

    # ------------------------------------------------------------------------------------------------- atoms

    def atoms(self, type_: Type) -> list[tuple[int, _Maker]]:
        """What is there already, and constants."""
        makers: list[tuple[int, _Maker]] = [(2, lambda: self.literal(type_))]
        local = [variable for variable in self.scope.visible if variable.type == type_]
        if local:
            makers.append((6, lambda: self.read(self.draws.pick(local))))
        shown = [
            variable
            for variable in self.world.globals
            if variable.type == type_ and (self.scope.is_looking or not variable.is_presentation)
        ]
        if shown:
            makers.append((3, lambda: Global(self.draws.pick(shown).name, type_)))
        unset = [variable for variable in self.scope.unset if variable.type == type_]
        if unset and self.risky():
            makers.append((20, lambda: self.read(self.draws.pick(unset))))
        return makers

    def read(self, variable: Variable) -> Local:
        return Local(variable.name, variable.type)

    def atom(self, type_: Type) -> Expr | None:
        """A local of this type, if there is one: something that can be written down twice."""
        local = [variable for variable in self.scope.visible if variable.type == type_]
        return self.read(self.draws.pick(local)) if local else None

    def int_value(self) -> int:
        return self.draws.weighted(
            (
                (80, self.draws.between(0, 9)),
                (15, self.draws.pick(INTS)),
                (5, self.draws.pick(EXTREMES) if self.risky() else -3),
            )
        )

    def constant(self, type_: Type) -> ConstValue:
        """The value of a constant of a type that has constants."""
        match type_:
            case TupleType(items):
                return tuple(self.constant(item) for item in items)
            case BoardType(item=item):
                return tuple(self.constant(item) for _ in range(type_.cells))
            case Scalar("int"):
                return self.int_value()
            case Scalar("float"):
                return self.draws.pick(FLOATS)
            case Scalar("bool"):
                return self.draws.percent(50)
            case Scalar("symbol"):
                return self.draws.pick(self.world.symbols)
            case Scalar("string"):
                return self.draws.pick(STRINGS)
        return None

    def literal(self, type_: Type) -> Expr:
        """A value of this type from nothing."""
        if has_constants(type_) and (isinstance(type_, Scalar) or self.draws.percent(40)):
            return Const(self.constant(type_), type_)
        match type_:
            case TupleType(items):
                return MakeTuple(tuple(self.literal(item) for item in items), type_)
            case BoardType(item=item):
                if self.draws.percent(50):
                    return Op("board_fill", (self.literal(item),), type_)
                return MakeBoard(tuple(self.literal(item) for _ in range(type_.cells)), type_)
            case ListType(item):
                return MakeList(tuple(self.literal(item) for _ in range(self.draws.between(0, 2))), type_)
            case TableType():
                return Op("table_new", (), type_)
            case OptionalType(item):
                return Convert(Const(None, NONE) if self.draws.percent(40) else self.literal(item), type_)
            case ObjectType(name):
                return self.new(name, self.literal)
        plain = self.draws.pick((INT, FLOAT, BOOL, SYMBOL, STRING, NONE))
        return Convert(self.literal(plain), ANY)

    def new(self, class_name: str, value: Callable[[Type], Expr]) -> New:
        def argument(field_: Variable) -> Expr | None:
            return None if field_.may_be_unset and self.draws.percent(50) else value(field_.type)

        return New(class_name, tuple(map(argument, self.world.hierarchy.fields(class_name))), ObjectType(class_name))

    # ----------------------------------------------------------------------------------------- for all types

    def general(self, type_: Type, depth: int) -> list[tuple[int, _Maker]]:
        """Ways to a value that do not depend on its type."""

        def choose() -> Expr:
            return Choose(self.expr(BOOL, depth), self.expr(type_, depth), self.expr(type_, depth), type_)

        def through_tuple() -> Expr:
            others = [self.expr(self.world.type(), 0) for _ in range(self.draws.between(0, 2))]
            index = self.draws.between(0, len(others))
            items = (*others[:index], self.expr(type_, depth), *others[index:])
            made = MakeTuple(items, TupleType(tuple(item.type for item in items)))
            return TupleItem(made, index, type_)

        def through_list() -> Expr:
            items = tuple(self.expr(type_, depth) for _ in range(self.draws.between(1, 3)))
            index = Const(self.draws.between(0, len(items) - (0 if self.risky() else 1)), INT)
            return Op("list_get", (MakeList(items, ListType(type_)), index), type_)

        def through_any() -> Expr:
            return Narrow(Convert(self.expr(type_, depth), ANY), type_)

        makers: list[tuple[int, _Maker]] = [(2, choose), (1, through_tuple), (1, through_list)]
        if type_ != ANY:
            makers.append((1, through_any))
            any_local = self.atom(ANY)
            if any_local is not None:
                makers.append((1, lambda: self.narrowed(any_local, type_, depth)))
        optional = self.optional_of(type_)
        if optional is not None:
            makers.append((1, lambda: Narrow(Convert(self.expr(type_, depth), optional), type_)))
            unsure = self.atom(optional)
            if unsure is not None:
                makers.append((2, lambda: self.narrowed(unsure, type_, depth)))
        makers += self.stored(type_, depth) + self.called(type_, depth)
        return makers

    def optional_of(self, type_: Type) -> OptionalType | None:
        return None if type_ in (ANY, NONE) or isinstance(type_, OptionalType) else OptionalType(type_)

    def narrowed(self, value: Expr, type_: Type, depth: int) -> Expr:
        """A narrowing of something that may not fit, tested first unless we like risk."""
        if self.risky():
            return Narrow(value, type_)
        return Choose(Is(value, type_), Narrow(value, type_), self.expr(type_, depth), type_)

    def stored(self, type_: Type, depth: int) -> list[tuple[int, _Maker]]:
        """Values of this type inside what locals hold: fields, components, cells, elements, entries."""
        makers: list[tuple[int, _Maker]] = []
        for variable in self.scope.visible:
            holder = self.read(variable)
            match variable.type:
                case ObjectType(name):
                    for field_ in self.world.hierarchy.fields(name):
                        if field_.type == type_ and (not field_.may_be_unset or self.risky()):
                            makers.append((2, partial(Field, holder, field_.name, type_)))
                case TupleType(items):
                    for index, item in enumerate(items):
                        if item == type_:
                            makers.append((2, partial(TupleItem, holder, index, type_)))
                case BoardType(item=item) if item == type_:
                    makers.append((2, partial(self.cell, holder, variable.type, depth)))
                case ListType(item) if item == type_:
                    makers.append((2, partial(self.element, holder, type_, depth)))
                case TableType(key, value) if value == type_:
                    makers.append((2, partial(self.entry, holder, key, type_, depth)))
        return makers

    def cell(self, board: Expr, type_: BoardType, depth: int) -> Expr:
        index = self.expr(INT, depth) if self.risky() else self.index(type_.cells, depth)
        return Op("board_get", (board, index), type_.item)

    def index(self, length: int, depth: int) -> Expr:
        """A number from 0 to below `length`."""
        if self.draws.percent(60):
            return Const(self.draws.below(length), INT)
        return Op("mod", (self.expr(INT, depth), Const(length, INT)), INT)

    def element(self, items: Expr, type_: Type, depth: int) -> Expr:
        """An element of a list that may be too short."""
        index = self.draws.between(0, 2)
        names = ("list_get",) if self.scope.is_pure else ("list_get", "list_get", "list_remove", "list_pop")
        name = self.draws.pick(names)
        args = (items,) if name == "list_pop" else (items, Const(index, INT))
        found = Op(name, args, type_)
        if self.risky():
            return found
        is_there = Op("gt", (Op("list_length", (items,), INT), Const(index, INT)), BOOL)
        return Choose(is_there, found, self.expr(type_, depth), type_)

    def entry(self, table: Expr, key_type: Type, type_: Type, depth: int) -> Expr:
        key = self.atom(key_type) or self.literal(key_type)
        found = Op("table_get", (table, key), type_)
        if self.risky():
            return found
        return Choose(Op("table_has", (table, key), BOOL), found, self.expr(type_, depth), type_)

    def called(self, type_: Type, depth: int) -> list[tuple[int, _Maker]]:
        makers: list[tuple[int, _Maker]] = []
        for function in self.world.functions:
            if function.result == type_ and self.may_call(function) and not function.asks:
                makers.append((2, partial(self.call, function, depth)))
                if is_plain(type_) and not function.lets_out:
                    makers.append((1, partial(self.speculation, function, depth)))
        for method in self.world.methods:
            if method.result == type_ and not method.asks and not self.scope.is_pure:
                makers.append((4, partial(self.virtual, method, depth)))
        return makers

    def call(self, function: Signature, depth: int) -> Call:
        return Call(function.name, self.arguments(function, depth), function.result)

    def speculation(self, function: Signature, depth: int) -> Speculate:
        return Speculate(function.name, self.arguments(function, depth), function.result)

    def widened(self, narrow: Type, wide: Type, depth: int) -> Convert:
        return Convert(self.expr(narrow, depth), wide)

    def may_call(self, function: Signature) -> bool:
        scope = self.scope
        caught = {*scope.tags, *((FAIL,) if scope.attempts else ())}
        return function.lets_out <= caught and (function.is_pure or not scope.is_pure)

    def arguments(self, function: Signature, depth: int) -> tuple[Expr, ...]:
        fuel: list[Expr] = [Const(self.draws.between(0, 6), INT)] if function.has_fuel else []
        return (*fuel, *(self.expr(param, depth) for param in function.params[len(fuel) :]))

    def virtual(self, method: Method, depth: int) -> VirtualCall:
        receiver = self.expr(ObjectType(method.class_name), depth)
        return VirtualCall(
            method.name, (receiver, *(self.expr(param, depth) for param in method.params)), method.result
        )

    # ------------------------------------------------------------------------------------------ by their type

    def special(self, type_: Type, depth: int) -> list[tuple[int, _Maker]]:
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

    def relatives(self, name: str, depth: int) -> list[tuple[int, _Maker]]:
        """Objects of a class by way of its descendants and ancestors."""
        makers: list[tuple[int, _Maker]] = []
        hierarchy = self.world.hierarchy
        for below in hierarchy.below(name):
            if below != name:
                makers.append((2, partial(self.widened, ObjectType(below), ObjectType(name), depth)))
        for above in hierarchy.ancestors(name)[1:]:
            local = self.atom(ObjectType(above))
            if local is not None:
                makers.append((2, partial(self.narrowed, local, ObjectType(name), depth)))
        return makers

    def ints(self, depth: int) -> list[tuple[int, _Maker]]:
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
            return Op("board_count", (self.expr(type_, depth), self.expr(type_.item, depth)), INT)

        def drawn() -> Expr:
            if self.draws.percent(30):
                weights = [Const(self.draws.between(0, 5), INT) for _ in range(self.draws.between(0, 3))]
                return Chance(MakeList((*weights, Const(1, INT)), ListType(INT)))
            return Chance(self.expr(INT, depth) if self.risky() else Const(self.draws.between(1, 6), INT))

        bits = ("bit_and", "bit_or", "bit_xor")
        makers: list[tuple[int, _Maker]] = [
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

    def floats(self, depth: int) -> list[tuple[int, _Maker]]:
        names = ("add", "sub", "mul", "fdiv", "frem")
        return [
            (6, lambda: Op(self.draws.pick(names), (self.expr(FLOAT, depth), self.expr(FLOAT, depth)), FLOAT)),
            (1, lambda: Op("neg", (self.expr(FLOAT, depth),), FLOAT)),
            (2, lambda: Op("to_float", (self.expr(INT, depth),), FLOAT)),
        ]

    def bools(self, depth: int) -> list[tuple[int, _Maker]]:
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

    def strings(self, depth: int) -> list[tuple[int, _Maker]]:
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
                return MakeBoard(tuple(self.expr(type_.item, 0) for _ in range(type_.cells)), type_)
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


def has_constants(type_: Type) -> bool:
    """Whether a `Const` can have this type."""
    match type_:
        case TupleType(items):
            return all(map(has_constants, items))
        case BoardType(item=item):
            return has_constants(item)
        case Scalar(name):
            return name != "any"
    return False


def _refers(type_: Type) -> bool:
    return is_reference(type_) or (isinstance(type_, OptionalType) and is_reference(type_.item))
