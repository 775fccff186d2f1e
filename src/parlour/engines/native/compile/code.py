"""A value while code is being generated: its registers, and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.types import BOOL, FLOAT, OptionalType, TupleType, Type
from parlour.dataclass import dataclass
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import DOUBLE, I1, I64

if TYPE_CHECKING:
    from parlour.engines.native.compile.types import Types


@dataclass(frozen=True, slots=True)
class Value:
    """One register for each slot of the type; `low` and `high` bound an int, both included."""

    parts: tuple[ir.Value, ...]
    low: int | None = None
    high: int | None = None

    @property
    def only(self) -> ir.Value:
        (part,) = self.parts
        return part

    def within(self, low: int, high: int) -> bool:
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high


def registers(type_: Type, types: Types) -> tuple[ir.Type, ...]:
    """The kinds of register that hold a value of this type."""
    match type_:
        case TupleType(items):
            return tuple(register for item in items for register in registers(item, types))
        case OptionalType(item=item):
            return (I64,) if types.is_pointer(item) else (I1, *registers(item, types))
    if type_ == BOOL:
        return (I1,)
    return (DOUBLE,) if type_ == FLOAT else (I64,)


def number(value: int) -> ir.Constant:
    return ir.Constant(I64, value)


def left_with(status: int) -> ir.Constant:
    """In the place of the steps that are left: control comes back with this status."""
    return number(-status)


def zero(register: ir.Type) -> ir.Constant:
    return ir.Constant(register, 0.0 if register == DOUBLE else 0)
