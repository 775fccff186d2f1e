"""The low-level language: what is written in it means what Python would mean by it, in 64 bits."""

from __future__ import annotations

import ctypes
import importlib.util
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engines.llvm.low.language import LowError, emit, functions
from parlour.engines.native.layout import Error, Host

BIG = 0x9E3779B97F4A7C15
WORDS = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-20, 20))


def signed(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


def unsigned(value: int) -> int:
    return value % 2**64


@given(WORDS, WORDS)
def test_arithmetic_wraps_and_rounds_as_said(sample: Any, x: int, y: int) -> None:
    run = sample.call("arithmetic")
    assert run(0, x, y) == signed(x + y * 3 - (x & y))
    if y and (x, y) != (-(2**63), -1):
        assert run(1, x, y) == x // y
        assert run(2, x, y) == x % y
    if y:
        assert unsigned(run(5, x, y)) == unsigned(x) // unsigned(y)
        assert unsigned(run(6, x, y)) == unsigned(x) % unsigned(y)
    assert run(3, x, y) == x >> (y & 63)
    assert unsigned(run(4, x, y)) == unsigned(x) >> (y & 63)
    assert run(7, x, y) == (unsigned(x) < unsigned(y))
    assert unsigned(run(8, x, y)) == unsigned(x) * unsigned(y) >> 64
    assert run(9, x, y) == 64 - unsigned(x).bit_length()
    assert run(11, x, y) == signed(x ^ (BIG if x < y else ~y))
    if abs(x) < 2**50 and abs(y) < 2**50:
        assert run(10, x, y) == x + y


def loops(n: int) -> int:
    total = sum(j for i in range(min(n, 21)) if i % 3 for j in range(i, 0, -2))
    root = next(k for k in range(1, n + 2) if k * k > n)
    return total * 1000 + root


@pytest.mark.parametrize("n", [0, 1, 2, 9, 10, 20, 21, 22, 100])
def test_loops_count_break_and_go_on(sample: Any, n: int) -> None:
    assert sample.call("loops")(n) == loops(n)


@given(st.integers(-12, 12), st.integers(-12, 12))
def test_and_and_or_look_at_no_more_than_they_must(sample: Any, x: int, y: int) -> None:
    if (y != 0 and 10 % y == 0) or x == 5:
        expected = 1 if 0 <= x < 2 * y else 2
    else:
        expected = (not x) + 10 * (x > 3 and y < 3)
    assert sample.call("logic")(x, y) == expected


def test_memory_is_read_and_written_in_all_sizes(sample: Any) -> None:
    place = ctypes.create_string_buffer(64)
    result = sample.call("memory")(ctypes.addressof(place))
    assert result == 0xFFFFFFFF + 0x2345 + 0xFF + 7 + 5 + 1
    first = BIG.to_bytes(8, "little") + b"\xff\xff\xff\xff\x45\x23\xff\x07"
    assert place.raw[:16] == first
    assert place.raw[16:32] == first[:1] + first[:8] + first[9:]


def test_tables_are_found_under_their_names(sample: Any) -> None:
    assert [sample.call("from_table")(i) for i in range(5)] == [3, 1, 4, 1, 5]


def test_a_failure_leaves_every_function_on_its_way(sample: Any) -> None:
    memory = ctypes.create_string_buffer(256)
    words = ctypes.cast(memory, ctypes.POINTER(ctypes.c_int64))
    run = sample.call("failing")
    assert run(ctypes.addressof(memory), 3) == 9
    assert words[0] == 9
    assert run(ctypes.addressof(memory), 10) == 0
    assert words[0] == 9, "nothing after the failed call happens"
    assert (words[Host.ERROR // 8], words[Host.ERROR_A // 8], words[Host.ERROR_B // 8]) == (Error.INDEX, 11, 7)


def test_failing_functions_are_known_through_their_calls(sample: Any) -> None:
    assert {name for name, low in sample.library.items() if low.is_failing} == {"refuse", "checked", "failing"}
    assert sample.library["failing"].calls == ("checked",)
    assert sample.library["failing"].symbol == "parlour_failing"


def test_only_what_is_reached_is_emitted(sample: Any) -> None:
    text = emit(["logic"], sample.library)
    assert "@parlour_logic" in text
    assert "@double" in text
    assert "NUMBERS" not in text
    assert "checked" not in text


def module_of(tmp_path_factory: pytest.TempPathFactory, source: str) -> ModuleType:
    path = tmp_path_factory.mktemp("low") / "wrong.py"
    path.write_text(
        "from parlour.engines.llvm.low.language import *\nfrom parlour.engines.llvm.low.language import fail\n" + source
    )
    spec = importlib.util.spec_from_file_location("wrong", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def f(x):\n    return nothing(x)\n", "no low-level function `nothing`"),
        ("def f(x):\n    return y\n", "`y` has no value here"),
        ("def f(x):\n    return x / 2\n", "Div is no low-level operator"),
        ("def f(x):\n    return x in x\n", "In is no low-level comparison"),
        ("def f(x):\n    with x:\n        pass\n", "With is no low-level statement"),
        ("def f(x):\n    return [x]\n", "is no low-level expression"),
        ("def f(x):\n    return g(x, x)\ndef g(x):\n    return x\n", "`g` takes 1 arguments"),
        ("def f(b):\n    g(b)\ndef g(a):\n    fail(a, 1)\n", "needs the arena as `a`"),
        ("def f(x):\n    pass\ndef f(x):\n    pass\n", "two functions of this name"),
        ("def f(x):\n    for i in range(0, x, x):\n        pass\n", "step of a range"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_place(
    tmp_path_factory: pytest.TempPathFactory, source: str, message: str
) -> None:
    with pytest.raises(LowError, match=message):
        emit(["f"], functions([module_of(tmp_path_factory, source)]))
