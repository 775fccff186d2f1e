"""Advice that must fit the place: what is missing where several could be, what is exchanged, what is named."""

from __future__ import annotations

import pytest

from parlour import pipeline

# A text with one mistake, its language, and all that is advised about it.
ADVISED = {
    "of several arguments that may be missing, a later one is shown": (
        "bogl",
        """game G
f : (Int, Int, Int) -> Int
f(a, b, c) = a + b + c
x : Int
x = f(1, 2)
""",
        "an argument is missing, Int: `f(1, 2, …)`",
    ),
    "an argument that alone can be missing is counted": (
        "bogl",
        """game G
f : (Int, Bool) -> Int
f(a, b) = if b then a else 0
x : Int
x = f(True)
""",
        "the first argument is missing, Int: `f(…, True)`",
    ),
    "an element of a list stands in square brackets": (
        "senet",
        """@setup { list<int> scores; scores = [0, 0]; }
@turns { void begin() { print(itos(scores(1))); exit(); } }
""",
        "an element is taken with square brackets: `scores[1]`",
    ),
    "what is no list is not called": (
        "senet",
        """@setup { int score; }
@turns { void begin() { print(itos(score(1))); exit(); } }
""",
        "leave the parentheses out",
    ),
    "arguments without names are told once, with the names they want": (
        "tgdl",
        """game "G";
players 1;
global class Sum {
    function of {
        function input number one;
        function input number other;
        returns number;
        effect { return one + other; }
    }
    number sum = 0;
}
turn Only { phase Go; default { return player.active(); } }
setup { Sum.sum = Sum.of(1, 2); turns.use("Only", "Go"); winner 0; }
""",
        "write `one: 1, other: 2`",
    ),
    "a goal and its role that are exchanged are shown in their order": (
        "gdl",
        """(role me) (init (step 1)) (legal me go) (<= (next (step 2)) (does me go))
(<= terminal (true (step 2))) (mine me) (goal me 100) (<= (goal 0 ?r) (mine ?r) (true (step 1)))
""",
        "the role comes first: write `(goal ?r 0)`",
    ),
}


@pytest.mark.parametrize("name", ADVISED)
def test_advice_fits(name: str) -> None:
    language, text, advice = ADVISED[name]
    assert [item.hint for item in pipeline.check(text, language=language)] == [advice]
