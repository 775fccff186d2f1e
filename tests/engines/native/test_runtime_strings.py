"""Strings and numbers of the native runtime, against the Python engine's primitives."""

from __future__ import annotations

import math
import struct
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.core.types import STRING, ListType
from parlour.engines.core.failures import GameFailure
from parlour.engines.core.values import NAN
from parlour.engines.native.layout import Error, Host
from parlour.engines.python import primitives

# Characters of one to four bytes in UTF-8, and a surrogate alone.
TEXT = st.text(st.sampled_from("ab0é\u07ff中\uffff😀\U0010ffff\ud800"), max_size=12)
INDEX = st.integers(-2, 14)
INTS = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-1000, 1000))
FLOATS = st.one_of(
    st.integers(0, 2**64 - 1).map(lambda bits: struct.unpack("<d", bits.to_bytes(8, "little"))[0]),
    st.floats(),
    st.integers(-(2**60), 2**60).map(float),
).map(primitives.real)


def bits(value: float) -> int:
    result: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return result


def value_of(word: int) -> float:
    result: float = struct.unpack("<d", struct.pack("<q", word))[0]
    return result


def agrees(hand: Any, name: str, args: list[int], function: Any, given: list[Any]) -> None:
    """Both give the same text, or both fail."""
    both = hand.agree(name, args, function, given)
    if both is not None:
        assert hand.value(STRING, both[0]) == both[1]


@given(TEXT, TEXT)
def test_two_strings_are_joined_and_compared_by_code_points(dealt: Any, left: str, right: str) -> None:
    dealt.deal()
    x, y = dealt.put(STRING, left), dealt.put(STRING, right)
    agrees(dealt, "concat", [x, y], primitives.concat, [left, right])
    assert dealt.call("string_equal", x, y) == (left == right)
    assert dealt.call("string_compare", x, y) == (left > right) - (left < right)
    assert dealt.call("utf8_length", x) == len(left.encode("utf-8", "surrogatepass"))


@given(st.lists(TEXT, max_size=20))
def test_a_list_of_strings_is_joined(dealt: Any, parts: list[str]) -> None:
    dealt.deal()
    agrees(dealt, "join", [dealt.put(ListType(STRING), parts)], primitives.join, [parts])


@given(TEXT, INDEX, INDEX)
def test_parts_of_strings_are_cut_out_or_refused(dealt: Any, text: str, start: int, stop: int) -> None:
    dealt.deal()
    x = dealt.put(STRING, text)
    agrees(dealt, "substring", [x, start, stop], primitives.substring, [text, start, stop])
    dealt.deal()
    x = dealt.put(STRING, text)
    agrees(dealt, "char_at", [x, start], primitives.char_at, [text, start])


@given(st.text("ab", max_size=40), st.text("ab", max_size=6), st.integers(-1, 42))
@example("aaaaaaaab", "aab", 0)
@example("abababac", "ababac", 0)
@example("aabaaabaaaa", "aabaaaa", 0)
@example("", "", 0)
def test_finding_gives_the_first_place(dealt: Any, text: str, part: str, start: int) -> None:
    dealt.deal()
    x, y = dealt.put(STRING, text), dealt.put(STRING, part)
    both = dealt.agree("find", [x, y, start], primitives.find, [text, part, start])
    assert both is None or both[0] == both[1]


@given(st.text("ab", min_size=1, max_size=9), st.lists(st.integers(1, 8), max_size=8))
def test_a_part_is_found_after_beginnings_of_itself(dealt: Any, part: str, lengths: list[int]) -> None:
    dealt.deal()
    text = "".join(part[:length] for length in lengths) + part
    x, y = dealt.put(STRING, text), dealt.put(STRING, part)
    assert dealt.call("find", x, y, 0) == text.find(part)


@given(st.one_of(st.integers(-1, 0x110001), st.sampled_from([0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10FFFF])))
def test_a_code_becomes_a_character(dealt: Any, code: int) -> None:
    dealt.deal()
    agrees(dealt, "text_of_code", [code], primitives.text_of_code, [code])


