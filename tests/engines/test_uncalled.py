"""What nobody calls is checked, translated and compiled like everything else, and then does nothing."""

from __future__ import annotations

import pytest

import parlour
from parlour.game.position import Status

ACTIONS = """
main:
    print('hello')
let Player(n) be Actor with:
    name: n
    asks(): input()
let Late() be Object with:
    said: input()
when Player p do ONE:
    int x = input()
    print(x + random(1..3))
    return p do TWO
when Player p do TWO:
    y = input()
    p.asks()
    return p do ONE
when Late l do THREE:
    input()
    return Late()
when Stack<Player> s do FOUR(n):
    while n == input():
        Player(n)
    return s do FOUR(n)
when do FIVE(p):
    return p do ONE
asks(n):
    return asks(input())
"""

BOGL = """game Quiet
type Board = Array (2,2) of {A, B, Empty}
type Input = (Int, Int)
play : Int
play = 3
board : Board
board!(x,y) = Empty
odd : Board -> Int
odd(b) = let p = input in if b!(p) == A then even(place(A, b, p)) else odd(b)
even : Board -> Int
even(b) = odd(while b!(input) == Empty do place(A, b, input))
again : Board -> Int
again(b) = again(place(B, b, input))
"""

SENET = """@setup {
    int n;
    group Mark (Piece) {
        str asked;
        void ask() { this.asked = read(2); restart(); }
        int again(int n) { if (read(1) == "x") { return this.again(n + 1); } return rand(); }
        str repr() { return read(1); }
    };
    group Grid (Boards.Rect(3, 3)) {
        void fill() { Mark >> this [stoi(read(1)), rand() % 3]; this.fill(); }
    };
    Grid grid();
    int odd(int n) { return even(stoi(read(1))); }
    int even(int n) { if (n == 0) { exit(); } return odd(rand()); }
    N_PLAYERS = 2;
}
@turns {
    void begin() { print("hello"); exit(); }
    void never() { n = odd(3); restart(); never(); }
}
"""


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    ("language", "text"), [("allhandsondeck", ACTIONS), ("bogl", BOGL), ("senet", SENET)], ids=["ah", "bogl", "senet"]
)
def test_what_nobody_calls_does_nothing(language: str, text: str, engine: str) -> None:
    game = parlour.load(text, language=language, expression="play" if language == "bogl" else None)
    position = game.start(engine=engine)
    assert position.status is Status.OVER, position.error
    position.view(None), position.state(), position.copy()
    assert not game.simulator(engine=engine).playouts(3, 0).failed
