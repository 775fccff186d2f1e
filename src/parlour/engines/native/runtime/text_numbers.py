"""Numbers as text and back, exactly as Python writes and reads them."""

from __future__ import annotations

from parlour.engines.llvm.low.language import (
    Address,
    Char,
    Double,
    Int32,
    cold,
    fail,
    feq,
    float_of_int,
    flt,
    foreign,
    int_of_float,
    ld8,
    ld32,
    local,
    st,
    st8,
    st32,
    udiv,
    ult,
    urem,
)
from parlour.engines.native.layout import Error, Host
from parlour.engines.native.runtime.memory import work
from parlour.engines.native.runtime.numbers import real
from parlour.engines.native.runtime.strings import characters, string_charged, string_length

ABSOLUTE = 0x7FFFFFFFFFFFFFFF
TEN_16_BITS = 0x4341C37937E08000  # 1e16: from here on Python writes an exponent
REPR = 114  # 'r'
WITH_DOT = 2
LONGEST_FLOAT = 400

MINUS = 45
PLUS = 43
DOT = 46
ZERO = 48
SMALL_E = 101


@foreign
def PyGILState_Ensure() -> Int32:
    raise NotImplementedError


@foreign
def PyGILState_Release(state: Int32) -> None:
    raise NotImplementedError


@foreign
def PyOS_double_to_string(value: Double, code: Char, precision: Int32, flags: Int32, kind: Address) -> Address:
    raise NotImplementedError


@foreign
def PyOS_string_to_double(text: Address, end: Address, overflow: Address) -> Double:
    raise NotImplementedError


@foreign
def PyMem_Free(memory: Address) -> None:
    raise NotImplementedError


def digits(value: int, end: int) -> int:
    """Writes a number without sign as decimal digits that stop before the address `end`; gives where they begin."""
    while True:
        end -= 1
        st8(end, ZERO + urem(value, 10))
        value = udiv(value, 10)
        if value == 0:
            return end


def text_of_bytes(a: int, first: int, length: int) -> int:
    """A string, paid for, of ASCII bytes."""
    text = string_charged(a, length)
    for place in range(length):
        st32(characters(a, text) + 4 * place, ld8(first + place))
    return text


def text_of_int(a: int, value: int) -> int:
    room = local(24)
    first = digits(-value if value < 0 else value, room + 24)
    if value < 0:
        first -= 1
        st8(first, MINUS)
    return text_of_bytes(a, first, room + 24 - first)


def text_of_float(a: int, bits: int) -> int:
    """Python's `repr`. Whole numbers are written here, for the others Python is asked."""
    if flt(bits & ABSOLUTE, TEN_16_BITS):
        value = int_of_float(bits)
        if feq(float_of_int(value), bits):
            room = local(24)
            st8(room + 22, DOT)
            st8(room + 23, ZERO)
            first = digits(-value if value < 0 else value, room + 22)
            if value < 0:
                first -= 1
                st8(first, MINUS)
            return text_of_bytes(a, first, room + 24 - first)
    return text_of_fraction(a, bits)


@cold
def text_of_fraction(a: int, bits: int) -> int:
    room = local(32)
    state = PyGILState_Ensure()
    written = PyOS_double_to_string(bits, REPR, 0, WITH_DOT, 0)
    length = 0
    if written:
        while ld8(written + length):
            st8(room + length, ld8(written + length))
            length += 1
        PyMem_Free(written)
    PyGILState_Release(state)
    if not written:
        fail(a, Error.MEMORY)
    return text_of_bytes(a, room, length)


def parse_int(a: int, text: int) -> int:
    """Whether the text is a sign and ASCII digits of a number that fits; the number is then in `Host.SPARE`."""
    length = string_length(a, text)
    work(a, length)
    first = characters(a, text)
    place = 0
    negative = 0
    if length > 0:
        sign = ld32(first)
        negative = sign == MINUS
        place = sign in (MINUS, PLUS)
    if place == length:
        return 0
    value = 0
    count = 0
    for number in range(place, length):
        digit = ld32(first + 4 * number) - ZERO
        if not 0 <= digit <= 9:
            return 0
        # 19 digits fit into 64 bits without sign; zeros in front do not count.
        count += digit != 0 or count > 0
        if count <= 19:
            value = value * 10 + digit
    if count > 19 or ult((1 << 63) - 1 + negative, value):
        return 0
    st(a + Host.SPARE, -value if negative else value)
    return 1


def skip_digits(first: int, place: int, length: int) -> int:
    """The first place from here on that is no ASCII digit."""
    while place < length and ZERO <= ld32(first + 4 * place) <= ZERO + 9:
        place += 1
    return place


def skip_sign(first: int, place: int, length: int) -> int:
    if place < length and ld32(first + 4 * place) in (PLUS, MINUS):
        return place + 1
    return place


def is_decimal(first: int, length: int) -> int:
    """[+-]? (digits [.] [digits] | . digits) ([eE] [+-]? digits)?"""
    start = skip_sign(first, 0, length)
    place = skip_digits(first, start, length)
    before = place - start
    if place < length and ld32(first + 4 * place) == DOT:
        start = place + 1
        place = skip_digits(first, start, length)
        before += place - start
    if before == 0:
        return 0
    if place < length and (ld32(first + 4 * place) | 32) == SMALL_E:
        start = skip_sign(first, place + 1, length)
        place = skip_digits(first, start, length)
        if place == start:
            return 0
    return place == length


def parse_float(a: int, text: int) -> int:
    """Whether the text is an ASCII decimal with optional exponent; its bits are then in `Host.SPARE`."""
    length = string_length(a, text)
    first = characters(a, text)
    if length > LONGEST_FLOAT or not is_decimal(first, length):
        return 0
    room = local(408)
    for place in range(length):
        st8(room + place, ld32(first + 4 * place))
    st8(room + length, 0)
    state = PyGILState_Ensure()
    bits = PyOS_string_to_double(room, 0, 0)
    PyGILState_Release(state)
    st(a + Host.SPARE, real(bits))
    return 1
