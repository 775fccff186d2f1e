"""Low-level functions for the tests of the compiler."""

from __future__ import annotations

from parlour.engines.llvm.low.language import (
    Table,
    cold,
    copy,
    export,
    fadd,
    fail,
    fill,
    float_of_int,
    inline,
    int_of_float,
    ld,
    ld8,
    ld16,
    ld32,
    leading_zeros,
    local,
    lshr,
    move,
    mulhi,
    same_bytes,
    st,
    st8,
    st16,
    st32,
    udiv,
    ult,
    urem,
)
from parlour.engines.native.layout import Error

NUMBERS = Table("NUMBERS")
BIG = 0x9E3779B97F4A7C15


@export
def arithmetic(which: int, x: int, y: int) -> int:
    if which == 0:
        return x + y * 3 - (x & y)
    elif which == 1:
        return x // y
    elif which == 2:
        return x % y
    elif which == 3:
        return x >> (y & 63)
    elif which == 4:
        return lshr(x, y & 63)
    elif which == 5:
        return udiv(x, y)
    elif which == 6:
        return urem(x, y)
    elif which == 7:
        return ult(x, y)
    elif which == 8:
        return mulhi(x, y)
    elif which == 9:
        return leading_zeros(x)
    elif which == 10:
        return int_of_float(fadd(float_of_int(x), float_of_int(y)))
    elif which == 11:
        return x ^ (BIG if x < y else ~y)
    return -1


@export
def loops(n: int) -> int:
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        if i > 20:
            break
        for j in range(i, 0, -2):
            total += j
    k = 0
    while True:
        k += 1
        if k * k > n:
            break
    first, second = k, total
    first, second = second, first
    return first * 1000 + second


@inline
def double(x: int) -> int:
    return 2 * x


@export
def logic(x: int, y: int) -> int:
    """`and` and `or` stop where they can: dividing by zero would be the end."""
    if (y != 0 and 10 % y == 0) or x == 5:
        return 1 if 0 <= x < double(y) else 2
    return (not x) + 10 * (x > 3 and y < 3)


@export
def memory(place: int) -> int:
    st(place, BIG)
    st32(place + 8, -1)
    st16(place + 12, 0x12345)
    st8(place + 14, 0x1FF)
    fill(place + 15, 7, 1)
    copy(place + 16, place, 16)
    move(place + 17, place + 16, 8)
    room = local(24)
    st(room + 8, 5)
    equal = same_bytes(place, place + 16, 1)
    return ld32(place + 8) + ld16(place + 12) + ld8(place + 14) + ld8(place + 15) + ld(room + 8) + equal


@export
def from_table(i: int) -> int:
    return ld(NUMBERS + 8 * i)


@cold
def refuse(a: int, x: int) -> int:
    fail(a, Error.INDEX, x, 7)


def checked(a: int, x: int) -> int:
    if x > 10:
        refuse(a, x)
    return x + 1


@export
def failing(a: int, x: int) -> int:
    result = checked(a, x) + checked(a, x + 1)
    st(a, result)
    return result
