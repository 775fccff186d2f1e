"""Floats where the machine's own instructions are not enough."""

from __future__ import annotations

from parlour.engines.llvm.low.language import (
    Double,
    fadd,
    fail,
    feq,
    fle,
    float_of_int,
    flt,
    fmod,
    foreign,
    inline,
    int_of_float,
)
from parlour.engines.native.layout import Error

NAN_BITS = 0x7FF8000000000000
INFINITY_BITS = 0x7FF0000000000000
TWO_63_BITS = 0x43E0000000000000
ABSOLUTE = 0x7FFFFFFFFFFFFFFF


@inline
def real(bits: int) -> int:
    """A float in the one form core knows: no -0.0, one NaN."""
    return fadd(bits, 0) if feq(bits, bits) else NAN_BITS


def whole(a: int, bits: int, down: int) -> int:
    """Rounded down or toward zero; a float that does not fit is an error."""
    if not (flt(bits, TWO_63_BITS) and fle(TWO_63_BITS | (1 << 63), bits)):
        fail(a, Error.WHOLE, bits)
    result = int_of_float(bits)
    # Where rounding toward zero went up, the float lies below; no float that large has a fraction.
    if down and flt(bits, float_of_int(result)):
        result -= 1
    return result


def frem(a: int, left: int, right: int) -> int:
    """C's fmod; NaN where that is undefined."""
    undefined = (left & ABSOLUTE) == INFINITY_BITS or feq(right, 0) or not feq(left, left) or not feq(right, right)
    return NAN_BITS if undefined else real(fmod(left, right))


@foreign
def pow(base: Double, exponent: Double) -> Double:
    raise NotImplementedError


def fpow(a: int, base: int, exponent: int) -> int:
    """C's pow: the very function that Python's `math.pow` calls, so that both engines have the same last bit."""
    return real(pow(base, exponent))
