"""Values from nothing, and from locals that are there already: where generated expressions end."""

from __future__ import annotations

import math
from collections.abc import Callable

from parlour.core import nodes, types
from parlour.testing.generation.draws import Draws
from parlour.testing.generation.scope import Scope

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


class LiteralWriter:
    """Writes constants and the like for one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.world = scope.world
        self.draws: Draws = scope.world.draws

    def risky(self) -> bool:
        return self.draws.below(1000) < self.world.risk

    def read(self, variable: nodes.Variable) -> nodes.Local:
        return nodes.Local(variable.name, variable.type)

    def atom(self, type_: types.Type) -> nodes.Expr | None:
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

    def constant(self, type_: types.Type) -> nodes.ConstValue:
        """The value of a constant of a type that has constants."""
        match type_:
            case types.TupleType(items):
                return tuple(self.constant(item) for item in items)
            case types.BoardType(item=item):
                return tuple(self.constant(item) for _ in range(type_.cells))
            case types.Scalar("int"):
                return self.int_value()
            case types.Scalar("float"):
                return self.draws.pick(FLOATS)
            case types.Scalar("bool"):
                return self.draws.percent(50)
            case types.Scalar("symbol"):
                return self.draws.pick(self.world.symbols)
            case types.Scalar("string"):
                return self.draws.pick(STRINGS)
        return None

    def literal(self, type_: types.Type) -> nodes.Expr:
        """A value of this type from nothing."""
        if has_constants(type_) and (isinstance(type_, types.Scalar) or self.draws.percent(40)):
            return nodes.Const(self.constant(type_), type_)
        match type_:
            case types.TupleType(items):
                return nodes.MakeTuple(tuple(self.literal(item) for item in items), type_)
            case types.BoardType(item=item):
                if self.draws.percent(50):
                    return nodes.Op("board_fill", (self.literal(item),), type_)
                return nodes.MakeBoard(tuple(self.literal(item) for _ in range(type_.cells)), type_)
            case types.ListType(item):
                return nodes.MakeList(tuple(self.literal(item) for _ in range(self.draws.between(0, 2))), type_)
            case types.TableType():
                return nodes.Op("table_new", (), type_)
            case types.OptionalType(item):
                return nodes.Convert(
                    nodes.Const(None, types.NONE) if self.draws.percent(40) else self.literal(item), type_
                )
            case types.ObjectType(name):
                return self.new(name, self.literal)
        plain = self.draws.pick((types.INT, types.FLOAT, types.BOOL, types.SYMBOL, types.STRING, types.NONE))
        return nodes.Convert(self.literal(plain), types.ANY)

    def new(self, class_name: str, value: Callable[[types.Type], nodes.Expr]) -> nodes.New:
        def argument(field_: nodes.Variable) -> nodes.Expr | None:
            return None if field_.may_be_unset and self.draws.percent(50) else value(field_.type)

        return nodes.New(
            class_name, tuple(map(argument, self.world.hierarchy.fields(class_name))), types.ObjectType(class_name)
        )


def has_constants(type_: types.Type) -> bool:
    """Whether a `Const` can have this type."""
    match type_:
        case types.TupleType(items):
            return all(map(has_constants, items))
        case types.BoardType(item=item):
            return has_constants(item)
        case types.Scalar(name):
            return name != "any"
    return False
