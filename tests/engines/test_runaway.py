"""A program that is stopped because it goes on for too long is told which of its loops does not end."""

from __future__ import annotations

import pytest

from parlour import load

AH = """\
main:
    do PLAY

when do PLAY:
    n = 1
    while n > 0:
        do COUNT(3)

when do COUNT(int m):
    int k = 0
    while k < m:
        k = k + 1
        {}
"""

SENET = """\
@setup {
    int n;
    int find(int k) {
        int i;
        while (i < k) {
            i = i + STEP;
        }
        return i;
    }
}
@turns {
    void begin() {
        while (n == 0) {
            find(5);
        }
        read(1);
    }
}
"""

BOGL = """\
game Endless
result : Int
result = around(1)
around : Int -> Int
around(n) = while n > 0 do count(n)
count : Int -> Int
count(n) = let k = 0 in while k < 5 do STEP
"""

PROGRAMS = [
    ("allhandsondeck", AH.format("pass"), "n > 0", ["PLAY", "main"]),
    ("allhandsondeck", AH.format("print('more')"), "n > 0", ["PLAY", "main"]),
    ("allhandsondeck", AH.format("k = 0"), "k < m", ["COUNT", "PLAY", "main"]),
    ("senet", SENET.replace("STEP", "1"), "while (n == 0) {", ["begin"]),
    ("senet", SENET.replace("STEP", "n"), "while (i < k) {", ["find", "begin"]),
    ("bogl", BOGL.replace("STEP", "k + 1"), "while n > 0 do count(n)", ["around"]),
    ("bogl", BOGL.replace("STEP", "k * 2"), "while k < 5 do k * 2", ["count", "around"]),
]


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(("language", "text", "loop", "calls"), PROGRAMS)
def test_the_loop_that_never_ends_is_blamed_and_not_what_it_calls(language, text, loop, calls, engine) -> None:
    error = load(text, language=language).start(engine=engine).error
    assert error is not None
    assert error.code in ("steps", "told")
    assert error.span is not None
    assert error.span.text == loop
    assert [call.name for call in error.calls][: len(calls)] == calls
    assert error.calls[0].span == error.span