@given(INTS)
@example(-(2**63))
def test_ints_are_written_as_python_writes_them(dealt: Any, value: int) -> None:
    dealt.deal()
    agrees(dealt, "text_of_int", [value], primitives.text_of_int, [value])


@given(FLOATS)
@example(1e16)
@example(9999999999999998.0)
@example(-0.1)
@example(5e-324)
@example(NAN)
@example(-math.inf)
def test_floats_are_written_as_python_writes_them(dealt: Any, value: float) -> None:
    dealt.deal()
    agrees(dealt, "text_of_float", [bits(value)], primitives.text_of_float, [value])


NUMBERS = st.one_of(
    INTS.map(str),
    FLOATS.map(repr),
    st.text("+-.0123456789eE ", max_size=24),
    st.integers(0, 10**25).map(lambda n: f"-000{n}"),
    st.sampled_from(["9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"]),
    st.sampled_from(["1.", ".5", ".", "1e400", "-1e-400", "٣", "1_0", "0x1", "inf", "nan", "1\n"]),
    st.sampled_from(["9" * 400, "9" * 401]),
)


@given(NUMBERS)
def test_numbers_are_read_as_python_reads_them(dealt: Any, text: str) -> None:
    dealt.deal()
    x = dealt.put(STRING, text)
    whole = primitives.parse_int(dealt.run, text)
    assert dealt.call("parse_int", x) == (whole is not None)
    if whole is not None:
        assert dealt.get(Host.SPARE) == whole
    real = primitives.parse_float(text)
    assert dealt.call("parse_float", x) == (real is not None)
    if real is not None:
        assert dealt.get(Host.SPARE) == bits(real)


@given(FLOATS, st.booleans())
@example(float(2**63), False)
@example(float(-(2**63)), True)
@example(-0.5, True)
def test_floats_are_rounded_down_or_toward_zero(dealt: Any, value: float, down: bool) -> None:
    dealt.deal()
    result = dealt.call("whole", bits(value), down)
    try:
        assert result == primitives.whole(value, down)
        assert dealt.error[0] is Error.NONE
    except GameFailure:
        assert dealt.error[:2] == (Error.WHOLE, bits(value))


@given(FLOATS, FLOATS)
@example(-4.0, 2.0)
@example(1.0, 0.0)
@example(5.0, math.inf)
def test_remainders_of_floats_are_fmod(dealt: Any, left: float, right: float) -> None:
    result = value_of(dealt.call("frem", bits(left), bits(right)))
    assert bits(result) == bits(primitives.frem(left, right))


@given(FLOATS, st.one_of(FLOATS, st.floats(-40, 40), st.sampled_from([2.0, 0.5, -1.0, -2.0, 3.0])))
@example(0.0, -1.0)
@example(1e200, 2.0)
@example(-1e200, 3.0)
@example(-8.0, 1 / 3)
@example(1.1, 2.0)
@example(math.nan, 0.0)
def test_powers_of_floats_are_those_of_the_c_library(dealt: Any, left: float, right: float) -> None:
    result = value_of(dealt.call("fpow", bits(left), bits(right)))
    assert bits(result) == bits(primitives.fpow(left, right))


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [
        (2.0, 10.0, 1024.0),
        (0.0, -1.0, math.inf),
        (1e200, 2.0, math.inf),
        (-1e200, 3.0, -math.inf),
        (-1e200, 2.0, math.inf),
        (1e-200, 2.0, 0.0),
        (-8.0, 0.5, math.nan),
    ],
)
def test_a_power_never_fails(base: float, exponent: float, result: float) -> None:
    assert bits(primitives.fpow(base, exponent)) == bits(result)


@pytest.mark.parametrize("name", ["steps", "room"])
def test_a_string_that_is_too_dear_is_refused(hand: Any, name: str) -> None:
    hand.deal(**{name: 3})
    text = "a" * 100
    x = hand.put(STRING, text)
    assert hand.agree("concat", [x, x], primitives.concat, [text, text]) is None
    assert hand.error[0] is (Error.STEPS if name == "steps" else Error.MEMORY)
